package turn

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// A node names a step. The checkpoint after a step has its name; input stands for
// the question's arrival.
type node string

const (
	input    node = "input"
	load     node = "load"
	assemble node = "assemble"
	answer   node = "answer"
	tools    node = "tools"
	record   node = "record"
	failed   node = "failed" // a turn that ended before its answer had a row
	done     node = ""       // after record
)

// The sources of checkpoints.
const (
	fromInput = "input"
	fromStep  = "step"
	fromFork  = "fork"
)

// state is what a checkpoint keeps: references, never text.
type state struct {
	Question chat.UID `json:"question"`
	Answer   chat.UID `json:"answer,omitzero"`
	// Length is what the answer is asked to be.
	Length chat.Length `json:"length,omitempty"`
	// Round counts the calls of the model whose tools have been run.
	Round int `json:"round,omitempty"`
	// Model is who was asked, Sent what went to it.
	Model string     `json:"model,omitempty"`
	Sent  *chat.Sent `json:"sent,omitempty"`
}

// run is a turn under way.
type run struct {
	*Engine
	emit    Emit
	wish    Wish
	told    told
	resumed bool // it was begun before
	session chat.Session
	turn    chat.UID
	began   time.Time

	// last is the newest checkpoint kept; marks are those that wait for the next
	// commit.
	last  store.Checkpoint
	marks []store.Checkpoint
	state state

	who      Answerer
	material material
	reading  reading
	prompt   []llm.Message
	// crossed says that the turn crossed the threshold.
	crossed bool
	replies []reply // of the rounds so far, the last one included once it is there

	// row says that the answer's row is kept, opened that it waits for the model,
	// early how far the turn came in the commit that kept its question.
	row    bool
	opened bool
	early  struct {
		at    node
		err   error
		ended bool // there is nothing more to do: the user is asked
	}
	// text is the answer so far. The saver reads it while the model writes.
	mu    sync.Mutex
	text  strings.Builder
	think strings.Builder
	saved int // bytes of text that are kept

	meta    chat.Answer
	unsaved string
}

// step does one of the steps that a turn is made of, and returns the one that
// follows.
func (r *run) step(ctx context.Context, at node) (node, error) {
	switch at {
	case load:
		return r.load(ctx)
	case understanding:
		return r.understand(ctx)
	case consult:
		return r.consult(ctx)
	case assemble:
		return r.assemble(ctx)
	case answer:
		return r.answer(ctx)
	case tools:
		return r.tools(ctx)
	default:
		return r.record(ctx)
	}
}

// start makes a run of a turn whose first commit is done.
func (e *Engine) start(ctx context.Context, b begun, w Wish, emit Emit) (*run, error) {
	session, err := e.Store.Session(ctx, b.Session)
	if err != nil {
		return nil, err
	}
	return &run{
		Engine: e, emit: emit, wish: w, session: session, turn: b.Turn, began: e.Now(),
		last:  store.Checkpoint{UID: b.Checkpoint, Node: string(input)},
		state: state{Question: b.Question, Length: w.Length},
		meta:  chat.Answer{Turn: b.Turn},
		told:  told{as: strings.TrimSpace(w.As)},
	}, nil
}

// finish runs the steps that are left.
func (r *run) finish(ctx context.Context) (wire.Turn, error) {
	at := r.next()
	if r.early.err != nil {
		return r.fail(ctx, r.early.at, r.early.err)
	} else if r.early.ended {
		at = done
	} else if r.early.at != done {
		at = r.early.at
	}
	for at != done {
		following, err := r.step(ctx, at)
		if err != nil {
			return r.fail(ctx, at, err)
		}
		at = following
	}
	return r.result(ctx)
}

// next is the step that follows the last checkpoint kept. What is only computed is
// computed again.
func (r *run) next() node {
	switch node(r.last.Node) {
	case record:
		return done
	case clarifying:
		if !r.told.answered {
			return done
		}
	}
	return load
}

// mark notes that a step is done. The checkpoint is kept with the next commit.
func (r *run) mark(n node) {
	r.marks = append(r.marks, store.Checkpoint{Session: r.session.UID, Turn: r.turn, Node: string(n), Source: fromStep, State: encode(r.state)})
}

// commit keeps an effect, and the checkpoints of the steps before it.
func (r *run) commit(ctx context.Context, now int64, effect func(context.Context) error) error {
	last := r.last
	err := r.Store.Together(ctx, func(ctx context.Context) error {
		last = r.last
		for _, c := range r.marks {
			c.Parent, c.Step = last.UID, last.Step+1
			kept, err := r.Store.AddCheckpoint(ctx, c, now)
			if err != nil {
				return err
			}
			last = kept
		}
		return effect(ctx)
	})
	if err != nil {
		return err
	}
	r.last, r.marks = last, nil
	return nil
}

// load finds out who answers, and reads what goes along.
func (r *run) load(ctx context.Context) (node, error) {
	var err error
	if r.who.Settings.Threshold == nil {
		if r.who, err = r.Answerer(ctx, r.session, r.wish); err != nil {
			return done, err
		}
	}
	if r.material, err = r.read(ctx, r.session.UID, r.state.Question, r.maxMessages()); err != nil {
		return done, err
	}
	if behind, err := r.behind(ctx); err != nil {
		return done, err
	} else if behind {
		return done, errBehind
	}
	r.material.alone = r.wish.MaxMessages != nil && *r.wish.MaxMessages <= 0
	if r.state.Answer.IsZero() {
		r.state.Answer = chat.NewUID(r.now())
	}
	r.reached(load)
	return understanding, nil
}

// reached marks a step that only computes, unless the turn has been beyond it.
func (r *run) reached(n node) {
	if at := node(r.last.Node); at == input || at == failed || at == clarifying {
		r.mark(n)
	}
}

func (r *run) maxMessages() int {
	if r.wish.MaxMessages != nil {
		return max(*r.wish.MaxMessages, 0)
	}
	return max(*r.who.Settings.MaxMessages, 0)
}

// assemble makes the prompt, and refuses one that is too long.
func (r *run) assemble(ctx context.Context) (node, error) {
	settings := r.who.Settings
	model := ""
	if settings.Model != nil {
		model = *settings.Model
	}
	var a assembled
	var err error
	if r.who.Small {
		counter := counter{r.Engine, ctx, model, nil}
		a, err = r.assembleSmall(r.material, settings, &counter), counter.err
	} else {
		a, err = r.assemblePrompt(ctx, r.material, settings, model, *settings.Threshold, false)
	}
	if err != nil {
		return done, err
	}
	r.prompt, r.crossed = a.prompt, a.due(settings)
	r.state.Model = model
	_, estimate := r.Encoding(model)
	sent := chat.Sent{Messages: len(a.taken) + 1, Tokens: a.tokens, Left: a.left, Estimate: estimate}
	r.state.Sent = new(sent)
	// The answer's row has the whole of it, once; a checkpoint does not grow.
	sent.Parts = a.parts
	for _, m := range a.recalled[:min(len(a.recalled), maxNoted)] {
		sent.Recalled = append(sent.Recalled, m.UID)
	}
	r.meta.Sent = &sent
	if limit := *settings.MaxContext; limit > 0 && a.tokens > limit {
		return done, tooLong(a, limit)
	}
	r.reached(assemble)
	return answer, nil
}

// maxNoted is how many recalled messages an answer names.
const maxNoted = 40

// tooLong is the refusal of a prompt, with the way out that fits.
func tooLong(a assembled, limit int) error {
	question, instructions := 0, 0
	for _, p := range a.parts {
		switch p.Kind {
		case chat.QuestionPart:
			question = p.Tokens
		case chat.InstructionsPart:
			instructions = p.Tokens
		}
	}
	if question+instructions > limit {
		return fault.New(fault.TooLarge, "This question alone has "+strconv.Itoa(question)+" tokens, and at most "+strconv.Itoa(limit)+" are sent. Shorten it, or ask about a part of it.")
	}
	return fault.New(fault.TooLarge, "The question and the "+strconv.Itoa(len(a.taken))+" messages before it have "+strconv.Itoa(a.tokens)+" tokens, and at most "+strconv.Itoa(limit)+" are sent. Condense the conversation, send the question with fewer of them, or ask in a new one.")
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
	r.meta.Problem = problem
	r.meta.Waiting = status == chat.Failed && r.waits(err)
	if r.meta.Timings != nil {
		r.meta.Timings.Total = r.elapsed()
	}
	r.settle(ctx, status)
	if problem != nil {
		r.emit(wire.ProblemEvent{Problem: *problem})
	} else {
		r.emit(wire.ProblemEvent{Problem: chat.Problem{Code: fault.Cancelled, Message: "The answer was stopped.", Step: string(at)}})
	}
	return r.result(ctx)
}

func problemOf(err error, at node) *chat.Problem {
	known := fault.From(err)
	return &chat.Problem{Code: known.Code, Message: known.Message, Step: string(at), RetryAfter: int((known.RetryAfter + time.Second - 1) / time.Second)}
}

// settle keeps an answer that is not complete. If that fails too, the result says
// so.
func (r *run) settle(ctx context.Context, status chat.Status) {
	now := r.now()
	patch := r.patch(ctx, status)
	if !r.row {
		if r.state.Answer.IsZero() {
			r.state.Answer = chat.NewUID(now)
		}
		r.marks = nil
		r.mark(failed)
	}
	err := r.commit(ctx, now, func(ctx context.Context) (err error) {
		if r.row {
			_, err = r.Store.Update(ctx, r.state.Answer, patch, now)
		} else {
			_, err = r.Store.Append(ctx, r.session.UID, chat.Message{UID: r.state.Answer, Parent: r.state.Question, Role: chat.Assistant,
				Content: *patch.Content, Status: status, Tokens: *patch.Tokens, Encoding: *patch.Encoding, Metadata: patch.Metadata}, now)
		}
		if err == nil && r.meta.Waiting {
			err = r.enqueue(ctx, now)
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

// patch is the answer's row as it is to be kept.
func (r *run) patch(ctx context.Context, status chat.Status) store.Patch {
	r.mu.Lock()
	text := r.text.String()
	r.meta.Reasoning = r.think.String()
	r.mu.Unlock()
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

// result reads what was kept. What could not be kept is made up from memory.
func (r *run) result(ctx context.Context) (wire.Turn, error) {
	ctx = context.WithoutCancel(ctx)
	out := wire.Turn{Session: r.session.UID, Question: r.state.Question, Unsaved: r.unsaved}
	if r.unsaved == "" {
		kept, err := r.Store.Message(ctx, r.state.Answer)
		if err != nil {
			return out, err
		}
		out.Message, out.Answer = kept, AnswerOf(kept)
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

// AnswerOf reads the metadata of an answer; what is not ours is left out.
func AnswerOf(m chat.Message) (a chat.Answer) {
	if len(m.Metadata) > 0 && json.Unmarshal(m.Metadata, &a) != nil {
		return chat.Answer{}
	}
	return a
}
