package golden

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Two questions are the same if nothing differs but words that say nothing: articles,
// politeness, ways to say "show". Numbers, dates, names, quoted values, "not", "without"
// and the order of words make another question: a wrong answer that looks confirmed is
// the worst of all.

// idle are the words that say nothing.
var idle = words(`a an the please kindly can could would you me us show give tell display let know is are was were be
	do does did there i we see get find what which list of`)

// sameAs are ways to say the same.
var sameAs = map[string]string{"amount": "number", "count": "number", "clients": "customers", "client": "customer"}

func words(text string) []string { return strings.Fields(text) }

// key is the same for questions that are the same. It is empty if nothing is asked.
func key(question string) string {
	var out []string
	tokens := cut(question)
	for i, t := range tokens {
		switch {
		case t.quoted:
			out = append(out, "\""+t.text+"\"")
			continue
		case t.text == "how" && i+1 < len(tokens) && (tokens[i+1].text == "many" || tokens[i+1].text == "much"):
			continue
		case t.text == "many" || t.text == "much":
			if i > 0 && tokens[i-1].text == "how" {
				out = append(out, "number")
			} else {
				out = append(out, t.text)
			}
			continue
		case slices.Contains(idle, t.text) && !t.name:
			continue
		}
		text := t.text
		if same, ok := sameAs[text]; ok && !t.name {
			text = same
		}
		if !t.name {
			text = withoutPlural(text)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

type token struct {
	text   string // folded
	quoted bool
	// name says that it is written as names are, so that its ending belongs to it.
	name bool
}

// cut divides a question at spaces, without the marks around words; quoted texts stay
// whole.
func cut(question string) []token {
	var out []token
	rest := strings.TrimSpace(question)
	for rest != "" {
		if end := quotedEnd(rest); end > 0 {
			first := len(string([]rune(rest)[0]))
			out = append(out, token{text: strings.ToLower(strings.TrimSpace(rest[first : end-len(closing(rest))])), quoted: true})
			rest = strings.TrimLeftFunc(rest[end:], unicode.IsSpace)
			continue
		}
		end := strings.IndexFunc(rest, unicode.IsSpace)
		if end < 0 {
			end = len(rest)
		}
		raw := strings.TrimRight(strings.TrimLeft(rest[:end], "([{,;:¿¡"), ".,;:?!)]}…")
		raw = strings.TrimSuffix(strings.TrimSuffix(raw, "'s"), "’s")
		if raw != "" {
			capital := strings.IndexFunc(raw, unicode.IsUpper) >= 0 && len(out) > 0
			digit := strings.ContainsAny(raw, "0123456789")
			out = append(out, token{text: strings.ToLower(raw), name: capital || digit})
		}
		rest = strings.TrimLeftFunc(rest[end:], unicode.IsSpace)
	}
	return out
}

var quotes = map[rune]string{'"': `"`, '“': "”", '„': "“", '«': "»", '\'': "'", '‘': "’"}

func closing(text string) string { return quotes[[]rune(text)[0]] }

// quotedEnd is where a quoted text at the beginning ends, or 0.
func quotedEnd(text string) int {
	close := closing(text)
	if close == "" {
		return 0
	}
	first := len(string([]rune(text)[0]))
	i := strings.Index(text[first:], close)
	if i < 0 {
		return 0
	}
	return first + i + len(close)
}

// withoutPlural takes the ending of a plural off, and no other: "closed" is not "close".
func withoutPlural(word string) string {
	switch {
	case word == "people":
		return "person"
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "us"), strings.HasSuffix(word, "is"), len(word) < 4:
		return word
	}
	return strings.TrimSuffix(word, "s")
}

var dateLiteral = regexp.MustCompile(`'\d{4}-\d{2}(-\d{2})?`)

// moving are words whose meaning depends on the day.
var moving = words("today yesterday tomorrow now this last next current past recent recently previous ago since until upcoming coming latest year month week quarter day days weeks months years")

// holds reports whether an answer still means what it meant: dates that were worked out
// from "last month" hold for a day.
func (b *Book) holds(e Entry) bool {
	if !dateLiteral.MatchString(e.SQL) {
		return true
	}
	relative := slices.ContainsFunc(cut(e.Question), func(t token) bool { return slices.Contains(moving, t.text) })
	if !relative {
		return true
	}
	now, kept := b.now(), time.UnixMilli(e.Kept)
	return now.Format(time.DateOnly) == kept.In(now.Location()).Format(time.DateOnly)
}
