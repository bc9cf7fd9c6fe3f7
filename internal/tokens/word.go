package tokens

// mergeWord returns the tokens of a short ASCII piece, up to 15 bytes.
//
// It joins the adjacent pair of lowest rank until there is none, which for so few
// bytes is faster than looking for the longest token: the pairs that occur are
// mostly those of common syllables and stay in the cache, while the texts of rare
// words and the beginnings of them that are no tokens are spread over all of the
// tables.
func (e *Encoding) mergeWord(sc *scratch, s string, from, to int) []uint32 {
	t := e.tables
	var ids, ranks [16]uint32
	n := to - from
	before := s[from]
	ids[0] = t.ofByte[before]
	for i := 1; i < n; i++ {
		b := s[from+i]
		ids[i&15] = t.ofByte[b]
		ranks[(i-1)&15] = t.asciiPairs[uint32(before&0x7f)<<7|uint32(b&0x7f)]
		before = b
	}
	for n > 1 {
		best, at := uint32(noToken), 0
		for i, rank := range ranks[:(n-1)&15] {
			if rank < best {
				best, at = rank, i
			}
		}
		if best == noToken {
			break
		}
		ids[at] = best
		n--
		for i := at + 1; i < n; i++ {
			ids[i&15] = ids[(i+1)&15]
			ranks[i&15] = ranks[(i+1)&15]
		}
		if at+1 < n {
			ranks[at] = t.merged(best, ids[(at+1)&15])
		}
		if at > 0 {
			ranks[(at-1)&15] = t.merged(ids[(at-1)&15], best)
		}
	}
	sc.stack = append(sc.stack[:0], ids[:n]...)
	return sc.stack
}
