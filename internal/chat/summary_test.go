package chat_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
)

func TestSummaryIsJSONWithoutNull(t *testing.T) {
	out, err := json.Marshal(chat.Summary{}.ForJSON())
	require.NoError(t, err)
	require.JSONEq(t, `{"user_profile":[],"key_facts":[],"decisions":[],"open_questions":[],"todos":[]}`, string(out))

	s := chat.Summary{Todos: []chat.SummaryItem{{Text: "call"}}}
	out, err = json.Marshal(s.ForJSON())
	require.NoError(t, err)
	require.NotContains(t, string(out), "null")
	require.Nil(t, s.Facts, "the summary itself is as it was")
	require.Nil(t, s.Todos[0].Sources)
}

func TestSummaryReadsBack(t *testing.T) {
	s := chat.Summary{
		Profile: []chat.SummaryItem{{Text: "a teacher", Sources: []chat.UID{chat.NewUID(1), chat.NewUID(2)}}},
		Todos:   []chat.SummaryItem{{Text: "call", Sources: []chat.UID{chat.NewUID(3)}, Edited: true}},
	}.Clean()
	out, err := json.Marshal(s)
	require.NoError(t, err)
	var back chat.Summary
	require.NoError(t, json.Unmarshal(out, &back))
	require.Equal(t, s, back)
}

func TestSummaryGivesItsItemsInOrder(t *testing.T) {
	item := func(text string) []chat.SummaryItem { return []chat.SummaryItem{{Text: text}} }
	s := chat.Summary{Profile: item("1"), Facts: item("2"), Decisions: item("3"), Questions: item("4"), Todos: item("5")}
	require.Equal(t, 5, s.Len())
	var texts []string
	for i := range s.All() {
		texts = append(texts, i.Text)
	}
	require.Equal(t, []string{"1", "2", "3", "4", "5"}, texts)
	for range s.All() {
		break // an iteration may end early
	}

	c := s.Clean()
	for _, list := range c.Lists() {
		*list = slices.Insert(*list, 0, chat.SummaryItem{Text: "0"})
	}
	require.Equal(t, 10, c.Len())
	require.Equal(t, 5, s.Len(), "a clean copy has lists of its own")
}
