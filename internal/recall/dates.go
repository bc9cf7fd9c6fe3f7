package recall

import "burrow/internal/words"

// A token is a word of a question, with its stem, which is empty for a stop word.
type token struct {
	_ [0]func() // not to be compared
	words.Token
	stem   string
	packed bool // of a script without spaces
}

// tokens returns the words of a question.
func (x *Index) tokens(question string) []token {
	var out []token
	last := 0
	x.eachWord(question, func(w []byte, packed bool, start, end int) {
		if len(out) > 0 && start == last+1 && question[last] == '-' {
			out[len(out)-1].Sign = '-'
		}
		last = end
		stem, isTerm := stemOf(w, packed)
		if !isTerm {
			stem = ""
		}
		out = append(out, token{Token: words.Token{Text: string(w), Capital: true, Sign: ' '}, stem: stem, packed: packed})
	})
	return out
}

// readDates returns the days that a question names, and which of its words only say
// how long ago. Messages have no reason to repeat these, while "June" may be in one.
func readDates(question []token, today words.Day) (spans []words.Range, relative []bool) {
	relative = make([]bool, len(question))
	all := make([]words.Token, len(question))
	for i := range question {
		all[i] = question[i].Token
	}
	reader := words.Dates{Today: today, Past: true}
	for i := 0; i < len(all); i++ {
		date, n := reader.Read(all, i)
		if n == 0 {
			continue
		}
		spans = append(spans, date.Range)
		for k := range n {
			relative[i+k] = date.Counted
		}
		i += n - 1
	}
	return spans, relative
}
