package wire

import "burrow/internal/chat"

// The events of a turn, in the order in which they may come.

// WaitingEvent says that other turns of the session come first.
type WaitingEvent struct {
	Kind waitingKind `json:"kind"`
	// Ahead is how many.
	Ahead int `json:"ahead"`
}

// StartedEvent says that the question and the row of its answer are kept.
type StartedEvent struct {
	Kind     startedKind `json:"kind"`
	Session  chat.UID    `json:"session"`
	Question chat.UID    `json:"question"`
	Message  chat.UID    `json:"message"`
	Model    string      `json:"model"`
	// Text is what the answer has already: a turn that goes on begins with it.
	Text string `json:"text,omitempty"`
}

// RetryingEvent says that the model could not be reached and is asked again.
type RetryingEvent struct {
	Kind retryingKind `json:"kind"`
	// Attempt is the one to come, 2 or 3.
	Attempt int `json:"attempt"`
	// Wait is how long until then, in milliseconds.
	Wait int64 `json:"wait"`
	// Message is why, as a sentence.
	Message string `json:"message"`
}

// ReadingEvent says how far a model in the browser is before its first word.
type ReadingEvent struct {
	Kind readingKind `json:"kind"`
	// What is "loading", in megabytes, or "reading", in tokens.
	What string `json:"what"`
	Done int    `json:"done"`
	Of   int    `json:"of"`
}

// FellEvent says that a rung further down the ladder answers instead.
type FellEvent struct {
	Kind fellKind `json:"kind"`
	// Message is why, as a sentence.
	Message string    `json:"message"`
	Rung    chat.Rung `json:"rung"`
	Model   string    `json:"model,omitempty"`
}

// GatherEvent says how looking something up for the question goes.
type GatherEvent struct {
	Kind gatherKind `json:"kind"`
	// From names who looks, Label is that for the reader.
	From  string      `json:"from"`
	Label string      `json:"label"`
	State GatherState `json:"state"`
	// Step is what is being done, in the reader's words.
	Step string `json:"step,omitempty"`
	// Problem is a sentence, if it failed; Took is in milliseconds, at the end.
	Problem string `json:"problem,omitempty"`
	Took    int64  `json:"took,omitempty"`
}

// GatherState is how far it is.
type GatherState string

// The states.
const (
	GatherStarted GatherState = "started"
	GatherStep    GatherState = "step"
	GatherDone    GatherState = "done"
)

// TokenEvent is more text.
type TokenEvent struct {
	Kind    tokenKind `json:"kind"`
	Channel Channel   `json:"channel"`
	Text    string    `json:"text"`
}

// Channel is what text belongs to.
type Channel string

// The channels.
const (
	// AnswerText is the answer.
	AnswerText Channel = "answer"
	// ReasoningText is the model's reasoning.
	ReasoningText Channel = "reasoning"
)

// ToolStartEvent says that a tool begins.
type ToolStartEvent struct {
	Kind toolStartKind `json:"kind"`
	Call string        `json:"call"`
	Name string        `json:"name"`
}

// ToolEndEvent says how a tool ended.
type ToolEndEvent struct {
	Kind toolEndKind `json:"kind"`
	Call string      `json:"call"`
	Name string      `json:"name"`
	// Problem is a sentence, if it failed.
	Problem string `json:"problem,omitempty"`
	// Took is in milliseconds.
	Took int64 `json:"took"`
}

// CompleteEvent ends a turn whose answer is kept.
type CompleteEvent struct {
	Kind  completeKind `json:"kind"`
	Stats chat.Answer  `json:"stats"`
}

// ProblemEvent ends a turn that failed before that.
type ProblemEvent struct {
	Kind    errorKind    `json:"kind"`
	Problem chat.Problem `json:"problem"`
}

func (ReadingEvent) event()   {}
func (FellEvent) event()      {}
func (GatherEvent) event()    {}
func (WaitingEvent) event()   {}
func (StartedEvent) event()   {}
func (RetryingEvent) event()  {}
func (TokenEvent) event()     {}
func (ToolStartEvent) event() {}
func (ToolEndEvent) event()   {}
func (CompleteEvent) event()  {}
func (ProblemEvent) event()   {}
