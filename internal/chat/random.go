//go:build !faults

package chat

import "math/rand/v2"

func random64() uint64 { return rand.Uint64() }
