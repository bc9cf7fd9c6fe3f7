package turn

import (
	"burrow/internal/json"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// Describe says of checkpoints what a reader may want to know.
func Describe(list []store.Checkpoint) []wire.Checkpoint {
	out := make([]wire.Checkpoint, len(list))
	for i, c := range list {
		// A state that cannot be read names no messages.
		var s state
		_ = json.Unmarshal(c.State, &s)
		out[i] = wire.Checkpoint{UID: c.UID, Parent: c.Parent, Session: c.Session, Turn: c.Turn, Step: c.Step, Node: c.Node, Source: c.Source,
			CreatedAt: c.CreatedAt, Question: s.Question, Message: s.Answer, Writes: c.Writes}
	}
	return out
}
