package wire

import "burrow/internal/chat"

// TurnClarify goes on with a turn that asked the user what the question means.
var TurnClarify = Method[TurnClarifyParams, Turn]{"turn.clarify"}

// TurnClarifyParams names the answer that waits, and what the user said.
type TurnClarifyParams struct {
	Message string `json:"message"`
	// Choice is one of the choices, or other words of the user. Without one the
	// question is answered as it stands, and not asked about again.
	Choice string `json:"choice,omitempty"`
	Model  string `json:"model,omitempty"`
}

// UnderstandingEvent tells what is made of a question, before it is answered.
type UnderstandingEvent struct {
	Kind understandingKind `json:"kind"`
	// Asking is the model that is being asked, "" once there is a result.
	Asking     string           `json:"asking,omitempty"`
	Understood *chat.Understood `json:"understood,omitempty"`
}

// ClarifyEvent ends a turn that waits for the user: see TurnClarify.
type ClarifyEvent struct {
	Kind    clarifyKind  `json:"kind"`
	Message chat.UID     `json:"message"`
	Clarify chat.Clarify `json:"clarify"`
}

func (UnderstandingEvent) event() {}
func (ClarifyEvent) event()       {}
