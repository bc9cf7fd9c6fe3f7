package wire

import (
	"errors"
	"reflect"
	"strconv"
	"unicode/utf8"

	"burrow/internal/fault"
	"burrow/internal/json"
)

// Encode returns the frame as JSON without a newline anywhere, so that a line
// holds it. It fails only for a result that JSON cannot carry, which is a bug
// in the method that made it.
func Encode(frame FromCore) ([]byte, error) {
	out, err := json.MarshalPlain(frame)
	if err != nil {
		return nil, fault.Note("encode "+reflect.TypeOf(frame).String(), err)
	}
	return out, nil
}

// Decode reads a frame that a client sent. If it fails, with code Invalid, id is
// that of the intended request. It is 0 if the frame is not JSON, whose parts cannot
// be trusted, or is not a request with an id.
func Decode(frame string) (decoded ToCore, id int64, err error) {
	var all struct {
		Kind   string   `json:"kind"`
		ID     int64    `json:"id"`
		Method string   `json:"method,omitempty"`
		Params json.Raw `json:"params,omitempty"`
	}
	if !utf8.ValidString(frame) {
		return nil, 0, fault.New(fault.Invalid, "frame is not valid UTF-8.")
	}
	if err := read(frame, "frame", &all); err != nil {
		if _, ok := errors.AsType[*json.MemberError](err); ok {
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
func ReadParams(params json.Raw, into any) error {
	if params == "" {
		params = "{}"
	}
	return read(string(params), "params", into)
}

// PeekID returns the id of a request in a frame that cannot be decoded, or 0. Such a
// frame may be only the beginning of one that is too large.
func PeekID(beginning string) int64 {
	var id, kind json.Raw
	json.Members(beginning, func(name string, value json.Raw) {
		switch name {
		case "id":
			id = value
		case "kind":
			kind = value
		}
	})
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil || n < 1 || n > json.MaxInteger || kind != `"request"` {
		return 0
	}
	return n
}

// read reads the whole of text into the struct that into points to. name is what
// the sentence of an error calls it.
func read(text, name string, into any) error {
	err := json.UnmarshalStrict(text, into)
	if err == nil {
		return nil
	}
	if wrong, ok := errors.AsType[*json.MemberError](err); ok {
		if wrong.Member != "" {
			name += "."
		}
		return fault.Wrap(err, fault.Invalid, "{name}{wrong}.", "name", name, "wrong", wrong.Error())
	}
	return fault.Wrap(err, fault.Invalid, "{name} is not valid JSON: {x}.", "name", name, "x", err.Error())
}
