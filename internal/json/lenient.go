package json

import (
	"errors"
	"reflect"
	"strings"
)

// ErrNotJSON is text that cannot be read at all.
var ErrNotJSON = errors.New("not JSON")

// A MemberError is JSON of the wrong shape.
type MemberError struct {
	// Member is where, such as "a.b[2]", and What says what it must be.
	Member, What string
}

func (e *MemberError) Error() string { return e.Member + " " + e.What }

// Unmarshal reads JSON that others wrote into the struct that into points to. It
// does what encoding/json does, except that names must be spelled exactly: an
// unknown member is skipped, a missing or null one leaves its field alone, and
// bytes that are not UTF-8 become U+FFFD. Errors are ErrNotJSON, a *MemberError, or
// those of a ReadText.
func Unmarshal(text []byte, into any) error {
	sc := scanner{s: strings.ToValidUTF8(string(text), "\ufffd"), lenient: true}
	err := unmarshal(&sc, into)
	if _, ok := errors.AsType[*SyntaxError](err); ok {
		return ErrNotJSON
	}
	return err
}

// readLenient reads values that frames do not have. done reports whether it did.
func (sc *scanner) readLenient(v reflect.Value) (done bool, err error) {
	if sc.peek() == 'n' {
		return true, sc.word()
	}
	switch v.Kind() {
	case reflect.Map:
		return true, sc.readMap(v)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 { // chat.RawJSON
			value, err := sc.skip(0)
			v.SetBytes([]byte(value))
			return true, err
		}
	}
	return false, nil
}

func (sc *scanner) readMap(v reflect.Value) error {
	if sc.peek() != '{' {
		return sc.other("must be an object")
	}
	v.Set(reflect.MakeMap(v.Type()))
	return sc.members(func(name string) error {
		element := reflect.New(v.Type().Elem()).Elem()
		if err := sc.read(element); err != nil {
			return under("."+name, err)
		}
		v.SetMapIndex(reflect.ValueOf(name), element)
		return nil
	})
}
