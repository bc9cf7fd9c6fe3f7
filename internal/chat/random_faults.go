//go:build faults

package chat

import (
	"math/rand/v2"
	"sync"
)

// fixed gives the random bits of names once FixUIDs was called.
var fixed struct {
	sync.Mutex
	source *rand.PCG
}

// FixUIDs makes names the same in every run, for transcripts.
func FixUIDs() {
	fixed.Lock()
	defer fixed.Unlock()
	fixed.source = rand.NewPCG(1, 1)
}

func random64() uint64 {
	fixed.Lock()
	defer fixed.Unlock()
	if fixed.source == nil {
		return rand.Uint64()
	}
	return fixed.source.Uint64()
}
