package condense

import (
	"burrow/internal/chat"
	"burrow/internal/memory"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// Describe says of a summary what a reader may want to know.
func Describe(s store.Summary) wire.SummaryInfo {
	return wire.SummaryInfo{UID: s.UID, Level: s.Level, From: s.From, To: s.To, FirstMessage: s.First, LastMessage: s.Last,
		TokensBefore: s.TokensBefore, TokensAfter: s.TokensAfter, MadeBy: s.MadeBy, CreatedAt: s.CreatedAt, Applies: s.Applies, UndoneAt: s.UndoneAt,
		Summary: s.Summary.Clean()}
}

// Presets says how much of a chat can go along with questions of these settings.
func Presets(s *chat.Settings) (out wire.Presets) {
	if s.Model != nil {
		out.Model = *s.Model
	}
	out.Window, out.Known = memory.Window(s)
	out.Default = memory.PresetFor(out.Window)
	price, _ := memory.PriceFor(out.Model, s.Prices)
	for _, p := range memory.Presets(out.Window) {
		out.Presets = append(out.Presets, wire.PresetInfo{Name: p.Name, Threshold: p.Threshold, KeepLast: p.KeepLast, About: say.T(p.About),
			Cost: memory.Cost(price, p.Threshold, 0, 0)})
	}
	return out
}
