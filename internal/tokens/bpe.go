package tokens

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
}

const (
	pairCacheBits  = 12
	pieceCacheBits = 13
)

// cachedPiece is a short piece of up to three tokens. Texts repeat their rare words: in prose and code
// more than half of the pieces that are no token have stood there before.
type cachedPiece struct {
	key midKey
	ids uint64 // idBits each, above two bits for their number
}

const cachedIDs = 3

type pieceCache [1 << pieceCacheBits]cachedPiece

// slot is where a piece stands in the cache, if it does.
func (k midKey) slot() uint64 { return hashMid(k) >> (64 - pieceCacheBits) }

// mergeShort returns the tokens of an ASCII piece of up to 15 bytes.
func (e *Encoding) mergeShort(sc *scratch, s string, from, to int) []uint32 {
	key := midKey{load(s, from, min(to-from, 8)), uint64(to-from) << 56}
	if to-from > 8 {
		key.rest |= load(s, from+8, to-from-8)
	}
	cached := &sc.pieces[key.slot()]
	if cached.key == key {
		sc.stack = sc.stack[:0]
		packed := cached.ids >> 2
		for range cached.ids & 3 {
			sc.stack = append(sc.stack, uint32(packed&(1<<idBits-1)))
			packed >>= idBits
		}
		return sc.stack
	}
	ids := e.mergeWord(sc, s, from, to)
	if len(ids) <= cachedIDs {
		packed := uint64(0)
		for i := len(ids) - 1; i >= 0; i-- {
			packed = packed<<idBits | uint64(ids[i])
		}
		*cached = cachedPiece{key, packed<<2 | uint64(len(ids))}
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
