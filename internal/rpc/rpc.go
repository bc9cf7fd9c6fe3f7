// Package rpc serves the requests of package wire over a transport: stdio for
// the native program and wasip1, postMessage for the browser's worker. It holds
// what outlives a request (drafts, loaded encodings) and decides what runs at
// the same time, what can be cancelled and what a panic costs. The answers
// themselves are made by the packages below it.
//
// Every request gets exactly one answer, whatever happens to it. Requests run
// at the same time, except that those on one draft are applied in the order in
// which they came. Under js and wasip1 there is a single thread, so long work is
// done in slices, with a pause between them in which the host delivers what has
// come in, above all a cancellation.
package rpc

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/recall"
	"burrow/internal/sqlsource"
	"burrow/internal/tokens"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// A Transport carries frames, each one JSON object as text. Receive is called
// by one goroutine; Send is never called twice at once.
type Transport interface {
	// Receive waits for the next frame. An error with io.EOF says that none
	// will come. A *fault.Error refuses one frame, of which at least the
	// beginning is returned; the next may follow.
	Receive() (frame string, err error)
	// Send does not keep frame.
	Send(frame []byte) error
	// Close ends a Receive that is waiting, as far as the system allows, and
	// may be called more than once.
	Close() error
}

// Options are what a host gives the core.
type Options struct {
	// Version is what the core calls itself.
	Version string
	// Load gets an encoding. It is called once for each, when it is first
	// needed, and again only if it failed. It must end when ctx does.
	Load func(ctx context.Context, name tokens.Name) (*tokens.Encoding, error)
	// Languages gets the tables of other languages than English, as Load does. Nil
	// means that they are built in.
	Languages func(ctx context.Context) (*understand.Languages, error)
	// Transport reaches the server that the page came from, at the address
	// Server. Without one no question is answered.
	Transport llm.Transport
	Server    string
	// Related is that of turn.Options.
	Related func() *recall.Related
	// Encoder is that of turn.Options.
	Encoder func() gather.Encoder
	// Background lets the core name conversations and condense them when nobody
	// waits.
	Background bool
	// Outbox lets questions that reach nobody wait.
	Outbox bool
	// Local says that the host answers below localPath for a model in the browser.
	Local bool
	// DayFirst says that 12/3/24 is usually the 12th of March where the user is.
	DayFirst bool
	// Now is the clock, the system's if nil.
	Now func() time.Time
	// Log is told of errors whose cause no client sees. It may be nil, and may
	// be called by several goroutines at once.
	Log func(error)
}

// Serve answers requests until the transport ends, and then finishes those under
// way; or until ctx is done, and then cancels them. It closes the transport. All
// goroutines that it started have ended when it returns.
func Serve(ctx context.Context, transport Transport, options Options) error {
	return newCore(transport, options).serve(ctx)
}

// core is the state behind one transport.
type core struct {
	transport Transport
	options   Options
	methods   map[string]method
	pauser    *pauser
	encodings encodings
	drafts    drafts
	history   history
	host      host
	sql       atomic.Pointer[sqlsource.Source] // of the history that is open
	requests  requests

	// lifetime is done when Serve has been told to stop.
	lifetime context.Context
	stop     context.CancelCauseFunc
	work     sync.WaitGroup
	sending  sync.Mutex
}

func newCore(transport Transport, options Options) *core {
	if options.Now == nil {
		options.Now = time.Now
	}
	c := &core{transport: transport, options: options, methods: map[string]method{}}
	c.registerTokens()
	c.registerDrafts()
	c.registerStore()
	c.registerSessions()
	c.registerMessages()
	c.registerBackup()
	c.registerDocuments()
	c.registerFAQ()
	c.registerTurns()
	c.registerMemory()
	c.registerUnderstanding()
	c.registerRemembered()
	c.registerOutbox()
	c.registerHost()
	c.registerFaults()
	return c
}

func (c *core) serve(ctx context.Context) error {
	c.lifetime, c.stop = context.WithCancelCause(ctx)
	defer c.stop(nil)
	c.pauser = newPauser()
	defer c.pauser.close()
	var closing sync.WaitGroup
	closing.Add(1)
	context.AfterFunc(c.lifetime, func() {
		defer closing.Done()
		c.transport.Close()
	})

	c.send(wire.ReadyFrame{Version: c.options.Version})
	err := c.receiveAll()
	c.work.Wait()
	c.history.close()
	if c.lifetime.Err() != nil {
		err = context.Cause(c.lifetime)
	}
	c.stop(nil)
	closing.Wait()
	return err
}

// receiveAll takes frames until none will come.
func (c *core) receiveAll() error {
	for {
		text, err := c.transport.Receive()
		if refused, ok := errors.AsType[*fault.Error](err); ok {
			c.refuse(wire.PeekID(text), refused)
			continue
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fault.Note("receive frame", err)
		}
		c.take(text)
	}
}

// send stops the core if the transport is broken: nobody is left to answer.
func (c *core) send(frame wire.FromCore) {
	encoded, err := wire.Encode(frame)
	if err != nil {
		panic(err) // a result that JSON cannot carry: a bug of the method
	}
	c.sending.Lock()
	defer c.sending.Unlock()
	if err := c.transport.Send(encoded); err != nil {
		c.stop(fault.Note("send frame", err))
	}
}

// refuse answers a frame that became no request.
func (c *core) refuse(id int64, err error) {
	if c.requests.has(id) {
		id = 0 // the request under way still gets its own one answer
	}
	c.sendError(id, err)
}

func (c *core) sendError(id int64, err error) {
	known := fault.From(err)
	if c.options.Log != nil && (known.Code == fault.Internal || known.Code == fault.Unavailable) {
		c.options.Log(known)
	}
	c.send(wire.ErrorFrame{ID: id, Code: known.Code, Message: known.Message})
}
