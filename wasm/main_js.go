// Wasm is the core as a WebAssembly module: in the browser's worker, where
// web/src/core/worker.ts starts it, and under WASI, where it talks over stdio.
package main

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"syscall/js"

	"burrow/internal/llm"
	"burrow/internal/rpc"
	"burrow/internal/tokens"
)

// version is set by the linker.
var version = "dev"

func main() {
	host := js.Global().Get("burrow")
	err := rpc.Serve(context.Background(), rpc.NewPost(host.Get("port")), rpc.Options{
		Version: version,
		Load: func(ctx context.Context, name tokens.Name) (*tokens.Encoding, error) {
			packed, err := asset(ctx, host, string(name))
			if err != nil {
				return nil, err
			}
			return tokens.Load(name, packed)
		},
		Transport:  llm.NewFetch(),
		Background: true,
		Outbox:     true,
		Local:      true,
		DayFirst:   dayFirst(),
		Server:     js.Global().Get("location").Get("origin").String(),
		Log:        func(err error) { println(err.Error()) },
	})
	if err != nil {
		println(err.Error())
		syscall.Exit(1)
	}
}

// dayFirst asks the browser how it writes a date.
func dayFirst() bool {
	date := js.Global().Get("Date").New(2020, 10, 22).Call("toLocaleDateString").String()
	return strings.Index(date, "22") < strings.Index(date, "11")
}

// asset asks the worker for a file of the page, by the promise of a Uint8Array.
func asset(ctx context.Context, host js.Value, name string) ([]byte, error) {
	type outcome struct {
		packed []byte
		err    error
	}
	// Room for the outcome lets the callbacks end when nobody waits any more.
	settled := make(chan outcome, 1)
	resolved := js.FuncOf(func(_ js.Value, args []js.Value) any {
		packed := make([]byte, args[0].Length())
		js.CopyBytesToGo(packed, args[0])
		settled <- outcome{packed: packed}
		return nil
	})
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		reason := js.Global().Get("String").Invoke(args[0]).String()
		settled <- outcome{err: errors.New(reason)}
		return nil
	})
	host.Call("asset", name).Call("then", resolved, rejected)
	select {
	case got := <-settled:
		resolved.Release()
		rejected.Release()
		return got.packed, got.err
	case <-ctx.Done():
		return nil, ctx.Err() // the promise still holds the callbacks
	}
}
