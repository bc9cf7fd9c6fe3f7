//go:build !js && !wasip1

package recall

import (
	_ "embed"
	"sync"
)

//go:embed related.bin
var packedRelated []byte

// Embedded is the table of related words that is part of the program. The core as
// WebAssembly does not have it.
var Embedded = sync.OnceValue(func() *Related {
	r, err := LoadRelated(packedRelated)
	if err != nil {
		panic(err) // tests load the same bytes
	}
	return r
})
