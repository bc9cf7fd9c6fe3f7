package json

import (
	"encoding"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// how says how the values of a type are written.
type how uint8

const (
	refused how = iota
	asMembers
	asString
	asInt
	asUint
	asFloat
	asBool
	asPointer
	asInterface
	asSlice
	asMap
	asRaw
	asText
	asAppended
	asSubstitute
)

// A shape is what the encoder knows about a type.
type shape struct {
	how     how
	inside  *shape   // of a pointer, a slice or a map
	members []member // of a struct
}

type member struct {
	index int
	name  string // with quotes and a colon
	shape *shape
	kind  reflect.Kind
	// A member may be left out if it is empty, or if it is the zero value.
	omitEmpty, omitZero bool
}

// shapes caches the shapes of types seen so far: reading the tags of every value
// would take longer than writing it.
var shapes = struct {
	sync.RWMutex
	of map[reflect.Type]*shape
}{of: map[reflect.Type]*shape{}}

func shapeOf(t reflect.Type) *shape {
	shapes.RLock()
	s := shapes.of[t]
	shapes.RUnlock()
	if s == nil {
		shapes.Lock()
		s = learn(t)
		shapes.Unlock()
	}
	return s
}

// learn is called with the lock held.
func learn(t reflect.Type) *shape {
	if s := shapes.of[t]; s != nil {
		return s
	}
	s := &shape{how: howOf(t)}
	shapes.of[t] = s // before its contents, which may be of this type too
	switch s.how {
	case asPointer, asSlice, asMap:
		s.inside = learn(t.Elem())
	case asMembers:
		s.learnMembers(t)
	}
	return s
}

func howOf(t reflect.Type) how {
	switch kind := t.Kind(); {
	case kind == reflect.Pointer:
		return asPointer
	case kind == reflect.Interface:
		return asInterface
	case t.Implements(reflect.TypeFor[substitute]()):
		return asSubstitute
	case t.Implements(reflect.TypeFor[appender]()):
		return asAppended
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return asText
	case kind == reflect.Struct:
		return asMembers
	case kind == reflect.String:
		return asString
	case kind >= reflect.Int && kind <= reflect.Int64:
		return asInt
	case kind >= reflect.Uint && kind <= reflect.Uintptr:
		return asUint
	case kind == reflect.Float64:
		return asFloat
	case kind == reflect.Bool:
		return asBool
	case kind == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		return asSlice
	case kind == reflect.Slice && t.Name() != "": // chat.RawJSON
		return asRaw
	case kind == reflect.Map && t.Key() == reflect.TypeFor[string]():
		return asMap
	}
	return refused // such as plain bytes, which nothing sends
}

// learnMembers reads the fields and their tags. It refuses a struct that embeds
// another, or that has a tag option unknown here.
func (s *shape) learnMembers(t reflect.Type) {
	for i := range t.NumField() {
		field := t.Field(i)
		tag := field.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case field.Anonymous:
			s.how = refused
		case !field.IsExported(), tag == "-":
			continue
		case name == "":
			name = field.Name
		}
		m := member{index: i, name: strconv.Quote(name) + ":", shape: learn(field.Type), kind: field.Type.Kind()}
		switch options {
		case "":
		case "omitempty":
			m.omitEmpty = true
		case "omitzero":
			m.omitZero = true
		default:
			s.how = refused
		}
		s.members = append(s.members, m)
	}
}

// leftOut reports whether a member is omitted.
func (m *member) leftOut(v reflect.Value) bool {
	if m.omitZero {
		return v.IsZero()
	}
	if !m.omitEmpty {
		return false
	}
	switch m.kind {
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
