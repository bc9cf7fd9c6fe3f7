package turn_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// text is a tool that only has something to say to the model.
func text(run func(ctx context.Context, arguments string) (string, error)) func(context.Context, string) (turn.ToolOutput, error) {
	return func(ctx context.Context, arguments string) (turn.ToolOutput, error) {
		out, err := run(ctx, arguments)
		return turn.ToolOutput{Text: out}, err
	}
}

// weather is a scripted tool: it fails with these errors first.
func weather(calls *int, failures ...error) turn.Tool {
	return turn.Tool{
		Tool:  llm.Tool{Name: "weather", Description: "Says the weather.", Parameters: []byte(`{"type":"object"}`)},
		Limit: 10 * time.Second,
		Run: text(func(ctx context.Context, arguments string) (string, error) {
			*calls++
			if *calls <= len(failures) {
				return "", failures[*calls-1]
			}
			return "sunny in " + arguments, nil
		}),
	}
}

func TestToolsAreRunAndTheModelGoesOn(t *testing.T) {
	calls := 0
	b := open(t, use("Let me look. ", llm.ToolCall{ID: "c1", Name: "weather", Arguments: `{"at":"here"}`},
		llm.ToolCall{ID: "c2", Name: "nothing", Arguments: `{}`}, llm.ToolCall{ID: "c3", Name: "weather", Arguments: `{"at":`}), say("It is sunny."))
	b.Engine = engineOver(b, b.store, weather(&calls))
	out := b.send(t, chat.UID{}, "How is the weather?")
	require.Equal(t, "Let me look. It is sunny.", out.Message.Content)
	require.Equal(t, 1, calls, "what is no tool, or has no arguments, is not run")
	require.Equal(t, []string{"input", "load", "assemble", "answer", "tools", "answer", "record"}, b.nodes(t, out.Session, chat.UID{}))

	prompt := b.model.requests[1].Messages[2:]
	require.Equal(t, []chat.Role{chat.Assistant, chat.Tool, chat.Tool, chat.Tool}, roles(prompt))
	require.Len(t, prompt[0].ToolCalls, 3)
	require.Equal(t, "Let me look. ", prompt[0].Content)
	require.Equal(t, llm.Message{Role: chat.Tool, Content: `sunny in {"at":"here"}`, ToolCallID: "c1"}, prompt[1])
	require.Contains(t, prompt[2].Content, "There is no tool of this name.")
	require.Contains(t, prompt[3].Content, "not JSON")
	require.Len(t, b.model.requests[1].Tools, 1)

	var ends []wire.ToolEndEvent
	for _, e := range b.events {
		if end, ok := e.(wire.ToolEndEvent); ok {
			ends = append(ends, end)
		}
	}
	require.Len(t, ends, 3)
	require.Empty(t, ends[0].Problem)
	require.NotEmpty(t, ends[1].Problem)
}

func TestToolsRetryOnTimeOutsAndRateLimitsTwice(t *testing.T) {
	timeOut, limited := fault.New(fault.TimedOut, "Slow."), fault.New(fault.RateLimited, "Busy.")
	for name, test := range map[string]struct {
		failures []error
		calls    int
		took     time.Duration
		result   string
	}{
		"once":   {[]error{limited}, 2, time.Second, `sunny in {}`},
		"twice":  {[]error{timeOut, limited}, 3, 3 * time.Second, `sunny in {}`},
		"thrice": {[]error{timeOut, timeOut, timeOut}, 3, 3 * time.Second, `{"error":"Slow."}`},
		"other":  {[]error{fault.New(fault.Invalid, "Never.")}, 1, 0, `{"error":"Never."}`},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, use("", llm.ToolCall{ID: "c", Name: "weather", Arguments: `{}`}), say("Done."))
			calls := 0
			b.Engine = engineOver(b, b.store, weather(&calls, test.failures...))
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				b.send(t, chat.UID{}, "How is it?")
				require.Equal(t, test.took, time.Since(began))
			})
			require.Equal(t, test.calls, calls)
			last := b.model.requests[1].Messages
			require.Equal(t, test.result, last[len(last)-1].Content)
		})
	}
}

func TestAToolThatHangsIsEnded(t *testing.T) {
	b := open(t, use("", llm.ToolCall{ID: "c", Name: "slow", Arguments: `{}`}), say("Without it."))
	calls := 0
	b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "slow"}, Limit: 5 * time.Second,
		Run: text(func(ctx context.Context, _ string) (string, error) {
			calls++
			<-ctx.Done()
			return "", ctx.Err()
		})})
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		out := b.send(t, chat.UID{}, "Try.")
		require.Equal(t, 3*5*time.Second+3*time.Second, time.Since(began))
		require.Equal(t, "Without it.", out.Message.Content)
	})
	require.Equal(t, 3, calls)
}

// A tool that asks a model has retries around it already: the client's would make
// nine requests of three.
func TestRetriesOfToolsAndOfTheModelClientDoNotMultiply(t *testing.T) {
	requests := 0
	client := &llm.Client{Base: "http://model", Transport: transport(func() (*llm.HTTPResponse, error) {
		requests++
		return nil, errors.New("no connection")
	})}
	b := open(t, use("", llm.ToolCall{ID: "c", Name: "ask", Arguments: `{}`}), say("Done."))
	b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "ask"}, Run: text(func(ctx context.Context, _ string) (string, error) {
		_, err := client.Stream(ctx, llm.Request{Model: "m", Messages: []llm.Message{{Role: chat.User, Content: "?"}}}, llm.Observer{})
		require.Error(t, err)
		return "", fault.New(fault.RateLimited, "Busy.")
	})})
	synctest.Test(t, func(t *testing.T) { b.send(t, chat.UID{}, "Ask.") })
	require.Equal(t, 3, requests)
}

type transport func() (*llm.HTTPResponse, error)

func (f transport) Do(context.Context, *llm.HTTPRequest) (*llm.HTTPResponse, error) { return f() }

func TestAModelThatOnlyAsksForToolsIsEnded(t *testing.T) {
	calls := 0
	b := open(t)
	for range 20 {
		b.model.script = append(b.model.script, use("", llm.ToolCall{ID: "c", Name: "weather", Arguments: `{}`}))
	}
	b.Engine = engineOver(b, b.store, weather(&calls))
	out := b.send(t, chat.UID{}, "How is it?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, "tools", out.Answer.Problem.Step)
	require.Equal(t, 8, calls)
}

func TestTextIsSavedEachSecondEvenIfTheModelFallsSilent(t *testing.T) {
	b := open(t)
	var silent chan struct{}
	b.model.script = []call{func(ctx context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		o.Delta(llm.Delta{Text: "Half a "})
		time.Sleep(500 * time.Millisecond) // of the bubble's clock
		o.Delta(llm.Delta{Text: "thought"})
		<-silent
		return llm.Reply{Content: "Half a thought", Finish: "stop"}, nil
	}}
	synctest.Test(t, func(t *testing.T) {
		silent = make(chan struct{}) // of the bubble
		session := make(chan chat.UID, 1)
		go func() {
			_, err := b.Send(t.Context(), turn.Question{Text: "Think."}, func(e wire.CoreEvent) {
				if s, ok := e.(wire.StartedEvent); ok {
					session <- s.Session
				}
			})
			require.NoError(t, err)
		}()
		of := <-session
		require.Equal(t, []string{"user complete: Think.", "assistant streaming: "}, b.path(t, of))
		time.Sleep(201 * time.Millisecond)
		synctest.Wait()
		require.Equal(t, []string{"user complete: Think.", "assistant streaming: Half a "}, b.path(t, of), "the first words are kept soon")
		time.Sleep(1000 * time.Millisecond)
		synctest.Wait()
		require.Equal(t, []string{"user complete: Think.", "assistant streaming: Half a thought"}, b.path(t, of))
		close(silent)
		synctest.Wait()
		require.Equal(t, []string{"user complete: Think.", "assistant complete: Half a thought"}, b.path(t, of))
	})
}

// umbrellas is a tool that has more to say than its text.
func umbrellas(calls *int) turn.Tool {
	return turn.Tool{Tool: llm.Tool{Name: "umbrellas"}, Run: func(context.Context, string) (turn.ToolOutput, error) {
		*calls++
		return turn.ToolOutput{Text: "Three are left.", Sources: []chat.Source{{Kind: chat.RowSource, Name: "stock", ID: "17"}},
			Receipt: []chat.ReceiptLine{{Label: "Rows", Text: "1"}}, Card: &chat.Card{Title: "Umbrellas", Text: "3"}, Data: chat.RawJSON(`{"left":3}`)}, nil
	}}
}

func TestWhatAToolHasForTheReaderIsKeptWithTheAnswer(t *testing.T) {
	calls := 0
	b := open(t, use("", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`}, llm.ToolCall{ID: "b", Name: "umbrellas", Arguments: `{}`}),
		use("", llm.ToolCall{ID: "c", Name: "plain", Arguments: `{}`}), say("Three."))
	b.Engine = engineOver(b, b.store, umbrellas(&calls), turn.Tool{Tool: llm.Tool{Name: "plain"}, Run: func(context.Context, string) (turn.ToolOutput, error) {
		return turn.ToolOutput{Text: "Nothing for the reader.", Data: chat.RawJSON("{ broken")}, nil
	}})
	out := b.send(t, chat.UID{}, "How many umbrellas are left?")
	require.Equal(t, "Three.", out.Message.Content)
	require.Equal(t, []chat.Source{{Kind: chat.RowSource, Name: "stock", ID: "17"}}, out.Answer.Sources, "a source is named once")
	require.Len(t, out.Answer.Gathered, 2, "one a call that has something to show")
	require.Equal(t, chat.Gathered{From: "umbrellas", Label: "umbrellas", Took: 1, Receipt: []chat.ReceiptLine{{Label: "Rows", Text: "1"}},
		Card: &chat.Card{Title: "Umbrellas", Text: "3"}, Data: chat.RawJSON(`{"left":3}`)}, out.Answer.Gathered[0])
	last := b.model.requests[2].Messages
	require.Equal(t, "Three are left.", last[3].Content, "the model gets the text")
}

func TestWhatAToolHasTooMuchOfIsCutBetweenCharacters(t *testing.T) {
	calls := make([]llm.ToolCall, 16)
	for i := range calls {
		calls[i] = llm.ToolCall{ID: strconv.Itoa(i), Name: "all", Arguments: `{}`}
	}
	b := open(t, use("", calls...), say("Done."))
	b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "all"}, Run: func(context.Context, string) (turn.ToolOutput, error) {
		return turn.ToolOutput{Text: "a" + strings.Repeat("水", 100_000), Sources: make([]chat.Source, 100_000),
			Card: &chat.Card{Title: "All", Text: "First."}, Data: chat.RawJSON(`"` + strings.Repeat("x", 5<<20) + `"`)}, nil
	}})
	out := b.send(t, chat.UID{}, "Show all of it.")
	require.Equal(t, "Done.", out.Message.Content)
	require.Equal(t, chat.Complete, out.Message.Status)
	sent := b.model.requests[1].Messages
	require.Equal(t, "a"+strings.Repeat("水", (256<<10-1)/3), sent[len(sent)-1].Content)
	require.Len(t, out.Answer.Gathered, 16)
	require.Equal(t, "First.", out.Answer.Gathered[0].Card.Text)
	require.Equal(t, "Left out", out.Answer.Gathered[0].Receipt[0].Label)
}

// Whoever stops after the tools has what they had.
func TestASecondCallThatIsStoppedAndResumedKeepsWhatToolsHad(t *testing.T) {
	calls := 0
	b := open(t, use("", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`}))
	b.model.script = append(b.model.script, breakOff("", fault.New(fault.Upstream, "It is down.")), say("Three."))
	b.Engine = engineOver(b, b.store, umbrellas(&calls))
	out := b.send(t, chat.UID{}, "How many umbrellas are left?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Len(t, out.Answer.Gathered, 1)
	out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "Three.", out.Message.Content)
	require.Equal(t, 1, calls)
	require.Len(t, out.Answer.Gathered, 1)
	require.Len(t, out.Answer.Sources, 1)
}

// A small model would not know what to do with them.
func TestASmallModelIsSentNoTools(t *testing.T) {
	calls := 0
	b := open(t)
	for small, want := range map[bool]int{true: 0, false: 1} {
		o := engineOver(b, b.store, umbrellas(&calls)).Options
		o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
			return llm.Answerer{Model: b.model, Small: small, Settings: settings()}, nil
		}
		b.Engine = turn.New(o)
		b.send(t, chat.UID{}, "How many umbrellas are left?")
		require.Len(t, b.model.requests[len(b.model.requests)-1].Tools, want)
	}
}

// It hears once that there are none, and what it calls doesn't run.
func TestWhatWasNotOfferedDoesNotRun(t *testing.T) {
	for _, insists := range []bool{false, true} {
		call := use("", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`})
		second, want := say("Seven."), chat.Complete
		if insists {
			second, want = call, chat.Failed
		}
		calls := 0
		b := open(t, call, second)
		o := engineOver(b, b.store, umbrellas(&calls)).Options
		o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
			return llm.Answerer{Model: b.model, Small: true, Settings: settings()}, nil
		}
		b.Engine = turn.New(o)
		out := b.send(t, chat.UID{}, "How many umbrellas are left?")
		require.Equal(t, want, out.Message.Status)
		require.Zero(t, calls)
		require.Len(t, b.model.requests, 2)
		sent := b.model.requests[1].Messages
		require.Equal(t, `{"error":"There is no tool of this name."}`, sent[len(sent)-1].Content)
	}
}

// The results of each round have a place of their own: whoever goes on has them all.
func TestResultsOfSeveralRoundsAreNotFetchedAgain(t *testing.T) {
	asked := []string{}
	look := turn.Tool{Tool: llm.Tool{Name: "look"}, Run: text(func(_ context.Context, arguments string) (string, error) {
		asked = append(asked, arguments)
		return "found " + arguments, nil
	})}
	call := func(id string) llm.ToolCall { return llm.ToolCall{ID: id, Name: "look", Arguments: `"` + id + `"`} }
	b := open(t, use("", call("a"), call("b")), use("", call("c")), breakOff("", fault.New(fault.Upstream, "It is down.")), say("All there."))
	b.Engine = engineOver(b, b.store, look)
	out := b.send(t, chat.UID{}, "Look around.")
	require.Equal(t, chat.Failed, out.Message.Status)
	b.Engine = engineOver(b, b.store, look) // another program
	out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "All there.", out.Message.Content)
	require.Equal(t, []string{`"a"`, `"b"`, `"c"`}, asked, "each once")
	var results []string
	for _, m := range b.last() {
		if m.Role == chat.Tool {
			results = append(results, m.ToolCallID+" "+m.Content)
		}
	}
	require.Equal(t, []string{`a found "a"`, `b found "b"`, `c found "c"`}, results)
}

// What a tool has left running ends with it, not a minute later.
func TestAToolsContextEndsWithIt(t *testing.T) {
	var left context.Context
	b := open(t, use("", llm.ToolCall{ID: "c", Name: "leave", Arguments: `{}`}), func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		require.ErrorIs(t, left.Err(), context.Canceled)
		return say("Done.")(ctx, r, o)
	})
	b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "leave"}, Run: text(func(ctx context.Context, _ string) (string, error) {
		left = ctx
		return "left", nil
	})})
	require.Equal(t, "Done.", b.send(t, chat.UID{}, "Leave something.").Message.Content)
}

// A tool that answers, if late, has answered.
func TestAToolThatAnswersLateIsHeard(t *testing.T) {
	b := open(t, use("", llm.ToolCall{ID: "c", Name: "slow", Arguments: `{}`}), say("Done."))
	calls := 0
	b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "slow"}, Limit: time.Second, Run: text(func(context.Context, string) (string, error) {
		calls++
		time.Sleep(2 * time.Second) // of the bubble's clock
		return "Three.", nil
	})})
	synctest.Test(t, func(t *testing.T) { b.send(t, chat.UID{}, "Try.") })
	require.Equal(t, 1, calls)
	require.Equal(t, "Three.", b.last()[len(b.last())-1].Content)
}
