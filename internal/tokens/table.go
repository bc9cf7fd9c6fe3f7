package tokens

import "math/bits"

// The lookup tables.
//
// Most pieces are a token as a whole, so the table that answers "is this text a
// token" decides the speed. Its keys are the texts themselves, inline: up to 7
// bytes with the length in the eighth, up to 15 bytes with the length in the
// sixteenth; the few longer texts are compared where they are spelled out. Open
// addressing, at most half full, filled in order of rank: frequent tokens stand
// in their first place. Keys and ids lie apart, because counting needs no ids.

const (
	idBits  = 18
	noToken = 1<<idBits - 1
	hashMul = 0x9e3779b97f4a7c15
)

type tables struct {
	shortKeys  []uint64
	shortIDs   []uint32
	shortShift uint8

	midKeys  []midKey
	midIDs   []uint32
	midShift uint8

	longIDs   []uint32 // noToken where free
	longShift uint8

	// text holds all tokens one after the other, token id ends at ends[id] and
	// has sizes[id] bytes.
	text  string
	ends  []uint32
	sizes []uint8

	// pairs maps a pair of tokens to the token that merging them gives: left,
	// right and result in one word, 0 where free. Most pairs asked for give
	// none, which the smaller pairFilter tells, one bit a hash.
	pairs       []uint64
	pairFilter  []uint64
	filterShift uint8
	halves      []halves

	// closed tells of each token what its borders cannot do; see apart.
	closed []uint8

	// ofByte has the token of each byte, asciiPairs what merging two ASCII bytes
	// gives, noToken for nothing.
	ofByte     [256]uint32
	asciiPairs [128 * 128]uint32

	// spaces has the token of so many spaces.
	spaces [maxSize]uint32

	// trie is only needed for what is neither a token nor a short ASCII piece,
	// and is more than half of the work of building, so it is made when first
	// asked for.
	trie func() *trie
}

const maxSize = 128 // bytes of the longest token

type midKey struct{ first, rest uint64 }

func mask(n int) uint64 { return 1<<(8*uint(n)) - 1 }

// load reads n of up to 8 bytes at i, also at the end of s.
func load(s string, i, n int) uint64 {
	if i+8 <= len(s) {
		return load64(s, i) & mask(n)
	}
	var w uint64
	for j := n - 1; j >= 0; j-- {
		w = w<<8 | uint64(s[i+j])
	}
	return w
}

func shortKey(s string, i, n int) uint64 { return load(s, i, n) | uint64(n)<<56 }

func midKeyOf(s string, i, n int) midKey {
	return midKey{load(s, i, 8), load(s, i+8, n-8) | uint64(n)<<56}
}

func hashMid(k midKey) uint64 { return (k.first ^ bits.RotateLeft64(k.rest*hashMul, 29)) * hashMul }

// hashLong hashes a text of 16 bytes or more by its ends and its length.
func hashLong(s string, i, n int) uint64 {
	return hashMid(midKey{load64(s, i), load(s, i+n-8, 8) + uint64(n)<<7})
}

// find returns the token whose text is s[i:i+n], or noToken.
func (t *tables) find(s string, i, n int) uint32 {
	switch {
	case n < 8:
		key := shortKey(s, i, n)
		for slot := key * hashMul >> t.shortShift; ; slot++ {
			switch t.shortKeys[slot&uint64(len(t.shortKeys)-1)] {
			case key:
				return t.shortIDs[slot&uint64(len(t.shortKeys)-1)]
			case 0:
				return noToken
			}
		}
	case n < 16:
		key := midKeyOf(s, i, n)
		for slot := hashMid(key) >> t.midShift; ; slot++ {
			switch t.midKeys[slot&uint64(len(t.midKeys)-1)] {
			case key:
				return t.midIDs[slot&uint64(len(t.midKeys)-1)]
			case midKey{}:
				return noToken
			}
		}
	}
	for slot := hashLong(s, i, n) >> t.longShift; ; slot++ {
		id := t.longIDs[slot&uint64(len(t.longIDs)-1)]
		if id == noToken || t.textOf(id) == s[i:i+n] {
			return id
		}
	}
}

func (t *tables) textOf(id uint32) string {
	return t.text[t.ends[id]-uint32(t.sizes[id]) : t.ends[id]]
}

// merged returns the token that merging left and right gives, or noToken.
func (t *tables) merged(left, right uint32) uint32 {
	key := uint64(left)<<idBits | uint64(right)
	hash := key * hashMul
	if bit := hash >> t.filterShift; t.pairFilter[bit>>6]>>(bit&63)&1 == 0 {
		return noToken
	}
	for slot := t.pairSlot(hash); ; {
		entry := t.pairs[slot]
		if entry>>idBits == key {
			return uint32(entry & (1<<idBits - 1))
		}
		if entry == 0 {
			return noToken
		}
		if slot++; slot == uint64(len(t.pairs)) {
			slot = 0
		}
	}
}

// pairSlot is where the search for a pair begins.
func (t *tables) pairSlot(hash uint64) uint64 { return (hash >> 32) * uint64(len(t.pairs)) >> 32 }

const (
	closedEnd    = 1 << iota // no merge joins the end of it with the start of a character
	closedStart              // no merge joins the start of it with the end of a character
	startsInside             // it starts inside a character
)

// apart reports whether two neighbours can be told not to merge without looking
// at the pair. Most Han characters of cl100k_base can: few stand in a token with
// others.
func (t *tables) apart(left, right uint32) bool {
	return t.closed[right]&startsInside == 0 && (t.closed[left]&closedEnd)|(t.closed[right]&closedStart) != 0
}
