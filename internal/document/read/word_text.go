package read

import (
	"strconv"
	"strings"

	"burrow/internal/document"
)

// paragraph is one while it is read. Deleted and hidden parts of it become blocks of
// their own, so that the text that is seen is whole.
type paragraph struct {
	in      around
	style   *wordStyle
	styleID string
	outline int
	list    wordList
	fill    string
	text    layers
	// after is what stands behind it: notes, text boxes.
	after []document.Block
	// hasPage says that it has the number of a page, and instruction is what the field
	// says that is being read.
	hasPage     bool
	instruction []byte
}

func (w *word) paragraph(x *xmlReader, in around) error {
	p := &paragraph{in: in, styleID: w.styles.normal}
	p.style = w.styles.find(p.styleID)
	p.outline, p.list, p.fill = p.style.outline, p.style.list, in.fill
	err := w.inside(x, p, look{}, false)
	if err != nil && err != errFull {
		return err
	}
	if put := w.end(p); err == nil {
		err = put
	}
	return err
}

// inside reads what a paragraph holds, or what something within it holds.
func (w *word) inside(x *xmlReader, p *paragraph, l look, isDeleted bool) error {
	var chosen bool
	return x.each(func() (err error) {
		switch x.name {
		case "pPr":
			return w.paragraphProperties(x, p)
		case "rPr":
			l, err = w.ofRun(x, p)
			return err
		case "r":
			return w.inside(x, p, w.below(p), isDeleted)
		case "t", "delText":
			return w.characters(x, p, l, isDeleted || x.name == "delText")
		case "del", "moveFrom":
			return w.inside(x, p, l, true)
		case "Choice", "Fallback":
			if chosen {
				return nil
			}
			chosen = true
		case "sdt":
			return w.control(x, func() error { return w.inside(x, p, l, isDeleted) })
		case "txbxContent":
			in := p.in
			in.isStyled = true
			if isDeleted {
				in.veil = document.Hidden
			}
			text, err := w.aside(x, in)
			p.after = append(p.after, text...)
			return err
		case "footnoteReference", "endnoteReference", "commentReference":
			return w.note(strings.TrimSuffix(x.name, "Reference"), x.attribute("id"), p, l, isDeleted)
		case "fldChar":
			p.field(x.attribute("fldCharType"))
			return nil
		case "instrText":
			if p.instruction, err = x.appendText(p.instruction, 100); err == errFull {
				return nil
			}
			return err
		case "fldSimple":
			p.hasPage = p.hasPage || isPageField(x.attribute("instr"))
		case "den", "sup", "sub": // of a formula
			p.text.add(p.veilOf(l, isDeleted), map[string]string{"den": "/", "sup": "^", "sub": "_"}[x.name])
		case "rt", "sdtPr":
			return nil
		}
		if text := signOf(x); text != "" {
			p.text.add(p.veilOf(l, isDeleted), text)
			return nil
		}
		return w.inside(x, p, l, isDeleted)
	})
}

// signOf is what an element stands for that is a character itself.
func signOf(x *xmlReader) string {
	switch x.name {
	case "tab", "ptab":
		return "\t"
	case "br", "cr":
		return "\n"
	case "noBreakHyphen":
		return "-"
	case "softHyphen":
		return ""
	case "sym":
		return symbols[strings.ToUpper(x.attribute("char"))]
	}
	return ""
}

// symbols are the ones of Wingdings that say something.
var symbols = map[string]string{"F0FC": "✓", "F0FB": "✗", "F0FE": "☑", "F0FD": "☒", "F0A8": "☐", "F06F": "☐", "F0E0": "→", "F0DF": "←", "F04A": "☺"}

// below is the look that a run of a paragraph has if it says nothing itself.
func (w *word) below(p *paragraph) look {
	return p.style.look.over(w.styles.look)
}

func (w *word) ofRun(x *xmlReader, p *paragraph) (look, error) {
	l, style, err := runLook(x)
	if style != "" {
		l = l.over(w.styles.find(style).look)
	}
	return l.over(w.below(p)), err
}

// paragraphProperties reads what a paragraph says of itself, which stands in any order,
// and takes the rest of its style.
func (w *word) paragraphProperties(x *xmlReader, p *paragraph) error {
	outline, own, fill := -1, wordList{level: -1}, ""
	err := x.each(func() error {
		switch x.name {
		case "pStyle":
			p.styleID = x.attribute("val")
			p.style = w.styles.find(p.styleID)
		case "outlineLvl":
			outline = outlineOf(x)
		case "numPr":
			return own.read(x)
		case "shd":
			fill = fillOf(x)
		case "sectPr":
			return w.section(x)
		}
		return nil
	})
	p.outline, p.list = p.style.outline, p.style.list
	if outline >= 0 {
		p.outline = outline
	}
	if own.id != "" {
		p.list = own
	} else if own.level >= 0 {
		p.list.level = own.level
	}
	for _, color := range []string{p.style.look.fill, fill} {
		if color != "" {
			p.fill = color
		}
	}
	return err
}

// characters adds the text of an element.
func (w *word) characters(x *xmlReader, p *paragraph, l look, isDeleted bool) error {
	added, err := p.text.read(x, p.veilOf(l, isDeleted), w.left)
	if l.bold == yes {
		w.bold += added
	} else {
		w.light += added
	}
	return err
}

// veilOf is why characters of a look are not seen.
func (p *paragraph) veilOf(l look, isDeleted bool) document.Veil {
	fill := l.fill
	if fill == "" {
		fill = p.fill
	}
	if fill == "" && !p.in.isStyled {
		fill = "FFFFFF"
	}
	switch {
	case isDeleted || l.hidden == yes:
		return document.Hidden
	case p.in.veil != "":
		return p.in.veil
	case l.size > 0 && l.size < 4:
		return document.Tiny
	case isSame(l.color, fill):
		return document.Pale
	}
	return document.Seen
}

// field follows a field: what it says, and then its result, which is text.
func (p *paragraph) field(step string) {
	switch step {
	case "begin":
		p.instruction = p.instruction[:0]
	case "separate", "end":
		p.hasPage = p.hasPage || isPageField(string(p.instruction))
	}
}

func isPageField(instruction string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(instruction), " ")
	return word == "PAGE" || word == "NUMPAGES" || word == "SECTIONPAGES"
}

// note marks a footnote, endnote or comment, and puts it behind the paragraph.
func (w *word) note(kind, id string, p *paragraph, l look, isDeleted bool) error {
	text, ok := w.notes[kind+id]
	delete(w.notes, kind+id)
	if !ok || len(text) == 0 {
		return nil
	}
	if kind != "comment" {
		w.counts[kind]++
		mark := "[" + strconv.Itoa(w.counts[kind]) + "]"
		if kind == "endnote" {
			mark = "[" + strings.ToLower(roman(w.counts[kind])) + "]"
		}
		p.text.add(p.veilOf(l, isDeleted), mark)
		text[0].Text = mark + " " + text[0].Text
	}
	for _, b := range text {
		if isDeleted {
			b.Veil = document.Hidden
		}
		p.after = append(p.after, b)
	}
	return nil
}

// end makes blocks of a paragraph: what is seen of it, what is not, what stands behind.
func (w *word) end(p *paragraph) error {
	if isContents(p.style.name) {
		return nil
	}
	if isCode(p.style.name) && p.text.isSeen() {
		return w.code(p, p.text.text[0])
	}
	b := document.Block{Kind: document.Paragraph, Text: p.text.of(document.Seen)}
	if w.inMargin && p.hasPage && isPageLine(b.Text) {
		b.Text = ""
	}
	if p.list.id != "" && p.list.id != "0" && (b.Text != "" || p.text.size == 0) {
		if p.list.level < 0 {
			p.list.level = w.numbering.levelOf(p.list.id, p.styleID)
		}
		mark, level := w.numbering.next(p.list)
		b.Kind, b.Level = document.Item, min(level+1, 6)
		if n := p.style.name; level == 0 && strings.HasPrefix(n, "list ") && n[len(n)-1] >= '2' && n[len(n)-1] <= '5' {
			b.Level = int(n[len(n)-1] - '0') // "List Bullet 2" is a list of its own
		}
		if b.Text != "" && mark != "" {
			b.Text = mark + " " + b.Text
		}
	}
	if p.outline > 0 {
		b.Kind, b.Level = document.Heading, p.outline
	}
	if err := w.put(b); err != nil {
		return err
	}
	for _, veil := range veils[1:] {
		b.Text, b.Veil = p.text.of(veil), veil
		if err := w.put(b); err != nil {
			return err
		}
	}
	w.out = append(w.out, p.after...) // they have been counted where they were read
	return nil
}

// code adds a paragraph of source code to that before it. Lines that are empty there
// are kept.
func (w *word) code(p *paragraph, text []byte) error {
	lines := strings.TrimRight(clean(string(text)), " \t\n")
	if n := len(w.out); n > 0 && w.out[n-1].Kind == document.Code && len(w.out[n-1].Text) < manyLines {
		text, err := w.fit("\n" + lines)
		w.out[n-1].Text += text
		w.out = append(w.out, p.after...)
		return err
	}
	err := w.put(document.Block{Kind: document.Code, Text: strings.TrimLeft(lines, "\n")})
	w.out = append(w.out, p.after...)
	return err
}

// codeStyles are what programs call their styles of source code.
const codeStyles = "|source code|html preformatted|preformatted text|code|macro text|verbatim|listing|"

func isCode(style string) bool { return style != "" && strings.Contains(codeStyles, "|"+style+"|") }
