package chat

import "burrow/internal/fault"

// Answer is the metadata of an answer's message. All of it is optional; imported
// answers may have none.
type Answer struct {
	// Turn names the run of the workflow that made the answer.
	Turn UID `json:"turn,omitzero"`
	// Model and Provider are who answered.
	Model    string `json:"model,omitempty"`
	Provider string `json:"provider,omitempty"`
	// Rung is the kind of answerer, Fell a sentence on why a better one did not
	// answer.
	Rung Rung   `json:"rung,omitempty"`
	Fell string `json:"fell,omitempty"`
	// Sources are what the answer draws on, in the order of their numbers.
	Sources []Source `json:"sources,omitempty"`
	// Unsupported are the sentences that the sources they cite do not hold, in their order.
	Unsupported []Sentence `json:"unsupported,omitempty"`
	// Gathered is what was looked up for the question outside of the chat.
	Gathered []Gathered `json:"gathered,omitempty"`
	// Finish is why the model stopped, in its own words: "stop", "length", …
	Finish string `json:"finish,omitempty"`
	// Reasoning is the model's reasoning before the answer.
	Reasoning string   `json:"reasoning,omitempty"`
	Usage     *Usage   `json:"usage,omitempty"`
	Sent      *Sent    `json:"sent,omitempty"`
	Timings   *Timings `json:"timings,omitempty"`
	// Cost is what the answer cost in US dollars, 0 if the model's price is not
	// known.
	Cost float64 `json:"cost,omitempty"`
	// Attempts is how many requests it took, if more than one.
	Attempts int `json:"attempts,omitempty"`
	// Understood is what was made of the question.
	Understood *Understood `json:"understood,omitempty"`
	// Clarify is what the user is to be asked before there is an answer.
	Clarify *Clarify `json:"clarify,omitempty"`
	// Length is the length that a model was asked for, if another answer of that
	// length was wanted.
	Length Length `json:"length,omitempty"`
	// Waiting says that the question waits in the outbox until somebody can be
	// reached.
	Waiting bool `json:"waiting,omitempty"`
	// Problem says why the answer is incomplete.
	Problem *Problem `json:"problem,omitempty"`
	// Feedback is the reader's rating. It is not sent to anybody.
	Feedback *Feedback `json:"feedback,omitempty"`
}

// Sentence is one of an answer.
type Sentence struct {
	// From is where it begins in the answer's content, To where it ends, in UTF-16 units.
	From int `json:"from"`
	To   int `json:"to"`
	// Text is the sentence as it stands there, without the citations behind it.
	Text string `json:"text"`
	// Sources are the numbers of those it cites.
	Sources []int `json:"sources"`
	// Strange is the amount or name of it that they do not have, Quote what they say
	// instead. Both may be empty.
	Strange string `json:"strange,omitempty"`
	Quote   string `json:"quote,omitempty"`
}

// Feedback is a reader's rating of an answer.
type Feedback struct {
	// Up says that the answer was good; false that it was not.
	Up bool `json:"up"`
	// Reason says why, if the reader did.
	Reason string `json:"reason,omitempty"`
}

// Length is how long an answer is to be, compared with what it would be otherwise.
type Length string

// The lengths.
const (
	Shorter Length = "shorter"
	Longer  Length = "longer"
)

// Known reports whether it is one of the lengths, or none.
func (l Length) Known() bool { return l == "" || l == Shorter || l == Longer }

// Rung is a kind of answerer: the ladder's rungs, from the top.
type Rung string

// The rungs.
const (
	// RemoteRung is a service elsewhere, through the server.
	RemoteRung Rung = "remote"
	// MachineRung is a program on the server's machine.
	MachineRung Rung = "machine"
	// BrowserRung is a model in the browser.
	BrowserRung Rung = "browser"
	// NoRung is no model: chats are searched instead.
	NoRung Rung = "none"
	// AnyRung, in settings, is the best that is there.
	AnyRung Rung = "auto"
)

// Usage is what the provider counted.
type Usage struct {
	PromptTokens     int `json:"promptTokens"`
	CompletionTokens int `json:"completionTokens"`
	// CachedTokens of the prompt were read from the provider's cache.
	CachedTokens int `json:"cachedTokens,omitempty"`
	// ReasoningTokens of the completion were not shown as answer.
	ReasoningTokens int `json:"reasoningTokens,omitempty"`
}

// Sent is what went to the model, by our own count.
type Sent struct {
	Messages int `json:"messages"`
	Tokens   int `json:"tokens"`
	// Left is how many earlier messages were not sent.
	Left int `json:"left,omitempty"`
	// Estimate is true if the model's tokens are not published, so that our counts
	// are approximate.
	Estimate bool `json:"estimate,omitempty"`
	// Parts are what the tokens are made of, Recalled the earlier messages that the
	// question seemed to need.
	Parts    []Part `json:"parts,omitempty"`
	Recalled []UID  `json:"recalled,omitempty"`
	// Budget is how many tokens the evidence could have, Quality how much of what
	// was found went along, weighted by relevance, from 0 to 1. Both are 0 if
	// nothing was looked up. Cut is what stayed out.
	Budget  int     `json:"budget,omitempty"`
	Quality float64 `json:"quality,omitempty"`
	Cut     []Cut   `json:"cut,omitempty"`
	// Documents are those of the chat, with how much of each went along.
	Documents []SentDocument `json:"documents,omitempty"`
}

// SentDocument is how much of a document went to the model: all of it, or so many
// passages of it.
type SentDocument struct {
	UID      UID    `json:"uid"`
	Name     string `json:"name"`
	Whole    bool   `json:"whole,omitempty"`
	Passages int    `json:"passages,omitempty"`
}

// Part is a part of a context.
type Part struct {
	Kind   PartKind `json:"kind"`
	Tokens int      `json:"tokens"`
	// Messages is how many messages are in it, or for how many it stands.
	Messages int `json:"messages,omitempty"`
	// Passages is how many passages of evidence are in it.
	Passages int `json:"passages,omitempty"`
}

// PartKind is what a part of a context is.
type PartKind string

// The parts, in the order in which they are sent.
const (
	InstructionsPart PartKind = "instructions"
	PreferencesPart  PartKind = "preferences"
	SummariesPart    PartKind = "summaries"
	AttachedPart     PartKind = "attached" // documents that went along whole
	MessagesPart     PartKind = "messages"
	RowsPart         PartKind = "rows"
	KnowledgePart    PartKind = "knowledge"
	FactsPart        PartKind = "facts"
	DocumentsPart    PartKind = "documents"
	RecalledPart     PartKind = "recalled"
	QuestionPart     PartKind = "question"
)

// Timings are milliseconds since the question came.
type Timings struct {
	// Local is when the request left, First when the first text came.
	Local int64 `json:"local"`
	First int64 `json:"first,omitempty"`
	Total int64 `json:"total"`
}

// Problem is why something ended before it was done.
type Problem struct {
	Code    fault.Code `json:"code"`
	Message string     `json:"message"`
	// Step names the step of the workflow that failed.
	Step string `json:"step,omitempty"`
	// RetryAfter is how many seconds the provider asks to wait.
	RetryAfter int `json:"retryAfter,omitempty"`
}
