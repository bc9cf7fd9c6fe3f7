package understand

import (
	"cmp"
	"strings"
)

// A form is what a question looks like to whoever has to send it somewhere.
type form byte

const (
	countForm  form = iota // how many, in total
	listForm               // show, which
	rankForm               // the most, per, more than, since
	stateForm              // open, unpaid, late
	pastForm               // what happened
	normForm               // rules, may, must
	howForm                // how do I, what to do if
	makeForm               // write, translate
	defineForm             // what is, explain
	oursForm               // we, our
	formCount
)

// englishRoutes has the forms of English, in the order of forms, with a line each;
// tables of other languages have theirs. A bar divides them, a star stands for any
// ending, two dots for words between. In tables a last line has nouns by the English
// one that tables of a database are named with.
//
// They are written as plainly leaves a text.
const englishRoutes = `
how many|how much|number of|total|sum of|average|count|amount of|percentage|share of
show|list|display|which|who|names of|find all|give me all|all
most|least|highest|lowest|top|latest|newest|oldest|largest|smallest|biggest|best selling|per|by|each|every|sorted|compare|more than|less than|fewer than|older than|over|under|since|between|without|last|next|>|<
open|unpaid|overdue|pending|outstanding|active|inactive|free|available|absent|late|delayed|failed|missing|delivered|shipped|finished|completed|cancelled|canceled|out of stock|waiting|assigned|scheduled|booked|paid|due
did|was|were|has|have not|been
rule|rules|policy|policies|procedure*|guideline*|regulation*|allowed|permitted|forbidden|prohibited|may|must|have to|has to|need to|required|requirement*|entitled|eligible|should|can i|can we|can a|can an|can you|am i|according to|handbook|protocol|instructions|deadline*|approve*|happens if|in case of|responsible for|a new|does the..say|say about|says about
how much does|how do i|how do we|how can i|how can we|how to|how should|what do i do|what do we do|what to do|how long|how often|how soon|do i|do we|do you|does our|do our|what if
write|draft|compose|translate|poem|joke|rewrite|rephrase|story|essay|slogan|ideas|tips|brainstorm|solve|calculate|convert|quiz|song|proofread|fix this|imagine|pretend|thanks|thank you|hello|hi
explain|what is|what s|what are|meaning of|difference between|how does|how do..work|who invented|who wrote|who discovered|define|history of|tell me about|why
we|our|us|i|my`

// formsOf has the forms of a question, and what its nouns mean in English.
type formsOf struct {
	has   [formCount]bool
	means []root
	// text is the question as forms are looked for in it; said marks its bytes that are
	// of a form, asks those of one that counts, lists or ranks what follows, noun those of
	// nouns that tables may be named with.
	text             string
	said, asks, noun []bool
}

func (l *language) formsIn(question string) (out formsOf) {
	text, packed := plainly(question), l.code == chinese
	out.text, out.said, out.asks, out.noun = text, make([]bool, len(text)), make([]bool, len(text)), make([]bool, len(text))
	lines := strings.Split(cmp.Or(l.routes, englishRoutes), "\n")[1:]
	for i, line := range lines {
		for one := range strings.SplitSeq(strings.TrimSpace(line), "|") {
			if form(i) == formCount {
				if means, noun, _ := strings.Cut(one, " "); markForms(text, noun, packed, out.noun) {
					exact, _ := keysOf(means)
					out.means = append(out.means, exact)
				}
				continue
			}
			begin, end, _ := strings.Cut(one, "..")
			if hasForm(text, begin, packed) && (end == "" || hasForm(text, end, packed)) {
				out.has[i] = true
				markForms(text, begin, packed, out.said)
				markForms(text, end, packed, out.said)
				if form(i) <= rankForm {
					markForms(text, begin, packed, out.asks)
				}
			}
		}
	}
	return out
}

// asksForRecords is true of the forms that questions about records have.
func (f *formsOf) asksForRecords() bool {
	return f.has[countForm] || f.has[listForm] || f.has[rankForm] || f.has[stateForm]
}

// hasForm looks for a form between spaces.
func hasForm(text, one string, packed bool) bool {
	at, _ := findForm(text, one, packed, 0)
	return at >= 0
}

// markForms marks the bytes of a form wherever it stands, and reports whether it does.
func markForms(text, one string, packed bool, marks []bool) (any bool) {
	for at, end := findForm(text, one, packed, 0); at >= 0; at, end = findForm(text, one, packed, end) {
		any = true
		for i := at; i < end; i++ {
			marks[i] = true
		}
	}
	return any
}

// findForm returns where a form next stands, -1 if nowhere. One with a star takes the
// word's ending along.
func findForm(text, one string, packed bool, from int) (at, end int) {
	stem, open := strings.CutSuffix(one, "*")
	for stem != "" {
		if at = strings.Index(text[from:], stem); at < 0 {
			return -1, -1
		}
		at += from
		end = at + len(stem)
		if packed {
			return at, end
		}
		if text[at-1] == ' ' && (open || text[end] == ' ') {
			return at, end + strings.IndexByte(text[end:], ' ')
		}
		from = end
	}
	return -1, -1
}
