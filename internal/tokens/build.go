package tokens

import (
	"math/bits"
	"strings"
	"sync"
	"unsafe"
)

// newTables spells the tokens out and fills the lookup tables.
func newTables(m *merges) (*tables, error) {
	t := &tables{halves: m.halves}
	if err := t.spell(m); err != nil {
		return nil, err
	}
	var short, mid, long int
	for _, n := range t.sizes {
		switch {
		case n < 8:
			short++
		case n < 16:
			mid++
		default:
			long++
		}
	}
	t.shortKeys, t.shortShift = make([]uint64, slots(short)), shift(slots(short))
	t.shortIDs = make([]uint32, len(t.shortKeys))
	t.midKeys, t.midShift = make([]midKey, slots(mid)), shift(slots(mid))
	t.midIDs = make([]uint32, len(t.midKeys))
	t.longIDs, t.longShift = make([]uint32, slots(long)), shift(slots(long))
	for i := range t.longIDs {
		t.longIDs[i] = noToken
	}
	t.pairs = make([]uint64, len(t.ends)*4/3)
	t.pairFilter, t.filterShift = make([]uint64, slots(len(t.ends))/8), shift(slots(len(t.ends))*8)
	inBatches(0, len(t.ends), func(from, to int) {
		for id := from; id < to; id++ {
			t.index(uint32(id))
		}
	})
	for id, b := range m.byteOf {
		t.ofByte[b] = uint32(id)
	}
	for i := range t.asciiPairs {
		t.asciiPairs[i] = t.merged(t.ofByte[i>>7], t.ofByte[i&127])
	}
	for n := range t.spaces {
		t.spaces[n] = noToken
		if n > 0 {
			t.spaces[n] = t.find(strings.Repeat(" ", n), 0, n)
		}
	}
	t.close()
	t.trie = sync.OnceValue(func() *trie { return newTrie(t) })
	return t, nil
}

// slots is the size of a table for n entries: a power of two, at most two thirds
// full. Small counts here: the tables share the processor's caches.
func slots(n int) int { return 1 << bits.Len(uint(n+n/2)) }

func shift(slots int) uint8 { return uint8(64 - bits.TrailingZeros(uint(slots))) }

// inBatches calls do for parts of a range. A browser replaces the first, slow
// form of a function only when it is called again, and these loops are where the
// time goes between a vocabulary's arrival and the first count.
func inBatches(from, to int, do func(from, to int)) {
	const batch = 1 << 11
	for ; from < to; from += batch {
		do(from, min(from+batch, to))
	}
}

// spell writes the text of every token, each the join of two before it.
func (t *tables) spell(m *merges) error {
	t.ends = make([]uint32, len(m.halves))
	t.sizes = make([]uint8, len(m.halves))
	for id := range 256 {
		t.ends[id], t.sizes[id] = uint32(id)+1, 1
	}
	damaged := false
	inBatches(256, len(t.ends), func(from, to int) {
		for id := from; id < to; id++ {
			n := int(t.sizes[t.halves[id].left]) + int(t.sizes[t.halves[id].right])
			damaged = damaged || n > maxSize
			t.ends[id], t.sizes[id] = t.ends[id-1]+uint32(uint8(n)), uint8(n)
		}
	})
	if damaged {
		return errPacked
	}
	text := make([]byte, t.ends[len(t.ends)-1])
	copy(text, m.byteOf[:])
	t.text = unsafe.String(unsafe.SliceData(text), len(text))
	inBatches(256, len(t.ends), func(from, to int) {
		for id := from; id < to; id++ {
			at := t.ends[id] - uint32(t.sizes[id])
			at += uint32(copy(text[at:], t.textOf(t.halves[id].left)))
			copy(text[at:], t.textOf(t.halves[id].right))
		}
	})
	return nil
}

// index puts a token into the tables of texts and pairs.
func (t *tables) index(id uint32) {
	n := int(t.sizes[id])
	at := int(t.ends[id]) - n
	switch {
	case n < 8:
		key := shortKey(t.text, at, n)
		slot := key * hashMul >> t.shortShift
		for t.shortKeys[slot&uint64(len(t.shortKeys)-1)] != 0 {
			slot++
		}
		t.shortKeys[slot&uint64(len(t.shortKeys)-1)] = key
		t.shortIDs[slot&uint64(len(t.shortKeys)-1)] = id
	case n < 16:
		key := midKeyOf(t.text, at, n)
		slot := hashMid(key) >> t.midShift
		for t.midKeys[slot&uint64(len(t.midKeys)-1)] != (midKey{}) {
			slot++
		}
		t.midKeys[slot&uint64(len(t.midKeys)-1)] = key
		t.midIDs[slot&uint64(len(t.midKeys)-1)] = id
	default:
		slot := hashLong(t.text, at, n) >> t.longShift
		for t.longIDs[slot&uint64(len(t.longIDs)-1)] != noToken {
			slot++
		}
		t.longIDs[slot&uint64(len(t.longIDs)-1)] = id
	}
	if id >= 256 {
		key := uint64(t.halves[id].left)<<idBits | uint64(t.halves[id].right)
		bit := key * hashMul >> t.filterShift
		t.pairFilter[bit>>6] |= 1 << (bit & 63)
		slot := t.pairSlot(key * hashMul)
		for t.pairs[slot] != 0 {
			if slot++; slot == uint64(len(t.pairs)) {
				slot = 0
			}
		}
		t.pairs[slot] = key<<idBits | uint64(id)
	}
}

// close finds the borders that no merge crosses. A merge across the border of two
// tokens joins a token that ends the left one, itself or its right half and so
// on, with one that starts the right one.
func (t *tables) close() {
	t.closed = make([]uint8, len(t.halves))
	inBatches(0, len(t.closed), func(from, to int) {
		for id := from; id < to; id++ {
			t.closed[id] = closedEnd | closedStart
			if t.text[int(t.ends[id])-int(t.sizes[id])]&0xc0 == 0x80 {
				t.closed[id] |= startsInside
			}
		}
	})
	inBatches(256, len(t.halves), func(from, to int) {
		for _, h := range t.halves[from:to] {
			if t.closed[h.right]&startsInside == 0 {
				t.closed[h.left] &^= closedEnd
				t.closed[h.right] &^= closedStart
			}
		}
	})
	inBatches(0, len(t.halves), func(from, to int) {
		for id := from; id < to; id++ {
			h := t.halves[id]
			t.closed[id] &^= ^t.closed[h.right]&closedEnd | ^t.closed[h.left]&closedStart
		}
	})
}
