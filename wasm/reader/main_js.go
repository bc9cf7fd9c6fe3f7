// Reader is package foreign as a WebAssembly module of its own, in a worker that the
// page starts when a file is imported: see web/src/storage/reader/reader.ts.
package main

import (
	"io"
	"syscall/js"

	"burrow/internal/fault"
	"burrow/internal/foreign"
	"burrow/internal/json"
)

func main() {
	host := js.Global().Get("burrowReader")
	file, err := foreign.Open(source{host}, int64(host.Get("size").Float()))
	host.Set("next", js.FuncOf(func(js.Value, []js.Value) any { return next(file, err) }))
	select {}
}

// next returns the next part, or the sentence that says why there is none.
func next(file *foreign.File, opened error) any {
	if opened != nil {
		return map[string]any{"error": fault.From(opened).Message}
	}
	part, err := file.Next()
	if err != nil && err != io.EOF {
		return map[string]any{"error": fault.From(err).Message}
	}
	report, _ := json.Marshal(file.Report())
	return map[string]any{"lines": string(part.Lines), "first": part.First, "progress": file.Progress(), "ended": err == io.EOF, "report": string(report)}
}

// source is the file, which the worker can read at any place without waiting.
type source struct{ host js.Value }

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
