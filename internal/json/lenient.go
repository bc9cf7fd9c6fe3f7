package json

import (
	"errors"
	"reflect"
	"strings"
)

// ErrNotJSON is text that cannot be read at all.
var ErrNotJSON = errors.New("not JSON")

// A MemberError is JSON of another shape than wanted.
type MemberError struct {
	// Member is where, such as "a.b[2]", and What says what it must be.
	Member, What string
}

func (e *MemberError) Error() string { return e.Member + " " + e.What }

// Unmarshal reads JSON that others wrote into the struct that into points to, as
// encoding/json does, but for the spelling of members, which must be exact: a
// member that is not known is skipped, one that is missing or null leaves what is
// there, bytes that are no UTF-8 become U+FFFD. It has what the core needs, a tenth of the size of encoding/json's.
// Errors are ErrNotJSON, a *MemberError, or one of an UnmarshalText.
func Unmarshal(text []byte, into any) error {
	sc := scanner{s: strings.ToValidUTF8(string(text), "\ufffd"), lenient: true}
	err := unmarshal(&sc, into)
	if _, ok := errors.AsType[*SyntaxError](err); ok {
		return ErrNotJSON
	}
	return err
}

// readLenient reads what frames do not have. done says that it was such a value.
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
