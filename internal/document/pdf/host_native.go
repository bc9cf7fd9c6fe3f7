//go:build !wasm

package pdf

import (
	"context"
	"encoding/binary"
	"io"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/emscripten"
)

// What the functions below answer if they do not do what they are asked, as Emscripten
// numbers it.
const (
	badFile     = 8
	invalid     = 28
	noFile      = 44
	notPermit   = 63
	notTerminal = 59
)

// fd is the descriptor of the one file that there is.
const fd = 3

// file is what an instance of PDFium can read.
type file struct {
	r    io.ReaderAt
	size int64
	at   int64
	// window is a part of the file that has been read, since PDFium reads 512 bytes at
	// a time, and goes back and forth.
	window []byte
	from   int64
	err    error
}

const windowSize = 64 << 10

// fileKey finds the file of an instance in the context of its calls.
type fileKey struct{}

func fileOf(ctx context.Context) *file {
	f, _ := ctx.Value(fileKey{}).(*file)
	return f
}

// read copies what is at the place of the file, and moves that.
func (f *file) read(p []byte) (n int) {
	for n < len(p) && f.at < f.size {
		if f.at < f.from || f.at >= f.from+int64(len(f.window)) {
			if !f.move() {
				break
			}
		}
		done := copy(p[n:], f.window[f.at-f.from:])
		n += done
		f.at += int64(done)
	}
	return n
}

// move puts the window around the place of the file.
func (f *file) move() bool {
	f.from = f.at &^ (windowSize - 1)
	f.window = f.window[:cap(f.window)]
	if len(f.window) == 0 {
		f.window = make([]byte, windowSize)
	}
	n, err := f.r.ReadAt(f.window[:min(windowSize, f.size-f.from)], f.from)
	f.window = f.window[:n]
	if err != nil && err != io.EOF {
		f.err = err
	}
	return f.at < f.from+int64(n)
}

// hostFunction is a function of the host: it finds its arguments in stack, and leaves
// its result there.
type hostFunction func(ctx context.Context, m api.Module, stack []uint64)

// answers makes a function that always gives the same.
func answers(value int32) hostFunction {
	return func(_ context.Context, _ api.Module, stack []uint64) { stack[0] = api.EncodeI32(value) }
}

// zeroes makes a function that clears what its argument points to.
func zeroes(argument, size int) hostFunction {
	return func(_ context.Context, m api.Module, stack []uint64) {
		m.Memory().Write(uint32(stack[argument]), make([]byte, size))
	}
}

// hostFunctions are all that PDFium imports, beside what longjmp needs. There is no
// clock, no environment, and no file but one.
var hostFunctions = map[string]map[string]hostFunction{
	"env": {
		"_abort_js":              func(context.Context, api.Module, []uint64) { panic(errAborted) },
		"_tzset_js":              zeroes(0, 4),
		"_localtime_js":          zeroes(1, 44),
		"_gmtime_js":             zeroes(1, 44),
		"emscripten_date_now":    func(_ context.Context, _ api.Module, stack []uint64) { stack[0] = 0 },
		"emscripten_resize_heap": grow,
		"__syscall_openat":       openFile,
		"__syscall_fstat64":      fileStatus,
		"__syscall_fcntl64":      answers(0),
		"__syscall_ioctl":        answers(-notTerminal),
		"__syscall_stat64":       answers(-noFile),
		"__syscall_lstat64":      answers(-noFile),
		"__syscall_newfstatat":   answers(-noFile),
		"__syscall_getdents64":   answers(-badFile),
		"__syscall_ftruncate64":  answers(-notPermit),
		"__syscall_unlinkat":     answers(-notPermit),
		"__syscall_rmdir":        answers(-notPermit),
	},
	"wasi_snapshot_preview1": {
		"fd_close":          answers(0),
		"fd_sync":           answers(0),
		"fd_read":           readFile,
		"fd_seek":           seekFile,
		"fd_write":          writeNothing,
		"environ_get":       answers(0),
		"environ_sizes_get": noEnvironment,
	},
}

// addHost gives a runtime what a module imports.
func addHost(ctx context.Context, r wazero.Runtime, module wazero.CompiledModule) error {
	for name, functions := range hostFunctions {
		builder := r.NewHostModuleBuilder(name)
		for _, imported := range module.ImportedFunctions() {
			from, name, _ := imported.Import()
			if f := functions[name]; f != nil && from != "" {
				builder.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(f), imported.ParamTypes(), imported.ResultTypes()).Export(name)
			}
		}
		if name == "env" {
			jumps, err := emscripten.NewFunctionExporterForModule(module)
			if err != nil {
				return err
			}
			jumps.ExportFunctions(builder)
		}
		if _, err := builder.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}

func grow(_ context.Context, m api.Module, stack []uint64) {
	wanted := uint64(uint32(stack[0]))
	stack[0] = 0
	if wanted > maxMemory {
		return
	}
	if missing := wanted - min(wanted, uint64(m.Memory().Size())); missing > 0 {
		_, done := m.Memory().Grow(uint32((missing + 0xffff) >> 16))
		stack[0] = api.EncodeI32(map[bool]int32{true: 1}[done])
	}
}

func openFile(ctx context.Context, m api.Module, stack []uint64) {
	name, _ := m.Memory().Read(uint32(stack[1]), uint32(len(fileName)+1))
	f := fileOf(ctx)
	if f == nil || string(name) != fileName+"\x00" {
		stack[0] = api.EncodeI32(-noFile)
		return
	}
	f.at = 0
	stack[0] = fd
}

// fileStatus says how long the file is, and that it is one.
func fileStatus(ctx context.Context, m api.Module, stack []uint64) {
	f := fileOf(ctx)
	if f == nil || uint32(stack[0]) != fd {
		stack[0] = api.EncodeI32(-badFile)
		return
	}
	var status [96]byte
	binary.LittleEndian.PutUint32(status[4:], 0o100444)
	binary.LittleEndian.PutUint32(status[8:], 1)
	binary.LittleEndian.PutUint64(status[24:], uint64(f.size))
	binary.LittleEndian.PutUint32(status[32:], 4096)
	m.Memory().Write(uint32(stack[1]), status[:])
	stack[0] = 0
}

func readFile(ctx context.Context, m api.Module, stack []uint64) {
	f := fileOf(ctx)
	if f == nil || uint32(stack[0]) != fd {
		stack[0] = badFile
		return
	}
	parts, count, result := uint32(stack[1]), uint32(stack[2]), uint32(stack[3])
	total := 0
	for i := range count {
		address, _ := m.Memory().ReadUint32Le(parts + 8*i)
		size, _ := m.Memory().ReadUint32Le(parts + 8*i + 4)
		p, ok := m.Memory().Read(address, size)
		if !ok {
			stack[0] = invalid
			return
		}
		n := f.read(p)
		total += n
		if n < len(p) {
			break
		}
	}
	m.Memory().WriteUint32Le(result, uint32(total))
	stack[0] = 0
}

func seekFile(ctx context.Context, m api.Module, stack []uint64) {
	f := fileOf(ctx)
	if f == nil || uint32(stack[0]) != fd {
		stack[0] = badFile
		return
	}
	at := int64(stack[1])
	switch uint32(stack[2]) {
	case io.SeekCurrent:
		at += f.at
	case io.SeekEnd:
		at += f.size
	}
	if at < 0 {
		stack[0] = invalid
		return
	}
	f.at = at
	m.Memory().WriteUint64Le(uint32(stack[3]), uint64(at))
	stack[0] = 0
}

// writeNothing takes what PDFium reports, and drops it.
func writeNothing(_ context.Context, m api.Module, stack []uint64) {
	parts, count, total := uint32(stack[1]), uint32(stack[2]), uint32(0)
	for i := range count {
		size, _ := m.Memory().ReadUint32Le(parts + 8*i + 4)
		total += size
	}
	m.Memory().WriteUint32Le(uint32(stack[3]), total)
	stack[0] = 0
}

func noEnvironment(_ context.Context, m api.Module, stack []uint64) {
	m.Memory().WriteUint32Le(uint32(stack[0]), 0)
	m.Memory().WriteUint32Le(uint32(stack[1]), 0)
	stack[0] = 0
}
