package turn

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// Target names a turn that is to go on: by its answer or question, by one of its
// checkpoints, or as the last one of a session.
type Target struct {
	Session, Message, Checkpoint chat.UID
}

// Resume goes on with a turn that was stopped, failed or interrupted. A complete
// one is returned as it is, unless its answer was cut at the limit of its length:
// then it is continued. A checkpoint that is not the last of its turn is forked
// first.
//
// One that waits for the user to choose a meaning is answered as it stands.
func (e *Engine) Resume(ctx context.Context, t Target, w Wish, emit Emit) (wire.Turn, error) {
	return e.goOn(ctx, t, "", w, emit)
}

// Clarify goes on with a turn that waits for the user, with what was chosen: one
// of the choices or other words, "" to have the question answered as it stands. A
// turn that does not wait any more is returned as it is, or goes on.
func (e *Engine) Clarify(ctx context.Context, message chat.UID, choice string, w Wish, emit Emit) (wire.Turn, error) {
	return e.goOn(ctx, Target{Message: message}, choice, w, emit)
}

func (e *Engine) goOn(ctx context.Context, t Target, choice string, w Wish, emit Emit) (wire.Turn, error) {
	session, err := e.sessionOf(ctx, t)
	if err != nil {
		return wire.Turn{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	leave, err := e.lines.enter(ctx, session, cancel, emit)
	if err != nil {
		return wire.Turn{}, err
	}
	defer leave()
	at, err := e.openingOf(ctx, session)
	if err != nil {
		return wire.Turn{}, err
	}
	b, err := e.find(ctx, at, t)
	if err != nil {
		return wire.Turn{}, err
	}
	r, err := e.take(ctx, at, b, true, w, emit)
	if err != nil {
		return wire.Turn{}, err
	}
	r.asked.answered, r.asked.choice = true, choice
	r.reopen()
	return r.finish(ctx)
}

func (e *Engine) sessionOf(ctx context.Context, t Target) (chat.UID, error) {
	switch {
	case !t.Checkpoint.IsZero():
		c, err := e.Store.Checkpoint(ctx, t.Checkpoint)
		return c.Session, err
	case !t.Message.IsZero():
		m, err := e.Store.Message(ctx, t.Message)
		return m.Session, err
	default:
		s, err := e.Store.Session(ctx, t.Session)
		return s.UID, err
	}
}

// find returns the turn that the target names. A question without a turn, such as
// an imported one, gets one.
func (e *Engine) find(ctx context.Context, at opening, t Target) (begun, error) {
	if !t.Checkpoint.IsZero() {
		return e.findCheckpoint(ctx, t.Checkpoint)
	}
	m := at.head
	if !t.Message.IsZero() && t.Message != m.UID {
		var err error
		if m, err = e.Store.Message(ctx, t.Message); err != nil {
			return begun{}, err
		}
	}
	if m.UID.IsZero() {
		return begun{}, fault.New(fault.NotFound, "There is nothing to continue in this chat.")
	}
	if m.Role == chat.User {
		return e.turnOfQuestion(ctx, at, m)
	}
	if turn := store.AnswerOf(m).Turn; !turn.IsZero() {
		return begun{Session: m.Session, Turn: turn, Question: m.Parent}, nil
	}
	return begun{}, fault.New(fault.Invalid, "This answer was not written here, so it cannot continue. Regenerate it instead.")
}

// turnOfQuestion is the newest turn that began with the question and has no
// answer yet; otherwise a new one.
func (e *Engine) turnOfQuestion(ctx context.Context, at opening, question chat.Message) (begun, error) {
	recent, err := e.Store.Checkpoints(ctx, question.Session, store.CheckpointFilter{Limit: 20})
	if err != nil {
		return begun{}, err
	}
	for _, c := range recent {
		var s state
		if node(c.Node) == input && json.Unmarshal(c.State, &s) == nil && s.Question == question.UID {
			return begun{question.Session, c.Turn, question.UID, c.UID}, nil
		}
	}
	b, _, err := e.beginAgain(ctx, at, question, Wish{}, "")
	return b, err
}

func (e *Engine) findCheckpoint(ctx context.Context, uid chat.UID) (begun, error) {
	c, err := e.Store.Checkpoint(ctx, uid)
	if err != nil {
		return begun{}, err
	}
	last, err := e.Store.LastCheckpoint(ctx, c.Session, c.Turn)
	if err != nil {
		return begun{}, err
	}
	if last == uid {
		return begun{Session: c.Session, Turn: c.Turn}, nil
	}
	_, b, err := e.fork(ctx, c)
	return b, err
}

// Fork begins a new branch at a checkpoint: before the answer was there, the
// conversation ends with its question again, and Resume gives another answer;
// after it, with the answer. The old branch stays.
func (e *Engine) Fork(ctx context.Context, checkpoint chat.UID) (chat.Session, error) {
	c, err := e.Store.Checkpoint(ctx, checkpoint)
	if err != nil {
		return chat.Session{}, err
	}
	session, _, err := e.fork(ctx, c)
	return session, err
}

func (e *Engine) fork(ctx context.Context, c store.Checkpoint) (session chat.Session, b begun, err error) {
	var s state
	if err := json.Unmarshal(c.State, &s); err != nil || s.Question.IsZero() {
		return session, b, fault.New(fault.Conflict, "This step cannot be read, so nothing can start from it.")
	}
	end, forked := s.Question, state{Question: s.Question, Length: s.Length, Direct: s.Direct}
	node := input
	if c.Node == string(record) {
		end, forked, node = s.Answer, s, record
	}
	now := e.now()
	err = e.Store.Together(ctx, func(ctx context.Context) error {
		if session, err = e.Store.Rewind(ctx, end, now); err != nil {
			return err
		}
		kept, err := e.Store.AddCheckpoint(ctx, store.Checkpoint{Session: c.Session, Parent: c.UID, Turn: chat.NewUID(now), Node: string(node),
			Source: fromFork, State: encode(forked)}, now)
		b = begun{c.Session, kept.Turn, s.Question, kept.UID}
		return err
	})
	return session, b, err
}
