package understand

import (
	"slices"
	"strings"

	"burrow/internal/words"
)

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

	beside string // what its line says of it
}

// Window is how many exchanges are looked at; older ones are out of sight, but for
// the first question, which often names what a conversation is about.
const Window = 10

// Entities returns what was named in the last exchanges, in order.
func Entities(history []Exchange, o Options) []Entity {
	c := newConversation(o.languages(), history, "")
	c.readWindow()
	return c.entities(o)
}

func (c *conversation) entities(o Options) []Entity {
	r := entityReader{patterns: o.Identifiers}
	for i := max(0, len(c.history)-Window); i < len(c.history); i++ {
		r.exchange = i
		r.inAnswer, r.asked = false, nil
		r.message(&c.asked[i])
		r.asked = plurals(c.asked[i].words)
		r.inAnswer = true
		r.message(&c.answers[i])
	}
	return r.found
}

// entityReader goes through messages line by line.
type entityReader struct {
	patterns []string
	found    []Entity
	names    roots
	named    []firstAndLast // entities with the same text
	exchange int
	inAnswer bool
	asked    []string // nouns in the plural that the question asks for

	text    string
	words   []word
	lists   int
	list    int      // the open list, 0 if none
	place   int      // the last place in it
	nouns   []string // what the open list is of
	intro   []string // nouns in the plural of the line before
	inTable bool
	first   int // of the message's entities
}

type firstAndLast struct{ first, last int }

func (r *entityReader) message(m *message) {
	r.text, r.words = m.text, m.words
	r.first = len(r.found)
	r.list, r.inTable = 0, false
	r.intro = nil
	for begin := 0; begin < len(r.text); {
		end := len(r.text)
		if n := strings.IndexByte(r.text[begin:], '\n'); n >= 0 {
			end = begin + n
		}
		r.line(begin, end)
		begin = end + 1
	}
}

func (r *entityReader) line(begin, end int) {
	for begin < end && r.text[begin] <= ' ' {
		begin++
	}
	if begin == end {
		return
	}
	if r.text[begin] == '|' {
		r.tableRow(begin, end)
		return
	}
	r.inTable = false
	if n := bulletLength(r.text[begin:end]); n > 0 {
		r.item(begin+n, end)
		return
	}
	if n := optionEnd(r.between(begin, end), r.text[:end]); n > 0 {
		r.item(n, end)
		return
	}
	r.list = 0
	r.prose(begin, end)
	r.intro = plurals(r.between(begin, end))
}

// between returns the words of a part of the message.
func (r *entityReader) between(begin, end int) []word {
	return r.words[r.wordAt(begin):r.wordAt(end)]
}

// wordAt returns the place of the first word from a byte on.
func (r *entityReader) wordAt(at int) int {
	low, high := 0, len(r.words)
	for low < high {
		if mid := (low + high) / 2; r.words[mid].start < at {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// openList begins a list unless one is open.
func (r *entityReader) openList() {
	if r.list == 0 {
		r.lists++
		r.list, r.place = r.lists, 0
		r.nouns = union(r.intro, r.asked)
	}
}

// union returns a list of its own.
func union(a, b []string) []string {
	out := make([]string, len(a), len(a)+len(b))
	copy(out, a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func (r *entityReader) add(e Entity) {
	e.Exchange, e.InAnswer = r.exchange, r.inAnswer
	if e.Text = strings.TrimSpace(e.Text); e.Text == "" {
		return
	}
	at, fresh := r.names.add(folded(e.Text))
	if fresh {
		r.named = append(r.named, firstAndLast{len(r.found), len(r.found)})
	} else if n := &r.named[at]; n.last >= r.first {
		old := &r.found[n.last]
		if e.List != 0 && old.List == 0 {
			old.List, old.Place = e.List, e.Place
		}
		old.Of = union(old.Of, e.Of)
		return
	} else {
		// What something is was perhaps said when it was first named.
		e.Of = union(e.Of, r.found[n.first].Of)
		n.last = len(r.found)
	}
	r.found = append(r.found, e)
}

// folded is the hash of a text whatever its capitals.
func folded(text string) root {
	h := hashSeed
	for i := range len(text) {
		c := text[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		h = (h ^ root(c)) * 16777619
	}
	return h
}

// item reads an entry of a list: its head, and what is named in it besides.
func (r *entityReader) item(begin, end int) {
	r.openList()
	r.place++
	head, rest := itemHead(r.text[begin:end])
	e := Entity{Text: head, Kind: Item, List: r.list, Place: r.place, Of: r.nouns, beside: rest}
	if spans := r.identifiers(head); len(spans) > 0 {
		s := spans[0]
		e.Kind, e.Text = Identifier, head[s.start:s.end]
		at := begin + strings.Index(r.text[begin:end], head) + s.start
		e.Of = union(nounBefore(r.between(begin, at), at), e.Of)
	}
	r.add(e)
	list := r.list
	r.prose(end-len(rest), end)
	r.list = list
}

func (r *entityReader) tableRow(begin, end int) {
	for cell := 0; begin < end; cell++ {
		for begin < end && (r.text[begin] == '|' || r.text[begin] <= ' ') {
			begin++
		}
		to := end
		if n := strings.IndexByte(r.text[begin:end], '|'); n >= 0 {
			to = begin + n
		}
		if cell > 0 {
			list := r.list
			r.prose(begin, to)
			r.list = list
		} else if !r.firstCell(begin, to, end) {
			return
		}
		begin = to
	}
}

// firstCell returns false if the row is no entry.
func (r *entityReader) firstCell(begin, end, row int) bool {
	text := strings.Trim(r.text[begin:end], " *_`\r\t")
	if strings.Trim(text, "-: ") == "" {
		return false
	}
	if !r.inTable {
		// The first row names the columns.
		r.inTable, r.list = true, 0
		r.openList()
		for _, w := range r.between(begin, end) {
			r.nouns = append(r.nouns, w.stem)
		}
		return false
	}
	r.place++
	e := Entity{Text: text, Kind: Row, List: r.list, Place: r.place, Of: r.nouns, beside: r.text[end:row]}
	if len(r.identifiers(text)) > 0 {
		e.Kind = Identifier
	}
	r.add(e)
	return true
}

// bulletLength returns how long the mark of "1. x", "b) x", "- x", "* x", "• x" is.
func bulletLength(line string) int {
	for _, bullet := range [...]string{"- ", "* ", "• ", "– ", "+ "} {
		if strings.HasPrefix(line, bullet) {
			return len(bullet)
		}
	}
	n := 0
	for n < len(line) && n < 3 && words.IsDigit(line[n]) {
		n++
	}
	if n == 0 && isLetter(line[0]) && len(line) > 1 && line[1] == ')' {
		n = 1 // "b) "
	}
	if n > 0 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' ' {
		return n + 2
	}
	return 0
}

// maxHeadBytes is how long the name of a list's entry may be.
const maxHeadBytes = 80

// itemHead divides an entry into its name and what is said of it.
func itemHead(text string) (head, rest string) {
	for _, mark := range [...]string{"**", "__"} {
		if inner, ok := strings.CutPrefix(strings.TrimSpace(text), mark); ok {
			if head, rest, ok := strings.Cut(inner, mark); ok {
				return strings.TrimRight(head, ": "), rest
			}
		}
	}
	end := len(text)
	for _, stop := range [...]string{": ", " - ", " – ", " — ", " (", ", ", ". ", "; ", "，", "。", "："} {
		if at := strings.Index(text[:end], stop); at > 0 {
			end = at
		}
	}
	head = clip(text[:end], maxHeadBytes)
	return strings.Trim(head, " .:`*_\"\r"), text[end:]
}

// plurals returns the stems of nouns in the plural among a line's first words: what
// a list that follows may be of.
func plurals(words []word) (out []string) {
	for i := range words[:min(len(words), 50)] {
		if w := &words[i]; isPlural(w) && w.kind&function == 0 && len(w.text) > 3 || w.mark == mPeople {
			out = append(out, w.stem)
		}
	}
	return out
}

func isPlural(w *word) bool {
	n := len(w.text)
	return w.text[n-1] == 's' && words.StemLength(w.text) < n
}

// nounBefore returns the stem of the noun at the end of words, if it ends close to
// a place: of "project" in "project 25-01-064".
func nounBefore(words []word, at int) []string {
	if len(words) == 0 {
		return nil
	}
	w := &words[len(words)-1]
	if w.kind&function != 0 || w.end < at-2 {
		return nil
	}
	return []string{w.stem}
}
