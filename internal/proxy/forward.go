package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"burrow/internal/say"
)

// Limits of an answer. The client has stricter ones of its own; these keep a
// broken provider from holding a connection for ever.
const (
	maxAnswerBytes = 256 << 20
	maxErrorBytes  = 64 << 10
	maxErrorTime   = 10 * time.Second
	maxIdle        = 5 * time.Minute  // without a byte of the provider's
	maxWrite       = 30 * time.Second // for a client to take what it is sent
)

// passed are the headers of an answer that go on to the client. The content type
// is set by us.
var passed = []string{
	"Retry-After", "Retry-After-Ms", "X-Request-Id", "X-Should-Retry", "Openai-Processing-Ms",
	"X-Ratelimit-Limit-Requests", "X-Ratelimit-Limit-Tokens",
	"X-Ratelimit-Remaining-Requests", "X-Ratelimit-Remaining-Tokens",
	"X-Ratelimit-Reset-Requests", "X-Ratelimit-Reset-Tokens",
}

// forward passes a question on to the provider of its model, and the answer back
// as it comes. It asks once: the client knows how much of the answer it has, and
// decides whether to ask again.
func (p *Proxy) forward(path, list string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q, f, ok := readQuestion(w, r, list)
		if !ok && f.status != http.StatusBadRequest {
			refuseUnread(w, r, f)
			return
		}
		if !ok {
			refuse(w, r, f) // all of the body is here, or no more comes
			return
		}
		d := p.now().directory
		to, ok := d.choose(r.Context(), q.model)
		if !ok {
			w.Header().Set("X-Should-Retry", "false") // OpenAI's clients heed it
			refuse(w, r, refusal{http.StatusServiceUnavailable, "no_model", d.missing(q.model)})
			return
		}
		if path == responsesPath && !to.up.responds() {
			refuse(w, r, to.up.noResponses())
			return
		}
		body := q.body
		if q.model != to.model {
			body = q.withModel(to.model)
		}
		p.exchange(w, r, to.up, path, body, q.stream)
	}
}

func (p *Proxy) exchange(w http.ResponseWriter, r *http.Request, up *upstream, path string, body []byte, stream bool) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, up.base+path, bytes.NewReader(body))
	if err != nil {
		panic("the base address is checked when it is set")
	}
	// All headers are ours: those of the client are not passed on.
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if stream {
		request.Header.Set("Accept", "text/event-stream, application/json")
	}
	up.sign(request, p.options.Version)
	response, err := p.transport.RoundTrip(request)
	// The server's own limit is too short for a model.
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(maxWrite))
	if err != nil {
		if r.Context().Err() != nil {
			return // the client has gone
		}
		// net/http's own words quote what a server sends that is not HTTP.
		f := unreachable(up.name, err)
		p.log.printf("%s", f.sentence)
		refuse(w, r, f)
		return
	}
	defer response.Body.Close()
	for _, name := range passed {
		if value := response.Header.Get(name); value != "" {
			w.Header().Set(name, p.log.scrub(value))
		}
	}
	if response.StatusCode != http.StatusOK {
		p.refuseAs(w, r, up, path, response, cancel)
		return
	}
	kind, f, ok := answerType(up.name, response.Header, stream)
	if !ok {
		p.log.printf("%s: %s", up.name, f.sentence)
		refuse(w, r, f)
		return
	}
	p.pass(w, r, up, response, kind, cancel)
}

// answerType returns the content type to send an answer on with. What is neither
// JSON nor a stream of events is not an answer.
func answerType(name string, h http.Header, stream bool) (string, refusal, bool) {
	wrong := func(sentence say.English) (string, refusal, bool) {
		return "", refusal{http.StatusBadGateway, "upstream", say.T(sentence, "provider", name)}, false
	}
	if coding := h.Get("Content-Encoding"); coding != "" && coding != identity {
		return wrong("{provider} answered in an encoding that Burrow did not ask for.")
	}
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if h.Get("Content-Type") == "" {
		kind, err = "application/json", nil
		if stream {
			kind = "text/event-stream"
		}
	}
	switch {
	case err == nil && kind == "text/event-stream":
		return "text/event-stream; charset=utf-8", refusal{}, true
	case err == nil && kind == "application/json":
		return kind, refusal{}, true
	}
	return wrong("{provider} answered with something other than JSON: its address may be wrong.")
}

var buffers = sync.Pool{New: func() any { return new([32 << 10]byte) }}

// pass sends an answer on, piece by piece as it arrives. If the provider breaks it
// off, the client's connection is cut, so that nobody takes a part for the whole.
func (p *Proxy) pass(w http.ResponseWriter, r *http.Request, up *upstream, response *http.Response, kind string, cancel func()) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	if response.ContentLength >= 0 {
		h.Set("Content-Length", fmt.Sprint(response.ContentLength))
	}
	w.WriteHeader(http.StatusOK)
	up.accepted()
	err := relay(w, response.Body, p.log.masker(), cancel)
	if err == nil || r.Context().Err() != nil {
		return
	}
	if _, gone := errors.AsType[*clientError](err); !gone {
		p.log.printf("%s broke off its answer: %s", up.name, whyBroken(err))
	}
	panic(http.ErrAbortHandler)
}

var errTooLong = errors.New("it is too long")

// whyBroken says why an answer ended early. The words of other errors may quote
// the answer.
func whyBroken(err error) string {
	switch {
	case errors.Is(err, errTooLong):
		return "it is too long"
	case errors.Is(err, context.Canceled):
		return "nothing came for too long"
	}
	return "the connection broke"
}

// clientError means that the client does not take what it is sent.
type clientError struct{ error }

// relay copies until the end, but for keys. It calls cancel if nothing arrives for too long.
func relay(w http.ResponseWriter, body io.Reader, m *masker, cancel func()) error {
	control := http.NewResponseController(w)
	idle := time.AfterFunc(maxIdle, cancel)
	defer idle.Stop()
	buffer := buffers.Get().(*[32 << 10]byte)
	defer buffers.Put(buffer)
	if w.Header().Get("Content-Length") == "" {
		control.Flush() // the header of a stream is news, too
	}
	for total := 0; ; {
		n, err := body.Read(buffer[:])
		if n > 0 {
			if total += n; total > maxAnswerBytes {
				return errTooLong
			}
			idle.Reset(maxIdle)
		}
		if out := m.next(buffer[:n], err != nil); len(out) > 0 {
			control.SetWriteDeadline(time.Now().Add(maxWrite))
			if _, err := w.Write(out); err != nil {
				return &clientError{err}
			}
			if err := control.Flush(); err != nil {
				return &clientError{err}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// refuseAs passes on a provider's refusal. The status is the provider's, so that
// clients do what they would do there; the sentence is ours if the key was refused,
// because providers repeat parts of a key.
func (p *Proxy) refuseAs(w http.ResponseWriter, r *http.Request, up *upstream, path string, response *http.Response, cancel func()) {
	late := time.AfterFunc(maxErrorTime, cancel)
	defer late.Stop()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxErrorBytes))
	if err != nil && r.Context().Err() != nil {
		return
	}
	p.log.printf("%s answered with status %d", up.name, response.StatusCode)
	switch status := response.StatusCode; {
	case path == responsesPath && (status == http.StatusNotFound || status == http.StatusMethodNotAllowed) && !saysModel(text):
		refuse(w, r, up.noResponses())
	case keyRefused(up.service, status, text):
		status = http.StatusUnauthorized
		up.refused()
		refuse(w, r, refusal{status, "key_refused", up.keySentence()})
	case status >= 300 && status < 400:
		refuse(w, r, refusal{http.StatusBadGateway, "upstream", say.T("{provider} answered with a redirect, which Burrow does not follow: its address may be wrong.", "provider", up.name)})
	case status < 400 || status == http.StatusProxyAuthRequired || status > 599:
		refuse(w, r, refusal{http.StatusBadGateway, "upstream", say.T("{provider} answered with status {status}.", "provider", up.name, "status", status)})
	default:
		answerJSON(w, status, readError(strings.ToValidUTF8(string(text), "\ufffd"), up.name, status, p.log.scrubber))
	}
}
