package sqlsource_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/prompt"
	"burrow/internal/sqlsource"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// agent says what it is told, and notes what it was asked.
type agent struct {
	events []string
	err    error
	asked  map[string]any
	tables string
	reads  int
}

func (a *agent) GetJSON(_ context.Context, path string, into any) error {
	a.reads++
	if path != "/api/sql" {
		return errors.New(path)
	}
	return errors.Join(a.err, json.Unmarshal([]byte(a.tables), into))
}

func (a *agent) Events(_ context.Context, path string, body []byte, each func([]byte) error) error {
	if path != "/api/sql/ask" {
		return errors.New(path)
	}
	a.asked = nil
	if err := json.Unmarshal(body, &a.asked); err != nil {
		return err
	}
	for _, event := range a.events {
		if err := each([]byte(event)); err != nil {
			return err
		}
	}
	return a.err
}

// path is a chat, by the names of its messages.
type path map[chat.UID]chat.Message

func (p path) Message(_ context.Context, uid chat.UID) (chat.Message, error) {
	m, ok := p[uid]
	if !ok {
		return m, fault.NotFound
	}
	return m, nil
}

var ready = wire.Database{Name: "Demo database", State: wire.DatabaseReady}

func newSource(a *agent, d *wire.Database, p path) *sqlsource.Source {
	return &sqlsource.Source{Agent: func() sqlsource.Agent { return a }, Database: func() *wire.Database { return d }, Messages: p}
}

// exchange adds a question and its answer, which has this data from a source.
func (p path) exchange(t *testing.T, parent chat.UID, from, data string) chat.UID {
	t.Helper()
	question, answer := chat.NewUID(int64(2*len(p)+1)), chat.NewUID(int64(2*len(p)+2))
	meta, err := json.Marshal(chat.Answer{Gathered: []chat.Gathered{{From: from, Data: chat.RawJSON(data)}}})
	require.NoError(t, err)
	p[question] = chat.Message{UID: question, Parent: parent, Role: chat.User}
	p[answer] = chat.Message{UID: answer, Parent: question, Role: chat.Assistant, Metadata: meta}
	return answer
}

func TestItIsThereOnlyWhileTheDatabaseIsReady(t *testing.T) {
	about := newSource(&agent{}, &ready, nil).About()
	require.Equal(t, "Demo database", about.Label)
	require.Equal(t, "sql", about.Route)
	require.False(t, about.Absent)
	require.True(t, about.Outside)
	for _, d := range []*wire.Database{nil, {State: wire.DatabaseStarting}, {State: wire.DatabaseUnsafe}, {State: wire.DatabaseFailed}} {
		require.True(t, newSource(&agent{}, d, nil).About().Absent)
		a := &agent{tables: `{}`}
		require.NoError(t, newSource(a, d, nil).Learn(t.Context()))
		require.Zero(t, a.reads)
	}
}

func TestWhatTheTablesAreCalledDecidesTheRoute(t *testing.T) {
	a := &agent{tables: `{"tables":[{"name":"workOrder","comment":"Jobs","columns":[{"name":"status"}]},{"name":"customer","columns":[]}],"examples":["x"]}`}
	s := newSource(a, &ready, nil)
	require.Nil(t, s.About().Names(), "until they were read")
	require.NoError(t, s.Learn(t.Context()))
	require.NoError(t, s.Learn(t.Context()))
	require.Equal(t, 1, a.reads)
	read := understand.Understand(nil, "How many work orders are there?", understand.Options{Database: true, Tables: s.About().Names()})
	require.Equal(t, understand.SQLRoute, read.Route)
	read = understand.Understand(nil, "Write a poem about rain", understand.Options{Database: true, Tables: s.About().Names()})
	require.Equal(t, understand.GeneralRoute, read.Route)

	a.err = errors.New("gone")
	require.Error(t, newSource(a, &ready, nil).Learn(t.Context()))
}

func TestAnAnswerIsKeptWholeAndSaidAsItIs(t *testing.T) {
	a := &agent{events: []string{`{"event":"step","step":"run","says":"Running the query","ms":0}`, `{"event":"step","step":"run","ms":3}`,
		`{"event":"answer","text":"There are 3.","answer":{"answered":true,"sql":"SELECT 3"}}`}}
	var steps []string
	got, err := newSource(a, &ready, path{}).Gather(t.Context(), gather.Question{Asked: chat.Message{Content: "How many?"}, Means: "How many jobs?", Trust: 1, Model: "gpt-4"}, func(s string) { steps = append(steps, s) })
	require.NoError(t, err)
	require.Equal(t, []string{"Running the query"}, steps)
	require.Equal(t, gather.Evidence{Answer: "There are 3.", Data: chat.RawJSON(`{"answered":true,"sql":"SELECT 3"}`)}, got)
	require.Equal(t, map[string]any{"question": "How many jobs?", "model": "gpt-4"}, a.asked)

	a.events = []string{`{"event":"answer","rows":"n\n3","answer":{"answered":true}}`}
	got, err = newSource(a, &ready, path{}).Gather(t.Context(), gather.Question{Asked: chat.Message{Content: "How many?"}, Means: "How many jobs?", Trust: 0.1, NoModel: true, Choice: `{"a":1}`}, func(string) {})
	require.NoError(t, err)
	require.Equal(t, []prompt.Passage{{Kind: chat.RowsPart, Text: "n\n3", Score: 1}}, got.Passages, "a model writes the words")
	require.Empty(t, got.Answer)
	require.Equal(t, map[string]any{"question": "How many?", "noModel": true, "choice": map[string]any{"a": 1.0}}, a.asked, "words that were only guessed do not go along")
}

func TestNoModelIsAskedInThePlaceOfADatabaseThatFails(t *testing.T) {
	failed := chat.RawJSON(`{"answered":false,"code":"failed"}`)
	for _, tt := range []struct {
		agent agent
		want  string
	}{
		{agent{events: []string{`{"event":"error","code":"unavailable","message":"It is closed."}`}}, "It is closed."},
		{agent{events: []string{`{"event":"step","step":"run","ms":1}`}}, "The database did not answer."},
		{agent{err: fault.New(fault.Upstream, "The answer broke off.")}, "The answer broke off."},
		{agent{events: []string{`no JSON`}}, "Something went wrong inside Burrow."},
	} {
		got, err := newSource(&tt.agent, &ready, path{}).Gather(t.Context(), gather.Question{}, func(string) {})
		require.NoError(t, err)
		require.Equal(t, gather.Evidence{Answer: tt.want, Data: failed}, got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newSource(&agent{err: context.Canceled}, &ready, path{}).Gather(ctx, gather.Question{}, func(string) {})
	require.ErrorIs(t, err, context.Canceled)
}

func TestADatabaseThatHasFailedIsSaidAtOnce(t *testing.T) {
	d := ready
	a := &agent{tables: `{"tables":[{"name":"customer"}]}`}
	s := newSource(a, &d, path{})
	require.NoError(t, s.Learn(t.Context()))
	d.State, d.Message = wire.DatabaseFailed, "It isn't responding."
	require.False(t, s.About().Absent, "no model makes up what it cannot say")
	got, err := s.Gather(t.Context(), gather.Question{}, func(string) {})
	require.NoError(t, err)
	require.Equal(t, gather.Evidence{Answer: "It isn't responding.", Data: chat.RawJSON(`{"answered":false,"code":"failed"}`)}, got)
	require.Nil(t, a.asked)
	d.Name = "another"
	require.True(t, s.About().Absent)
}

const aside = "Not from Demo database: I couldn't match your question to it."

func TestADatabaseThatDoesNotKnowStepsAside(t *testing.T) {
	for code, leaves := range map[string]bool{"not_understood": true, "not_readable": true, "not_about": true, "gave_up": true, "unclear": false, "expensive": false, "failed": false} {
		data := `{"answered":false,"code":"` + code + `","reading":"Why."}`
		a := &agent{events: []string{`{"event":"answer","text":"Why.","answer":` + data + `}`}}
		whole := gather.Evidence{Answer: "Why.", Data: chat.RawJSON(data)}
		want := whole
		if leaves {
			want = gather.Evidence{Aside: aside}
		}
		got, err := newSource(a, &ready, path{}).Gather(t.Context(), gather.Question{}, func(string) {})
		require.NoError(t, err)
		require.Equal(t, want, got, code)
		got, err = newSource(a, &ready, path{}).Gather(t.Context(), gather.Question{Chosen: true}, func(string) {})
		require.NoError(t, err)
		require.Equal(t, whole, got, code+": who chose the database is told why")
		got, err = newSource(a, &ready, path{}).Gather(t.Context(), gather.Question{NoModel: true}, func(string) {})
		require.NoError(t, err)
		require.Equal(t, whole, got, code+": no small model makes rows up")
	}
}

// Where no route is sure, the database answers what it is certain of, and
// is silent otherwise: it says that it was asked only where it was likely meant.
func TestAnUnsureQuestionIsAnsweredOnlyWithCertainty(t *testing.T) {
	answered := `{"answered":true,"sql":"SELECT 1"}`
	for event, want := range map[string]gather.Evidence{
		`{"event":"answer","text":"Seven.","answer":` + answered + `}`:                                   {Answer: "Seven.", Data: chat.RawJSON(answered)},
		`{"event":"answer","text":"Which?","answer":{"answered":false,"code":"unclear","choices":[{}]}}`: {},
		`{"event":"answer","text":"Gone.","answer":{"answered":false,"code":"failed"}}`:                  {},
		`{"event":"error","message":"It is gone."}`:                                                      {},
	} {
		a := &agent{events: []string{event}}
		got, err := newSource(a, &ready, path{}).Gather(t.Context(), gather.Question{Unsure: true, Understood: &chat.Understood{Unsure: true}}, func(string) {})
		require.NoError(t, err)
		require.Equal(t, want, got, event)
		require.Equal(t, true, a.asked["certain"])
		if want.Answer == "" {
			got, err = newSource(a, &ready, path{}).Gather(t.Context(), gather.Question{Unsure: true, Understood: &chat.Understood{Guess: "sql"}}, func(string) {})
			require.NoError(t, err)
			require.Equal(t, gather.Evidence{Aside: aside}, got, event)
		}
	}
	unclear := `{"answered":false,"code":"unclear","choices":[{}]}`
	a := &agent{events: []string{`{"event":"answer","text":"Which?","answer":` + unclear + `}`}}
	got, err := newSource(a, &ready, path{}).Gather(t.Context(), gather.Question{Unsure: true, NoModel: true}, func(string) {})
	require.NoError(t, err)
	require.Equal(t, gather.Evidence{Answer: "Which?", Data: chat.RawJSON(unclear)}, got, "where no model could tell the readings apart")
	a.events = []string{`{"event":"answer","text":"Why.","answer":{"answered":false,"code":"not_understood"}}`}
	got, err = newSource(a, &ready, path{}).Gather(t.Context(), gather.Question{Unsure: true, NoModel: true}, func(string) {})
	require.NoError(t, err)
	require.Equal(t, gather.Evidence{Aside: aside}, got, "a small model's answer says where it isn't from")
	failed := wire.Database{Name: "Demo database", State: wire.DatabaseFailed, Message: "It is gone."}
	got, err = newSource(&agent{}, &failed, path{}).Gather(t.Context(), gather.Question{Unsure: true}, func(string) {})
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestFollowUpsGoWithWhatTheyFollow(t *testing.T) {
	p := path{}
	first := p.exchange(t, chat.UID{}, "sql", `{"answered":true,"question":"How many jobs?","sql":"SELECT 1","state":{"r":1},"rows":[["1"]]}`)
	second := p.exchange(t, first, "weather", `{"answered":true,"sql":"SELECT 2"}`)
	third := p.exchange(t, second, "sql", `{"answered":true,"question":"And last year?","sql":"SELECT 3"}`)
	a := &agent{events: []string{`{"event":"answer","text":"4","answer":{}}`}}
	s := newSource(a, &ready, p)
	follows := gather.Question{Asked: chat.Message{Content: "And by month?", Parent: third}, Means: "And jobs by month?", Trust: 0.3, Understood: &chat.Understood{Followup: true}}
	_, err := s.Gather(t.Context(), follows, func(string) {})
	require.NoError(t, err)
	require.Equal(t, map[string]any{"question": "And by month?", "before": []any{
		map[string]any{"question": "How many jobs?", "sql": "SELECT 1", "state": map[string]any{"r": 1.0}},
		map[string]any{"question": "And last year?", "sql": "SELECT 3"},
	}}, a.asked, "rows stay here")

	fits := s.About().Fits
	require.Greater(t, fits(t.Context(), follows), 0.5)
	kept := follows
	kept.Asked.UID, kept.Asked.Parent = chat.NewUID(99), chat.UID{}
	p[kept.Asked.UID] = chat.Message{UID: kept.Asked.UID, Parent: third, Role: chat.User}
	require.Greater(t, fits(t.Context(), kept), 0.5, "a question that is known by its name")
	other := follows
	other.Asked.Parent = second
	require.Zero(t, fits(t.Context(), other), "another source answered last")
	other = follows
	other.Understood = &chat.Understood{}
	require.Zero(t, fits(t.Context(), other))
	_, err = s.Gather(t.Context(), other, func(string) {})
	require.NoError(t, err)
	require.NotContains(t, a.asked, "before", "a question that stands alone is asked alone")
	other.Understood = &chat.Understood{Followup: true, Action: understand.TranslateAction}
	require.Zero(t, fits(t.Context(), other))
}
