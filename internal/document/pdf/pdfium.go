package pdf

import (
	"encoding/binary"
	"math"
	"unicode/utf16"
)

// pdfium calls PDFium. The first error stays: all calls after it do nothing and give 0,
// so that what calls many functions in a row asks once.
type pdfium struct {
	e        Engine
	err      error
	document uint32
	// kept is a page that is still open, 0 if there is none.
	kept uint32
	// room is memory for what functions give back through pointers.
	room uint32
	size int
	// buffer is what room was when it was read last.
	buffer []byte
}

// call calls a function of PDFium.
func (p *pdfium) call(name string, args ...uint32) uint32 {
	if p.err != nil {
		return 0
	}
	var result uint32
	result, p.err = p.e.Call(name, args...)
	return result
}

// each calls a function for each of a list of rows of arguments.
func (p *pdfium) each(name string, args []uint32, rows int) []uint32 {
	results := make([]uint32, rows)
	if p.err == nil && rows > 0 {
		p.err = p.e.Each(name, args, results)
	}
	return results
}

// reserve gives memory of at least a size, cleared. It stays until the next call of
// reserve.
func (p *pdfium) reserve(size int) uint32 {
	if size > p.size {
		if p.room != 0 {
			p.call("free", p.room)
		}
		p.size = max(size, 64<<10)
		p.room = p.call("malloc", uint32(p.size))
		if p.room == 0 && p.err == nil {
			p.err = errMemory
		}
	}
	p.write(make([]byte, size))
	return p.room
}

// write copies bytes to what is reserved.
func (p *pdfium) write(data []byte) {
	if p.err == nil {
		p.err = p.e.Write(p.room, data)
	}
}

// read gives the first bytes of what is reserved, until the next call of read.
func (p *pdfium) read(size int) memory {
	if len(p.buffer) < size {
		p.buffer = make([]byte, size)
	}
	data := p.buffer[:size]
	if p.err == nil {
		p.err = p.e.Read(data, p.room)
	}
	if p.err != nil {
		clear(data)
	}
	return data
}

// eachInto calls a function for each row of arguments, with further ones: addresses where
// it leaves results of a size, one after another.
func (p *pdfium) eachInto(name string, rows []uint32, width, results, size int) (ok []uint32, out memory) {
	n := len(rows) / width
	if n == 0 {
		return nil, nil
	}
	at := p.reserve(n * results * size)
	args := make([]uint32, 0, n*(width+results))
	for i := range n {
		args = append(args, rows[i*width:(i+1)*width]...)
		for range results {
			args = append(args, at)
			at += uint32(size)
		}
	}
	return p.each(name, args, n), p.read(n * results * size)
}

// text calls a function that writes UTF-16 to a buffer that it is given last, with its
// size, and returns how many bytes there are.
func (p *pdfium) text(name string, args ...uint32) string {
	const most = 4096
	at := p.reserve(most)
	size := p.call(name, append(args, at, most)...)
	if size < 2 || size > most {
		return ""
	}
	data := p.read(int(size))
	units := make([]uint16, 0, size/2)
	for i := 0; i+1 < len(data); i += 2 {
		if unit := binary.LittleEndian.Uint16(data[i:]); unit != 0 {
			units = append(units, unit)
		}
	}
	return string(utf16.Decode(units))
}

// name puts a name where a function finds it, and gives its address.
func (p *pdfium) name(text string) uint32 {
	at := p.call("malloc", uint32(len(text)+1))
	if p.err == nil {
		p.err = p.e.Write(at, append([]byte(text), 0))
	}
	return at
}

// memory is a copy of some of PDFium's memory.
type memory []byte

func (m memory) integer(i int) uint32 { return binary.LittleEndian.Uint32(m[4*i:]) }
func (m memory) float(i int) float64  { return finite(float64(math.Float32frombits(m.integer(i)))) }
func (m memory) double(i int) float64 {
	return finite(math.Float64frombits(binary.LittleEndian.Uint64(m[8*i:])))
}
func (m memory) box(i int) box {
	return box{m.float(i), m.float(i + 3), m.float(i + 2), m.float(i + 1)}.upright()
}

// finite is a number that can be compared and added up: files have any.
func finite(x float64) float64 {
	const most = 1e6
	if x != x {
		return 0
	}
	return min(max(x, -most), most)
}

// box is a rectangle. Its y grows upwards.
type box struct{ left, bottom, right, top float64 }

func (b box) upright() box {
	return box{min(b.left, b.right), min(b.bottom, b.top), max(b.left, b.right), max(b.bottom, b.top)}
}

func (b box) width() float64  { return b.right - b.left }
func (b box) height() float64 { return b.top - b.bottom }

// has reports whether the middle of another box is in it.
func (b box) has(other box) bool {
	x, y := (other.left+other.right)/2, (other.bottom+other.top)/2
	return x >= b.left && x <= b.right && y >= b.bottom && y <= b.top
}

// and is the smallest box that has both.
func (b box) and(other box) box {
	return box{min(b.left, other.left), min(b.bottom, other.bottom), max(b.right, other.right), max(b.top, other.top)}
}
