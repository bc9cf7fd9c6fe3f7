package llm

import (
	"bytes"
	"errors"
)

// Server-sent events, as the HTML standard has them ("Interpreting an event
// stream"): lines end in CR, LF or CRLF, a line is a field "name: value" or, if it
// begins with a colon, a comment, and an empty line ends an event. Its data is that
// of its data fields, a line each. A byte-order mark may come first. An event that
// the stream's end cuts off is none.
//
// The names and ids of events and the field retry have no meaning on this wire:
// what an event is, its JSON says. So a name that somebody forges changes nothing.

var (
	errLarge = errors.New("larger than its limit")
	// errDone is the end mark of a stream, which no byte behind it concerns.
	errDone = errors.New("done")
)

// byteOrderMark may open a stream in UTF-8.
var byteOrderMark = []byte("\ufeff")

// sse finds the events of a stream that comes in chunks. The events do not depend
// on where the chunks end: a line is looked at when its end has come, so that a
// character of several bytes is always whole.
type sse struct {
	maxLine, maxEvent int

	line  []byte // the beginning of a line whose end has not come
	data  []byte // of the event under way
	some  bool   // it has a data field, though maybe an empty one
	later bool   // the first line is over
	cr    bool   // the last byte was a CR: an LF behind it belongs to it
	field bool   // a line that is no comment has come
	// comment is told of comments, if it is not nil.
	comment func(text []byte)
}

// feed takes a chunk and calls emit for each event that it completes. The data is
// valid during the call. It ends with emit's error, or with errLarge.
func (s *sse) feed(chunk []byte, emit func(data []byte) error) error {
	for len(chunk) > 0 {
		if s.cr && chunk[0] == '\n' {
			chunk, s.cr = chunk[1:], false
			continue
		}
		s.cr = false
		end := bytes.IndexAny(chunk, "\r\n")
		part := chunk
		if end >= 0 {
			part = chunk[:end]
		}
		if len(s.line)+len(part) > s.maxLine {
			return errLarge
		}
		if end < 0 {
			s.line = append(s.line, part...)
			return nil
		}
		if len(s.line) > 0 {
			s.line = append(s.line, part...)
			part = s.line
		}
		s.cr = chunk[end] == '\r'
		chunk = chunk[end+1:]
		if err := s.take(part, emit); err != nil {
			return err
		}
		s.line = s.line[:0]
	}
	return nil
}

// begun reports whether a byte of a field has come. Comments keep a connection
// alive, but are no part of an answer.
func (s *sse) begun() bool {
	return s.field || len(s.line) > 0 && s.line[0] != ':'
}

// take reads a whole line.
func (s *sse) take(line []byte, emit func(data []byte) error) error {
	if !s.later {
		s.later = true
		line = bytes.TrimPrefix(line, byteOrderMark)
	}
	if len(line) == 0 {
		return s.dispatch(emit)
	}
	name, value, _ := bytes.Cut(line, []byte(":"))
	s.field = s.field || len(name) > 0
	if len(name) == 0 && s.comment != nil {
		s.comment(bytes.TrimSpace(value))
	}
	if string(name) != "data" {
		return nil
	}
	value = bytes.TrimPrefix(value, []byte(" "))
	if s.some {
		s.data = append(s.data, '\n')
	}
	s.some = true
	if len(s.data)+len(value) > s.maxEvent {
		return errLarge
	}
	s.data = append(s.data, value...)
	return nil
}

func (s *sse) dispatch(emit func(data []byte) error) error {
	if !s.some {
		return nil
	}
	err := emit(s.data)
	s.data, s.some = s.data[:0], false
	return err
}
