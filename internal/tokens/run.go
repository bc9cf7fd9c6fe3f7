package tokens

import (
	"math/bits"
	"slices"
)

// The loop over a text.
//
// Most pieces of most texts are ASCII and a token as a whole. These are found
// eight bytes at a time and looked up without leaving the loop in ascii;
// everything else goes through next and piece. Both ways give the same pieces:
// the tests compare them, and Draft uses only the second. In WebAssembly a call
// or a taken branch of compiled Go is dear, which is why the loop is written out,
// calls nothing and branches little.

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones

	// sliceBytes is how much of a text one call does. A browser compiles
	// WebAssembly quickly first and well later, and a function that is running
	// goes on in the first form until it is called again: in one call, a first
	// text of a megabyte would be counted at a tenth of the speed.
	sliceBytes = 1 << 13
)

// run divides s into pieces and counts their tokens, until minBytes are done.
// With wanted set it appends the ids to ids.
func (e *Encoding) run(s string, ids []uint32, wanted bool, minBytes int) ([]uint32, int, int) {
	sc := e.scratches.Get().(*scratch)
	defer e.scratches.Put(sc)
	count, p := 0, 0
	for end := min(minBytes, len(s)); p < end; {
		var out []uint32
		if wanted {
			// A token has a byte at least, and the last piece at most 15, so
			// there is room for all.
			ids = slices.Grow(ids, sliceBytes+16)
			out = ids[len(ids):cap(ids)]
		}
		n, at, to := e.tables.ascii(e.words, &sc.pieces, s, p, min(end, p+sliceBytes, len(s)-16), out)
		count += n
		if wanted {
			ids = ids[:len(ids)+n]
		}
		if p = at; p == end {
			break
		}
		var list []uint32
		if to > p {
			list = e.mergeShort(sc, s, p, to)
		} else {
			var valid bool
			to, valid = e.next(s, p)
			list = e.piece(sc, s, p, to, valid)
		}
		count += len(list)
		if wanted {
			ids = append(ids, list...)
		}
		p = to
	}
	return ids, count, p
}

// words says how an encoding divides ASCII words.
type words struct {
	// least is how long the run from a byte on must be to be a word: 1 for a
	// letter, 2 for what may stand before a word, and more than there is for
	// all others.
	least [256]uint8
	// kind is the class of an ASCII byte, space for line breaks too, and invalid
	// for letters and all that is not ASCII.
	kind [256]class
	// decides marks the bytes that, found behind a run of ASCII letters, may
	// belong to the word or change its end.
	decides [256]uint8
	// camel is all ones where a capital behind a small letter begins a piece,
	// and where slashes may stand among the line breaks behind symbols.
	camel uint64
}

func newWords(splitsCase bool) *words {
	k := new(words)
	for b := range 256 {
		k.least[b], k.kind[b] = 255, invalid
		if b >= 0x80 {
			k.decides[b] = 1
			continue
		}
		switch c := asciiClass[b]; {
		case c.letter():
			k.least[b] = 1
		case c == newline:
			k.kind[b] = space
		case c == number:
			k.kind[b] = number
		default:
			k.least[b], k.kind[b] = 2, c
		}
	}
	if splitsCase {
		k.camel = ^uint64(0)
		k.decides['\''] = 1 // a contraction belongs to the word
	} else {
		k.least['\''] = 255 // a contraction is a piece of its own
	}
	return k
}

// ascii counts ASCII pieces from p on that are tokens or in the cache, as long as
// they begin before end, behind which 16 bytes can be read. It returns where it
// stopped, and if that is a piece that is neither, where the piece ends, else 0.
// If out is not empty, the ids are put there.
//
// A word of eight bytes is looked at as a whole: each mask has the high bit of a
// byte set if the byte is of a kind.
func (t *tables) ascii(k *words, cache *pieceCache, s string, p, end int, out []uint32) (count, at, to int) {
	keys, shift, camel := t.shortKeys, t.shortShift&63, k.camel
	var key, slot uint64
	var mid midKey
	for p < end {
		w := load64(s, p)
		low := w &^ highs
		folded := low | 0x20*ones
		letter := (folded + (0x80-'a')*ones) &^ (folded + (0x7f-'z')*ones) &^ w & highs
		small := letter & (w << 2)
		stop := highs&^letter | letter&^small&(small<<8)&camel
		n := bits.TrailingZeros64(stop&^0x80) >> 3
		if n < int(k.least[uint8(w)]) {
			// Not a word. The order of the patterns is that of next.
			first := 0 // where symbols begin
			blank := (low+(0x80-'\t')*ones)&^(low+(0x7f-'\r')*ones)&^w&highs | equal(w, ' ')
			lines := equal(w, '\n') | equal(w, '\r')
			switch k.kind[uint8(w)] {
			case space:
				n = bits.TrailingZeros64(highs&^blank) >> 3
				if w == ' '*ones {
					// An indent: all but its last space, if ASCII follows
					// that is not blank.
					for w = load64(s, p+8); w == ' '*ones && n < maxSize && p+n < end; {
						n += 8
						w = load64(s, p+n)
					}
					n += bits.TrailingZeros64(^equal(w, ' ')&highs) >> 3
					if next := k.kind[s[p+n]]; n > maxSize || next == space || next == invalid && k.least[s[p+n]] != 1 || t.spaces[(n-1)&127] == noToken {
						return count, p, 0
					}
					n--
					if len(out) > 0 {
						out[count] = t.spaces[n&127]
					}
					count++
					p += n
					continue
				}
				if n == 8 || w>>(8*uint(n)&63)&0x80 != 0 {
					return count, p, 0
				}
				if below := lines & (1<<(8*uint(n)&63) - 1); below != 0 {
					n = 8 - bits.LeadingZeros64(below)>>3
					goto found
				}
				if n > 1 {
					n--
					goto found
				}
				if uint8(w) != ' ' || k.kind[uint8(w>>8)] != other {
					goto found
				}
				first = 1
			case number:
				n = min(bits.TrailingZeros64(highs&^asciiDigits(w))>>3, 3)
				if n < 3 && w>>(8*uint(n)&63)&0x80 != 0 {
					return count, p, 0
				}
				goto found
			case other:
				if uint8(w) == '\'' && camel == 0 {
					return count, p, 0
				}
			default:
				return count, p, 0
			}
			symbol := highs &^ (letter | asciiDigits(w) | blank | w)
			n = bits.TrailingZeros64((highs&^symbol)>>(8*uint(first)&63))>>3 + first
			if n >= 8 || w>>(8*uint(n)&63)&0x80 != 0 {
				return count, p, 0
			}
			n += bits.TrailingZeros64((highs&^(lines|equal(w, '/')&camel))>>(8*uint(n)&63)) >> 3
			if n >= 8 {
				return count, p, 0
			}
		} else if n == 8 {
			w2 := load64(s, p+8)
			letter2, small2 := asciiLetters(w2), smallLetters(w2)
			stop = highs&^letter2 | letter2&^small2&(small2<<8|small>>56)&camel
			n = bits.TrailingZeros64(stop) >> 3
			if n == 8 || k.decides[uint8(w2>>(8*uint(n)&63))] != 0 {
				return count, p, 0
			}
			mid = midKey{w, w2&(1<<(8*uint(n)&63)-1) | uint64(n+8)<<56}
			n += 8
			slot := hashMid(mid) >> (t.midShift & 63)
			for t.midKeys[slot] != mid {
				if t.midKeys[slot].rest == 0 {
					goto cached
				}
				slot = (slot + 1) & uint64(len(t.midKeys)-1)
			}
			if len(out) > 0 {
				out[count] = t.midIDs[slot]
			}
			count++
			p += n
			continue
		} else if k.decides[uint8(w>>(8*uint(n)&63))] != 0 {
			return count, p, 0
		}
	found:
		key = w&(1<<(8*uint(n)&63)-1) | uint64(n)<<56
		slot = key * hashMul >> shift
		for keys[slot] != key {
			if keys[slot] == 0 {
				mid = midKey{key &^ (0xff << 56), uint64(n) << 56}
				goto cached
			}
			slot = (slot + 1) & uint64(len(keys)-1)
		}
		if len(out) > 0 {
			out[count] = t.shortIDs[slot]
		}
		count++
		p += n
		continue
	cached:
		slot = mid.slot()
		if cache[slot].key != mid {
			if slot ^= 1; cache[slot].key != mid {
				return count, p, p + n
			}
		}
		entry := &cache[slot]
		if len(out) > 0 {
			entry.unpack((*[cachedIDs]uint32)(out[count:]))
		}
		count += int(entry.ids & 7)
		p += n
	}
	return count, p, 0
}

// asciiLetters sets the high bit of each byte that is an ASCII letter.
func asciiLetters(w uint64) uint64 {
	folded := w&^highs | 0x20*ones
	return (folded + (0x80-'a')*ones) &^ (folded + (0x7f-'z')*ones) &^ w & highs
}

// asciiDigits sets the high bit of each byte that is an ASCII digit.
func asciiDigits(w uint64) uint64 {
	low := w &^ highs
	return (low + (0x80-'0')*ones) &^ (low + (0x7f-'9')*ones) &^ w & highs
}

// smallLetters sets the high bit of each byte that is a small ASCII letter.
func smallLetters(w uint64) uint64 { return asciiLetters(w) & (w << 2) }

// equal sets the high bit of each byte that is b.
func equal(w uint64, b uint8) uint64 {
	x := w ^ uint64(b)*ones
	return ^(x&^highs + 0x7f*ones | x) & highs
}
