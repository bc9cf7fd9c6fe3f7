package tokens

import "math/bits"

// The loop over a text.
//
// Most pieces of most texts are ASCII words with a space in front that are a
// token as a whole, so these are found eight bytes at a time and looked up
// without leaving the loop; everything else goes through next and piece. Both
// ways give the same pieces: the tests compare them, and Draft uses only the
// second. In WebAssembly a call or a taken branch of compiled Go is dear, which
// is why the loop is written out.

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// byteKinds says what the loop may do with a byte.
type byteKinds struct {
	// least is how long the run from this byte on must be to be a word: 1 for a
	// letter, 2 for what may stand before a word, and more than there is for
	// all others.
	least [256]uint8
	// decides marks the bytes that, found behind a run of ASCII letters, may
	// belong to the word or change its end.
	decides [256]bool
	// class is the class of an ASCII byte, invalid for all others.
	class [256]class
	// trails marks what belongs to the symbols before it.
	trails [256]bool
}

func newByteKinds(splitsCase bool) *byteKinds {
	k := new(byteKinds)
	for b := range 256 {
		k.least[b] = 255
		if b >= 0x80 {
			k.class[b] = invalid
			k.decides[b] = true
			continue
		}
		k.class[b] = asciiClass[b]
		switch c := asciiClass[b]; {
		case c.letter():
			k.least[b] = 1
		case c == space || c == other:
			k.least[b] = 2
		}
	}
	k.trails['\r'], k.trails['\n'], k.trails['/'] = true, true, splitsCase
	if splitsCase {
		k.decides['\''] = true // a contraction belongs to the word
	} else {
		k.least['\''] = 255 // a contraction is a piece of its own
	}
	return k
}

// sliceBytes is how much of a text one call of the loop does. A browser compiles
// WebAssembly quickly first and well later, and a function that is running goes
// on in the first form until it is called again: in one call, a first text of a
// megabyte would be counted at a tenth of the speed.
const sliceBytes = 1 << 13

// run divides s into pieces and counts their tokens, until minBytes are done.
// With wanted set it appends the ids to ids.
func (e *Encoding) run(s string, ids []uint32, wanted bool, minBytes int) ([]uint32, int, int) {
	sc := e.scratches.Get().(*scratch)
	defer e.scratches.Put(sc)
	count, p := 0, 0
	for p < len(s) && p < minBytes {
		var n, bytes int
		ids, n, bytes = e.slice(sc, s[p:], ids, wanted, min(minBytes-p, sliceBytes))
		count += n
		p += bytes
	}
	return ids, count, p
}

func (e *Encoding) slice(sc *scratch, s string, ids []uint32, wanted bool, minBytes int) ([]uint32, int, int) {
	t, kinds := e.tables, e.kinds
	shortKeys, shortShift := t.shortKeys, t.shortShift&63
	midKeys, midShift := t.midKeys, t.midShift&63
	camel := uint64(0) // all ones where a capital behind a small letter begins a piece
	if e.splitsCase {
		camel = ^uint64(0)
	}
	count, p := 0, 0
	end := min(minBytes, len(s))
	fast := min(end, len(s)-16) // the loop reads 16 bytes ahead
text:
	for p < end {
		word := 0 // length of an ASCII word that is no token
		if p < fast {
			w := load64(s, p)
			letter := asciiLetters(w)
			small := letter & (w << 2)
			stop := highs&^letter | letter&^small&(small<<8)&camel
			n := bits.TrailingZeros64(stop&^0x80) >> 3
			if n < 8 {
				if n >= int(kinds.least[uint8(w)]) && !kinds.decides[uint8(w>>(8*uint(n)))] {
					key := w&(1<<(8*uint(n))-1) | uint64(n)<<56
					for slot := key * hashMul >> shortShift; ; slot++ {
						slot &= uint64(len(shortKeys) - 1)
						if shortKeys[slot] == key {
							count++
							p += n
							if wanted {
								ids = append(ids, t.shortIDs[slot])
							}
							continue text
						}
						if shortKeys[slot] == 0 {
							break
						}
					}
					word = n
				}
			} else if kinds.least[uint8(w)] <= 2 {
				w2 := load64(s, p+8)
				letter2 := asciiLetters(w2)
				small2 := letter2 & (w2 << 2)
				stop = highs&^letter2 | letter2&^small2&(small2<<8|small>>56)&camel
				n = bits.TrailingZeros64(stop) >> 3
				if n < 8 && !kinds.decides[uint8(w2>>(8*uint(n)))] {
					key := midKey{w, w2&(1<<(8*uint(n))-1) | uint64(n+8)<<56}
					for slot := hashMid(key) >> midShift; ; slot++ {
						slot &= uint64(len(midKeys) - 1)
						if midKeys[slot] == key {
							count++
							p += n + 8
							if wanted {
								ids = append(ids, t.midIDs[slot])
							}
							continue text
						}
						if midKeys[slot].rest == 0 {
							break
						}
					}
					word = n + 8
				}
			}
		}
		var list []uint32
		if word > 0 {
			list = e.mergeShort(sc, s, p, p+word)
			p += word
		} else if to := kinds.next(s, p); to > 0 {
			if n := to - p; n < 8 && p < fast {
				key := load64(s, p)&(1<<(8*uint(n))-1) | uint64(n)<<56
				for slot := key * hashMul >> shortShift; ; slot++ {
					slot &= uint64(len(shortKeys) - 1)
					if shortKeys[slot] == key {
						count++
						p = to
						if wanted {
							ids = append(ids, t.shortIDs[slot])
						}
						continue text
					}
					if shortKeys[slot] == 0 {
						break
					}
				}
				list = e.mergeShort(sc, s, p, to)
			} else {
				list = e.piece(sc, s, p, to, true)
			}
			p = to
		} else {
			to, valid := e.next(s, p)
			list = e.piece(sc, s, p, to, valid)
			p = to
		}
		count += len(list)
		if wanted {
			ids = append(ids, list...)
		}
	}
	return ids, count, p
}

// next returns where the ASCII piece at p ends, or 0 if that is not for this
// function to say: for words, contractions, the end of the text, and wherever a
// character that is not ASCII has to be looked at. It is the part of
// Encoding.next that most punctuation and white space needs, without decoding.
func (k *byteKinds) next(s string, p int) int {
	q := p
	switch c := k.class[s[p]]; c {
	case space, newline:
		lastBreak := 0
		for ; q < len(s); q++ {
			if c = k.class[s[q]]; c == newline {
				lastBreak = q + 1
			} else if c != space {
				break
			}
		}
		switch {
		case q == len(s) || c == invalid:
			return 0
		case lastBreak > 0:
			return lastBreak
		case q > p+1:
			return q - 1
		case c.letter():
			return 0
		case c != other || s[p] != ' ':
			return q
		}
	case number:
		for q++; q < len(s) && q < p+3 && k.class[s[q]] == number; q++ {
		}
		if q < p+3 && (q == len(s) || k.class[s[q]] == invalid) {
			return 0
		}
		return q
	case other:
		if q++; s[p] == '\'' || q == len(s) || k.class[s[q]].letter() {
			return 0
		}
	default:
		return 0
	}
	for ; q < len(s) && k.class[s[q]] == other; q++ {
	}
	if q == len(s) || k.class[s[q]] == invalid {
		return 0
	}
	for ; q < len(s) && k.trails[s[q]]; q++ {
	}
	return q
}

// asciiLetters sets the high bit of each byte that is an ASCII letter.
func asciiLetters(w uint64) uint64 {
	folded := w&^highs | 0x20*ones
	return (folded + (0x80-'a')*ones) &^ (folded + (0x7f-'z')*ones) &^ w & highs
}
