package llm

import (
	"errors"
	"strconv"
	"strings"

	"burrow/internal/json"
)

// maxCalls is how many tools an answer may call. An index beyond it is no call.
const maxCalls = 128

// A chunk is an event of a stream, or a whole answer, which has messages in the
// place of deltas. Members that are null or missing are zero.
type chunk struct {
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   json.Raw `json:"usage"`
	Error   json.Raw `json:"error"`
}

type choice struct {
	Index        int    `json:"index"`
	Delta        delta  `json:"delta"`
	Message      delta  `json:"message"`
	FinishReason string `json:"finish_reason"`
}

type delta struct {
	Content string `json:"content"`
	// Refusal is what OpenAI's models say in the place of content if they will not
	// answer in the shape that was asked for.
	Refusal string `json:"refusal"`
	// Reasoning has two names, and servers that send both say the same twice.
	ReasoningContent string     `json:"reasoning_content"`
	Reasoning        string     `json:"reasoning"`
	ToolCalls        []fragment `json:"tool_calls"`
}

// A fragment is a part of a tool call: the first has its id and name, all have more
// of its arguments.
type fragment struct {
	_ [0]func() // not to be compared
	// Index says which call it belongs to; a whole answer's calls have none.
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// answer puts a Reply together from what comes.
type answer struct {
	observe  func(Delta)
	progress func(Progress)

	reply              Reply
	content, reasoning strings.Builder
	thoughts           splitter
	calls              []*call
	callOf             map[int]*call // by index
}

type call struct {
	id, name  string
	arguments strings.Builder
}

// take reads a chunk or a whole answer.
func (a *answer) take(data []byte) error {
	var c chunk
	if err := json.Unmarshal(data, &c); err != nil {
		return err
	}
	if c.Error != "" && c.Error != "null" {
		return &reportedError{reportOf(c.Error)}
	}
	if c.Model != "" {
		a.reply.Model = c.Model
	}
	if usage := usageOf(c.Usage); usage != nil {
		a.reply.Usage = usage
	}
	for _, ch := range c.Choices {
		if ch.Index != 0 {
			continue // others were not asked for
		}
		for _, d := range []delta{ch.Delta, ch.Message} {
			if err := a.add(d); err != nil {
				return err
			}
		}
		if ch.FinishReason != "" {
			a.reply.Finish = ch.FinishReason
		}
	}
	return nil
}

func (a *answer) add(d delta) error {
	reasoning := d.ReasoningContent
	if reasoning == "" {
		reasoning = d.Reasoning
	}
	a.say(&a.reasoning, Delta{Reasoning: true, Text: reasoning})
	if d.Content != "" {
		a.tell(a.thoughts.take(d.Content))
	}
	a.say(&a.content, Delta{Text: d.Refusal})
	for at, f := range d.ToolCalls {
		if f.Index != nil {
			at = *f.Index
		}
		if at < 0 || at >= maxCalls || len(a.calls) >= maxCalls {
			return errors.New("a tool call has index " + strconv.Itoa(at))
		}
		a.call(at, f)
	}
	return nil
}

// tell has both parts of a text.
func (a *answer) tell(reasoning, content string) {
	a.say(&a.reasoning, Delta{Reasoning: true, Text: reasoning})
	a.say(&a.content, Delta{Text: content})
}

func (a *answer) say(to *strings.Builder, d Delta) {
	if d.Text == "" {
		return
	}
	to.WriteString(d.Text)
	if a.observe != nil {
		a.observe(d)
	}
}

// call adds a fragment to its call. Some servers give all calls the index 0 and tell
// them apart by id only; some repeat id and name in each fragment.
func (a *answer) call(at int, f fragment) {
	c := a.callOf[at]
	if c == nil || f.ID != "" && c.id != "" && f.ID != c.id {
		c = &call{}
		a.calls = append(a.calls, c)
		if a.callOf == nil {
			a.callOf = make(map[int]*call)
		}
		a.callOf[at] = c
	}
	if f.ID != "" {
		c.id = f.ID
	}
	if f.Function.Name != c.name {
		c.name += f.Function.Name
	}
	c.arguments.WriteString(f.Function.Arguments)
}

// result returns what has come so far. A call without an id gets one, since its
// result could not be told to the model otherwise.
func (a *answer) result() Reply {
	a.tell(a.thoughts.rest())
	r := a.reply
	r.Content, r.Reasoning = a.content.String(), a.reasoning.String()
	for i, c := range a.calls {
		if c.id == "" {
			c.id = "call_" + strconv.Itoa(i)
		}
		r.ToolCalls = append(r.ToolCalls, ToolCall{c.id, c.name, c.arguments.String()})
	}
	return r
}

// empty reports whether the server has said nothing at all.
func (a *answer) empty() bool {
	return a.reply.Finish == "" && a.content.Len() == 0 && a.reasoning.Len() == 0 && a.thoughts.held == "" && len(a.calls) == 0
}

// closed makes up for a finish reason that a server leaves out though it says that
// the answer is whole.
func (a *answer) closed() {
	switch {
	case a.reply.Finish != "":
	case len(a.calls) > 0:
		a.reply.Finish = "tool_calls"
	default:
		a.reply.Finish = "stop"
	}
}

// A reportedError is an error that came in the place of a chunk.
type reportedError struct{ report }

func (e *reportedError) Error() string { return "reported: " + e.Message }
