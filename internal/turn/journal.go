package turn

import (
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// journal keeps what a turn has done: its checkpoints, and what it has paid for.
type journal struct {
	store         Store
	session, turn chat.UID
	state         state
	// last is the newest checkpoint kept; marks are those that wait for the next
	// commit.
	last  store.Checkpoint
	marks []store.Checkpoint
}

// at is the step that the last checkpoint kept is of.
func (j *journal) at() node { return node(j.last.Node) }

// mark notes that a step is done. The checkpoint is kept with the next commit.
func (j *journal) mark(n node) {
	j.marks = append(j.marks, store.Checkpoint{Session: j.session, Turn: j.turn, Node: string(n), Source: fromStep, State: encode(j.state)})
}

// way is the order of the steps. One that is not on it, such as a card, begins it
// anew.
var way = []node{load, understanding, gathering, assemble, answer, tools, verifying, record}

// reached marks a step that only computes, unless the turn has been there.
func (j *journal) reached(n node) {
	if slices.Index(way, j.at()) < slices.Index(way, n) {
		j.mark(n)
	}
}

// commit keeps an effect, and the checkpoints of the steps before it.
func (j *journal) commit(ctx context.Context, now int64, effect func(context.Context) error) error {
	last := j.last
	err := j.store.Together(ctx, func(ctx context.Context) error {
		for _, c := range j.marks {
			c.Parent, c.Step = last.UID, last.Step+1
			kept, err := j.store.AddCheckpoint(ctx, c, now)
			if err != nil {
				return err
			}
			last = kept
		}
		return effect(ctx)
	})
	if err != nil {
		return err
	}
	j.last, j.marks = last, nil
	return nil
}

// pay keeps what has been paid for, whoever stops the turn now.
func (j *journal) pay(ctx context.Context, task, channel string, sequence int, value any) error {
	return j.store.AddWrite(context.WithoutCancel(ctx), j.last.UID, store.Write{Task: task, Sequence: sequence, Channel: channel, Value: encode(value)})
}
