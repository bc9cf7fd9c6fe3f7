package condense

import (
	"context"
	"errors"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/store"
)

// keepSummary keeps a summary with its checkpoint.
func (k *Keeper) keepSummary(ctx context.Context, o *outlook, m made, key string) (store.Summary, error) {
	return k.keepAs(ctx, store.Summary{Session: o.session, From: m.From, Last: m.last, TokensBefore: m.TokensBefore, TokensAfter: m.TokensAfter,
		Encoding: o.encoding, MadeBy: m.MadeBy, Summary: m.Summary}, key)
}

// A summary's checkpoint is of this node and source. Its state names the last
// message that the summary stands for.
const (
	node   = "condense"
	source = "step"
)

type state struct {
	Question chat.UID `json:"question"`
}

func (k *Keeper) keepAs(ctx context.Context, in store.Summary, key string) (store.Summary, error) {
	now := k.now()
	// Whoever stops now is too late.
	ctx = context.WithoutCancel(ctx)
	var kept store.Summary
	answer, replayed, err := k.Store.Once(ctx, key, now, func(ctx context.Context) ([]byte, error) {
		var err error
		if kept, err = k.Store.AddSummary(ctx, in, chat.UID{}, now); err != nil {
			return nil, err
		}
		_, err = k.Store.AddCheckpoint(ctx, store.Checkpoint{Session: kept.Session, Turn: kept.UID, Node: node, Source: source,
			State: encode(state{kept.Last})}, now)
		return encode(kept.UID), err
	})
	if err != nil || !replayed {
		return kept, err
	}
	return k.readKept(ctx, answer)
}

var errNew = errors.New("this key was not seen before")

// keptUnder finds the summary that an earlier request with this key has kept.
func (k *Keeper) keptUnder(ctx context.Context, key string) (kept store.Summary, found bool, err error) {
	if key == "" {
		return kept, false, nil
	}
	answer, _, err := k.Store.Once(ctx, key, k.now(), func(context.Context) ([]byte, error) { return nil, errNew })
	if errors.Is(err, errNew) {
		return kept, false, nil
	}
	if err == nil {
		kept, err = k.readKept(ctx, answer)
	}
	return kept, err == nil, err
}

func (k *Keeper) readKept(ctx context.Context, answer []byte) (store.Summary, error) {
	var uid chat.UID
	if err := json.Unmarshal(answer, &uid); err != nil {
		return store.Summary{}, fault.New(fault.Conflict, "This key belongs to another request.")
	}
	return k.Store.Summary(ctx, uid)
}

// encode makes JSON of what has no way to fail.
func encode(v any) chat.RawJSON {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}
