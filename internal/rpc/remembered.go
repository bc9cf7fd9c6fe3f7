package rpc

import (
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/wire"
)

func (c *core) registerRemembered() {
	registerStored(c, wire.RememberedList, func(ctx context.Context, s *store.Store, p wire.RememberedListParams) (out wire.RememberedItems, err error) {
		session, err := resolveOptional(ctx, s, p.Session)
		if err != nil {
			return out, err
		}
		limit := min(max(p.Limit, 0), maxRemembered)
		if limit == 0 {
			limit = 200
		}
		// One more than asked for tells whether there is more.
		found, err := s.Remembered(ctx, store.RememberedFilter{Session: session.UID, Kinds: shown, Limit: limit + 1})
		out.Remembered = append([]chat.Remembered{}, found[:min(len(found), limit)]...)
		out.More = len(found) > limit
		return out, err
	})
	registerStored(c, wire.RememberedKeep, func(ctx context.Context, s *store.Store, p wire.RememberedKeepParams) (out chat.Remembered, err error) {
		if err := rememberable(p.Kind); err != nil {
			return out, err
		}
		session, err := s.Resolve(ctx, p.Session)
		if err != nil {
			return out, err
		}
		now := c.now()
		out = chat.Remembered{UID: chat.NewUID(now), Session: session.UID, Kind: p.Kind, Text: p.Text, Of: p.Of, Value: p.Value, Edited: true}
		if err := s.Remember(ctx, session.UID, []chat.Remembered{out}, now); err != nil {
			return out, err
		}
		newest, err := s.Remembered(ctx, store.RememberedFilter{Session: session.UID, Kinds: shown, Limit: 1})
		if err == nil && len(newest) == 0 {
			err = fault.New(fault.Invalid, "There is nothing to remember.")
		}
		if err != nil {
			return out, err
		}
		return newest[0], nil
	})
	registerStored(c, wire.RememberedEdit, func(ctx context.Context, s *store.Store, p wire.RememberedEditParams) (out chat.Remembered, err error) {
		uid, err := rememberedUID(p.UID)
		if err != nil {
			return out, err
		}
		return s.EditRemembered(ctx, uid, p.Text, c.now())
	})
	registerStored(c, wire.RememberedErase, func(ctx context.Context, s *store.Store, p wire.RememberedEraseParams) (out wire.RememberedErased, err error) {
		switch {
		case p.UID != "":
			uid, err := rememberedUID(p.UID)
			if err != nil {
				return out, err
			}
			out.Count = 1
			return out, s.EraseRemembered(ctx, uid)
		case p.Session != "":
			session, err := s.Resolve(ctx, p.Session)
			if err != nil {
				return out, err
			}
			return eraseAll(ctx, s, session.UID)
		case p.All:
			return eraseAll(ctx, s, chat.UID{})
		}
		return out, fault.New(fault.Invalid, "Say what to forget: one item, those of one chat, or all of them.")
	})
}

const maxRemembered = 1000

// shown are the kinds that the user sees. What a chat has named for its own later
// questions goes with its messages.
var shown = []chat.RememberedKind{chat.PreferenceKind, chat.ThingKind, chat.ChoiceKind}

// eraseAll forgets everything of a session, or of all, and counts what the user saw.
func eraseAll(ctx context.Context, s *store.Store, session chat.UID) (out wire.RememberedErased, err error) {
	seen, err := s.Remembered(ctx, store.RememberedFilter{Session: session, Kinds: shown, Limit: maxRemembered})
	if err == nil {
		out.Count = len(seen)
		_, err = s.EraseAllRemembered(ctx, session)
	}
	return out, err
}

func rememberable(kind chat.RememberedKind) error {
	if slices.Contains(shown, kind) {
		return nil
	}
	return fault.New(fault.Invalid, "There is no such kind of thing to remember.")
}

// rememberedUID reads the uid of something remembered.
func rememberedUID(text string) (chat.UID, error) {
	uid, err := chat.ParseUID(text)
	if err != nil {
		return uid, fault.New(fault.Invalid, "What is remembered is named by its uid.")
	}
	return uid, nil
}
