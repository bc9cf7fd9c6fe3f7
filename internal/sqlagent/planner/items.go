package planner

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// class is what an item of a question is taken for.
type class uint8

const (
	aWord class = iota // of the language: how many, of, more than
	aTable
	aColumn
	aValue
	aVerb // of a role: supervised
	aNumber
	aDate
	aComma
	aHint // a verb that says no more than the tables do: hours worked
	aText // quoted, to be found in a column that the question names
)

// item is some tokens that mean one thing together.
type item struct {
	class
	from, to int // tokens
	text     string
	kinds    []string
	means    []meaning
	edges    []*edge
	verbs    []verb
	number   string
	span     span
	cost     float64
}

func (it *item) is(kinds ...string) bool {
	return it != nil && it.class == aWord && slices.ContainsFunc(kinds, func(k string) bool { return contains(it.kinds, k) })
}

// board holds all items that a question may be made of.
type board struct {
	p      *Planner
	l      *language
	tokens []token
	at     [][]item // by first token, the likeliest first
	found  map[string][]meaning
	before *Reading // the tables of the question before may be meant, too
	points string   // a word that stands for something which is not named
}

// newBoard finds what each part of a question may mean, and looks up in the database what
// is no word of the schema or the language.
func (p *Planner) newBoard(ctx context.Context, question string, before *Reading) (*board, error) {
	b := &board{p: p, before: before, tokens: tokens(question), found: map[string][]meaning{}}
	b.l = languageOf(b.tokens)
	b.fill()
	if err := b.lookUp(ctx); err != nil {
		return nil, err
	}
	if len(b.found) > 0 {
		b.fill()
		b.keepNames()
	}
	return b, nil
}

func (b *board) fill() {
	b.at = make([][]item, len(b.tokens))
	dates := &dateReader{l: b.l, today: b.p.today(), t: b.tokens}
	longest := max(b.l.longest, b.p.lexicon.longest, 6)
	for i := range b.tokens {
		t := b.tokens[i]
		if t.mark {
			b.at[i] = []item{{class: aComma, from: i, to: i + 1, text: t.text}}
			continue
		}
		if s, n := dates.read(i); n > 0 {
			b.add(item{class: aDate, from: i, to: i + n, span: s})
		}
		for n := min(longest, len(b.tokens)-i); n > 0; n-- {
			if !slices.ContainsFunc(b.tokens[i:i+n], func(t token) bool { return t.mark }) {
				b.phrase(i, n)
			}
		}
		b.addParticles(i)
		if t.number != "" {
			b.add(item{class: aNumber, from: i, to: i + 1, number: t.number})
		} else if n, ok := b.l.numbers[t.folded]; ok && n > 0 {
			b.add(item{class: aNumber, from: i, to: i + 1, number: itoa(n), cost: .01})
		}
		if t.quoted {
			b.add(item{class: aText, from: i, to: i + 1, cost: .3})
		}
	}
}

func (b *board) add(it item) {
	var parts []string
	for _, t := range b.tokens[it.from:it.to] {
		parts = append(parts, t.text)
	}
	it.text = strings.Join(parts, " ")
	b.at[it.from] = append(b.at[it.from], it)
}

// phrase adds what the words of a phrase mean in the schema and in the language.
func (b *board) phrase(i, n int) {
	t := b.tokens[i : i+n]
	stems := make([]string, n)
	for k := range t {
		stems[k] = t[k].stem
		if t[k].quoted {
			stems[k] = strings.Join(schema.TextWords(t[k].text), " ")
		}
	}
	folded := joinFolded(t)
	means := b.p.meanings(strings.Join(stems, " "), folded, n)
	means = slices.DeleteFunc(means, func(m meaning) bool { return !sameForm(t[n-1].folded, m) })
	if n == 1 && len(b.l.phrases[folded]) > 0 && b.l.name == "en" {
		// A word of the language names only what is called exactly so: "not" is no note.
		means = slices.DeleteFunc(means, func(m meaning) bool {
			last := fold(m.last)
			return m.value == nil && last != "" && last != folded && last+"s" != folded && last != folded+"s" || i == 0 && m.quality <= byHead
		})
	}
	if n == 1 && b.l.name == "en" && i > 0 && b.asks(i) && b.tokens[i-1].folded != "than" && (i+1 == len(b.tokens) || b.verbEnds(i+1)) {
		// What somebody did pay is no pay.
		means = slices.DeleteFunc(means, func(m meaning) bool { return m.column != nil && m.value == nil && m.quality <= byComment })
	}
	means = append(means, b.found[folded]...)
	if t[0].quoted {
		means = slices.DeleteFunc(means, func(m meaning) bool { return m.value == nil })
	}
	b.addMeans(i, n, means, strings.ToLower(b.text(i, n)))
	b.addKinds(i, n, means)
	if kinds := b.l.phrases[folded]; len(kinds) > 0 && !t[0].quoted {
		b.add(item{class: aWord, from: i, to: i + n, kinds: kinds})
	}
	if n == 1 && !t[0].quoted && len(b.l.phrases[folded]) == 0 {
		if edges := b.p.verbs[verbBase(t[0].folded)]; len(edges) > 0 && !isDoer(t[0].folded, means) {
			b.add(item{class: aVerb, from: i, to: i + 1, edges: edges, cost: .05})
		}
	}
	if contains(b.l.phrases[folded], "reports") && n > 1 {
		if above := slices.DeleteFunc(slices.Clone(b.p.verbs[verbBase("manager")]), func(e *edge) bool { return e.many != e.one }); len(above) > 0 {
			b.add(item{class: aVerb, from: i, to: i + n, edges: above})
		}
	}
	if !t[0].quoted {
		b.hint(i, n, means)
	}
}

// verbEnds reports whether what stands at a token ends the part of a question with the verb:
// a preposition, a mark or a time.
func (b *board) verbEnds(i int) bool {
	t := b.tokens[i]
	return t.mark || slices.ContainsFunc(b.l.phrases[t.folded], func(kind string) bool {
		return strings.Contains(" in on of from for to by during since until before after between per last this with and ", " "+kind+" ")
	})
}

// verbForm reports whether a word is a verb by its ending, and nothing else that it may
// mean is lost; or by "did" before it.
func (b *board) verbForm(i int, means []meaning) bool {
	w := b.tokens[i].folded
	if len(w) > 4 && (strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing")) {
		return len(means) == 0
	}
	noun := slices.ContainsFunc(means, func(m meaning) bool { return m.value == nil })
	if last := i+1 == len(b.tokens); noun || !last && len(b.l.phrases[b.tokens[i+1].folded]) == 0 {
		return false // a verb has its noun before it
	}
	if i > 0 && slices.ContainsFunc([]string{"in", "of", "from", "for", "to", "by", "with", "during"}, func(k string) bool { return contains(b.l.phrases[b.tokens[i-1].folded], k) }) {
		return false // what we have in stock is no verb
	}
	return b.asks(i)
}

func (b *board) text(i, n int) string {
	var parts []string
	for _, t := range b.tokens[i : i+n] {
		parts = append(parts, t.text)
	}
	return strings.Join(parts, " ")
}

// addMeans adds an item for each class that the meanings have.
func (b *board) addMeans(i, n int, means []meaning, said string) {
	var of [3][]meaning
	for _, m := range means {
		switch {
		case m.value != nil:
			if b.p.properForm(m, said) && !(m.label() && b.asks(i) && strings.ToLower(*m.value) != said && m.column.kind != isTruth && n == 1 && b.l.name == "en") {
				of[2] = append(of[2], m)
			}
		case m.column != nil || m.parts != nil:
			of[1] = append(of[1], m)
		default:
			of[0] = append(of[0], m)
		}
	}
	for k, class := range []class{aTable, aColumn, aValue} {
		if len(of[k]) == 0 {
			continue
		}
		best := 0.0
		for _, m := range of[k] {
			best = max(best, m.quality)
		}
		b.add(item{class: class, from: i, to: i + n, means: of[k], cost: 2 * (1 - best)})
	}
}

// properForm reports whether a word is the form in which a label is said: "invoiced" is one
// of work orders, "invoices" is not.
func (p *Planner) properForm(m meaning, said string) bool {
	if strings.Contains(said, " ") || m.quality < byName || m.column.kind == isTruth {
		return true
	}
	label := strings.ToLower(*m.value)
	if label == said || !strings.HasSuffix(label, "ed") && !strings.HasSuffix(label, "en") {
		return label == said || label+"s" == said || label == said+"s" || !strings.HasPrefix(label, said) && !strings.HasPrefix(said, label) || strings.HasSuffix(said, "ies") || label+"es" == said
	}
	return false
}

// meanings are those of a phrase and, if it has none of its own, of what it is a synonym
// of.
func (p *Planner) meanings(stems, folded string, n int) []meaning {
	out := slices.Clone(p.lexicon.of[stems])
	sure := slices.ContainsFunc(out, func(m meaning) bool { return m.quality >= byShort && m.value == nil })
	for _, key := range []string{folded} {
		for _, name := range synonyms()[key] {
			for _, m := range p.lexicon.of[strings.Join(name, " ")] {
				if sure && m.value == nil || m.quality < byComment || slices.ContainsFunc(out, func(o meaning) bool { return sameMeaning(o, m) }) {
					continue
				}
				if n > 1 {
					m.quality *= byPhrase
				} else {
					m.quality *= bySynonym
				}
				out = append(out, m)
			}
		}
	}
	return out
}

// sameForm reports whether a word is a form of a name's last word as nouns have them: one
// or several. "Delivers" is no delivery, and what is open was not opened.
func sameForm(said string, m meaning) bool {
	if m.last == "" || m.value != nil || m.quality != byName && m.quality != byShort && m.quality != byComment && m.quality != byHead {
		return true
	}
	a, b := singular(said), singular(fold(m.last))
	return a == b || len(a) < 3 || len(b) < 3 || a[:3] != b[:3]
}

// singular is a noun of one thing.
func singular(w string) string {
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "sses"):
		return strings.TrimSuffix(w[:len(w)-2], "e")
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return strings.TrimSuffix(w[:len(w)-1], "e")
	}
	return strings.TrimSuffix(w, "e")
}

func sameMeaning(a, b meaning) bool {
	return a.table == b.table && a.kind == b.kind && a.column == b.column && a.edge == b.edge && (a.value == nil) == (b.value == nil) && (a.value == nil || *a.value == *b.value) && len(a.parts) == len(b.parts) && len(a.more) == len(b.more)
}

// perItem is what each item costs, so that "phone number" is one thing and not two.
const perItem = .2

// widest is how many ways to divide a question are kept.
const widest = 120

// division is a way to divide a question up to some token.
type division struct {
	item
	before *division
	total  float64
}

func (d *division) items() []item {
	var out []item
	for ; d.before != nil; d = d.before {
		out = append(out, d.item)
	}
	slices.Reverse(out)
	return out
}

// divisions are the ways in which a question can be divided into items, the likeliest
// first: by fewer items, and by names rather than synonyms. There is none if a word is
// unknown.
func (b *board) divisions() []*division {
	at := make([][]*division, len(b.tokens)+1)
	at[0] = []*division{{}}
	for i := range b.tokens {
		slices.SortStableFunc(at[i], func(x, y *division) int { return cmp.Compare(x.total, y.total) })
		at[i] = at[i][:min(len(at[i]), widest)]
		for _, d := range at[i] {
			for _, it := range b.at[i] {
				cost := it.cost + perItem
				if d.before != nil && oneName(&d.item, &it) {
					cost -= perItem
				}
				at[it.to] = append(at[it.to], &division{it, d, d.total + cost})
			}
		}
	}
	last := at[len(b.tokens)]
	slices.SortStableFunc(last, func(x, y *division) int { return cmp.Compare(x.total, y.total) })
	return last[:min(len(last), widest)]
}

// oneName reports whether two values are the first and the last name of a person: as one
// thing they cost no more than the name of a customer in one column.
func oneName(a, b *item) bool {
	if a.class != aValue || b.class != aValue {
		return false
	}
	return slices.ContainsFunc(a.means, func(m meaning) bool {
		shown := m.column.table.shown()
		return len(shown) == 2 && shown[0] == m.column && slices.ContainsFunc(b.means, func(o meaning) bool { return o.column == shown[1] })
	})
}

// unknown are the words that no item covers.
func (b *board) unknown() []string {
	covered := make([]bool, len(b.tokens))
	for _, items := range b.at {
		for _, it := range items {
			for k := it.from; k < it.to; k++ {
				covered[k] = true
			}
		}
	}
	var out []string
	for i, t := range b.tokens {
		if !covered[i] {
			out = append(out, t.text)
		}
	}
	return out
}
