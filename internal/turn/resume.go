package turn

import (
	"context"
	"errors"

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
	b, err := e.find(ctx, session, t)
	if err != nil {
		return wire.Turn{}, err
	}
	r, err := e.start(ctx, b, w, emit)
	if err != nil {
		return wire.Turn{}, err
	}
	if err := r.recover(ctx); err != nil {
		return wire.Turn{}, err
	}
	r.told.answered, r.told.choice = true, choice
	if err := r.reopen(ctx); err != nil {
		return wire.Turn{}, err
	}
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
func (e *Engine) find(ctx context.Context, session chat.UID, t Target) (begun, error) {
	if !t.Checkpoint.IsZero() {
		return e.findCheckpoint(ctx, t.Checkpoint)
	}
	message := t.Message
	if message.IsZero() {
		s, err := e.Store.Session(ctx, session)
		if err != nil {
			return begun{}, err
		}
		if message = s.Head; message.IsZero() {
			return begun{}, fault.New(fault.NotFound, "There is nothing to go on with in this conversation.")
		}
	}
	m, err := e.Store.Message(ctx, message)
	if err != nil {
		return begun{}, err
	}
	if m.Role == chat.User {
		return e.turnOfQuestion(ctx, m)
	}
	if turn := AnswerOf(m).Turn; !turn.IsZero() {
		return begun{Session: session, Turn: turn, Question: m.Parent}, nil
	}
	return begun{}, fault.New(fault.Invalid, "This answer was not made here, so it cannot go on. Ask for another one instead.")
}

// turnOfQuestion is the newest turn that began with the question and has no
// answer yet; otherwise a new one.
func (e *Engine) turnOfQuestion(ctx context.Context, question chat.Message) (begun, error) {
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
	b, _, err := e.beginAgain(ctx, question, "", "")
	return b, err
}

func (e *Engine) findCheckpoint(ctx context.Context, uid chat.UID) (begun, error) {
	c, err := e.Store.Checkpoint(ctx, uid)
	if err != nil {
		return begun{}, err
	}
	newest, err := e.Store.Checkpoints(ctx, c.Session, store.CheckpointFilter{Turn: c.Turn, Limit: 1})
	if err != nil {
		return begun{}, err
	}
	if len(newest) > 0 && newest[0].UID == uid {
		return begun{Session: c.Session, Turn: c.Turn}, nil
	}
	_, b, err := e.fork(ctx, c)
	return b, err
}

// recover takes up a turn at its last checkpoint, with what it has paid for. A
// checkpoint that cannot be read is made anew from the messages.
func (r *run) recover(ctx context.Context) error {
	r.resumed = true
	newest, err := r.Store.Checkpoints(ctx, r.session.UID, store.CheckpointFilter{Turn: r.turn, Limit: 1})
	if err != nil {
		return err
	}
	var kept state
	if len(newest) > 0 {
		r.last = newest[0]
		err = json.Unmarshal(r.last.State, &kept)
	}
	if len(newest) == 0 || err != nil || kept.Question.IsZero() {
		r.Log(fault.Note("checkpoint "+r.last.UID.String()+" of turn "+r.turn.String()+" cannot be read, its state is made from the messages", orMissing(err)))
		if kept, err = r.rebuild(ctx); err != nil {
			return err
		}
	}
	r.state = kept
	writes, err := r.Store.Writes(ctx, r.session.UID, r.turn)
	if err != nil {
		return err
	}
	if kept.Answer.IsZero() {
		r.recoverUnderstood(writes)
		return nil
	}
	row, err := r.Store.Message(ctx, kept.Answer)
	if err != nil {
		return err
	}
	r.row = true
	r.text.WriteString(row.Content)
	r.saved = len(row.Content)
	r.meta = AnswerOf(row)
	r.meta.Turn = r.turn
	r.think.WriteString(r.meta.Reasoning)
	r.recoverUnderstood(writes)
	r.recoverWrites(writes)
	return nil
}

func orMissing(err error) error {
	if err == nil {
		return errMissing
	}
	return err
}

var errMissing = fault.New(fault.NotFound, "There is no state.")

// rebuild makes the state of a turn from the messages: the answer that names the
// turn and its question, or the question at the end of the path.
func (r *run) rebuild(ctx context.Context) (state, error) {
	s := state{Question: r.state.Question}
	head := r.session.Head
	if s.Question.IsZero() && head.IsZero() {
		return s, fault.New(fault.NotFound, "There is nothing to go on with in this conversation.")
	}
	path, err := r.Store.Path(ctx, r.session.UID, head, -pathLimit, pathLimit)
	if err != nil {
		return s, err
	}
	for i := len(path.Messages) - 1; i >= 0; i-- {
		m := path.Messages[i]
		if AnswerOf(m).Turn == r.turn && m.Role == chat.Assistant {
			s.Answer, s.Question = m.UID, m.Parent
			break
		}
		if s.Question.IsZero() && m.Role == chat.User {
			s.Question = m.UID
			break
		}
	}
	if s.Question.IsZero() {
		return s, fault.New(fault.NotFound, "The question of this turn is not here any more.")
	}
	// Nothing says which step it was, so it begins anew; calls that are paid for
	// are found by their writes.
	r.last.Node = string(input)
	if !s.Answer.IsZero() {
		r.last.Node = string(assemble)
	}
	return s, nil
}

// recoverWrites reads the calls of the model and the tools that had ended.
func (r *run) recoverWrites(writes []store.Write) {
	for _, w := range writes {
		switch {
		case w.Task == replyTask && w.Sequence == len(r.replies):
			var past reply
			if err := json.Unmarshal(w.Value, &past); err != nil || past.From < 0 || past.To < past.From || past.To > r.text.Len() {
				r.Log(errors.New("a kept reply of turn " + r.turn.String() + " cannot be read"))
				return
			}
			r.replies = append(r.replies, past)
		case w.Task == toolTask && len(r.replies) > 0:
			var result toolResult
			last := &r.replies[len(r.replies)-1]
			if json.Unmarshal(w.Value, &result) != nil || result.Call != len(last.results) {
				r.Log(errors.New("a kept result of turn " + r.turn.String() + " cannot be read"))
				return
			}
			last.results = append(last.results, result)
		}
	}
}

// reopen makes a complete turn whose answer was cut by its length go on.
func (r *run) reopen(ctx context.Context) error {
	if node(r.last.Node) != record || r.meta.Finish != "length" {
		return nil
	}
	// The cut reply becomes a text that broke off: its write no longer counts.
	r.turn = chat.NewUID(r.now())
	r.meta.Turn, r.meta.Finish = r.turn, ""
	r.replies = nil
	r.state.Round = 0
	r.last.Node = string(input)
	return nil
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
		return session, b, fault.New(fault.Conflict, "The state of this step cannot be read, so nothing can begin there.")
	}
	end, forked := s.Question, state{Question: s.Question, Length: s.Length}
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
