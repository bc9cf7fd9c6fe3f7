package llm

import (
	"context"
	"errors"
	"io"

	"burrow/internal/fault"
)

// Events posts JSON to a path below the base address, and calls each with the data of
// every event that comes back, which is valid during the call. It asks once. Its errors
// are those of Stream, and what each returns.
func (c *Client) Events(ctx context.Context, path string, body []byte, each func(data []byte) error) error {
	return c.once(ctx, func(whole context.Context, limits Limits) *failure {
		w := watching(whole, limits)
		defer w.stop()
		return c.events(w, path, body, each)
	})
}

func (c *Client) events(w *watch, path string, body []byte, each func(data []byte) error) *failure {
	response, f := c.do(w, path, body)
	if f != nil {
		return f
	}
	defer response.Body.Close()
	if mediaType(response.ContentType) != "text/event-stream" {
		return wrongType(response.ContentType)
	}
	s := sse{maxLine: w.limits.LineBytes, maxEvent: w.limits.EventBytes}
	buffer := make([]byte, 32<<10)
	for left := w.limits.TotalBytes; ; {
		n, err := w.read(response.Body, buffer)
		if n > 0 {
			w.begun()
		}
		if left -= n; left < 0 {
			return unusable(errLarge)
		}
		if err := s.feed(buffer[:n], each); err != nil {
			known, ok := errors.AsType[*fault.Error](err)
			if ok {
				return &failure{err: known}
			}
			return unusable(err)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return w.brokeOff(err)
		}
	}
}
