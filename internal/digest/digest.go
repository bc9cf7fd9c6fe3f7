// Package digest is SHA-256, which names what is kept by its bytes. The standard
// library's would bring all of package crypto into the core.
package digest

import (
	"encoding/binary"
	"math/bits"
)

// Size is the length of a digest in bytes.
const Size = 32

const block = 64

// start has the first 32 bits of the fractions of the square roots of the first eight primes.
var start = [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}

// rounds has those of the cube roots of the first 64 primes.
var rounds = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// Hash takes bytes in parts. The zero value is ready.
type Hash struct {
	state  [8]uint32
	rest   [block]byte
	length uint64
}

// Sum256 is the digest of b.
func Sum256(b []byte) [Size]byte {
	var h Hash
	h.Write(b)
	return h.Sum()
}

// Write adds bytes. It never fails.
func (h *Hash) Write(b []byte) (int, error) {
	if h.length == 0 {
		h.state = start
	}
	n := len(b)
	filled := int(h.length % block)
	h.length += uint64(n)
	if filled > 0 {
		taken := copy(h.rest[filled:], b)
		if b = b[taken:]; filled+taken < block {
			return n, nil
		}
		h.mix(h.rest[:])
	}
	for ; len(b) >= block; b = b[block:] {
		h.mix(b[:block])
	}
	copy(h.rest[:], b)
	return n, nil
}

// Sum is the digest of what was written; more may follow.
func (h Hash) Sum() (out [Size]byte) {
	length := h.length
	end := append(make([]byte, 0, 2*block), 0x80)
	for (length+uint64(len(end)))%block != block-8 {
		end = append(end, 0)
	}
	h.Write(binary.BigEndian.AppendUint64(end, length*8))
	for i, word := range h.state {
		binary.BigEndian.PutUint32(out[4*i:], word)
	}
	return out
}

// mix is FIPS 180-4, section 6.2.2.
func (h *Hash) mix(b []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(b[4*i:])
	}
	for i := 16; i < 64; i++ {
		s0 := bits.RotateLeft32(w[i-15], -7) ^ bits.RotateLeft32(w[i-15], -18) ^ w[i-15]>>3
		s1 := bits.RotateLeft32(w[i-2], -17) ^ bits.RotateLeft32(w[i-2], -19) ^ w[i-2]>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	s := h.state
	for i := range 64 {
		s1 := bits.RotateLeft32(s[4], -6) ^ bits.RotateLeft32(s[4], -11) ^ bits.RotateLeft32(s[4], -25)
		choice := s[4]&s[5] ^ ^s[4]&s[6]
		t1 := s[7] + s1 + choice + rounds[i] + w[i]
		s0 := bits.RotateLeft32(s[0], -2) ^ bits.RotateLeft32(s[0], -13) ^ bits.RotateLeft32(s[0], -22)
		most := s[0]&s[1] ^ s[0]&s[2] ^ s[1]&s[2]
		s = [8]uint32{t1 + s0 + most, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]}
	}
	for i := range h.state {
		h.state[i] += s[i]
	}
}
