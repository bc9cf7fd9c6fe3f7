package store

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Part is a piece of a snippet. Match says that it is what was looked for.
type Part struct {
	Text  string `json:"text"`
	Match bool   `json:"match,omitempty"`
}

const (
	snippetBefore = 48   // bytes shown in front of the first match, about
	snippetLength = 240  // bytes of a snippet, about
	snippetReach  = 4000 // bytes behind the first match in which a better place is looked for
)

// span is a match: where it is and which phrase it is of.
type span struct{ start, end, phrase int }

// snippet cuts the place out of a content where most of the phrases stand close
// together. Its text is the content's own, with spaces in place of line breaks.
func snippet(content string, phrases []phrase) []Part {
	spans := findSpans(content, phrases)
	from, to := window(content, spans)
	var parts []Part
	add := func(text string, match bool) {
		text = oneLine(text)
		if text == "" {
			return
		}
		if n := len(parts); n > 0 && parts[n-1].Match == match {
			parts[n-1].Text += text
			return
		}
		parts = append(parts, Part{text, match})
	}
	if from > 0 {
		add("… ", false)
	}
	at := from
	for _, s := range spans {
		start, end := max(s.start, at), min(s.end, to)
		if start >= end {
			continue
		}
		add(content[at:start], false)
		add(content[start:end], true)
		at = end
	}
	add(content[at:to], false)
	if to < len(content) {
		add(" …", false)
	}
	return parts
}

// findSpans returns the matches from the first one on, as far as a snippet may
// reach, by their start.
func findSpans(content string, phrases []phrase) []span {
	longest := 1
	for _, p := range phrases {
		longest = max(longest, len(p.terms))
	}
	var spans []span
	var terms []term // the last ones, at most as many as the longest phrase has
	look := func() {
		for i, p := range phrases {
			if p.matchAt(terms, 0) {
				spans = append(spans, span{terms[0].start, terms[len(p.terms)-1].end, i})
			}
		}
	}
	eachTerm(content, func(t term) bool {
		if len(terms) == longest {
			copy(terms, terms[1:])
			terms = terms[:longest-1]
		}
		terms = append(terms, t)
		if len(terms) == longest {
			look()
		}
		// To the end of a snippet that begins at the last place, so that each of its
		// matches is marked.
		return len(spans) == 0 || t.start < spans[0].start+snippetReach+snippetLength
	})
	if len(terms) == longest {
		terms = terms[1:]
	}
	for ; len(terms) > 0; terms = terms[1:] {
		look()
	}
	return spans
}

// window chooses the bytes to show: the first place from which a snippet sees the
// most phrases.
func window(content string, spans []span) (from, to int) {
	best, bestSeen := 0, 0
	for i := range spans {
		if spans[i].start > spans[0].start+snippetReach {
			break
		}
		seen := uint64(0)
		count := 0
		for _, s := range spans[i:] {
			if s.end > spans[i].start+snippetLength-snippetBefore {
				break
			}
			if bit := uint64(1) << (s.phrase % 64); seen&bit == 0 {
				seen |= bit
				count++
			}
		}
		if count > bestSeen {
			best, bestSeen = i, count
		}
	}
	at := 0
	if len(spans) > 0 {
		at = spans[best].start
	}
	from = softStart(content, max(0, at-snippetBefore), at)
	return from, softEnd(content, min(len(content), from+snippetLength))
}

// softStart moves a cut behind the first space before limit, or at least to the
// start of a character.
func softStart(content string, at, limit int) int {
	if at == 0 {
		return 0
	}
	for at < limit && !utf8.RuneStart(content[at]) {
		at++
	}
	if space := strings.IndexFunc(content[at:limit], unicode.IsSpace); space >= 0 {
		_, size := utf8.DecodeRuneInString(content[at+space:])
		return at + space + size
	}
	return at
}

// softEnd moves a cut back to a space that is not far, or at least to the start
// of a character.
func softEnd(content string, at int) int {
	if at == len(content) {
		return at
	}
	for at > 0 && !utf8.RuneStart(content[at]) {
		at--
	}
	if space := strings.LastIndexFunc(content[:at], unicode.IsSpace); space > 0 && space > at-24 {
		return space
	}
	return at
}

// oneLine replaces every row of spaces and control characters with a space.
func oneLine(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r != ' ' && (unicode.IsSpace(r) || unicode.IsControl(r)) }) < 0 && !strings.Contains(text, "  ") {
		return text
	}
	var b strings.Builder
	inSpace := false
	for _, r := range text {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			if !inSpace {
				b.WriteByte(' ')
			}
			inSpace = true
			continue
		}
		inSpace = false
		b.WriteRune(r)
	}
	return b.String()
}
