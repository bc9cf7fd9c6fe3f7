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
// names or surely points at, and dates that are not in the future. Recall hides
// nothing by those it points at: messages go on about a thing without its number.
func filters(question string, facts []Fact, references []Reference, now time.Time) []Filter {
	out, today := []Filter{}, ""
	if !now.IsZero() {
		today = dayOf(now).String()
	}
	for i := range references {
		for _, e := range references[i].Entities {
			if r := &references[i]; r.firm && r.Rule != "pronoun" && isIdentifierText(e) {
				out = withFilter(out, "identifier", e)
			}
		}
	}
	for i := 0; i < len(facts); i++ {
		f := &facts[i]
		if f.Kind == IdentifierFact {
			out = withFilter(out, "identifier", f.Value)
		}
		if f.Kind != DateFact {
			continue
		}
		from, to := ends(f.Value)
		lead := " " + strings.ToLower(lastWord(question[:f.Start])) + " "
		if i+1 < len(facts) && facts[i+1].Kind == DateFact {
			// "between March and May 2024", "from 2019 to 2021"
			link := strings.ToLower(strings.TrimSpace(question[f.End:facts[i+1].Start]))
			if strings.Contains(" between and | from to | from until ", lead+link+" ") {
				i++
				_, to = ends(facts[i].Value)
			}
		}
		if lead == " since " && today != "" {
			to = today
		}
		if strings.Contains(" until before after ", lead) || today != "" && from > today {
			continue
		}
		if from != to {
			from += "/" + to
		}
		out = withFilter(out, "date", from)
	}
	return out
}

// withFilter adds a filter unless it is there.
func withFilter(out []Filter, field, value string) []Filter {
	f := Filter{field, value}
	if hasFilter(out, f) {
		return out
	}
	return append(out, f)
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
