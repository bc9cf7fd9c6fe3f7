package llm

import (
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
)

// spelling is how a request differs from the common form, for servers that do not
// take it: OpenAI's reasoning models know the limit of the answer under another
// name, and take no temperature.
type spelling struct {
	completionTokens bool
	noTemperature    bool
}

// refusedBy returns the members of a request that a server's report names as not
// supported. A report that names one for its value ("max_tokens is too large") is
// no reason to ask in another form.
func refusedBy(r report) spelling {
	says := strings.ToLower(r.Message + " " + r.Code)
	if !strings.Contains(says, "unsupported") && !strings.Contains(says, "not support") {
		return spelling{}
	}
	names := func(member string) bool {
		return r.Param == member || strings.Contains(r.Message, member)
	}
	return spelling{completionTokens: names("max_tokens"), noTemperature: names("temperature")}
}

// with adds what a server refused, as far as r has it and it was not left out
// already. changed says whether the request is another one then.
func (s spelling) with(refused spelling, r Request) (next spelling, changed bool) {
	next = spelling{
		completionTokens: s.completionTokens || refused.completionTokens && r.MaxOutput > 0,
		noTemperature:    s.noTemperature || refused.noTemperature && r.Temperature != nil,
	}
	return next, next != s
}

type wireRequest struct {
	Model               string        `json:"model"`
	Messages            []wireMessage `json:"messages"`
	Stream              bool          `json:"stream"`
	StreamOptions       streamOptions `json:"stream_options"`
	Temperature         *float64      `json:"temperature,omitempty"`
	MaxTokens           int           `json:"max_tokens,omitempty"`
	MaxCompletionTokens int           `json:"max_completion_tokens,omitempty"`
	Tools               []wireTool    `json:"tools,omitempty"`
	ResponseFormat      *wireFormat   `json:"response_format,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type wireMessage struct {
	Role chat.Role `json:"role"`
	// Content is null where an assistant only called tools: some servers refuse an
	// empty text there, and some a missing member.
	Content    *string    `json:"content"`
	ToolCalls  []wireCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

type wireCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function calledByWire `json:"function"`
}

type calledByWire struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type wireTool struct {
	Type     string       `json:"type"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name        string       `json:"name"`
	Description string       `json:"description,omitempty"`
	Parameters  chat.RawJSON `json:"parameters,omitempty"`
}

type wireFormat struct {
	Type       string     `json:"type"`
	JSONSchema wireSchema `json:"json_schema"`
}

type wireSchema struct {
	Name   string       `json:"name"`
	Schema chat.RawJSON `json:"schema"`
	Strict bool         `json:"strict"`
}

// encode writes the body of a request.
func encode(r Request, s spelling) ([]byte, error) {
	w := wireRequest{
		Model:         r.Model,
		Messages:      make([]wireMessage, len(r.Messages)),
		Stream:        true,
		StreamOptions: streamOptions{IncludeUsage: true},
		Temperature:   r.Temperature,
		MaxTokens:     r.MaxOutput,
	}
	if s.completionTokens {
		w.MaxTokens, w.MaxCompletionTokens = 0, r.MaxOutput
	}
	if s.noTemperature {
		w.Temperature = nil
	}
	for i, m := range r.Messages {
		w.Messages[i] = messageForWire(m)
	}
	for _, t := range r.Tools {
		w.Tools = append(w.Tools, wireTool{"function", wireFunction(t)})
	}
	if r.Schema != nil {
		w.ResponseFormat = &wireFormat{"json_schema", wireSchema{r.Schema.Name, r.Schema.JSON, true}}
	}
	return json.Marshal(w)
}

func messageForWire(m Message) wireMessage {
	w := wireMessage{Role: m.Role, ToolCallID: m.ToolCallID}
	if m.Content != "" || len(m.ToolCalls) == 0 {
		w.Content = &m.Content
	}
	for _, call := range m.ToolCalls {
		w.ToolCalls = append(w.ToolCalls, wireCall{call.ID, "function", calledByWire{call.Name, call.Arguments}})
	}
	return w
}
