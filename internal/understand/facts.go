package understand

// FactKind is what a fact is.
type FactKind string

// The kinds of facts.
const (
	DateFact       FactKind = "date"
	AmountFact     FactKind = "amount"
	QuantityFact   FactKind = "quantity"
	IdentifierFact FactKind = "identifier"
)

// Fact is something that a question states, in a form that can be compared.
type Fact struct {
	Kind  FactKind `json:"kind"`
	Text  string   `json:"text"`
	Start int      `json:"start"` // byte offsets in the question
	End   int      `json:"end"`
	// Value is a date (2024-03-12), a range of dates with both ends
	// (2023-07-01/2023-09-30), a number, or the identifier.
	Value string `json:"value"`
	// Unit is a currency's code, a unit, or "%".
	Unit string `json:"unit,omitempty"`
}

func facts(l *language, text string, list []word, o Options) []Fact {
	out := []Fact{}
	r := entityReader{patterns: o.Identifiers}
	taken := r.identifiers(text)
	read, reader := tokens(text, list), dates(o)
	if l.commaDecimal {
		reader.DayFirst = true
	}
	other := dateReaderIn{language: l, Dates: reader, list: list}
	for i := 0; i < len(list); {
		at := list[i].start
		for len(taken) > 0 && taken[0].end <= at {
			taken = taken[1:]
		}
		f, n := Fact{Start: at}, 1
		if len(taken) > 0 && taken[0].start <= at {
			if s := taken[0]; at == s.start || i == 0 || list[i-1].start < s.start {
				f.Kind, f.Start, f.End, f.Value = IdentifierFact, s.start, s.end, text[s.start:s.end]
			}
		} else {
			date, size := reader.Read(read, i)
			if size == 0 {
				date, size = other.read(i)
			}
			if size > 0 {
				f.Kind, f.End, f.Value = DateFact, list[i+size-1].end, date.String()
			} else {
				size = f.measure(l, text, list, i, o.DayFirst)
			}
			n = max(1, size)
		}
		if f.Kind != "" {
			f.Text = text[f.Start:f.End]
			out = append(out, f)
		}
		i += n
	}
	return out
}
