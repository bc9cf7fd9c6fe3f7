// What goes wrong with memory: summarisers, databases, other programs, stops.
//
// Over 600 lines: the engine of these tests and what they look at stand here too.

package turn_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// mind is a model that answers, and that condenses and names when a job asks.
type mind struct {
	mu                      sync.Mutex
	answer, condense, title call
	prompts                 []llm.Request // of answers
	tasks                   []llm.Request // of summaries
	titles                  int
}

func (m *mind) Stream(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
	m.mu.Lock()
	naming, _ := memory.TitleRequest("", "")
	var does call
	switch {
	case r.Schema != nil && r.Schema.Name == memory.SchemaName:
		m.tasks, does = append(m.tasks, r), m.condense
	case r.Messages[0].Content == naming:
		m.titles++
		does = m.title
	default:
		m.prompts, does = append(m.prompts, r), m.answer
	}
	m.mu.Unlock()
	return does(ctx, r, o)
}

// set changes what the model does, also while it is asked.
func (m *mind) set(f func(*mind)) { m.mu.Lock(); defer m.mu.Unlock(); f(m) }

func (m *mind) asked() (prompts, tasks, titles int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.prompts), len(m.tasks), m.titles
}

// last is the prompt of the last answer.
func (m *mind) last() []llm.Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.prompts[len(m.prompts)-1].Messages
}

// wholeText is what a model is shown.
func wholeText(messages []llm.Message) string {
	var out strings.Builder
	for _, m := range messages {
		out.WriteString(m.Content + "\n")
	}
	return out.String()
}

// condenseWell does what it is asked: it keeps the sentences with numbers, as many
// as it may.
func condenseWell(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
	return say(goodSummary(r))(ctx, r, o)
}

func goodSummary(r llm.Request) string {
	type item struct {
		Text    string `json:"text"`
		Sources []int  `json:"sources"`
	}
	_, limit, _ := strings.Cut(r.Messages[0].Content, "at most ")
	limit, _, _ = strings.Cut(limit, " ")
	words, _ := strconv.Atoi(limit)
	facts := []item{}
	for line := range strings.Lines(r.Messages[1].Content) {
		number, text, ok := strings.Cut(strings.TrimSpace(line), "| ")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n == 0 {
			continue
		}
		for _, sentence := range strings.SplitAfter(text, ". ") {
			if words -= len(strings.Fields(sentence)); words < 0 {
				break
			}
			if strings.ContainsAny(sentence, "0123456789") {
				facts = append(facts, item{strings.TrimSpace(sentence), []int{n}})
			}
		}
	}
	out, err := json.Marshal(map[string]any{"user_profile": []item{}, "key_facts": facts, "decisions": []item{}, "open_questions": []item{}, "todos": []item{}})
	if err != nil {
		panic(err)
	}
	return string(out)
}

// hang says that it was asked, and then nothing until its context ends.
func hang(begun chan<- struct{}) call {
	return func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return llm.Reply{}, ctx.Err()
	}
}

// rememberer is an engine that works in the background, with what a test looks at.
type rememberer struct {
	*turn.Engine
	store    *store.Store
	mind     *mind
	settings chat.Settings
	now      func() time.Time

	mu     sync.Mutex
	logged []error
	told   []wire.CondenseEvent
}

const wordsEncoding = "words"

func countWords(_ context.Context, _ string, _ chat.Role, content string) (int, string, error) {
	return len(strings.Fields(content)) + 5, wordsEncoding, nil
}

func openRememberer(t *testing.T, name string, threshold int) *rememberer {
	t.Helper()
	s, err := store.Open(name, store.Options{}, 1)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return remembererOn(t, s, threshold)
}

func remembererOn(t *testing.T, s *store.Store, threshold int) *rememberer {
	t.Helper()
	b := &rememberer{store: s, settings: settings(), now: clock(),
		mind: &mind{answer: say("Noted."), condense: condenseWell, title: say("")}}
	b.settings.Threshold = new(threshold)
	b.engineOver(s)
	// A job that outlives its test would write into another's.
	t.Cleanup(func() { b.HandOver() })
	return b
}

func (b *rememberer) engineOver(s turn.Store) {
	b.Engine = turn.New(turn.Options{
		Store:      s,
		Answerer:   func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) { return b.who(), nil },
		Ready:      func() bool { return true },
		Count:      countWords,
		Encoding:   func(string) (string, bool) { return wordsEncoding, false },
		Background: true,
		Notify: func(e wire.CoreEvent) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.told = append(b.told, e.(wire.CondenseEvent))
		},
		Now: b.now,
		Log: func(err error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.logged = append(b.logged, err)
		},
	})
}

func (b *rememberer) with(change func(*turn.Options)) {
	o := b.Options
	change(&o)
	b.Engine = turn.New(o)
}

func (b *rememberer) who() llm.Answerer {
	return llm.Answerer{Model: b.mind, Provider: "Scripted", Settings: b.settings}
}

// states are the events of condensing so far.
func (b *rememberer) states() (out []wire.CondenseState) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.told {
		out = append(out, e.State)
	}
	return out
}

// session makes one with a name that nobody replaces.
func (b *rememberer) session(t *testing.T) chat.UID {
	t.Helper()
	s, err := b.store.Create(t.Context(), chat.Session{Name: "A test", NamedBy: chat.NamedByUser}, 1)
	require.NoError(t, err)
	return s.UID
}

// keep appends messages that take turns, as an import would.
func (b *rememberer) keep(t *testing.T, session chat.UID, first chat.Role, texts ...string) (out []chat.Message) {
	t.Helper()
	role := first
	for _, text := range texts {
		tokens, encoding, err := b.Count(t.Context(), "scripted-1", role, text)
		require.NoError(t, err)
		m, err := b.store.Append(t.Context(), session, chat.Message{Role: role, Content: text, Tokens: tokens, Encoding: encoding}, b.now().UnixMilli())
		require.NoError(t, err)
		out = append(out, m)
		if role == chat.User {
			role = chat.Assistant
		} else {
			role = chat.User
		}
	}
	return out
}

var towns = []string{"Aarhus", "Bergen", "Cork", "Dresden", "Evora", "Falun", "Genoa", "Husum", "Izmir", "Jena", "Kotor", "Lugano", "Malaga", "Nantes", "Oulu", "Porto"}

// parcels are exchanges of about 20 words a message, each with numbers of its own.
func parcels(from, n int) (out []string) {
	for i := from; i < from+n; i++ {
		out = append(out, fmt.Sprintf("Parcel %d weighs %d kilos and goes to %s. It may wait in the yard until the van is there and has room.", 100+i, 7*i+300, towns[i%len(towns)]),
			fmt.Sprintf("Understood, parcel %d is on the list. The label says %s, and nothing else is needed for the papers at this point.", 100+i, towns[i%len(towns)]))
	}
	return out
}

func (b *rememberer) ask(t *testing.T, session chat.UID, text string) wire.Turn {
	t.Helper()
	out, err := b.Send(t.Context(), turn.Question{Session: session, Text: text}, func(wire.CoreEvent) {})
	require.NoError(t, err)
	require.Equal(t, chat.Complete, out.Message.Status, "%+v", out.Answer.Problem)
	return out
}

func (b *rememberer) summaries(t *testing.T, session chat.UID) []store.Summary {
	t.Helper()
	out, err := b.store.Summaries(t.Context(), session, chat.UID{})
	require.NoError(t, err)
	return out
}

func (b *rememberer) at(t *testing.T, session chat.UID) chat.Session {
	t.Helper()
	s, err := b.store.Session(t.Context(), session)
	require.NoError(t, err)
	return s
}

// messages are those of the path, without what a summary changes.
func (b *rememberer) messages(t *testing.T, session chat.UID) []chat.Message {
	t.Helper()
	w, err := b.store.Path(t.Context(), session, chat.UID{}, 0, 1000)
	require.NoError(t, err)
	for i := range w.Messages {
		w.Messages[i].Summarized = false
	}
	return w.Messages
}

// ranges are the depths of summaries.
func ranges(all []store.Summary) (out []store.Range) {
	for _, s := range all {
		out = append(out, store.Range{From: s.From, To: s.To})
	}
	return out
}

// requireSound checks what holds whatever a summariser did: nothing is empty, and
// no message is stood for twice.
func (b *rememberer) requireSound(t *testing.T, session chat.UID) {
	t.Helper()
	end := -1
	for _, s := range b.summaries(t, session) {
		require.Positive(t, s.Summary.Len(), "an empty summary from %d to %d", s.From, s.To)
		for item := range s.Summary.All() {
			require.NotEmpty(t, strings.TrimSpace(item.Text))
		}
		if s.Applies {
			require.Greater(t, s.From, end, "two summaries of one message")
			end = s.To
		}
	}
}

const manyParcels = 16

// crossing is a session with 32 messages that are more than the threshold of 300.
func crossing(t *testing.T, b *rememberer) (session chat.UID, kept []chat.Message) {
	t.Helper()
	session = b.session(t)
	b.keep(t, session, chat.User, parcels(0, manyParcels)...)
	return session, b.messages(t, session)
}

func TestNothingThatASummariserSaysDoesHarm(t *testing.T) {
	whole := func(r llm.Request) string { return goodSummary(r) }
	const local, either = "local", "either"
	cases := map[string]struct {
		condense call
		by       string
	}{
		"prose":         {say("The user sends parcels to many towns, and the assistant keeps the list."), local},
		"nulls":         {say(`{"user_profile":null,"key_facts":null,"decisions":null,"open_questions":null,"todos":null}`), local},
		"null items":    {say(`{"user_profile":[null],"key_facts":[{"text":null,"sources":null}],"decisions":[[]],"open_questions":[7],"todos":[{}]}`), local},
		"null":          {say(`null`), local},
		"empty object":  {say(`{}`), local},
		"empty lists":   {say(`{"user_profile":[],"key_facts":[],"decisions":[],"open_questions":[],"todos":[]}`), local},
		"empty texts":   {say(`{"user_profile":[],"key_facts":[{"text":"","sources":[1]},{"text":" \n ","sources":[2]}],"decisions":[],"open_questions":[],"todos":[]}`), local},
		"nothing":       {say(""), local},
		"a refusal":     {say("I'm sorry, but I can't help with condensing this conversation."), local},
		"refusal items": {say(`{"user_profile":[],"key_facts":[{"text":"I'm sorry, but I can't help with that.","sources":[1]}],"decisions":[],"open_questions":[],"todos":[]}`), local},
		"made up":       {say(`{"user_profile":[],"key_facts":[{"text":"Parcel 99123 weighs 55555 kilos.","sources":[1]}],"decisions":[],"open_questions":[],"todos":[]}`), local},
		"its own prompt": {func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			return say(r.Messages[0].Content+"\n"+r.Messages[1].Content)(ctx, r, o)
		}, local},
		"10 MB": {func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			part := strings.Repeat("parcel after parcel ", 64<<10/20)
			var all strings.Builder
			for all.Len() < 10<<20 {
				o.Delta(llm.Delta{Text: part})
				all.WriteString(part)
			}
			return llm.Reply{Content: all.String(), Finish: "stop"}, nil
		}, local},
		"an error":         {breakOff("", fault.New(fault.Upstream, "It is down.")), local},
		"an unknown error": {breakOff("{\"key_facts\"", errors.New("odd")), local},
		"cut by length": {func(_ context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			return llm.Reply{Content: whole(r)[:60], Finish: "length"}, nil
		}, either},
		"fenced": {func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			return say("Here is the summary:\n```json\n"+whole(r)+"\n```")(ctx, r, o)
		}, "scripted-1"},
	}
	for part := 1; part < 10; part++ {
		cases[fmt.Sprintf("half JSON %d of 10", part)] = struct {
			condense call
			by       string
		}{func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			text := whole(r)
			return say(text[:len(text)*part/10])(ctx, r, o)
		}, either}
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			b := openRememberer(t, ":memory:", 300)
			b.mind.condense = c.condense
			session, kept := crossing(t, b)
			b.ask(t, session, "How many parcels are there?")
			b.Keeper.Idle()
			_, tasks, _ := b.mind.asked()
			require.Positive(t, tasks, "the model was asked")
			require.LessOrEqual(t, tasks, 2, "it gets a second try and no third")

			b.requireSound(t, session)
			all := b.summaries(t, session)
			require.Equal(t, []store.Range{{From: 0, To: 31}}, ranges(all), "another way to condense was there")
			switch c.by {
			case local:
				require.Empty(t, all[0].MadeBy)
			case either:
			default:
				require.Equal(t, c.by, all[0].MadeBy)
			}
			require.Contains(t, memory.Render([]chat.Summary{all[0].Summary}), "arcel ", "it says something of the messages")
			require.Equal(t, []wire.CondenseState{wire.CondenseStarted, wire.CondenseDone},
				slices.DeleteFunc(b.states(), func(s wire.CondenseState) bool { return s == wire.CondenseRetried }))
			require.Equal(t, kept, b.messages(t, session)[:32], "the messages stay as they are")

			b.ask(t, session, "And what is the last one?")
			b.Keeper.Idle()
			require.Contains(t, b.mind.last()[0].Content, memory.Render([]chat.Summary{all[0].Summary}))
			require.Len(t, b.messages(t, session), 36)
			require.Len(t, b.summaries(t, session), 1)
		})
	}
}

func TestASummariserThatDoesNotEndIsCutOff(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	size := 0
	b.mind.condense = func(ctx context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		for ; ctx.Err() == nil && size < 10<<20; size += 1 << 10 {
			o.Delta(llm.Delta{Text: strings.Repeat("p", 1<<10)})
		}
		return llm.Reply{}, ctx.Err()
	}
	session, _ := crossing(t, b)
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	require.Less(t, size, 2<<20)
	all := b.summaries(t, session)
	require.Len(t, all, 1, "that is no stop of the user's")
	require.Empty(t, all[0].MadeBy)
}

func TestCondensingThatIsStoppedChangesNothingAndComesLater(t *testing.T) {
	begun := make(chan struct{}, 2)
	cases := map[string]struct {
		condense call
		stop     func(*rememberer, chat.UID)
		states   []wire.CondenseState
	}{
		"while it hangs": {
			condense: hang(begun),
			stop:     func(b *rememberer, session chat.UID) { b.Keeper.StopCondensing(session) },
			states:   []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped},
		},
		"after half of it came": {
			condense: func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
				o.Delta(llm.Delta{Text: goodSummary(r)[:100]})
				begun <- struct{}{}
				<-ctx.Done()
				return llm.Reply{Content: goodSummary(r)[:100]}, ctx.Err()
			},
			stop:   func(b *rememberer, session chat.UID) { b.Keeper.StopCondensing(session) },
			states: []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped},
		},
		"when the answer is whole": {
			// A model that does not notice, and whose answer comes too late.
			condense: func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
				begun <- struct{}{}
				<-ctx.Done()
				return condenseWell(ctx, r, o)
			},
			stop:   func(b *rememberer, session chat.UID) { b.Keeper.StopCondensing(session) },
			states: []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped},
		},
		"handed over": {
			condense: hang(begun),
			stop:     func(b *rememberer, _ chat.UID) { b.HandOver() },
			states:   []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			b := openRememberer(t, ":memory:", 300)
			b.mind.condense = c.condense
			session, kept := crossing(t, b)
			b.ask(t, session, "How many parcels are there?")
			<-begun
			require.True(t, b.Keeper.Condensing(session))
			c.stop(b, session)
			b.Keeper.Idle()
			require.False(t, b.Keeper.Condensing(session))
			require.Empty(t, b.summaries(t, session))
			require.NotContains(t, b.nodes(t, session), "condense")
			require.Equal(t, c.states, b.states())
			require.Equal(t, kept, b.messages(t, session)[:32])

			next := b
			if name == "handed over" {
				_, err := b.Send(t.Context(), turn.Question{Session: session, Text: "Anybody?"}, func(wire.CoreEvent) {})
				require.ErrorIs(t, err, turn.ErrHandedOver)
				next = remembererOn(t, b.store, 300)
			}
			next.mind.set(func(m *mind) { m.condense = condenseWell })
			next.ask(t, session, "And now?")
			next.Keeper.Idle()
			require.Equal(t, []store.Range{{From: 0, To: 33}}, ranges(next.summaries(t, session)), "a later turn condenses")
			next.requireSound(t, session)
			require.Equal(t, kept, next.messages(t, session)[:32])
		})
	}
}

func TestCondensingThatIsStoppedBetweenTwoTriesChangesNothing(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, kept := crossing(t, b)
	tries := 0
	b.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		if tries++; tries == 1 {
			return say("Parcels, parcels.")(ctx, r, o)
		}
		b.Keeper.StopCondensing(session)
		return condenseWell(ctx, r, o)
	}
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	require.Equal(t, 2, tries)
	require.Equal(t, []wire.CondenseState{wire.CondenseStarted, wire.CondenseRetried, wire.CondenseStopped}, b.states())
	require.Empty(t, b.summaries(t, session))
	require.Equal(t, kept, b.messages(t, session)[:32])
}

func TestCondensingByHandEndsWithItsContext(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, kept := crossing(t, b)
	begun := make(chan struct{}, 1)
	b.mind.condense = hang(begun)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := b.Keeper.Condense(ctx, b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
		ended <- err
	}()
	<-begun
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Empty(t, b.summaries(t, session))
	require.Equal(t, kept, b.messages(t, session))
	b.mind.set(func(m *mind) { m.condense = condenseWell })
	_, err := b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	require.Len(t, b.summaries(t, session), 1)
}

func (b *rememberer) nodes(t *testing.T, session chat.UID) (names []string) {
	t.Helper()
	list, err := b.store.Checkpoints(t.Context(), session, store.CheckpointFilter{Limit: 1000})
	require.NoError(t, err)
	for _, c := range list {
		names = append(names, c.Node)
	}
	return names
}

// failing is a store whose database fails where a summary is kept.
type failing struct {
	*store.Store
	mu sync.Mutex
	// at names the call that fails, "" for none.
	at    string
	times int
}

var errDisk = fault.New(fault.Unavailable, "The disk is full.")

func (s *failing) fails(at string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at != at {
		return false
	}
	s.times++
	return true
}

func (s *failing) arm(at string) { s.mu.Lock(); defer s.mu.Unlock(); s.at = at }

func (s *failing) AddSummary(ctx context.Context, in store.Summary, replaces chat.UID, now int64) (store.Summary, error) {
	if s.fails("before the summary") {
		return store.Summary{}, errDisk
	}
	out, err := s.Store.AddSummary(ctx, in, replaces, now)
	if err == nil && s.fails("after the summary") {
		return store.Summary{}, errDisk
	}
	return out, err
}

func (s *failing) AddCheckpoint(ctx context.Context, c store.Checkpoint, now int64) (store.Checkpoint, error) {
	if c.Node == "condense" && s.fails("before the checkpoint") {
		return store.Checkpoint{}, errDisk
	}
	out, err := s.Store.AddCheckpoint(ctx, c, now)
	if err == nil && c.Node == "condense" && s.fails("after the checkpoint") {
		return store.Checkpoint{}, errDisk
	}
	return out, err
}

func (s *failing) Once(ctx context.Context, key string, now int64, f func(context.Context) ([]byte, error)) ([]byte, bool, error) {
	if s.fails("at the beginning") {
		return nil, false, errDisk
	}
	return s.Store.Once(ctx, key, now, func(ctx context.Context) ([]byte, error) {
		out, err := f(ctx)
		if err == nil && s.fails("at the commit") {
			return nil, errDisk
		}
		return out, err
	})
}

func TestADatabaseThatFailsWhileASummaryIsKeptKeepsNothingOfIt(t *testing.T) {
	for _, at := range []string{"at the beginning", "before the summary", "after the summary", "before the checkpoint", "after the checkpoint", "at the commit"} {
		t.Run(at, func(t *testing.T) {
			b := openRememberer(t, ":memory:", 300)
			s := &failing{Store: b.store}
			b.engineOver(s)
			session, kept := crossing(t, b)
			// Turns use Once too: it fails from the moment the summary is made.
			b.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
				s.arm(at)
				return condenseWell(ctx, r, o)
			}
			b.ask(t, session, "How many?")
			b.Keeper.Idle()
			s.arm("")
			require.Positive(t, s.times)
			b.requireFailed(t, session, kept)

			b.mind.set(func(m *mind) { m.condense = condenseWell })
			b.ask(t, session, "And now?")
			b.Keeper.Idle()
			require.Equal(t, []store.Range{{From: 0, To: 33}}, ranges(b.summaries(t, session)))
			require.Equal(t, kept, b.messages(t, session)[:32])
		})
	}
}

func (s *failing) Summary(ctx context.Context, uid chat.UID) (store.Summary, error) {
	if s.fails("after the commit") {
		return store.Summary{}, errDisk
	}
	return s.Store.Summary(ctx, uid)
}

func TestWhatIsSaidOfASummaryIsTrue(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	s := &failing{Store: b.store, at: "after the commit"}
	b.engineOver(s)
	session, _ := crossing(t, b)
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	s.arm("")
	if len(b.summaries(t, session)) == 0 {
		return
	}
	for _, e := range b.told {
		require.NotContains(t, e.Message, "Nothing was changed", "there is a summary")
	}
}

func TestAModelThatMakesNoSummariesIsAskedOnlyNowAndThen(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	b.mind.condense = say("Parcels, parcels.")
	session := b.session(t)
	next := 0
	condense := func(times int) (asked int) {
		_, before, _ := b.mind.asked()
		for range times {
			b.keep(t, session, chat.User, parcels(next, 6)...)
			next += 6
			_, err := b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
			require.NoError(t, err)
		}
		_, after, _ := b.mind.asked()
		return after - before
	}
	require.Equal(t, 6, condense(3), "twice each")
	require.LessOrEqual(t, condense(15), 2)
	b.requireSound(t, session)
	b.mind.set(func(m *mind) { m.condense = condenseWell })
	require.Positive(t, condense(30), "it is not given up for ever")
	require.Equal(t, 3, condense(3), "and trusted again as soon as it makes one")
	all := b.summaries(t, session)
	require.Equal(t, "scripted-1", all[len(all)-1].MadeBy)
}

// requireFailed checks that nothing was condensed, and that this was said.
func (b *rememberer) requireFailed(t *testing.T, session chat.UID, kept []chat.Message) {
	t.Helper()
	require.Empty(t, b.summaries(t, session), "nothing is marked")
	require.NotContains(t, b.nodes(t, session), "condense")
	w, err := b.store.Path(t.Context(), session, chat.UID{}, 0, 1000)
	require.NoError(t, err)
	for _, m := range w.Messages {
		require.False(t, m.Summarized)
	}
	require.Equal(t, kept, b.messages(t, session)[:len(kept)])
	b.mu.Lock()
	defer b.mu.Unlock()
	require.NotEmpty(t, b.told)
	last := b.told[len(b.told)-1]
	require.Equal(t, wire.CondenseFailed, last.State)
	require.Equal(t, session, last.Session)
	require.Contains(t, last.Message, "Nothing was changed")
	require.NotEmpty(t, b.logged)
}

// What was begun ends for whoever watches, also if another program was faster.
func TestEveryBeginningOfCondensingIsFollowedByItsEnd(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, _ := crossing(t, b)
	other := remembererOn(t, b.store, 300)
	b.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		// Meanwhile somebody else condenses the same.
		_, err := other.Keeper.Condense(ctx, other.at(t, session), condense.Wanted{KeepLast: new(2)}, other.who(), func(wire.CoreEvent) {})
		require.NoError(t, err)
		return condenseWell(ctx, r, o)
	}
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	require.Equal(t, []store.Range{{From: 0, To: 31}}, ranges(b.summaries(t, session)))
	open := 0
	for _, state := range b.states() {
		switch state {
		case wire.CondenseStarted:
			open++
		case wire.CondenseDone, wire.CondenseStopped, wire.CondenseFailed:
			open = 0
		}
	}
	require.Zero(t, open, "condensing goes on for ever in the page: %v", b.states())
}

func TestTwoEnginesOnOneStoreCondenseOnce(t *testing.T) {
	condenseTogether(t, func(t *testing.T) (a, b *rememberer) {
		a = openRememberer(t, ":memory:", 300)
		return a, remembererOn(t, a.store, 300)
	})
}

// condenseTogether lets two engines condense the same messages at the same time:
// the first what stands before its question, the second two messages more.
// Whoever comes second has worked in vain.
func condenseTogether(t *testing.T, pair func(*testing.T) (a, b *rememberer)) {
	for name, order := range map[string][2]int{"the first is faster": {0, 1}, "the second is faster": {1, 0}} {
		t.Run(name, func(t *testing.T) {
			a, b := pair(t)
			session, kept := crossing(t, a)
			both := [2]*rememberer{a, b}
			begun := make(chan struct{}, 20)
			var release [2]chan struct{}
			for i, one := range both {
				release[i] = make(chan struct{})
				one.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
					begun <- struct{}{}
					<-release[i]
					return condenseWell(ctx, r, o)
				}
				one.ask(t, session, "How many?")
				<-begun
			}
			for _, i := range order {
				close(release[i])
				both[i].Keeper.Idle()
			}
			a.requireSound(t, session)
			times := map[int]int{}
			for _, s := range a.summaries(t, session) {
				for depth := s.From; depth <= s.To; depth++ {
					times[depth]++
				}
			}
			require.Equal(t, 1, times[31], "it was condensed once")
			for depth, n := range times {
				require.Equal(t, 1, n, "message %d", depth)
			}
			require.Equal(t, a.summaries(t, session), b.summaries(t, session))
			now := a.messages(t, session)
			require.Len(t, now, 36)
			require.Equal(t, kept, now[:32])
			require.Empty(t, append(a.logged, b.logged...), "it is no failure")
			require.NotContains(t, append(a.states(), b.states()...), wire.CondenseFailed)
			a.ask(t, session, "And now?")
			b.ask(t, session, "And then?")
			a.Keeper.Idle()
			b.Keeper.Idle()
			a.requireSound(t, session)
		})
	}
}

func TestTheSamePartIsCondensedOnceByTwo(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	other := remembererOn(t, b.store, 300)
	session, _ := crossing(t, b)
	other.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		_, err := b.Keeper.Condense(ctx, b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
		require.NoError(t, err)
		return condenseWell(ctx, r, o)
	}
	_, err := other.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, other.who(), func(wire.CoreEvent) {})
	require.ErrorIs(t, err, fault.Conflict)
	require.Equal(t, []store.Range{{From: 0, To: 31}}, ranges(b.summaries(t, session)))
	require.Len(t, slices.DeleteFunc(b.nodes(t, session), func(node string) bool { return node != "condense" }), 1)
}

func TestQuestionsDoNotWaitForASummary(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, _ := crossing(t, b)
	begun, release := make(chan struct{}, 1), make(chan struct{})
	b.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		text := goodSummary(r)
		o.Delta(llm.Delta{Text: text[:len(text)/2]})
		begun <- struct{}{}
		<-release
		return llm.Reply{Content: text, Finish: "stop"}, nil
	}
	b.ask(t, session, "How many?")
	<-begun
	before := len(b.messages(t, session))
	for i := range 5 {
		// Whoever waited here would wait for ever.
		out := b.ask(t, session, fmt.Sprintf("What about parcel %d?", 101+i))
		require.Equal(t, "Noted.", out.Message.Content)
		prompt := b.mind.last()
		require.NotContains(t, prompt[0].Content, "condensed:", "nothing of a summary that is not there yet")
		require.Contains(t, wholeText(prompt), fmt.Sprintf("Parcel %d weighs", 101+i), "what did not fit is recalled")
	}
	require.True(t, b.Keeper.Condensing(session))
	require.Empty(t, b.summaries(t, session))
	close(release)
	b.Keeper.Idle()
	all := b.summaries(t, session)
	require.Equal(t, store.Range{From: 0, To: 31}, ranges(all)[0], "what was asked meanwhile is not in it")
	b.ask(t, session, "And now?")
	require.Contains(t, b.mind.last()[0].Content, memory.Render([]chat.Summary{all[0].Summary}), "the whole of it")
	require.Len(t, b.messages(t, session), before+12)
	b.Keeper.Idle()
	b.requireSound(t, session)
}

func TestAConversationIsNamedAfterItsFirstExchange(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	b.mind.title = say("\"Parcels for Aarhus.\"")
	session := b.ask(t, chat.UID{}, "Which of the parcels in the yard goes to Aarhus?").Session
	b.Keeper.Idle()
	got := b.at(t, session)
	require.Equal(t, "Parcels for Aarhus", got.Name)
	require.Equal(t, chat.NamedByModel, got.NamedBy)
	b.mind.set(func(m *mind) { m.title = say("Another name") })
	b.ask(t, session, "And to Bergen?")
	b.Keeper.Idle()
	require.Equal(t, "Parcels for Aarhus", b.at(t, session).Name)
	_, _, titles := b.mind.asked()
	require.Equal(t, 1, titles)
}

func TestANameThatTheUserGaveMeanwhileStays(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	begun, release := make(chan struct{}), make(chan struct{})
	b.mind.title = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		close(begun)
		<-release
		return say("Parcels for Aarhus")(ctx, r, o)
	}
	session := b.ask(t, chat.UID{}, "Which of the parcels in the yard goes to Aarhus?").Session
	<-begun
	_, err := b.store.Rename(t.Context(), session, "Mine", chat.NamedByUser, b.now().UnixMilli())
	require.NoError(t, err)
	b.ask(t, session, "Nobody waits for a name?")
	close(release)
	b.Keeper.Idle()
	got := b.at(t, session)
	require.Equal(t, "Mine", got.Name)
	require.Equal(t, chat.NamedByUser, got.NamedBy)
}

func TestANameThatIsNoneLeavesTheBeginningOfTheQuestion(t *testing.T) {
	const question = "Which of the parcels in the yard goes to Aarhus?"
	system, user := memory.TitleRequest(question, "Noted.")
	for name, c := range map[string]call{
		"a refusal":  say("I'm sorry, I cannot name this conversation."),
		"an echo":    say(system + "\n" + user),
		"JSON":       say(`{"title":"Parcels"}`),
		"nothing":    say(""),
		"marks":      say("— … !!! —"),
		"prose":      say(strings.Repeat("This conversation is about the parcels that stand in the yard. ", 40)),
		"an error":   breakOff("", fault.New(fault.Upstream, "It is down.")),
		"broken off": breakOff("Parcels for", errors.New("odd")),
		"thoughts":   say("<think>The user wants a name for this."),
		"10 MB": func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			text := strings.Repeat("name ", 2<<20)
			o.Delta(llm.Delta{Text: text})
			return llm.Reply{Content: text, Finish: "stop"}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := openRememberer(t, ":memory:", 300)
			b.mind.title = c
			session := b.ask(t, chat.UID{}, question).Session
			b.Keeper.Idle()
			_, _, titles := b.mind.asked()
			require.Equal(t, 1, titles)
			got := b.at(t, session)
			require.Equal(t, question, got.Name)
			require.Equal(t, chat.NamedByText, got.NamedBy)
			b.ask(t, session, "And then?")
		})
	}
}

func TestAGreetingIsNamedByItsAnswerWithoutAModel(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	b.settings.Condense = new(chat.CondenseLocal)
	b.mind.answer = say("The yard opens at seven. What do you bring?")
	b.mind.title = say("Never asked for")
	session := b.ask(t, chat.UID{}, "Hello!").Session
	b.Keeper.Idle()
	_, _, titles := b.mind.asked()
	require.Zero(t, titles, "local means without a model")
	got := b.at(t, session)
	require.Equal(t, "The yard opens at seven", got.Name)
	require.Equal(t, chat.NamedByText, got.NamedBy)
}
