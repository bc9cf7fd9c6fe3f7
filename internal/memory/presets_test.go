package memory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/memory"
)

func of(model string, layers ...chat.Settings) chat.Settings {
	s := chat.Settings{Model: &model}
	for _, lower := range layers {
		s = s.Over(lower)
	}
	return s.Over(chat.DefaultSettings())
}

func settled(s chat.Settings) chat.Settings {
	memory.Settle(&s)
	return s
}

func room(s chat.Settings) int { return memory.Room(&s) }

// What nobody has set follows the model, also when the model changes.
func TestAChatFollowsTheDefaultOfItsModel(t *testing.T) {
	for model, want := range map[string][2]int{
		"gpt-4o-mini":            {8000, 6},
		"gpt-5.4-mini":           {8000, 6}, // a service's, of a window that is not published
		"gpt-4":                  {1200, 0},
		"gpt-3.5-turbo":          {1200, 0},
		"router/claude-sonnet-4": {8000, 6},
		"ollama/gpt-4o":          {1200, 0},
		"somebody's own":         {1200, 0},
		"":                       {1200, 0},
	} {
		s := settled(of(model))
		require.Equal(t, want, [2]int{*s.Threshold, *s.KeepLast}, model)
	}
}

func TestWhatIsSetCountsBeforeTheModel(t *testing.T) {
	s := settled(of("gpt-4o", chat.Settings{Threshold: new(1500)}))
	require.Equal(t, [2]int{1500, 6}, [2]int{*s.Threshold, *s.KeepLast}, "TOKEN_THRESHOLD alone")
	s = settled(of("gpt-4", chat.Settings{KeepLast: new(3)}))
	require.Equal(t, [2]int{1200, 3}, [2]int{*s.Threshold, *s.KeepLast}, "KEEP_LAST_MESSAGES alone")
	s = settled(of("gpt-4", chat.Settings{Preset: new(chat.Standard)}))
	require.Equal(t, [2]int{8000, 6}, [2]int{*s.Threshold, *s.KeepLast})
	s = settled(of("gpt-4o", chat.Settings{Preset: new(chat.Compact)}))
	require.Equal(t, [2]int{1200, 0}, [2]int{*s.Threshold, *s.KeepLast})
}

// Long is a part of the window, whichever model it is.
func TestLongIsAQuarterOfTheWindow(t *testing.T) {
	long := chat.Settings{Preset: new(chat.Long)}
	for model, want := range map[string]int{"gpt-4o": 32_000, "gpt-4.1": 261_894, "gpt-4": 2048, "unheard-of": 2048} {
		require.Equal(t, want, *settled(of(model, long)).Threshold, model)
	}
	require.Equal(t, 5000, *settled(of("unheard-of", long, chat.Settings{MaxContext: new(20_000)})).Threshold, "somebody has said how much it holds")
}

func TestAPromptLeavesRoomForItsAnswer(t *testing.T) {
	for model, want := range map[string]int{"gpt-4": 8192 * 3 / 4, "gpt-4o": 120_000, "unheard-of": 8192 * 3 / 4} {
		require.Equal(t, want, room(of(model)), model)
	}
	require.Equal(t, 8192-100, room(of("gpt-4", chat.Settings{MaxOutput: new(100)})))
	require.Equal(t, 300, room(of("gpt-4", chat.Settings{MaxContext: new(300)})))
}
