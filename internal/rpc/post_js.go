package rpc

import (
	"io"
	"sync"
	"syscall/js"

	"burrow/internal/fault"
	"burrow/internal/wire"
)

// post carries a frame a message, as a string.
type post struct {
	port      js.Value
	onMessage js.Func

	mu     sync.Mutex
	queue  []js.Value
	closed bool
	// arrived has room for one token, so that the callback never waits: a
	// callback that does would stop the event loop for good.
	arrived chan struct{}
}

// NewPost returns a transport over an object with postMessage and onmessage, such
// as a MessagePort. It takes messages from now on.
func NewPost(port js.Value) Transport {
	p := &post{port: port, arrived: make(chan struct{}, 1)}
	p.onMessage = js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.mu.Lock()
		p.queue = append(p.queue, args[0].Get("data"))
		p.mu.Unlock()
		p.signal()
		return nil
	})
	port.Set("onmessage", p.onMessage)
	return p
}

func (p *post) signal() {
	select {
	case p.arrived <- struct{}{}:
	default:
	}
}

// next takes the oldest message. ok is false if there is none.
func (p *post) next() (message js.Value, ok, closed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.queue) == 0 {
		return js.Undefined(), false, p.closed
	}
	message = p.queue[0]
	p.queue = p.queue[1:]
	return message, true, false
}

func (p *post) Receive() (string, error) {
	for {
		message, ok, closed := p.next()
		switch {
		case closed:
			return "", io.EOF
		case ok:
			return text(message)
		}
		<-p.arrived
	}
}

func text(message js.Value) (string, error) {
	if message.Type() != js.TypeString {
		return "", fault.New(fault.Invalid, "A frame must be a string.")
	}
	// A UTF-16 unit takes at least one byte: a string with too many of them need
	// not be copied to know that it is too large.
	object := js.Global().Get("Object").Invoke(message)
	if object.Length() > wire.MaxFrameBytes {
		return object.Call("slice", 0, keptBytes).String(), frameTooLarge()
	}
	frame := message.String()
	if len(frame) > wire.MaxFrameBytes {
		return frame[:keptBytes], frameTooLarge()
	}
	return frame, nil
}

func (p *post) Send(frame []byte) (err error) {
	defer func() {
		if thrown, ok := recover().(js.Error); ok {
			err = fault.Note("postMessage", thrown)
		}
	}()
	p.port.Call("postMessage", string(frame))
	return nil
}

func (p *post) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.closed = true
		p.port.Set("onmessage", js.Null())
		p.onMessage.Release()
		p.signal()
	}
	return nil
}
