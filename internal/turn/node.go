package turn

import (
	"burrow/internal/chat"
	"burrow/internal/json"
)

// A node names a step. The checkpoint after a step has its name; input stands for
// the question's arrival.
type node string

const (
	input         node = "input"
	load          node = "load"
	understanding node = "understand"
	consult       node = "consult" // one call of a model, where rules are not sure
	deciding      node = "decide"  // whether to ask the user
	clarifying    node = "clarify" // the turn waits for the user
	meaning       node = "mean"    // what the question means is handed on
	gathering     node = "gather"
	assemble      node = "assemble"
	answer        node = "answer"
	tools         node = "tools"
	verifying     node = "check" // what the answer says, against what it cites
	record        node = "record"
	failed        node = "failed" // a turn that ended before its answer had a row
	done          node = ""       // after record
)

// name is the step that a reader is told of: some belong to another.
func (n node) name() string {
	if n == deciding || n == meaning {
		return string(understanding)
	}
	return string(n)
}

// The sources of checkpoints.
const (
	fromInput = "input"
	fromStep  = "step"
	fromFork  = "fork"
)

// state is what a checkpoint keeps: references, never text.
type state struct {
	_        [0]func() // not to be compared
	Question chat.UID  `json:"question"`
	Answer   chat.UID  `json:"answer,omitzero"`
	// Length is what the answer is asked to be.
	Length chat.Length `json:"length,omitempty"`
	// Direct says that the sources that come first are passed by.
	Direct bool `json:"direct,omitempty"`
	// First says that one of them has the answer.
	First bool `json:"first,omitempty"`
	// Round counts the calls of the model whose tools have been run.
	Round int `json:"round,omitempty"`
	// Model is who was asked, Sent what went to it.
	Model string     `json:"model,omitempty"`
	Sent  *chat.Sent `json:"sent,omitempty"`
}

// The tasks of pending writes, and their channels.
const (
	understandTask = "understand" // what a model said of the question
	gatherTask     = "gather"     // what a source had
	replyTask      = "answer"
	toolTask       = "tools"
	checkTask      = "check" // what a model was asked of the answer, and what came

	replyChannel = "reply"
	toolChannel  = "result"
)

// encode makes JSON of what has no way to fail.
func encode(v any) chat.RawJSON {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}
