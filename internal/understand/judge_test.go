package understand

import (
	"testing"

	"github.com/stretchr/testify/require"
)

var bridge = []Exchange{
	{"Who built the bridge over the river Skell?", "Harald Moen built the bridge in 1932."},
	{"What is the bridge made of?", "It is made of steel and granite."},
}

func TestFollowupsAreFound(t *testing.T) {
	for _, question := range []string{
		"Why did he build it?", "How long is it?", "What about the granite?", "And why?", "Is it older than the others?", "What else did he build?",
		"When was that?", "Where did he get the steel?", "Is there another one?", "Who paid for it?", "What are its dimensions?", "Did they like it?",
	} {
		j := Judge(bridge, question, Options{})
		require.True(t, j.IsFollowup, "%s: %.2f", question, j.FollowupScore)
	}
}

func TestQuestionsThatStandAloneAreAccepted(t *testing.T) {
	for _, question := range []string{
		"Who built the bridge over the river Skell?", "What is the boiling point of nitrogen?", "Why is Norway not in the European Union?",
		"How do I install PostgreSQL on Ubuntu?", "When did Harald Moen build the bridge over the river Skell?", "Tell me about the history of Lisbon.",
		"Is it possible to learn Japanese in a year?", "How long does it take to boil an egg?",
	} {
		j := Judge(bridge, question, Options{})
		require.False(t, j.IsFollowup, "%s: %.2f", question, j.FollowupScore)
	}
}

func TestFirstQuestionFollowsNothing(t *testing.T) {
	require.Zero(t, Judge(nil, "Why did he build it?", Options{}).FollowupScore)
	require.Equal(t, Judgement{Sure: true}, Judge(bridge, " ?! ", Options{}))
}

func TestAmbiguityGrowsWithWhatIsLeftOpen(t *testing.T) {
	score := func(question string) float64 { return Judge(nil, question, Options{}).AmbiguityScore }
	require.Greater(t, score("Tell me about iron"), score("Tell me about iron deficiency in pregnant women"))
	require.Greater(t, score("Tell me about iron"), score("What are the symptoms of iron deficiency?"))
	require.Greater(t, score("tell me about UNC"), score("tell me about Barbados"))
	require.Greater(t, score("Is it treatable?"), score("Is throat cancer treatable?"))
	require.Greater(t, score("mercury"), score("How far is Mercury from the sun?"))
	require.True(t, Judge(nil, "Is it treatable?", Options{}).IsAmbiguous)
	require.False(t, Judge([]Exchange{{"What is throat cancer?", ""}}, "Is it treatable?", Options{}).IsAmbiguous)
}

func TestThresholdOfAsking(t *testing.T) {
	require.False(t, Judge(nil, "mercury", Options{AskAbove: 1.1}).IsAmbiguous)
	require.True(t, Judge(nil, "How far is Mercury from the sun?", Options{AskAbove: 0.01}).IsAmbiguous)
}

// A clear judgement needs no model, a doubtful one does.
func TestSureJudgementsNeedNoModel(t *testing.T) {
	require.True(t, Judge(bridge, "Why did he build it?", Options{}).Sure)
	require.True(t, Judge(bridge, "When did Harald Moen build the bridge over the river Skell?", Options{}).Sure)
	require.False(t, Judge(nil, "mercury", Options{}).Sure)
}

// A linear model with wrong weights would still pass the tests above by luck:
// each group of features must move the score the way it should.
func TestWhatMovesTheScore(t *testing.T) {
	more := func(a, b string) {
		t.Helper()
		require.Greater(t, Judge(bridge, a, Options{}).FollowupScore, Judge(bridge, b, Options{}).FollowupScore, "%s / %s", a, b)
	}
	more("How long is it?", "How long is the Nile?")
	more("What are the dimensions?", "What are the dimensions of the Skell bridge?")
	more("What other bridges are there?", "What bridges are there in Norway?")
	more("What about granite?", "What is granite?")
	more("When did Moen die?", "When did Harald Moen die?")
}
