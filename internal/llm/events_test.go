package llm

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
)

// answering is a transport of one answer.
type answering struct {
	status     int
	kind, body string
}

func (a answering) Do(ctx context.Context, _ *HTTPRequest) (*HTTPResponse, error) {
	return &HTTPResponse{Status: a.status, ContentType: a.kind, Body: io.NopCloser(strings.NewReader(a.body))}, ctx.Err()
}

func TestEventsOfAPostAreHandedOn(t *testing.T) {
	var got []string
	ask := func(status int, kind, body string) error {
		got = nil
		c := &Client{Base: "http://here", Transport: answering{status, kind, body}}
		return c.Events(t.Context(), "/ask", []byte(`{}`), func(data []byte) error { got = append(got, string(data)); return nil })
	}
	require.NoError(t, ask(200, "text/event-stream", ": asking\n\ndata: {\"a\":1}\n\ndata: {\"b\":2}\n\ndata: cut"))
	require.Equal(t, []string{`{"a":1}`, `{"b":2}`}, got)
	require.ErrorIs(t, ask(200, "text/html", "<p>"), fault.Upstream)
	err := ask(503, "application/json", `{"error":{"message":"The database is starting.","type":"burrow_error","code":"unavailable"}}`)
	require.Equal(t, "The database is starting.", fault.From(err).Message)
	require.Empty(t, got)

	c := &Client{Base: "http://here", Transport: answering{200, "text/event-stream", "data: 1\n\ndata: 2\n\n"}}
	err = c.Events(t.Context(), "/ask", []byte(`{}`), func([]byte) error { return errors.New("no number") })
	require.ErrorIs(t, err, fault.Upstream)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, c.Events(ctx, "/ask", nil, func([]byte) error { return nil }), context.Canceled)
}
