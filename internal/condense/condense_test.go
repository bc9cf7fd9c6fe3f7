package condense_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// helper is a model that condenses and names.
type helper struct {
	mu        sync.Mutex
	summaries []llm.Request
	titles    int
	err       error
	// says is what it says next instead of a summary; then does something else first.
	says []string
	then func(context.Context)
}

func (h *helper) Stream(ctx context.Context, r llm.Request, _ llm.Observer) (llm.Reply, error) {
	if h.then != nil {
		h.then(ctx)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.Schema == nil {
		h.titles++
		return llm.Reply{Content: "Parcels", Finish: "stop"}, h.err
	}
	h.summaries = append(h.summaries, r)
	if len(h.says) > 0 {
		said := h.says[0]
		h.says = h.says[1:]
		return llm.Reply{Content: said, Finish: "stop"}, h.err
	}
	return llm.Reply{Content: `{"user_profile":[],"key_facts":[{"text":"Parcels were sent to Aarhus.","sources":[1]}],"decisions":[],"open_questions":[],"todos":[]}`, Finish: "stop"}, h.err
}

func (h *helper) asked() int { h.mu.Lock(); defer h.mu.Unlock(); return len(h.summaries) }

// bench is a keeper with what a test looks at.
type bench struct {
	*condense.Keeper
	store    *store.Store
	helper   *helper
	settings chat.Settings
	session  chat.UID
	// first is the first answer, where a test needs it.
	first chat.UID
	busy  atomic.Bool
	now   int64
	// counting is done once, while something is counted; uncounted is why nothing can
	// be.
	counting  func()
	uncounted error

	mu   sync.Mutex
	told []wire.CondenseEvent
	logs []error
}

func words(_ context.Context, _ string, _ chat.Role, content string) (int, string, error) {
	return len(strings.Fields(content)) + 5, "words", nil
}

func (b *bench) count(ctx context.Context, model string, role chat.Role, content string) (int, string, error) {
	if f := b.counting; f != nil {
		b.counting = nil
		f()
	}
	if b.uncounted != nil {
		return 0, "", b.uncounted
	}
	return words(ctx, model, role, content)
}

func open(t *testing.T, threshold, keepLast int) *bench {
	t.Helper()
	s, err := store.Open(":memory:", store.Options{}, 1)
	require.NoError(t, err)
	b := &bench{store: s, helper: &helper{}, settings: chat.DefaultSettings(), now: 1_800_000_000_000}
	b.settings.Model, b.settings.Threshold, b.settings.KeepLast = new("scripted-1"), &threshold, &keepLast
	b.Keeper = condense.New(condense.Options{
		Store: s, Counts: &prompt.Counts{Count: b.count, Encoding: func(string) (string, bool) { return "words", false }},
		Busy: b.busy.Load, Now: func() time.Time { return time.UnixMilli(b.now) },
		Notify: func(e wire.CoreEvent) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.told = append(b.told, e.(wire.CondenseEvent))
		},
		Log: func(err error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.logs = append(b.logs, err)
		},
	})
	t.Cleanup(func() { b.Close(); s.Close() })
	session, err := s.Create(t.Context(), chat.Session{Name: "A test", NamedBy: chat.NamedByUser}, 1)
	require.NoError(t, err)
	b.session = session.UID
	return b
}

func (b *bench) who() llm.Answerer {
	return llm.Answerer{Model: b.helper, Provider: "Scripted", Settings: b.settings}
}

// keep appends exchanges whose messages have so many tokens each.
func (b *bench) keep(t *testing.T, exchanges, tokens int) {
	t.Helper()
	at := b.at(t).MessageCount
	for i := range 2 * exchanges {
		role := chat.User
		if i%2 == 1 {
			role = chat.Assistant
		}
		text := fmt.Sprintf("Parcel %d weighs %d kilos and goes to Aarhus.", at+i, 7*(at+i))
		text += strings.Repeat(" It waits.", (tokens-5-len(strings.Fields(text)))/2)
		n, encoding, _ := words(t.Context(), "", role, text)
		_, err := b.store.Append(t.Context(), b.session, chat.Message{Role: role, Content: text, Tokens: n, Encoding: encoding}, b.now)
		require.NoError(t, err)
	}
}

func (b *bench) at(t *testing.T) chat.Session {
	t.Helper()
	s, err := b.store.Session(t.Context(), b.session)
	require.NoError(t, err)
	return s
}

// after does what an answer at the head leaves to do.
func (b *bench) after(t *testing.T) []store.Summary {
	t.Helper()
	at := b.at(t)
	head, err := b.store.Message(t.Context(), at.Head)
	require.NoError(t, err)
	b.After(condense.Answered{Session: b.session, Question: head.Parent, Answer: head.UID, Depth: head.Depth - 1}, b.who())
	b.Idle()
	require.Empty(t, b.logs)
	all, err := b.store.Summaries(t.Context(), b.session, chat.UID{})
	require.NoError(t, err)
	return all
}

// whole are the depths of the messages that nothing stands for.
func (b *bench) whole(t *testing.T) (depths []int) {
	t.Helper()
	got, err := b.store.Recollect(t.Context(), b.at(t).Head, 1000)
	require.NoError(t, err)
	for _, m := range got.Open {
		depths = append(depths, m.Depth)
	}
	return depths
}

// With many tokens to spare a chat is condensed late, by the model, and its last
// messages stay whole. Above 4,000 open tokens no model was asked before.
func TestARoomyChatIsCondensedByTheModel(t *testing.T) {
	b := open(t, 8000, 6)
	b.keep(t, 8, 350)
	require.Empty(t, b.after(t), "5,600 tokens are not many")
	b.keep(t, 4, 350)
	all := b.after(t)
	require.Equal(t, 1, b.helper.asked())
	require.Len(t, all, 1)
	require.Equal(t, "scripted-1", all[0].MadeBy)
	require.Equal(t, []int{0, 17}, []int{all[0].From, all[0].To})
	require.Equal(t, []int{18, 19, 20, 21, 22, 23}, b.whole(t), "the last six stay whole")
	require.Equal(t, []wire.CondenseState{wire.CondenseStarted, wire.CondenseDone}, []wire.CondenseState{b.told[0].State, b.told[1].State})
	require.Equal(t, 18, b.told[1].Messages)
}

func TestEightLongMessagesAreCondensedByTheModel(t *testing.T) {
	b := open(t, 8000, 6)
	b.keep(t, 4, 1100)
	all := b.after(t)
	require.Equal(t, 1, b.helper.asked())
	require.Len(t, all, 1)
	require.Equal(t, []int{0, 1}, []int{all[0].From, all[0].To}, "all but the last six")
}

// What an import brings may be far more than a model should be asked to read.
func TestABulkIsCondensedInBatchesWithoutAModel(t *testing.T) {
	for name, test := range map[string]struct {
		threshold, exchanges int
		bulk                 bool
	}{
		"16,000 are a bulk":                       {4000, 32, true},
		"fewer are not":                           {4000, 29, false},
		"twice the threshold if that is more":     {12_000, 50, true},
		"with such a threshold 23,000 are not":    {12_000, 45, false},
		"far more is condensed from its front on": {4000, 200, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, test.threshold, 6)
			b.keep(t, test.exchanges, 255)
			all := b.after(t)
			require.NotEmpty(t, all)
			limit := max(16_000, 2*test.threshold)
			left, end, local := 2*test.exchanges*255, -1, 0
			for _, s := range all {
				if s.Level > 0 {
					continue
				}
				require.Equal(t, end+1, s.From, "one after the other")
				end = s.To
				if s.MadeBy == "" {
					local++
					require.Greater(t, left, limit, "a model is asked for what is less")
					require.LessOrEqual(t, s.TokensBefore, 4000, "a batch")
					require.Equal(t, 1, s.To%2, "it ends with an answer")
				} else {
					require.LessOrEqual(t, left, limit)
				}
				left -= s.TokensBefore
			}
			require.Equal(t, test.bulk, local > 0)
			require.Equal(t, 1, b.helper.asked()-merges(all), "the model is asked once, for the rest")
			require.Len(t, b.whole(t), 6)
		})
	}
}

// Without a model a summary of many messages would keep little of each.
func TestWithoutAModelThereAreBatchesSooner(t *testing.T) {
	for name, test := range map[string]struct {
		threshold, exchanges int
		want                 []store.Range
	}{
		"12,750 in batches":                    {1200, 25, []store.Range{{From: 0, To: 13}, {From: 14, To: 27}, {From: 28, To: 43}}},
		"7,650 at once":                        {1200, 15, []store.Range{{From: 0, To: 23}}},
		"12,750 at once with a high threshold": {7000, 25, []store.Range{{From: 0, To: 43}}},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, test.threshold, 6)
			b.settings.Condense = new(chat.CondenseLocal)
			b.keep(t, test.exchanges, 255)
			var got []store.Range
			for _, s := range b.after(t) {
				if s.Level == 0 {
					got = append(got, store.Range{From: s.From, To: s.To})
				}
			}
			require.Equal(t, test.want, got)
			require.Zero(t, b.helper.asked())
			require.Len(t, b.whole(t), 6)
		})
	}
}

// merges is how many summaries of summaries a model has made.
func merges(all []store.Summary) (n int) {
	for _, s := range all {
		if s.Level > 0 && s.MadeBy != "" {
			n++
		}
	}
	return n
}

// More messages than the store returns at once are condensed from the first one on.
func TestThousandsOfShortMessagesAreCondensedFromTheFirst(t *testing.T) {
	b := open(t, 8000, 6)
	b.keep(t, 620, 15)
	all := b.after(t)
	require.Equal(t, 0, all[0].From)
	require.Empty(t, all[0].MadeBy)
	require.LessOrEqual(t, len(b.whole(t)), 1000)
	end := -1
	for _, s := range all {
		if s.Level == 0 {
			require.Equal(t, end+1, s.From)
			end = s.To
		}
	}
}

func TestTheUserSaysHowManyMessagesStay(t *testing.T) {
	for _, keep := range []int{0, 2, 4, 20} {
		b := open(t, 8000, 6)
		b.keep(t, 6, 30)
		made, err := b.Condense(t.Context(), b.at(t), condense.Wanted{KeepLast: &keep}, b.who(), func(wire.CoreEvent) {})
		if keep >= 12 {
			require.ErrorIs(t, err, fault.Invalid, "nothing is left to condense")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, []int{0, 11 - keep}, []int{made.From, made.To})
		require.Len(t, b.whole(t), keep)
	}
}

func TestCondensingWaitsForWhoeverWaits(t *testing.T) {
	b := open(t, 1200, 0)
	b.keep(t, 4, 200)
	b.busy.Store(true)
	b.After(condense.Answered{Session: b.session}, b.who())
	b.mu.Lock()
	require.Empty(t, b.told)
	b.mu.Unlock()
	require.False(t, b.Condensing(b.session))
	b.busy.Store(false)
	b.Idle()
	require.Equal(t, 1, b.helper.asked())
}

func TestNothingIsCondensedWhereThatIsOff(t *testing.T) {
	b := open(t, 1200, 0)
	b.settings.Condense = new(chat.CondenseOff)
	b.keep(t, 20, 200)
	require.Empty(t, b.after(t))
	require.Zero(t, b.helper.asked())
	require.Empty(t, b.told)

	b = open(t, 1200, 0)
	b.settings.Condense = new(chat.CondenseLocal)
	b.keep(t, 20, 200)
	require.NotEmpty(t, b.after(t))
	require.Zero(t, b.helper.asked(), "without a model")
}

func TestACondenserThatIsClosedBeginsNothing(t *testing.T) {
	b := open(t, 1200, 0)
	b.keep(t, 4, 200)
	b.Close()
	require.Empty(t, b.after(t))
	require.Zero(t, b.helper.asked())
}

func TestAChatIsNamedOnceByTheModel(t *testing.T) {
	b := open(t, 8000, 6)
	named := func(by chat.Namer) chat.Session {
		session, err := b.store.Create(t.Context(), chat.Session{Name: "Hi", NamedBy: by}, b.now)
		require.NoError(t, err)
		b.session = session.UID
		b.keep(t, 1, 30)
		b.after(t)
		return b.at(t)
	}
	require.Equal(t, "Hi", named(chat.NamedByUser).Name, "the user's name stays")
	require.Zero(t, b.helper.titles)
	got := named(chat.NamedByText)
	require.Equal(t, "Parcels", got.Name)
	require.Equal(t, chat.NamedByModel, got.NamedBy)
	b.after(t)
	b.keep(t, 1, 30)
	b.after(t)
	require.Equal(t, 1, b.helper.titles, "and that is its name")

	b.helper.err = errors.New("it is down")
	b.settings.Condense = new(chat.CondenseLocal)
	require.NotEqual(t, "Hi", named(chat.NamedByText).Name, "without a model the words of the exchange do")
	require.Equal(t, 1, b.helper.titles)
}

// A forecast weighs what would be sent: not the tools' messages, nor answers that
// failed before their first word.
func TestAForecastWeighsTheNextPrompt(t *testing.T) {
	b := open(t, 8000, 6)
	b.settings.Prices = []chat.ModelPrice{{Model: "scripted-1", Price: chat.Price{Input: 1, Output: 2}}}
	b.keep(t, 3, 30)
	forecast := func() wire.Forecast {
		out, err := b.Forecast(t.Context(), b.at(t), b.who())
		require.NoError(t, err)
		return out
	}
	before := forecast()
	require.Positive(t, before.Without)
	price, known := memory.PriceFor("scripted-1", b.settings.Prices)
	require.True(t, known)
	instructions, _, _ := words(t.Context(), "", chat.System, *b.settings.Instructions)
	open, err := b.store.Recollect(t.Context(), b.at(t).Head, 1000)
	require.NoError(t, err)
	in := memory.Forecast{Policy: condense.PolicyOf(b.settings), Price: price, Condenser: price, Turns: 10, Prefix: instructions}
	for _, m := range open.Open {
		in.Messages += m.Tokens
	}
	in.Question, in.Answer = in.Messages/6, in.Messages/6
	require.InDelta(t, memory.Predict(in).Plain, before.Without, before.Without/50)

	for _, m := range []chat.Message{{Role: chat.Tool, Content: strings.Repeat("row ", 400), Tokens: 405}, {Role: chat.Assistant, Status: chat.Failed, Tokens: 5}} {
		m.Encoding = "words"
		_, err = b.store.Append(t.Context(), b.session, m, b.now)
		require.NoError(t, err)
	}
	require.Equal(t, before.Without, forecast().Without)
	b.settings.Instructions = new("")
	require.Less(t, forecast().Without, before.Without, "no instructions, no message of the system")
}
