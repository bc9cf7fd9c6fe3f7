package tokens

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
)

// The packed form of a vocabulary.
//
// All tokens of the encodings here can be reached by merges: each token longer
// than a byte is the join of two tokens of lower rank, and byte-pair encoding
// arrives at it by joining just those two last. The list of these pairs is
// therefore the whole vocabulary, and it compresses better than the texts
// (322 kB against 361 kB of brotli for cl100k_base).
//
//	magic    "burrowt1"
//	digest   8 bytes, digest of all that follows
//	count    4 bytes, number of tokens, little endian
//	bytes    256 bytes, the byte that each of the first 256 ids stands for
//	left     count-256 varints, the left half of each following id
//	right    count-256 varints, the right half
//
// The halves stand in two columns and in varints, low group first, because that
// is what brotli compresses best of a dozen layouts tried.
const (
	packedMagic  = "burrowt1"
	packedHeader = len(packedMagic) + 8 + 4 + 256
	maxTokens    = 1 << idBits
)

var errPacked = errors.New("the vocabulary is damaged or of another version")

// merges is an unpacked vocabulary.
type merges struct {
	byteOf [256]byte
	halves []halves
}

// halves are the two tokens whose merge a token is, twice itself for a byte.
type halves struct{ left, right uint32 }

func unpack(packed []byte) (*merges, error) {
	if len(packed) < packedHeader || string(packed[:len(packedMagic)]) != packedMagic {
		return nil, errPacked
	}
	body := packed[len(packedMagic)+8:]
	if binary.LittleEndian.Uint64(packed[len(packedMagic):]) != digest(body) {
		return nil, errPacked
	}
	count := binary.LittleEndian.Uint32(body)
	if count < 256 || count > maxTokens {
		return nil, errPacked
	}
	m := &merges{halves: make([]halves, count)}
	copy(m.byteOf[:], body[4:])
	for id := range uint32(256) {
		m.halves[id] = halves{id, id}
	}
	c := columns{packed: body[4+256:], halves: m.halves}
	inBatches(256, int(count), c.lefts)
	inBatches(256, int(count), c.rights)
	if c.damaged || c.at != len(c.packed) {
		return nil, errPacked
	}
	return m, nil
}

// columns reads the halves of tokens.
type columns struct {
	packed  []byte
	at      int
	halves  []halves
	damaged bool
}

func (c *columns) lefts(from, to int) {
	for id := from; id < to; id++ {
		c.halves[id].left = c.next(id)
	}
}

func (c *columns) rights(from, to int) {
	for id := from; id < to; id++ {
		c.halves[id].right = c.next(id)
	}
}

// next reads one half of a token, which has a lower id.
func (c *columns) next(id int) uint32 {
	var half uint32
	half, c.at = varint(c.packed, c.at)
	if half >= uint32(id) {
		c.damaged = true
		return 0
	}
	return half
}

// varint reads a varint of up to three bytes and returns where the next begins.
// Behind the end it reads the largest value, which is no id.
func varint(packed []byte, at int) (value uint32, next int) {
	for shift := uint(0); at < len(packed) && shift < 21; shift += 7 {
		b := packed[at]
		at++
		value |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return value, at
		}
	}
	return math.MaxUint32, at
}

// digest is a 64-bit checksum: it tells a damaged file from a whole one, not a
// forged one (assets come from the page's own origin or from the program).
func digest(body []byte) uint64 {
	sum := uint64(len(body))
	for len(body) >= 8 {
		sum = (sum ^ binary.LittleEndian.Uint64(body)) * hashMul
		sum ^= sum >> 32
		body = body[8:]
	}
	var last [8]byte
	copy(last[:], body)
	sum = (sum ^ binary.LittleEndian.Uint64(last[:])) * hashMul
	return sum ^ sum>>32
}

// Pack makes the packed form of a vocabulary whose token of id i is texts[i].
// The first 256 must be the single bytes. It is what tools/packvocab runs at
// build time.
func Pack(name Name, texts []string) ([]byte, error) {
	if len(texts) < 256 || len(texts) > maxTokens {
		return nil, errors.New(string(name) + ": " + strconv.Itoa(len(texts)) + " tokens")
	}
	ids := make(map[string]uint32, len(texts))
	for id, text := range texts {
		ids[text] = uint32(id)
	}
	packed := append([]byte(packedMagic), make([]byte, 8)...)
	packed = binary.LittleEndian.AppendUint32(packed, uint32(len(texts)))
	for id, text := range texts[:256] {
		if len(text) != 1 {
			return nil, errors.New(string(name) + ": token " + strconv.Itoa(id) + " is not a single byte")
		}
		packed = append(packed, text[0])
	}
	lefts, rights := []byte{}, []byte{}
	for id := 256; id < len(texts); id++ {
		at := lastMerge(ids, texts[id], uint32(id))
		if at == 0 {
			return nil, errors.New(string(name) + ": token " + strconv.Itoa(id) + " is not the join of two tokens before it")
		}
		lefts = binary.AppendUvarint(lefts, uint64(ids[texts[id][:at]]))
		rights = binary.AppendUvarint(rights, uint64(ids[texts[id][at:]]))
	}
	packed = append(append(packed, lefts...), rights...)
	binary.LittleEndian.PutUint64(packed[len(packedMagic):], digest(packed[len(packedMagic)+8:]))
	return packed, nil
}

// lastMerge returns where the last merge joins the halves of text, using only
// tokens below id, or 0 if merges leave more than two parts. It is the textbook
// algorithm: join the adjacent pair of lowest rank until two parts are left.
func lastMerge(ids map[string]uint32, text string, id uint32) int {
	cuts := make([]int, len(text)+1)
	for i := range cuts {
		cuts[i] = i
	}
	for len(cuts) > 3 {
		best, at := uint32(math.MaxUint32), 0
		for i := 0; i+2 < len(cuts); i++ {
			if rank, ok := ids[text[cuts[i]:cuts[i+2]]]; ok && rank < id && rank < best {
				best, at = rank, i+1
			}
		}
		if at == 0 {
			return 0
		}
		cuts = append(cuts[:at], cuts[at+1:]...)
	}
	return cuts[1]
}
