package tokens

// trieBuilder makes a trie of a vocabulary.
type trieBuilder struct {
	*trie
	nodes uint32 // numbers below are taken
}

// newTrie inserts the tokens by length. A token is the join of two others, so
// its path goes on from its left half's, unless the halves share a character.
func newTrie(t *tables) *trie {
	count := uint32(len(t.sizes))
	nodes := count * 9 / 4 // cl100k_base has 2.1 a token, o200k_base 1.7
	b := trieBuilder{
		trie:  &trie{tokens: count, edges: make([]uint64, nodes*5/4), shorter: make([]uint32, nodes)},
		nodes: count,
	}
	ids := bySize(t.sizes)
	inBatches(0, len(ids), func(from, to int) {
		for _, id := range ids[from:to] {
			text := t.textOf(id)
			node, p := uint32(rootNode), 0
			if id >= 256 {
				if n := int(t.sizes[t.halves[id].left]); text[n]&0xc0 != 0x80 {
					node, p = t.halves[id].left, n
				}
			}
			b.insert(id, text, node, p)
		}
	})
	b.mark()
	b.startFirst()
	return b.trie
}

// bySize returns the ids ordered by their tokens' sizes.
func bySize(sizes []uint8) []uint32 {
	var starts [maxSize + 2]uint32
	for _, n := range sizes {
		starts[n+1]++
	}
	for n := 1; n < len(starts); n++ {
		starts[n] += starts[n-1]
	}
	ids := make([]uint32, len(sizes))
	for id, n := range sizes {
		ids[starts[n]] = uint32(id)
		starts[n]++
	}
	return ids
}

// insert adds the token text, whose first p bytes lead to node from.
func (b *trieBuilder) insert(id uint32, text string, from uint32, p int) {
	node := from
	for p < len(text) {
		symbol, size := symbolAt(text, p, len(text))
		slot := b.edge(node, symbol)
		if b.edges[slot] != 0 {
			node = uint32(b.edges[slot]) & edgeChild
			p += size
			continue
		}
		child := id
		if p+size < len(text) {
			child = b.nodes
			b.nodes++
		}
		b.shorter[child] = b.longestBefore(node, text, p, p+size)
		b.edges[slot] = (uint64(node)<<symbolBits|uint64(symbol))<<edgeKey | uint64(child)
		node = child
		p += size
	}
}

// longestBefore returns the longest token that ends before the symbol that leads
// on from node, or inside it.
func (b *trieBuilder) longestBefore(node uint32, text string, p, end int) uint32 {
	if end-p > 1 {
		if id := b.partial(node, text, p, end); id != noToken {
			return id
		}
	}
	switch {
	case node == rootNode:
		return noToken
	case node < b.tokens:
		return node
	}
	return b.shorter[node]
}

// mark notes at each edge what children its child has.
func (b *trieBuilder) mark() {
	flags := make([]uint8, len(b.shorter))
	for _, edge := range b.edges {
		if node := edge >> (edgeKey + symbolBits); edge != 0 && node != rootNode {
			flags[node] |= edgeBranch >> nodeBits
			if edge>>edgeKey&(1<<symbolBits-1) >= byteSymbol {
				flags[node] |= edgePartial >> nodeBits
			}
		}
	}
	for i, edge := range b.edges {
		if edge != 0 {
			b.edges[i] |= uint64(flags[edge&edgeChild]) << nodeBits
		}
	}
}

// startFirst fills first: with the tokens of each lead byte, of the first two
// bytes of three, and of whole characters, each in the place of the one before.
func (b *trieBuilder) startFirst() {
	root := func(symbol uint32) uint32 {
		return uint32(b.edges[b.edge(rootNode, symbol)]) & (edgeChild | edgeBranch | edgePartial)
	}
	for symbol := uint32(0x80); symbol < 0x800; symbol++ {
		b.first[symbol] = root(byteSymbol+0xc0|symbol>>6) & edgeChild
	}
	for symbol := uint32(0x800); symbol < 1<<16; symbol += 64 {
		lead := root(byteSymbol + 0xe0 | symbol>>12)
		two := uint32(b.edges[b.edge(lead&edgeChild, byteSymbol+0x80|symbol>>6&0x3f)]) & edgeChild
		if two == 0 || two >= b.tokens {
			two = lead & edgeChild
		}
		for i := range uint32(64) {
			b.first[symbol+i] = two
		}
	}
	for _, edge := range b.edges {
		if key := edge >> edgeKey; key>>symbolBits == rootNode && key&(1<<symbolBits-1) < 1<<16 {
			b.first[key&(1<<symbolBits-1)] = uint32(edge) & (edgeChild | edgeBranch | edgePartial)
		}
	}
}
