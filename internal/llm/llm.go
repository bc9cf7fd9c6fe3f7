// Package llm asks a language model over OpenAI's chat-completions wire. It
// decides how a stream is read, what counts as a failure and when a request is
// made again; what is asked and what becomes of the answer is left to package
// turn.
//
// Everything that comes back is untrusted: sizes and times have limits, text is
// made valid UTF-8, and every failure is a *fault.Error with one plain sentence;
// only a context that its caller ended gives the context's own error.
package llm

import (
	"context"
	"io"
	"time"

	"burrow/internal/chat"
)

// Client asks one server. It is safe for concurrent use; its fields must not be
// changed once it is used.
type Client struct {
	// Base is the address that paths like /chat/completions are added to, such
	// as https://api.openai.com/v1.
	Base string
	// Token goes along as a bearer token, unless it is empty.
	Token     string
	Transport Transport
	// Limits has useful zeros.
	Limits Limits
	// Attempts is how often a request is made at most, 3 if zero.
	Attempts int
	// Own says that the server is a part of this program, which speaks for itself:
	// errors in its streams have the sentence to show. A provider's are not trusted
	// so far.
	Own bool
	// Rand gives the jitter of waits, from 0 up to 1; math/rand/v2 if nil.
	Rand func() float64

	// waited takes the place of a wait, in tests over a real network.
	waited func(time.Duration)
}

// Transport does HTTP. There is one over fetch (NewFetch, js), one over net/http
// (NewHTTP, native) and one from a recording (Recorded).
type Transport interface {
	// Do returns when the header of the response is there. It ends when ctx
	// does, and so do reads of the body.
	Do(ctx context.Context, r *HTTPRequest) (*HTTPResponse, error)
}

// HTTPRequest is a request. A body makes it a POST of JSON.
type HTTPRequest struct {
	URL   string
	Token string
	Body  []byte
}

// HTTPResponse is a response. The caller closes the body.
type HTTPResponse struct {
	_           [0]func() // not to be compared
	Status      int
	ContentType string
	// RetryAfter is the header of that name, as it came.
	RetryAfter string
	Body       io.ReadCloser
}

// Request is what a model is asked.
type Request struct {
	Model       string
	Messages    []Message
	Temperature *float64
	// MaxOutput is the most tokens of the answer, without a limit if zero.
	MaxOutput int
	Tools     []Tool
	// Schema makes the answer JSON of this shape.
	Schema *Schema
	// Asked is what a model that searches knows of the question. It is not sent.
	Asked Asked
}

// Asked is a question as it was read.
type Asked struct {
	// Text is the question, Means as it stands alone.
	Text, Means string
	// Followup says that it leans on the chat.
	Followup bool
	// Question and Answer are its messages, which answer nothing themselves.
	Question, Answer chat.UID
	// Documents and Collections are those of the chat.
	Documents   []chat.UID
	Collections []string
}

// Message is a message as the wire has it.
type Message struct {
	Role    chat.Role
	Content string
	// ToolCalls are what an assistant's message asked for.
	ToolCalls []ToolCall
	// ToolCallID is the call that a tool's message answers.
	ToolCallID string
}

// Tool describes a function that the model may call.
type Tool struct {
	Name        string
	Description string
	// Parameters is a JSON schema.
	Parameters chat.RawJSON
}

// ToolCall is a model's wish to call a function.
type ToolCall struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Arguments should be a JSON object; models do not always keep to that.
	Arguments string `json:"arguments"`
}

// Schema is the shape of an answer.
type Schema struct {
	Name string
	JSON chat.RawJSON
}

// Observer is told what happens while a request is under way. Its functions may
// be nil, and are called by the goroutine that called Stream.
type Observer struct {
	Delta func(Delta)
	// Progress says how far a model is that does not write yet: only those in the
	// browser say so.
	Progress func(Progress)
	// Retry says that attempt, 2 or 3, follows after the wait, and why.
	Retry func(attempt int, wait time.Duration, err error)
}

// Delta is more text: of the answer, or of the model's reasoning.
type Delta struct {
	Reasoning bool
	Text      string
}

// Progress is how much of something is done: "loading" a model's file, in
// megabytes, or "reading" the prompt, in tokens.
type Progress struct {
	What     string
	Done, Of int
}

// Reply is what came of a request, as far as it came.
type Reply struct {
	Content   string
	Reasoning string
	ToolCalls []ToolCall
	// Finish is "stop", "length", "tool_calls", "content_filter" or another word
	// of the server's; empty if the stream broke off.
	Finish string
	Usage  *chat.Usage
	// Model is the one that answered, as the server says.
	Model string
	// Attempts is how many requests it took.
	Attempts int
	// Sources are what the answer quotes, if it came from a search.
	Sources []chat.Source
}

// Limits are what a server may take. A zero means the default.
type Limits struct {
	LineBytes  int           // 4 MiB
	EventBytes int           // 4 MiB
	TotalBytes int           // 64 MiB
	FirstByte  time.Duration // 2 minutes, header and first event
	Idle       time.Duration // 1 minute without a byte
	Total      time.Duration // 15 minutes
}
