// Package turn takes a question to its answer: load → understand (→ consult, →
// clarify) → gather → assemble → answer (→ tools → answer) → check → record. It decides
// what is kept when, so that a program that ends anywhere on this way loses no
// question, doubles no answer and pays for no call twice. What a question needs is
// found by package gather, laid out by package prompt, and kept short by package
// condense.
//
// After every step that has an effect there is a checkpoint: a row that names its
// parent, the turn, the step and a small state of references. It copies no text, so
// that what a turn costs does not depend on the length of the conversation. Commits
// go around effects: steps that only compute share the commit of the next effect.
//
//	commit 1   the question, checkpoint "input"
//	commit 2   checkpoints "load" and "assemble", the answer's row, streaming
//	           — the request leaves; its text is saved each second —
//	commit 3   the text, checkpoints "answer" and "record", the row complete
//
// The first two are one if it is known who answers, so that nothing has to be
// waited for in between.
//
// Where rules are not sure what a question means a model is asked once, and where
// its route leads outside of this program a source is: the answer's row is opened
// first, and what came is a pending write. If the question has several meanings the
// turn ends with a card in the answer's place, and goes on when the user has chosen.
//
// An answer that cites documents is held against them before it is recorded. If it does
// not hold, the first answer is kept like a finished call, and the model is asked once more.
//
// With tools there are commits in between: how the model's call ended, and each
// tool's result, are pending writes of the last checkpoint, kept before anything
// else happens. So is an answer whose record fails. A turn that is taken up again
// finds its last checkpoint and the pending writes, and goes on from there.
//
// The invariant: only the step record makes an answer complete.
package turn

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/wire"
)

// Send keeps a question and answers it. An error means that the question was not
// kept; whatever happens afterwards is in the Turn.
func (e *Engine) Send(ctx context.Context, q Question, emit Emit) (wire.Turn, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if !q.Session.IsZero() {
		leave, err := e.lines.enter(ctx, q.Session, cancel, emit)
		if err != nil {
			return wire.Turn{}, err
		}
		defer leave()
	}
	r, err := e.beginSend(ctx, q, emit)
	if err != nil {
		return wire.Turn{}, err
	}
	if q.Session.IsZero() {
		leave, err := e.lines.enter(ctx, r.session.UID, cancel, emit)
		if err != nil {
			return wire.Turn{}, err
		}
		defer leave()
	}
	return r.finish(ctx)
}

// Again answers a question once more, beside the answers it has. The message is
// the question or one of its answers. Sources that come first, such as the FAQ, are passed
// by: who has read what they say wants another answer.
func (e *Engine) Again(ctx context.Context, message chat.UID, w Wish, key string, emit Emit) (wire.Turn, error) {
	question, err := e.questionOf(ctx, message)
	if err != nil {
		return wire.Turn{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	leave, err := e.lines.enter(ctx, question.Session, cancel, emit)
	if err != nil {
		return wire.Turn{}, err
	}
	defer leave()
	at, err := e.openingOf(ctx, question.Session)
	if err != nil {
		return wire.Turn{}, err
	}
	w.direct = true
	begun, replayed, err := e.beginAgain(ctx, at, question, w, key)
	if err != nil {
		return wire.Turn{}, err
	}
	r, err := e.take(ctx, at, begun, replayed, w, emit)
	if err != nil {
		return wire.Turn{}, err
	}
	return r.finish(ctx)
}

// Stop ends the answer that a session is waiting for, and the turns queued behind
// it. What was received is kept.
func (e *Engine) Stop(session chat.UID) { e.lines.stop(session, context.Canceled) }

// HandOver ends all turns so that another program can go on with them: what was
// received is kept, and nothing is marked. Send and the others return
// ErrHandedOver, from now on too.
func (e *Engine) HandOver() {
	e.lines.close(ErrHandedOver)
	e.Keeper.Close()
}
