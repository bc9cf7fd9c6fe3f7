package recall

import (
	"errors"
	"strings"
)

// Related is a table of words that are used like others, made from word vectors by
// tools/relatedwords. It is immutable. The list of package recall knows a few hundred
// words by hand; this one knows thousands, less well.
//
// Packed it is, little endian: the number of stems in two bytes; the stems, each
// ending in a newline; for each stem the number of its neighbours in a byte; then the
// neighbours of all, two bytes each: the neighbour's number and, in the last two
// bits, how close it is.
type Related struct {
	numbers map[string]int32
	stems   []string
	begin   []int32 // of each stem's neighbours, and the end of the last
	near    []byte
}

const (
	maxRelatedStems = 1 << 14
	maxNeighbours   = 64
	closeBits       = 2
)

var errRelated = errors.New("the table of related words is damaged")

// LoadRelated reads a packed table. It keeps the bytes.
func LoadRelated(packed []byte) (*Related, error) {
	if len(packed) < 2 {
		return nil, errRelated
	}
	count := int(uint16At(packed, 0))
	text := string(packed[2:])
	r := &Related{make(map[string]int32, count), make([]string, count), make([]int32, count+1), nil}
	at := 0
	for i := range count {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			return nil, errRelated
		}
		r.stems[i] = text[at : at+end]
		r.numbers[r.stems[i]] = int32(i)
		at += end + 1
	}
	rest := packed[2+at:]
	if len(rest) < count {
		return nil, errRelated
	}
	for i, n := range rest[:count] {
		r.begin[i+1] = r.begin[i] + int32(n)
	}
	r.near = rest[count:]
	if len(r.near) != 2*int(r.begin[count]) {
		return nil, errRelated
	}
	for i := 0; i < len(r.near); i += 2 {
		if int(uint16At(r.near, i)>>closeBits) >= count {
			return nil, errRelated
		}
	}
	return r, nil
}

// What a word from the table counts at most: beside the word that was asked for, and
// where no message has that word. The weight falls with distance.
const (
	nearWeight   = 0.2
	insteadOfAny = 0.6
	// At most so many count, the closest that the conversation has, and none that is
	// in more than one of so many messages: such words cost time and find little.
	maxNear      = 12
	maxNearShare = 50
)

// closeness is by the two bits of a neighbour, from about .4 to above .7 of the
// cosine, of which .3 counts as none.
var closeness = [1 << closeBits]float32{0.21, 0.36, 0.5, 0.65}

// addNear adds the words that the table knows for a word.
func (s *search) addNear(variants []variant, text string) []variant {
	if s.related == nil {
		return variants
	}
	number, there := s.related.numbers[text]
	if !there {
		return variants
	}
	weight := float32(nearWeight)
	if len(variants) == 0 {
		weight = insteadOfAny
	}
	most := len(variants) + maxNear
	for i := s.related.begin[number]; i < s.related.begin[number+1]; i++ {
		entry := uint16At(s.related.near, int(2*i))
		if id, there := s.x.stems[s.related.stems[entry>>closeBits]]; there && len(variants) < most && len(s.postings(id)) <= s.n/maxNearShare+1 {
			variants = s.addVariant(variants, id, weight*closeness[entry&(1<<closeBits-1)])
		}
	}
	return variants
}

func uint16At(b []byte, i int) uint16 { return uint16(b[i]) | uint16(b[i+1])<<8 }
