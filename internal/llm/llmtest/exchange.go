package llmtest

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// exchange answers one request.
type exchange struct {
	w       http.ResponseWriter
	r       *http.Request
	answer  Answer
	asked   object
	release <-chan struct{}

	sent int  // bytes of the body
	late bool // a piece has been sent
	hung bool // where HangAfter says
	gone bool
}

// errOver ends an answer whose connection is no more.
var errOver = errors.New("over")

// respond does what the answer says.
func (e *exchange) respond() {
	if e.answer.HangBefore && e.hang() != nil {
		return
	}
	if e.answer.ResetBefore {
		e.reset(nil)
		return
	}
	pieces, contentType := e.pieces()
	a := e.answer
	e.header(contentType)
	out := e.send
	if a.Gzip {
		out = e.compressed
	}
	if a.ChunkBytes < 0 {
		pieces = []string{strings.Join(pieces, "")}
	}
	for _, piece := range pieces {
		if out([]byte(piece)) != nil {
			return
		}
	}
	for left := a.EndlessBytes; a.Endless != "" && (a.EndlessBytes == 0 || left > 0); left -= len(a.Endless) {
		if out([]byte(a.Endless)) != nil {
			return
		}
	}
	// What was meant to stop at a byte that the body has not got stops at its end.
	if a.HangAfter != nil && !e.hung && e.hang() != nil {
		return
	}
	if a.ResetAfter != nil {
		e.reset(nil)
	}
}

// pieces returns the body and its type.
func (e *exchange) pieces() (pieces []string, contentType string) {
	a := e.answer
	streamed, _ := e.asked["stream"].(bool)
	switch {
	case a.Body != "":
		body := strings.ReplaceAll(a.Body, "{{authorization}}", e.r.Header.Get("Authorization"))
		return []string{body}, "application/json"
	case a.Raw != "":
		return []string{a.Raw}, "text/event-stream"
	case a.Status != 0 && a.Status != 200:
		return []string{encode(errorObject(http.StatusText(a.Status)))}, "application/json"
	case streamed && !a.Whole:
		events := a.stream(e.asked)
		if a.HangAfterWord > 0 {
			e.answer.HangAfter = a.afterWord(events, a.HangAfterWord)
		}
		if a.ResetAfterWord > 0 {
			e.answer.ResetAfter = a.afterWord(events, a.ResetAfterWord)
		}
		return events, "text/event-stream"
	}
	return []string{a.whole(e.asked)}, "application/json"
}

// header sends the status and the header at once, so that a client sees them though
// the body hangs.
func (e *exchange) header(contentType string) {
	h := e.w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "no-cache")
	if e.answer.ContentType != "" {
		h.Set("Content-Type", e.answer.ContentType)
	}
	if e.answer.Gzip {
		h.Set("Content-Encoding", "gzip")
	}
	for name, value := range e.answer.Header {
		h.Set(name, value)
	}
	status := e.answer.Status
	if status == 0 {
		status = http.StatusOK
	}
	e.w.WriteHeader(status)
	e.flush()
}

func (e *exchange) flush() error {
	err := http.NewResponseController(e.w).Flush()
	if err != nil {
		e.gone = true
	}
	return err
}

// compressed sends a piece as a gzip stream of its own; decoders join them.
func (e *exchange) compressed(piece []byte) error {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(piece)
	z.Close()
	return e.send(packed.Bytes())
}

// send sends a part of the body, in pieces of the size that the answer wants.
func (e *exchange) send(part []byte) error {
	for len(part) > 0 {
		n := len(part)
		if e.answer.ChunkBytes > 0 {
			n = min(n, e.answer.ChunkBytes)
		}
		if err := e.piece(part[:n]); err != nil {
			return err
		}
		part = part[n:]
	}
	return nil
}

// piece sends bytes in one flush, and stops where the answer says.
func (e *exchange) piece(part []byte) error {
	if e.late && e.answer.EveryMillis > 0 {
		select {
		case <-time.After(time.Duration(e.answer.EveryMillis) * time.Millisecond):
		case <-e.r.Context().Done():
			e.gone = true
			return errOver
		}
	}
	e.late = true
	if e.r.Context().Err() != nil {
		e.gone = true
		return errOver
	}
	if at := e.answer.HangAfter; at != nil && !e.hung && *at < e.sent+len(part) {
		n := *at - e.sent
		if err := e.write(part[:n]); err != nil {
			return err
		}
		if err := e.flush(); err != nil {
			return err
		}
		e.hung = true
		if err := e.hang(); err != nil {
			return err
		}
		part = part[n:]
	}
	if at := e.answer.ResetAfter; at != nil && *at < e.sent+len(part) {
		e.reset(part[:*at-e.sent])
		return errOver
	}
	if err := e.write(part); err != nil {
		return err
	}
	return e.flush()
}

func (e *exchange) write(part []byte) error {
	n, err := e.w.Write(part)
	e.sent += n
	if err != nil {
		e.gone = true
	}
	return err
}

// hang waits until the answer is released. The error says that the client went.
func (e *exchange) hang() error {
	select {
	case <-e.release:
		return nil
	case <-e.r.Context().Done():
		e.gone = true
		return errOver
	}
}

// reset sends the last bytes as the beginning of a longer chunk and resets the
// connection: the client gets them, and then an error instead of an end.
func (e *exchange) reset(last []byte) {
	conn, _, err := http.NewResponseController(e.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer conn.Close()
	if len(last) > 0 {
		fmt.Fprintf(conn, "%x\r\n%s", len(last)+1, last)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
}
