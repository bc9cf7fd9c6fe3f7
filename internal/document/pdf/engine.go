// Package pdf reads PDF files: their text as blocks, in the order in which people read
// it. PDFium, a WebAssembly module, takes files apart; what is a line, a paragraph, a
// heading or a row of a table is decided here, the same way natively and in a browser.
//
// A file may be made to harm. PDFium sees nothing but that file and 256 MB of memory,
// and an Engine that fails is not used again. Text that a reader of the page does not
// see is kept, in blocks of its own that say so.
package pdf

import (
	"errors"
	"io"
)

// Engine is an instance of PDFium, whose functions take and return 32-bit integers:
// numbers, and addresses in its memory. It reads one document and belongs to one
// goroutine. After an error, all other calls fail too.
type Engine interface {
	// Open gives the file that PDFium finds as fileName.
	Open(r io.ReaderAt, size int64)
	// Call calls a function.
	Call(name string, args ...uint32) (uint32, error)
	// Each calls a function once for each row of arguments, and gives what the calls
	// return in results, which has as many places as there are rows.
	Each(name string, args []uint32, results []uint32) error
	// Read and Write copy memory.
	Read(p []byte, address uint32) error
	Write(address uint32, p []byte) error
	// Close gives back what the instance needs.
	Close() error
}

// fileName is the only file that PDFium can open.
const fileName = "/document.pdf"

// errEnded is what an engine answers that has failed before.
var errEnded = errors.New("pdfium has ended")
