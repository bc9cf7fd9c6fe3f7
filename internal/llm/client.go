package llm

import (
	"context"
	"errors"
	"strings"
	"time"

	"burrow/internal/fault"
	"burrow/internal/json"
)

// Stream asks for an answer and tells o what comes of it. The Reply has all that
// came, whatever the error. The error is a *fault.Error, or that of ctx if ctx has
// ended.
//
// A request is made again, Client.Attempts times at most, while nothing of an
// answer has come. One that the server refuses for how it names the length of the
// answer, or for having a temperature, is sent in the other form at once, which
// counts in Reply.Attempts but not as one of those.
func (c *Client) Stream(ctx context.Context, r Request, o Observer) (Reply, error) {
	limits := c.Limits.orDefaults()
	whole, stop := limits.within(ctx)
	defer stop()
	var reply Reply
	var form spelling
	failed := 0
	for requests := 1; ctx.Err() == nil; requests++ {
		body, err := encode(r, form)
		if err != nil {
			return reply, fault.From(err)
		}
		var f *failure
		reply, f = c.ask(whole, limits, body, o)
		reply.Attempts = requests
		if f == nil {
			return reply, nil
		}
		if ctx.Err() != nil {
			break
		}
		next, changed := form.with(f.refused, r)
		if changed {
			form = next
			continue
		}
		failed++
		wait, again := c.wait(ctx, f, failed)
		if !again {
			return reply, f.err
		}
		if o.Retry != nil {
			o.Retry(failed+1, wait, f.err)
		}
		c.pause(whole, wait)
		if ctx.Err() == nil && whole.Err() != nil {
			return reply, timedOut(notComplete, limits.Total)
		}
	}
	return reply, ctx.Err()
}

// ask makes one request and reads what comes.
func (c *Client) ask(ctx context.Context, limits Limits, body []byte, o Observer) (Reply, *failure) {
	w := watching(ctx, limits)
	defer w.stop()
	response, f := c.do(w, "/chat/completions", body)
	if f != nil {
		return Reply{}, f
	}
	defer response.Body.Close()
	a := answer{observe: o.Delta, progress: o.Progress}
	switch mediaType(response.ContentType) {
	case "text/event-stream":
		f = w.readStream(response.Body, &a)
	case "application/json":
		f = w.readWhole(response.Body, &a)
	default:
		f = wrongType(response.ContentType)
	}
	if reported, ok := asReported(f); ok {
		f = upstream(errors.New(shown(reported.Message, c.Token)), reportedSentence)
		if c.Own && reported.Own {
			f.say(reported.report, c.Token)
			f.err.Unreachable = false // it has arrived
		}
	}
	return a.result(), f
}

// GetJSON reads the object at a path below the base address into the struct that
// into points to. It asks once. Errors are those of Stream.
func (c *Client) GetJSON(ctx context.Context, path string, into any) error {
	return c.once(ctx, func(whole context.Context, limits Limits) *failure {
		return c.getJSON(whole, limits, path, into)
	})
}

// once asks a single time, within the limits, and returns the error that callers see.
func (c *Client) once(ctx context.Context, ask func(context.Context, Limits) *failure) error {
	limits := c.Limits.orDefaults()
	whole, stop := limits.within(ctx)
	defer stop()
	f := ask(whole, limits)
	switch {
	case f == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return f.err
}

func (c *Client) getJSON(ctx context.Context, limits Limits, path string, into any) *failure {
	w := watching(ctx, limits)
	defer w.stop()
	response, f := c.do(w, path, nil)
	if f != nil {
		return f
	}
	defer response.Body.Close()
	if mediaType(response.ContentType) != "application/json" {
		return wrongType(response.ContentType)
	}
	body, err := w.readAll(response.Body, maxJSON)
	if err != nil {
		return w.brokeOff(err)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return upstream(err, unreadableSentence)
	}
	return nil
}

// do sends a request and returns its response if that has status 200.
func (c *Client) do(w *watch, path string, body []byte) (*HTTPResponse, *failure) {
	response, err := c.Transport.Do(w.ctx, &HTTPRequest{
		URL:   strings.TrimSuffix(c.Base, "/") + path,
		Token: c.Token,
		Body:  body,
	})
	if err != nil {
		return nil, w.lost(err)
	}
	if response.Status == 200 {
		return response, nil
	}
	defer response.Body.Close()
	timer := time.AfterFunc(errorTime, func() { w.cancel(nil) })
	defer timer.Stop()
	// A body that breaks off or hangs takes nothing from what the status says.
	text, _ := w.readAll(response.Body, maxErrorText)
	says := readReport(text)
	f := failureOf(response.Status, shown(says.Message, c.Token), retryAfter(response.RetryAfter, time.Now()))
	if says.Own {
		f.say(says, c.Token)
	}
	if response.Status == 400 {
		f.refused = refusedBy(says)
	}
	return nil, f
}

// mediaType is a content type without its parameters, in lower case. Types that
// are JSON by their suffix count as JSON.
func mediaType(contentType string) string {
	name, _, _ := strings.Cut(contentType, ";")
	name = strings.ToLower(strings.TrimSpace(name))
	if strings.HasSuffix(name, "+json") {
		return "application/json"
	}
	return name
}

func wrongType(contentType string) *failure {
	cause := errors.New("content type " + shown(contentType, ""))
	if name := mediaType(contentType); name == "text/html" || name == "application/xhtml+xml" {
		return upstream(cause, pageSentence)
	}
	return upstream(cause, unexpectedSentence)
}
