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
	stack []uint32
	dead  []uint64 // bit i: no valid sequence ends at byte i of the piece
	pairs [1 << pairCacheBits]uint64
}

const pairCacheBits = 12

// merge returns the tokens of s[from:to]. They are valid until the next call.
func (e *Encoding) merge(sc *scratch, s string, from, to int) []uint32 {
	t := e.tables
	stack := sc.stack[:0]
	words := (to-from)>>6 + 1
	if len(sc.dead) < words {
		sc.dead = make([]uint64, words)
	}
	dead := sc.dead[:words]
	clear(dead)
	at := from
	candidate := t.longest(s, at, to-at)
	for {
		end := at + t.size(candidate)
		i := end - from
		if dead[i>>6]>>(uint(i)&63)&1 == 0 && (len(stack) == 0 || e.adjacent(sc, stack[len(stack)-1], candidate)) {
			stack = append(stack, candidate)
			if end == to {
				break
			}
			at = end
			candidate = t.longest(s, at, to-at)
			continue
		}
		if n := t.size(candidate); n > 1 {
			candidate = t.longest(s, at, n-1)
			continue
		}
		i = at - from
		dead[i>>6] |= 1 << (uint(i) & 63)
		candidate = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at -= t.size(candidate)
	}
	sc.stack = stack
	return stack
}

// adjacent reports whether byte-pair encoding leaves the two tokens as they are
// when their texts stand side by side.
func (e *Encoding) adjacent(sc *scratch, left, right uint32) bool {
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
			left = t.right[left]
			if left == limit {
				limit = right + 1
				right = t.left[right]
				if right+1 == limit {
					return true
				}
			}
		} else {
			limit = right + 1
			right = t.left[right]
			if right+1 == limit {
				limit = left
				left = t.right[left]
				if left == limit {
					return true
				}
			}
		}
	}
}
