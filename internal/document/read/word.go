package read

import (
	"slices"
	"strings"
	"unicode"

	"burrow/internal/document"
)

// word reads a document of Word. Its paragraphs have no pages: those are made when it
// is printed, so that headings are the only places.
type word struct {
	*office
	styles    wordStyles
	numbering wordNumbering
	// notes are footnotes, endnotes and comments, by their kinds and ids. Each stands
	// behind the paragraph that first names it.
	notes map[string][]document.Block
	// counts are how many notes of a kind have been named.
	counts  map[string]int
	related map[string]relation
	// margins are the parts of headers and footers.
	margins []string
	// out is what is being filled: the document, a cell, a text box.
	out []document.Block
	// bold and light count letters, to find rows that are bold altogether.
	bold, light int
	inMargin    bool
}

// around is what stands around a paragraph and decides whether it is seen.
type around struct {
	veil document.Veil
	fill string
	// isStyled says that colours may come from elsewhere: a text box, a table's style.
	isStyled bool
}

func (o *office) word(main string, x *xmlReader) error {
	w := &word{office: o, notes: map[string][]document.Block{}, counts: map[string]int{}}
	var err error
	if w.related, err = o.relations(main); err != nil {
		return err
	}
	if err := w.readBeside(); err != nil {
		return err
	}
	page := ""
	err = x.each(func() error {
		switch x.name {
		case "background":
			page = x.attribute("color")
		case "body":
			return w.flow(x, around{fill: page})
		}
		return nil
	})
	o.text.Blocks = w.out
	if err != nil {
		return err
	}
	err = w.readMargins()
	o.text.Blocks = w.out
	return err
}

// readBeside reads what the text refers to.
func (w *word) readBeside() error {
	err := w.part(ofKind(w.related, "styles"), func(x *xmlReader) (err error) {
		w.styles, err = readWordStyles(x)
		return err
	})
	if err != nil {
		return err
	}
	err = w.part(ofKind(w.related, "numbering"), func(x *xmlReader) (err error) {
		w.numbering, err = readNumbering(x)
		return err
	})
	if err != nil {
		return err
	}
	// Half of what may be read is left for the text itself.
	left := w.left
	w.left = left / 2
	for _, kind := range []string{"footnote", "endnote", "comment"} {
		if err := w.readNotes(kind); err != nil && err != errFull {
			return err
		}
	}
	w.left += left / 2
	return nil
}

func (w *word) readNotes(kind string) error {
	return w.part(ofKind(w.related, kind+"s"), func(x *xmlReader) error {
		return x.each(func() error {
			if t := x.attribute("type"); x.name != kind || t != "" && t != "normal" {
				return nil // the lines that separate notes from the text
			}
			id, author := x.attribute("id"), ""
			if kind == "comment" {
				author = x.attribute("author")
			}
			text, err := w.aside(x, around{})
			if author = oneLine(author); author != "" && len(text) > 0 {
				text[0].Text = author + ": " + text[0].Text
			}
			for i := range text {
				text[i].Kind, text[i].Level = document.Note, 0
			}
			w.notes[kind+id] = text
			return err
		})
	})
}

// aside reads what stands apart from the text.
func (w *word) aside(x *xmlReader, in around) (text []document.Block, err error) {
	outer := w.out
	w.out = nil
	err = w.flow(x, in)
	text, w.out = w.out, outer
	return text, err
}

// readMargins reads headers and footers, each text once, behind everything else: they
// stand on every page, and in front of the text they would be its title.
func (w *word) readMargins() error {
	w.inMargin = true
	seen := map[string]bool{}
	for _, name := range w.margins {
		err := w.part(name, func(x *xmlReader) error {
			text, err := w.aside(x, around{})
			for _, b := range text {
				if !seen[b.Text] {
					seen[b.Text] = true
					b.Kind, b.Level = document.Note, 0
					w.out = append(w.out, b)
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// flow reads paragraphs and tables, and what holds them.
func (w *word) flow(x *xmlReader, in around) error {
	var chosen bool
	return x.each(func() error {
		if err := w.step(); err != nil {
			return err
		}
		switch x.name {
		case "p":
			return w.paragraph(x, in)
		case "tbl":
			return w.table(x, in)
		case "sdt":
			return w.control(x, func() error { return w.flow(x, in) })
		case "Choice", "Fallback":
			if chosen {
				return nil
			}
			chosen = true
			return w.flow(x, in)
		case "sectPr":
			return w.section(x)
		case "del", "moveFrom":
			in := in
			in.veil = document.Hidden
			return w.flow(x, in)
		case "tcPr", "tblPr", "tblGrid", "trPr":
			return nil
		}
		return w.flow(x, in)
	})
}

// section notes the headers and footers that a section has.
func (w *word) section(x *xmlReader) error {
	return x.each(func() error {
		if x.name == "headerReference" || x.name == "footerReference" {
			target := w.related[x.reference("id")].target
			if target != "" && !slices.Contains(w.margins, target) && len(w.margins) < 100 {
				w.margins = append(w.margins, target)
			}
		}
		return nil
	})
}

// control reads what a content control holds. A table of contents repeats headings.
func (w *word) control(x *xmlReader, inside func() error) error {
	isContents := false
	return x.each(func() error {
		switch x.name {
		case "sdtPr":
			return x.each(func() error {
				if x.name != "docPartObj" {
					return nil
				}
				return x.each(func() error {
					isContents = isContents || x.name == "docPartGallery" && x.attribute("val") == "Table of Contents"
					return nil
				})
			})
		case "sdtContent":
			if !isContents {
				return inside()
			}
		}
		return nil
	})
}

// put adds a block to what is being filled.
func (w *word) put(b document.Block) (err error) {
	if b.Text, err = w.fit(b.Text); b.Text != "" {
		w.out = append(w.out, b)
	}
	return err
}

// isContents reports whether a style is one of a table of contents.
func isContents(style string) bool {
	return strings.HasPrefix(style, "toc ") || style == "contents heading" || strings.HasPrefix(style, "table of figures")
}

// isPageLine reports whether a header or footer says little but the number of a page.
func isPageLine(text string) bool {
	letters := 0
	for _, word := range strings.Fields(text) {
		if strings.IndexFunc(word, unicode.IsLetter) >= 0 {
			letters++
		}
	}
	return letters < 3
}
