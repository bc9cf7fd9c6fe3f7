package rpc

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/wire"
)

func (c *core) registerSessions() {
	registerStored(c, wire.SessionsList, listSessions)
	registerStored(c, wire.SessionsGet, func(ctx context.Context, s *store.Store, p wire.SessionParams) (chat.Session, error) {
		return s.Resolve(ctx, p.Session)
	})
	registerWritten(c, wire.SessionsCreate,
		func(ctx context.Context, s *store.Store, p wire.SessionsCreateParams, now int64) (chat.Session, error) {
			made := chat.Session{Name: p.Name}
			if p.Name != "" {
				made.NamedBy = chat.NamedByUser
			}
			return s.Create(ctx, made, now)
		})
	registerWritten(c, wire.SessionsChange, changeSession)
	registerStored(c, wire.SessionsPurge, func(ctx context.Context, s *store.Store, p wire.SessionParams) (wire.Nothing, error) {
		// Purging what is gone already is no error, so it needs no key.
		session, err := s.Resolve(ctx, p.Session)
		if err == nil {
			err = s.Purge(ctx, session.UID)
		}
		if known := fault.From(err); err != nil && known.Code == fault.NotFound {
			err = nil
		}
		return wire.Nothing{}, err
	})
	registerWritten(c, wire.SessionsBranch, func(ctx context.Context, s *store.Store, p wire.SessionsBranchParams, now int64) (out chat.Session, err error) {
		uid, err := message(p.Message)
		if err != nil {
			return out, err
		}
		return s.Branch(ctx, uid, now)
	})
	registerStored(c, wire.TagsList, listTags)
	registerWritten(c, wire.TagsRename, renameTag)
}

func listSessions(ctx context.Context, s *store.Store, p wire.SessionsListParams) (wire.Sessions, error) {
	list, next, err := s.List(ctx, store.ListOptions{Shelf: store.Shelf(p.Shelf), Limit: p.Limit, Cursor: p.After, Tag: p.Tag})
	if list == nil {
		list = []chat.Session{}
	}
	return wire.Sessions{Sessions: list, Next: next}, err
}

func listTags(ctx context.Context, s *store.Store, _ wire.Nothing) (wire.Tags, error) {
	list, err := s.Tags(ctx)
	out := wire.Tags{Tags: make([]wire.Tag, len(list))}
	for i, tag := range list {
		out.Tags[i] = wire.Tag(tag)
	}
	return out, err
}

func renameTag(ctx context.Context, s *store.Store, p wire.TagsRenameParams, now int64) (wire.Retagged, error) {
	before, err := s.RenameTag(ctx, p.Tag, p.To, now)
	out := wire.Retagged{Sessions: make([]wire.TaggedSession, len(before))}
	for i, of := range before {
		out.Sessions[i] = wire.TaggedSession(of)
	}
	return out, err
}

func changeSession(ctx context.Context, s *store.Store, p wire.SessionsChangeParams, now int64) (session chat.Session, err error) {
	if session, err = s.Resolve(ctx, p.Session); err != nil {
		return session, err
	}
	uid := session.UID
	apply := func(wanted bool, change func() (chat.Session, error)) {
		if wanted && err == nil {
			session, err = change()
		}
	}
	apply(p.Name != nil, func() (chat.Session, error) { return s.Rename(ctx, uid, *p.Name, chat.NamedByUser, now) })
	apply(p.Pinned != nil, func() (chat.Session, error) { return s.Pin(ctx, uid, *p.Pinned, now) })
	apply(p.Archived != nil, func() (chat.Session, error) { return s.Archive(ctx, uid, *p.Archived, now) })
	apply(p.Draft != nil, func() (chat.Session, error) { return s.SetDraft(ctx, uid, *p.Draft, now) })
	apply(p.Head != nil, func() (chat.Session, error) {
		head, err := message(*p.Head)
		if err != nil {
			return session, err
		}
		return s.SetHead(ctx, head, now)
	})
	apply(p.Tags != nil, func() (chat.Session, error) { return s.SetTags(ctx, uid, *p.Tags, now) })
	apply(p.Deleted != nil, func() (chat.Session, error) {
		if *p.Deleted {
			return s.Delete(ctx, uid, now)
		}
		return s.Restore(ctx, uid, now)
	})
	return session, err
}
