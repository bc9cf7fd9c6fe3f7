package rpc

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"strconv"
	"sync"

	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// A method is what the core does for a request. The functions that add one are
// generic, so that a handler whose types differ from the protocol's does not
// compile; what they add is not, and handlers are called by reflection, since every
// instance of a generic function weighs in the browser.
type method struct {
	// params is the type of the parameters.
	params reflect.Type
	// queueOf names the queue whose requests run one after another, "" for none. It is
	// called with the parameters.
	queueOf func(params reflect.Value) string
	// passing requests wait for those before them in the queue, and hold up none.
	passing bool
	run     func(ctx context.Context, report reporter, params reflect.Value) (any, error)
}

// A job is a request whose parameters have been read.
type job struct {
	queue   string
	passing bool
	run     func(ctx context.Context, report reporter) (any, error)
}

// A reporter sends an event of the request.
type reporter func(wire.CoreEvent)

// register adds a method whose requests may run at any time.
func register[P, R any](c *core, m wire.Method[P, R], handle func(context.Context, reporter, P) (R, error)) {
	c.add(m.Name, handle)
}

// registerQueued adds a method whose requests run one after another if queueOf
// gives the same name for them.
func registerQueued[P, R any](c *core, m wire.Method[P, R], queueOf func(P) string, handle func(context.Context, reporter, P) (R, error)) {
	c.addQueued(m.Name, queueOf, handle)
}

func (c *core) add(name string, handle any) {
	handler := reflect.ValueOf(handle)
	c.methods[name] = method{params: paramsOf(handler), run: func(ctx context.Context, report reporter, params reflect.Value) (any, error) {
		return call(handler, ctx, reflect.ValueOf(report), params)
	}}
}

func (c *core) addQueued(name string, queueOf, handle any) {
	c.add(name, handle)
	queue := reflect.ValueOf(queueOf)
	added := c.methods[name]
	added.queueOf = func(params reflect.Value) string { return queue.Call([]reflect.Value{params})[0].String() }
	c.methods[name] = added
}

// paramsOf is the type of a handler's parameters, which come third.
func paramsOf(handler reflect.Value) reflect.Type { return handler.Type().In(2) }

// call calls a handler: with a context, what it works with, the parameters, and
// sometimes more. Its results are the answer and an error.
func call(handler reflect.Value, ctx context.Context, with, params reflect.Value, more ...reflect.Value) (any, error) {
	results := handler.Call(append([]reflect.Value{reflect.ValueOf(ctx), with, params}, more...))
	err, _ := results[1].Interface().(error)
	return results[0].Interface(), err
}

// read makes a job of a request.
func (m method) read(raw json.Raw) (job, error) {
	at := reflect.New(m.params)
	if err := wire.ReadParams(raw, at.Interface()); err != nil {
		return job{}, err
	}
	params, queue := at.Elem(), ""
	if m.queueOf != nil {
		queue = m.queueOf(params)
	}
	return job{queue, m.passing, func(ctx context.Context, report reporter) (any, error) { return m.run(ctx, report, params) }}, nil
}

// requests are those under way.
type requests struct {
	mu   sync.Mutex
	live map[int64]context.CancelFunc
	// last has a channel for each queue that closes when the job that entered
	// it last has ended.
	last map[string]chan struct{}
}

func (r *requests) has(id int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.live[id] != nil
}

// begin makes id known. The job may run when turn closes, and closes done when
// it has ended.
func (r *requests) begin(id int64, queue string, cancel context.CancelFunc) (turn, done chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.live == nil {
		r.live, r.last = map[int64]context.CancelFunc{}, map[string]chan struct{}{}
	}
	r.live[id] = cancel
	if queue == "" {
		return nil, nil
	}
	turn, done = r.last[queue], make(chan struct{})
	r.last[queue] = done
	return turn, done
}

// end makes id free again.
func (r *requests) end(id int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.live, id)
}

// leave lets the next job of the queue run.
func (r *requests) leave(queue string, done chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last[queue] == done {
		delete(r.last, queue)
	}
	close(done)
}

func (r *requests) cancel(id int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cancel := r.live[id]; cancel != nil {
		cancel()
	}
}

// take acts on a frame. Parameters are read here and not in the request's
// goroutine, so that requests on a draft enter its queue in the order received.
func (c *core) take(text string) {
	frame, id, err := wire.Decode(text)
	if err != nil {
		c.refuse(id, err)
		return
	}
	switch frame := frame.(type) {
	case wire.CancelFrame:
		c.requests.cancel(frame.ID)
	case wire.RequestFrame:
		c.start(frame)
	}
}

// flagOf is the flag by which the page ends a statement of the request, as
// web/src/core/flags.ts has it.
func flagOf(id int64) int32 {
	flag := int32((uint32(id) ^ uint32(id>>32)<<11) & 0x7fffffff)
	return max(flag, 1)
}

func (c *core) start(request wire.RequestFrame) {
	id := request.ID
	if c.requests.has(id) {
		c.refuse(id, fault.New(fault.Invalid, "Request {id} is still under way; its id cannot be used again yet.", "id", id))
		return
	}
	method, ok := c.methods[request.Method]
	if !ok {
		c.sendError(id, fault.New(fault.UnknownMethod, "There is no method {method}.", "method", strconv.Quote(request.Method[:min(len(request.Method), 40)])))
		return
	}
	job, err := method.read(request.Params)
	if err != nil {
		c.sendError(id, err)
		return
	}
	ctx, cancel := context.WithCancel(store.WithFlag(c.lifetime, flagOf(id)))
	name := request.Method // and not the request, whose text may be large
	turn, done := c.requests.begin(id, job.queue, cancel)
	c.work.Go(func() {
		defer cancel()
		if turn != nil {
			select {
			case <-turn:
			case <-ctx.Done():
			}
		}
		leave := func() {
			if done == nil {
				return
			}
			if turn != nil {
				<-turn // cancelled while waiting: the jobs behind still wait for those before
			}
			c.requests.leave(job.queue, done)
		}
		if job.passing && ctx.Err() == nil {
			leave()
			c.finish(ctx, id, name, job)
			return
		}
		c.finish(ctx, id, name, job)
		leave()
	})
}

// finish runs the job and sends its answer.
func (c *core) finish(ctx context.Context, id int64, method string, job job) {
	result, crash, err := c.attempt(ctx, id, method, job)
	// The id is free before the client can know that it is.
	c.requests.end(id)
	if err != nil {
		c.sendError(id, err)
	} else {
		c.send(wire.ResultFrame{ID: id, Result: result})
	}
	if crash != nil {
		c.send(*crash)
	}
}

// attempt runs the job. A panic in it becomes an error and a report.
func (c *core) attempt(ctx context.Context, id int64, method string, job job) (result any, crash *wire.CrashFrame, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = errors.New("panic in " + method + ": " + wordsOf(value))
			crash = &wire.CrashFrame{
				Message: say.T("The core ran into a bug."),
				Detail:  err.Error() + "\n\n" + stack(),
			}
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	report := func(event wire.CoreEvent) { c.send(wire.EventFrame{ID: id, Event: event}) }
	result, err = job.run(ctx, report)
	return result, nil, err
}

// wordsOf says what a panic was given.
func wordsOf(value any) string {
	switch value := value.(type) {
	case error:
		return value.Error()
	case string:
		return value
	case interface{ String() string }:
		return value.String()
	}
	return "a value of type " + reflect.TypeOf(value).String()
}

// stack is what debug.Stack returns, whose package the core does without.
func stack() string {
	for size := 1 << 10; ; size *= 2 {
		text := make([]byte, size)
		if n := runtime.Stack(text, false); n < size {
			return string(text[:n])
		}
	}
}
