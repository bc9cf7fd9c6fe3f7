package turn

import (
	"context"
	"sync/atomic"
	"time"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/prompt"
	"burrow/internal/recall"
	"burrow/internal/store"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// Store is what turns need of the history. *store.Store is one.
type Store interface {
	condense.Store
	gather.Vectors

	NeedRoom() error
	Create(ctx context.Context, in chat.Session, now int64) (chat.Session, error)
	Rewind(ctx context.Context, message chat.UID, now int64) (chat.Session, error)
	Append(ctx context.Context, session chat.UID, m chat.Message, now int64) (chat.Message, error)
	AppendBeside(ctx context.Context, sibling chat.UID, m chat.Message, now int64) (chat.Message, error)
	Update(ctx context.Context, uid chat.UID, p store.Patch, now int64) (chat.Message, error)

	Enqueue(ctx context.Context, w store.Waiting, now int64) error
	Dequeue(ctx context.Context, message chat.UID) (bool, error)
	Outbox(ctx context.Context) ([]store.Waiting, error)

	Remember(ctx context.Context, session chat.UID, things []chat.Remembered, now int64) error
	Remembered(ctx context.Context, f store.RememberedFilter) ([]chat.Remembered, error)
	EraseRemembered(ctx context.Context, uid chat.UID) error

	Document(ctx context.Context, uid chat.UID) (chat.Document, error)
	DocumentChunks(ctx context.Context, uid chat.UID, from, to int) ([]store.DocumentChunk, error)
	Attach(ctx context.Context, session chat.UID, documents []chat.UID, now int64) error
	Attached(ctx context.Context, session chat.UID) ([]store.AttachedDocument, error)

	AddWrite(ctx context.Context, checkpoint chat.UID, w store.Write) error
	Checkpoint(ctx context.Context, uid chat.UID) (store.Checkpoint, error)
	LastCheckpoint(ctx context.Context, session, turn chat.UID) (chat.UID, error)
	Checkpoints(ctx context.Context, session chat.UID, f store.CheckpointFilter) ([]store.Checkpoint, error)
	Writes(ctx context.Context, session, turn chat.UID) ([]store.Write, error)
}

// Wish is what a question asks for beside the settings.
type Wish struct {
	_           [0]func() // not to be compared
	Model       string
	MaxMessages *int
	// As is what the question means, in the user's words.
	As string
	// Route is who is to answer, "" for whoever the question points at.
	Route string
	// Choice is what the user chose of what a source offered. Only Again minds it.
	Choice string
	// Sources are attached to a chat that begins. Only Send minds them.
	Sources *[]string
	// Length is asked of the model. Only Again minds it.
	Length chat.Length
	// direct passes the sources by that come first, as Again does.
	direct bool
	// NoCard has the question answered even if it has several meanings: nobody is
	// there to choose.
	NoCard bool
}

// Options are what turns need of their host.
type Options struct {
	Store Store
	// Answerer says who answers in a session. Its error is the turn's failure,
	// with the question kept.
	Answerer func(ctx context.Context, session chat.Session, w Wish) (llm.Answerer, error)
	// Ready says that Answerer waits for nobody. Nil means never.
	Ready func() bool
	// Count and Encoding are those of prompt.Counts.
	Count    func(ctx context.Context, model string, role chat.Role, content string) (tokens int, encoding string, err error)
	Encoding func(model string) (name string, estimate bool)
	// Gatherers are asked beside the history.
	Gatherers gather.Gatherers
	Tools     []Tool
	// Related gives the words by which recall finds what was said in others. It must
	// not wait: nil, and a nil table, are none.
	Related func() *recall.Related
	// Encoder gives what reads texts for what they mean, by which recall finds what was
	// said in other words. Nil, and a nil encoder, are none.
	Encoder func() gather.Encoder
	// Languages gets the tables of other languages than English, when a question first
	// needs them and again if it failed. Nil means that they are built in.
	Languages func(ctx context.Context) (*understand.Languages, error)
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
	// Keeper condenses and names while no turn runs.
	Keeper *condense.Keeper

	lines    lines
	counts   *prompt.Counts
	history  *gather.History
	sources  gather.Gatherers                     // the history and all others
	checkers llm.Trust                            // of those who are asked to check an answer
	readers  llm.Trust                            // of those who are asked what a question means
	tables   atomic.Pointer[understand.Languages] // as far as there are any
	outbox   outbox
	laid     laidDocuments
}

// New returns an engine.
func New(o Options) *Engine {
	if o.Log == nil {
		o.Log = func(error) {}
	}
	e := &Engine{Options: o, history: gather.NewHistory(o.Store, o.Related), counts: &prompt.Counts{Count: o.Count, Encoding: o.Encoding}}
	if o.Languages != nil {
		e.tables.Store(understand.LoadLanguages(""))
	}
	e.sources = append(gather.Gatherers{e.history}, o.Gatherers...)
	keeping := condense.Options{Store: o.Store, Counts: e.counts, Busy: e.lines.busy, Notify: o.Notify, Now: o.Now, Log: o.Log}
	if o.Encoder != nil {
		e.history.UseEncoder(o.Encoder, o.Store)
		keeping.Read = e.history.Read
	}
	e.Keeper = condense.New(keeping)
	return e
}

func (e *Engine) now() int64 { return e.Now().UnixMilli() }
