package json

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// MaxInteger is the largest number that JavaScript holds exactly. A larger one was
// rounded before it arrived.
const MaxInteger = 1<<53 - 1

// A shapeError is JSON of the wrong shape. path grows on the way up from the value
// that failed.
type shapeError struct {
	path string
	what string
}

func (e *shapeError) Error() string { return e.path + " " + e.what }

// under prepends name to err's path, if it has one.
func under(name string, err error) error {
	if shape, ok := errors.AsType[*shapeError](err); ok {
		shape.path = name + shape.path
	}
	return err
}

// UnmarshalStrict reads the whole of text, which must be valid UTF-8, into the
// value that into points to. It refuses a member that is unknown, missing, given
// twice, null or of another type. On error the members before the failure have
// been set. Errors are a *MemberError or a *SyntaxError. The strings may share
// memory with text.
func UnmarshalStrict(text string, into any) error {
	return unmarshal(&scanner{s: text}, into)
}

func unmarshal(sc *scanner, into any) error {
	err := sc.read(reflect.ValueOf(into).Elem())
	if err == nil {
		err = sc.end()
	}
	if shape, ok := errors.AsType[*shapeError](err); ok {
		return &MemberError{strings.TrimPrefix(shape.path, "."), shape.what}
	}
	return err
}

// Members calls take for each member of the object at the beginning of text, until
// the text ends or is not JSON. It skips a value that ends with the text, since a
// number may have been cut short.
func Members(text string, take func(name string, value Raw)) {
	sc := scanner{s: text}
	_ = sc.members(func(name string) error {
		value, err := sc.skip(0)
		if err == nil && sc.i < len(sc.s) {
			take(name, value)
		}
		return err
	})
}

// read reads the value here into v.
func (sc *scanner) read(v reflect.Value) error {
	if v.Type() == reflect.TypeFor[Raw]() {
		value, err := sc.skip(0)
		v.SetString(string(value))
		return err
	}
	if sc.lenient {
		if done, err := sc.readLenient(v); done {
			return err
		}
	}
	if text, ok := v.Addr().Interface().(textReader); ok {
		return sc.readText(text)
	}
	switch v.Kind() {
	case reflect.Struct:
		return sc.readStruct(v)
	case reflect.Slice:
		return sc.readSlice(v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return sc.read(v.Elem())
	case reflect.String:
		if sc.peek() != '"' {
			return sc.other("must be a string")
		}
		text, err := sc.text()
		v.SetString(text)
		return err
	case reflect.Int, reflect.Int64:
		return sc.readInteger(v)
	case reflect.Float64:
		return sc.readNumber(v)
	case reflect.Bool:
		value, err := sc.skip(0)
		if err == nil && value != "true" && value != "false" {
			err = &shapeError{what: "must be true or false"}
		}
		v.SetBool(value == "true")
		return err
	}
	panic("json: no decoding for " + v.Type().String())
}

// textReader is a type that reads itself from a string; in frames that is only
// chat.UID. It is not encoding.TextUnmarshaler, which times of the standard library
// are: a call of that would keep all of time.Parse in the core.
type textReader interface{ ReadText(text string) error }

func (sc *scanner) readText(into textReader) error {
	if sc.peek() != '"' {
		return sc.other("must be a string")
	}
	text, err := sc.text()
	if err != nil {
		return err
	}
	err = into.ReadText(text)
	if !sc.lenient && (err != nil || text == "") {
		return &shapeError{what: "must be a uid"}
	}
	return err
}

// other reports a value of the wrong type, or text that is not a value at all.
func (sc *scanner) other(what string) error {
	if _, err := sc.skip(0); err != nil {
		return err
	}
	return &shapeError{what: what}
}

func (sc *scanner) readStruct(v reflect.Value) error {
	if sc.peek() != '{' {
		return sc.other("must be an object")
	}
	t := v.Type()
	var seen uint64
	err := sc.members(func(name string) error {
		for i := range t.NumField() {
			if member, _ := memberOf(t.Field(i)); member != name {
				continue
			}
			if seen&(1<<i) != 0 && !sc.lenient {
				return &shapeError{"." + name, "is given twice"}
			}
			seen |= 1 << i
			return under("."+name, sc.read(v.Field(i)))
		}
		if sc.lenient {
			_, err := sc.skip(0)
			return err
		}
		return &shapeError{what: "has an unknown member " + strconv.Quote(name[:min(len(name), 40)])}
	})
	if err != nil || sc.lenient {
		return err
	}
	for i := range t.NumField() {
		if name, optional := memberOf(t.Field(i)); !optional && seen&(1<<i) == 0 {
			return &shapeError{"." + name, "is missing"}
		}
	}
	return nil
}

// memberOf returns the name of a field in JSON and whether it may be left out.
func memberOf(field reflect.StructField) (name string, optional bool) {
	name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name, options == "omitempty"
}

func (sc *scanner) readSlice(v reflect.Value) error {
	if sc.peek() != '[' {
		return sc.other("must be an array")
	}
	// A list may have millions of ids, and reflection is ten times slower.
	if ids, ok := v.Addr().Interface().(*[]uint32); ok {
		return sc.readIDs(ids)
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	element := reflect.New(v.Type().Elem()).Elem()
	return sc.elements(func(index int) error {
		element.SetZero()
		if err := sc.read(element); err != nil {
			return under("["+strconv.Itoa(index)+"]", err)
		}
		v.Set(reflect.Append(v, element))
		return nil
	})
}

func (sc *scanner) readInteger(v reflect.Value) error {
	digits, err := sc.digitsOf()
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > MaxInteger || n < -MaxInteger {
		return &shapeError{what: "must be a whole number that JavaScript can hold"}
	}
	v.SetInt(n)
	return nil
}

func (sc *scanner) readNumber(v reflect.Value) error {
	if c := sc.peek(); c != '-' && (c < '0' || c > '9') {
		return sc.other("must be a number")
	}
	digits, err := sc.number()
	if err != nil {
		return err
	}
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return &shapeError{what: "is too large a number"}
	}
	v.SetFloat(n)
	return nil
}

func (sc *scanner) readIDs(ids *[]uint32) error {
	*ids = []uint32{}
	return sc.elements(func(index int) error {
		digits, err := sc.digitsOf()
		if err != nil {
			return under("["+strconv.Itoa(index)+"]", err)
		}
		id, err := strconv.ParseUint(digits, 10, 32)
		if err != nil {
			return &shapeError{"[" + strconv.Itoa(index) + "]", "must be a whole number from 0 to 4294967295"}
		}
		*ids = append(*ids, uint32(id))
		return nil
	})
}

// digitsOf reads a number and reports any other value.
func (sc *scanner) digitsOf() (string, error) {
	if c := sc.peek(); c != '-' && (c < '0' || c > '9') {
		return "", sc.other("must be a whole number")
	}
	return sc.number()
}
