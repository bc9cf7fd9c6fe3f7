//go:build !wasm

package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// maxMemory is how much memory PDFium may have, as in pdfium.ts.
const maxMemory = 256 << 20

// errAddress is a place outside of its memory.
var errAddress = errors.New("pdfium gave an address outside of its memory")

// errAborted is what PDFium does when it finds that something cannot be, or has no
// memory left.
var errAborted = errors.New("pdfium has aborted")

// Library is PDFium, compiled. Several goroutines may use it.
type Library struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
	cache   wazero.CompilationCache
}

// Compile compiles pdfium.wasm, in about 3 s, or takes what has been compiled before
// from a folder, in 0.3 s. Without a folder it is compiled each time.
func Compile(ctx context.Context, wasm []byte, folder string) (*Library, error) {
	l := &Library{cache: wazero.NewCompilationCache()}
	if folder != "" {
		cache, err := wazero.NewCompilationCacheWithDir(folder)
		if err != nil {
			return nil, fmt.Errorf("open the folder for compiled code: %w", err)
		}
		l.cache = cache
	}
	// Calls cannot be stopped while they run: what would let wazero do that makes PDFium
	// five times as slow.
	config := wazero.NewRuntimeConfig().WithCompilationCache(l.cache).WithMemoryLimitPages(maxMemory >> 16)
	l.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	var err error
	if l.module, err = l.runtime.CompileModule(ctx, wasm); err == nil {
		err = addHost(ctx, l.runtime, l.module)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("compile pdfium: %w", err), l.Close())
	}
	return l, nil
}

// Close ends all engines.
func (l *Library) Close() error {
	ctx := context.Background()
	return errors.Join(l.runtime.Close(ctx), l.cache.Close(ctx))
}

// Engine makes an instance for one document.
func (l *Library) Engine(ctx context.Context) (Engine, error) {
	e := &native{functions: make(map[string]api.Function), file: &file{}}
	e.ctx = context.WithValue(ctx, fileKey{}, e.file)
	var err error
	if e.module, err = l.runtime.InstantiateModule(e.ctx, l.module, wazero.NewModuleConfig().WithName("").WithStartFunctions()); err != nil {
		return nil, fmt.Errorf("start pdfium: %w", err)
	}
	for _, name := range []string{"emscripten_stack_init", "__wasm_call_ctors"} {
		if _, err = e.Call(name); err != nil {
			return nil, errors.Join(fmt.Errorf("start pdfium: %w", err), e.Close())
		}
	}
	return e, nil
}

// native is an instance that wazero runs.
type native struct {
	ctx       context.Context
	module    api.Module
	file      *file
	functions map[string]api.Function
	stack     [8]uint64
	ended     bool
}

func (e *native) Open(r io.ReaderAt, size int64) { *e.file = file{r: r, size: size} }

func (e *native) Call(name string, args ...uint32) (uint32, error) {
	var result [1]uint32
	err := e.Each(name, args, result[:])
	return result[0], err
}

func (e *native) Each(name string, args []uint32, results []uint32) error {
	if e.ended {
		return errEnded
	}
	f := e.functions[name]
	if f == nil {
		if f = e.module.ExportedFunction(name); f == nil {
			return fmt.Errorf("pdfium has no function %s", name)
		}
		e.functions[name] = f
	}
	width := len(args) / max(len(results), 1)
	for i := range results {
		for j, arg := range args[i*width : (i+1)*width] {
			e.stack[j] = uint64(arg)
		}
		if err := f.CallWithStack(e.ctx, e.stack[:]); err != nil {
			e.ended = true
			return fmt.Errorf("%s: %w", name, err)
		}
		results[i] = uint32(e.stack[0])
	}
	if e.file.err != nil {
		e.ended = true
		return e.file.err
	}
	return nil
}

func (e *native) Read(p []byte, address uint32) error {
	from, ok := e.module.Memory().Read(address, uint32(len(p)))
	if !ok {
		return errAddress
	}
	copy(p, from)
	return nil
}

func (e *native) Write(address uint32, p []byte) error {
	if !e.module.Memory().Write(address, p) {
		return errAddress
	}
	return nil
}

func (e *native) Close() error {
	e.ended = true
	return e.module.Close(context.WithoutCancel(e.ctx))
}
