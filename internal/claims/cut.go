package claims

import (
	"strings"

	"burrow/internal/prompt"
	"burrow/internal/words"
)

// cutClaims returns the claims of an answer. A citation behind a sentence's full stop
// belongs to that sentence, and if it is the only one of its paragraph, at the end, to
// all of them. A list under a line that cites and ends in a colon has that line's sources
// where its items have none.
func cutClaims(answer string) (out []Claim) {
	marks := prompt.Citations(answer)
	if len(marks) == 0 {
		return nil
	}
	fenced := false
	var lead []int
	for from := 0; from < len(answer) && len(out) < maxClaims; {
		to := from + strings.IndexByte(answer[from:]+"\n", '\n')
		line := strings.TrimSpace(answer[from:to])
		switch {
		case strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~"):
			fenced = !fenced
		case fenced || line == "":
		case line[0] == '#':
			lead = nil
		default:
			list := cutLine(answer, from, to, within(marks, from, to))
			begin := bullet(answer[from:to])
			if begin == 0 && line[0] != '|' {
				lead = nil
			}
			if len(list) == 0 && begin > 0 && len(lead) > 0 {
				list = []Claim{{From: from + begin, To: to, Sources: lead}}
			}
			out = append(out, list...)
			if last := len(list) - 1; last >= 0 && begin == 0 && strings.HasSuffix(strings.TrimRight(withoutCitations(answer[list[last].From:to]), " "), ":") {
				lead = list[last].Sources
			}
		}
		from = to + 1
	}
	return out
}

func within(marks []prompt.Citation, from, to int) []prompt.Citation {
	first := 0
	for first < len(marks) && marks[first].From < from {
		first++
	}
	last := first
	for last < len(marks) && marks[last].To <= to {
		last++
	}
	return marks[first:last]
}

// cutLine returns the claims of a line, which is a paragraph, a list's item or a table's
// row.
func cutLine(answer string, from, to int, marks []prompt.Citation) (out []Claim) {
	if len(marks) == 0 {
		return nil
	}
	at := from + bullet(answer[from:to])
	if strings.TrimSpace(answer[at:max(at, marks[0].From)]) == "" {
		return nil // a list of sources, not what they say
	}
	isRow := strings.HasPrefix(strings.TrimSpace(answer[at:to]), "|")
	behind := false
	for at < to && len(out) < maxClaims {
		end := to
		if !isRow {
			end = at + words.SentenceEnd(answer[at:to], false)
		}
		one := Claim{From: at, To: end}
		for len(marks) > 0 && marks[0].From < end {
			one.To = max(end, marks[0].To)
			one.Sources = both(one.Sources, marks[0].Numbers)
			marks = marks[1:]
		}
		// Those behind the full stop.
		for len(marks) > 0 && strings.Trim(answer[one.To:marks[0].From], " ,;*_") == "" {
			behind = behind || len(one.Sources) == 0
			one.Sources = both(one.Sources, marks[0].Numbers)
			one.To = marks[0].To
			marks = marks[1:]
		}
		at = one.To
		for at < to && strings.IndexByte(" .*_", answer[at]) >= 0 {
			at++
		}
		out = append(out, one)
	}
	last := len(out) - 1
	if last < 0 {
		return nil
	}
	isGroup := behind
	for i := range out[:last] {
		isGroup = isGroup && len(out[i].Sources) == 0
	}
	kept := out[:0]
	for _, one := range out {
		if isGroup {
			one.Sources = out[last].Sources
		}
		if len(one.Sources) > 0 {
			one.trim(answer)
			kept = append(kept, one)
		}
	}
	return kept
}

// trim takes off spaces, and citations at the end.
func (c *Claim) trim(answer string) {
	for c.From < c.To && answer[c.From] == ' ' {
		c.From++
	}
	for {
		text := strings.TrimRight(answer[c.From:c.To], " ")
		c.To = c.From + len(text)
		marks := prompt.Citations(text)
		last := len(marks) - 1
		if last < 0 || marks[last].From == 0 || strings.Trim(text[marks[last].To:], " .,;。") != "" {
			return
		}
		c.To = c.From + marks[last].From
	}
}

func both(a, b []int) []int {
	for _, n := range b {
		isNew := true
		for _, m := range a {
			isNew = isNew && m != n
		}
		if isNew {
			a = append(a, n)
		}
	}
	return a
}

// bullet is how many bytes stand in front of the text of a list's item, 0 if a line is
// none.
func bullet(line string) int {
	text := strings.TrimLeft(line, " \t>")
	digits := strings.TrimLeft(text, "0123456789")
	for _, mark := range [...]string{"- ", "* ", "+ ", "• ", "– "} {
		if strings.HasPrefix(text, mark) {
			return len(line) - len(text) + len(mark)
		}
	}
	if n := len(text) - len(digits); n > 0 && n < 4 && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") ")) {
		return len(line) - len(digits) + 2
	}
	return 0
}

// withoutCitations is a text with spaces in the place of citations and addresses, so that
// everything else stays where it is.
func withoutCitations(text string) string {
	out := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = ' '
		}
	}
	for _, mark := range prompt.Citations(text) {
		blank(mark.From, mark.To)
	}
	for at := 0; at < len(text); {
		rest := text[at:]
		size := 0
		switch {
		case strings.HasPrefix(rest, "]("):
			size = strings.IndexByte(rest, ')') + 1
		case strings.HasPrefix(rest, "http://"), strings.HasPrefix(rest, "https://"):
			if size = strings.IndexAny(rest, " \t)>|"); size < 0 {
				size = len(rest)
			}
		}
		blank(at, at+size)
		at += max(size, 1)
	}
	return string(out)
}
