// An engine that condenses and names, with a model that can do both, for the tests of
// memory.

package turn_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
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

func (b *rememberer) nodes(t *testing.T, session chat.UID) (names []string) {
	t.Helper()
	list, err := b.store.Checkpoints(t.Context(), session, store.CheckpointFilter{Limit: 1000})
	require.NoError(t, err)
	for _, c := range list {
		names = append(names, c.Node)
	}
	return names
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
