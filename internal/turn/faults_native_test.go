//go:build !js && !wasip1

package turn_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// fragile is a store of which the Nth call fails, once or from then on.
type fragile struct {
	*store.Store
	mu      sync.Mutex
	at      int // the call that fails, 0 for none
	forGood bool
	calls   int
	failed  string // the method that did
}

func (s *fragile) call(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if s.at == 0 || s.calls < s.at || s.calls > s.at && !s.forGood {
		return nil
	}
	if s.failed == "" {
		s.failed = method
	}
	return errDisk
}

// arm has the nth call from now on fail.
func (s *fragile) arm(n int, forGood bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at, s.forGood, s.calls, s.failed = n, forGood, 0, ""
}

func (s *fragile) mend() { s.mu.Lock(); defer s.mu.Unlock(); s.at = 0 }

// failing1 runs a method unless it is to fail.
func failing1[T any](s *fragile, method string, f func() (T, error)) (out T, err error) {
	if err := s.call(method); err != nil {
		return out, err
	}
	return f()
}

func (s *fragile) Together(ctx context.Context, f func(context.Context) error) error {
	if err := s.call("Together"); err != nil {
		return err
	}
	return s.Store.Together(ctx, func(ctx context.Context) error {
		if err := f(ctx); err != nil {
			return err
		}
		return s.call("the end of Together")
	})
}

func (s *fragile) Once(ctx context.Context, key string, now int64, f func(context.Context) ([]byte, error)) ([]byte, bool, error) {
	if err := s.call("Once"); err != nil {
		return nil, false, err
	}
	return s.Store.Once(ctx, key, now, f)
}

func (s *fragile) Session(ctx context.Context, uid chat.UID) (chat.Session, error) {
	return failing1(s, "Session", func() (chat.Session, error) { return s.Store.Session(ctx, uid) })
}

func (s *fragile) Create(ctx context.Context, in chat.Session, now int64) (chat.Session, error) {
	return failing1(s, "Create", func() (chat.Session, error) { return s.Store.Create(ctx, in, now) })
}

func (s *fragile) Rename(ctx context.Context, uid chat.UID, name string, by chat.Namer, now int64) (chat.Session, error) {
	return failing1(s, "Rename", func() (chat.Session, error) { return s.Store.Rename(ctx, uid, name, by, now) })
}

func (s *fragile) Rewind(ctx context.Context, message chat.UID, now int64) (chat.Session, error) {
	return failing1(s, "Rewind", func() (chat.Session, error) { return s.Store.Rewind(ctx, message, now) })
}

func (s *fragile) Message(ctx context.Context, uid chat.UID) (chat.Message, error) {
	return failing1(s, "Message", func() (chat.Message, error) { return s.Store.Message(ctx, uid) })
}

func (s *fragile) Append(ctx context.Context, session chat.UID, m chat.Message, now int64) (chat.Message, error) {
	return failing1(s, "Append", func() (chat.Message, error) { return s.Store.Append(ctx, session, m, now) })
}

func (s *fragile) AppendBeside(ctx context.Context, sibling chat.UID, m chat.Message, now int64) (chat.Message, error) {
	return failing1(s, "AppendBeside", func() (chat.Message, error) { return s.Store.AppendBeside(ctx, sibling, m, now) })
}

func (s *fragile) Update(ctx context.Context, uid chat.UID, p store.Patch, now int64) (chat.Message, error) {
	return failing1(s, "Update", func() (chat.Message, error) { return s.Store.Update(ctx, uid, p, now) })
}

func (s *fragile) Path(ctx context.Context, session, leaf chat.UID, from, limit int) (store.Window, error) {
	return failing1(s, "Path", func() (store.Window, error) { return s.Store.Path(ctx, session, leaf, from, limit) })
}

func (s *fragile) Recollect(ctx context.Context, leaf chat.UID, limit int) (store.Recollection, error) {
	return failing1(s, "Recollect", func() (store.Recollection, error) { return s.Store.Recollect(ctx, leaf, limit) })
}

func (s *fragile) Span(ctx context.Context, leaf chat.UID, from, to int) ([]chat.Message, error) {
	return failing1(s, "Span", func() ([]chat.Message, error) { return s.Store.Span(ctx, leaf, from, to) })
}

func (s *fragile) Ancestor(ctx context.Context, leaf chat.UID, depth int) (chat.UID, error) {
	return failing1(s, "Ancestor", func() (chat.UID, error) { return s.Store.Ancestor(ctx, leaf, depth) })
}

func (s *fragile) Enqueue(ctx context.Context, w store.Waiting, now int64) error {
	_, err := failing1(s, "Enqueue", func() (struct{}, error) { return struct{}{}, s.Store.Enqueue(ctx, w, now) })
	return err
}

func (s *fragile) Dequeue(ctx context.Context, message chat.UID) (bool, error) {
	return failing1(s, "Dequeue", func() (bool, error) { return s.Store.Dequeue(ctx, message) })
}

func (s *fragile) Outbox(ctx context.Context) ([]store.Waiting, error) {
	return failing1(s, "Outbox", func() ([]store.Waiting, error) { return s.Store.Outbox(ctx) })
}

func (s *fragile) Remember(ctx context.Context, session chat.UID, things []chat.Remembered, now int64) error {
	_, err := failing1(s, "Remember", func() (struct{}, error) { return struct{}{}, s.Store.Remember(ctx, session, things, now) })
	return err
}

func (s *fragile) Remembered(ctx context.Context, f store.RememberedFilter) ([]chat.Remembered, error) {
	return failing1(s, "Remembered", func() ([]chat.Remembered, error) { return s.Store.Remembered(ctx, f) })
}

func (s *fragile) EraseRemembered(ctx context.Context, uid chat.UID) error {
	_, err := failing1(s, "EraseRemembered", func() (struct{}, error) { return struct{}{}, s.Store.EraseRemembered(ctx, uid) })
	return err
}

func (s *fragile) AddCheckpoint(ctx context.Context, c store.Checkpoint, now int64) (store.Checkpoint, error) {
	return failing1(s, "AddCheckpoint", func() (store.Checkpoint, error) { return s.Store.AddCheckpoint(ctx, c, now) })
}

func (s *fragile) AddWrite(ctx context.Context, checkpoint chat.UID, w store.Write) error {
	_, err := failing1(s, "AddWrite", func() (struct{}, error) { return struct{}{}, s.Store.AddWrite(ctx, checkpoint, w) })
	return err
}

func (s *fragile) Checkpoint(ctx context.Context, uid chat.UID) (store.Checkpoint, error) {
	return failing1(s, "Checkpoint", func() (store.Checkpoint, error) { return s.Store.Checkpoint(ctx, uid) })
}

func (s *fragile) LastCheckpoint(ctx context.Context, session, turn chat.UID) (chat.UID, error) {
	return failing1(s, "LastCheckpoint", func() (chat.UID, error) { return s.Store.LastCheckpoint(ctx, session, turn) })
}

func (s *fragile) Checkpoints(ctx context.Context, session chat.UID, f store.CheckpointFilter) ([]store.Checkpoint, error) {
	return failing1(s, "Checkpoints", func() ([]store.Checkpoint, error) { return s.Store.Checkpoints(ctx, session, f) })
}

func (s *fragile) Writes(ctx context.Context, session, turn chat.UID) ([]store.Write, error) {
	return failing1(s, "Writes", func() ([]store.Write, error) { return s.Store.Writes(ctx, session, turn) })
}

// flaky is a network that remembers that it was down.
type flaky struct {
	network
	wasDown bool
}

func (f *flaky) set(down bool) {
	f.wasDown = f.wasDown || down
	f.network.set(down)
}

// play is an engine over a fragile store, and the steps of a user, each of which is
// done again until it succeeds.
type play struct {
	*bench
	t       *testing.T
	fragile *fragile
	network *flaky
	asked   int // calls of the model
	// told is whether the failure of the store was told, tries how often steps were
	// done again.
	told  bool
	tries int
	// readings means that a model is asked what a question means.
	readings bool
}

// Stream answers by what it is shown, as a real model would.
func (p *play) Stream(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
	p.mu.Lock()
	p.asked++
	p.mu.Unlock()
	if r.Schema != nil && r.Schema.Name == understand.SchemaName {
		return say(`{"is_followup":true,"confidence":0.9,"rewritten_query":"Who wrote the novel Middlemarch, and now?"}`)(ctx, r, o)
	}
	messages, partial := r.Messages, ""
	if last := messages[len(messages)-1].Content; strings.HasPrefix(last, "Your last answer was cut off") {
		partial, messages = messages[len(messages)-2].Content, messages[:len(messages)-2]
	}
	last := messages[len(messages)-1]
	_, question, evidence := strings.Cut(last.Content, "The question:\n")
	if !evidence {
		question = last.Content
	}
	question, _, _ = strings.Cut(question, "\n\n(")
	switch {
	case last.Role == chat.Tool:
		return say(strings.TrimPrefix("Three.", partial))(ctx, r, o)
	case strings.Contains(question, "umbrellas"):
		return use(strings.TrimPrefix("Looking. ", partial), llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`})(ctx, r, o)
	case partial != "":
		return say(strings.TrimPrefix("Answer to "+question, partial))(ctx, r, o)
	}
	return p.network.Stream(ctx, llm.Request{Messages: []llm.Message{{Role: chat.User, Content: question}}}, o)
}

// newPlay is a play for a user of their own: one history is soon opened for many.
func newPlay(t *testing.T, history *store.Store, asks bool, at int, forGood bool) *play {
	b := &bench{store: history.For(store.Scope{UserID: fmt.Sprint(at)})}
	p := &play{bench: b, t: t, fragile: &fragile{Store: b.store, at: at, forGood: forGood}, network: &flaky{}}
	b.asks = asks
	calls := 0
	o := engineOver(b, p.fragile, umbrellas(&calls)).Options
	o.Outbox = true
	o.Gatherers = gather.Gatherers{&station{name: "Porto"}}
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		s := settings()
		if p.readings {
			s.Understanding = new(chat.UnderstandingModel)
		}
		return llm.Answerer{Model: p, Provider: "Scripted", Settings: s}, nil
	}
	b.Engine = turn.New(o)
	return p
}

// do does a step. If it fails it says so, in its error or in the turn, and succeeds
// when it is done again.
func (p *play) do(step func() (wire.Turn, error)) wire.Turn {
	p.t.Helper()
	for range 3 {
		out, err := step()
		problem := ""
		if out.Answer.Problem != nil && !out.Answer.Waiting {
			problem = out.Answer.Problem.Message
		}
		if err == nil && problem == "" && out.Unsaved == "" {
			return out
		}
		if err != nil {
			require.ErrorIs(p.t, err, errDisk)
		} else {
			require.Contains(p.t, problem+out.Unsaved, errDisk.Message)
		}
		p.told = true
		p.tries++
		p.fragile.mend()
	}
	require.Fail(p.t, "it fails though nothing is wrong any more")
	return wire.Turn{}
}

func (p *play) send(session chat.UID, text string, change ...func(*turn.Question)) wire.Turn {
	p.t.Helper()
	q := turn.Question{Session: session, Text: text, Key: text}
	for _, f := range change {
		f(&q)
	}
	return p.do(func() (wire.Turn, error) { return p.Send(p.t.Context(), q, p.emit) })
}

// only does something that has no turn.
func (p *play) only(f func() error) {
	p.t.Helper()
	p.do(func() (wire.Turn, error) { return wire.Turn{}, f() })
}

// plays are what users do. Each ends in the same history, whatever fails on its way.
var plays = map[string]func(p *play) chat.UID{
	"a chat": func(p *play) chat.UID {
		session := p.send(chat.UID{}, "I prefer short answers. Customer Ada Lovell owes us 300 euros.").Session
		p.send(session, "What does that customer owe?")
		p.send(session, "How many umbrellas are left?")
		p.send(session, sure)
		return session
	},
	"a reading": func(p *play) chat.UID {
		// If what a model said of the question cannot be kept, what rules say may stand.
		p.readings = true
		session := p.send(chat.UID{}, sure).Session
		p.send(session, unsure)
		return session
	},
	"a chat that was made before": func(p *play) chat.UID {
		made, err := p.store.Create(p.t.Context(), chat.Session{}, 1)
		require.NoError(p.t, err)
		return p.send(made.UID, "Where is the harbour?").Session
	},
	"what is remembered": func(p *play) chat.UID {
		p.send(chat.UID{}, "I live in Leeds. Please call customer Acme Ltd today.")
		p.send(chat.UID{}, "I moved to York.")
		return p.send(chat.UID{}, "What does that customer owe us?").Session
	},
	"an answer that its program left": func(p *play) chat.UID {
		made, err := p.store.Create(p.t.Context(), chat.Session{Name: "Left", NamedBy: chat.NamedByUser}, 1)
		require.NoError(p.t, err)
		for _, m := range []chat.Message{{Role: chat.User, Content: sure}, {Role: chat.Assistant, Content: "George", Status: chat.Streaming}} {
			_, err = p.store.Append(p.t.Context(), made.UID, m, 1)
			require.NoError(p.t, err)
		}
		return p.send(made.UID, "Where is the harbour?").Session
	},
	"a card": func(p *play) chat.UID {
		out := p.send(chat.UID{}, leaving)
		require.NotNil(p.t, out.Answer.Clarify)
		p.do(func() (wire.Turn, error) {
			return p.Clarify(p.t.Context(), out.Message.UID, out.Answer.Clarify.Choices[1].Text, turn.Wish{}, p.emit)
		})
		return out.Session
	},
	"a step": func(p *play) chat.UID {
		first := p.send(chat.UID{}, "A colour?")
		last, err := p.store.LastCheckpoint(p.t.Context(), first.Session, first.Answer.Turn)
		require.NoError(p.t, err)
		p.do(func() (wire.Turn, error) {
			return p.Resume(p.t.Context(), turn.Target{Checkpoint: last}, turn.Wish{}, p.emit)
		})
		return first.Session
	},
	"a source": func(p *play) chat.UID { return p.send(chat.UID{}, rain).Session },
	"branches": func(p *play) chat.UID {
		first := p.send(chat.UID{}, "A colour?")
		p.do(func() (wire.Turn, error) {
			return p.Again(p.t.Context(), first.Message.UID, turn.Wish{}, "again", p.emit)
		})
		p.send(first.Session, "A calm colour?", func(q *turn.Question) { q.Beside = first.Question })
		list, err := p.store.Checkpoints(p.t.Context(), first.Session, store.CheckpointFilter{Turn: first.Answer.Turn})
		require.NoError(p.t, err)
		p.only(func() error { _, err := p.Fork(p.t.Context(), list[len(list)-1].UID); return err })
		p.do(func() (wire.Turn, error) {
			return p.Resume(p.t.Context(), turn.Target{Session: first.Session}, turn.Wish{}, p.emit)
		})
		p.do(func() (wire.Turn, error) {
			return p.Resume(p.t.Context(), turn.Target{Message: first.Message.UID}, turn.Wish{}, p.emit)
		})
		return first.Session
	},
	"an earlier question": func(p *play) chat.UID {
		first := p.send(chat.UID{}, "A colour?")
		second := p.send(first.Session, "A calm colour?")
		_, err := p.store.Append(p.t.Context(), first.Session, chat.Message{Role: chat.User, Content: "Thanks."}, 1)
		require.NoError(p.t, err)
		again := func() (wire.Turn, error) {
			return p.Again(p.t.Context(), second.Message.UID, turn.Wish{}, "again", p.emit)
		}
		one := p.do(again)
		require.Equal(p.t, one.Message.UID, p.do(again).Message.UID, "the same request is the same answer")
		return first.Session
	},
	"a request that is sent twice": func(p *play) chat.UID {
		session := p.send(chat.UID{}, "A colour?").Session
		require.Equal(p.t, session, p.send(chat.UID{}, "A colour?").Session)
		return session
	},
	"another answer than the one that was left": func(p *play) chat.UID {
		made, err := p.store.Create(p.t.Context(), chat.Session{Name: "Left", NamedBy: chat.NamedByUser}, 1)
		require.NoError(p.t, err)
		for _, m := range []chat.Message{{Role: chat.User, Content: sure}, {Role: chat.Assistant, Content: "George", Status: chat.Streaming}} {
			_, err = p.store.Append(p.t.Context(), made.UID, m, 1)
			require.NoError(p.t, err)
		}
		left, err := p.store.Session(p.t.Context(), made.UID)
		require.NoError(p.t, err)
		p.do(func() (wire.Turn, error) {
			return p.Again(p.t.Context(), left.Head, turn.Wish{}, "again", p.emit)
		})
		kept, err := p.store.Message(p.t.Context(), left.Head)
		require.NoError(p.t, err)
		require.Equal(p.t, chat.Stopped, kept.Status)
		return made.UID
	},
	"an outbox": func(p *play) chat.UID {
		p.network.set(true)
		first := p.send(chat.UID{}, sure)
		second := p.send(first.Session, "Which rivers flow through the city of Hamburg in Germany?")
		third := p.send(first.Session, "What is the boiling point of nitrogen?")
		require.True(p.t, first.Answer.Waiting && second.Answer.Waiting && third.Answer.Waiting)
		p.only(func() error { _, err := p.Waiting(p.t.Context()); return err })
		p.only(func() error { return p.CancelWaiting(p.t.Context(), second.Message.UID) })
		p.only(func() error { _, err := p.SendWaiting(p.t.Context()); return err })
		p.network.set(false)
		p.only(func() error { _, err := p.SendWaiting(p.t.Context()); return err })
		// What was in the outbox may have met the failure in a turn of its own.
		for _, one := range []wire.Turn{first, third} {
			p.do(func() (wire.Turn, error) {
				return p.Resume(p.t.Context(), turn.Target{Message: one.Message.UID}, turn.Wish{}, p.emit)
			})
		}
		return first.Session
	},
	"what would be sent": func(p *play) chat.UID {
		session := p.send(chat.UID{}, "I prefer tea. Where is the harbour?").Session
		s, err := p.store.Session(p.t.Context(), session)
		require.NoError(p.t, err)
		who := llm.Answerer{Model: p, Settings: settings()}
		p.only(func() error { _, err := p.Context(p.t.Context(), s, turn.Next{Text: "And the pier?"}, who); return err })
		p.only(func() error { _, err := p.Assemble(p.t.Context(), s, "And the pier?", who, 60); return err })
		return session
	},
}

// result is all that is left of a play: the messages of the path, what is kept with
// answers, where turns begin, what is remembered, and what waits.
func (p *play) result(session chat.UID) string {
	t := p.t
	var out strings.Builder
	s, err := p.store.Session(t.Context(), session)
	require.NoError(t, err)
	fmt.Fprintln(&out, s.Name, s.NamedBy, s.MessageCount)
	w, err := p.store.Path(t.Context(), session, chat.UID{}, 0, 1000)
	require.NoError(t, err)
	for _, m := range w.Messages {
		answer := store.AnswerOf(m)
		answer.Turn, answer.Timings = chat.UID{}, nil
		for i := range answer.Gathered {
			answer.Gathered[i].Took = 0
		}
		if p.readings {
			answer.Understood, answer.Cost = nil, 0
		}
		if answer.Sent != nil {
			answer.Sent.Recalled = nil // names differ
		}
		if p.network.wasDown {
			answer.Sent = nil // of a question that failed there is no answer for the next one
		}
		meta, err := json.MarshalIndent(answer, "", " ")
		require.NoError(t, err)
		fmt.Fprintf(&out, "%s %s %d/%d %q %d %s %s\n", m.Role, m.Status, m.Sibling, m.Siblings, m.Content, m.Tokens, m.Encoding, meta)
	}
	steps, err := p.store.Checkpoints(t.Context(), session, store.CheckpointFilter{Limit: 1000})
	require.NoError(t, err)
	steps = slices.DeleteFunc(steps, func(c store.Checkpoint) bool { return !c.Parent.IsZero() })
	fmt.Fprintln(&out, len(steps), "steps that follow no other")
	remembered, err := p.store.Remembered(t.Context(), store.RememberedFilter{Limit: 200})
	require.NoError(t, err)
	for _, r := range remembered {
		if r.Kind == chat.ChoiceKind {
			continue // one that cannot be kept is asked for again
		}
		fmt.Fprintln(&out, r.Kind, r.Text, r.Of, r.Value)
	}
	waiting, err := p.store.Outbox(t.Context())
	require.NoError(t, err)
	for _, w := range waiting {
		fmt.Fprintln(&out, "waits", w.Text)
	}
	return out.String()
}

// Whatever call of the history fails, and whether it fails once or until somebody has
// been told: the user is told, nothing is lost or doubled, and what was to be done is
// done when it is tried again.
func TestAFailureOfTheHistoryIsToldAndLeavesNothingBehind(t *testing.T) {
	for name, steps := range plays {
		for _, asks := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/asks %t", name, asks), func(t *testing.T) {
				history := open(t).store
				whole := newPlay(t, history, asks, 0, false)
				session := steps(whole)
				want := whole.result(session)
				require.Zero(t, whole.tries)
				require.Empty(t, whole.logged)
				require.Greater(t, whole.fragile.calls, 5)
				for n := 1; n <= whole.fragile.calls; n++ {
					// What fails once may go another way; what goes on failing is told.
					forGood := asks != (n%3 == 0)
					p := newPlay(t, history, asks, n, forGood)
					got := p.result(steps(p))
					at := fmt.Sprintf("call %d, %s, for good %t", n, p.fragile.failed, forGood)
					require.Equal(t, want, got, at)
					if forGood {
						require.True(t, p.told || errors.Is(errors.Join(p.logged...), errDisk), "nobody was told of %s", at)
					}
					require.LessOrEqual(t, p.asked, whole.asked+p.tries+1, "at most one call is made again, %s", at)
				}
			})
		}
	}
}
