package tokens

import (
	"math/bits"
	"unsafe"
)

// newTables spells the tokens out and fills the lookup tables.
func newTables(m *merges) (*tables, error) {
	t := &tables{left: m.left, right: m.right}
	if err := t.spell(m); err != nil {
		return nil, err
	}
	var short, mid, long int
	for id := range t.ends {
		switch n := t.size(uint32(id)); {
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
	t.pairs, t.pairsShift = make([]uint64, slots(len(t.ends))), shift(slots(len(t.ends)))
	t.lengths, t.lengthsShift = make([]uint32, slots(len(t.ends))/2), shift(slots(len(t.ends))/2)
	for id := range uint32(len(t.ends)) {
		t.insert(id)
	}
	return t, nil
}

// slots is the size of a table for n entries: a power of two, at most half full.
func slots(n int) int { return 1 << bits.Len(uint(2*n+1)) }

func shift(slots int) uint8 { return uint8(64 - bits.TrailingZeros(uint(slots))) }

// spell writes the text of every token, each the join of two before it.
func (t *tables) spell(m *merges) error {
	t.ends = make([]uint32, len(m.left))
	total := uint32(256)
	for id := range t.ends {
		if id < 256 {
			t.ends[id] = uint32(id) + 1
			continue
		}
		n := t.size(m.left[id]) + t.size(m.right[id])
		if n > t.maxSize() {
			return errPacked
		}
		total += uint32(n)
		t.ends[id] = total
	}
	text := make([]byte, total)
	copy(text, m.byteOf[:])
	t.text = unsafe.String(unsafe.SliceData(text), len(text))
	for id := uint32(256); id < uint32(len(t.ends)); id++ {
		at := t.start(id)
		at += uint32(copy(text[at:], t.textOf(m.left[id])))
		copy(text[at:], t.textOf(m.right[id]))
	}
	return nil
}

func (t *tables) insert(id uint32) {
	at, n := int(t.start(id)), t.size(id)
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
	if n >= 4 {
		t.lengths[t.lengthsSlot(load(t.text, at, 4))] |= 1 << uint(min(n, 31))
	}
	if id >= 256 {
		key := uint64(t.left[id])<<idBits | uint64(t.right[id])
		slot := key * hashMul >> t.pairsShift
		for t.pairs[slot&uint64(len(t.pairs)-1)] != 0 {
			slot++
		}
		t.pairs[slot&uint64(len(t.pairs)-1)] = key<<idBits | uint64(id)
	}
}
