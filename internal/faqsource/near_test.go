package faqsource_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/faqsource"
	"burrow/internal/gather"
)

var (
	fees  = chat.Pair{Question: "What does a library card cost?", Also: []string{"How much is a library card?"}, Answer: "Nothing."}
	lost  = chat.Pair{Question: "What do I do when my library card is lost?", Answer: "Tell us."}
	books = chat.Pair{Question: "How many books can I borrow?", Answer: "Ten."}
	renew = chat.Pair{Question: "How do I renew my library card?", Answer: "At the desk."}
	give  = chat.Pair{Question: "Can I give my library card to a friend?", Answer: "No."}
)

func TestNearPairsAreOffered(t *testing.T) {
	history, s := open(t, fees, lost, books, renew, give)
	near := faqsource.Near{Source: s}
	for question, want := range map[string][]string{
		"How much do I pay for a library card?": {"What does a library card cost?"},
		"I lost my library card, what now?":     {lost.Question},
		"How many books may a child borrow?":    {books.Question},
		"Why is the sky blue?":                  nil,
		"Write a poem about trees in autumn":    nil,
		"hello!":                                nil,
		"":                                      nil,
	} {
		found, err := near.Pairs(t.Context(), question)
		require.NoError(t, err)
		if want == nil {
			require.Empty(t, found, question)
			continue
		}
		require.NotEmpty(t, found, question)
		require.Equal(t, want[0], found[0].Question, question)
		require.LessOrEqual(t, len(found), 3, "and no more than a few")
	}

	out, err := near.Gather(t.Context(), gather.Question{Asked: chat.Message{Content: "And for a child?"}, Means: "How many books can a child borrow?"}, nil)
	require.NoError(t, err)
	require.Empty(t, out.Answer, "it is not the same question")
	require.Equal(t, "Ten.", out.Passages[0].Text, "a follow-up is looked for by what it means")
	require.Equal(t, chat.KnowledgePart, out.Passages[0].Kind)
	pairs, err := history.Pairs(t.Context())
	require.NoError(t, err)
	require.Equal(t, &chat.Source{Kind: chat.FAQSource, Name: books.Question, ID: pairs[2].UID.String(), Place: "FAQ"}, out.Passages[0].Source)

	// What is removed is not found any more.
	_, err = history.RemovePairs(t.Context(), pairs[2].UID)
	require.NoError(t, err)
	found, err := near.Pairs(t.Context(), "How many books may a child borrow?")
	require.NoError(t, err)
	require.Empty(t, found)
}

func TestNearWithoutPairs(t *testing.T) {
	_, s := open(t)
	found, err := faqsource.Near{Source: s}.Pairs(t.Context(), "How many books can I borrow?")
	require.NoError(t, err)
	require.Empty(t, found)
}

// Whatever is asked, and however long it is.
func TestNearTakesAnything(t *testing.T) {
	_, s := open(t, fees, chat.Pair{Question: "?!", Answer: "Nothing is asked."}, chat.Pair{Question: "図書館のカードはいくらですか", Answer: "無料です。"})
	for _, question := range []string{"\xff\x00", strings.Repeat("library card ", 50_000), "図書館カードの値段は", "🙂🙂🙂"} {
		_, err := faqsource.Near{Source: s}.Pairs(t.Context(), question)
		require.NoError(t, err)
	}
}
