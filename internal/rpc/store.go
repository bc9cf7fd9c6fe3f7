package rpc

import (
	"context"
	"reflect"
	"strings"
	"sync"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/transfer"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// history is the store, once a client has opened it.
type history struct {
	mu   sync.Mutex
	open *store.Store
	name string
	// engine runs the turns of the open history; turns counts those under way.
	engine *turn.Engine
	turns  sync.WaitGroup

	// A backup being read, and one being written. Store requests run one after
	// another, so neither needs a lock.
	backup  *transfer.Backup
	restore *sqlite.Image
}

// storeQueue is where all requests to the store wait: they are applied in the
// order in which they came, and SQLite does one thing at a time anyway.
const storeQueue = "\x00store" // no draft has this name

// searchLimit ends a search that nobody waits for any more.
const searchLimit = 10 * time.Second

// registerStored adds a method of the store.
func registerStored[P, R any](c *core, m wire.Method[P, R], handle func(context.Context, *store.Store, P) (R, error)) {
	c.addStored(m.Name, handle)
}

// written are parameters with a key.
type written interface{ WriteKey() string }

// registerWritten adds a method that writes. With a key that was seen before, the
// answer is that of then.
func registerWritten[P written, R any](c *core, m wire.Method[P, R], handle func(context.Context, *store.Store, P, int64) (R, error)) {
	c.addWritten(m.Name, handle)
}

func (c *core) addStored(name string, handle any) {
	handler := reflect.ValueOf(handle)
	c.methods[name] = method{params: paramsOf(handler), queueOf: inStoreQueue, run: func(ctx context.Context, _ reporter, params reflect.Value) (any, error) {
		s, err := c.history.get()
		if err != nil {
			return nil, err
		}
		return call(handler, ctx, reflect.ValueOf(s), params)
	}}
}

func (c *core) addWritten(name string, handle any) {
	handler := reflect.ValueOf(handle)
	c.methods[name] = method{params: paramsOf(handler), queueOf: inStoreQueue, run: func(ctx context.Context, _ reporter, params reflect.Value) (any, error) {
		s, err := c.history.get()
		if err != nil {
			return nil, err
		}
		now := c.now()
		return once(ctx, s, params.Interface().(written).WriteKey(), now, func(ctx context.Context) (any, error) {
			return call(handler, ctx, reflect.ValueOf(s), params, reflect.ValueOf(now))
		})
	}}
}

func inStoreQueue(reflect.Value) string { return storeQueue }

// once runs f in the transaction that also keeps its answer, as the JSON that the
// client gets.
func once(ctx context.Context, s *store.Store, key string, now int64, f func(context.Context) (any, error)) (any, error) {
	result, _, err := s.Once(ctx, key, now, func(ctx context.Context) ([]byte, error) {
		result, err := f(ctx)
		if err != nil {
			return nil, err
		}
		return json.Marshal(result)
	})
	return chat.RawJSON(result), err
}

func (c *core) now() int64 { return c.options.Now().UnixMilli() }

func (h *history) get() (*store.Store, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == nil {
		return nil, errNotOpen
	}
	return h.open, nil
}

// enterTurn returns what runs turns, and keeps the history open until leave.
func (h *history) enterTurn() (engine *turn.Engine, leave func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == nil {
		return nil, nil, errNotOpen
	}
	h.turns.Add(1)
	return h.engine, h.turns.Done, nil
}

var errNotOpen = fault.New(fault.Unavailable, "The history is not open.")

// close hands the turns under way over to whoever opens the history next.
func (h *history) close() error {
	h.mu.Lock()
	engine, open := h.engine, h.open
	// From now on no turn begins.
	h.open, h.engine = nil, nil
	h.mu.Unlock()
	if engine != nil {
		engine.HandOver()
		h.turns.Wait()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.endBackup()
	h.endRestore()
	if open == nil {
		return nil
	}
	return open.Close()
}

func (c *core) registerStore() {
	registerQueued(c, wire.StoreOpen, func(wire.StoreOpenParams) string { return storeQueue }, c.openStore)
	registerQueued(c, wire.StoreClose, func(wire.Nothing) string { return storeQueue },
		func(context.Context, reporter, wire.Nothing) (wire.Nothing, error) {
			return wire.Nothing{}, c.history.close()
		})
	registerStored(c, wire.StoreInform, func(ctx context.Context, s *store.Store, _ wire.Nothing) (wire.StoreInfo, error) {
		return describe(ctx, s)
	})
	registerStored(c, wire.StoreCheck, checkStore)

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
	registerStored(c, wire.TagsList, listTags)
	registerWritten(c, wire.TagsRename, renameTag)
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
	registerWritten(c, wire.SessionsBranch, func(ctx context.Context, s *store.Store, p wire.SessionsBranchParams, now int64) (out chat.Session, err error) {
		uid, err := message(p.Message)
		if err != nil {
			return out, err
		}
		return s.Branch(ctx, uid, now)
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

func (c *core) openStore(ctx context.Context, _ reporter, p wire.StoreOpenParams) (wire.StoreInfo, error) {
	h, name := &c.history, p.Name
	h.mu.Lock()
	if h.open != nil && h.name != name {
		h.mu.Unlock()
		return wire.StoreInfo{}, fault.New(fault.Conflict, "Another history is open.")
	}
	if h.open == nil {
		opened, err := store.Open(name, store.Options{OnChange: c.changed}, c.now())
		if err != nil {
			h.mu.Unlock()
			return wire.StoreInfo{}, err
		}
		h.open, h.name, h.engine = opened, name, c.newEngine(opened, name)
		c.emptyBin(ctx, opened)
		c.settle(ctx, opened)
	}
	s := h.open
	h.mu.Unlock()
	return describe(ctx, s)
}

// emptyBin removes what has been in the bin for too long. A failure is no reason
// not to open: the next start tries again.
func (c *core) emptyBin(ctx context.Context, s *store.Store) {
	if readOnly, _ := s.ReadOnly(); readOnly {
		return
	}
	if _, err := s.PurgeExpired(ctx, c.now()); err != nil && c.options.Log != nil {
		c.options.Log(err)
	}
}

// settle marks the answers that a killed program left behind. Whoever asked for
// one may still go on with it.
func (c *core) settle(ctx context.Context, s *store.Store) {
	if readOnly, _ := s.ReadOnly(); readOnly {
		return
	}
	if _, err := s.Settle(ctx, c.now()); err != nil {
		c.log(err)
	}
}

// changed tells every client. The frame's id 0 is no request's.
func (c *core) changed(change store.Change) {
	event := wire.ChangedEvent{Sessions: change.Sessions}
	if change.All || event.Sessions == nil {
		event.Sessions = []chat.UID{}
	}
	c.send(wire.EventFrame{Event: event})
}

func describe(ctx context.Context, s *store.Store) (wire.StoreInfo, error) {
	home := s.Home()
	info := wire.StoreInfo{Kept: home.Kept, Reason: home.Reason, Fresh: s.Fresh()}
	_, info.ReadOnly = s.ReadOnly()
	counts, err := s.Counts(ctx)
	info.Sessions, info.Messages, info.Bytes = counts.Sessions, counts.Messages, counts.Bytes
	return info, err
}

func checkStore(ctx context.Context, s *store.Store, p wire.StoreCheckParams) (wire.StoreChecked, error) {
	report, err := s.Check(ctx)
	if err != nil || len(report.Problems) == 0 || !p.Repair {
		return wire.StoreChecked{Problems: orEmpty(report.Problems)}, err
	}
	if err := s.Repair(ctx); err != nil {
		return wire.StoreChecked{}, err
	}
	report, err = s.Check(ctx)
	return wire.StoreChecked{Problems: orEmpty(report.Problems), Repaired: true}, err
}

// orEmpty makes JSON's [] of no list, not null.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
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
			Depth: h.Depth, Role: h.Role, CreatedAt: h.At, Snippet: make([]wire.Span, len(h.Snippet))}
		for j, part := range h.Snippet {
			found.Hits[i].Snippet[j] = wire.Span{Text: part.Text, Match: part.Match}
		}
	}
	return found, err
}
