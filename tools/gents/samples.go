package main

import (
	"fmt"
	"go/types"
	"io"
	"math/rand/v2"
	"reflect"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/wire"
)

// events has one of every event that the core sends.
var events = []wire.CoreEvent{
	wire.ProgressEvent{}, wire.CondenseEvent{}, wire.OutboxEvent{}, wire.ChangedEvent{}, wire.WaitingEvent{}, wire.StartedEvent{},
	wire.RetryingEvent{}, wire.ReadingEvent{}, wire.FellEvent{}, wire.GatherEvent{}, wire.TokenEvent{}, wire.ToolStartEvent{}, wire.ToolEndEvent{},
	wire.CompleteEvent{}, wire.ProblemEvent{}, wire.UnderstandingEvent{}, wire.ClarifyEvent{},
}

// samples prints frames with random events, as the core encodes them, one a line:
// n of each kind, and as many of the other frames. What is in a closed list is one
// of its values.
func (p *protocol) samples(out io.Writer, n int, seed uint64) error {
	f := filler{p, rand.New(rand.NewPCG(seed, 1))}
	for range n {
		frames := []any{&wire.ReadyFrame{}, &wire.ErrorFrame{}, &wire.CrashFrame{}}
		for _, event := range events {
			v := reflect.New(reflect.TypeOf(event)).Elem()
			f.fill(v)
			frames = append(frames, &wire.EventFrame{ID: f.Int64N(1 << 50), Event: v.Interface().(wire.CoreEvent)})
		}
		for _, frame := range frames {
			if _, ok := frame.(*wire.EventFrame); !ok {
				f.fill(reflect.ValueOf(frame).Elem())
			}
			line, err := json.Marshal(frame)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s\n", line)
		}
	}
	return nil
}

type filler struct {
	*protocol
	*rand.Rand
}

var words = []string{"", "a", "plain words", "\"quoted\"", "日本", "😀", "<b>&amp;", "\u2028", "null", "0"}

// texts are JSON of any shape.
var texts = []string{`{"rows":[[1,"a"]]}`, "[]", "null", `"text"`, "1.5"}

// fill gives v a random value. Lists are never nil: the core sends none that is.
func (f filler) fill(v reflect.Value) {
	if uid, ok := v.Addr().Interface().(*chat.UID); ok {
		*uid = chat.MakeUID(f.Int64N(1<<40), f.Uint64(), uint16(f.Uint32()))
		return
	}
	if raw, ok := v.Addr().Interface().(*chat.RawJSON); ok {
		*raw = chat.RawJSON(texts[f.IntN(len(texts))])
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(f.text(v.Type()))
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Float64:
		v.SetFloat(float64(f.IntN(1000)) / 8)
	case reflect.Pointer:
		if f.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem())
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), f.IntN(4), 4))
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				f.fill(v.Field(i))
			}
		}
	default:
		switch {
		case v.CanInt():
			v.SetInt(f.Int64N(1<<40) * int64(f.IntN(2)))
		case v.CanUint():
			v.SetUint(f.Uint64N(1 << 40))
		default:
			panic(fmt.Sprintf("no sample of %s", v.Type()))
		}
	}
}

func (f filler) text(t reflect.Type) string {
	for _, dep := range append([]*types.Package{f.pkg.Types}, f.pkg.Types.Imports()...) {
		if dep.Path() != t.PkgPath() {
			continue
		}
		if named, ok := dep.Scope().Lookup(t.Name()).Type().(*types.Named); ok {
			if values := f.values(named); len(values) > 0 {
				return values[f.IntN(len(values))].text
			}
		}
	}
	return words[f.IntN(len(words))]
}
