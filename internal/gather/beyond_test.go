package gather

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/prompt"
)

func TestBeyond(t *testing.T) {
	document := func(text string) []prompt.Passage {
		return []prompt.Passage{{Text: text, Source: &chat.Source{Kind: chat.ChunkSource}}}
	}
	rule := document("A job may be on hold for longer than 10 days only if the planner allows it.")
	const query = "SELECT number FROM workOrder WHERE status = 'onHold'"
	require.True(t, Beyond("Which work orders were on hold for longer than we allow?", query, rule))
	require.False(t, Beyond("Which work orders are on hold?", query, rule), "the query has used all of it")
	require.False(t, Beyond("Which work orders were on hold for longer than we allow?", query+" longer", rule), "one word is left")
	require.False(t, Beyond("Which work orders were on hold for longer than we allow?", query, document("A job may be cancelled.")))
	recalled := []prompt.Passage{{Text: rule[0].Text, Source: &chat.Source{Kind: chat.MessageSource}}, {Text: rule[0].Text}}
	require.False(t, Beyond("Which work orders were on hold for longer than we allow?", query, recalled), "earlier messages are no documents")
}
