package understand

import "strings"

// A conversation keeps the words and phrases of a history. Each message is read
// once and only as far as it is needed.
type conversation struct {
	language       *language // of the question
	history        []Exchange
	asked, answers []message
}

type message struct {
	text  string // as far as it was read
	words []word
}

// How much of a message is read.
const (
	maxAskedBytes  = 500
	maxAnswerBytes = 1200
	// maxEntityBytes is for entities, as long as the newer messages together have
	// no more than maxWindowBytes; older answers are read like those of the judge.
	maxEntityBytes = 6 << 10
	maxWindowBytes = 24 << 10
)

func newConversation(t *Languages, history []Exchange, question string) *conversation {
	return &conversation{t.of(history, question), history, make([]message, len(history)), make([]message, len(history))}
}

// readWindow reads all that entities are looked for in.
func (c *conversation) readWindow() {
	left := maxWindowBytes
	for i := len(c.history) - 1; i >= max(0, len(c.history)-Window); i-- {
		e := c.history[i]
		left -= c.answers[i].read(c.language, e.Answer, max(maxAnswerBytes, min(maxEntityBytes, left)))
		left -= c.asked[i].read(c.language, e.Question, max(maxAskedBytes, min(maxEntityBytes, left)))
	}
}

// question returns the words of a question that the judge looks at.
func (c *conversation) question(i int) []word {
	c.asked[i].read(c.language, c.history[i].Question, maxAskedBytes)
	return c.asked[i].within(maxAskedBytes)
}

func (c *conversation) answer(i int) []word {
	c.answers[i].read(c.language, c.history[i].Answer, maxAnswerBytes)
	return c.answers[i].within(maxAnswerBytes)
}

// read cuts a message into words, unless it was, and returns how much there was.
func (m *message) read(l *language, text string, most int) int {
	if m.words == nil {
		m.text = clipWords(text, most)
		m.words = cutIn(l, m.text)
	}
	return len(m.text)
}

// within returns the words that clipWords leaves of a message.
func (m *message) within(most int) []word {
	n := len(m.words)
	if len(m.text) > most {
		for n > 0 && m.words[n-1].end > most {
			n--
		}
	}
	return m.words[:n]
}

// clipWords cuts a text at a space.
func clipWords(text string, most int) string {
	if len(text) <= most {
		return text
	}
	if at := strings.LastIndexByte(text[:most], ' '); at > 0 {
		return text[:at]
	}
	return clip(text, most)
}
