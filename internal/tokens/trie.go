package tokens

import "unicode/utf8"

// The trie that finds the longest token a text begins with.
//
// It steps by characters, not by bytes, so that Han and Hangul text takes one
// look-up a character. Tokens may begin or end inside a character; bytes of an
// incomplete character are steps of their own, symbols above the code points.
//
// All edges lie in one hash table, an edge a word: node and symbol as key, flags
// and child. A node that is a token has the token's id, the others the numbers
// above. That works because tokens are inserted by length: when the node of a
// token is made, all its prefixes are there, so no node becomes a token later.

const (
	nodeBits   = 19
	symbolBits = 21
	byteSymbol = utf8.MaxRune + 1 // the symbol of byte 0 of an incomplete character
	rootNode   = 1<<nodeBits - 1

	edgeChild   = 1<<nodeBits - 1
	edgeBranch  = 1 << nodeBits       // the child has children
	edgePartial = 1 << (nodeBits + 1) // some of them are bytes of incomplete characters
	edgeKey     = nodeBits + 2        // where the key begins
)

type trie struct {
	tokens uint32 // numbers below are token ids
	edges  []uint64
	// first has the edge from the root for each code point below 2^16, side by
	// side because a text keeps to a few blocks of them. Where a character has
	// no edge, it has the longest token of its first bytes, without a flag.
	first [1 << 16]uint32
	// shorter has for each node the longest token that is a shorter prefix of
	// it, noToken for none.
	shorter []uint32
}

// edge returns the slot of the edge from node by symbol: where it is, or would be.
func (t *trie) edge(node uint32, symbol uint32) uint64 {
	key := uint64(node)<<symbolBits | uint64(symbol)
	edges := t.edges
	slot := (key * hashMul >> 32) * uint64(len(edges)) >> 32
	for edges[slot]>>edgeKey != key && edges[slot] != 0 {
		if slot++; slot == uint64(len(edges)) {
			slot = 0
		}
	}
	return slot
}

// symbolAt returns the symbol at p of a text that ends at end, and its length. A
// longer form of a character than it needs is no character, as in all of UTF-8:
// no two texts have the same symbols.
func symbolAt(s string, p, end int) (symbol uint32, size int) {
	b := s[p]
	switch {
	case b < 0x80:
		return uint32(b), 1
	case b < 0xc2:
	case b < 0xe0:
		if p+2 <= end && s[p+1]^0x80 < 0x40 {
			return uint32(b&0x1f)<<6 | uint32(s[p+1]&0x3f), 2
		}
	case b < 0xf0:
		if p+3 <= end && (s[p+1]^0x80)|(s[p+2]^0x80) < 0x40 {
			symbol = uint32(b&0x0f)<<12 | uint32(s[p+1]&0x3f)<<6 | uint32(s[p+2]&0x3f)
			if symbol >= 0x800 {
				return symbol, 3
			}
		}
	default:
		if p+4 <= end && (s[p+1]^0x80)|(s[p+2]^0x80)|(s[p+3]^0x80) < 0x40 {
			symbol = uint32(b&0x07)<<18 | uint32(s[p+1]&0x3f)<<12 | uint32(s[p+2]&0x3f)<<6 | uint32(s[p+3]&0x3f)
			if symbol >= 0x10000 && symbol <= utf8.MaxRune {
				return symbol, 4
			}
		}
	}
	return byteSymbol + uint32(b), 1
}

// longest returns the longest token that s[p:end] begins with, and up to where it
// had to look. There is always one, since every byte is a token.
func (t *trie) longest(s string, p, end int) (id uint32, seen int) {
	node, flags := uint32(rootNode), uint32(edgeBranch|edgePartial)
	symbol, size := symbolAt(s, p, end)
	if symbol < uint32(len(t.first)) {
		flags = t.first[symbol]
		node = flags & edgeChild
		if p += size; p == end || flags&edgeBranch == 0 {
			return t.token(node), p
		}
		symbol, size = symbolAt(s, p, end)
	}
	for {
		edge := t.edges[t.edge(node, symbol)]
		if edge == 0 {
			if size > 1 && flags&edgePartial != 0 {
				if id := t.partial(node, s, p, p+size); id != noToken {
					return id, p + size
				}
			}
			return t.token(node), p + size
		}
		node, flags = uint32(edge)&edgeChild, uint32(edge)
		if p += size; p == end || flags&edgeBranch == 0 {
			return t.token(node), p
		}
		symbol, size = symbolAt(s, p, end)
	}
}

// token returns the longest token that ends at node or before.
func (t *trie) token(node uint32) uint32 {
	if node < t.tokens {
		return node
	}
	return t.shorter[node]
}

// partial returns the longest token that goes on from node with the first bytes,
// but not all, of the character s[p:end], or noToken.
func (t *trie) partial(node uint32, s string, p, end int) uint32 {
	best := uint32(noToken)
	for ; p+1 < end; p++ {
		edge := t.edges[t.edge(node, byteSymbol+uint32(s[p]))]
		if edge == 0 {
			break
		}
		node = uint32(edge) & edgeChild
		if node < t.tokens {
			best = node
		}
	}
	return best
}
