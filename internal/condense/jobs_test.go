package condense_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// states are what was told of condensing.
func (b *bench) states() (out []wire.CondenseState) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.told {
		out = append(out, e.State)
	}
	return out
}

// answeredAt is the exchange at the head.
func (b *bench) answeredAt(t *testing.T) condense.Answered {
	t.Helper()
	head, err := b.store.Message(t.Context(), b.at(t).Head)
	require.NoError(t, err)
	return condense.Answered{Session: b.session, Question: head.Parent, Answer: head.UID, Depth: head.Depth - 1}
}

func TestCondensingCanBeStopped(t *testing.T) {
	for name, stop := range map[string]func(b *bench){
		"by the user":            func(b *bench) { b.StopCondensing(b.session) },
		"by the program's end":   func(b *bench) { go b.Close() },
		"not by another session": nil,
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, 1200, 0)
			b.keep(t, 10, 100)
			begun, end := make(chan struct{}), make(chan struct{})
			b.helper.then = func(ctx context.Context) {
				begun <- struct{}{}
				select {
				case <-ctx.Done():
				case <-end:
				}
			}
			require.False(t, b.Condensing(b.session))
			b.After(b.answeredAt(t), b.who())
			<-begun
			require.True(t, b.Condensing(b.session))
			require.False(t, b.Condensing(chat.NewUID(1)))
			want := []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped}
			if stop == nil {
				b.StopCondensing(chat.NewUID(1))
				close(end)
				want[1] = wire.CondenseDone
			} else {
				b.helper.err = context.Canceled
				stop(b)
			}
			b.Idle()
			require.False(t, b.Condensing(b.session))
			require.Equal(t, want, b.states())
			require.Equal(t, b.session, b.told[1].Session)
			require.Empty(t, b.logs)
			require.Equal(t, stop == nil, len(b.kept(t)) == 1)
		})
	}
}

// What comes while a job runs is done after it: of several the last.
func TestOneJobRunsAtATime(t *testing.T) {
	b := open(t, 8000, 6)
	session, err := b.store.Create(t.Context(), chat.Session{Name: "Hi", NamedBy: chat.NamedByText}, b.now)
	require.NoError(t, err)
	b.session = session.UID
	b.keep(t, 1, 30)
	begun, end := make(chan struct{}, 9), make(chan struct{})
	b.helper.then = func(context.Context) { begun <- struct{}{}; <-end }
	b.helper.err = errors.New("it is down")
	for range 4 {
		b.After(b.answeredAt(t), b.who())
	}
	<-begun
	close(end)
	b.Idle()
	require.Equal(t, 2, b.helper.titles)
	require.Len(t, b.logs, 2)
	b.After(b.answeredAt(t), b.who())
	b.Idle()
	require.Equal(t, 3, b.helper.titles, "and then the next one at once")
}

// A turn whose prompt crossed the threshold is condensed up to its question, though
// what it left is not much.
func TestWhatCrossedTheThresholdIsCondensed(t *testing.T) {
	for _, crossed := range []bool{false, true} {
		b := open(t, 8000, 2)
		b.keep(t, 6, 40)
		answered := b.answeredAt(t)
		answered.Crossed = crossed
		b.After(answered, b.who())
		b.Idle()
		require.Empty(t, b.logs)
		if !crossed {
			require.Empty(t, b.kept(t))
			continue
		}
		require.Len(t, b.kept(t), 1)
		require.Equal(t, []int{0, 7}, []int{b.kept(t)[0].From, b.kept(t)[0].To}, "two stay before the question")
	}
	b := open(t, 8000, 0)
	b.keep(t, 1, 40)
	answered := b.answeredAt(t)
	answered.Crossed = true
	b.After(answered, b.who())
	b.Idle()
	require.Empty(t, b.kept(t), "before the first question there is nothing")
	require.Empty(t, b.logs)
}

func TestAModelHasTwoTries(t *testing.T) {
	b := open(t, 8000, 6)
	b.keep(t, 6, 30)
	var told []wire.CondenseState
	tell := func(e wire.CoreEvent) { told = append(told, e.(wire.CondenseEvent).State) }
	b.helper.says = []string{"I cannot."}
	shown, err := b.Preview(t.Context(), b.at(t), condense.Wanted{}, b.who(), tell)
	require.NoError(t, err)
	require.Equal(t, "scripted-1", shown.MadeBy)
	require.Equal(t, []wire.CondenseState{wire.CondenseStarted, wire.CondenseRetried}, told)
	require.Equal(t, 2, b.helper.asked())
	first, second := b.helper.summaries[0].Messages, b.helper.summaries[1].Messages
	require.Equal(t, first[0], second[0])
	require.True(t, strings.HasPrefix(second[1].Content, first[1].Content) && second[1].Content != first[1].Content, "it is told what was wrong")

	// Then it is done without; and a model that always fails is not asked.
	for range 3 {
		b.helper.says = []string{"I cannot.", "Really."}
		shown, err = b.Preview(t.Context(), b.at(t), condense.Wanted{}, b.who(), tell)
		require.NoError(t, err)
		require.Empty(t, shown.MadeBy)
		require.Positive(t, shown.Summary.Len())
		require.Contains(t, strings.Join(shown.Notes, " "), "The model made no summary, so this one was made without it.")
	}
	require.Equal(t, 8, b.helper.asked())
	shown, err = b.Preview(t.Context(), b.at(t), condense.Wanted{}, b.who(), tell)
	require.NoError(t, err)
	require.Contains(t, strings.Join(shown.Notes, " "), "It has failed several times in a row.")
	require.Equal(t, 8, b.helper.asked())
}

func TestAModelThatCannotBeAskedIsDoneWithout(t *testing.T) {
	b := open(t, 8000, 6)
	b.keep(t, 6, 30)
	b.helper.err = fault.New(fault.Unavailable, "It is down.")
	shown, err := b.Preview(t.Context(), b.at(t), condense.Wanted{}, b.who(), nobody)
	require.NoError(t, err)
	require.Empty(t, shown.MadeBy)
	require.Equal(t, []string{"The model made no summary, so this one was made without it. It is down."}, shown.Notes)
	require.Equal(t, 1, b.helper.asked(), "a second try is for what it says")

	ctx, cancel := context.WithCancel(t.Context())
	b.helper.then = func(context.Context) { cancel() }
	_, err = b.Preview(ctx, b.at(t), condense.Wanted{}, b.who(), nobody)
	require.ErrorIs(t, err, context.Canceled, "who stops wants none")
}

func TestMessagesThatSayNothingAreNotCondensed(t *testing.T) {
	b := open(t, 8000, 0)
	for _, m := range []chat.Message{{Role: chat.Tool, Content: "row 1", Tokens: 20}, {Role: chat.Assistant, Tokens: 5}} {
		m.Encoding = "words"
		_, err := b.store.Append(t.Context(), b.session, m, b.now)
		require.NoError(t, err)
	}
	_, err := b.Condense(t.Context(), b.at(t), condense.Wanted{}, b.who(), nobody)
	require.ErrorIs(t, err, fault.Invalid)
	require.ErrorContains(t, err, "There is nothing in these messages to condense.")
}

// Whoever stops while summaries become one keeps them as they were.
func TestAMergeCanBeStopped(t *testing.T) {
	b := open(t, 1200, 2)
	b.keep(t, 10, 40)
	path, err := b.store.Path(t.Context(), b.session, chat.UID{}, 0, 100)
	require.NoError(t, err)
	for i := range 2 {
		_, err := b.store.AddSummary(t.Context(), store.Summary{Session: b.session, From: 2 * i, Last: path.Messages[2*i+1].UID, TokensBefore: 60, TokensAfter: 250, Encoding: "words", MadeBy: "scripted-1",
			Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "Parcels go to Aarhus."}}}}, chat.UID{}, b.now)
		require.NoError(t, err)
	}
	b.helper.then = func(ctx context.Context) {
		b.StopCondensing(b.session)
		<-ctx.Done()
	}
	b.helper.err = context.Canceled
	require.Len(t, b.after(t), 2)
	require.Equal(t, []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped}, b.states())
}

// Later exchanges do not name a chat: its first one does.
func TestAChatIsNamedByItsFirstExchange(t *testing.T) {
	b := open(t, 8000, 6)
	session, err := b.store.Create(t.Context(), chat.Session{Name: "Hi", NamedBy: chat.NamedByText}, b.now)
	require.NoError(t, err)
	b.session = session.UID
	b.keep(t, 2, 30)
	b.after(t)
	require.Equal(t, "Hi", b.at(t).Name)
	require.Zero(t, b.helper.titles)
}

// A name is given once, and never in the place of the user's.
func TestAChatsNameIsTheUsersIfTheyAreFaster(t *testing.T) {
	b := open(t, 8000, 6)
	begin := func(name string) {
		session, err := b.store.Create(t.Context(), chat.Session{Name: name, NamedBy: chat.NamedByText}, b.now)
		require.NoError(t, err)
		b.session = session.UID
		b.keep(t, 1, 30)
	}
	for _, change := range []func(){
		func() { _, _ = b.store.Rename(t.Context(), b.session, "Mine", chat.NamedByUser, b.now) },
		func() { _, _ = b.store.Rename(t.Context(), b.session, "Another", chat.NamedByText, b.now) },
	} {
		begin("Hi")
		b.helper.then = func(context.Context) { change() }
		b.after(t)
		require.Contains(t, []string{"Mine", "Another"}, b.at(t).Name)
	}
	b.helper.then = nil
	begin("Where is it?")
	b.helper.err = errors.New("it is down")
	b.After(b.answeredAt(t), b.who())
	b.Idle()
	require.Equal(t, "Where is it?", b.at(t).Name, "twelve letters say enough")
	require.Len(t, b.logs, 1)
	require.ErrorIs(t, b.logs[0], b.helper.err)
	b.logs = nil
	begin("Where is it")
	b.After(b.answeredAt(t), b.who())
	b.Idle()
	require.NotEqual(t, "Where is it", b.at(t).Name, "fewer do not")
	require.Equal(t, chat.NamedByText, b.at(t).NamedBy)
	require.Len(t, b.logs, 1, "though the model is down")
	b.logs, b.helper.err = nil, nil
	begin("Parcels.")
	at := b.at(t)
	b.after(t)
	require.Equal(t, at, b.at(t), "a full stop less is no other name")
}

// fragile is a store that fails at one call.
type fragile struct {
	*store.Store
	calls, at int
	failed    string
}

var errDisk = fault.New(fault.Unavailable, "The disk is full.")

func failing[T any](s *fragile, name string, call func() (T, error)) (out T, err error) {
	if s.calls++; s.calls == s.at {
		s.failed = name
		return out, errDisk
	}
	return call()
}

func (s *fragile) Together(ctx context.Context, f func(context.Context) error) error {
	_, err := failing(s, "Together", func() (int, error) { return 0, s.Store.Together(ctx, f) })
	return err
}

func (s *fragile) Once(ctx context.Context, key string, now int64, f func(context.Context) ([]byte, error)) (out []byte, replayed bool, err error) {
	out, err = failing(s, "Once", func() (result []byte, err error) {
		result, replayed, err = s.Store.Once(ctx, key, now, f)
		return result, err
	})
	return out, replayed, err
}

func (s *fragile) Session(ctx context.Context, uid chat.UID) (chat.Session, error) {
	return failing(s, "Session", func() (chat.Session, error) { return s.Store.Session(ctx, uid) })
}

func (s *fragile) Rename(ctx context.Context, uid chat.UID, name string, by chat.Namer, now int64) (chat.Session, error) {
	return failing(s, "Rename", func() (chat.Session, error) { return s.Store.Rename(ctx, uid, name, by, now) })
}

func (s *fragile) Message(ctx context.Context, uid chat.UID) (chat.Message, error) {
	return failing(s, "Message", func() (chat.Message, error) { return s.Store.Message(ctx, uid) })
}

func (s *fragile) Path(ctx context.Context, session, leaf chat.UID, from, limit int) (store.Window, error) {
	return failing(s, "Path", func() (store.Window, error) { return s.Store.Path(ctx, session, leaf, from, limit) })
}

func (s *fragile) Recollect(ctx context.Context, leaf chat.UID, limit int) (store.Recollection, error) {
	return failing(s, "Recollect", func() (store.Recollection, error) { return s.Store.Recollect(ctx, leaf, limit) })
}

func (s *fragile) Span(ctx context.Context, leaf chat.UID, from, to int) ([]chat.Message, error) {
	return failing(s, "Span", func() ([]chat.Message, error) { return s.Store.Span(ctx, leaf, from, to) })
}

func (s *fragile) Summary(ctx context.Context, uid chat.UID) (store.Summary, error) {
	return failing(s, "Summary", func() (store.Summary, error) { return s.Store.Summary(ctx, uid) })
}

func (s *fragile) AddSummary(ctx context.Context, in store.Summary, replaces chat.UID, now int64) (store.Summary, error) {
	return failing(s, "AddSummary", func() (store.Summary, error) { return s.Store.AddSummary(ctx, in, replaces, now) })
}

func (s *fragile) EditSummary(ctx context.Context, uid chat.UID, summary chat.Summary, tokens int, encoding string, now int64) (store.Summary, error) {
	return failing(s, "EditSummary", func() (store.Summary, error) { return s.Store.EditSummary(ctx, uid, summary, tokens, encoding, now) })
}

func (s *fragile) AddCheckpoint(ctx context.Context, c store.Checkpoint, now int64) (store.Checkpoint, error) {
	return failing(s, "AddCheckpoint", func() (store.Checkpoint, error) { return s.Store.AddCheckpoint(ctx, c, now) })
}

// eachFault does something once for every call of the store that it makes, which
// fails then.
func eachFault(t *testing.T, prepare func(*bench), do func(b *bench, s *fragile)) {
	t.Helper()
	for n := 1; ; n++ {
		require.Less(t, n, 100, "it never ends")
		b := open(t, 8000, 6)
		prepare(b)
		s := &fragile{Store: b.store, at: n}
		o := b.Options
		o.Store = s
		b.Keeper = condense.New(o)
		do(b, s)
		if s.failed == "" {
			require.Greater(t, n, 1)
			return
		}
	}
}

// Whatever call of the history fails, whoever asked is told, and nothing is kept.
func TestAFailureOfTheHistoryIsToldToWhoAsks(t *testing.T) {
	var made store.Summary
	chatOf := func(exchanges int) func(*bench) { return func(b *bench) { b.keep(t, exchanges, 30) } }
	withSummary := func(b *bench) {
		b.keep(t, 6, 30)
		var err error
		made, err = b.Condense(t.Context(), b.at(t), condense.Wanted{Key: "made"}, b.who(), nobody)
		require.NoError(t, err)
	}
	for name, test := range map[string]struct {
		prepare func(*bench)
		do      func(b *bench) error
	}{
		"condense": {chatOf(6), func(b *bench) error {
			_, err := b.Condense(t.Context(), b.at(t), condense.Wanted{Key: "k"}, b.who(), nobody)
			return err
		}},
		"condense many": {chatOf(600), func(b *bench) error {
			_, err := b.Condense(t.Context(), b.at(t), condense.Wanted{}, b.who(), nobody)
			return err
		}},
		"condense without a model": {withSummary, func(b *bench) error {
			b.settings.Condense = new(chat.CondenseLocal)
			_, err := b.Condense(t.Context(), b.at(t), condense.Wanted{KeepLast: new(0)}, b.who(), nobody)
			return err
		}},
		"condense again": {withSummary, func(b *bench) error {
			again, err := b.Condense(t.Context(), b.at(t), condense.Wanted{Key: "made"}, b.who(), nobody)
			if err == nil {
				require.Equal(t, made.UID, again.UID)
			}
			return err
		}},
		"keep a preview": {chatOf(6), func(b *bench) error {
			_, err := b.KeepPreview(t.Context(), b.at(t), wire.Condensed{From: 0, To: 5, Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "x"}}}}, b.who(), "k")
			return err
		}},
		"edit": {withSummary, func(b *bench) error {
			_, err := b.EditItem(t.Context(), made.UID, wire.FactsList, 1, "", "Really.", "scripted-1")
			return err
		}},
		"forecast": {withSummary, func(b *bench) error {
			_, err := b.Forecast(t.Context(), b.at(t), b.who())
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			eachFault(t, test.prepare, func(b *bench, s *fragile) {
				before := b.kept(t)
				err := test.do(b)
				if s.failed == "" {
					require.NoError(t, err)
					return
				}
				require.Error(t, err, s.failed)
				require.Equal(t, before, b.kept(t), s.failed)
			})
		})
	}
}

// In the background the log and the page are told; the next answer makes up for it.
func TestAFailureOfTheHistoryInTheBackgroundIsTold(t *testing.T) {
	for name, prepare := range map[string]func(*bench){
		"much, without a name": func(b *bench) {
			session, err := b.store.Create(t.Context(), chat.Session{Name: "Hi", NamedBy: chat.NamedByText}, b.now)
			require.NoError(t, err)
			b.session = session.UID
			b.keep(t, 1, 8100)
			b.first = b.at(t).Head
			b.keep(t, 1, 40)
		},
		"much": func(b *bench) { b.keep(t, 12, 700) },
		"imported": func(b *bench) {
			b.imported(t)
			b.keep(t, 12, 700)
		},
		"summaries": func(b *bench) {
			b.keep(t, 8, 40)
			path, err := b.store.Path(t.Context(), b.session, chat.UID{}, 0, 100)
			require.NoError(t, err)
			for i := range 2 {
				_, err := b.store.AddSummary(t.Context(), store.Summary{Session: b.session, From: 2 * i, Last: path.Messages[2*i+1].UID, TokensBefore: 60, TokensAfter: 2000, Encoding: "words",
					Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "Parcels go to Aarhus."}}}}, chat.UID{}, b.now)
				require.NoError(t, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachFault(t, prepare, func(b *bench, s *fragile) {
				before := len(b.kept(t))
				answered := b.answeredAt(t)
				if !b.first.IsZero() { // the name is given late
					head, err := b.store.Message(t.Context(), b.first)
					require.NoError(t, err)
					answered.Question, answered.Answer = head.Parent, head.UID
				}
				b.After(answered, b.who())
				b.Idle()
				switch s.failed {
				case "":
					require.Empty(t, b.logs)
					require.Greater(t, len(b.kept(t)), before)
					require.Equal(t, wire.CondenseDone, b.states()[len(b.states())-1])
				case "Session": // it is not known what there is to do
				default:
					require.NotEmpty(t, b.logs, s.failed)
					require.ErrorIs(t, errors.Join(b.logs...), errDisk, s.failed)
					if b.at(t).NamedBy == chat.NamedByText { // only the name is missing
						require.Equal(t, wire.CondenseDone, b.states()[len(b.states())-1], s.failed)
					} else if states := b.states(); len(states) > 0 {
						require.Equal(t, wire.CondenseFailed, states[len(states)-1], s.failed)
						require.Contains(t, b.told[len(b.told)-1].Message, "Condensing failed. Nothing was changed. The disk is full.")
					}
				}
			})
		})
	}
}

// What another program has condensed meanwhile is no failure.
func TestWhoeverIsSecondLeavesTheFirstSummary(t *testing.T) {
	b := open(t, 1200, 0)
	b.keep(t, 10, 100)
	b.helper.then = func(context.Context) {
		b.helper.then = nil
		_, err := b.Condense(t.Context(), b.at(t), condense.Wanted{KeepLast: new(4)}, b.who(), nobody)
		require.NoError(t, err)
	}
	require.Len(t, b.after(t), 1)
	require.Equal(t, []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped}, b.states())
}

// A batch has 4,000 tokens at most, two messages at least, and ends with an answer.
func TestABatchEndsWhereItIsFull(t *testing.T) {
	const user, assistant = chat.User, chat.Assistant
	for name, test := range map[string]struct {
		roles  []chat.Role
		tokens []int
		want   int // the last message of the first batch
	}{
		"4,000 are one":             {[]chat.Role{user, assistant, user, assistant}, []int{1000, 1000, 1000, 1000}, 3},
		"more are not":              {[]chat.Role{user, assistant, user, assistant}, []int{1000, 1000, 1000, 1001}, 1},
		"a long question":           {[]chat.Role{user, assistant, assistant}, []int{5000, 10, 10}, 1},
		"questions without answers": {[]chat.Role{user, assistant, user, user, user, assistant}, []int{900, 900, 900, 900, 900, 900}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, 1200, 0)
			say := func(role chat.Role, tokens int) {
				_, err := b.store.Append(t.Context(), b.session, chat.Message{Role: role, Content: "Parcel 7 weighs 49 kilos and goes to Aarhus.", Tokens: tokens, Encoding: "words"}, b.now)
				require.NoError(t, err)
			}
			for i, role := range test.roles {
				say(role, test.tokens[i])
			}
			for range 10 {
				say(user, 1000)
				say(assistant, 1000)
			}
			first := b.after(t)[0]
			for _, s := range b.kept(t) {
				if s.Level == 0 && s.From == 0 {
					first = s
				}
			}
			require.Equal(t, []int{0, test.want}, []int{first.From, first.To})
		})
	}
}

// What is pinned stays, however long it is: only what becomes a summary counts for
// whether one is shorter.
func TestAPinnedMessageIsNoReasonToCondenseTwoWords(t *testing.T) {
	b := open(t, 120, 2)
	b.keep(t, 1, 900)
	path, err := b.store.Path(t.Context(), b.session, chat.UID{}, 0, 10)
	require.NoError(t, err)
	for _, m := range path.Messages {
		_, err = b.store.PinMessage(t.Context(), m.UID, true, b.now)
		require.NoError(t, err)
	}
	b.keep(t, 1, 20)
	b.keep(t, 1, 100)
	require.Empty(t, b.after(t))
}

// Summaries that were taken apart stay so; others may still become one.
func TestOtherSummariesBecomeOneBesideThoseThatWereTakenApart(t *testing.T) {
	b := open(t, 1200, 2)
	b.keep(t, 10, 40)
	path, err := b.store.Path(t.Context(), b.session, chat.UID{}, 0, 100)
	require.NoError(t, err)
	_, err = b.store.PinMessage(t.Context(), path.Messages[4].UID, true, b.now)
	require.NoError(t, err)
	add := func(from, to int) {
		t.Helper()
		_, err := b.store.AddSummary(t.Context(), store.Summary{Session: b.session, From: from, Last: path.Messages[to].UID, TokensBefore: 60, TokensAfter: 150, Encoding: "words",
			Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "Parcels go to Aarhus."}}}}, chat.UID{}, b.now)
		require.NoError(t, err)
	}
	merged := func() (out []store.Range) {
		for _, s := range b.after(t) {
			if s.Level > 0 && s.UndoneAt == 0 {
				out = append(out, store.Range{From: s.From, To: s.To})
			}
		}
		return out
	}
	add(0, 1)
	add(2, 3)
	add(5, 6)
	require.Equal(t, []store.Range{{From: 0, To: 3}}, merged())
	for _, s := range b.kept(t) {
		if s.Level > 0 {
			_, err = b.store.UndoSummary(t.Context(), s.UID, true, b.now)
			require.NoError(t, err)
		}
	}
	require.Empty(t, merged())
	add(7, 8)
	add(9, 10)
	require.Equal(t, []store.Range{{From: 5, To: 10}}, merged())
}
