// Core exposes internal/tokens to the benchmark's worker. Texts are written into
// a buffer of the core by the worker's TextEncoder, and the ids are read out of
// one, so that a text is copied once each way, as by any library in WebAssembly.
package main

import (
	"math/rand/v2"
	"syscall/js"
	"time"
	"unsafe"

	"burrow/internal/tokens"
)

var (
	encoding *tokens.Encoding
	text     = make([]byte, 4<<20)
	ids      []uint32
	// inside is the time spent counting since it was last asked for: what is
	// left when the copy of the text into the core is not measured.
	inside time.Duration
)

func main() {
	js.Global().Set("burrow", map[string]any{
		"load":       js.FuncOf(load),
		"takeInside": js.FuncOf(takeInside),
		"keystrokes": js.FuncOf(keystrokes),
	})
	select {}
}

// load(name, bytes) makes the encoding from its packed vocabulary and returns an
// error's text or null.
func load(_ js.Value, args []js.Value) any {
	packed := make([]byte, args[1].Get("length").Int())
	js.CopyBytesToGo(packed, args[1])
	e, err := tokens.Load(tokens.Name(args[0].String()), packed)
	if err != nil {
		return err.Error()
	}
	encoding = e
	return nil
}

// input returns where the worker writes the text.
//
//go:wasmexport input
func input() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(text)) }

// count counts the n bytes in the buffer.
//
//go:wasmexport count
func count(n int32) int32 {
	start := time.Now()
	tokens := encoding.Count(unsafe.String(unsafe.SliceData(text), int(n)))
	inside += time.Since(start)
	return int32(tokens)
}

// encode encodes the n bytes in the buffer; output is where the ids are.
//
//go:wasmexport encode
func encode(n int32) int32 {
	ids = encoding.Encode(ids[:0], unsafe.String(unsafe.SliceData(text), int(n)))
	return int32(len(ids))
}

//go:wasmexport output
func output() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(ids)) }

func takeInside(js.Value, []js.Value) any {
	ms := float64(inside.Nanoseconds()) / 1e6
	inside = 0
	return ms
}

// keystrokes(text, length, n) opens a draft of a text of that many UTF-16 units
// and changes it n times at random places, inserting and deleting a character in
// turn. It returns the milliseconds that each change and the count after it
// took, or the text of an error.
func keystrokes(_ js.Value, args []js.Value) any {
	draft := tokens.NewDraft(encoding, args[0].String())
	length := args[1].Int()
	random := rand.New(rand.NewPCG(1, 2))
	times := make([]any, args[2].Int())
	for i := range times {
		from, to, inserted := random.IntN(length-1), 0, ""
		if i%2 == 0 {
			to, inserted = from, string(rune('a'+random.IntN(26)))
			length++
		} else {
			to = from + 1
			length--
		}
		start := time.Now()
		err := draft.ReplaceUTF16(from, to, inserted)
		n := draft.Count()
		times[i] = float64(time.Since(start).Nanoseconds()) / 1e6
		if err != nil {
			return err.Error()
		}
		if n == 0 {
			return "the draft counts no tokens"
		}
	}
	return times
}
