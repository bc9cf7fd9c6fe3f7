package understand

import (
	"strings"
	"time"
)

// Filter restricts retrieval to what names an identifier, or to what was said or
// happened at a date.
type Filter struct {
	Field string `json:"field"` // "identifier" or "date"
	Value string `json:"value"` // as in Fact
}

// filters returns what a question restricts retrieval to: identifiers that it
// names, and dates that are not in the future. Identifiers that it only points at
// are left to the rewritten question: as a filter they hide messages that go on
// about a thing without its number, two messages later.
func filters(question string, facts []Fact, now time.Time) []Filter {
	out := []Filter{}
	add := func(f Filter) {
		for _, old := range out {
			if old == f {
				return
			}
		}
		out = append(out, f)
	}
	for i := 0; i < len(facts); i++ {
		switch f := facts[i]; f.Kind {
		case IdentifierFact:
			add(Filter{"identifier", f.Value})
		case DateFact:
			from, to := ends(f.Value)
			lead := strings.ToLower(lastWord(question[:f.Start]))
			if i+1 < len(facts) && facts[i+1].Kind == DateFact {
				// "between March and May 2024", "from 2019 to 2021"
				link := strings.ToLower(strings.TrimSpace(question[f.End:facts[i+1].Start]))
				if lead == "between" && link == "and" || lead == "from" && (link == "to" || link == "until") {
					i++
					_, to = ends(facts[i].Value)
				}
			}
			if lead == "since" && !now.IsZero() {
				to = dayOf(now).String()
			}
			switch {
			case lead == "until" || lead == "before" || lead == "after" || !now.IsZero() && from > dayOf(now).String():
			case from == to:
				add(Filter{"date", from})
			default:
				add(Filter{"date", from + "/" + to})
			}
		}
	}
	return out
}

func lastWord(text string) string {
	text = strings.TrimRight(text, " ")
	return text[strings.LastIndexByte(text, ' ')+1:]
}

// ends returns the first and last day of a date or range.
func ends(value string) (from, to string) {
	from, to, ranged := strings.Cut(value, "/")
	if !ranged {
		to = from
	}
	return from, to
}
