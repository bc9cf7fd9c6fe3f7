package condense_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/json"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// importInto makes the bench's session one that came from elsewhere.
func (b *bench) imported(t *testing.T) {
	t.Helper()
	session, err := b.store.Create(t.Context(), chat.Session{Name: "From elsewhere", NamedBy: chat.NamedByUser, ExternalID: "chat-1"}, 1)
	require.NoError(t, err)
	b.session = session.UID
}

// answered appends an exchange that was answered here.
func (b *bench) answered(t *testing.T, question, answer string) {
	t.Helper()
	for _, m := range []chat.Message{{Role: chat.User, Content: question}, {Role: chat.Assistant, Content: answer}} {
		m.Tokens, m.Encoding, _ = words(t.Context(), "", m.Role, m.Content)
		if m.Role == chat.Assistant {
			var err error
			m.Metadata, err = json.Marshal(chat.Answer{Turn: chat.NewUID(7)})
			require.NoError(t, err)
		}
		_, err := b.store.Append(t.Context(), b.session, m, b.now)
		require.NoError(t, err)
	}
}

// The first question in an imported chat of 500 messages had 18 summaries made by the
// model.
func TestAnImportedChatIsCondensedWithoutAModel(t *testing.T) {
	for _, exchanges := range []int{20, 250} { // some thousand tokens, and a bulk
		b := open(t, 1200, 0)
		b.imported(t)
		b.keep(t, exchanges, 60)
		b.answered(t, "What was the first parcel?", "The one for Aarhus.")
		all := b.after(t)
		require.NotEmpty(t, all)
		require.Zero(t, b.helper.asked())
		for _, s := range all {
			require.Empty(t, s.MadeBy)
		}
		require.Equal(t, []int{2 * exchanges, 2*exchanges + 1}, b.whole(t), "all but the last exchange")

		// Whoever asks for it gets a model's summary; and what is said here has one.
		for range 30 {
			b.answered(t, "And parcel 12, which weighs 84 kilos and goes to Aarhus by the night train?", "It waits. It waits. It waits. It waits. It waits. It waits. It waits. It waits.")
		}
		b.after(t)
		require.Positive(t, b.helper.asked())
	}
}

func TestAnImportedChatIsCondensedByTheModelIfSomebodyAsks(t *testing.T) {
	b := open(t, 1200, 0)
	b.imported(t)
	b.keep(t, 10, 60)
	made, err := b.Condense(t.Context(), b.at(t), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	require.Equal(t, "scripted-1", made.MadeBy)
}

// A provider that keeps what it has read for next to nothing makes a summary cost more
// than it saves.
func TestNoModelIsPaidForASummaryThatSavesNothing(t *testing.T) {
	prices := func(answers, summaries chat.Price) []chat.ModelPrice {
		return []chat.ModelPrice{{Model: "scripted-1", Price: answers}, {Model: "helper", Price: summaries}}
	}
	for name, test := range map[string]struct {
		prices []chat.ModelPrice
		asks   bool
	}{
		"no price":                        {nil, true},
		"it costs nothing":                {prices(chat.Price{}, chat.Price{}), true},
		"as much again and again":         {prices(chat.Price{Input: 1, Output: 1}, chat.Price{Input: 1, Output: 1}), true},
		"the same beginning is free":      {prices(chat.Price{Input: 1, Cached: 0.0001, Output: 1}, chat.Price{Input: 1, Output: 1}), false},
		"whoever condenses is expensive":  {prices(chat.Price{Input: 1, Output: 1}, chat.Price{Input: 1000, Output: 1000}), false},
		"whoever condenses costs nothing": {prices(chat.Price{Input: 1, Cached: 0.5, Output: 1}, chat.Price{}), true},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, 1200, 0)
			b.settings.Prices, b.settings.HelperModel = test.prices, new("helper")
			b.keep(t, 10, 60)
			forecast := b.forecast(t)
			all := b.after(t)
			require.Len(t, all, 1, "it is condensed in any case")
			require.Equal(t, test.asks, b.helper.asked() > 0)
			require.Equal(t, test.asks, all[0].MadeBy != "")
			if forecast.Known && forecast.Without > 0 {
				require.Equal(t, test.asks, forecast.With < forecast.Without, "which is what the page says")
			}
		})
	}
}

// The last exchange goes along with the next question anyway.
func TestTheLastExchangeIsNotCondensedByItself(t *testing.T) {
	b := open(t, 300, 0)
	b.keep(t, 1, 900)
	require.Empty(t, b.after(t))
	b.keep(t, 1, 900)
	all := b.after(t)
	require.Len(t, all, 1)
	require.Equal(t, []int{0, 1}, []int{all[0].From, all[0].To})
}

// Two words are not condensed into sixty.
func TestWhatASummaryWouldNotShortenIsLeftAlone(t *testing.T) {
	b := open(t, 120, 2)
	b.keep(t, 1, 20)
	b.keep(t, 1, 100)
	require.Empty(t, b.after(t))
	require.Zero(t, b.helper.asked())
}

// Summaries that no model has made are merged without one.
func TestWhatWasMadeWithoutAModelIsMergedWithoutOne(t *testing.T) {
	b := open(t, 1200, 0)
	b.keep(t, 250, 60)
	all := b.after(t)
	require.True(t, func() bool {
		for _, s := range all {
			if s.Level > 0 {
				return true
			}
		}
		return false
	}(), "there were many")
	for _, s := range all {
		if s.Level > 0 && s.MadeBy != "" {
			require.True(t, madeBelow(all, s), "one of its parts is a model's")
		}
	}
}

func madeBelow(all []store.Summary, of store.Summary) bool {
	for _, s := range all {
		if s.Level < of.Level && s.From >= of.From && s.To <= of.To && s.MadeBy != "" {
			return true
		}
	}
	return false
}

// What was marked because its source doesn't hold it is no fact of a summary, and a number of
// a source means nothing there.
func TestMarkedSentencesAreNoFacts(t *testing.T) {
	b := open(t, 300, 0)
	for i := range 12 {
		b.answered(t, fmt.Sprintf("What does the contract say of fee %d?", i), "")
		text := fmt.Sprintf("The fee %d is due on 3 May 2026 [1]. The monthly fee %d is GBP 47,250 [1].", i, i)
		marked := fmt.Sprintf("The monthly fee %d is GBP 47,250", i)
		meta, err := json.Marshal(chat.Answer{Turn: chat.NewUID(7), Sources: []chat.Source{{Kind: chat.ChunkSource, Name: "contract.pdf", ID: "a:1"}}, Unsupported: []chat.Sentence{{Text: marked, Sources: []int{1}}}})
		require.NoError(t, err)
		n, encoding, _ := words(t.Context(), "", chat.Assistant, text)
		_, err = b.store.Append(t.Context(), b.session, chat.Message{Role: chat.Assistant, Content: text, Tokens: n, Encoding: encoding, Metadata: meta}, b.now)
		require.NoError(t, err)
	}
	b.settings.Condense = new(chat.CondenseLocal)
	all := b.after(t)
	require.NotEmpty(t, all)
	said := ""
	for _, s := range all {
		for _, list := range s.Summary.Lists() {
			for _, item := range *list {
				said += item.Text + "\n"
			}
		}
	}
	require.Contains(t, said, "due on 3 May 2026")
	require.NotContains(t, said, "47,250")
	require.NotContains(t, said, "[1]")
}
