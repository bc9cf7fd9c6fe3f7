// Wasm is the core as a WebAssembly module: in the browser's worker, where
// web/src/core/worker.ts starts it, and under WASI, where it talks over stdio.
package main

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"syscall"
	"syscall/js"

	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/recall"
	"burrow/internal/rpc"
	"burrow/internal/tokens"
	"burrow/internal/understand"
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
		Related: related(host),
		Encoder: encoderOf(host),
		Languages: func(ctx context.Context) (*understand.Languages, error) {
			text, err := asset(ctx, host, "languages")
			if err != nil {
				return nil, err
			}
			memory.LoadLanguages(string(text))
			return understand.LoadLanguages(string(text)), nil
		},
		Transport:  llm.NewFetch(),
		Background: true,
		Outbox:     true,
		Local:      true,
		DayFirst:   understand.DayFirst(js.Global().Get("navigator").Get("language").String()),
		Server:     js.Global().Get("location").Get("origin").String(),
		Log:        func(err error) { println(err.Error()) },
	})
	if err != nil {
		println(err.Error())
		syscall.Exit(1)
	}
}

// related fetches the table of related words when a question first looks for earlier
// messages. Until it is there, and if it cannot be had, there are none; nobody waits.
func related(host js.Value) func() *recall.Related {
	var table atomic.Pointer[recall.Related]
	var once sync.Once
	return func() *recall.Related {
		once.Do(func() {
			go func() {
				packed, err := asset(context.Background(), host, "related")
				if err != nil {
					println(err.Error())
					return
				}
				loaded, err := recall.LoadRelated(packed)
				if err != nil {
					println(err.Error())
					return
				}
				table.Store(loaded)
			}()
		})
		return table.Load()
	}
}

// asset asks the worker for a file of the page, by the promise of a Uint8Array.
func asset(ctx context.Context, host js.Value, name string) ([]byte, error) {
	return await(ctx, host.Call("asset", name))
}

// await waits for the promise of an array of numbers and returns its bytes.
func await(ctx context.Context, promise js.Value) ([]byte, error) {
	type outcome struct {
		bytes []byte
		err   error
	}
	// Room for the outcome lets the callbacks end when nobody waits any more.
	settled := make(chan outcome, 1)
	resolved := js.FuncOf(func(_ js.Value, args []js.Value) any {
		whole := js.Global().Get("Uint8Array").New(args[0].Get("buffer"), args[0].Get("byteOffset"), args[0].Get("byteLength"))
		bytes := make([]byte, whole.Length())
		js.CopyBytesToGo(bytes, whole)
		settled <- outcome{bytes: bytes}
		return nil
	})
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		reason := js.Global().Get("String").Invoke(args[0]).String()
		settled <- outcome{err: errors.New(reason)}
		return nil
	})
	release := func() {
		resolved.Release()
		rejected.Release()
	}
	promise.Call("then", resolved, rejected)
	select {
	case got := <-settled:
		release()
		return got.bytes, got.err
	case <-ctx.Done():
		// The promise holds the callbacks until it settles.
		go func() {
			<-settled
			release()
		}()
		return nil, ctx.Err()
	}
}
