package turn

import (
	"context"
	"errors"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// run is a turn under way. Each of its parts belongs to the step that makes it;
// later ones only read it.
type run struct {
	*Engine
	journal
	draft draft
	emit  Emit
	began time.Time

	// asked is what the user said, session where.
	asked   asked
	session chat.Session
	// who answers is found by load; another one may step in.
	who llm.Answerer
	// attached are the sources that the chat asks, found by load; detached are the others.
	attached, detached gather.Gatherers
	// material is made by load, and what the question means added by understand.
	material material
	reading  reading
	// found is what gather has, prompt what assemble made of it.
	found  found
	prompt prompt.Prompt
	// replies are the model's, the last one included once it is there.
	replies []reply
	// checked is what came of asking about the answer, nil if nothing was asked.
	checked *checked

	row   row
	early early
	// meta is what is kept with the answer, unsaved why that failed.
	meta    chat.Answer
	unsaved string
}

// asked is what the user said of a question beside its words.
type asked struct {
	_    [0]func() // not to be compared
	wish Wish
	// as is what it means, in the user's words.
	as string
	// answered says that the clarifying card was answered, with choice, or without
	// one to have the question answered as it is.
	answered bool
	choice   string
	// again says that the turn was begun before.
	again bool
}

// reading is a question with what rules make of it.
type reading struct {
	history []understand.Exchange
	local   understand.Understanding
	options understand.Options
	// offer is a source that is not attached and would have been asked.
	offer string
}

// found is what was gathered for a question.
type found struct {
	// sources are who is asked; outside is what those outside of this program had,
	// by their names.
	sources gather.Gatherers
	outside map[string]gather.Found
	// first is the answer of a source that comes first: no other is asked then.
	first *gather.Found
	// unsure says that sources with a route were not chosen, but may be certain.
	unsure bool
	// gathered is that for the reader, passages for the model.
	gathered []chat.Gathered
	passages []prompt.Passage
	plan     *prompt.Plan
	counter  *prompt.Counter
	// instead is who would answer if no source had the whole answer, else nil.
	instead *llm.Answerer
}

// row is the answer's row: kept says that it is there, opened that it waits for the
// model.
type row struct{ kept, opened bool }

// early is how far a turn came in the commit that kept its question. One that ended
// there, with a card, is found by its checkpoint.
type early struct {
	_   [0]func() // not to be compared
	at  node
	err error
}

// reply is how a call of the model ended, as its pending write keeps it. The text
// itself is in the answer's row, from From up to To.
type reply struct {
	Finish   string         `json:"finish,omitempty"`
	Model    string         `json:"model,omitempty"`
	Usage    *chat.Usage    `json:"usage,omitempty"`
	Attempts int            `json:"attempts,omitempty"`
	Calls    []llm.ToolCall `json:"calls,omitempty"`
	From     int            `json:"from"`
	To       int            `json:"to"`
	Timings  *chat.Timings  `json:"timings,omitempty"`
	// results answer the calls, in their order; they are writes of their own.
	results []toolResult
}

// toolResult answers a call, as its pending write keeps it.
type toolResult struct {
	Call    int    `json:"call"`
	Content string `json:"content"`
	Problem string `json:"problem,omitempty"`
	// Sources and Gathered are for the reader.
	Sources  []chat.Source  `json:"sources,omitempty"`
	Gathered *chat.Gathered `json:"gathered,omitempty"`
}

func (r *run) elapsed() int64 { return r.Now().Sub(r.began).Milliseconds() }

// open keeps the answer's row before a request leaves.
func (r *run) open(ctx context.Context) error {
	now := r.now()
	// The question was counted before it was known who answers.
	question := r.material.question
	count, err := r.counts.Of(ctx, r.state.Model, question)
	if err != nil {
		return fault.From(err)
	}
	if r.meta.Timings == nil || r.state.Round == 0 {
		r.meta.Timings = &chat.Timings{Local: r.elapsed()}
	}
	r.meta.Model, r.meta.Provider, r.meta.Rung, r.meta.Fell, r.meta.Problem = r.state.Model, r.who.Provider, r.who.Rung, r.who.Fell, nil
	err = r.commit(ctx, now, func(ctx context.Context) error {
		if encoding, _ := r.Encoding(r.state.Model); question.Encoding != encoding {
			if _, err := r.Store.Update(ctx, question.UID, store.Patch{Tokens: &count, Encoding: &encoding}, now); err != nil {
				return err
			}
		}
		if r.row.kept {
			_, err := r.Store.Update(ctx, r.state.Answer, store.Patch{Status: new(chat.Streaming), Metadata: encode(r.meta)}, now)
			return err
		}
		_, err := r.Store.Append(ctx, r.session.UID, chat.Message{UID: r.state.Answer, Parent: r.state.Question, Role: chat.Assistant,
			Status: chat.Streaming, Metadata: encode(r.meta)}, now)
		return err
	})
	if err != nil {
		return err
	}
	r.row = row{kept: true, opened: true}
	return nil
}

// openForOthers opens the row before somebody else than the model is asked, so that
// every tab sees that something is under way. It is opened again with what they say.
func (r *run) openForOthers(ctx context.Context) error {
	r.state.Model = r.who.ModelName()
	if err := r.open(ctx); err != nil {
		return err
	}
	r.row.opened = false
	r.emit(wire.StartedEvent{Session: r.session.UID, Question: r.state.Question, Message: r.state.Answer, Model: r.state.Model})
	return nil
}

// savePartial keeps the text so far. A failure is no reason to stop: the next
// save, or the record, may succeed.
func (r *run) savePartial(ctx context.Context) {
	text, more := r.draft.unsaved()
	if !more {
		return
	}
	if _, err := r.Store.Update(ctx, r.state.Answer, store.Patch{Content: &text}, r.now()); err != nil {
		r.Log(err)
		return
	}
	r.draft.keptUpTo(len(text))
}

// patch is the answer's row as it is to be kept.
func (r *run) patch(ctx context.Context, status chat.Status) store.Patch {
	text := r.draft.String()
	r.meta.Reasoning = r.draft.thoughts()
	r.keepCited(text)
	r.meta.Model = r.modelName()
	if r.meta.Sent == nil {
		r.meta.Sent = r.state.Sent
	}
	r.meta.Provider, r.meta.Rung, r.meta.Fell = r.who.Provider, r.who.Rung, r.who.Fell
	// An answer without a count is better than none.
	count, encoding, err := r.Count(ctx, r.meta.Model, chat.Assistant, text)
	if err != nil {
		r.Log(err)
	}
	return store.Patch{Content: &text, Status: &status, Tokens: &count, Encoding: &encoding, Metadata: encode(r.meta)}
}

// modelName is the model that answered, as it says itself, else the one asked.
func (r *run) modelName() string {
	for i := len(r.replies) - 1; i >= 0; i-- {
		if r.replies[i].Model != "" {
			return r.replies[i].Model
		}
	}
	return r.state.Model
}

// fail ends a turn before its record. The question stays, and so does what came of
// the answer; the turn can be resumed.
func (r *run) fail(ctx context.Context, at node, err error) (wire.Turn, error) {
	cause := context.Cause(ctx)
	ctx = context.WithoutCancel(ctx)
	if cause != nil && errors.Is(cause, ErrHandedOver) {
		r.savePartial(ctx)
		return wire.Turn{}, ErrHandedOver
	}
	status := chat.Failed
	problem := problemOf(err, at)
	if cause != nil {
		status, problem = chat.Stopped, nil
	} else if problem.Code == fault.Internal {
		r.Log(err)
	}
	if at == consult || at == deciding {
		r.meta.Understood = nil // what the question means is still to be found out
	}
	r.meta.Problem = problem
	r.meta.Waiting = status == chat.Failed && r.waits(err)
	if r.meta.Timings != nil {
		r.meta.Timings.Total = r.elapsed()
	}
	r.settle(ctx, status)
	if problem != nil {
		r.emit(wire.ProblemEvent{Problem: *problem})
	} else {
		r.emit(wire.ProblemEvent{Problem: chat.Problem{Code: fault.Cancelled, Message: say.T("The answer was stopped."), Step: at.name()}})
	}
	return r.result(ctx)
}

func problemOf(err error, at node) *chat.Problem {
	known := fault.From(err)
	return &chat.Problem{Code: known.Code, Message: known.Message, Step: at.name(), RetryAfter: int((known.RetryAfter + time.Second - 1) / time.Second)}
}

// waits says whether a turn that failed is to wait: nobody was reached, and there
// is nothing of an answer.
func (r *run) waits(err error) bool {
	var known *fault.Error
	return r.Outbox && errors.As(err, &known) && known.Unreachable && r.draft.len() == 0 && len(r.replies) == 0
}

// settle keeps an answer that is not complete. If that fails too, the result says
// so.
func (r *run) settle(ctx context.Context, status chat.Status) {
	now := r.now()
	patch := r.patch(ctx, status)
	if !r.row.kept {
		if r.state.Answer.IsZero() {
			r.state.Answer = chat.NewUID(now)
		}
		r.marks = nil
		r.mark(failed)
	}
	err := r.commit(ctx, now, func(ctx context.Context) (err error) {
		if r.row.kept {
			_, err = r.Store.Update(ctx, r.state.Answer, patch, now)
		} else {
			_, err = r.Store.Append(ctx, r.session.UID, chat.Message{UID: r.state.Answer, Parent: r.state.Question, Role: chat.Assistant,
				Content: *patch.Content, Status: status, Tokens: *patch.Tokens, Encoding: *patch.Encoding, Metadata: patch.Metadata}, now)
		}
		if err == nil && r.meta.Waiting {
			err = r.Store.Enqueue(ctx, store.Waiting{Session: r.session.UID, Question: r.state.Question, Message: r.state.Answer, Model: r.asked.wish.Model}, now)
		} else if err == nil {
			err = r.dequeue(ctx)
		}
		return err
	})
	if err == nil && r.meta.Waiting {
		r.tellOutbox(r.session.UID, r.state.Answer, wire.OutboxWaiting, r.inOutbox(ctx))
	}
	if err != nil {
		r.Log(err)
		r.unsaved = fault.From(err).Message
	}
}

// dequeue takes the question out of the outbox, within the commit that ends its
// turn. Only a turn that was taken up again can be in there.
func (r *run) dequeue(ctx context.Context) error {
	if !r.Outbox || !r.asked.again {
		return nil
	}
	_, err := r.Store.Dequeue(ctx, r.state.Answer)
	return err
}

// result reads what was kept. What could not be kept is made up from memory.
func (r *run) result(ctx context.Context) (wire.Turn, error) {
	ctx = context.WithoutCancel(ctx)
	out := wire.Turn{Session: r.session.UID, Question: r.state.Question, Unsaved: r.unsaved}
	if r.unsaved == "" {
		kept, err := r.Store.Message(ctx, r.state.Answer)
		if err != nil {
			return out, err
		}
		out.Message, out.Answer = kept, store.AnswerOf(kept)
		return out, nil
	}
	status := chat.Complete
	if r.meta.Problem != nil {
		status = chat.Failed
	}
	patch := r.patch(ctx, status)
	out.Message = chat.Message{UID: r.state.Answer, Session: r.session.UID, Parent: r.state.Question, Role: chat.Assistant,
		Content: *patch.Content, Status: *patch.Status, Tokens: *patch.Tokens, Encoding: *patch.Encoding, Metadata: patch.Metadata}
	out.Answer = r.meta
	return out, nil
}
