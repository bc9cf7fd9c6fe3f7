package understand

// A conversation keeps the words and phrases of a history, each message's read
// once and only if it is needed: rewriting goes over the same messages again for
// each question before the one that is asked.
type conversation struct {
	history []Exchange
	asked   []message
	answers []message
}

type message struct {
	read     bool
	words    []word
	gathered bool
	phrases  []candidate
	stems    []string // of its content words, each once
}

func newConversation(history []Exchange) *conversation {
	return &conversation{history, make([]message, len(history)), make([]message, len(history))}
}

// question returns the message of a question, with its words.
func (c *conversation) question(i int) *message {
	return c.asked[i].cut(c.history[i].Question, maxAskedBytes)
}

func (c *conversation) answer(i int) *message {
	return c.answers[i].cut(c.history[i].Answer, maxAnswerBytes)
}

func (m *message) cut(text string, most int) *message {
	if !m.read {
		m.read = true
		m.words = cut(nil, clip(text, most))
	}
	return m
}
