package understand

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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
	require.True(t, Judge(bridge, "Why is Norway not in the European Union?", Options{}).Sure)
	require.False(t, Judge(nil, "mercury", Options{}).Sure)
}

// What the scores mean is promised to whoever reads them: a question needs the
// history from one half on, is ambiguous from 0.7 on, and a model is asked about it
// unless the score is at most 0.3 or at least 0.9. Questions on both sides of each
// border are among these.
func TestScoresDivideWhereTheySaySo(t *testing.T) {
	histories := maps.Clone(scenes)
	histories["bridge"] = bridge
	near := map[float64]map[bool]bool{0.3: {}, 0.5: {}, 0.7: {}, 0.9: {}}
	note := func(score float64, borders ...float64) {
		for _, border := range borders {
			if score > border-0.05 && score < border+0.05 {
				near[border][score > border] = true
			}
		}
	}
	for scene, history := range histories {
		for line := range strings.Lines(everyday) {
			question := strings.TrimSpace(line)
			if question == "" {
				continue
			}
			j := Judge(history, question, Options{})
			note(j.FollowupScore, 0.3, 0.5, 0.9)
			note(j.AmbiguityScore, 0.7)
			require.Equal(t, j.FollowupScore >= 0.5, j.IsFollowup, "%s: %s: %v", scene, question, j)
			require.Equal(t, j.AmbiguityScore >= 0.7, j.IsAmbiguous, "%s: %s: %v", scene, question, j)
			require.Equal(t, !j.IsAmbiguous && (j.FollowupScore <= 0.3 || j.FollowupScore >= 0.9), j.Sure, "%s: %s: %v", scene, question, j)
		}
	}
	for border, sides := range near {
		require.Len(t, sides, 2, "questions on both sides of %v", border)
	}
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

// A question that names what it is about stands alone anywhere in a chat.
func TestWordsThatPointElsewhere(t *testing.T) {
	for _, question := range []string{"What are your opening hours?", "Can I return an item?", "how do i reset my password", "I forgot my password!", "Do you deliver to Switzerland?", "How long is the warranty on repairs?", "Which browsers are supported?"} {
		assert.False(t, PointsElsewhere(question, Options{}), question)
	}
	for _, question := range []string{"And tomorrow?", "How much is it?", "What about the second one?", "Can I return them?", "Is that free?", "How do I get there?", "Why?", "What are these for?", "Any more?"} {
		assert.True(t, PointsElsewhere(question, Options{}), question)
	}
}
