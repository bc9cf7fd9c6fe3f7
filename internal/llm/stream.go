package llm

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
)

// readStream reads events until the end mark.
func (w *watch) readStream(body io.Reader, a *answer) *failure {
	s := sse{maxLine: w.limits.LineBytes, maxEvent: w.limits.EventBytes}
	if a.progress != nil {
		s.comment = func(text []byte) {
			if p, ok := readProgress(string(text)); ok {
				a.progress(p)
			}
		}
	}
	buffer := make([]byte, 32<<10)
	left := w.limits.TotalBytes
	take := func(data []byte) error {
		data = bytes.TrimSpace(data)
		if len(data) == 0 {
			return nil // some servers keep a connection alive so
		}
		w.begun()
		if string(data) == "[DONE]" {
			return errDone
		}
		err := a.take(data)
		if a.reply.Finish != "" {
			w.finished()
		}
		return err
	}
	for {
		n, err := w.read(body, buffer)
		fed := s.feed(buffer[:min(n, left)], take)
		if fed == nil && n > left {
			fed = errLarge
		}
		left -= n
		switch {
		case fed == errDone && a.empty():
			return upstream(nil, emptySentence)
		case fed == errDone:
			a.closed()
			return nil
		case fed != nil:
			return unusable(fed)
		case err != nil:
			return w.ended(err, &s, a)
		}
	}
}

// readProgress reads a comment such as "reading 64/90".
func readProgress(comment string) (p Progress, ok bool) {
	what, figures, _ := strings.Cut(comment, " ")
	done, of, found := strings.Cut(figures, "/")
	if !found || what != "reading" && what != "loading" {
		return p, false
	}
	var err, otherErr error
	p.What = what
	p.Done, err = strconv.Atoi(done)
	p.Of, otherErr = strconv.Atoi(of)
	return p, err == nil && otherErr == nil && p.Done >= 0 && p.Done <= p.Of
}

// ended says what to make of a stream that ended, by err, before its end mark. Once
// the model has said why it stopped the answer is whole, and how the connection
// ends matters no more: some servers send no mark, some never close.
func (w *watch) ended(err error, s *sse, a *answer) *failure {
	switch {
	case a.reply.Finish != "":
		return nil
	case err == io.EOF || s.begun():
		return w.brokeOff(err)
	}
	return w.lost(err)
}

// readWhole reads an answer that did not come as a stream, though that was asked
// for. It is as large as an event may be.
func (w *watch) readWhole(body io.Reader, a *answer) *failure {
	text, err := w.readAll(body, w.limits.EventBytes)
	if err != nil && len(text) == 0 {
		return w.lost(err)
	}
	if err != nil {
		return w.brokeOff(err)
	}
	if err := a.take(text); err != nil {
		return unusable(err)
	}
	if a.empty() {
		return upstream(nil, emptySentence)
	}
	a.closed()
	return nil
}

// unusable is the failure of an answer that came and cannot be taken.
func unusable(err error) *failure {
	if err == errLarge {
		return upstream(err, tooLargeSentence)
	}
	return upstream(err, unreadableSentence)
}

// asReported returns what the server itself reported in the place of an answer.
func asReported(f *failure) (*reportedError, bool) {
	if f == nil {
		return nil, false
	}
	return errors.AsType[*reportedError](f.err)
}
