package rpc

import (
	"context"
	"reflect"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// history is the store, once a client has opened it.
type history struct {
	_    [0]func() // not to be compared
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
	// uploads are files that are coming, begun how many have been.
	uploads map[string]*upload
	begun   int
}

// storeQueue is where all requests to the store wait: they are applied in the
// order in which they came, and SQLite does one thing at a time anyway.
const storeQueue = "\x00store" // no draft has this name

// registerStored adds a method of the store.
func registerStored[P, R any](c *core, m wire.Method[P, R], handle func(context.Context, *store.Store, P) (R, error)) {
	c.addStored(m.Name, handle)
}

// registerTold adds a method of the store that tells how far it has come.
func registerTold[P, R any](c *core, m wire.Method[P, R], handle func(context.Context, *store.Store, P, reporter) (R, error)) {
	c.addStored(m.Name, handle)
}

// written are parameters with a key.
type written interface{ WriteKey() string }

// registerWritten adds a method that writes. With a key that was seen before, the
// answer is that of then.
func registerWritten[P written, R any](c *core, m wire.Method[P, R], handle func(context.Context, *store.Store, P, int64) (R, error)) {
	c.addWritten(m.Name, handle)
}

// storedParams is how many a method of the store has that tells nothing.
const storedParams = 3

func (c *core) addStored(name string, handle any) {
	handler := reflect.ValueOf(handle)
	c.methods[name] = method{params: paramsOf(handler), queueOf: inStoreQueue, run: func(ctx context.Context, report reporter, params reflect.Value) (any, error) {
		s, err := c.history.get()
		if err != nil {
			return nil, err
		}
		if handler.Type().NumIn() > storedParams {
			return call(handler, ctx, reflect.ValueOf(s), params, reflect.ValueOf(report))
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
	registerStored(c, wire.StoreRoom, c.noteRoom)
	registerStored(c, wire.StoreCheck, checkStore)
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
	event := wire.ChangedEvent{Sessions: change.Sessions, Documents: change.Documents, FAQ: change.FAQ}
	if change.All || event.Sessions == nil {
		event.Sessions = []chat.UID{}
	}
	c.send(wire.EventFrame{Event: event})
}

// noteRoom keeps what a client has seen of the disk, and tells all of them if that
// changes what they may do.
func (c *core) noteRoom(ctx context.Context, s *store.Store, p wire.StoreRoomParams) (wire.StoreInfo, error) {
	changed := false
	if p.Written != nil {
		changed = s.Written(*p.Written)
	}
	if p.Free != nil {
		changed = s.Free(*p.Free) || changed
	}
	if changed {
		c.changed(store.Change{All: true})
	}
	return describe(ctx, s)
}

func describe(ctx context.Context, s *store.Store) (wire.StoreInfo, error) {
	home := s.Home()
	info := wire.StoreInfo{Kept: home.Kept, Reason: home.Reason, Fresh: s.Fresh(), Room: s.Room()}
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
