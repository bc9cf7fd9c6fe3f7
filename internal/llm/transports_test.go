package llm

import (
	"context"
	"errors"
	"io"
	"slices"
)

// chunks is a transport whose body comes in these pieces, one a read.
type chunks struct{ pieces [][]byte }

func (c *chunks) Do(context.Context, *HTTPRequest) (*HTTPResponse, error) {
	return &HTTPResponse{Status: 200, ContentType: "text/event-stream", Body: io.NopCloser(&chunks{slices.Clone(c.pieces)})}, nil
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.pieces) == 0 {
		return 0, io.EOF
	}
	n := copy(p, c.pieces[0])
	if c.pieces[0] = c.pieces[0][n:]; len(c.pieces[0]) == 0 {
		c.pieces = c.pieces[1:]
	}
	return n, nil
}

// paced is a transport of one answer that takes its time: each step waits, then
// gives text, and after the last one it hangs. It ends with its context, as every
// transport does, by an error that says nothing of that.
type paced struct {
	header func(ctx context.Context) error // before the header, if not nil
	status int
	steps  []func(ctx context.Context) (string, error)

	requests int
	closed   int
}

var errConnection = errors.New("connection gone")

func (p *paced) Do(ctx context.Context, _ *HTTPRequest) (*HTTPResponse, error) {
	p.requests++
	if p.header != nil {
		if err := p.header(ctx); err != nil {
			return nil, err
		}
	}
	status := p.status
	if status == 0 {
		status = 200
	}
	return &HTTPResponse{Status: status, ContentType: "text/event-stream", Body: &pacedBody{p, ctx, slices.Clone(p.steps)}}, nil
}

type pacedBody struct {
	p     *paced
	ctx   context.Context
	steps []func(ctx context.Context) (string, error)
}

func (b *pacedBody) Read(into []byte) (int, error) {
	if len(b.steps) == 0 {
		return 0, hang(b.ctx)
	}
	step := b.steps[0]
	b.steps = b.steps[1:]
	text, err := step(b.ctx)
	return copy(into, text), err
}

func (b *pacedBody) Close() error {
	b.p.closed++
	return nil
}

// hang waits until ctx ends.
func hang(ctx context.Context) error {
	<-ctx.Done()
	return errConnection
}
