// Package turn takes a question to its answer: load → understand (→ consult, →
// clarify) → assemble → answer (→ tools → answer) → record. It decides what is kept when, so that a program that ends
// anywhere on this way loses no question, doubles no answer and pays for no call
// twice.
//
// After every step there is a checkpoint: a row that names its parent, the turn,
// the step and a small state of references. It copies no text, so that what a
// turn costs does not depend on the length of the conversation. Commits go around
// effects: steps that only compute share the commit of the next effect.
//
//	commit 1   the question, checkpoint "input"
//	commit 2   checkpoints "load" and "assemble", the answer's row, streaming
//	           — the request leaves; its text is saved each second —
//	commit 3   the text, checkpoints "answer" and "record", the row complete
//
// The first two are one if it is known who answers, so that nothing has to be
// waited for in between.
//
// Where rules are not sure what a question means a model is asked once, between
// the two; if it has several meanings the turn ends with a card in the answer's
// place, and goes on when the user has chosen.
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
	"time"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// Store is what turns need of the history. *store.Store is one.
type Store interface {
	Together(ctx context.Context, f func(context.Context) error) error
	Once(ctx context.Context, key string, now int64, f func(context.Context) ([]byte, error)) (result []byte, replayed bool, err error)

	Session(ctx context.Context, uid chat.UID) (chat.Session, error)
	Create(ctx context.Context, in chat.Session, now int64) (chat.Session, error)
	Search(ctx context.Context, query string, o store.SearchOptions) (store.Found, error)
	Rename(ctx context.Context, uid chat.UID, name string, by chat.Namer, now int64) (chat.Session, error)
	Rewind(ctx context.Context, message chat.UID, now int64) (chat.Session, error)

	Message(ctx context.Context, uid chat.UID) (chat.Message, error)
	Append(ctx context.Context, session chat.UID, m chat.Message, now int64) (chat.Message, error)
	AppendBeside(ctx context.Context, sibling chat.UID, m chat.Message, now int64) (chat.Message, error)
	Update(ctx context.Context, uid chat.UID, p store.Patch, now int64) (chat.Message, error)
	Path(ctx context.Context, session, leaf chat.UID, from, limit int) (store.Window, error)
	Recollect(ctx context.Context, leaf chat.UID, limit int) (store.Recollection, error)
	Span(ctx context.Context, leaf chat.UID, from, to int) ([]chat.Message, error)
	Ancestor(ctx context.Context, leaf chat.UID, depth int) (chat.UID, error)

	Summary(ctx context.Context, uid chat.UID) (store.Summary, error)
	Enqueue(ctx context.Context, w store.Waiting, now int64) error
	Dequeue(ctx context.Context, message chat.UID) (bool, error)
	Outbox(ctx context.Context) ([]store.Waiting, error)

	Remember(ctx context.Context, session chat.UID, things []chat.Remembered, now int64) error
	Remembered(ctx context.Context, f store.RememberedFilter) ([]chat.Remembered, error)

	AddSummary(ctx context.Context, in store.Summary, replaces chat.UID, now int64) (store.Summary, error)
	EditSummary(ctx context.Context, uid chat.UID, summary chat.Summary, tokens int, encoding string, now int64) (store.Summary, error)

	AddCheckpoint(ctx context.Context, c store.Checkpoint, now int64) (store.Checkpoint, error)
	AddWrite(ctx context.Context, checkpoint chat.UID, w store.Write) error
	Checkpoint(ctx context.Context, uid chat.UID) (store.Checkpoint, error)
	LastCheckpoint(ctx context.Context, session, turn chat.UID) (chat.UID, error)
	Checkpoints(ctx context.Context, session chat.UID, f store.CheckpointFilter) ([]store.Checkpoint, error)
	Writes(ctx context.Context, session, turn chat.UID) ([]store.Write, error)
}

// Model answers. *llm.Client is one.
type Model interface {
	Stream(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error)
}

// Answerer is who answers a turn, and how.
type Answerer struct {
	Model Model
	// Provider is its name for the reader, Rung its kind.
	Provider string
	Rung     chat.Rung
	// Small says that the model is slow to read: its prompt has few tokens, and it
	// is asked for nothing but answers. Without a Model what is found in the
	// conversations is the answer.
	Small bool
	// Fell is why a better one does not answer, as a sentence.
	Fell string
	// Otherwise answers if this one cannot be reached. It may be nil.
	Otherwise *Answerer
	// Settings are complete but for the model, which a server may choose.
	Settings chat.Settings
}

// Wish is what a question asks for beside the settings.
type Wish struct {
	Model       string
	MaxMessages *int
	// As is what the question means, in the user's words.
	As string
	// Length is asked of the model. Only Again minds it.
	Length chat.Length
	// NoCard has the question answered even if it has several meanings: nobody is
	// there to choose.
	NoCard bool
}

// Options are what turns need of their host.
type Options struct {
	Store Store
	// Answerer says who answers in a session. Its error is the turn's failure,
	// with the question kept.
	Answerer func(ctx context.Context, session chat.Session, w Wish) (Answerer, error)
	// Ready says that Answerer waits for nobody. Nil means never.
	Ready func() bool
	// Count counts a message for a model, and names the encoding.
	Count func(ctx context.Context, model string, role chat.Role, content string) (tokens int, encoding string, err error)
	// Encoding names the encoding that Count takes for a model, and says whether
	// its counts are estimates.
	Encoding func(model string) (name string, estimate bool)
	Tools    []Tool
	// DayFirst says that 12/3/24 is usually the 12th of March where the user is.
	DayFirst bool
	// Background lets turns leave work to be done after their answer: names, and
	// condensing. Notify is told of it.
	Background bool
	// Outbox lets questions that reach nobody wait, to be sent by SendWaiting.
	Outbox bool
	Notify func(wire.CoreEvent)
	Now    func() time.Time
	// Log is told of what no user sees.
	Log func(error)
}

// Engine runs turns. It is safe for concurrent use; turns of one session run one
// after another.
type Engine struct {
	Options
	lines   lines
	counts  counts
	indexes indexes
	jobs    jobs
	trust   trust // of those who summarise
	outbox  outbox
	readers trust // of those who are asked what a question means
}

// New returns an engine.
func New(o Options) *Engine {
	if o.Log == nil {
		o.Log = func(error) {}
	}
	return &Engine{Options: o}
}

// Emit is told what happens in a turn. It may be called by several goroutines.
type Emit func(wire.CoreEvent)

// Question is what a user asks.
type Question struct {
	// Session is a new one if zero.
	Session chat.UID
	Text    string
	// Beside is the question that this one replaces on the path that is shown.
	Beside chat.UID
	Wish
	// Key names the turn: a second Send with it goes on with the first one's.
	Key string
}

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
	r, err := e.beginAtOnce(ctx, q, emit)
	if err != nil {
		return wire.Turn{}, err
	}
	if r == nil {
		begun, replayed, err := e.begin(ctx, q, counted{})
		if err != nil {
			return wire.Turn{}, err
		}
		if r, err = e.take(ctx, begun, replayed, q.Wish, emit); err != nil {
			return wire.Turn{}, err
		}
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
// the question or one of its answers.
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
	begun, replayed, err := e.beginAgain(ctx, question, w.Length, key)
	if err != nil {
		return wire.Turn{}, err
	}
	r, err := e.take(ctx, begun, replayed, w, emit)
	if err != nil {
		return wire.Turn{}, err
	}
	return r.finish(ctx)
}

// take takes up a turn: at its beginning, unless its key was seen before.
func (e *Engine) take(ctx context.Context, b begun, replayed bool, w Wish, emit Emit) (*run, error) {
	r, err := e.start(ctx, b, w, emit)
	if err == nil && replayed {
		err = r.recover(ctx)
	}
	return r, err
}

// Stop ends the answer that a session is waiting for, and the turns queued behind
// it. What was received is kept.
func (e *Engine) Stop(session chat.UID) { e.lines.stop(session, context.Canceled) }

// HandOver ends all turns so that another program can go on with them: what was
// received is kept, and nothing is marked. Send and the others return
// ErrHandedOver, from now on too.
func (e *Engine) HandOver() {
	e.lines.close(ErrHandedOver)
	e.jobs.close()
}

func (e *Engine) now() int64 { return e.Now().UnixMilli() }

// encode makes JSON of what has no way to fail.
func encode(v any) chat.RawJSON {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}
