// Package condense does what a chat needs while nobody waits: summaries that stand
// for messages a prompt has no room for, and names. It decides what is condensed
// when, asks a model or does without, and keeps what comes of it; what a summary
// says and whether it can be trusted is left to package memory.
//
// It runs after an answer, if the turn crossed the threshold or the next one is
// likely to, and a turn never waits for it: what does not fit stays behind for that
// turn, and can be recalled. A summary is kept in one transaction with its
// checkpoint, which checks that nothing else stands for its messages by then. The
// messages stay.
//
// A model is asked only for what pays: not for what was imported, and not if the
// forecast says that its summary would cost more than it saves. Then the summary is
// made without one.
package condense

import (
	"context"
	"errors"
	"runtime"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// Store is what condensing needs of the history. *store.Store is one.
type Store interface {
	Together(ctx context.Context, f func(context.Context) error) error
	Once(ctx context.Context, key string, now int64, f func(context.Context) ([]byte, error)) (result []byte, replayed bool, err error)

	Session(ctx context.Context, uid chat.UID) (chat.Session, error)
	Rename(ctx context.Context, uid chat.UID, name string, by chat.Namer, now int64) (chat.Session, error)
	Message(ctx context.Context, uid chat.UID) (chat.Message, error)
	Path(ctx context.Context, session, leaf chat.UID, from, limit int) (store.Window, error)
	Recollect(ctx context.Context, leaf chat.UID, limit int) (store.Recollection, error)
	Span(ctx context.Context, leaf chat.UID, from, to int) ([]chat.Message, error)
	Ancestor(ctx context.Context, leaf chat.UID, depth int) (chat.UID, error)

	Summary(ctx context.Context, uid chat.UID) (store.Summary, error)
	AddSummary(ctx context.Context, in store.Summary, replaces chat.UID, now int64) (store.Summary, error)
	EditSummary(ctx context.Context, uid chat.UID, summary chat.Summary, tokens int, encoding string, now int64) (store.Summary, error)
	AddCheckpoint(ctx context.Context, c store.Checkpoint, now int64) (store.Checkpoint, error)

	Rest(ctx context.Context)
}

// Options are what condensing needs of its host.
type Options struct {
	Store  Store
	Counts *prompt.Counts
	// Read reads what a session's messages mean, or those of all, and calls wait before
	// each. It may be nil.
	Read func(ctx context.Context, session chat.UID, wait func(context.Context) error) error
	// Busy says that somebody waits for something else, which goes first.
	Busy func() bool
	// Notify is told what happens in the background. It may be nil.
	Notify func(wire.CoreEvent)
	Now    func() time.Time
	// Log is told of what no user sees.
	Log func(error)
}

// Keeper keeps chats short and named. It is safe for concurrent use.
type Keeper struct {
	Options
	jobs  jobs
	reads jobs      // one for all sessions, which nobody waits for
	trust llm.Trust // of those who summarise
}

// New returns a keeper. Close ends what it runs.
func New(o Options) *Keeper { return &Keeper{Options: o} }

// Close ends what runs in the background, and lets nothing else begin.
func (k *Keeper) Close() {
	k.reads.close()
	k.jobs.close()
}

// Emit is told what happens while somebody waits.
type Emit func(wire.CoreEvent)

func (k *Keeper) now() int64 { return k.Now().UnixMilli() }

// Idle waits until nothing runs in the background but reading.
func (k *Keeper) Idle() { k.jobs.wait.Wait() }

// StartReading has messages read that have not been: of a session, or of all.
func (k *Keeper) StartReading(session chat.UID) {
	if k.Read == nil {
		return
	}
	k.reads.start(chat.UID{}, func(ctx context.Context) {
		if err := k.Read(ctx, session, k.yield); err != nil && ctx.Err() == nil {
			k.Log(err)
		}
	})
}

// Condensing reports whether something is being condensed in a session.
func (k *Keeper) Condensing(session chat.UID) bool { return k.jobs.condensing(session) }

// StopCondensing ends what runs in the background of a session.
func (k *Keeper) StopCondensing(session chat.UID) { k.jobs.stop(session) }

// Answered is an exchange that has ended.
type Answered struct {
	_                         [0]func() // not to be compared
	Session, Question, Answer chat.UID
	// Depth is that of the question.
	Depth int
	// Crossed says that its prompt crossed the threshold.
	Crossed bool
}

// After does what an answer leaves to do, in the background: the chat's name,
// condensing, and what would hold up the next question otherwise.
func (k *Keeper) After(a Answered, who llm.Answerer) {
	k.jobs.start(a.Session, func(ctx context.Context) {
		if err := k.name(ctx, a, who); err != nil && ctx.Err() == nil {
			k.Log(err)
		}
		if at, err := k.Store.Session(ctx, a.Session); err == nil {
			if a.Crossed && a.Depth > 0 {
				if parent, err := k.Store.Ancestor(ctx, a.Question, a.Depth-1); err == nil {
					k.inBackground(ctx, at, parent, who, true)
				}
			}
			k.inBackground(ctx, at, at.Head, who, false)
		}
		if k.yield(ctx) == nil {
			k.Store.Rest(ctx)
			// In the browser there is one thread: memory that is cleared while a question
			// is on its way holds it up.
			runtime.GC()
		}
		k.StartReading(a.Session)
	})
}

// inBackground condenses what stands before leaf as long as there is
// reason to.
func (k *Keeper) inBackground(ctx context.Context, session chat.Session, leaf chat.UID, who llm.Answerer, now bool) {
	if *who.Settings.Condense == chat.CondenseOff || leaf.IsZero() {
		return
	}
	begun := false
	tell := func(event wire.CondenseEvent) {
		event.Session = session.UID
		if event.State == wire.CondenseStarted {
			begun = true
			k.jobs.note(session.UID, true)
		}
		if k.Notify != nil && begun {
			k.Notify(event)
		}
	}
	err := k.whileDue(ctx, session, leaf, who, now, tell)
	k.jobs.note(session.UID, false)
	switch {
	case err == nil:
	case ctx.Err() != nil || errors.Is(err, fault.Conflict):
		// Stopped, or another program was faster.
		tell(wire.CondenseEvent{State: wire.CondenseStopped})
	default:
		k.Log(err)
		tell(wire.CondenseEvent{State: wire.CondenseFailed, Message: say.T("Condensing failed. Nothing was changed. {why}", "why", fault.From(err).Message)})
	}
}

// mostAtOnce is how often one job condenses, so that a mistake does not run for ever.
const mostAtOnce = 1000

func (k *Keeper) whileDue(ctx context.Context, session chat.Session, leaf chat.UID, who llm.Answerer, now bool, tell func(wire.CondenseEvent)) error {
	for range mostAtOnce {
		if err := k.yield(ctx); err != nil {
			return err
		}
		o, err := k.outlook(ctx, session.UID, leaf, who)
		if err != nil {
			return err
		}
		o.policy.LastTurn = leaf == session.Head
		isForeign := false
		if session.ExternalID != "" {
			if isForeign, err = k.imported(ctx, o); err != nil {
				return err
			}
		}
		if isForeign || !k.saves(ctx, o) {
			o.who.Model = nil
		}
		if from, to, ok := o.outgrown(); ok {
			tell(wire.CondenseEvent{State: wire.CondenseStarted, Messages: to - from + 1})
			kept, err := k.consolidate(ctx, o, from, to, "")
			if err != nil {
				return err
			}
			tell(condensed(kept))
			continue
		}
		if !now && !o.policy.Soon(o.state) && o.Left == 0 {
			return nil
		}
		from, to, ok, err := o.next(ctx, k)
		if err != nil || !ok || !o.gains(from, to) {
			return err
		}
		tell(wire.CondenseEvent{State: wire.CondenseStarted, Messages: to - from + 1})
		made, err := k.summarize(ctx, o, from, to, "", tell)
		if err != nil {
			return err
		}
		kept, err := k.keepSummary(ctx, o, made, "")
		if err != nil {
			return err
		}
		tell(condensed(kept))
		now = false
	}
	return nil
}

func condensed(s store.Summary) wire.CondenseEvent {
	return wire.CondenseEvent{State: wire.CondenseDone, Messages: s.To - s.From + 1, TokensBefore: s.TokensBefore, TokensAfter: s.TokensAfter}
}
