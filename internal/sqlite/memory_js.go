package sqlite

import "unsafe"

// region is a part of SQLite's memory.
type region struct {
	at   uint32
	size int
}

// keptBytes is how much is kept between calls.
const keptBytes = 1 << 16

// fill copies bytes into the region, which grows to hold them.
func (r *region) fill(bytes []byte) (uint32, error) {
	if r.size < len(bytes) || r.at == 0 {
		r.free()
		size := max(keptBytes, len(bytes))
		if r.at = sqliteMalloc(int64(size)); r.at == 0 {
			return 0, NoMemory
		}
		r.size = size
	}
	if len(bytes) > 0 {
		hostCopyIn(r.at, unsafe.Pointer(unsafe.SliceData(bytes)), int32(len(bytes)))
	}
	return r.at, nil
}

func (r *region) shrink() {
	if r.size > keptBytes {
		r.free()
	}
}

func (r *region) free() {
	if r.at != 0 {
		sqliteFree(r.at)
	}
	*r = region{}
}

// bytes copies n bytes out.
func (r region) bytes(n int) []byte {
	copied := make([]byte, n)
	if n > 0 {
		hostCopyOut(unsafe.Pointer(unsafe.SliceData(copied)), r.at, int32(n))
	}
	return copied
}

func peek32(at uint32) uint32 {
	b := region{at: at}.bytes(4)
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// cLength is the length of a text that ends with a NUL.
func cLength(at uint32) int32 {
	if at == 0 {
		return 0
	}
	return hostLength(at)
}

// memory is where an image's bytes are.
type memory struct{ at uint32 }

func newMemory(size int) (memory, error) {
	at := sqliteMalloc(int64(max(size, 1)))
	if at == 0 {
		return memory{}, NoMemory
	}
	return memory{at}, nil
}

func (m memory) read(p []byte, at int) {
	if len(p) > 0 {
		hostCopyOut(unsafe.Pointer(unsafe.SliceData(p)), m.at+uint32(at), int32(len(p)))
	}
}

func (m memory) write(p []byte, at int) {
	if len(p) > 0 {
		hostCopyIn(m.at+uint32(at), unsafe.Pointer(unsafe.SliceData(p)), int32(len(p)))
	}
}

func (m *memory) free() {
	if m.at != 0 {
		sqliteFree(m.at)
	}
	m.at = 0
}
