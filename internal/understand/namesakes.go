package understand

import (
	"slices"
	"strings"
)

// namesakes finds what a question calls by a name or noun that several things have
// of which the conversation spoke last: "Martin" after Martin Keller and Martin Roth,
// "the invoice" after two of them.
func namesakes(question string, q []word, entities []Entity) []Reference {
	for i := range q {
		w := &q[i]
		r := Reference{Text: question[w.start:w.end], Start: w.start, End: w.end, Rule: "noun"}
		switch {
		case w.capital && w.content() && !nextToName(q, i):
			r.Entities = lastNamed(entities, w.text, "")
		case w.mark == mThe && i > 0 && i+1 < len(q) && q[i-1].kind&auxiliary != 0 && len(q) <= maxDangling && standsBare(q, i+1):
			r.Text, r.End = question[w.start:q[i+1].end], q[i+1].end
			r.Entities = lastNamed(entities, "", q[i+1].stem)
		}
		if n := len(r.Entities); 2 <= n && n <= mostMeanings && !slices.Contains(r.Entities, r.Text) {
			return []Reference{r}
		}
	}
	return nil
}

// nextToName is true of a part of a longer name.
func nextToName(q []word, i int) bool {
	return i > 0 && q[i-1].capital && q[i-1].content() && q[i].gap == space ||
		i+1 < len(q) && q[i+1].capital && q[i+1].content() && q[i+1].gap == space
}

// standsBare is true of a singular that nothing behind it narrows.
func standsBare(q []word, i int) bool {
	if isPlural(&q[i]) {
		return false
	}
	return i+1 == len(q) || !q[i+1].capital && q[i+1].kind&(function|digits) == 0
}

// lastNamed are those with a name, or identifiers of what a noun says, of the last
// exchange that has one.
func lastNamed(entities []Entity, name, noun string) (out []string) {
	last := -1
	for i := range entities {
		e := &entities[i]
		fits := e.Kind == Name && name != "" && hasName(e.Text, name) || e.Kind == Identifier && noun != "" && slices.Contains(e.Of, noun)
		if !fits || e.Exchange < last {
			continue
		}
		if e.Exchange > last {
			last, out = e.Exchange, nil
		}
		if !slices.Contains(out, e.Text) {
			out = append(out, e.Text)
		}
	}
	return out
}

// hasName is true of a name of several words whose first or last it is, and of the
// name itself: whoever is called so alone has no namesakes.
func hasName(name, part string) bool {
	name = strings.ToLower(name)
	first, rest, more := strings.Cut(name, " ")
	return first == part || more && rest[strings.LastIndexByte(rest, ' ')+1:] == part
}
