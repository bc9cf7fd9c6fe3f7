// Reader is packages foreign and document/read as a WebAssembly module of its own, in a
// worker that the page starts for a file: chats of another program, or a document. See
// web/src/storage/reader/reader.ts. A file comes in parts, each when it is asked for.
package main

import (
	"io"
	"runtime"
	"syscall/js"

	"burrow/internal/fault"
)

func main() {
	host := js.Global().Get("burrowReader")
	file := source{host: host, size: int64(host.Get("size").Float())}
	next := chatsOf(file)
	if host.Get("kind").String() == "document" {
		next = blocksOf(file)
	}
	host.Set("next", js.FuncOf(func(js.Value, []js.Value) any { return guarded(next) }))
	select {}
}

// guarded returns the next part. A panic ends the file, and the worker has a sentence for
// it: what is read is foreign.
func guarded(next func() map[string]any) (part map[string]any) {
	defer func() {
		thrown := recover()
		if thrown == nil {
			return
		}
		if err, ok := thrown.(runtime.Error); ok { // which has no text of the file
			println(err.Error())
		}
		part = map[string]any{"crashed": true}
	}()
	return next()
}

// failed is what the worker gets instead of a part.
func failed(err error) map[string]any {
	return map[string]any{"error": fault.From(err).Message}
}

// source is the file, which the worker can read at any place without waiting.
type source struct {
	host js.Value
	size int64
}

func (s source) ReadAt(p []byte, at int64) (n int, err error) {
	defer func() {
		if recover() != nil { // what JavaScript throws
			err = fault.New(fault.Unavailable, "Your browser couldn’t read this file. It may have been moved or changed.")
		}
	}()
	if n = js.CopyBytesToGo(p, s.host.Call("read", at, len(p))); n < len(p) {
		err = io.EOF
	}
	return n, err
}
