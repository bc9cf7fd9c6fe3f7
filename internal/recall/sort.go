package recall

import "math"

// sortKeys sorts ascending, by one byte after another. All lists of this package
// are sorted as such keys: each type given to package slices would add a sorting
// routine of its own to the core, about 3 kB compressed.
func sortKeys(keys []uint64) {
	if len(keys) < 64 {
		for i, key := range keys {
			for ; i > 0 && keys[i-1] > key; i-- {
				keys[i] = keys[i-1]
			}
			keys[i] = key
		}
		return
	}
	from, to := keys, make([]uint64, len(keys))
	for shift := 0; shift < 64; shift += 8 {
		var ends [256]int
		for _, key := range from {
			ends[byte(key>>shift)]++
		}
		if ends[byte(from[0]>>shift)] == len(from) {
			continue // all have the same byte here
		}
		sum := 0
		for b, count := range ends {
			ends[b] = sum
			sum += count
		}
		for _, key := range from {
			b := byte(key >> shift)
			to[ends[b]] = key
			ends[b]++
		}
		from, to = to, from
	}
	copy(keys, from)
}

// keyOf makes a key of what is sorted by and the number of what is sorted.
func keyOf(by uint32, number int) uint64 { return uint64(by)<<32 | uint64(uint32(number)) }

func numberIn(key uint64) int { return int(uint32(key)) }

// falling sorts positive numbers with the highest first: the bits of positive
// numbers have the numbers' order.
func falling(v float32) uint32 { return ^math.Float32bits(v) }

// scoreIn is what falling was given for a key.
func scoreIn(key uint64) float32 { return math.Float32frombits(^uint32(key >> 32)) }

// heap puts keys in an order in which the least is the first, and sink puts it in
// order again after key i has become greater.
func heap(keys []uint64) {
	for i := len(keys)/2 - 1; i >= 0; i-- {
		sink(keys, i)
	}
}

func sink(keys []uint64, i int) {
	for {
		least := 2*i + 1
		if least >= len(keys) {
			return
		}
		if right := least + 1; right < len(keys) && keys[right] < keys[least] {
			least = right
		}
		if keys[i] <= keys[least] {
			return
		}
		keys[i], keys[least] = keys[least], keys[i]
		i = least
	}
}
