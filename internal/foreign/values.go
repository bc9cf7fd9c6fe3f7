package foreign

import (
	"bufio"
	"errors"
	"io"

	"burrow/internal/json"
)

var errLong = errors.New("a value is too long")

// valueReader reads objects one by one, alone or in arrays, without looking inside
// their braces: whoever decodes an object checks it.
type valueReader struct {
	in *bufio.Reader
	// inArray is true inside an array, ended after one.
	inArray, ended bool
	count          int // objects of the array at hand, or outside of any
}

// next returns the text of the next object, or io.EOF after the last.
func (r *valueReader) next() ([]byte, error) {
	b, err := r.afterSpace()
	for err == nil && (b == '[' && !r.inArray || b == ']' && r.inArray) {
		r.inArray, r.ended, r.count = b == '[', b == ']', 0
		b, err = r.afterSpace()
	}
	if err == nil && r.count > 0 && b == ',' {
		if b, err = r.afterSpace(); err == nil && b == ']' && r.inArray {
			r.in.UnreadByte()
			return r.next()
		}
	}
	switch {
	case err == io.EOF && r.inArray:
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	case b != '{':
		return nil, json.ErrNotJSON
	}
	r.count++
	return r.object()
}

// object returns the text of an object after its opening brace was read.
func (r *valueReader) object() ([]byte, error) {
	text := []byte{'{'}
	for depth, quoted := 1, false; depth > 0; {
		b, err := r.in.ReadByte()
		if err == io.EOF {
			return nil, io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		if text = append(text, b); len(text) > maxValue {
			return nil, errLong
		}
		switch {
		case quoted && b == '\\':
			if b, err = r.in.ReadByte(); err == nil {
				text = append(text, b)
			}
		case b == '"':
			quoted = !quoted
		case !quoted && b == '{':
			depth++
		case !quoted && b == '}':
			depth--
		}
	}
	return text, nil
}

func (r *valueReader) afterSpace() (byte, error) {
	for {
		if b, err := r.in.ReadByte(); err != nil || b > ' ' {
			return b, err
		}
	}
}
