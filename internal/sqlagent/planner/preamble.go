package planner

import (
	"context"
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// People say why they ask before they do: "I am preparing the report, so I need to know who
// left us in 2025". Such a clause may be left out only if it says nothing that the question
// does not say again: no table, no value, no number, no time and no negation of its own.

// breaks are what may stand between such a clause and the question.
var breaks = []string{": ", ", so ", ", but ", "; ", ". ", "? ", "! ", ", and ", " so ", " - ", " – ", ", "}

// withoutPreamble leaves out a clause before the question that says nothing of it.
func (p *Planner) withoutPreamble(ctx context.Context, question string) (string, error) {
	for at := range question {
		for _, sep := range breaks {
			if at == 0 || !strings.HasPrefix(question[at:], sep) {
				continue
			}
			before, rest := question[:at], question[at+len(sep):]
			if !asking(rest) || !speaks(before, sep) {
				continue
			}
			idle, err := p.idle(ctx, before, rest)
			if err != nil {
				return "", err
			}
			if idle {
				return p.withoutPreamble(ctx, rest)
			}
		}
	}
	return question, nil
}

// asking reports whether a text begins as a question or a request does.
func asking(text string) bool {
	l := languages()[0]
	t := tokens(text)
	for i := 0; i < len(t) && i < 4; i++ {
		for n := min(5, len(t)-i); n > 0; n-- {
			if kinds := l.phrases[joinFolded(t[i:i+n])]; slices.ContainsFunc(kinds, func(k string) bool { return contains([]string{"count", "list", "much", "share"}, k) }) {
				return true
			}
		}
		if !contains(l.phrases[t[i].folded], "filler") && !contains([]string{"so", "and", "but", "then"}, t[i].folded) {
			return false
		}
	}
	return false
}

// speakers are words with which somebody begins to speak of themselves or of why they ask,
// and occasions what a question may be for.
const (
	speakers  = " so i my it this that someone somebody sorry because please we our "
	occasions = " report reports meeting presentation review audit board boss manager newsletter slides statistics overview planning budget "
)

// speaks reports whether a clause is about who asks and why, or is a sentence of its own.
func speaks(clause, sep string) bool {
	t := tokens(clause)
	if len(t) < 2 || len(t) > 25 {
		return false
	}
	first, second := t[0].folded, t[1].folded
	switch {
	case first == "if":
		return strings.Contains(" i it this ", " "+second+" ") && strings.Contains(" understood remember recall see may might am is m read got ", " "+t[min(2, len(t)-1)].folded+" ")
	case first == "for" || first == "as" && second == "part":
		return strings.Contains(occasions, " "+t[len(t)-1].folded+" ")
	case first == "that" || first == "this" || first == "it" || first == "we" || first == "our":
		return sep != ", "
	case strings.Contains(speakers, " "+first+" "):
		return true
	}
	// A whole sentence before another one.
	return sep == ". " && !slices.ContainsFunc([]string{"in", "of", "for", "from", "with", "without", "not", "among", "list", "count", "much"}, func(k string) bool { return contains(languages()[0].phrases[first], k) }) &&
		slices.ContainsFunc(t, func(t token) bool { return strings.Contains(" is are was were has have ", " "+t.folded+" ") })
}

// restricts are kinds of words that say which rows are meant.
var restricts = []string{"not", "without", "neither", "nor", "gt", "ge", "lt", "le", "eq", "between", "most", "fewest", "newest", "oldest", "max", "min", "common", "dear", "cheap", "now", "pastdue", "gross", "net", "distinct", "per"}

// idle reports whether a clause says nothing that the question does not say again.
func (p *Planner) idle(ctx context.Context, clause, question string) (bool, error) {
	b, err := p.newBoard(ctx, clause+", "+question, nil) // names are looked for near the question's tables
	if err != nil {
		return false, err
	}
	if said := tokens(clause); len(said) < 5 && pointsFor(said) {
		return false, nil // and for that one, which …
	}
	again := map[string]bool{}
	for _, t := range tokens(question) {
		again[t.folded], again[t.stem], again[schema.Stem(t.folded)] = true, true, true
		if contains([]string{"those", "these", "ones"}, t.folded) {
			return false, nil
		}
	}
	for i := range tokens(clause) {
		t, items := b.tokens[i], b.at[i]
		if t.mark || again[t.folded] && t.folded != "not" || again[t.stem] {
			continue
		}
		if t.number != "" || t.quoted || t.capital && t.folded != "i" {
			return false, nil
		}
		for _, it := range items {
			switch it.class {
			case aDate, aNumber, aText:
				return false, nil
			case aTable, aColumn, aValue:
				if it.cost < .45 && !weak(b, it) {
					return false, nil
				}
			case aWord:
				if it.is(restricts...) {
					return false, nil
				}
			}
		}
	}
	return true, nil
}

// weak reports whether a name of the schema is more likely a word of the language.
func weak(b *board, it item) bool {
	return len(b.l.phrases[strings.ToLower(it.text)]) > 0 || len(it.text) < 4
}

// addTail reads a second sentence that names what to show: "Number, customer and total would
// do."
func (p *Planner) addTail(ctx context.Context, first, second string, before *Reading) (Reading, bool, error) {
	b, err := p.newBoard(ctx, second, nil)
	if err != nil {
		return Reading{}, false, err
	}
	if slices.ContainsFunc(b.tokens[:min(2, len(b.tokens))], func(t token) bool { return contains([]string{"which", "who", "whose", "where", "why"}, t.folded) }) {
		return Reading{}, false, nil // another question
	}
	fits := slices.ContainsFunc(b.divisions(), func(d *division) bool {
		named := false
		for _, it := range d.items() {
			switch {
			case it.class == aColumn || it.class == aTable:
				named = true
			case it.class == aComma, it.class == aVerb, it.is("filler", "and", "of", "with", "beside", "list", "that", "whose_s", "day"):
			default:
				return false
			}
		}
		return named
	})
	if !fits {
		return Reading{}, false, nil
	}
	r, err := p.Read(ctx, strings.TrimRight(first, "?.!; ")+": "+second, before)
	if err != nil || len(r.Choices) > 0 || len(r.query.Measures) > 0 {
		return Reading{}, false, nil
	}
	return r, true, nil
}
