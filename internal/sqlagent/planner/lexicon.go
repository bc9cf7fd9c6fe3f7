package planner

import (
	"embed"
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
	"burrow/internal/words"
)

//go:embed data
var data embed.FS

// meaning is one thing of the schema that some words may stand for.
type meaning struct {
	table  *table   // a table, if column and edge are nil
	column *column  // a column, or the one that holds value
	edge   *edge    // a role: what a key names, called as the key is
	value  *string  // a label of column; of a truth "1" or "0"
	more   []string // other labels that are meant with it
	said   string   // the word that stands for these labels together
	parts  []*column
	kind   *meaning // of a table: the value that says which of its rows
	last   string   // the last word as the schema has it, with its ending
	// quality is 1 for the name itself and less for a synonym or a comment.
	quality float64
}

// label reports whether a value is one of an enumeration, or a truth.
func (m meaning) label() bool { return len(m.column.Values) > 0 || m.column.kind == isTruth }

// lexicon has the meanings of phrases by their stems with spaces between them.
type lexicon struct {
	of      map[string][]meaning
	longest int
}

func (x *lexicon) add(words []string, m meaning) {
	if len(words) == 0 || len(words) > 6 {
		return
	}
	key := strings.Join(words, " ")
	x.longest = max(x.longest, len(words))
	for i, o := range x.of[key] {
		if sameMeaning(o, m) && m.parts == nil {
			x.of[key][i].quality = max(o.quality, m.quality)
			return
		}
	}
	x.of[key] = append(x.of[key], m)
}

// Qualities of meanings.
const (
	byName    = 1.0
	byShort   = .95 // the name without the table's words in it
	bySynonym = .9
	byPhrase  = .98 // a synonym of several words
	byComment = .85
	byHead    = .7 // the last word of a table's name
)

func (p *Planner) readLexicon() {
	x := &p.lexicon
	x.of = map[string][]meaning{}
	for _, t := range p.tables {
		p.addTable(t)
		for _, w := range append(schema.TextWords(t.Comment), t.words...) {
			p.said[w] = true
		}
		for _, c := range t.columns {
			for _, w := range append(slices.Clone(c.words), c.deeds...) {
				p.said[w] = true
			}
		}
		for _, c := range t.columns {
			p.addColumn(c)
		}
		p.addParts(t)
	}
	for _, e := range p.edges {
		p.addRole(e)
		p.addDoer(e)
	}
	if !slices.ContainsFunc(x.of["person"], func(m meaning) bool { return m.table != nil }) {
		for _, t := range p.tables {
			if t.person() {
				x.add([]string{"person"}, meaning{table: t, quality: bySynonym})
			}
		}
	}
}

// prefixes are words in front of a table's name that say nothing of what it holds.
const prefixes = " tbl tb t ref dim fact vw v "

func (p *Planner) addTable(t *table) {
	m := meaning{table: t, quality: byName, last: lastWord(t.Name)}
	name := t.words
	p.addName(name, m)
	if len(name) > 1 && strings.Contains(prefixes, " "+name[0]+" ") {
		m.quality = byShort
		p.addName(name[1:], m)
	}
	if head := headOf(t.Comment); len(head) > 0 && !slices.ContainsFunc(t.columns, func(c *column) bool { return slices.Equal(c.words, head) }) {
		c := m
		c.quality, c.last = byComment, headWord(t.Comment, len(head))
		if len(head) == 1 && slices.ContainsFunc(p.tables, func(o *table) bool { return o != t && o.words[len(o.words)-1] == head[0] }) {
			c.quality = byHead // orders may be those to suppliers, or work orders
		}
		p.addName(head, c)
	}
	if of := fullHead(t.Comment); of != nil {
		c := m
		c.quality, c.last = byComment, headWord(t.Comment, 1)
		p.addName(of, c)
	}
	if n := len(name); n > 1 && strings.Contains(" typ categor category kind ", " "+name[n-1]+" ") {
		for _, kind := range []string{"kind", "typ", "sort", schema.Stem("category")} {
			k := meaning{table: t, quality: byHead, last: ""}
			p.lexicon.add([]string{kind}, k)
			k.quality = byShort
			for _, of := range p.calledSo(name[:n-1]) {
				p.lexicon.add(append([]string{kind, "of"}, of...), k)
			}
		}
	}
	if n := len(name); n > 1 && !t.bridge {
		m.quality = byHead
		p.lexicon.add(name[n-1:], m)
	}
}

// calledSo are the ways to say a name: itself, and what people say for it.
func (p *Planner) calledSo(name []string) [][]string {
	out := [][]string{name}
	for said, names := range synonyms() {
		if containsWords(names, name) {
			var stems []string
			for w := range strings.FieldsSeq(said) {
				stems = append(stems, schema.Stem(w))
			}
			out = append(out, stems)
		}
	}
	return out
}

// lastWord is the last word of a name.
func lastWord(name string) string {
	w := nameParts(name)
	return w[len(w)-1]
}

// addName adds a name, also as one word: "time sheet" is a timesheet.
func (p *Planner) addName(words []string, m meaning) {
	p.lexicon.add(words, m)
	if len(words) == 2 {
		p.lexicon.add([]string{words[0] + words[1]}, m)
	}
}

// ends are words with which the first phrase of a comment ends.
const ends = " of at in for from to that which who whose where with by on as if when without and or until is are was put after is has have asked; "

// headOf are the stems of the first phrase of a comment: "contract" of "Contracts for
// regular service".
func headOf(comment string) []string {
	comment, _, _ = strings.Cut(comment, "(")
	var out []string
	for _, w := range strings.Fields(strings.ToLower(comment)) {
		bare := strings.TrimRight(w, ",;:.")
		if bare == "and" || bare == "or" {
			return nil // "Repairs and services" are not all repairs
		}
		if strings.Contains(ends, " "+bare+" ") {
			break
		}
		out = append(out, schema.TextWords(bare)...)
		if bare != w {
			break
		}
	}
	if len(out) > 0 && strings.Contains(" what wher when how why whether who which ", " "+out[0]+" ") {
		return nil
	}
	if len(out) == 1 && len(languages()[0].phrases[headWord(comment, 1)]) > 0 {
		return nil // "Most that may be owed"
	}
	if len(out) > 4 || len(out) == 1 && strings.Contains(" kind typ name whether who number day time thing row lin datum part point people person place way unit list text note ", " "+out[0]+" ") {
		return nil
	}
	return out
}

// fullHead is the first phrase of a comment with what it is of: "inspection form" of "Forms
// for inspections".
func fullHead(comment string) []string {
	f := strings.Fields(strings.ToLower(comment))
	if len(f) < 3 || !strings.Contains(" of for to on in ", " "+f[1]+" ") || len(headOf(f[0])) == 0 {
		return nil
	}
	of := f[2:]
	if strings.Contains(" a an the ", " "+of[0]+" ") {
		of = of[1:]
	}
	if len(of) == 0 || len(of) > 2 || strings.ContainsAny(strings.Join(of, ""), ",;:()'") {
		return nil
	}
	return append(schema.TextWords(strings.Join(of, " ")), headOf(f[0])...)
}

// headWord is the last word of a comment's first phrase.
func headWord(comment string, n int) string {
	f := strings.Fields(strings.ToLower(comment))
	return strings.TrimRight(f[min(n, len(f))-1], ",;:.")
}

func (p *Planner) addColumn(c *column) {
	m := meaning{column: c, quality: byName, last: lastWord(c.Name)}
	w := c.words
	if c.kind == isTruth {
		p.addTruth(c)
		return
	}
	if c.key && !c.table.IsUnique(c.Name) && !strings.Contains(" id code key no number nr ", " "+w[len(w)-1]+" ") {
		return // what a key names is a role
	}
	p.addName(w, m)
	if c.kind == isDate && len(w) > 1 && strings.Contains(" on at tim day ", " "+w[len(w)-1]+" ") {
		short := m
		parts := nameParts(c.Name)
		short.last = parts[len(parts)-2]
		p.addName(w[:len(w)-1], short)
		p.lexicon.add(append(slices.Clone(w[:len(w)-1]), schema.Stem("date")), meaning{column: c, quality: byShort})
	}
	if c.kind == isDate && !c.audit && len(w) > 2 && slices.Contains(w[1:], "due") {
		p.lexicon.add([]string{"due"}, meaning{column: c, quality: byComment}) // nextDueOn
		if due := slices.Index(w, "due"); due == 1 {
			p.lexicon.add([]string{"due", "for", w[0]}, meaning{column: c, quality: byShort}) // calibrationDueOn
			p.lexicon.add([]string{w[0], "is", "due"}, meaning{column: c, quality: byShort})
		}
	}
	if slices.Equal(w, c.table.words) && c.kind == isText && c.table.column("name") == nil {
		p.lexicon.add([]string{"nam"}, meaning{column: c, quality: byShort}) // the orchestra of an orchestra
	}
	if c.table.key() == c {
		p.lexicon.add([]string{"id"}, meaning{column: c, quality: byShort})
	}
	// petAge of pets is their age.
	m.quality = byShort
	if n := len(c.table.words); len(w) > n && slices.Equal(w[:n], c.table.words) {
		p.addName(w[n:], m)
	} else if len(w) > 1 && w[0] == c.table.words[len(c.table.words)-1] {
		p.addName(w[1:], m)
	}
	if n := len(w); n > 1 && c.kind == isNumber && !c.key && strings.Contains(" amount pric cost fee total valu pay ", " "+w[n-1]+" ") &&
		!strings.Contains(" minimum maximum estimat expect default plan usual ", " "+w[0]+" ") {
		head := m
		head.quality = byHead
		p.lexicon.add(w[n-1:], head)
	}
	if n := len(w); n > 1 && c.kind == isText && !c.key && w[n-1] == schema.Stem("type") {
		p.lexicon.add(w[n-1:], meaning{column: c, quality: byHead}) // the type of a file is its mimeType
	}
	if n := len(w); n > 1 && strings.Contains(" km kg kw percent hour day month minut byt ", " "+w[n-1]+" ") {
		p.addName(w[:n-1], meaning{column: c, quality: byHead})
		p.addName(append(slices.Clone(w[:n-1]), schema.Stem("reading")), meaning{column: c, quality: byShort})
		if strings.Contains(" km kg kw ", " "+w[n-1]+" ") {
			p.lexicon.add(w[n-1:], meaning{column: c, quality: byComment})
		}
	}
	if long, ok := abbreviations[strings.Join(w, " ")]; ok {
		p.addName(long, m)
	}
	if head := headOf(c.Comment); len(head) > 0 && !c.key && !(c.kind == isDate && head[0] == "first") {
		m.quality, m.last = byComment, headWord(c.Comment, len(head))
		p.addName(head, m)
	}
	for _, v := range c.Values {
		p.addValue(c, v)
	}
	p.addStates(c)
}

// abbreviations are names of columns that nobody says.
var abbreviations = map[string][]string{
	"fnam": {"first", "nam"}, "lnam": {"last", "nam"}, "dob": {"birth", schema.Stem("date")}, "qty": {"quantit"}, "num": {"number"}, "amt": {"amount"}, "desc": {"description"},
	"addr": {"address"}, "tel": {"phon"}, "dept": {"department"},
}

// unbooled are the words in front of the name of a truth.
const unbooled = " is has was can would should must did "

func (p *Planner) addTruth(c *column) {
	yes, no := "1", "0"
	p.addName(c.words, meaning{column: c, quality: byName})
	parts := nameParts(c.Name)
	w := c.words
	if len(parts) > 1 && strings.Contains(unbooled, " "+parts[0]+" ") {
		w = w[1:]
	}
	p.lexicon.add(w, meaning{column: c, value: &yes, quality: byName})
	for _, un := range []string{"in", "un", "non", "not "} {
		p.lexicon.add(strings.Fields(un+strings.Join(w, " ")), meaning{column: c, value: &no, quality: bySynonym})
	}
	p.lexicon.add(append([]string{"non"}, w...), meaning{column: c, value: &no, quality: bySynonym})
	p.addStill(c)
}

func (p *Planner) addValue(c *column, v string) {
	if w := schema.Words(v); len(w) > 0 && len(w) <= 6 && strings.Trim(v, "0123456789.,-") != "" {
		p.lexicon.add(w, meaning{column: c, value: &v, quality: byName})
		if len(w) == 1 && len(v) > 3 {
			// The stem of "invoiced" is that of an invoice: as a value only its own form counts.
			p.exact[strings.Join(w, " ")] = append(p.exact[strings.Join(w, " ")], strings.ToLower(v))
		}
	}
}

// addRole adds what a key names by the key's own name: a work order's supervisor.
func (p *Planner) addRole(e *edge) {
	for _, w := range append(slices.Clone(e.plain[max(0, len(e.plain)-1):]), e.verbs...) { // nobody accounts an account manager
		if !e.named && !slices.Contains(nameParts(e.one.Name), w) || slices.Contains(e.verbs, w) {
			p.addVerb(e, w)
		}
	}
	if e.hub || e.named || e.deed {
		return // by whom something was received is no thing that is called so
	}
	p.addName(e.words, meaning{table: e.one, edge: e, quality: byName})
	if e.role != "" {
		p.addName(schema.Words(e.role), meaning{table: e.one, edge: e, quality: byName})
	}
}

// addVerb adds a word of a role in the form in which verbs and who does them are alike:
// supervisor, supervised and supervises.
func (p *Planner) addVerb(e *edge, word string) {
	if base := verbBase(word); len(base) >= 4 || len(base) >= 3 && word != base {
		if !slices.Contains(p.verbs[base], e) {
			p.verbs[base] = append(p.verbs[base], e)
		}
	}
}

// verbBase is a word without what makes it a verb's form or the name of who does it.
func verbBase(word string) string {
	for _, end := range []string{"ation", "ition", "ment", "ing", "ion", "ers", "ors", "er", "or", "ed", "al", "es", "s", "e"} {
		if b, ok := strings.CutSuffix(word, end); ok && len(b) >= 3 {
			if n := len(b); n > 3 && b[n-1] == b[n-2] && b[n-1] != 's' && b[n-1] != 'l' {
				b = b[:n-1] // planned
			}
			return strings.TrimSuffix(b, "e")
		}
	}
	return word
}

// addParts adds what several columns are together: a name of first and last name, an
// address of street, postal code and town.
func (p *Planner) addParts(t *table) {
	var name, address []*column
	for _, c := range t.columns {
		w := nameParts(c.Name)
		switch end := w[len(w)-1]; {
		case c.kind != isText:
		case strings.Contains(" firstname fname forename lastname lname surname ", " "+strings.Join(w, "")+" "):
			name = append(name, c)
		case strings.Contains(" street city town zip zipcode postcode ", " "+end+" "), end == "code" && len(w) > 1 && (w[len(w)-2] == "postal" || w[len(w)-2] == "zip"):
			address = append(address, c)
		}
	}
	if len(name) == 2 && t.column("name") == nil {
		p.addName([]string{"nam"}, meaning{parts: name, quality: byName})
		p.addName([]string{"full", "nam"}, meaning{parts: name, quality: byName})
	}
	if len(address) >= 2 && t.column("address") == nil {
		p.addName([]string{"address"}, meaning{parts: address, quality: byName})
	}
}

// fold is a word in small letters without accents.
func fold(word string) string {
	var out []byte
	for _, r := range word {
		out = words.AppendFolded(out, r)
	}
	return string(out)
}
