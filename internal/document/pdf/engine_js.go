package pdf

import (
	"io"
	"syscall/js"
	"unsafe"

	"burrow/internal/fault"
)

// NewEngine makes an engine of an instance that JavaScript has made: see
// web/src/storage/reader/pdfium.ts, which has the methods that are called here.
func NewEngine(host js.Value) Engine { return &browser{host: host} }

// browser is an instance in a worker of the page. What is copied and called goes through
// JavaScript, so that what matters is how often: a page takes about a hundred calls.
type browser struct {
	host js.Value
	// room is memory of JavaScript's for arguments and results, size how much it is.
	room  js.Value
	size  int
	read  js.Func
	ended bool
	// failed is why the file cannot be read.
	failed error
}

func (e *browser) Open(r io.ReaderAt, size int64) {
	var buffer []byte
	// It is called while PDFium reads, and does not wait.
	e.read = js.FuncOf(func(_ js.Value, args []js.Value) any {
		into := args[1]
		if n := into.Length(); len(buffer) < n {
			buffer = make([]byte, n)
		}
		n, err := r.ReadAt(buffer[:into.Length()], int64(args[0].Float()))
		if err != nil && err != io.EOF {
			e.failed = err
		}
		js.CopyBytesToJS(into, buffer[:n])
		return n
	})
	e.host.Call("open", e.read, size)
}

func (e *browser) Call(name string, args ...uint32) (uint32, error) {
	var result [1]uint32
	err := e.Each(name, args, result[:])
	return result[0], err
}

func (e *browser) Each(name string, args []uint32, results []uint32) (err error) {
	if e.ended {
		return errEnded
	}
	if len(results) == 0 {
		return nil
	}
	defer e.caught(name, &err)
	if need := 4 * max(len(args), len(results)); need > e.size {
		e.size = max(need, 64<<10)
		e.room = e.host.Call("reserve", e.size)
	}
	if len(args) > 0 {
		js.CopyBytesToJS(e.room, bytesOf(args))
	}
	e.host.Call("each", name, len(args)/len(results), len(results))
	js.CopyBytesToGo(bytesOf(results), e.room)
	if e.failed != nil {
		e.ended = true
	}
	return e.failed
}

// bytesOf are the bytes of numbers, which WebAssembly has in the order that JavaScript
// has there too.
func bytesOf(numbers []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&numbers[0])), 4*len(numbers))
}

// caught makes an error of what JavaScript throws: traps, aborts, and what has no room.
func (e *browser) caught(name string, err *error) {
	switch thrown := recover().(type) {
	case nil:
	case js.Error:
		e.ended = true
		*err = fault.Note(name, thrown)
	default:
		panic(thrown)
	}
}

func (e *browser) Read(p []byte, address uint32) (err error) {
	defer e.caught("read", &err)
	js.CopyBytesToGo(p, e.host.Call("view", address, len(p)))
	return nil
}

func (e *browser) Write(address uint32, p []byte) (err error) {
	defer e.caught("write", &err)
	js.CopyBytesToJS(e.host.Call("view", address, len(p)), p)
	return nil
}

// Close gives back what Go holds. The instance ends with its worker.
func (e *browser) Close() error {
	e.ended = true
	if e.read.Value.Truthy() {
		e.read.Release()
	}
	return nil
}
