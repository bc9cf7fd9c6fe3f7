//go:build !js

package sqlite

// memory is where an image's bytes are.
type memory struct{ bytes []byte }

func newMemory(size int) (memory, error) { return memory{make([]byte, size)}, nil }

func (m memory) read(p []byte, at int)  { copy(p, m.bytes[at:]) }
func (m memory) write(p []byte, at int) { copy(m.bytes[at:], p) }
func (m *memory) free()                 { m.bytes = nil }
