package read

import (
	"strconv"
	"strings"

	"burrow/internal/document"
)

// DrawingML has the text of slides, and of shapes in sheets.

// drawn is a paragraph of DrawingML.
type drawn struct {
	level int // from 0
	// marked says whether it has a bullet or number, as far as it says so itself.
	marked answer
	number string // its number, if it has one
	layers
	// bold and light count its letters.
	bold, light int
}

// counters count the numbered paragraphs of a text by their levels.
type counters [listLevels]int

// drawnText reads the paragraphs within an element. fill is what is behind them, "" if
// that is not known.
func (o *office) drawnText(x *xmlReader, fill string, take func(p *drawn) error) error {
	var count counters
	return x.each(func() error {
		if x.name != "p" {
			return nil
		}
		p := &drawn{}
		err := o.drawnParagraph(x, p, fill, &count)
		if err != nil && err != errFull {
			return err
		}
		if took := take(p); err == nil {
			err = took
		}
		return err
	})
}

func (o *office) drawnParagraph(x *xmlReader, p *drawn, fill string, count *counters) error {
	isNumbered := false
	return x.each(func() error {
		switch x.name {
		case "pPr":
			if p.level = x.number("lvl", 0); p.level < 0 || p.level >= listLevels {
				p.level = 0
			}
			return x.each(func() error {
				switch x.name {
				case "buNone":
					p.marked = no
				case "buChar", "buBlip":
					p.marked = yes
				case "buAutoNum":
					p.marked, isNumbered = yes, true
					if count[p.level] == 0 {
						count[p.level] = x.number("startAt", 1) - 1
					}
					count[p.level]++
					p.number = numbered(count[p.level], x.attribute("type"))
				}
				return nil
			})
		case "r", "fld":
			if x.name == "fld" && strings.HasPrefix(x.attribute("type"), "slidenum") {
				return nil
			}
			if !isNumbered {
				count[p.level] = 0
			}
			clear(count[p.level+1:])
			return o.drawnRun(x, p, fill)
		case "br", "tab":
			p.space()
		case "AlternateContent", "Choice", "m", "oMath", "oMathPara":
			return o.drawnParagraph(x, p, fill, count)
		}
		return nil
	})
}

// numbered writes a number as one of the types of DrawingML has it, such as
// alphaLcParenR.
func numbered(n int, kind string) string {
	text := counted(n, kind)
	switch {
	case strings.HasSuffix(kind, "ParenBoth"):
		return "(" + text + ")"
	case strings.HasSuffix(kind, "ParenR"):
		return text + ")"
	case strings.HasSuffix(kind, "Plain"):
		return text
	}
	return text + "."
}

func (o *office) drawnRun(x *xmlReader, p *drawn, fill string) error {
	veil, isBold := document.Seen, false
	return x.each(func() error {
		switch x.name {
		case "rPr":
			isBold = x.attribute("b") != "" && x.isOn("b")
			if size := x.number("sz", 1800); size > 0 && size < 200 {
				veil = document.Tiny
			}
			return x.each(func() error {
				if x.name != "solidFill" && x.name != "noFill" {
					return nil
				}
				color, isClear, err := solidColor(x)
				if x.name == "noFill" || isClear || isSame(color, fill) {
					veil = document.Pale
				}
				return err
			})
		case "t":
			added, err := p.read(x, veil, o.left)
			if isBold {
				p.bold += added
			} else {
				p.light += added
			}
			return err
		}
		return nil
	})
}

// solidColor is the colour of a filling, if it says which, and whether it is clear.
func solidColor(x *xmlReader) (color string, isClear bool, err error) {
	err = x.each(func() error {
		if x.name == "srgbClr" {
			color = x.attribute("val")
		}
		return x.each(func() error {
			if x.name == "alpha" && x.number("val", 100_000) < 1000 {
				isClear = true
			}
			return nil
		})
	})
	return color, isClear, err
}

// frame is where a shape stands, in the units of the slide. A group has a frame of its
// own for what is in it.
type frame struct {
	x, y, width, height float64
	isKnown             bool
}

// readFrame reads a frame, and the one that a group has for what is in it.
func readFrame(x *xmlReader) (out, inner frame, err error) {
	err = x.each(func() error {
		of := &out
		if strings.HasPrefix(x.name, "ch") {
			of = &inner
		}
		switch x.name {
		case "off", "chOff":
			of.x, of.y = coordinate(x, "x"), coordinate(x, "y")
		case "ext", "chExt":
			of.width, of.height = coordinate(x, "cx"), coordinate(x, "cy")
			of.isKnown = of.width > 0 || of.height > 0
		}
		return nil
	})
	return out, inner, err
}

func coordinate(x *xmlReader, name string) float64 {
	n, err := strconv.ParseFloat(x.attribute(name), 64)
	if err != nil || n != n || n > 1e12 || n < -1e12 {
		return 0
	}
	return n
}

// within is a frame of a group's inside as the slide has it.
func (f frame) within(outer, inner frame) frame {
	if !f.isKnown || !outer.isKnown || inner.width <= 0 || inner.height <= 0 {
		return f
	}
	wide, high := outer.width/inner.width, outer.height/inner.height
	return frame{outer.x + (f.x-inner.x)*wide, outer.y + (f.y-inner.y)*high, f.width * wide, f.height * high, true}
}

// isOutside reports whether a frame is off a page of that size.
func (f frame) isOutside(page frame) bool {
	return f.isKnown && page.width > 0 && page.height > 0 && (f.x+f.width <= 0 || f.y+f.height <= 0 || f.x >= page.width || f.y >= page.height)
}
