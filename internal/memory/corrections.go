package memory

import (
	"slices"

	"burrow/internal/chat"
)

// Corrections notices which messages of a path correct earlier ones. Its zero value
// is ready.
//
// A sentence corrects if it has a mark of a correction ("no, …", "I meant", "moved
// to", "not … but …", a table of each language) and a value: a day, a time, an
// amount, a code or a name. What it corrects is the nearest earlier sentence with
// another value of that kind: about the same matter, or just before it if it names
// no matter. What it takes back is corrected wherever else it was said of that
// matter.
//
// A "no" behind a question answers it. Questions correct nothing and are not
// corrected. Where it is doubtful what is meant, nothing is corrected.
type Corrections struct {
	messages   []int32 // the first statement of each
	asks       []bool  // the message ends with a question
	statements []statement
	found      []Correction // by their newer message
}

// A Place is a sentence of a message, as eachSentence counts them.
type Place struct{ Message, Sentence int }

// A Correction says that the newer sentence takes the place of the older one.
type Correction struct{ Older, Newer Place }

const (
	// Near is how many messages a correction that names no matter looks back.
	Near = 4
	// far bounds how many statements one with a matter looks back.
	far = 4000
)

// Add appends a message. Only users and assistants say something.
func (c *Corrections) Add(role chat.Role, text string) {
	message := int32(len(c.messages))
	c.messages = append(c.messages, int32(len(c.statements)))
	c.asks = append(c.asks, false)
	if role != chat.User && role != chat.Assistant {
		return
	}
	var carried meaning
	n := int32(0)
	eachSentence(text, func(sentence string) {
		s := readStatement(sentence)
		s.message, s.sentence, s.byUser = message, n, role == chat.User
		n++
		c.asks[message] = s.asks
		// "No." and "Sorry, I was wrong." are about the next sentence.
		if len(s.values) == 0 {
			carried = 0
			if s.words <= 6 {
				carried = s.has & (takesBack | regrets | means | leans)
			}
			return
		}
		s.has |= carried
		carried = 0
		if !s.asks {
			c.notice(&s)
		}
		c.statements = append(c.statements, s)
	})
}

// Truncate forgets message n and all later ones.
func (c *Corrections) Truncate(n int) {
	if n >= len(c.messages) {
		return
	}
	c.statements = c.statements[:c.messages[n]]
	c.messages, c.asks = c.messages[:n], c.asks[:n]
	for len(c.found) > 0 && c.found[len(c.found)-1].Newer.Message >= n {
		c.found = c.found[:len(c.found)-1]
	}
}

// All returns the corrections there are, by their newer message. It is not to be
// changed.
func (c *Corrections) All() []Correction { return c.found }

func (s *statement) place() Place { return Place{int(s.message), int(s.sentence)} }

// notice finds what a statement corrects.
func (c *Corrections) notice(s *statement) {
	older := c.corrected(s)
	if older == nil {
		return
	}
	// What was taken back may have been said more than once, and may have been a
	// correction itself.
	for i := range c.statements {
		other := &c.statements[i]
		again := other == older || !other.asks && other.states(older, s) &&
			(abs(other.message-older.message) <= 2 || shared(other.topic, older.topic)*2 >= max(1, min(len(other.topic), len(older.topic))))
		if again || c.knows(other, older) && s.rival(other).kind != noKind {
			c.found = append(c.found, Correction{other.place(), s.place()})
		}
	}
	// "No, Thursday" is about what it corrects.
	if s.matter() <= 0 {
		for _, word := range older.topic {
			s.topic = insert(slices.Clip(s.topic), word)
		}
	}
}

// states reports whether s says what older does and newer takes back.
func (s *statement) states(older, newer *statement) bool {
	found := false
	for _, v := range s.values {
		if v.in(newer.values) {
			return false
		}
		found = found || v.in(older.values) && v.rivaled(newer.values)
	}
	return found
}

// knows reports whether s is known to correct older, or anything if s is nil.
func (c *Corrections) knows(s, older *statement) bool {
	for _, f := range c.found {
		if f.Older == older.place() && (s == nil || f.Newer == s.place()) {
			return true
		}
	}
	return false
}

func abs(n int32) int32 { return max(n, -n) }

// shared is how many elements two sorted lists have in common.
func shared(a, b []int) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n, a, b = n+1, a[1:], b[1:]
		}
	}
	return n
}
