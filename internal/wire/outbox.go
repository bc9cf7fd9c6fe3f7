package wire

import "burrow/internal/chat"

// The methods of the outbox: questions that wait because no model could be reached
// when they were asked. Their answers' rows say so (chat.Answer.Waiting). They are
// sent in the order in which they were asked, once each.
var (
	// OutboxList lists what waits, oldest first.
	OutboxList = Method[Nothing, Outbox]{"outbox.list"}
	// OutboxSend sends what waits, as far as models answer. It runs for as long as
	// the answers take; a second call meanwhile joins the first.
	OutboxSend = Method[Nothing, OutboxSent]{"outbox.send"}
	// OutboxCancel takes a question out. It stays in the conversation, unanswered.
	OutboxCancel = Method[OutboxCancelParams, Nothing]{"outbox.cancel"}
)

// Outbox is what waits.
type Outbox struct {
	Waiting []WaitingQuestion `json:"waiting"`
}

// WaitingQuestion is a question that waits to be sent.
type WaitingQuestion struct {
	Session  chat.UID `json:"session"`
	Question chat.UID `json:"question"`
	// Message is the row that its answer will have.
	Message chat.UID `json:"message"`
	// Text is the question's beginning.
	Text      string `json:"text"`
	CreatedAt int64  `json:"createdAt"`
	// Attempts is how often it was tried.
	Attempts int `json:"attempts"`
}

// OutboxSent says what became of it.
type OutboxSent struct {
	Sent int `json:"sent"`
	// Left still waits; Message is why, as a sentence.
	Left    int    `json:"left"`
	Message string `json:"message,omitempty"`
}

// OutboxCancelParams names the question by its answer's row.
type OutboxCancelParams struct {
	Message string `json:"message"`
}

// OutboxState is what happens to a question that waits.
type OutboxState string

// The states.
const (
	OutboxWaiting   OutboxState = "waiting"
	OutboxSending   OutboxState = "sending"
	OutboxDone      OutboxState = "sent"
	OutboxFailed    OutboxState = "failed" // it was sent and not answered; it no longer waits
	OutboxCancelled OutboxState = "cancelled"
)

// OutboxEvent tells of the outbox, with id 0, to all tabs.
type OutboxEvent struct {
	Kind    outboxKind  `json:"kind"`
	Session chat.UID    `json:"session"`
	Message chat.UID    `json:"message"`
	State   OutboxState `json:"state"`
	// Left is how many wait.
	Left int `json:"left"`
}

func (OutboxEvent) event() {}
