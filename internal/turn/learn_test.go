package turn_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// told are the things of a kind that are remembered, oldest first.
func (b *bench) told(t *testing.T, kind chat.RememberedKind) (out []string) {
	t.Helper()
	all, err := b.store.Remembered(t.Context(), store.RememberedFilter{Kinds: []chat.RememberedKind{kind}, Limit: 500})
	require.NoError(t, err)
	for _, r := range all {
		out = append([]string{r.Text}, out...)
	}
	return out
}

func TestALaterWordReplacesAnEarlierOneInAnotherChat(t *testing.T) {
	b := open(t)
	b.send(t, chat.UID{}, "I am vegetarian. I live in Leeds. What shall I cook?")
	require.Equal(t, []string{"I am vegetarian", "I live in Leeds"}, b.told(t, chat.PreferenceKind))
	second := b.send(t, chat.UID{}, "I'm a vegetarian, what is good in winter?")
	require.Equal(t, []string{"I live in Leeds", "I'm a vegetarian"}, b.told(t, chat.PreferenceKind), "said again: once, and the newest")
	all, err := b.store.Remembered(t.Context(), store.RememberedFilter{Kinds: []chat.RememberedKind{chat.PreferenceKind}, Limit: 1})
	require.NoError(t, err)
	require.Equal(t, second.Question, all[0].Message, "with where it was said")
	b.send(t, second.Session, "I'm a vegetarian, what is good in summer?")
	all, err = b.store.Remembered(t.Context(), store.RememberedFilter{Kinds: []chat.RememberedKind{chat.PreferenceKind}, Limit: 1})
	require.NoError(t, err)
	require.Equal(t, 2, all[0].Mentions, "in the same chat it is counted")
	b.send(t, chat.UID{}, "I moved to York.")
	require.Equal(t, []string{"I'm a vegetarian", "I moved to York"}, b.told(t, chat.PreferenceKind))
	b.send(t, chat.UID{}, "I'm no longer vegetarian.")
	require.Equal(t, []string{"I moved to York"}, b.told(t, chat.PreferenceKind), "what is over is forgotten, and not remembered as such")
}

func TestWhatIsRememberedIsNotTheAnswersAndNoPastedText(t *testing.T) {
	b := open(t, say("1. **Mn** · nonspacing mark\n2. **Mc** · spacing mark\n\nI am a language model. Always check your sources."))
	b.send(t, chat.UID{}, "Which Unicode categories are there?\n- [x] Dig above the hedge\n- I am vegetarian\n```\nalways return x\n```")
	require.Empty(t, b.told(t, chat.PreferenceKind))
	require.Empty(t, b.told(t, chat.ThingKind))
}

func TestThingsAreRememberedOnce(t *testing.T) {
	b := open(t)
	b.send(t, chat.UID{}, "Show me project 25-01-064 please.")
	b.send(t, chat.UID{}, "My daughter Mia is seven. What do I send to customer Acme Ltd?")
	b.send(t, chat.UID{}, "Is there news of project 25-01-064?")
	require.Equal(t, []string{"Acme Ltd", "25-01-064"}, b.told(t, chat.ThingKind))
	all, err := b.store.Remembered(t.Context(), store.RememberedFilter{Kinds: []chat.RememberedKind{chat.ThingKind}, Limit: 1})
	require.NoError(t, err)
	require.Equal(t, []string{"project"}, all[0].Of, "a whole word")

	b, _ = withReader(t, func(s *chat.Settings) { s.Remember = new(false) })
	b.send(t, chat.UID{}, "Show me project 25-01-064 please.")
	require.Empty(t, b.told(t, chat.ThingKind))
}

func TestFewThingsAreRemembered(t *testing.T) {
	b := open(t)
	first := b.send(t, chat.UID{}, "I like tea0.")
	kept, err := b.store.Remembered(t.Context(), store.RememberedFilter{Session: first.Session, Kinds: []chat.RememberedKind{chat.PreferenceKind}, Limit: 1})
	require.NoError(t, err)
	_, err = b.store.EditRemembered(t.Context(), kept[0].UID, "I like green tea", 1)
	require.NoError(t, err)
	for i := range 70 {
		b.send(t, chat.UID{}, fmt.Sprintf("I like tea%d.", i+1))
	}
	told := b.told(t, chat.PreferenceKind)
	require.Len(t, told, 61)
	require.Equal(t, []string{"I like green tea", "I like tea11"}, told[:2], "the oldest go, but not the user's own words")
}
