package tokens

// trieBuilder makes a trie of a vocabulary.
type trieBuilder struct {
	*trie
	nodes uint32   // numbers below are taken
	into  []uint32 // the slot of the edge that leads to a node
	root  uint32   // flags of the root
}

// newTrie inserts the tokens by length. A token is the join of two others, so
// its path goes on from its left half's, unless the halves share a character.
func newTrie(t *tables) (*trie, error) {
	count := uint32(len(t.sizes))
	nodes := count * 5 / 2 // there are 2.1 a token in cl100k_base
	b := trieBuilder{
		trie:  &trie{tokens: count, edges: make([]uint64, nodes*5/4), shorter: make([]uint32, nodes)},
		nodes: count,
		into:  make([]uint32, nodes),
	}
	for _, id := range bySize(t.sizes) {
		text := t.textOf(id)
		from, p := uint32(rootNode), 0
		if id >= 256 {
			if n := int(t.sizes[t.halves[id].left]); text[n]&0xc0 != 0x80 {
				from, p = t.halves[id].left, n
			}
		}
		if !b.insert(id, text, from, p) {
			return nil, errPacked
		}
	}
	b.startASCII()
	return b.trie, nil
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

// insert adds the token text, whose first p bytes lead to node from. It reports
// false if the text is there already or needs too many nodes.
func (b *trieBuilder) insert(id uint32, text string, from uint32, p int) bool {
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
			if child >= uint32(len(b.shorter)) || child >= rootNode {
				return false
			}
		}
		b.shorter[child] = b.longestBefore(node, text, p, p+size)
		b.into[child] = uint32(slot)
		b.edges[slot] = (uint64(node)<<symbolBits|uint64(symbol))<<edgeKey | uint64(child)
		b.mark(node, symbol)
		node = child
		p += size
	}
	return node == id
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

// mark notes at the edge into node that it has children.
func (b *trieBuilder) mark(node, symbol uint32) {
	if node == rootNode {
		return
	}
	flags := uint64(edgeBranch)
	if symbol >= byteSymbol {
		flags |= edgePartial
	}
	b.edges[b.into[node]] |= flags
}

// startASCII fills ascii2 from the edges.
func (b *trieBuilder) startASCII() {
	for first := range uint32(128) {
		one := b.edges[b.edge(rootNode, first)]
		if one&edgeBranch == 0 {
			continue
		}
		for second := range uint32(128) {
			two := b.edges[b.edge(uint32(one)&edgeChild, second)]
			b.ascii2[first<<7|second] = uint32(two) & (edgeChild | edgeBranch | edgePartial)
		}
	}
}
