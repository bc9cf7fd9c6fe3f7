// Core exposes internal/tokens to the benchmark's worker as plain functions on
// globalThis.burrow, the way the real core is called: a JavaScript string comes
// in, a number or an array of ids goes out, both copied.
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
	ids      []uint32
	// inside is the time spent counting since it was last asked for: what is
	// left when the copy of the text into the core is not measured.
	inside time.Duration
)

func main() {
	js.Global().Set("burrow", map[string]any{
		"load":       js.FuncOf(load),
		"count":      js.FuncOf(count),
		"encode":     js.FuncOf(encode),
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

func count(_ js.Value, args []js.Value) any {
	text := args[0].String()
	start := time.Now()
	n := encoding.Count(text)
	inside += time.Since(start)
	return n
}

// encode(text) returns the ids as the bytes of a Uint32Array.
func encode(_ js.Value, args []js.Value) any {
	ids = encoding.Encode(ids[:0], args[0].String())
	out := js.Global().Get("Uint8Array").New(4 * len(ids))
	if len(ids) > 0 {
		js.CopyBytesToJS(out, unsafe.Slice((*byte)(unsafe.Pointer(&ids[0])), 4*len(ids)))
	}
	return out
}

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
