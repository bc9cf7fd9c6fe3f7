package understand

import (
	"time"

	"burrow/internal/words"
)

// dates reads the dates of a text. Relative ones need o.Now.
func dates(o Options) words.Dates { return words.Dates{Today: dayOf(o.Now), DayFirst: o.DayFirst} }

// dayOf returns the day of a time where it is, 0 for the zero time.
func dayOf(t time.Time) words.Day {
	if t.IsZero() {
		return 0
	}
	year, month, day := t.Date()
	return words.On(year, int(month), day)
}

// tokens are the words of a text as the reader of dates takes them.
func tokens(text string, list []word) []words.Token {
	out := make([]words.Token, len(list))
	for i := range list {
		w := &list[i]
		out[i] = words.Token{Text: w.text, Capital: w.capital}
		if i+1 == len(list) {
			continue
		}
		switch next := &list[i+1]; {
		case next.start == w.end+1 && isJoin(text[w.end]) && text[w.end] != '_':
			out[i].Sign = text[w.end]
		case next.gap == space:
			out[i].Sign = ' '
		case next.gap != sentence:
			out[i].Sign = ','
		}
	}
	return out
}
