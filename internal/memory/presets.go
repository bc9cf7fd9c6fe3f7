package memory

import (
	"burrow/internal/chat"
	"burrow/internal/say"
)

// Preset is how much of a chat goes along with a question to a certain model.
type Preset struct {
	Name chat.Preset
	// Threshold is in tokens, KeepLast in messages.
	Threshold, KeepLast int
	// About says in a line what it costs, and what the model then knows.
	About say.English
}

const (
	// LargeWindow is from where on a model gets more of a chat unless told otherwise.
	LargeWindow = 32_000
	// longShare is the part of a window that the longest preset may fill.
	longShare = 4
	// assumedWindow is that of a model that nobody has told us about. Programs on the
	// same machine often hold no more unless they are told to.
	assumedWindow = 8192
	// listedWindow is that of a model whose price is known and whose window is not: a
	// service's of today.
	listedWindow = 128_000
	// answerShare is the most of a window that is kept free for the answer.
	answerShare = 4
)

// Presets are those for a model that can hold so many tokens.
func Presets(window int) []Preset {
	return []Preset{
		{chat.Compact, 1200, 0, "Costs the least. Older messages soon reach the model as a summary."},
		{chat.Standard, 8000, 6, "Costs a little more. Long stretches of a chat reach the model word for word."},
		{chat.Long, max(window/longShare, 1200), 6, "Fills up to a quarter of what the model can read with the chat. Costs the most with large models."},
	}
}

// PresetFor is the one that counts for a model where nobody has chosen.
func PresetFor(window int) chat.Preset {
	if window >= LargeWindow {
		return chat.Standard
	}
	return chat.Compact
}

// Settle completes settings by what depends on their model: the threshold and the
// messages to keep, as the preset has them, or the one for such a model.
func Settle(s *chat.Settings) {
	window, _ := Window(s)
	name := PresetFor(window)
	if s.Preset != nil {
		name = *s.Preset
	}
	for _, p := range Presets(window) {
		if p.Name != name {
			continue
		}
		if s.Threshold == nil {
			s.Threshold = &p.Threshold
		}
		if s.KeepLast == nil {
			s.KeepLast = &p.KeepLast
		}
	}
}

// Window is how many tokens the model of settings can hold, its answer included. If
// that is not known, it is a careful guess, or the limit of a prompt if somebody has
// set one.
func Window(s *chat.Settings) (tokens int, known bool) {
	if s.Model != nil {
		if i := find(split(*s.Model)); i >= 0 {
			if tokens = listed[i].window; tokens == 0 {
				tokens = listedWindow
			}
			return tokens, true
		}
	}
	if s.MaxContext != nil && *s.MaxContext != chat.DefaultMaxContext {
		return *s.MaxContext, false
	}
	return assumedWindow, false
}

// Room is how long a prompt to the model of settings may be: its window without
// what its answer needs, and within the limit that is set.
func Room(s *chat.Settings) int {
	window, _ := Window(s)
	return min(window-min(*s.MaxOutput, window/answerShare), *s.MaxContext)
}
