package tokens

import "math/bits"

// Byte-pair encoding of a piece that is no token as a whole.
//
// The textbook way joins the adjacent pair of lowest rank again and again, which
// is quadratic or needs a heap. Here instead: a sequence of tokens is what
// byte-pair encoding gives if and only if each two neighbours are what it gives
// for the two alone. So the encoder takes the longest token, checks it against
// the one before, takes a shorter one if they do not go together, and steps back
// when no shorter one is left. A position found to be a dead end is remembered,
// which keeps the work linear in the length of the piece.

// scratch is the working memory of one call.
type scratch struct {
	stack  []uint32
	dead   []uint64 // bit i: no valid sequence ends at byte i of the piece
	pairs  [1 << pairCacheBits]uint64
	pieces pieceCache
	longer [1 << longerCacheBits]longerPiece
}

const (
	pairCacheBits  = 12
	pieceCacheBits = 16
)

// cachedPiece is a short piece of up to six tokens. Texts repeat their rare words: in prose and code
// more than half of the pieces that are no token have stood there before.
type cachedPiece struct {
	key  midKey
	ids  uint64 // the first three, idBits each, above three bits for the number of all
	more uint64 // the others
}

const cachedIDs = 6

type pieceCache [1 << pieceCacheBits]cachedPiece

// slot is where a piece stands in the cache, if it does.
func (k midKey) slot() uint64 { return hashMid(k) >> (64 - pieceCacheBits) }

// mergeShort returns the tokens of an ASCII piece of up to 15 bytes.
func (e *Encoding) mergeShort(sc *scratch, s string, from, to int) []uint32 {
	key := midKey{load(s, from, min(to-from, 8)), uint64(to-from) << 56}
	if to-from > 8 {
		key.rest |= load(s, from+8, to-from-8)
	}
	cached, beside := &sc.pieces[key.slot()], &sc.pieces[key.slot()^1]
	for _, c := range []*cachedPiece{cached, beside} {
		if c.key == key {
			var ids [cachedIDs]uint32
			sc.stack = append(sc.stack[:0], ids[:c.unpack(&ids)]...)
			return sc.stack
		}
	}
	ids := e.mergeWord(sc, s, from, to)
	if len(ids) <= cachedIDs {
		var all [cachedIDs]uint64
		for i, id := range ids {
			all[i] = uint64(id)
		}
		if cached.key != (midKey{}) {
			*beside = *cached
		}
		*cached = cachedPiece{key, (all[0]|all[1]<<idBits|all[2]<<(2*idBits))<<3 | uint64(len(ids)),
			all[3] | all[4]<<idBits | all[5]<<(2*idBits)}
	}
	return ids
}

// unpack writes the tokens of a piece and returns how many they are.
func (c *cachedPiece) unpack(ids *[cachedIDs]uint32) int {
	ids[0] = uint32(c.ids >> 3 & noToken)
	ids[1] = uint32(c.ids >> (3 + idBits) & noToken)
	ids[2] = uint32(c.ids >> (3 + 2*idBits))
	ids[3] = uint32(c.more & noToken)
	ids[4] = uint32(c.more >> idBits & noToken)
	ids[5] = uint32(c.more >> (2 * idBits))
	return int(c.ids & 7)
}

// longerPiece is a piece of up to 31 bytes and seven tokens, as cachedPiece.
type longerPiece struct {
	key [4]uint64 // the bytes, above all their number
	ids [8]uint32 // the first is their number
}

const longerCacheBits = 12

// mergeLonger returns the tokens of a piece of up to 31 bytes.
func (e *Encoding) mergeLonger(sc *scratch, s string, from, to int) []uint32 {
	key := [4]uint64{3: uint64(to-from) << 56}
	for i := 0; i < to-from; i += 8 {
		key[i>>3&3] |= load(s, from+i, min(to-from-i, 8))
	}
	hash := hashMid(midKey{key[0] ^ bits.RotateLeft64(key[2]*hashMul, 17), key[1] ^ bits.RotateLeft64(key[3]*hashMul, 41)})
	cached := &sc.longer[hash>>(64-longerCacheBits)]
	if cached.key == key {
		sc.stack = append(sc.stack[:0], cached.ids[1:1+cached.ids[0]&7]...)
		return sc.stack
	}
	ids := e.merge(sc, s, from, to)
	if len(ids) < len(cached.ids) {
		cached.key = key
		cached.ids[0] = uint32(len(ids))
		copy(cached.ids[1:], ids)
	}
	return ids
}

// merge returns the tokens of s[from:to]. They are valid until the next call.
func (e *Encoding) merge(sc *scratch, s string, from, to int) []uint32 {
	t, trie := e.tables, e.tables.trie()
	stack := sc.stack[:0]
	words := (to-from)>>6 + 1
	if len(sc.dead) < words {
		sc.dead = make([]uint64, words)
	}
	dead := sc.dead[:words]
	clear(dead)
	at := from
	candidate, seen := trie.longest(s, at, to)
	longest := candidate
	stepped := false // back, so that places are no longer alike
	for {
		end := at + int(t.sizes[candidate])
		i := end - from
		if dead[i>>6]>>(uint(i)&63)&1 == 0 && (len(stack) == 0 || e.adjacent(sc, stack[len(stack)-1], candidate)) {
			stack = append(stack, candidate)
			if end == to {
				break
			}
			if n := len(stack) - 2; !stepped && n >= 0 && stack[n] == candidate {
				for more := periods(s, at, end, seen, to); more > 0; more-- {
					stack = append(stack, candidate)
					seen += end - at
					at, end = end, end+end-at
				}
				if end == to {
					break
				}
			}
			if repeats(s, at, end, seen, to) {
				seen += end - at
			} else {
				longest, seen = trie.longest(s, end, to)
			}
			at, candidate = end, longest
			continue
		}
		if next := trie.shorter[candidate]; next != noToken {
			candidate = next
			continue
		}
		i = at - from
		dead[i>>6] |= 1 << (uint(i) & 63)
		candidate = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at -= int(t.sizes[candidate])
		seen = 0 // not known for this place any more
		stepped = true
	}
	sc.stack = stack
	return stack
}

// repeats reports whether the text at next goes on as it did at at, as far as the
// search for the longest token saw (0 if that is not known), so that the search
// would find the same.
// Rulers, blank columns and held-down keys are such texts.
func repeats(s string, at, next, seen, to int) bool {
	return seen > at && next+8 <= len(s) && load64(s, at) == load64(s, next) && next-at+seen <= to && s[at:seen] == s[next:next-at+seen]
}

// periods returns how many more times the token s[at:next], which stands here for
// the second time in a row, follows: as often as the text repeats itself as far as
// the search for the longest token saw, for then every decision is the same again.
func periods(s string, at, next, seen, to int) int {
	if seen <= at {
		return 0
	}
	end := next
	for end+8 <= to && load64(s, end) == load64(s, end-next+at) {
		end += 8
	}
	for end < to && s[end] == s[end-next+at] {
		end++
	}
	return max(0, (end-seen)/(next-at))
}

// adjacent reports whether byte-pair encoding leaves the two tokens as they are
// when their texts stand side by side.
func (e *Encoding) adjacent(sc *scratch, left, right uint32) bool {
	if e.tables.apart(left, right) {
		return true
	}
	key := uint64(left)<<idBits | uint64(right)
	cached := &sc.pairs[key*hashMul>>(64-pairCacheBits)]
	if *cached>>1 == key && *cached != 0 {
		return *cached&1 != 0
	}
	ok := e.tables.unmerged(left, right)
	*cached = key << 1
	if ok {
		*cached |= 1
	}
	return ok
}

// unmerged undoes the merges of the two texts from the last to the first, always
// the later one of those that border on the other text, and looks for a merge
// across the border that would have come before.
func (t *tables) unmerged(left, right uint32) bool {
	limit := uint32(noToken)
	for {
		if t.merged(left, right) < limit {
			return false
		}
		if left > right {
			limit = left
			left = t.halves[left].right
			if left == limit {
				limit = right + 1
				right = t.halves[right].left
				if right+1 == limit {
					return true
				}
			}
		} else {
			limit = right + 1
			right = t.halves[right].left
			if right+1 == limit {
				limit = left
				left = t.halves[left].right
				if left == limit {
					return true
				}
			}
		}
	}
}
