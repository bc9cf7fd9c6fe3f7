package llm

import "strings"

// thoughtTags are how models that have no member of their own for reasoning begin it.
var thoughtTags = [...]string{"<think>", "<thinking>", "<reasoning>", "<thought>"}

// A splitter takes the reasoning out of the text of an answer: what stands between tags at
// its beginning, in whatever parts it comes. Tags further on are the answer's own.
type splitter struct {
	state splitState
	// held is text that may be the beginning of a tag.
	held string
	// end closes the reasoning.
	end string
}

type splitState byte

const (
	beforeText splitState = iota
	inThought
	behindThought // only space so far
	inText
)

// take returns how much of a text is reasoning, and how much the answer.
func (s *splitter) take(text string) (reasoning, content string) {
	text = s.held + text
	s.held = ""
	if s.state == beforeText {
		bare := strings.TrimLeft(text, " \t\r\n")
		for _, tag := range thoughtTags {
			if rest, is := strings.CutPrefix(bare, tag); is {
				s.state, s.end, text = inThought, "</"+tag[1:], rest
			} else if strings.HasPrefix(tag, bare) {
				s.held = text // nothing of it can be told yet
			}
		}
		switch {
		case s.state == inThought:
			s.held = ""
		case s.held != "":
			return "", ""
		default:
			s.state = inText
		}
	}
	if s.state == inThought {
		before, after, closed := strings.Cut(text, s.end)
		if !closed {
			begins := beginning(text, s.end)
			s.held = text[len(text)-begins:]
			return text[:len(text)-begins], ""
		}
		s.state, reasoning, text = behindThought, before, after
	}
	if s.state == behindThought {
		if text = strings.TrimLeft(text, " \t\r\n"); text != "" {
			s.state = inText
		}
	}
	return reasoning, text
}

// rest is what is held when no more comes.
func (s *splitter) rest() (reasoning, content string) {
	held := s.held
	s.held = ""
	if s.state == inThought {
		return held, ""
	}
	return "", held
}

// beginning is how many bytes at the end of a text are the beginning of a tag.
func beginning(text, tag string) int {
	for n := min(len(tag)-1, len(text)); n > 0; n-- {
		if strings.HasSuffix(text, tag[:n]) {
			return n
		}
	}
	return 0
}
