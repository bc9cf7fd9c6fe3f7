package json

import (
	"bytes"
	"encoding"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The encoder below writes, byte for byte, what encoding/json writes for the core's
// types. That package, with fmt and os, made the core 65 kB of brotli larger,
// mostly for features that these types never use.

// Append appends v to out as JSON. It does not escape <, > and &: frames and
// exports are never put into HTML, and escaping would only make them longer.
func Append(out []byte, v any) ([]byte, error) {
	e := encoder{out: out, plain: &plainText}
	err := e.any(reflect.ValueOf(v))
	return e.out, err
}

// Marshal writes v as encoding/json does: with <, > and & escaped.
func Marshal(v any) ([]byte, error) { return marshal(v, &plainMarkup) }

// MarshalPlain writes v as Append does, into memory of its own.
func MarshalPlain(v any) ([]byte, error) { return marshal(v, &plainText) }

// encoders are reused, so that their buffers need not grow again each time.
var encoders = sync.Pool{New: func() any { return new(encoder) }}

func marshal(v any, plain *[256]bool) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.out, e.plain = e.out[:0], plain
	if err := e.any(reflect.ValueOf(v)); err != nil {
		return nil, err
	}
	return bytes.Clone(e.out), nil
}

// substitute is a type that has another value written in its place.
type substitute interface{ ForJSON() any }

// appender is a type that writes itself, such as chat.UID. encoding.TextAppender
// would make the linker keep that method of every other type too.
type appender interface{ AppendJSON(out []byte) []byte }

type encoder struct {
	out []byte
	// plain is true for bytes that need no escape in a string.
	plain *[256]bool
}

// any writes a value of any type.
func (e *encoder) any(v reflect.Value) error {
	if !v.IsValid() {
		e.out = append(e.out, "null"...)
		return nil
	}
	return e.value(v, shapeOf(v.Type()))
}

func (e *encoder) value(v reflect.Value, s *shape) error {
	switch s.how {
	case asMembers:
		return e.members(v, s)
	case asString:
		e.text(v.String())
	case asInt:
		e.out = strconv.AppendInt(e.out, v.Int(), 10)
	case asUint:
		e.out = strconv.AppendUint(e.out, v.Uint(), 10)
	case asFloat:
		return e.float(v.Float())
	case asBool:
		e.out = strconv.AppendBool(e.out, v.Bool())
	case asAppended:
		e.appended(v)
	case asRaw:
		return e.raw(v)
	case asText:
		text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		e.text(string(text))
		return err
	case asSubstitute:
		return e.any(reflect.ValueOf(v.Interface().(substitute).ForJSON()))
	case asPointer, asInterface:
		if v.IsNil() {
			e.out = append(e.out, "null"...)
			return nil
		}
		if s.how == asInterface {
			return e.any(v.Elem())
		}
		return e.value(v.Elem(), s.inside)
	case asSlice:
		return e.slice(v, s)
	case asMap:
		return e.mapped(v, s)
	default:
		return errors.New("no encoding for " + v.Type().String())
	}
	return nil
}

func (e *encoder) members(v reflect.Value, s *shape) error {
	e.out = append(e.out, '{')
	begin := len(e.out)
	for i := range s.members {
		m := &s.members[i]
		field := v.Field(m.index)
		if m.leftOut(field) {
			continue
		}
		if len(e.out) > begin {
			e.out = append(e.out, ',')
		}
		e.out = append(e.out, m.name...)
		if err := e.value(field, m.shape); err != nil {
			return err
		}
	}
	e.out = append(e.out, '}')
	return nil
}

func (e *encoder) slice(v reflect.Value, s *shape) error {
	if v.IsNil() {
		e.out = append(e.out, "null"...)
		return nil
	}
	e.out = append(e.out, '[')
	for i := range v.Len() {
		if i > 0 {
			e.out = append(e.out, ',')
		}
		if err := e.value(v.Index(i), s.inside); err != nil {
			return err
		}
	}
	e.out = append(e.out, ']')
	return nil
}

// mapped writes a map in the order of its keys.
func (e *encoder) mapped(v reflect.Value, s *shape) error {
	if v.IsNil() {
		e.out = append(e.out, "null"...)
		return nil
	}
	names := make([]string, 0, v.Len())
	for _, key := range v.MapKeys() {
		names = append(names, key.String())
	}
	slices.SortFunc(names, strings.Compare) // an instantiation that the core has anyway
	e.out = append(e.out, '{')
	for i, name := range names {
		if i > 0 {
			e.out = append(e.out, ',')
		}
		e.text(name)
		e.out = append(e.out, ':')
		if err := e.value(v.MapIndex(reflect.ValueOf(name)), s.inside); err != nil {
			return err
		}
	}
	e.out = append(e.out, '}')
	return nil
}

// appended lets a type write itself, straight into the output.
func (e *encoder) appended(v reflect.Value) {
	// Interface would copy a value that has an address.
	if v.CanAddr() {
		v = v.Addr()
	}
	e.out = v.Interface().(appender).AppendJSON(e.out)
}

func (e *encoder) raw(v reflect.Value) (err error) {
	if v.IsNil() {
		e.out = append(e.out, "null"...)
		return nil
	}
	e.out, err = compact(e.out, string(v.Bytes()), e.plain['<'])
	return err
}

// float writes a number as JavaScript does.
func (e *encoder) float(f float64) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return errors.New("no encoding for " + strconv.FormatFloat(f, 'g', -1, 64))
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	e.out = strconv.AppendFloat(e.out, f, format, -1, 64)
	// e-09 is written e-9.
	if n := len(e.out); format == 'e' && string(e.out[n-4:n-1]) == "e-0" {
		e.out = append(e.out[:n-2], e.out[n-1])
	}
	return nil
}
