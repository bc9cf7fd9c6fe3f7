package llmtest

import "encoding/json"

// Answer is what the server does with one request. The zero is an empty answer that
// ends properly. Fields that only concern streams have no effect on whole answers.
type Answer struct {
	// Path is which requests it is for, /chat/completions if empty.
	Path string `json:"path,omitempty"`
	// For is which requests to a chat it is for: "title", "summary", "understanding" and "check"
	// are what Burrow asks for itself, and never take the answers to questions.
	For string `json:"for,omitempty"`

	// What the model says: reasoning first, then the text a word at a time, then
	// the calls with their arguments in fragments.
	Text      string     `json:"text,omitempty"`
	Reasoning string     `json:"reasoning,omitempty"`
	ToolCalls []ToolCall `json:"toolCalls,omitempty"`
	// ReasoningMember is what the wire calls reasoning: reasoning_content if empty.
	ReasoningMember string `json:"reasoningMember,omitempty"`
	// Finish is "stop" or "tool_calls" if empty.
	Finish string `json:"finish,omitempty"`
	// Usage is sent as it is. Without it tokens are counted roughly.
	Usage json.RawMessage `json:"usage,omitempty"`
	// Model is who answers, the model that was asked for if empty.
	Model string `json:"model,omitempty"`
	// Error is the message of an error that follows the text in the stream.
	Error string `json:"error,omitempty"`

	// What is left out or put in another form.
	Whole    bool `json:"whole,omitempty"` // one JSON object, though a stream was asked for
	Nulls    bool `json:"nulls,omitempty"` // null for every list and member that may be missing
	NoFinish bool `json:"noFinish,omitempty"`
	NoUsage  bool `json:"noUsage,omitempty"`
	NoDone   bool `json:"noDone,omitempty"`

	// Status, ContentType and Header replace those of a proper answer. A status
	// other than 200 is answered with Body, or an error object if that is empty.
	Status      int               `json:"status,omitempty"`
	ContentType string            `json:"contentType,omitempty"`
	Header      map[string]string `json:"header,omitempty"`
	// Body and Raw are the whole body, as they are: Body of JSON, Raw of a stream,
	// if ContentType does not say otherwise. In Body, {{authorization}} stands for
	// the request's header of that name.
	Body string `json:"body,omitempty"`
	Raw  string `json:"raw,omitempty"`
	// Endless is sent after all else until the client goes, or until EndlessBytes
	// were sent if that is not zero.
	Endless      string `json:"endless,omitempty"`
	EndlessBytes int    `json:"endlessBytes,omitempty"`
	// Gzip compresses the body, and says so, whether the client wants it or not.
	Gzip bool `json:"gzip,omitempty"`

	// How it is sent. A piece is an event, or ChunkBytes bytes; -1 makes all one
	// piece. EveryMillis passes between two pieces.
	ChunkBytes  int `json:"chunkBytes,omitempty"`
	EveryMillis int `json:"everyMillis,omitempty"`

	// Where it stops. Counts are bytes of the body as it is sent. A hanging answer
	// goes on after Release, or ends with its client.
	HangBefore  bool `json:"hangBefore,omitempty"` // before the header
	HangAfter   *int `json:"hangAfter,omitempty"`
	ResetBefore bool `json:"resetBefore,omitempty"` // the connection, before the header
	ResetAfter  *int `json:"resetAfter,omitempty"`  // in the middle of a chunk
	// HangAfterWord and ResetAfterWord are the same behind a word of a streamed
	// text, counted from 1.
	HangAfterWord  int `json:"hangAfterWord,omitempty"`
	ResetAfterWord int `json:"resetAfterWord,omitempty"`
}

// ToolCall is a call of a function.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}
