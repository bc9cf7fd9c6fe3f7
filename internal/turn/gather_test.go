package turn_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/prompt"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// station is the proof of the seam: a source of its own, with a route, steps,
// passages, a receipt and a card, of which package turn knows nothing.
type station struct {
	name  string
	limit time.Duration
	mu    sync.Mutex
	asked []gather.Question
	// does happens before it answers.
	does func(ctx context.Context) error
	// whole is an answer that needs no model.
	whole string
}

func (s *station) About() gather.About {
	return gather.About{Name: s.name, Label: "Weather station", Route: "weather", Outside: true, Limit: s.limit,
		Fits: func(_ context.Context, q gather.Question) float64 {
			if strings.Contains(q.Means, "rain") {
				return 0.9
			}
			return 0
		}}
}

func (s *station) Gather(ctx context.Context, q gather.Question, tell func(string)) (gather.Evidence, error) {
	s.mu.Lock()
	s.asked = append(s.asked, q)
	s.mu.Unlock()
	tell("Reading the barometer")
	if s.does != nil {
		if err := s.does(ctx); err != nil {
			return gather.Evidence{}, err
		}
	}
	tell("Looking at the clouds")
	page := func(place string) *chat.Source {
		return &chat.Source{Kind: chat.ChunkSource, Name: "Log of " + s.name, ID: s.name + "-" + place, Place: place}
	}
	return gather.Evidence{
		Passages: []prompt.Passage{
			{Kind: chat.DocumentsPart, Text: "The clouds are low over " + s.name + ".", Score: 0.4, Source: page("page 2")},
			{Kind: chat.DocumentsPart, Text: "Pressure falls at " + s.name + ": 990 hPa.", Score: 0.8, Source: page("page 1")},
		},
		Answer:  s.whole,
		Sources: []chat.Source{*page("page 1")},
		Receipt: []chat.ReceiptLine{{Label: "Readings", Text: "2 of 40"}},
		Card:    &chat.Card{Title: "Now", Columns: []string{"What", "Value"}, Rows: [][]string{{"Pressure", "990 hPa"}}},
		Data:    chat.RawJSON(`{"hPa":990}`),
	}, nil
}

func (s *station) times() int { s.mu.Lock(); defer s.mu.Unlock(); return len(s.asked) }

// gathering is an engine with sources.
func gathering(b *bench, s turn.Store, sources ...gather.Gatherer) *turn.Engine {
	o := engineOver(b, s).Options
	o.Gatherers = sources
	return turn.New(o)
}

// rain is a question for the station.
const rain = "Will it rain in Porto tomorrow?"

func (b *bench) gatherEvents() (out []wire.GatherEvent) {
	for _, e := range b.events {
		if g, ok := e.(wire.GatherEvent); ok {
			out = append(out, g)
		}
	}
	return out
}

func TestASourceIsAddedWithoutTouchingTheTurn(t *testing.T) {
	b := open(t, say("Yes, the pressure falls [1]."))
	porto := &station{name: "Porto"}
	b.Engine = gathering(b, b.store, porto)
	out := b.send(t, chat.UID{}, rain)
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Equal(t, "weather", out.Answer.Understood.Route)
	require.Equal(t, []string{"input", "load", "gather", "assemble", "answer", "record"}, b.nodes(t, out.Session, chat.UID{}))

	require.Len(t, porto.asked, 1)
	require.Equal(t, rain, porto.asked[0].Means)
	require.Equal(t, out.Session, porto.asked[0].Session)
	const label = "Weather station"
	require.Equal(t, []wire.GatherEvent{
		{From: "Porto", Label: label, State: wire.GatherStarted},
		{From: "Porto", Label: label, State: wire.GatherStep, Step: "Reading the barometer"},
		{From: "Porto", Label: label, State: wire.GatherStep, Step: "Looking at the clouds"},
		{From: "Porto", Label: label, State: wire.GatherDone, Took: 1},
	}, b.gatherEvents())
	require.IsType(t, wire.StartedEvent{}, b.events[0], "every tab sees that something is under way before it is asked")

	sent := b.model.requests[0].Messages
	_, evidence, _ := strings.Cut(sent[len(sent)-1].Content, "as [n].\n")
	require.Equal(t, "[1] Log of Porto page 1\n  Pressure falls at Porto: 990 hPa.\n[2] Log of Porto page 2\n  The clouds are low over Porto.\n\nThe question:\n"+rain, evidence)
	require.Equal(t, []string{"page 1", "page 2"}, []string{out.Answer.Sources[0].Place, out.Answer.Sources[1].Place})
	require.Equal(t, chat.ChunkSource, out.Answer.Sources[0].Kind)
	require.Equal(t, []chat.Gathered{{From: "Porto", Label: label, Took: 1,
		Receipt: []chat.ReceiptLine{{Label: "Readings", Text: "2 of 40"}},
		Card:    &chat.Card{Title: "Now", Columns: []string{"What", "Value"}, Rows: [][]string{{"Pressure", "990 hPa"}}},
		Data:    chat.RawJSON(`{"hPa":990}`)}}, out.Answer.Gathered)

	s := out.Answer.Sent
	require.Equal(t, 4500, s.Budget)
	require.Equal(t, 1.0, s.Quality)
	require.Empty(t, s.Cut)
	require.Equal(t, chat.DocumentsPart, s.Parts[1].Kind)
	require.Equal(t, 2, s.Parts[1].Passages)
	total := 0
	for _, part := range s.Parts {
		total += part.Tokens
	}
	require.Equal(t, total, s.Tokens)
}

// flood is a source that hands over more than can be kept.
type flood struct{ station }

func (f *flood) Gather(context.Context, gather.Question, func(string)) (gather.Evidence, error) {
	rows := make([][]string, 100_000)
	for i := range rows {
		rows[i] = []string{strings.Repeat("水\x01", 20)}
	}
	source := &chat.Source{Kind: chat.ChunkSource, Name: "Gauge"}
	return gather.Evidence{
		Passages: []prompt.Passage{
			{Kind: chat.DocumentsPart, Text: "The river rises. " + strings.Repeat("\x01水 ", 1<<20), Score: 1, Source: source},
			{Kind: chat.DocumentsPart, Text: strings.Repeat("It rains. ", 1<<20), Source: source},
		},
		Receipt: []chat.ReceiptLine{{Label: "Gauges", Text: "2"}},
		Card:    &chat.Card{Title: "Levels", Columns: []string{"Level"}, Rows: rows},
		Data:    chat.RawJSON(`"` + strings.Repeat("x", 5<<20) + `"`),
	}, nil
}

func TestEvidenceThatIsTooMuchIsCutAndDoesNotFailTheTurn(t *testing.T) {
	b := open(t, say("Yes."))
	b.Engine = gathering(b, b.store, &flood{station{name: "A"}}, &flood{station{name: "B"}})
	out := b.send(t, chat.UID{}, rain)
	require.Equal(t, "assistant complete: Yes.", b.path(t, out.Session)[1])
	require.Len(t, out.Answer.Gathered, 2)
	for _, g := range out.Answer.Gathered {
		require.Empty(t, g.Problem)
		require.Empty(t, g.Data)
		require.Equal(t, "Left out", g.Receipt[len(g.Receipt)-1].Label)
	}
	card := out.Answer.Gathered[0].Card
	require.Equal(t, "Levels", card.Title)
	require.Greater(t, len(card.Rows), 1000)
	require.Less(t, len(card.Rows), 100_000)
	require.Contains(t, b.model.requests[0].Messages[1].Content, "The river rises.")
	require.Equal(t, "Gauge", out.Answer.Sources[0].Name)
}

func TestAWholeAnswerThatIsTooLongIsCut(t *testing.T) {
	b := open(t)
	b.Engine = gathering(b, b.store, &station{name: "Porto", whole: strings.Repeat("水\x01", 2<<20)})
	out := b.send(t, chat.UID{}, rain)
	require.Equal(t, chat.Complete, out.Message.Status)
	require.True(t, strings.HasPrefix(out.Message.Content, "水"))
	require.True(t, utf8.ValidString(out.Message.Content))
	require.Equal(t, []string{"Readings", "Left out"}, []string{out.Answer.Gathered[0].Receipt[0].Label, out.Answer.Gathered[0].Receipt[1].Label})
}

func TestAQuestionThatDoesNotFitAsksNoSource(t *testing.T) {
	b := open(t)
	porto := &station{name: "Porto"}
	b.Engine = gathering(b, b.store, porto)
	out := b.send(t, chat.UID{}, "Who wrote Middlemarch?")
	require.Equal(t, gather.General, out.Answer.Understood.Route)
	require.Empty(t, porto.asked)
	require.Empty(t, out.Answer.Gathered)
	require.Empty(t, out.Answer.Sources)
	require.Empty(t, b.gatherEvents())
	require.Equal(t, "You said: Who wrote Middlemarch?", out.Message.Content)

	session, err := b.store.Session(t.Context(), out.Session)
	require.NoError(t, err)
	who := llm.Answerer{Model: b.model, Settings: settings()}
	_, err = b.Context(t.Context(), session, turn.Next{Text: rain}, who)
	require.NoError(t, err)
	_, err = b.Assemble(t.Context(), session, rain, who, 0)
	require.NoError(t, err)
	require.Empty(t, porto.asked, "whoever only wants to know what would be sent pays for nothing")
}

func TestAQuestionIsAnsweredWithoutASourceThatFails(t *testing.T) {
	hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for name, test := range map[string]struct {
		does    func(context.Context) error
		problem string
	}{
		"fails":    {func(context.Context) error { return fault.New(fault.Upstream, "The station is closed.") }, "The station is closed."},
		"too slow": {hangs, "It took too long."},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			porto, faro := &station{name: "Porto", limit: 5 * time.Second, does: test.does}, &station{name: "Faro"}
			b.Engine = gathering(b, b.store, porto, faro)
			synctest.Test(t, func(t *testing.T) {
				out := b.send(t, chat.UID{}, rain)
				require.Equal(t, chat.Complete, out.Message.Status)
				require.Len(t, out.Answer.Gathered, 2)
				require.Equal(t, test.problem, out.Answer.Gathered[0].Problem)
				require.Nil(t, out.Answer.Gathered[0].Card)
				require.Empty(t, out.Answer.Gathered[1].Problem)
				require.Len(t, out.Answer.Sources, 2, "those of the other one")
				require.NotContains(t, out.Message.Content, "over Porto")
				require.Contains(t, out.Message.Content, "over Faro")
			})
			var done []wire.GatherEvent
			for _, e := range b.gatherEvents() {
				if e.State == wire.GatherDone && e.From == "Porto" {
					done = append(done, e)
				}
			}
			require.Len(t, done, 1)
			require.Equal(t, test.problem, done[0].Problem)
		})
	}
}

// A panic in another goroutine would end the program, past everything that answers
// for a request.
func TestAPanicOfASourceReachesWhoAsked(t *testing.T) {
	b := open(t)
	b.Engine = gathering(b, b.store, &station{name: "Porto", does: func(context.Context) error { panic("a bug") }})
	require.PanicsWithValue(t, "a bug", func() { b.Send(t.Context(), turn.Question{Text: rain}, b.emit) })
	b.Engine = gathering(b, b.store, &station{name: "Porto"})
	require.Equal(t, chat.Complete, b.send(t, chat.UID{}, rain).Message.Status)
}

func TestAWholeAnswerNeedsNoModel(t *testing.T) {
	b := open(t)
	porto, faro := &station{name: "Porto", whole: "Yes, all day. [1]"}, &station{name: "Faro", whole: "No."}
	b.Engine = gathering(b, b.store, porto, faro)
	out := b.send(t, chat.UID{}, rain)
	require.Zero(t, b.model.asked())
	require.Equal(t, "Yes, all day. [1]", out.Message.Content, "of two the first")
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Equal(t, "Weather station", out.Answer.Provider)
	require.Equal(t, chat.NoRung, out.Answer.Rung)
	require.Empty(t, out.Answer.Model)
	require.Nil(t, out.Answer.Sent, "nothing was sent")
	require.Nil(t, out.Answer.Usage)
	require.Empty(t, out.Answer.Fell)
	require.Len(t, out.Answer.Sources, 1)
	require.Equal(t, "Porto-page 1", out.Answer.Sources[0].ID)
	require.Len(t, out.Answer.Gathered, 2)

	// The question after it is the model's again.
	next := b.send(t, out.Session, "Thank you. Who are you?")
	require.Equal(t, "scripted-1", next.Answer.Model)
	require.Equal(t, "Yes, all day. [1]", b.model.requests[0].Messages[2].Content)
}

// tells is a source that answers with what a test says.
type tells struct {
	station
	evidence gather.Evidence
}

func (s *tells) Gather(_ context.Context, q gather.Question, _ func(string)) (gather.Evidence, error) {
	s.asked = append(s.asked, q)
	if q.Chosen {
		return gather.Evidence{Answer: "No readings match.", Data: chat.RawJSON(`{"answered":false,"code":"not_understood"}`)}, nil
	}
	return s.evidence, nil
}

func TestWhatASourceLeavesTheModelAnswers(t *testing.T) {
	b := open(t, say("Take an umbrella."))
	const aside = "This answer isn't from Weather station."
	porto := &tells{station{name: "Porto"}, gather.Evidence{Aside: aside}}
	b.Engine = gathering(b, b.store, porto)
	out := b.send(t, chat.UID{}, rain)
	require.Equal(t, "Take an umbrella.", out.Message.Content)
	require.Equal(t, "scripted-1", out.Answer.Model)
	require.Equal(t, []chat.Gathered{{From: "Porto", Label: "Weather station", Took: 1, Aside: aside}}, out.Answer.Gathered)
	require.NotContains(t, b.model.requests[0].Messages[1].Content, "Weather station", "the model is told nothing of it")

	// Who wants the source is told why it has no answer, also by a turn that goes on.
	b.Engine = gathering(b, b.store, porto)
	again, err := b.Again(t.Context(), out.Message.UID, turn.Wish{Route: "weather"}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, "No readings match.", again.Message.Content)
	require.True(t, again.Answer.Understood.Chosen)
	require.Equal(t, 1, b.model.asked())

	// That is in the history, and in no prompt.
	b.model.script = []call{say("It is over there.")}
	next := b.send(t, out.Session, "Where is my umbrella?")
	require.Equal(t, "It is over there.", next.Message.Content)
	for _, m := range b.model.requests[1].Messages {
		require.NotContains(t, m.Content, "No readings match.")
	}
	require.Contains(t, b.path(t, out.Session)[1], "No readings match.")
}

// Nothing is sent, so nothing is too long to be.
func TestAWholeAnswerIsNotRefusedForTheLengthOfAPrompt(t *testing.T) {
	b := open(t)
	long := rain + strings.Repeat(" Please say so", 100)
	asks := func(porto *station) wire.Turn {
		o := gathering(b, b.store, porto).Options
		o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
			s := settings()
			s.MaxContext = new(200)
			return llm.Answerer{Model: b.model, Settings: s}, nil
		}
		b.Engine = turn.New(o)
		return b.send(t, chat.UID{}, long)
	}
	require.Equal(t, fault.TooLarge, asks(&station{name: "Porto"}).Answer.Problem.Code)
	require.Equal(t, "Yes.", asks(&station{name: "Porto", whole: "Yes."}).Message.Content)
}

// A chat that a source has answered in is named and condensed by the model that
// would have answered.
func TestAWholeAnswerLeavesTheRestToTheModel(t *testing.T) {
	b := open(t, say("Rain in Porto"))
	o := gathering(b, b.store, &station{name: "Porto", whole: "Yes."}).Options
	o.Background = true
	b.Engine = turn.New(o)
	out := b.send(t, chat.UID{}, rain)
	b.Keeper.Idle()
	session, err := b.store.Session(t.Context(), out.Session)
	require.NoError(t, err)
	require.Equal(t, "Rain in Porto", session.Name)
	require.Equal(t, chat.NamedByModel, session.NamedBy)
}

func TestAStopWhileASourceIsAskedKeepsTheQuestion(t *testing.T) {
	b := open(t)
	porto := &station{name: "Porto"}
	porto.does = func(ctx context.Context) error {
		if porto.times() > 1 {
			return nil
		}
		b.Stop(porto.asked[0].Session)
		<-ctx.Done()
		return ctx.Err()
	}
	b.Engine = gathering(b, b.store, porto)
	out := b.send(t, chat.UID{}, rain)
	require.Equal(t, []string{"user complete: " + rain, "assistant stopped: "}, b.path(t, out.Session))
	require.Nil(t, out.Answer.Problem)
	require.Zero(t, b.model.asked())

	b.model.script = []call{say("Yes.")}
	out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, []string{"user complete: " + rain, "assistant complete: Yes."}, b.path(t, out.Session))
	require.Equal(t, 2, porto.times())
	require.Len(t, out.Answer.Gathered, 1)
	require.Equal(t, []string{"input", "load", "gather", "assemble", "answer", "record"}, b.nodes(t, out.Session, chat.UID{}))
}

// A source is paid, whoever of the ladder answers then.
func TestTheNextRungHasWhatWasGathered(t *testing.T) {
	b := open(t)
	porto, small := &station{name: "Porto"}, &model{script: []call{say("Yes [1].")}}
	o := gathering(b, b.store, porto).Options
	next := llm.Answerer{Model: small, Provider: "This browser", Rung: chat.BrowserRung, Small: true, Fell: "The small model answers instead.", Settings: settings()}
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		return llm.Answerer{Model: &network{down: true}, Provider: "Far", Otherwise: &next, Settings: settings()}, nil
	}
	b.Engine = turn.New(o)
	out := b.send(t, chat.UID{}, rain)
	require.Equal(t, "Yes [1].", out.Message.Content)
	require.Equal(t, "This browser", out.Answer.Provider)
	require.Equal(t, 1, porto.times())
	require.Len(t, out.Answer.Gathered, 1)
	require.Len(t, out.Answer.Sources, 2)
	require.Equal(t, 300, out.Answer.Sent.Budget, "a small model reads little of it")
	require.Contains(t, small.requests[0].Messages[1].Content, "990 hPa")
}

// payments is a store that tells of what is paid for.
type payments struct {
	turn.Store
	paid chan string
}

func (p payments) AddWrite(ctx context.Context, checkpoint chat.UID, w store.Write) error {
	err := p.Store.AddWrite(ctx, checkpoint, w)
	p.paid <- w.Channel
	return err
}

// Two sources are asked at once; the program ends when one has answered, and again
// when the other has.
func TestEachOfSeveralSourcesIsPaidOnce(t *testing.T) {
	b := open(t)
	paid := make(chan string, 2)
	porto, faro := &station{name: "Porto"}, &station{name: "Faro"}
	faro.does = func(ctx context.Context) error {
		if faro.times() > 1 {
			return nil
		}
		require.Equal(t, "Porto", <-paid)
		go b.HandOver()
		<-ctx.Done()
		return ctx.Err()
	}
	question := turn.Question{Text: rain, Key: "k"}
	b.Engine = gathering(b, payments{b.store, paid}, porto, faro)
	_, err := b.Send(t.Context(), question, b.emit)
	require.ErrorIs(t, err, turn.ErrHandedOver)
	require.Equal(t, []int{1, 1}, []int{porto.times(), faro.times()})

	b.model.script = []call{func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		go b.HandOver()
		<-ctx.Done()
		return llm.Reply{}, context.Cause(ctx)
	}}
	b.Engine = gathering(b, b.store, porto, faro)
	_, err = b.Send(t.Context(), question, b.emit)
	require.ErrorIs(t, err, turn.ErrHandedOver)
	require.Equal(t, []int{1, 2}, []int{porto.times(), faro.times()}, "who has answered is not asked again")

	b.Engine = gathering(b, b.store, porto, faro)
	out, err := b.Send(t.Context(), question, b.emit)
	require.NoError(t, err)
	require.Equal(t, []int{1, 2}, []int{porto.times(), faro.times()}, "and what came later is kept, too")
	require.Len(t, out.Answer.Gathered, 2)
	require.Len(t, out.Answer.Sources, 4)
}

// inner is a source of this program.
type inner struct{ err error }

func (inner) About() gather.About { return gather.About{Name: "inner", Label: "Inner"} }

func (i inner) Gather(context.Context, gather.Question, func(string)) (gather.Evidence, error) {
	return gather.Evidence{Passages: []prompt.Passage{{Kind: chat.KnowledgePart, Text: "It always rains."}}}, i.err
}

func TestASourceOfThisProgramIsAskedForEveryQuestion(t *testing.T) {
	b := open(t)
	b.Engine = gathering(b, b.store, inner{})
	out := b.send(t, chat.UID{}, "Who wrote Middlemarch?")
	require.Contains(t, out.Message.Content, "-\n  It always rains.")
	require.Empty(t, out.Answer.Sources, "a passage without a source has no number")
	require.Empty(t, b.gatherEvents(), "nobody waits for it")
	require.Equal(t, []string{"input", "load", "assemble", "answer", "record"}, b.nodes(t, out.Session, chat.UID{}))

	b.Engine = gathering(b, b.store, inner{errors.New("a broken index")})
	out = b.send(t, chat.UID{}, "Who wrote Middlemarch?")
	require.Equal(t, chat.Failed, out.Message.Status, "it must not fail")
	require.Equal(t, "gather", out.Answer.Problem.Step)
}
