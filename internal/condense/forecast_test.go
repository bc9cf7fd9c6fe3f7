package condense_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/memory"
	"burrow/internal/wire"
)

func (b *bench) forecast(t *testing.T) wire.Forecast {
	t.Helper()
	out, err := b.Forecast(t.Context(), b.at(t), b.who())
	require.NoError(t, err)
	return out
}

// A chat without messages has nothing to forecast but what a turn would cost.
func TestAForecastOfAnEmptyChatHasThePrice(t *testing.T) {
	b := open(t, 8000, 6)
	b.settings.Prices = []chat.ModelPrice{{Model: "scripted-1", Price: chat.Price{Input: 1, Output: 2}}}
	require.Equal(t, wire.Forecast{Model: "scripted-1", Known: true, Price: chat.Price{Input: 1, Output: 2}, Turns: 10}, b.forecast(t))
	b.settings.Model = new("nobody-knows-it")
	require.Equal(t, wire.Forecast{Model: "nobody-knows-it", Turns: 10}, b.forecast(t))
}

// All that goes into the prediction comes from the chat: what there is of it, what
// its questions and answers usually are, and what both models cost.
func TestAForecastIsMadeOfTheChat(t *testing.T) {
	b := open(t, 600, 0)
	prices := []chat.ModelPrice{{Model: "scripted-1", Price: chat.Price{Input: 10, Cached: 1, Output: 30}}, {Model: "cheap", Price: chat.Price{Input: 1, Output: 2}}}
	b.settings.Prices, b.settings.HelperModel = prices, new("cheap")
	b.keep(t, 6, 40)
	made, err := b.Condense(t.Context(), b.at(t), condense.Wanted{KeepLast: new(4)}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	b.keep(t, 1, 100)
	open, err := b.store.Recollect(t.Context(), b.at(t).Head, 1000)
	require.NoError(t, err)
	require.Len(t, open.Open, 6)
	instructions, _, _ := words(t.Context(), "", chat.System, *b.settings.Instructions)
	in := memory.Forecast{Policy: condense.PolicyOf(b.settings), Price: prices[0].Price, Condenser: prices[1].Price, Turns: 10, Prefix: instructions, Summaries: made.TokensAfter}
	for i, m := range open.Open {
		in.Messages += m.Tokens
		if i%2 == 0 {
			in.Question += m.Tokens
		} else {
			in.Answer += m.Tokens
		}
	}
	in.Question, in.Answer = in.Question/3, in.Answer/3
	want := memory.Predict(in)
	got := b.forecast(t)
	require.Positive(t, want.Calls, "it will be condensed")
	require.Equal(t, want.Plain, got.Without)
	require.Equal(t, want.Condensed, got.With)
	require.Less(t, got.With, got.Without)
	require.Equal(t, 10, got.Turns)
}

// Before the first answer one of usual length is expected.
func TestAForecastExpectsAnAnswerLikeAnyOther(t *testing.T) {
	b := open(t, 8000, 6)
	b.settings.Prices = []chat.ModelPrice{{Model: "scripted-1", Price: chat.Price{Input: 1, Output: 2}}}
	_, err := b.store.Append(t.Context(), b.session, chat.Message{Role: chat.User, Content: "Why?", Tokens: 6, Encoding: "words"}, b.now)
	require.NoError(t, err)
	instructions, _, _ := words(t.Context(), "", chat.System, *b.settings.Instructions)
	want := memory.Predict(memory.Forecast{Policy: condense.PolicyOf(b.settings), Price: b.settings.Prices[0].Price, Condenser: b.settings.Prices[0].Price, Turns: 10,
		Prefix: instructions, Messages: 6, Question: 6, Answer: 250})
	require.Equal(t, want.Plain, b.forecast(t).Without)

	b = open(t, 8000, 6)
	b.settings.Prices = []chat.ModelPrice{{Model: "scripted-1", Price: chat.Price{Input: 1, Output: 2}}}
	_, err = b.store.Append(t.Context(), b.session, chat.Message{Role: chat.Assistant, Content: "Hello.", Tokens: 6, Encoding: "words"}, b.now)
	require.NoError(t, err)
	want = memory.Predict(memory.Forecast{Policy: condense.PolicyOf(b.settings), Price: b.settings.Prices[0].Price, Condenser: b.settings.Prices[0].Price, Turns: 10,
		Prefix: instructions, Messages: 6, Question: 40, Answer: 6})
	require.Equal(t, want.Plain, b.forecast(t).Without, "and a question")
}

// What was spent is what the answers on the path cost: not those on others, and not
// what a question may say of itself.
func TestWhatWasSpentIsThatOfThePath(t *testing.T) {
	b := open(t, 8000, 6)
	say := func(parent chat.UID, role chat.Role, cost float64) chat.UID {
		meta, err := json.Marshal(chat.Answer{Cost: cost})
		require.NoError(t, err)
		m, err := b.store.Append(t.Context(), b.session, chat.Message{Parent: parent, Role: role, Content: "x", Tokens: 6, Encoding: "words", Metadata: meta}, b.now)
		require.NoError(t, err)
		return m.UID
	}
	first := say(chat.UID{}, chat.User, 0.5)
	say(first, chat.Assistant, 4)
	second := say(first, chat.Assistant, 0.25)
	say(say(second, chat.User, 0.5), chat.Assistant, 0.125)
	require.Equal(t, 0.375, b.forecast(t).Spent)
}

// The store returns a thousand messages at once. Of more than that, what is condensed
// next begins where the last summary ends.
func TestManyMessagesAreCondensedFromWhereTheSummaryEnds(t *testing.T) {
	b := open(t, 8000, 6)
	b.keep(t, 20, 15)
	first, err := b.Condense(t.Context(), b.at(t), condense.Wanted{KeepLast: new(0)}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	require.Equal(t, 39, first.To)
	b.keep(t, 600, 15)
	second, err := b.Preview(t.Context(), b.at(t), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	require.Equal(t, 40, second.From)
	require.Less(t, second.TokensBefore, 4001, "a batch")
	require.Empty(t, second.MadeBy, "without a model")
	require.Equal(t, 1, second.To%2, "it ends with an answer")
	all, err := b.store.Summaries(t.Context(), b.session, chat.UID{})
	require.NoError(t, err)
	require.Len(t, all, 1, "a preview keeps nothing")
}
