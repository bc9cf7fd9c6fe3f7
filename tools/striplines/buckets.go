package main

import "encoding/binary"

// The runtime finds a function by its number: buckets say where in the table of functions
// to begin, and it goes on from there. There are sixteen buckets a function, because other
// machines need them; of these one is read (runtime.findfunc).
const (
	bucketSize = 20
	stride     = 16 * bucketSize
	// grain is how many functions begin at the same place: half as many steps more, for a
	// table that compresses away.
	grain = 16
)

// coarsen makes the buckets say the same for many functions. A program whose buckets are
// not found keeps them; the answer says which it is.
func coarsen(memory []byte, functions int) bool {
	if functions < grain {
		return false
	}
	last := stride * (functions - 1) // of the last function there is only the beginning
	for at := 0; at+last+4 <= len(memory); at += 4 {
		buckets := memory[at:]
		if !areBuckets(buckets, functions) {
			continue
		}
		for i := range functions - 1 {
			own := buckets[stride*i : stride*(i+1)]
			clear(own)
			binary.LittleEndian.PutUint32(own, uint32(i-i%grain))
		}
		binary.LittleEndian.PutUint32(buckets[last:], uint32((functions-1)/grain*grain))
		return true
	}
	return false
}

// areBuckets reports whether every function has its sixteen, each with its number and no
// more.
func areBuckets(buckets []byte, functions int) bool {
	for i := range functions - 1 {
		for own := buckets[stride*i : stride*(i+1)]; len(own) > 0; own = own[bucketSize:] {
			if binary.LittleEndian.Uint32(own) != uint32(i) || [16]byte(own[4:bucketSize]) != [16]byte{} {
				return false
			}
		}
	}
	return binary.LittleEndian.Uint32(buckets[stride*(functions-1):]) == uint32(functions-1)
}
