package understand

import (
	"strings"
	"unicode/utf8"

	"burrow/internal/words"
)

// sayings are the words that a conversation has.
type sayings struct {
	stems map[string]bool
	text  string // all of it in lower case
}

func said(history []Exchange, question string) sayings {
	s := sayings{stems: map[string]bool{}}
	var b strings.Builder
	add := func(text string) {
		text = clip(text, maxEntityBytes)
		b.WriteString(strings.ToLower(text))
		b.WriteByte('\n')
		for _, w := range cut(nil, text) {
			s.stems[w.stem] = true
		}
	}
	for _, e := range history[max(0, len(history)-Window):] {
		add(e.Question)
		add(e.Answer)
	}
	add(question)
	s.text = b.String()
	return s
}

// mostForeign is the share of a rewritten question's content words that may be new:
// rewording needs some.
const mostForeign = 0.34

func (s sayings) bears(text string) bool {
	foreign, all := 0, 0
	for _, w := range cut(nil, text) {
		if w.content() {
			all++
			if !s.stems[w.stem] {
				foreign++
			}
		}
	}
	return all > 0 && float64(foreign) <= mostForeign*float64(all)
}

func (s sayings) has(value string) bool {
	return value != "" && strings.Contains(s.text, strings.ToLower(value))
}

func (s sayings) reference(r Reference, question string) (Reference, bool) {
	r.Text = oneLine(r.Text, mostSentence)
	start := strings.Index(strings.ToLower(question), strings.ToLower(r.Text))
	if r.Text == "" || start < 0 || start+len(r.Text) > len(question) {
		return r, false
	}
	var kept []string
	for _, e := range r.Entities {
		if e = oneLine(e, mostSentence); s.has(e) && len(kept) < mostReferences {
			kept = append(kept, e)
		}
	}
	r.Start, r.End, r.Rule, r.Entities = start, start+len(r.Text), "model", kept
	return r, len(kept) > 0
}

// oneLine puts a text on one line: without line breaks, control characters and marks
// of direction, and with at most this many characters.
func oneLine(text string, most int) string {
	var b strings.Builder
	n, gap := 0, false
	for _, r := range text {
		switch {
		case r <= ' ' || r == 0x7f || r == 0x85 || r == 0xa0 || r == 0x2028 || r == 0x2029:
			gap = b.Len() > 0
			continue
		case r == utf8.RuneError, 0x80 <= r && r < 0xa0, 0x200b <= r && r <= 0x200f, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069, r == 0xfeff:
			continue
		}
		if n == most {
			b.WriteString("…")
			break
		}
		if gap {
			b.WriteByte(' ')
			gap = false
			n++
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

func oneLines(texts []string, most int) []string {
	out := []string{}
	for _, text := range texts {
		text = oneLine(text, mostSentence)
		again := false
		for _, other := range out {
			again = again || strings.EqualFold(other, text)
		}
		if text != "" && !again && len(out) < most {
			out = append(out, text)
		}
	}
	return out
}

// Point is what a question is about: its content words, sorted. The same question
// in another order and form has the same point.
func Point(question string) string {
	var stems []string
	for _, w := range cut(nil, clip(question, shownQuestion)) {
		if w.content() {
			i := 0
			for i < len(stems) && stems[i] < w.stem {
				i++
			}
			if i == len(stems) || stems[i] != w.stem {
				stems = append(stems[:i], append([]string{w.stem}, stems[i:]...)...)
			}
		}
	}
	if len(stems) == 0 {
		return strings.ToLower(oneLine(question, mostSentence))
	}
	return clip(strings.Join(stems, " "), mostSentence)
}

// Alike is true of points that have at least half of their words in common.
func Alike(a, b string) bool {
	mine, others := strings.Fields(a), strings.Fields(b)
	common := 0
	for _, w := range mine {
		if words.Among(" "+b+" ", w) {
			common++
		}
	}
	return common > 0 && 2*common >= max(len(mine), len(others))
}

// Meaning words a question with the meaning that was chosen.
func Meaning(question, choice string) string {
	question = strings.TrimSpace(question)
	return question + " (" + strings.TrimRight(oneLine(choice, mostSentence), ".!?") + ")"
}
