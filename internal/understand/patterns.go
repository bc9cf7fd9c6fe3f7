package understand

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// A language says how statements look in it. All lists have a space on both sides of
// each word. A pattern is a line of words, divided by spaces:
//
//	a|b    one of several words
//	?a     a word that may be missing
//	_      any word
//	^      words with capitals
//	#      a number
//	K L …  a word of that list
//	:      a colon
//	+      the rest of the clause, which is not empty and not vague
//	.      the rest of the clause, which may be empty
//	!      the rest of the sentence
//	~      a question may be a request
//	=      what follows takes the place of what was said before
//	>      what is remembered begins here
//	-      at the beginning: what is not remembered, whatever follows says
type language struct {
	patterns string
	// lists are lines, each with its letter first.
	lists   string
	numbers string
	// openers may stand before a statement; polite words among them stay with it.
	openers, polite string
	// self begin clauses about the user, and end the one before behind "and".
	self string
	// and joins; ends begin another clause, anywhere; others only behind "and".
	and, ends, others string
	// vague words make a statement one of the moment.
	vague, passing string
	// tasks are words of a message that works on a text or plays a role; stages
	// begin a sentence that does.
	tasks, stages string
	// over are words by which something is no longer so.
	over string
	// small words do not count when two statements are compared.
	small string
	// things are nouns that a name may follow; those behind the bar only if it is the
	// user's: "our supplier", "my friend".
	things string
}

// handlesText is true of a line whose message is about a text or plays a role, so that
// its "I" may be anyone.
func handlesText(line string) bool {
	for i, t := range tokensOf(line) {
		for _, l := range languages {
			if words.Among(l.tasks, t.text) || i == 0 && words.Among(l.stages, t.text) {
				return true
			}
		}
	}
	return false
}

// statementsIn finds the statements of a sentence. goesOn is false if what follows
// may be somebody else's word.
func statementsIn(sentence string) (out []Statement, goesOn bool) {
	list := tokensOf(sentence)
	if len(list) == 0 || strings.ContainsAny(sentence, quotes) {
		return nil, true
	}
	for _, l := range languages {
		m := matcher{language: l, sentence: sentence, list: list, question: strings.ContainsAny(strings.TrimSpace(sentence), "?？")}
		if out = m.statements(); out != nil {
			return out, true
		}
	}
	return nil, !strings.Contains(sentence+" ", ": ") && !strings.HasSuffix(sentence, "：")
}

// A matcher reads one sentence in one language.
type matcher struct {
	*language
	sentence string
	list     []token
	question bool // it has a question mark

	// What a match has found.
	asks   bool   // it is a question, and no request
	from   int    // where the text begins
	told   bool   // that it was asked to be remembered
	end    int    // the first word that is not in it
	slot   string // what a pattern's words before "=" were
	inSlot bool
}

func (m *matcher) statements() (out []Statement) {
	at := 0
	for at < len(m.list) && at < 6 && words.Among(m.openers, m.list[at].text) {
		at++
	}
	for at < len(m.list) {
		begin := at
		for begin > 0 && words.Among(m.polite, m.list[begin-1].text) {
			begin--
		}
		s, end := m.statement(begin, at)
		if s.Text != "" {
			out = append(out, s)
			at = end
		} else if !words.Among(m.self, m.list[at].text) {
			return out
		}
		// Another clause about the user may follow.
		for at++; at < len(m.list); at++ {
			if before := &m.list[at-1]; words.Among(m.self, m.list[at].text) && (m.list[at].stop > 0 || words.Among(m.and, before.text)) {
				break
			}
			if m.list[at].stop > 0 && words.Among(m.and, m.list[at].text) && at+1 < len(m.list) && words.Among(m.self, m.list[at+1].text) {
				at++
				break
			}
		}
	}
	return out
}

// statement reads the clause at a word. Polite words before it belong to it.
func (m *matcher) statement(begin, at int) (s Statement, end int) {
	whole := m.list
	defer func() { m.list = whole }()
	if shorter := m.withoutOver(at); shorter != nil {
		m.list = shorter
		if m.matches(at) {
			return Statement{Text: m.text(at, m.end), Over: true, about: m.about(at, m.end)}, len(whole)
		}
		m.list = whole
	}
	if !m.matches(at) {
		return s, at
	}
	if m.asks && (m.end == len(m.list) || m.list[m.end].stop == 0) {
		return s, at // the question itself
	}
	from := begin
	if m.from > at {
		from = m.from
	}
	text := m.text(from, m.end)
	if !plain(text) || m.end < len(m.list) && m.list[m.end].stop == 'x' {
		return s, at
	}
	return Statement{Text: text, slot: m.slot, about: m.about(at, m.end)}, m.end
}

func (m *matcher) text(from, to int) string {
	text := strings.TrimRight(m.sentence[m.list[from].start:m.list[to-1].end], " ")
	if open := strings.Count(text, "("); open > strings.Count(text, ")") {
		text += ")"
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

// withoutOver returns the words without those by which something is over, nil if
// there are none: "I am no longer vegetarian", "I do not live in Bonn anymore".
func (m *matcher) withoutOver(at int) []token {
	for _, phrase := range strings.Split(m.over, "|") {
		out, rest := append([]token(nil), m.list[:at]...), strings.Fields(phrase)
		for _, t := range m.list[at:] {
			if len(rest) > 0 && t.text == rest[0] {
				rest = rest[1:]
				continue
			}
			out = append(out, t)
		}
		if len(rest) == 0 && len(out) > at {
			return out
		}
	}
	return nil
}

// about are the words that tell what a clause is about.
func (m *matcher) about(from, to int) string {
	var out strings.Builder
	for _, t := range m.list[from:to] {
		if !words.Among(m.small, t.text) && !m.isNumber(t.text) {
			out.WriteString(t.text[:words.StemLength(t.text)])
			out.WriteByte(' ')
		}
	}
	return out.String()
}

func (m *matcher) matches(at int) bool {
	number := 0
	for _, pattern := range strings.Split(m.patterns, "\n") {
		number++
		m.from, m.told, m.slot, m.inSlot, m.asks = at, false, "", false, m.question
		parts := strings.Fields(pattern)
		never := parts[0] == "-"
		if never {
			parts = parts[1:]
		}
		if m.match(parts, at) {
			if never {
				return false
			}
			if m.inSlot {
				m.slot = strconv.Itoa(number) + m.slot
			} else {
				m.slot = ""
			}
			return true
		}
	}
	return false
}

// match matches a pattern at a word.
func (m *matcher) match(pattern []string, at int) bool {
	if len(pattern) == 0 {
		m.end = at
		return m.bounds(at)
	}
	first, rest := pattern[0], pattern[1:]
	switch first {
	case "=":
		m.inSlot = true
		return m.match(rest, at)
	case "~":
		m.asks = false
		return m.match(rest, at)
	case ">":
		m.from, m.told = at, true
		return m.match(rest, at)
	case ":":
		return at < len(m.list) && m.list[at].stop == ':' && m.match(rest, at)
	case ".":
		m.end = m.clauseEnd(at)
		return !m.hasAny(m.passing, at, m.end)
	case "+":
		if at == len(m.list) || words.Among(m.vague, m.list[at].text) || m.list[at].stop > 0 {
			return false
		}
		m.end = m.clauseEnd(at + 1)
		return !m.hasAny(m.passing, at, m.end)
	case "!":
		m.end = len(m.list)
		for m.end > at && words.Among(m.polite, m.list[m.end-1].text) {
			m.end--
		}
		// "Remember that …" with "you" in it is good advice from somebody else.
		return at < m.end && !m.asks && !(m.told && m.hasAny(" you your ", at, m.end))
	}
	if option, ok := strings.CutPrefix(first, "?"); ok {
		slot := m.slot
		if m.one(option, at) > 0 && m.match(append([]string{option}, rest...), at) {
			return true
		}
		m.slot = slot
		return m.match(rest, at)
	}
	n := m.one(first, at)
	if n == 0 {
		return false
	}
	if c := first[0]; !m.inSlot && (c == '_' || c == '^' || 'A' <= c && c <= 'Z') {
		for _, t := range m.list[at : at+n] {
			m.slot += " " + t.text
		}
	}
	return m.match(rest, at+n)
}

// one returns how many words a part of a pattern takes.
func (m *matcher) one(part string, at int) int {
	if at == len(m.list) {
		return 0
	}
	t := &m.list[at]
	switch {
	case part == "_":
		return 1
	case part == "^":
		n := 0
		for at+n < len(m.list) && m.list[at+n].capital && (n == 0 || m.list[at+n].stop == 0) && !words.Among(m.self, m.list[at+n].text) && !words.Among(m.vague, m.list[at+n].text) {
			n++
		}
		return n
	case len(part) == 1 && 'A' <= part[0] && part[0] <= 'Z':
		_, listed, _ := strings.Cut(m.lists, "\n"+part)
		if listed, _, _ = strings.Cut(listed, "\n"); words.Among(listed, t.text) {
			return 1
		}
	default:
		for _, alternative := range strings.Split(part, "|") {
			if t.text == alternative || alternative == "#" && m.isNumber(t.text) {
				return 1
			}
		}
	}
	return 0
}

func (m *matcher) isNumber(text string) bool {
	return len(text) <= 4 && strings.Trim(text, "0123456789") == "" || words.Among(m.numbers, text)
}

// bounds is true where a clause may end.
func (m *matcher) bounds(at int) bool {
	if at == len(m.list) || m.list[at].stop > 0 || words.Among(m.ends, m.list[at].text) {
		return true
	}
	return words.Among(m.and, m.list[at].text) && m.begins(at+1)
}

// begins is true of a word that begins a clause behind "and".
func (m *matcher) begins(at int) bool {
	return at < len(m.list) && (words.Among(m.self, m.list[at].text) || words.Among(m.others, m.list[at].text) || words.Among(m.ends, m.list[at].text))
}

// clauseEnd returns where the clause ends. A comma ends it, but not in "nuts, eggs and
// milk" or "Johanna, not Joanna".
func (m *matcher) clauseEnd(at int) int {
	for ; at < len(m.list); at++ {
		t := &m.list[at]
		if words.Among(m.ends, t.text) || words.Among(m.and, t.text) && m.begins(at+1) {
			return at
		}
		if t.stop > ',' || t.stop > 0 && !m.listed(at) {
			return at
		}
	}
	return at
}

// listed is true behind a comma inside a list.
func (m *matcher) listed(at int) bool {
	if words.Among(m.and, m.list[at].text) {
		return true
	}
	if m.begins(at) {
		return false
	}
	for i := at + 1; i < len(m.list) && i <= at+3; i++ {
		if words.Among(m.and, m.list[i].text) {
			return !m.begins(i + 1)
		}
		if m.list[i].stop > 0 {
			return m.list[i].stop == ',' && m.listed(i)
		}
	}
	return false
}

func (m *matcher) hasAny(list string, from, to int) bool {
	for _, t := range m.list[from:to] {
		if words.Among(list, t.text) {
			return true
		}
	}
	return false
}
