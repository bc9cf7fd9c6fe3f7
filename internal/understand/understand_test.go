package understand

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The walkthrough of a conversation about projects: its history grows by what was
// asked, not by what was understood.
func TestWalkthroughOfProjects(t *testing.T) {
	var history []Exchange

	// 1. The first question has no history and goes through unchanged.
	first := "Find me 3 projects with floating slabs"
	u := Understand(history, first, Options{})
	require.False(t, u.IsFollowup)
	require.Zero(t, u.FollowupScore)
	require.Equal(t, first, u.RewrittenQuery)
	require.Empty(t, u.Entities)

	// 2. and 6. The answer's projects are known, in order.
	history = append(history, Exchange{first, "3 projects have floating slabs: 25-01-064, 25-01-070 and 25-01-028."})
	require.Equal(t, []string{"25-01-064", "25-01-070", "25-01-028"}, texts(Entities(history, Options{})))

	// 3. The follow-up is found and rewritten; the last mentioned is the last.
	second := "Tell me more about the last mentioned project"
	u = Understand(history, second, Options{})
	require.True(t, u.IsFollowup)
	require.GreaterOrEqual(t, u.FollowupScore, 0.95)
	require.Equal(t, "Tell me more about project 25-01-028", u.RewrittenQuery)
	require.Equal(t, []string{"25-01-028"}, u.References[0].Entities)
	require.False(t, u.NeedsModel)

	// 4. and 5. The next one is understood from the questions as they were asked.
	history = append(history, Exchange{second, "Project 25-01-028 is a house for Rob Lachapelle."})
	u = Understand(history, "Who is the owner of that project?", Options{})
	require.True(t, u.IsFollowup)
	require.Equal(t, "Who is the owner of project 25-01-028?", u.RewrittenQuery)
	u = Understand(history, "What about the other two?", Options{})
	require.Equal(t, []string{"25-01-064", "25-01-070"}, u.References[0].Entities)

	// 7. After ten more exchanges the first projects are out of sight.
	for range Window {
		history = append(history, Exchange{"What is the weather like?", "It rains."})
	}
	require.NotContains(t, strings.Join(texts(Entities(history, Options{})), " "), "25-01")
}

func TestWalkthroughOfWhoWillLeave(t *testing.T) {
	u := Understand(nil, "I need to find out who will leave", Options{})
	require.True(t, u.IsAmbiguous)
	require.True(t, u.NeedsModel)
	require.Len(t, u.Interpretations, 3)
	require.NotEmpty(t, u.Questions)
	require.Equal(t, "I need to find out who will leave", u.RewrittenQuery)

	clear := Understand(nil, "Which customers cancelled their contract in March 2024?", Options{})
	require.False(t, clear.IsAmbiguous)
	require.Empty(t, clear.Interpretations)
	require.Empty(t, clear.Questions)
}

func TestRoutes(t *testing.T) {
	both := Options{Database: true, Documents: true, Now: noon}
	for _, c := range []struct {
		question    string
		options     Options
		route       Route
		composition Composition
	}{
		{"How many customers ordered in March?", both, SQLRoute, PureKB},
		{"List the invoices of last month", both, SQLRoute, PureKB},
		{"How many customers ordered in March?", Options{Documents: true}, KnowledgeRoute, PureKB},
		{"How many customers ordered in March?", Options{}, GeneralRoute, Chat},
		{"What does the attached contract say about notice?", both, KnowledgeRoute, PureDoc},
		{"What is our policy on travel?", both, KnowledgeRoute, PureKB},
		{"Does the attached contract follow our policy?", both, KnowledgeRoute, Hybrid},
		{"What does the attached contract say?", Options{Database: true}, GeneralRoute, Chat},
		{"Hello there", both, GeneralRoute, Chat},
		{"Write a poem about the sea", both, GeneralRoute, Chat},
		{"", both, GeneralRoute, Chat},
	} {
		u := Understand(nil, c.question, c.options)
		require.Equal(t, c.route, u.Route, c.question)
		require.Equal(t, c.composition, u.QueryComposition, c.question)
		require.NotEmpty(t, u.RouteReason)
		require.True(t, 0 < u.RouteConfidence && u.RouteConfidence < 1)
	}
}

func TestReasonsAreGiven(t *testing.T) {
	require.Contains(t, Understand(bridge, "Why did he build it?", Options{}).Reasons, "a pronoun refers to something outside the question")
	require.Contains(t, Understand(bridge, "What is the boiling point of nitrogen?", Options{}).Reasons, "all its topics are new")
	require.Equal(t, []string{"it is the first question"}, Understand(nil, "What is the boiling point of nitrogen?", Options{}).Reasons)
}

// Entities are handed out of the last five exchanges only.
func TestEntitiesShownAreRecent(t *testing.T) {
	var history []Exchange
	for i := range 8 {
		history = append(history, Exchange{"Which one?", "Ticket BUG-30" + string(rune('0'+i))})
	}
	u := Understand(history, "Why?", Options{})
	require.Equal(t, []string{"BUG-303", "BUG-304", "BUG-305", "BUG-306", "BUG-307"}, texts(u.Entities))
}
