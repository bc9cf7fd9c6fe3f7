package understand

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// handlesText is true of a line whose message is about a text or plays a role, so that
// its "I" may be anyone.
func (t *Languages) handlesText(line string) bool {
	for i, w := range tokensOf(line) {
		for _, l := range t.tables {
			if l != nil && (words.Among(l.tasks, w.text) || i == 0 && words.Among(l.stages, w.text)) {
				return true
			}
		}
	}
	return false
}

// statementsIn finds the statements of a sentence. goesOn is false if what follows
// may be somebody else's word.
func (t *Languages) statementsIn(sentence string) (out []Statement, goesOn bool) {
	list := tokensOf(sentence)
	if len(list) == 0 || strings.ContainsAny(sentence, quotes) {
		return nil, true
	}
	list = append(list, token{stop: '-'})
	for _, l := range t.tables {
		if l == nil || l.patterns == "" {
			continue
		}
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
	list     []token // with an empty one at the end
	question bool    // it has a question mark

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
	for at < 6 && m.is(m.openers, at) {
		at++
	}
	for at < m.last() {
		begin := at
		for begin > 0 && m.is(m.polite, begin-1) {
			begin--
		}
		s, end := m.statement(begin, at)
		if s.Text != "" {
			out = append(out, s)
			at = end
		} else if !m.is(m.self, at) {
			return out
		}
		// Another clause about the user may follow.
		for at++; at < m.last(); at++ {
			if m.is(m.self, at) && (m.list[at].stop > 0 || m.is(m.and, at-1)) {
				break
			}
			if m.list[at].stop > 0 && m.is(m.and, at) && m.is(m.self, at+1) {
				at++
				break
			}
		}
	}
	return out
}

func (m *matcher) is(list string, at int) bool { return words.Among(list, m.list[at].text) }

// last is the place of the empty word.
func (m *matcher) last() int { return len(m.list) - 1 }

// statement reads the clause at a word. Polite words before it belong to it.
func (m *matcher) statement(begin, at int) (s Statement, end int) {
	whole := m.list
	if m.list = m.withoutOver(at); m.list != nil && m.matches(at) {
		s = Statement{Text: m.text(at, m.end), Over: true, about: m.about(at, m.end)}
		m.list = whole
		return s, m.last()
	}
	m.list = whole
	if !m.matches(at) || m.asks && (m.end == m.last() || m.list[m.end].stop == 0) {
		return s, at // nothing, or the question itself
	}
	from := begin
	if m.from > at {
		from = m.from
	}
	text := m.text(from, m.end)
	if !plain(text) || m.list[m.end].stop == 'x' {
		return s, at
	}
	return Statement{Text: text, slot: m.slot, about: m.about(at, m.end)}, m.end
}

func (m *matcher) text(from, to int) string {
	text := m.sentence[m.list[from].start:m.list[to-1].end]
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
		if len(rest) == 0 && len(out) > at+1 {
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
		if len(parts) == 0 {
			continue
		}
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
		return m.list[at].stop == ':' && m.match(rest, at)
	case ".":
		m.end = m.clauseEnd(at)
		return !m.hasAny(m.passing, at, m.end)
	case "+":
		if m.is(m.vague, at) || m.list[at].stop > 0 {
			return false
		}
		m.end = m.clauseEnd(at + 1)
		return !m.hasAny(m.passing, at, m.end)
	case "!":
		m.end = m.last()
		for m.end > at && m.is(m.polite, m.end-1) {
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
	if at == m.last() {
		return 0
	}
	t := &m.list[at]
	switch {
	case part == "_":
		return 1
	case part == "^":
		n := 0
		for m.list[at+n].capital && (n == 0 || m.list[at+n].stop == 0) && !m.is(m.self, at+n) && !m.is(m.vague, at+n) {
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
	return m.list[at].stop > 0 || m.is(m.ends, at) || m.is(m.and, at) && m.begins(at+1)
}

// begins is true of a word that begins a clause behind "and".
func (m *matcher) begins(at int) bool {
	return m.is(m.self, at) || m.is(m.others, at) || m.is(m.ends, at)
}

// clauseEnd returns where the clause ends. A comma ends it, but not in "nuts, eggs and
// milk" or "Johanna, not Joanna".
func (m *matcher) clauseEnd(at int) int {
	for stop := m.list[at].stop; stop <= ',' && !m.is(m.ends, at) && !(m.is(m.and, at) && m.begins(at+1)) && (stop == 0 || m.listed(at)); stop = m.list[at].stop {
		at++
	}
	return at
}

// listed is true behind a comma inside a list.
func (m *matcher) listed(at int) bool {
	if m.is(m.and, at) {
		return true
	}
	if m.begins(at) {
		return false
	}
	for i := at + 1; i < m.last() && i <= at+3; i++ {
		if m.is(m.and, i) {
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
