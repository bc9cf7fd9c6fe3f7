package turn_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/prompt"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// withSettings is a bench whose settings are changed.
func withSettings(t *testing.T, change func(*chat.Settings)) *bench {
	t.Helper()
	b := open(t)
	b.Engine = settled(b, change)
	return b
}

func settled(b *bench, change func(*chat.Settings)) *turn.Engine {
	o := engineOver(b, b.store).Options
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		s := settings()
		change(&s)
		return llm.Answerer{Model: b.model, Provider: "Scripted", Settings: s}, nil
	}
	return turn.New(o)
}

// last is what the model was sent last.
func (b *bench) last() []llm.Message {
	b.model.mu.Lock()
	defer b.model.mu.Unlock()
	return b.model.requests[len(b.model.requests)-1].Messages
}

func TestAsManyMessagesGoAlongAsTheUserWants(t *testing.T) {
	for most, want := range map[int]int{-1: 0, 0: 0, 1: 1, 3: 3, 6: 6, 100: 6} {
		b := open(t)
		session := b.send(t, chat.UID{}, "One?").Session
		b.send(t, session, "Two?")
		b.send(t, session, "Three?")
		// By a setting, and by a wish that counts before it.
		for _, wish := range []bool{false, true} {
			b.Engine = settled(b, func(s *chat.Settings) {
				if s.MaxMessages = new(most); wish {
					s.MaxMessages = new(2)
				}
			})
			q := turn.Question{Session: session, Text: "Four?"}
			if wish {
				q.Wish.MaxMessages = new(most)
			}
			out, err := b.Send(t.Context(), q, b.emit)
			require.NoError(t, err)
			require.Len(t, b.last(), want+2, "%d wanted, by a wish %t", most, wish)
			require.Equal(t, 6-want, out.Answer.Sent.Left)
			_, err = b.store.Rewind(t.Context(), out.Question, 1)
			require.NoError(t, err)
			s, err := b.store.Message(t.Context(), out.Question)
			require.NoError(t, err)
			_, err = b.store.Rewind(t.Context(), s.Parent, 1)
			require.NoError(t, err)

			at, err := b.store.Session(t.Context(), session)
			require.NoError(t, err)
			limited := settings()
			limited.MaxMessages = new(most)
			context, err := b.Context(t.Context(), at, turn.Next{Text: "Four?"}, llm.Answerer{Settings: limited})
			require.NoError(t, err)
			require.Equal(t, want, context.Messages, "and the meter shows it")
			require.Equal(t, 6-want, context.Left)
		}
	}
}

// Who wants no earlier message to go along gets none by recall either.
func TestAQuestionAloneRecallsNothing(t *testing.T) {
	b := withSettings(t, func(s *chat.Settings) { s.Threshold = new(400) })
	session := b.send(t, chat.UID{}, "The harbour office opens at seven.").Session
	for i := range 8 {
		b.send(t, session, fmt.Sprintf("Note %d: %s", i, strings.Repeat("weather and traffic were as usual ", 4)))
	}
	sent := func(most *int) string {
		_, err := b.Send(t.Context(), turn.Question{Session: session, Text: "When does the harbour office open?", Wish: turn.Wish{MaxMessages: most}}, b.emit)
		require.NoError(t, err)
		return b.last()[len(b.last())-1].Content
	}
	require.Contains(t, sent(nil), "opens at seven")
	require.Contains(t, sent(new(2)), "opens at seven", "some are some")
	require.Equal(t, "When does the harbour office open?", sent(new(0)))
}

// A summary may stand for a question that is asked again.
func TestAQuestionThatWasCondensedIsAskedAgain(t *testing.T) {
	b := open(t)
	first := b.send(t, chat.UID{}, "Which parcel goes to Cork?")
	b.send(t, first.Session, "Thanks.")
	last, err := b.store.Message(t.Context(), first.Message.UID)
	require.NoError(t, err)
	_, err = b.store.AddSummary(t.Context(), store.Summary{Session: first.Session, From: 0, Last: last.UID, TokensBefore: 20, TokensAfter: 5, Encoding: "words",
		Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "Parcels."}}}}, chat.UID{}, 1)
	require.NoError(t, err)
	again, err := b.Again(t.Context(), first.Question, turn.Wish{}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Complete, again.Message.Status)
	require.Equal(t, first.Question, again.Question)
	require.True(t, strings.HasPrefix(again.Message.Content, "You said: Which parcel goes to Cork?"), again.Message.Content)
}

func TestPreferencesHaveTheirRoom(t *testing.T) {
	b := open(t)
	for i := range 20 {
		b.send(t, chat.UID{}, fmt.Sprintf("I prefer answer no%d.", i))
	}
	b.send(t, chat.UID{}, "I prefer answer no19.") // once more
	b.send(t, chat.UID{}, sure)
	system := b.last()[0].Content
	require.Equal(t, 1, strings.Count(system, "- I prefer answer no19"))
	require.Less(t, strings.Index(system, "no18"), strings.Index(system, "no19"), "the newest last")
	require.Contains(t, system, "no8\n")
	require.NotContains(t, system, "no7\n", "twelve of them, and what was said twice is one")

	b = open(t)
	long := func(n int) string { return fmt.Sprintf("I prefer no%d%s", n, strings.Repeat(" x", 69)) } // 150 bytes each
	for i := range 10 {
		b.send(t, chat.UID{}, long(i)+".")
	}
	b.send(t, chat.UID{}, sure)
	require.Equal(t, 8, strings.Count(b.last()[0].Content, "- I prefer"), "1,200 bytes of them")
	require.Contains(t, b.last()[0].Content, long(9))
}

// The way a date is read is a setting, and else what is usual where the user is.
func TestDatesAreReadAsUsualOrAsSet(t *testing.T) {
	for _, test := range []struct {
		usual bool
		set   *bool
		want  string
	}{{false, nil, "2026-03-04"}, {true, nil, "2026-04-03"}, {false, new(true), "2026-04-03"}, {true, new(false), "2026-03-04"}} {
		b := open(t)
		o := settled(b, func(s *chat.Settings) { s.DayFirst = test.set }).Options
		o.DayFirst = test.usual
		b.Engine = turn.New(o)
		out := b.send(t, chat.UID{}, "What happened in Porto on 3/4/2026?")
		require.NotEmpty(t, out.Answer.Understood.Facts, "%+v", test)
		require.Equal(t, test.want, out.Answer.Understood.Facts[0].Value, "%+v", test)
	}
}

// What is kept of a reading is all that a reader may want to know of it.
func TestAReadingIsKeptWithItsDetails(t *testing.T) {
	b := open(t, say("Invoice INV-2041 is open, and INV-2057 too."))
	session := b.send(t, chat.UID{}, "Which invoices does Acme Ltd have?").Session
	u := b.send(t, session, "When is invoice INV-2041 of 300 euros due?").Answer.Understood
	require.Contains(t, u.Filters, chat.Filter{Field: u.Filters[0].Field, Value: u.Filters[0].Value})
	require.NotEmpty(t, u.Filters)
	var facts []string
	for _, f := range u.Facts {
		facts = append(facts, f.Kind+" "+f.Value)
	}
	require.Contains(t, facts, "identifier INV-2041")
	require.Contains(t, facts, "amount 300")
	require.NotEmpty(t, u.Domain)
	require.NotEmpty(t, u.Action)
	require.NotEmpty(t, u.Reasons)
	require.Positive(t, u.Confidence)

	u = b.send(t, session, "Who signed the second one?").Answer.Understood
	require.True(t, u.Followup)
	require.Equal(t, []chat.Reference{{Text: "the second one", Rule: u.References[0].Rule, Entities: []string{"INV-2057"}}}, u.References)
	require.Equal(t, "Who signed INV-2057?", u.As)
	require.Empty(t, u.Search)
	require.Positive(t, u.Score)
}

// What was said before is read whoever began, and what said nothing is passed over.
func TestWhatWasSaidBeforeIsReadWhoeverBegan(t *testing.T) {
	b := open(t)
	s, err := b.store.Create(t.Context(), chat.Session{}, 1)
	require.NoError(t, err)
	for _, m := range []chat.Message{
		{Role: chat.Assistant, Content: "The offices are in Lyon and Graz.", Status: chat.Complete},
		{Role: chat.User, Content: "Thanks.", Status: chat.Complete},
		{Role: chat.Assistant, Status: chat.Failed},
		{Role: chat.Tool, Content: "Bergen, Oslo", Status: chat.Complete},
	} {
		_, err := b.store.Append(t.Context(), s.UID, m, 1)
		require.NoError(t, err)
	}
	u := b.send(t, s.UID, "Who runs the first one?").Answer.Understood
	require.Equal(t, "Who runs Lyon?", u.As)
}

// The rules read the last ten exchanges, also those that were condensed.
func TestAFollowUpReachesBackToWhatWasCondensed(t *testing.T) {
	b := open(t, say("The offices are in Lyon and Graz."))
	first := b.send(t, chat.UID{}, "Where are the offices?")
	_, err := b.store.AddSummary(t.Context(), store.Summary{Session: first.Session, From: 0, Last: first.Message.UID, TokensBefore: 20, TokensAfter: 5, Encoding: "words",
		Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "Offices."}}}}, chat.UID{}, 1)
	require.NoError(t, err)
	require.Equal(t, "Who runs Graz?", b.send(t, first.Session, "Who runs the second one?").Answer.Understood.As)
	at, err := b.store.Session(t.Context(), first.Session)
	require.NoError(t, err)
	_, err = b.store.Rewind(t.Context(), first.Message.UID, 1)
	require.NoError(t, err)
	at.Head = first.Message.UID
	got, err := b.Assemble(t.Context(), at, "Who runs the second one?", llm.Answerer{Model: b.model, Settings: settings()}, 0)
	require.NoError(t, err)
	require.Contains(t, got.Messages[len(got.Messages)-1].Content, "(What is meant: Who runs Graz?)", "a prompt that is not sent, too")
}

// spans counts how often earlier messages are read, and fails once at will.
type spans struct {
	*store.Store
	calls int
	fail  error
}

func (s *spans) Span(ctx context.Context, leaf chat.UID, from, to int) ([]chat.Message, error) {
	s.calls++
	if err := s.fail; err != nil {
		s.fail = nil
		return nil, err
	}
	return s.Store.Span(ctx, leaf, from, to)
}

func TestMessagesAtHandAreNotReadAgain(t *testing.T) {
	b := open(t)
	history := &spans{Store: b.store}
	b.Engine = engineOver(b, history)
	session := b.send(t, chat.UID{}, "Where are the offices?").Session
	require.Equal(t, 2, b.send(t, session, "Who runs the second one?").Answer.Sent.Messages-1)
	require.Zero(t, history.calls)
}

// A question whose chat cannot be read is not answered as if it stood alone.
func TestAQuestionWaitsForTheChatItLeansOn(t *testing.T) {
	b := open(t, say("The offices are in Lyon and Graz."))
	first := b.send(t, chat.UID{}, "Where are the offices?")
	_, err := b.store.AddSummary(t.Context(), store.Summary{Session: first.Session, From: 0, Last: first.Message.UID, TokensBefore: 20, TokensAfter: 5, Encoding: "words",
		Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "Offices."}}}}, chat.UID{}, 1)
	require.NoError(t, err)
	b.Engine = engineOver(b, &spans{Store: b.store, fail: fault.New(fault.Unavailable, "The disk is gone.")})
	out := b.send(t, first.Session, "Who runs the second one?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, "The disk is gone.", out.Answer.Problem.Message)
	require.Equal(t, 1, b.model.asked(), "the first question")
	out, err = b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "Who runs Graz?", out.Answer.Understood.As)
}

// Code or a table is likely to be what a follow-up is about, if it is not long ago.
func TestAFollowUpTakesTheLastBlockAlong(t *testing.T) {
	const block = "Like this:\n\n```go\nfunc add(a, b int) int { return a + b }\n```"
	for between, want := range map[int]bool{1: true, 7: true, 8: false} {
		for _, newer := range []bool{false, true} { // another one in the last exchange
			b := open(t)
			s, err := b.store.Create(t.Context(), chat.Session{}, 1)
			require.NoError(t, err)
			texts := []string{"How is a sum written?", block}
			for i := range between {
				texts = append(texts, fmt.Sprintf("Note %d: %s", i, strings.Repeat("it rains ", 30)))
			}
			texts = append(texts, "Thanks.", "You are welcome.")
			if newer {
				texts[len(texts)-1] = "Or so:\n\n```go\nc := a + b\n```"
			}
			for i, text := range texts {
				role := chat.User
				if i%2 == 1 {
					role = chat.Assistant
				}
				m, err := b.store.Append(t.Context(), s.UID, chat.Message{Role: role, Content: text, Status: chat.Complete, Tokens: 5 + len(strings.Fields(text)), Encoding: "words"}, 1)
				require.NoError(t, err)
				s.Head = m.UID
			}
			small := settings()
			small.Threshold = new(60)
			made, err := b.Assemble(t.Context(), s, "Can you make it shorter?", llm.Answerer{Model: b.model, Settings: small}, 0)
			require.NoError(t, err)
			var taken []string
			for _, m := range made.Taken {
				taken = append(taken, m.Content)
			}
			require.Equal(t, texts[len(texts)-2:], taken[len(taken)-2:])
			if want && !newer {
				require.Equal(t, []string{block}, taken[:len(taken)-2], "%d between", between)
			} else {
				require.Len(t, taken, 2, "%d between", between)
			}
		}
	}
}

// An exchange teaches what it names: once each, nothing that is too long, and not too
// much.
func TestWhatIsLearntHasLimits(t *testing.T) {
	var list []string
	for i := range 40 {
		list = append(list, fmt.Sprintf("%d. Customer%d Ltd", i+1, i))
	}
	long := strings.Repeat("Very", 21) // more than 80 letters
	b := open(t, say(strings.Join(list, "\n")), say("1. Acme Ltd\n2. Acme Ltd\n3. "+long+"\n4. "+long[:80]+"\n"))
	kept := func(out wire.Turn) (texts []string) {
		all, err := b.store.Remembered(t.Context(), store.RememberedFilter{Session: out.Session, Limit: 200})
		require.NoError(t, err)
		for _, k := range all {
			texts = append(texts, k.Text)
		}
		return texts
	}
	require.Len(t, kept(b.send(t, chat.UID{}, "Which customers are there?")), 30)
	few := kept(b.send(t, chat.UID{}, "Which customers are there?"))
	require.ElementsMatch(t, []string{"Acme Ltd", long[:80]}, few)
}

// What an answer cost is what its calls used, at the price of its model.
func TestAnAnswerHasItsCost(t *testing.T) {
	calls := 0
	used := func(c call) call {
		return func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			got, err := c(ctx, r, o)
			got.Usage = &chat.Usage{PromptTokens: 1000, CompletionTokens: 100, CachedTokens: 400, ReasoningTokens: 30}
			return got, err
		}
	}
	b := open(t, used(use("", llm.ToolCall{ID: "c", Name: "weather", Arguments: `{}`})), used(say("Sunny.")), say("No price."))
	o := settled(b, func(s *chat.Settings) {
		s.Prices = []chat.ModelPrice{{Model: "scripted-1", Price: chat.Price{Input: 10, Cached: 1, Output: 100}}}
	}).Options
	o.Tools = []turn.Tool{weather(&calls)}
	b.Engine = turn.New(o)
	out := b.send(t, chat.UID{}, "How is the weather?")
	require.Equal(t, &chat.Usage{PromptTokens: 2000, CompletionTokens: 200, CachedTokens: 800, ReasoningTokens: 60}, out.Answer.Usage, "of both calls")
	require.InDelta(t, (1200*10+800*1+200*100)/1e6, out.Answer.Cost, 1e-12)
	b.Engine = engineOver(b, b.store)
	require.Zero(t, b.send(t, chat.UID{}, "And what does this cost?").Answer.Cost, "nobody knows")
}

// Timings are measured: what is local, when the first word came, and the whole.
func TestAnAnswerHasItsTimings(t *testing.T) {
	b := open(t)
	wait := func() { // of the clock that goes on when it is read
		for range 100 {
			b.Now()
		}
	}
	b.model.script = []call{func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		wait()
		o.Delta(llm.Delta{Reasoning: true, Text: "hm"})
		wait()
		o.Delta(llm.Delta{Text: "Yes"})
		wait()
		o.Delta(llm.Delta{Reasoning: true, Text: "or not"})
		o.Delta(llm.Delta{Text: "."})
		return llm.Reply{Content: "Yes.", Finish: "stop", Attempts: 1}, nil
	}}
	got := b.send(t, chat.UID{}, "Really?").Answer
	require.Positive(t, got.Timings.Local)
	require.Less(t, got.Timings.Local, int64(100))
	require.Greater(t, got.Timings.First, int64(200), "of the answer, not of the thoughts")
	require.Less(t, got.Timings.First, int64(300))
	require.Greater(t, got.Timings.Total, int64(300))
	require.Zero(t, got.Attempts, "one is no news")
}

// A prompt that is not sent is made as one that is.
func TestTheMeterShowsWhatATurnSends(t *testing.T) {
	b := withSettings(t, func(s *chat.Settings) { s.Threshold = new(200) })
	session := b.send(t, chat.UID{}, "I prefer tea. The harbour office opens at seven.").Session
	for i := range 8 {
		b.send(t, session, fmt.Sprintf("Note %d: %s", i, strings.Repeat("weather and traffic were as usual ", 4)))
	}
	at, err := b.store.Session(t.Context(), session)
	require.NoError(t, err)
	s := settings()
	s.Threshold = new(200)
	who := llm.Answerer{Model: b.model, Settings: s}
	const question = "When does the harbour office open?"
	meter, err := b.Context(t.Context(), at, turn.Next{Text: question}, who)
	require.NoError(t, err)
	dry, err := b.Assemble(t.Context(), at, question, who, 0)
	require.NoError(t, err)
	out := b.send(t, session, question)
	require.Equal(t, out.Answer.Sent.Parts, meter.Parts)
	require.Equal(t, out.Answer.Sent.Parts, dry.Parts)
	require.Equal(t, contents(b.last()), promptContents(dry.Messages))
	require.Len(t, meter.Recalled, len(out.Answer.Sent.Recalled))
	for i, uid := range out.Answer.Sent.Recalled {
		require.Equal(t, uid, meter.Recalled[i].UID)
		require.NotEmpty(t, meter.Recalled[i].Text)
	}
	require.Equal(t, "scripted-1", meter.Model)
}

func contents(messages []llm.Message) (out []string) {
	for _, m := range messages {
		out = append(out, m.Content)
	}
	return out
}

func promptContents(messages []prompt.Message) (out []string) {
	for _, m := range messages {
		out = append(out, m.Content)
	}
	return out
}

// Of a long message a list shows the beginning.
func TestALongQuestionIsListedByItsBeginning(t *testing.T) {
	for length, want := range map[int]string{160: strings.Repeat("é", 160), 161: strings.Repeat("é", 160) + "…"} {
		b, n := open(t), &network{down: true}
		b.Engine = overNetwork(b, n)
		b.send(t, chat.UID{}, strings.Repeat("é", length))
		waiting, err := b.Waiting(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, waiting[0].Text)
	}
}

func TestAModelWithoutANameIsSaidToBeNone(t *testing.T) {
	b := open(t)
	s := settings()
	s.Model = nil
	got, err := b.Context(t.Context(), chat.Session{}, turn.Next{Text: "Hello?"}, llm.Answerer{Settings: s})
	require.NoError(t, err)
	require.Empty(t, got.Model)
	require.False(t, got.Estimate)
	o := b.Options
	o.Encoding = func(model string) (string, bool) { return "words", model != "" }
	got, err = turn.New(o).Context(t.Context(), chat.Session{}, turn.Next{Text: "Hello?"}, llm.Answerer{Settings: settings()})
	require.NoError(t, err)
	require.True(t, got.Estimate, "of another's model the count is an estimate")
	_, err = b.Context(t.Context(), chat.Session{UID: chat.NewUID(1), Head: chat.NewUID(2)}, turn.Next{Text: "Hello?"}, llm.Answerer{Settings: settings()})
	require.True(t, errors.Is(err, fault.NotFound), err)
}
