package read

import "burrow/internal/document"

// sheetStyles say how cells are shown.
type sheetStyles struct{ all []cellStyle }

type cellStyle struct {
	format *numberFormat
	veil   document.Veil
}

// maxStyles is more than Excel writes.
const maxStyles = 100_000

func (s *sheetStyles) at(i int) cellStyle {
	if i < 0 || i >= len(s.all) {
		return cellStyle{format: builtinFormat(0)}
	}
	return s.all[i]
}

func readSheetStyles(x *xmlReader) (s sheetStyles, err error) {
	formats := map[int]*numberFormat{}
	var fonts []cellFont
	var fills []string
	err = x.each(func() error {
		within := x.name
		return x.each(func() (err error) {
			switch {
			case len(formats)+len(fonts)+len(fills)+len(s.all) > maxStyles:
			case within == "numFmts":
				formats[x.number("numFmtId", -1)] = parseFormat(x.attribute("formatCode"))
			case within == "fonts":
				font := cellFont{size: 1000}
				fonts = append(fonts, font)
				return fonts[len(fonts)-1].read(x)
			case within == "fills":
				fill, err := readFill(x)
				fills = append(fills, fill)
				return err
			case within == "cellXfs":
				id, font, fill := x.number("numFmtId", 0), x.number("fontId", -1), x.number("fillId", -1)
				style := cellStyle{format: formats[id]}
				if style.format == nil {
					style.format = builtinFormat(id)
				}
				if font >= 0 && font < len(fonts) && fill >= 0 && fill < len(fills) {
					style.veil = fonts[font].veil(fills[fill])
				}
				s.all = append(s.all, style)
			}
			return err
		})
	})
	return s, err
}

// cellFont is the font of a cell. Colours of a theme have no number here, except the
// first, which is white in nearly all of them.
type cellFont struct {
	color string
	size  float64
}

func (f *cellFont) read(x *xmlReader) error {
	return x.each(func() error {
		switch x.name {
		case "color":
			f.color = colorOf(x)
		case "sz":
			f.size = coordinate(x, "val")
		}
		return nil
	})
}

// colorOf is a colour of six digits, "" if it is not known.
func colorOf(x *xmlReader) string {
	if rgb := x.attribute("rgb"); len(rgb) == 8 {
		return rgb[2:]
	}
	if x.attribute("theme") == "0" && x.attribute("tint") == "" {
		return "FFFFFF"
	}
	return ""
}

// readFill is the colour of a filling: white if there is none, "" if it is not known.
func readFill(x *xmlReader) (fill string, err error) {
	fill = "FFFFFF"
	err = x.each(func() error {
		if x.name != "patternFill" {
			fill = ""
			return nil
		}
		if pattern := x.attribute("patternType"); pattern == "none" || pattern == "" {
			return nil
		}
		fill = ""
		return x.each(func() error {
			if x.name == "fgColor" {
				fill = colorOf(x)
			}
			return nil
		})
	})
	return fill, err
}

// veil is why a cell with this font and that filling is not seen.
func (f cellFont) veil(fill string) document.Veil {
	switch {
	case f.size < 2:
		return document.Tiny
	case isSame(f.color, fill):
		return document.Pale
	}
	return document.Seen
}
