package gather_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/json"
	"burrow/internal/prompt"
	"burrow/internal/understand"
)

// source is a gatherer that does what a test says.
type source struct {
	about gather.About
	does  func(ctx context.Context, q gather.Question, tell func(string)) (gather.Evidence, error)
}

func (s source) About() gather.About { return s.about }

func (s source) Gather(ctx context.Context, q gather.Question, tell func(string)) (gather.Evidence, error) {
	return s.does(ctx, q, tell)
}

func TestAskHandsOverWhatASourceHas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		has := gather.Evidence{
			Passages: []prompt.Passage{{Kind: chat.RowsPart, Text: "12"}}, Answer: "Twelve.", Sources: []chat.Source{{Name: "orders"}},
			Receipt: []chat.ReceiptLine{{Label: "Rows", Text: "1"}}, Card: &chat.Card{Title: "Orders"}, Data: chat.RawJSON(`{"n":12}`),
		}
		var steps []string
		out, err := gather.Ask(t.Context(), source{gather.About{Name: "sql", Label: "Database"}, func(_ context.Context, q gather.Question, tell func(string)) (gather.Evidence, error) {
			tell("Reading " + q.Means)
			time.Sleep(70 * time.Millisecond) // of the bubble's clock
			tell("Counting")
			return has, nil
		}}, gather.Question{Means: "orders"}, time.Now, func(step string) { steps = append(steps, step) })
		require.NoError(t, err)
		require.Equal(t, []string{"Reading orders", "Counting"}, steps)
		require.Equal(t, chat.Gathered{From: "sql", Label: "Database", Took: 70, Receipt: has.Receipt, Card: has.Card, Data: has.Data}, out.Gathered)
		require.Equal(t, gather.Evidence{Passages: has.Passages, Answer: has.Answer, Sources: has.Sources}, out.Evidence, "what the reader sees is kept once")
	})
}

func TestWhatASourceHasCanBeKept(t *testing.T) {
	for _, score := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0.5} {
		for _, data := range []string{"", "{", "[1,2]", "no JSON at all"} {
			has := gather.Evidence{Passages: []prompt.Passage{{Text: "12", Score: score}}, Data: chat.RawJSON(data)}
			out, err := gather.Ask(t.Context(), source{gather.About{Name: "sql", Outside: true}, func(context.Context, gather.Question, func(string)) (gather.Evidence, error) {
				return has, nil
			}}, gather.Question{}, time.Now, func(string) {})
			require.NoError(t, err)
			text, err := json.Marshal(out)
			require.NoError(t, err)
			var again gather.Found
			require.NoError(t, json.Unmarshal(text, &again))
			require.Equal(t, out, again)
			require.Len(t, again.Evidence.Passages, 1)
			require.Equal(t, data == "[1,2]", again.Gathered.Data != nil)
		}
	}
}

func TestASourceHasItsTime(t *testing.T) {
	waits := func(ctx context.Context, _ gather.Question, _ func(string)) (gather.Evidence, error) {
		<-ctx.Done()
		return gather.Evidence{Answer: "half an answer"}, ctx.Err()
	}
	for name, test := range map[string]struct {
		about gather.About
		limit time.Duration
	}{
		"outside":                 {gather.About{Name: "sql", Outside: true, Limit: 3 * time.Second}, 3 * time.Second},
		"inside":                  {gather.About{Name: "sql", Limit: 3 * time.Second}, 3 * time.Second},
		"outside, without a word": {gather.About{Name: "sql", Outside: true}, 30 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				out, err := gather.Ask(t.Context(), source{test.about, waits}, gather.Question{}, time.Now, func(string) {})
				require.Equal(t, test.limit, time.Since(began))
				if !test.about.Outside {
					require.ErrorIs(t, err, fault.TimedOut)
					return
				}
				require.NoError(t, err, "the question is answered without it")
				require.Equal(t, "It took too long.", out.Gathered.Problem)
				require.Equal(t, test.limit.Milliseconds(), out.Gathered.Took)
				require.Empty(t, out.Evidence)
			})
		})
	}
}

func TestASourceThatFailsIsTold(t *testing.T) {
	fails := func(err error) func(context.Context, gather.Question, func(string)) (gather.Evidence, error) {
		return func(context.Context, gather.Question, func(string)) (gather.Evidence, error) {
			return gather.Evidence{Answer: "half", Card: &chat.Card{Title: "half"}}, err
		}
	}
	for name, failure := range map[string]error{
		"with its sentence": fault.New(fault.Upstream, "The database is closed."),
		"with a secret":     errors.New("dial tcp: password=hunter2"),
	} {
		t.Run(name, func(t *testing.T) {
			out, err := gather.Ask(t.Context(), source{gather.About{Outside: true}, fails(failure)}, gather.Question{}, time.Now, func(string) {})
			require.NoError(t, err)
			require.NotEmpty(t, out.Gathered.Problem)
			require.Equal(t, fault.From(failure).Message, out.Gathered.Problem)
			require.NotContains(t, out.Gathered.Problem, "hunter2")
			require.Empty(t, out.Evidence)
			require.Nil(t, out.Gathered.Card)
			_, err = gather.Ask(t.Context(), source{gather.About{}, fails(failure)}, gather.Question{}, time.Now, func(string) {})
			require.ErrorIs(t, err, failure, "a source inside of this program must not fail")
		})
	}
}

func TestAStopIsTheTurnsAndNotTheSources(t *testing.T) {
	stopped := errors.New("stopped")
	for name, result := range map[string]error{"an error": errors.New("some error"), "none": nil} {
		for _, outside := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				_, err := gather.Ask(ctx, source{gather.About{Outside: outside}, func(context.Context, gather.Question, func(string)) (gather.Evidence, error) {
					cancel(stopped)
					return gather.Evidence{}, result
				}}, gather.Question{}, time.Now, func(string) {})
				require.ErrorIs(t, err, stopped)
			})
		}
	}
}

func TestAPanicOfASourceIsNotSwallowed(t *testing.T) {
	bug := source{gather.About{Outside: true}, func(context.Context, gather.Question, func(string)) (gather.Evidence, error) { panic("a bug") }}
	require.PanicsWithValue(t, "a bug", func() { gather.Ask(t.Context(), bug, gather.Question{}, time.Now, func(string) {}) })
}

func TestAQuestionTakesARouteThatExists(t *testing.T) {
	routed := func(route string, fits float64) gather.Gatherer {
		about := gather.About{Name: route, Route: route, Fits: func(context.Context, gather.Question) float64 { return fits }}
		if fits < 0 {
			about.Fits = nil
		}
		return source{about: about}
	}
	always := source{about: gather.About{Name: "history", Fits: func(context.Context, gather.Question) float64 { return 1 }}}
	const no = -1
	for name, test := range map[string]struct {
		all        gather.Gatherers
		proposed   string
		confidence float64
		want       string
		surer      bool
	}{
		"nobody":                      {nil, "sql", 1, gather.General, false},
		"nobody of that route":        {gather.Gatherers{always, routed("weather", no)}, "sql", 1, gather.General, false},
		"nothing proposed":            {gather.Gatherers{routed("sql", no)}, "", 1, gather.General, false},
		"general":                     {gather.Gatherers{routed("sql", no)}, gather.General, 0.2, gather.General, false},
		"one without a route":         {gather.Gatherers{always}, "", 0, gather.General, false},
		"the one that is there":       {gather.Gatherers{always, routed("sql", no)}, "sql", 0.1, "sql", false},
		"a surer one":                 {gather.Gatherers{routed("sql", no), routed("weather", 0.9)}, "sql", 0.8, "weather", true},
		"one that is less sure":       {gather.Gatherers{routed("sql", no), routed("weather", 0.7)}, "sql", 0.8, "sql", false},
		"the surest":                  {gather.Gatherers{routed("a", 0.6), routed("b", 0.9), routed("c", 0.8)}, gather.General, 1, "b", true},
		"the first of equals":         {gather.Gatherers{routed("a", 0.9), routed("b", 0.9)}, "", 0, "a", true},
		"sure of its own":             {gather.Gatherers{routed("sql", 0.9)}, "sql", 0.2, "sql", false},
		"just sure enough":            {gather.Gatherers{routed("weather", 0.5)}, gather.General, 0.9, "weather", true},
		"not sure enough":             {gather.Gatherers{routed("weather", 0.49)}, gather.General, 0.1, gather.General, false},
		"not sure, proposed unsurely": {gather.Gatherers{routed("sql", no), routed("weather", 0.4)}, "sql", 0.1, "sql", false},
	} {
		t.Run(name, func(t *testing.T) {
			route, surer := test.all.Route(t.Context(), gather.Question{}, test.proposed, test.confidence)
			require.Equal(t, test.want, route)
			require.Equal(t, test.surer, surer)
			if route != gather.General {
				require.True(t, test.all.Has(route))
			}
		})
	}
}

func TestASourceThatIsAbsentHasNoRoute(t *testing.T) {
	absent := source{about: gather.About{Name: "sql", Route: "sql", Absent: true, Names: func() understand.Names { return understand.NewTables(nil) },
		Fits: func(context.Context, gather.Question) float64 { return 1 }}}
	all := gather.Gatherers{absent}
	require.False(t, all.Has("sql"))
	require.Nil(t, all.Names("sql"))
	require.Equal(t, []string{gather.General}, all.Routes())
	require.Empty(t, all.For("sql"))
	route, surer := all.Route(t.Context(), gather.Question{}, "sql", 0.9)
	require.Equal(t, gather.General, route)
	require.False(t, surer)
}

func TestASourceSeesTheQuestionBeforeItSaysThatItFits(t *testing.T) {
	seen := gather.Question{}
	all := gather.Gatherers{source{about: gather.About{Route: "weather", Fits: func(_ context.Context, q gather.Question) float64 { seen = q; return 1 }}}}
	all.Route(t.Context(), gather.Question{Means: "Will it rain?"}, gather.General, 1)
	require.Equal(t, "Will it rain?", seen.Means)
}

func TestARouteAsksItsSourcesAndThoseOfEveryQuestion(t *testing.T) {
	about := func(name, route string, outside bool) gather.Gatherer {
		return source{about: gather.About{Name: name, Route: route, Outside: outside}}
	}
	all := gather.Gatherers{about("history", "", false), about("sql", "sql", true), about("schema", "sql", false), about("weather", "weather", true)}
	names := func(some gather.Gatherers) (out []string) {
		for _, g := range some {
			out = append(out, g.About().Name)
		}
		return out
	}
	require.Equal(t, []string{"history", "sql", "schema"}, names(all.For("sql")))
	require.Equal(t, []string{"history"}, names(all.For(gather.General)))
	require.Equal(t, []string{"history"}, names(all.For("")))
	require.True(t, all.Has("weather"))
	require.False(t, all.Has(""), "no route is none")
	require.False(t, all.Has("other"))
}
