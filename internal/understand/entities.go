package understand

import "strings"

// EntityKind is how an entity was recognised.
type EntityKind string

// The kinds of entities.
const (
	Identifier EntityKind = "identifier" // 25-01-064, INV-2041
	Name       EntityKind = "name"       // words with capitals
	Title      EntityKind = "title"      // in quotation marks
	Item       EntityKind = "item"       // of a numbered or bulleted list
	Row        EntityKind = "row"        // the first cell of a table's row
)

// Entity is something that was named, once for each message that names it.
type Entity struct {
	Text string     `json:"text"`
	Kind EntityKind `json:"kind"`
	// Exchange is the number of the exchange in the history that was given.
	Exchange int  `json:"exchange"`
	InAnswer bool `json:"in_answer"`
	// List numbers the lists of the history from 1; 0 is no list. Place is the
	// place within it, from 1.
	List  int `json:"list,omitempty"`
	Place int `json:"place,omitempty"`
	// Of are the stems of nouns that say what it is: "project", "customer".
	Of []string `json:"-"`
}

// Window is how many exchanges are looked at; older ones are out of sight.
const Window = 10

// Entities returns what was named in the last exchanges, in order.
func Entities(history []Exchange, o Options) []Entity {
	r := entityReader{patterns: o.Identifiers}
	for i := max(0, len(history)-Window); i < len(history); i++ {
		r.exchange = i
		r.inAnswer, r.asked = false, nil
		r.message(clip(history[i].Question, maxEntityBytes))
		r.asked = plurals(history[i].Question)
		r.inAnswer = true
		r.message(clip(history[i].Answer, maxEntityBytes))
	}
	return r.found
}

// maxEntityBytes is how much of a message is read for entities.
const maxEntityBytes = 6 << 10

// entityReader goes through messages line by line.
type entityReader struct {
	patterns []string
	found    []Entity
	exchange int
	inAnswer bool
	asked    []string // nouns in the plural that the question asks for

	lists   int
	list    int      // the open list, 0 if none
	place   int      // the last place in it
	nouns   []string // what the open list is of
	intro   []string // nouns in the plural of the line before
	inTable bool
	first   int // of the message's entities
}

func (r *entityReader) message(text string) {
	r.first = len(r.found)
	r.list, r.inTable = 0, false
	r.intro = nil
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case line[0] == '|':
			r.tableRow(line)
		default:
			r.inTable = false
			if item, ok := listItem(line); ok {
				r.item(item)
				continue
			}
			r.list = 0
			r.prose(line)
			r.intro = plurals(line)
		}
	}
}

// openList begins a list unless one is open.
func (r *entityReader) openList() {
	if r.list == 0 {
		r.lists++
		r.list, r.place = r.lists, 0
		r.nouns = append(append([]string(nil), r.intro...), r.asked...)
	}
}

func (r *entityReader) add(e Entity) {
	e.Exchange, e.InAnswer = r.exchange, r.inAnswer
	if e.Text = strings.TrimSpace(e.Text); e.Text == "" {
		return
	}
	// What something is was perhaps said when it was first named.
	for i := range r.first {
		if old := &r.found[i]; strings.EqualFold(old.Text, e.Text) {
			e.Of = append(e.Of, old.Of...)
			break
		}
	}
	for i := r.first; i < len(r.found); i++ {
		if old := &r.found[i]; strings.EqualFold(old.Text, e.Text) {
			if e.List != 0 && old.List == 0 {
				old.List, old.Place = e.List, e.Place
			}
			old.Of = append(old.Of, e.Of...)
			return
		}
	}
	r.found = append(r.found, e)
}

// item reads an entry of a list: its head, and what is named in it besides.
func (r *entityReader) item(text string) {
	r.openList()
	r.place++
	head, rest := itemHead(text)
	e := Entity{Text: head, Kind: Item, List: r.list, Place: r.place, Of: r.nouns}
	if spans := r.identifiers(head); len(spans) > 0 {
		e.Kind, e.Text = Identifier, head[spans[0].start:spans[0].end]
		e.Of = append(nounsBefore(head[:spans[0].start]), e.Of...)
	}
	r.add(e)
	list := r.list
	r.list = 0
	r.prose(rest)
	r.list = list
}

func (r *entityReader) tableRow(line string) {
	cells := strings.Split(strings.Trim(line, "| "), "|")
	cell := strings.Trim(cells[0], " *_`")
	if strings.Trim(cell, "-: ") == "" {
		return
	}
	if !r.inTable {
		// The first row names the columns.
		r.inTable, r.list = true, 0
		words := cut(nil, cell)
		r.openList()
		for _, w := range words {
			r.nouns = append(r.nouns, w.stem)
		}
		return
	}
	r.place++
	e := Entity{Text: cell, Kind: Row, List: r.list, Place: r.place, Of: r.nouns}
	if len(r.identifiers(cell)) > 0 {
		e.Kind = Identifier
	}
	r.add(e)
	for _, other := range cells[1:] {
		list := r.list
		r.list = 0
		r.prose(strings.TrimSpace(other))
		r.list = list
	}
}

// listItem returns the text of "1. x", "2) x", "- x", "* x", "• x".
func listItem(line string) (string, bool) {
	for _, bullet := range [...]string{"- ", "* ", "• ", "– ", "+ "} {
		if rest, ok := strings.CutPrefix(line, bullet); ok {
			return strings.TrimSpace(rest), true
		}
	}
	n := 0
	for n < len(line) && n < 3 && '0' <= line[n] && line[n] <= '9' {
		n++
	}
	if n > 0 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' ' {
		return strings.TrimSpace(line[n+2:]), true
	}
	return "", false
}

// maxHeadBytes is how long the name of a list's entry may be.
const maxHeadBytes = 80

// itemHead divides an entry into its name and what is said of it.
func itemHead(text string) (head, rest string) {
	for _, mark := range [...]string{"**", "__"} {
		if inner, ok := strings.CutPrefix(text, mark); ok {
			if head, rest, ok := strings.Cut(inner, mark); ok {
				return strings.TrimRight(head, ": "), rest
			}
		}
	}
	end := len(text)
	for _, stop := range [...]string{": ", " - ", " – ", " — ", " (", ", ", ". ", "; "} {
		if at := strings.Index(text, stop); at > 0 && at < end {
			end = at
		}
	}
	head = clip(text[:end], maxHeadBytes)
	return strings.Trim(head, " .:`*_\""), text[end:]
}

// plurals returns the stems of a line's nouns in the plural: what a list that
// follows may be of.
func plurals(line string) (out []string) {
	for _, w := range cut(nil, clip(line, 300)) {
		if w.content() && len(w.text) > 3 && strings.HasSuffix(w.text, "s") && w.stem != w.text || w.text == "people" || w.text == "men" || w.text == "women" {
			out = append(out, w.stem)
		}
	}
	return out
}

// nounsBefore returns the stem of the noun at the end of a text: of "project" in
// "project 25-01-064".
func nounsBefore(text string) []string {
	words := cut(nil, text[max(0, len(text)-60):])
	if len(words) == 0 {
		return nil
	}
	w := words[len(words)-1]
	if !w.content() || w.end < len(text[max(0, len(text)-60):])-2 {
		return nil
	}
	return []string{w.stem}
}
