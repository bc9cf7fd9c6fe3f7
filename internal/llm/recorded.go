package llm

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
)

// Exchange is a recorded response. The zero is an empty stream of status 200.
type Exchange struct {
	Status      int    `json:"status,omitempty"`      // 200 if zero
	ContentType string `json:"contentType,omitempty"` // text/event-stream if empty
	RetryAfter  string `json:"retryAfter,omitempty"`
	Body        string `json:"body,omitempty"`
	// Fail is a server that cannot be reached.
	Fail bool `json:"fail,omitempty"`
}

// Recording is exchanges as a file has them.
type Recording struct {
	Exchanges []Exchange `json:"exchanges"`
}

// Recorded is a Transport that answers from a recording, in its order. When there is
// no exchange left it refuses the request, with a status that is not asked again.
// It is safe for concurrent use.
type Recorded struct {
	mu        sync.Mutex
	exchanges []Exchange
	requests  []HTTPRequest
}

// NewRecorded returns a transport that answers with the exchanges.
func NewRecorded(exchanges ...Exchange) *Recorded {
	return &Recorded{exchanges: slices.Clone(exchanges)}
}

var errRecorded = errors.New("recorded: no connection")

// noneLeft is what a recording answers after its end.
var noneLeft = Exchange{Status: 400, ContentType: "application/json", Body: `{"error":{"message":"The recording has no more answers."}}`}

// Do answers with the next exchange.
func (r *Recorded) Do(ctx context.Context, request *HTTPRequest) (*HTTPResponse, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = append(r.requests, HTTPRequest{request.URL, request.Token, slices.Clone(request.Body)})
	next := noneLeft
	if len(r.exchanges) > 0 {
		next, r.exchanges = r.exchanges[0], r.exchanges[1:]
	}
	if next.Fail {
		return nil, errRecorded
	}
	if next.Status == 0 {
		next.Status = 200
	}
	if next.ContentType == "" {
		next.ContentType = "text/event-stream"
	}
	return &HTTPResponse{
		Status:      next.Status,
		ContentType: next.ContentType,
		RetryAfter:  next.RetryAfter,
		Body:        io.NopCloser(&recordedBody{ctx, strings.NewReader(next.Body)}),
	}, nil
}

// Requests returns what was asked so far.
func (r *Recorded) Requests() []HTTPRequest {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.requests)
}

// recordedBody ends with its request's context, as the body of a connection does.
type recordedBody struct {
	ctx  context.Context
	text *strings.Reader
}

func (b *recordedBody) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	return b.text.Read(p)
}
