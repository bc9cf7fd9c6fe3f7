package llm

import (
	"context"
	"errors"
	"io"
	"syscall/js"
)

// fetch is a Transport over the browser's fetch.
type fetch struct{}

// NewFetch returns a Transport over fetch. It follows no redirect, sends no cookies
// and keeps nothing in the browser's cache.
func NewFetch() Transport { return fetch{} }

func (fetch) Do(ctx context.Context, r *HTTPRequest) (*HTTPResponse, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	controller := js.Global().Get("AbortController").New()
	headers := map[string]any{"Accept": "text/event-stream, application/json"}
	options := map[string]any{
		"method":      "GET",
		"redirect":    "error",
		"credentials": "omit",
		"cache":       "no-store",
		"signal":      controller.Get("signal"),
	}
	if r.Body != nil {
		headers["Content-Type"] = "application/json"
		body := js.Global().Get("Uint8Array").New(len(r.Body))
		js.CopyBytesToJS(body, r.Body)
		options["method"], options["body"] = "POST", body
	}
	if r.Token != "" {
		headers["Authorization"] = "Bearer " + r.Token
	}
	options["headers"] = headers
	response, err := await(ctx, js.Global().Call("fetch", r.URL, options))
	if err != nil {
		controller.Call("abort")
		return nil, err
	}
	got := &HTTPResponse{
		Status:      response.Get("status").Int(),
		ContentType: header(response, "Content-Type"),
		RetryAfter:  header(response, "Retry-After"),
		Body:        io.NopCloser(eof{}),
	}
	if stream := response.Get("body"); !stream.IsNull() {
		got.Body = &fetchBody{ctx: ctx, controller: controller, reader: stream.Call("getReader")}
	}
	return got, nil
}

// header returns a header of a response, empty if it has none.
func header(response js.Value, name string) string {
	value := response.Get("headers").Call("get", name)
	if value.IsNull() {
		return ""
	}
	return value.String()
}

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

// fetchBody reads a response's ReadableStream. It is not safe for concurrent use.
type fetchBody struct {
	ctx        context.Context
	controller js.Value
	reader     js.Value
	chunk      js.Value // a Uint8Array of which from bytes have been read
	from, size int
}

// Read waits for a chunk, which lets the event loop run. It must not be called by a
// callback of JavaScript.
func (b *fetchBody) Read(p []byte) (int, error) {
	for b.from == b.size {
		result, err := await(b.ctx, b.reader.Call("read"))
		if err != nil {
			b.controller.Call("abort")
			return 0, err
		}
		if result.Get("done").Bool() {
			return 0, io.EOF
		}
		b.chunk = result.Get("value")
		b.from, b.size = 0, b.chunk.Length()
	}
	n := js.CopyBytesToGo(p, b.chunk.Call("subarray", b.from))
	b.from += n
	return n, nil
}

// Close ends the request if it is still under way.
func (b *fetchBody) Close() error {
	b.controller.Call("abort")
	return nil
}

// await waits until a promise is settled or ctx ends. The callbacks release
// themselves, so that a promise that is settled after ctx has ended leaves nothing
// behind; there is room for its outcome, so that they never wait.
func await(ctx context.Context, promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	settled := make(chan outcome, 1)
	var resolved, rejected js.Func
	release := func() {
		resolved.Release()
		rejected.Release()
	}
	resolved = js.FuncOf(func(_ js.Value, args []js.Value) any {
		release()
		settled <- outcome{value: args[0]}
		return nil
	})
	rejected = js.FuncOf(func(_ js.Value, args []js.Value) any {
		release()
		settled <- outcome{err: errors.New(js.Global().Get("String").Invoke(args[0]).String())}
		return nil
	})
	promise.Call("then", resolved, rejected)
	select {
	case got := <-settled:
		return got.value, got.err
	case <-ctx.Done():
		return js.Undefined(), ctx.Err()
	}
}
