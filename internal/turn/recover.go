package turn

import (
	"context"
	"errors"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/json"
	"burrow/internal/store"
)

// recover takes up a turn at its last checkpoint, with what it has paid for. A
// checkpoint that cannot be read is made anew from the messages.
func (r *run) recover(ctx context.Context) error {
	r.asked.again = true
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
	r.recoverPaid(writes)
	if kept.Answer.IsZero() {
		return nil
	}
	row, err := r.Store.Message(ctx, kept.Answer)
	if err != nil {
		return err
	}
	r.row.kept = true
	paid := r.meta.Understood
	r.meta = store.AnswerOf(row)
	r.meta.Turn = r.turn
	if r.meta.Understood == nil {
		r.meta.Understood = paid
	}
	r.draft.restore(row.Content, r.meta.Reasoning)
	r.recoverReplies(writes)
	r.state.Round = min(r.state.Round, r.rounds())
	return nil
}

// rounds counts the replies whose tools have been run. One that is gone, or whose
// results are, is asked for again.
func (r *run) rounds() (n int) {
	for _, past := range r.replies {
		if len(past.Calls) == 0 || len(past.results) < len(past.Calls) {
			break
		}
		n++
	}
	return n
}

// recoverPaid finds what a model has said of the question before, and what sources
// had.
func (r *run) recoverPaid(writes []store.Write) {
	for _, w := range writes {
		switch w.Task {
		case understandTask:
			var u chat.Understood
			if json.Unmarshal(w.Value, &u) == nil {
				r.meta.Understood = &u
			}
		case gatherTask:
			var one gather.Found
			if json.Unmarshal(w.Value, &one) == nil {
				r.keepFound(one)
			}
		case checkTask:
			var c checked
			if json.Unmarshal(w.Value, &c) == nil {
				r.checked = &c
			}
		}
	}
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
		return s, fault.New(fault.NotFound, "There is nothing to continue in this chat.")
	}
	path, err := r.Store.Path(ctx, r.session.UID, head, -pathLimit, pathLimit)
	if err != nil {
		return s, err
	}
	for _, m := range slices.Backward(path.Messages) {
		if m.Role == chat.Assistant && store.AnswerOf(m).Turn == r.turn {
			s.Answer, s.Question = m.UID, m.Parent
			break
		}
	}
	if last := len(path.Messages) - 1; s.Question.IsZero() && path.Messages[last].Role == chat.User {
		s.Question = path.Messages[last].UID
	}
	if s.Question.IsZero() {
		return s, fault.New(fault.NotFound, "The question no longer exists.")
	}
	// Nothing says which step it was, so it begins anew; calls that are paid for
	// are found by their writes.
	r.last.Node = string(input)
	if !s.Answer.IsZero() {
		r.last.Node = string(assemble)
	}
	return s, nil
}

// recoverReplies reads the calls of the model and the tools that had ended.
func (r *run) recoverReplies(writes []store.Write) {
	for _, w := range writes {
		switch {
		case w.Task == replyTask && w.Sequence == len(r.replies):
			var past reply
			if err := json.Unmarshal(w.Value, &past); err != nil || past.From < 0 || past.To < past.From || past.To > r.draft.len() {
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
func (r *run) reopen() {
	if r.at() != record || r.meta.Finish != "length" {
		return
	}
	// The cut reply becomes a text that broke off: its write no longer counts.
	r.turn = chat.NewUID(r.now())
	r.meta.Turn, r.meta.Finish = r.turn, ""
	r.replies = nil
	r.state.Round = 0
	r.last.Node = string(input)
}
