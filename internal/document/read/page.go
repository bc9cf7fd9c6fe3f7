package read

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"burrow/internal/document"
	"burrow/internal/fault"
)

// maxOpen is how many elements of a page may be open. Pages forget to close many.
const maxOpen = 4_000

// page reads a page as it was saved.
type page struct {
	*reading
	tags  tags
	ruled *pageRules
	open  []element
	// count says how many elements of a name are open.
	count map[string]int
	said  layers // in the paragraph that is open
	// item is the mark and level of an item that has not said anything yet.
	item   *document.Block
	tables []*pageTable
}

// element is an open one.
type element struct {
	name string
	look pageLook
	list *pageList // of ul and ol
}

type pageList struct {
	isNumbered bool
	kind       string
	next       int
}

const (
	// passed are elements that have no text of the page: scripts, menus, pictures.
	passed = " script style template nav noscript svg iframe object canvas audio video select datalist map noembed noframes textarea xmp annotation annotation-xml "
	// empty are elements that have no end.
	empty = " area base br col embed hr img input link meta param source track wbr command keygen "
	// blocks are elements that begin and end a paragraph.
	blocks = " address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html legend li main " +
		"menu ol p pre search section summary table tbody td tfoot th thead tr ul "
)

func is(list, name string) bool { return strings.Contains(list, " "+name+" ") }

func (d *reading) html() error {
	raw, err := d.raw(maxText)
	if err != nil {
		return err
	}
	text, err := d.pageText(raw)
	if err != nil {
		return err
	}
	p := &page{reading: d, tags: tags{text: clean(text)}, count: map[string]int{}}
	raw, text = nil, ""
	p.ruled = rulesOf(p.tags.text)
	for n := 0; p.tags.next(); n++ {
		if n%1000 == 0 {
			if err := d.step(); err != nil {
				return err
			}
		}
		switch {
		case p.tags.name == "":
			err = p.say(p.tags.chars)
		case p.tags.name[0] == '/':
			err = p.end(p.tags.name[1:])
		default:
			err = p.begin(p.tags.name)
		}
		if err != nil {
			return toldOf(err)
		}
	}
	for len(p.tables) > 0 {
		if err := p.endTable(); err != nil {
			return err
		}
	}
	return p.flush()
}

// pageText decodes a page: by its mark, by what it says of itself, or as UTF-8 if it is
// that, and as Western European otherwise.
func (d *reading) pageText(raw []byte) (string, error) {
	text, sure := textOf(raw)
	if sure {
		return text, nil
	}
	switch charset := charsetOf(raw); {
	case charset == "":
		d.isGuessed = true
	case !is(latin1Names, charset) && !is(utf8Names, charset):
		return "", fault.New(fault.Invalid, "This page is in the encoding {charset}, which Burrow can’t read. Save it as UTF-8, and add it again.", "charset", charset)
	case is(utf8Names, charset):
		return string(raw), nil // with some bytes that are not
	}
	return text, nil
}

// charsetOf is the encoding that a page says it has.
func charsetOf(raw []byte) string {
	head := strings.ToLower(string(raw[:min(len(raw), 4096)]))
	_, after, found := strings.Cut(head, "charset=")
	if !found {
		return ""
	}
	after = strings.TrimLeft(after, `"' `)
	end := strings.IndexFunc(after, func(r rune) bool { return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') })
	if end < 0 {
		end = len(after)
	}
	return after[:end]
}

// look is that of the innermost element.
func (p *page) look() pageLook {
	if len(p.open) == 0 {
		return pageLook{}
	}
	return p.open[len(p.open)-1].look
}

// say adds text to the paragraph.
func (p *page) say(text string) error {
	if p.said.size == 0 && p.count["pre"] == 0 && strings.TrimSpace(text) == "" {
		return nil
	}
	p.said.add(p.look().seen(), text)
	if p.said.size > p.left {
		if err := p.flush(); err != nil {
			return err
		}
		return errFull
	}
	return nil
}

// begin begins an element.
func (p *page) begin(name string) error {
	switch {
	case name == "title":
		title := oneLine(html.UnescapeString(p.tags.raw(name)))
		if p.text.Title == "" {
			p.text.Title = title
		}
		return nil
	case is(unread, name):
		p.tags.raw(name)
		return nil
	case is(passed, name):
		p.tags.pass(name)
		return nil
	case name == "br":
		return p.say("\n")
	case name == "hr":
		return p.breakOff()
	case is(empty, name):
		return nil
	}
	if is(blocks, name) {
		if err := p.imply(name); err != nil {
			return err
		}
		if err := p.breakOff(); err != nil {
			return err
		}
	}
	if len(p.open) >= maxOpen {
		return errDeep
	}
	e := element{name: name, look: lookOf(&p.tags, p.look(), p.ruled.of(&p.tags))}
	switch name {
	case "ul", "ol", "menu", "dir":
		e.list = &pageList{isNumbered: name == "ol", next: 1}
		if start, ok := p.tags.get("start"); ok {
			e.list.next = numberOr(start, 1)
		}
		e.list.kind, _ = p.tags.get("type")
	case "li":
		p.beginItem()
	case "table":
		if err := p.nest(); err != nil {
			return err
		}
		p.tables = append(p.tables, &pageTable{})
	case "td", "th":
		p.beginCell(name)
	case "q":
		if err := p.say("“"); err != nil {
			return err
		}
	}
	p.open = append(p.open, e)
	p.count[name]++
	return nil
}

func numberOr(text string, otherwise int) int {
	if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n > -1e6 && n < 1e6 {
		return n
	}
	return otherwise
}

// implied are the elements that the beginning of another one ends, and those that they
// are not looked for beyond.
var implied = map[string]struct{ ends, within string }{
	"li": {" li p ", " ul ol menu dir table td th "},
	"dt": {" dt dd p ", " dl table td th "}, "dd": {" dt dd p ", " dl table td th "},
	"tr": {" tr td th p ", " table "}, "td": {" td th p ", " tr table "}, "th": {" td th p ", " tr table "},
	"tbody": {" tr td th thead tbody tfoot caption p ", " table "}, "tfoot": {" tr td th thead tbody tfoot caption p ", " table "}, "thead": {" tr td th caption p ", " table "},
}

// imply ends what the beginning of an element ends.
func (p *page) imply(name string) error {
	of, ok := implied[name]
	if !ok {
		of.ends, of.within = " p ", " table td th li dd dt div section article button "
	}
	last := -1
	for i := len(p.open) - 1; i >= 0 && !is(of.within, p.open[i].name); i-- {
		if is(of.ends, p.open[i].name) {
			last = i
		}
	}
	if last < 0 {
		return nil
	}
	return p.closeTo(last)
}

// end ends an element, and those within it that are still open.
func (p *page) end(name string) error {
	if name == "br" {
		return p.say("\n")
	}
	if p.count[name] == 0 {
		if is(blocks, name) {
			return p.breakOff()
		}
		return nil
	}
	for i := len(p.open) - 1; i >= 0; i-- {
		if p.open[i].name == name {
			return p.closeTo(i)
		}
		// A cell is ended by those of its table only.
		if is(" td th ", p.open[i].name) && !is(" td th tr table tbody thead tfoot ", name) {
			return nil
		}
	}
	return nil
}

// closeTo ends all elements from that one on.
func (p *page) closeTo(i int) error {
	for len(p.open) > i {
		e := p.open[len(p.open)-1]
		if is(blocks, e.name) {
			if err := p.breakOff(); err != nil {
				return err
			}
		}
		var err error
		switch e.name {
		case "td", "th":
			p.endCell()
		case "tr":
			err = p.endRow()
		case "table":
			err = p.endTable()
		case "li":
			p.item = nil
		case "q":
			err = p.say("”")
		}
		if err != nil {
			return err
		}
		p.open = p.open[:len(p.open)-1]
		p.count[e.name]--
	}
	return nil
}

// beginItem begins an item of the innermost list.
func (p *page) beginItem() {
	item := &document.Block{Kind: document.Item}
	for _, e := range slices.Backward(p.open) {
		if e.list == nil {
			continue
		}
		if item.Level++; item.Level > 1 || !e.list.isNumbered {
			continue
		}
		if value, ok := p.tags.get("value"); ok {
			e.list.next = numberOr(value, e.list.next)
		}
		kind := map[string]string{"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}[e.list.kind]
		item.Text = counted(e.list.next, kind) + "."
		e.list.next++
	}
	item.Level = min(max(item.Level, 1), 6)
	p.item = item
}

// breakOff ends the paragraph, or goes on in the same cell.
func (p *page) breakOff() error {
	if p.inCell() != nil {
		p.said.space()
		return nil
	}
	return p.flush()
}

// flush makes blocks of what was said.
func (p *page) flush() error {
	said := p.said
	p.said = layers{}
	if said.size == 0 {
		return nil
	}
	b := document.Block{Kind: document.Paragraph}
	for _, e := range slices.Backward(p.open) {
		if name := e.name; name == "pre" {
			b.Kind = document.Code
			break
		} else if len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' {
			b.Kind, b.Level = document.Heading, int(name[1]-'0')
			break
		}
	}
	for i, veil := range veils {
		b := b
		if b.Veil, b.Text = veil, said.of(veil); b.Kind == document.Code {
			b.Text = inLines(said.text[i])
		}
		if b.Text == "" {
			continue
		}
		if p.item != nil && b.Kind == document.Paragraph {
			b.Kind, b.Level = document.Item, p.item.Level
			if p.item.Text != "" {
				b.Text = p.item.Text + " " + b.Text
			}
			p.item = nil
		}
		if err := p.add(b); err != nil {
			return err
		}
	}
	return nil
}

// inLines is source code without empty lines around it.
func inLines(code []byte) string {
	lines := strings.Split(clean(string(code)), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
