package rpc

import (
	"context"

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
		found, err := s.Remembered(ctx, store.RememberedFilter{Session: session.UID, Limit: limit + 1})
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
		newest, err := s.Remembered(ctx, store.RememberedFilter{Session: session.UID, Limit: 1})
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
			out.Count, err = s.EraseAllRemembered(ctx, session.UID)
			return out, err
		case p.All:
			out.Count, err = s.EraseAllRemembered(ctx, chat.UID{})
			return out, err
		}
		return out, fault.New(fault.Invalid, "Say what to forget: one item, those of one chat, or all of them.")
	})
}

const maxRemembered = 1000

func rememberable(kind chat.RememberedKind) error {
	switch kind {
	case chat.IdentifierKind, chat.NameKind, chat.TitleKind, chat.ItemKind, chat.RowKind, chat.DocumentKind, chat.PreferenceKind, chat.ChoiceKind:
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
