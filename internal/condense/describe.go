package condense

import (
	"burrow/internal/store"
	"burrow/internal/wire"
)

// Describe says of a summary what a reader may want to know.
func Describe(s store.Summary) wire.SummaryInfo {
	return wire.SummaryInfo{UID: s.UID, Level: s.Level, From: s.From, To: s.To, FirstMessage: s.First, LastMessage: s.Last,
		TokensBefore: s.TokensBefore, TokensAfter: s.TokensAfter, MadeBy: s.MadeBy, CreatedAt: s.CreatedAt, Applies: s.Applies, UndoneAt: s.UndoneAt,
		Summary: s.Summary.Clean()}
}
