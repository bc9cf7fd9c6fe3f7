package wire

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"burrow/internal/chat"
	"burrow/internal/fault"
)

// maxInteger is the largest number that JavaScript holds exactly: a larger one
// has been rounded before it came here.
const maxInteger = 1<<53 - 1

// Decode reads a frame that a client sent. If it fails, with code Invalid, id is
// that of the request that the frame meant to be. It is 0 if the frame is not
// JSON, whose parts cannot be trusted, or is no request with an id.
func Decode(frame string) (decoded ToCore, id int64, err error) {
	var all struct {
		Kind   string `json:"kind"`
		ID     int64  `json:"id"`
		Method string `json:"method,omitempty"`
		Params JSON   `json:"params,omitempty"`
	}
	if !utf8.ValidString(frame) {
		return nil, 0, fault.New(fault.Invalid, "frame is not valid UTF-8.")
	}
	if err := unmarshal(frame, "frame", &all); err != nil {
		if _, ok := errors.AsType[*shapeError](err); ok {
			id = PeekID(frame)
		}
		return nil, id, err
	}
	switch {
	case all.Kind != "request" && all.Kind != "cancel":
		return nil, 0, fault.New(fault.Invalid, "frame.kind must be request or cancel.")
	case all.ID < 1:
		return nil, 0, fault.New(fault.Invalid, "frame.id must be at least 1.")
	case all.Kind == "cancel" && (all.Method != "" || all.Params != ""):
		return nil, 0, fault.New(fault.Invalid, "A cancel frame has only a kind and an id.")
	case all.Kind == "cancel":
		return CancelFrame{ID: all.ID}, 0, nil
	case all.Method == "":
		return nil, all.ID, fault.New(fault.Invalid, "frame.method is missing.")
	}
	return RequestFrame{ID: all.ID, Method: all.Method, Params: all.Params}, all.ID, nil
}

// ReadParams reads the parameters of a request into the struct that into
// points to. Empty params count as {}. The strings may share memory with
// params.
func ReadParams(params JSON, into any) error {
	if params == "" {
		params = "{}"
	}
	return unmarshal(string(params), "params", into)
}

// PeekID returns the id of a request in a frame that cannot be decoded, such as
// one of which only the beginning was kept because it is too large, or 0.
func PeekID(beginning string) int64 {
	var id, kind JSON
	sc := scanner{s: beginning}
	// The error is the frame's premature end: what stood before it counts.
	_ = sc.members(func(name string) error {
		value, err := sc.skip(0)
		switch {
		case err != nil || sc.i == len(sc.s): // a number may have lost its end
		case name == "id":
			id = value
		case name == "kind":
			kind = value
		}
		return err
	})
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil || n < 1 || n > maxInteger || kind != `"request"` {
		return 0
	}
	return n
}

// A shapeError is JSON of another shape than wanted. path grows on the way up
// from the value that failed.
type shapeError struct {
	path string
	what string
}

func (e *shapeError) Error() string { return e.path + " " + e.what }

// under puts name in front of err's path, if it has one.
func under(name string, err error) error {
	if shape, ok := errors.AsType[*shapeError](err); ok {
		shape.path = name + shape.path
	}
	return err
}

// unmarshal reads the whole of text into the struct that into points to. On
// error the members before the failure have been set.
func unmarshal(text, name string, into any) error {
	sc := scanner{s: text}
	err := sc.read(reflect.ValueOf(into).Elem())
	if err == nil {
		err = sc.end()
	}
	if err == nil {
		return nil
	}
	if shape, ok := errors.AsType[*shapeError](err); ok {
		return fault.Wrap(err, fault.Invalid, name+shape.path+" "+shape.what+".")
	}
	return fault.Wrap(err, fault.Invalid, name+" is not valid JSON: "+err.Error()+".")
}

// read reads the value here into v.
func (sc *scanner) read(v reflect.Value) error {
	if v.Type() == reflect.TypeFor[JSON]() {
		value, err := sc.skip(0)
		v.SetString(string(value))
		return err
	}
	if sc.lenient {
		if done, err := sc.readLenient(v); done {
			return err
		}
	}
	if uid, ok := v.Addr().Interface().(*chat.UID); ok {
		return sc.readUID(uid)
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
	panic("wire: no decoding for " + v.Type().String())
}

func (sc *scanner) readUID(into *chat.UID) error {
	if sc.peek() != '"' {
		return sc.other("must be a string")
	}
	text, err := sc.text()
	if err != nil {
		return err
	}
	if *into, err = chat.ParseUID(text); err != nil {
		return &shapeError{what: "must be a uid"}
	}
	return nil
}

// other tells of a value of another type, or of text that is no value at all.
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
	// A list of ids may have millions, for which reflection is ten times as slow.
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
	if err != nil || n > maxInteger || n < -maxInteger {
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

// digitsOf reads a number, and tells of any other value.
func (sc *scanner) digitsOf() (string, error) {
	if c := sc.peek(); c != '-' && (c < '0' || c > '9') {
		return "", sc.other("must be a whole number")
	}
	return sc.number()
}
