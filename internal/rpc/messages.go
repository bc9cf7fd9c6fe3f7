package rpc

import (
	"context"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/wire"
)

// searchLimit ends a search that nobody waits for any more.
const searchLimit = 10 * time.Second

func (c *core) registerMessages() {
	c.addStored(wire.MessagesAppend.Name, c.appendMessage)
	registerStored(c, wire.MessagesPath, readPath)
	registerStored(c, wire.MessagesSiblings, func(ctx context.Context, s *store.Store, p wire.MessagesSiblingsParams) (out wire.Siblings, err error) {
		uid, err := message(p.Message)
		if err != nil {
			return out, err
		}
		out.Messages, err = s.Siblings(ctx, uid)
		return out, err
	})
	registerStored(c, wire.MessagesErase, func(ctx context.Context, s *store.Store, p wire.MessagesEraseParams) (out chat.Message, err error) {
		uid, err := message(p.Message)
		if err != nil {
			return out, err
		}
		return s.Erase(ctx, uid, c.now())
	})
	registerStored(c, wire.MessagesRate, func(ctx context.Context, s *store.Store, p wire.MessagesRateParams) (out chat.Message, err error) {
		uid, err := message(p.Message)
		if err != nil {
			return out, err
		}
		return s.Rate(ctx, uid, p.Feedback, c.now())
	})
	registerStored(c, wire.MessagesSearch, searchMessages)
}

// message reads the uid of a message.
func message(text string) (chat.UID, error) {
	uid, err := chat.ParseUID(text)
	if err != nil {
		return uid, fault.Wrap(err, fault.Invalid, "A message is named by 32 hexadecimal digits.")
	}
	return uid, nil
}

// appendMessage counts before the transaction begins: the vocabulary may have to
// be fetched first.
func (c *core) appendMessage(ctx context.Context, s *store.Store, p wire.MessagesAppendParams) (any, error) {
	m := chat.Message{Role: p.Role, Content: p.Content, Status: chat.Complete}
	session, err := s.Resolve(ctx, p.Session)
	if err != nil {
		return nil, err
	}
	if p.Parent != "" {
		if m.Parent, err = message(p.Parent); err != nil {
			return nil, err
		}
	}
	if m.Tokens, m.Encoding, err = c.countKept(ctx, string(p.Role), p.Content); err != nil {
		return nil, err
	}
	now := c.now()
	return once(ctx, s, p.Key, now, func(ctx context.Context) (any, error) { return s.Append(ctx, session.UID, m, now) })
}

// countKept counts a message in the encoding that counts are kept in until a
// model is chosen.
func (c *core) countKept(ctx context.Context, role, content string) (int, string, error) {
	encoding, err := c.encoding(ctx, tokens.Cl100k)
	if err != nil {
		return 0, "", err
	}
	return encoding.CountMessage(role, content), string(encoding.Name()), nil
}

func readPath(ctx context.Context, s *store.Store, p wire.MessagesPathParams) (path wire.Path, err error) {
	session, err := s.Resolve(ctx, p.Session)
	if err != nil {
		return path, err
	}
	var leaf chat.UID
	if p.Leaf != "" {
		if leaf, err = message(p.Leaf); err != nil {
			return path, err
		}
	}
	limit := p.Limit
	if limit == 0 {
		limit = 100
	}
	window, err := s.Path(ctx, session.UID, leaf, p.From, limit)
	if window.Messages == nil {
		window.Messages = []chat.Message{}
	}
	return wire.Path{Messages: window.Messages, Total: window.Total}, err
}

func searchMessages(ctx context.Context, s *store.Store, p wire.MessagesSearchParams) (found wire.Found, err error) {
	ctx, cancel := context.WithTimeout(ctx, searchLimit)
	defer cancel()
	o := store.SearchOptions{Limit: p.Limit, Cursor: p.After}
	if o.Limit == 0 {
		o.Limit = 50
	}
	if strings.TrimSpace(p.Session) != "" {
		session, err := s.Resolve(ctx, p.Session)
		if err != nil {
			return found, err
		}
		o.Session = session.UID
	}
	hits, err := s.Search(ctx, p.Query, o)
	found = wire.Found{Hits: make([]wire.Hit, len(hits.Hits)), Ranked: hits.Ranked, Next: hits.Next}
	for i, h := range hits.Hits {
		found.Hits[i] = wire.Hit{Session: h.Session, SessionName: h.SessionName, Message: h.Message, ExternalID: h.ExternalID,
			Depth: h.Depth, Role: h.Role, CreatedAt: h.At, Snippet: spansOf(h.Snippet)}
	}
	return found, err
}

func spansOf(snippet []store.Part) []wire.Span {
	out := make([]wire.Span, len(snippet))
	for i, part := range snippet {
		out[i] = wire.Span{Text: part.Text, Match: part.Match}
	}
	return out
}
