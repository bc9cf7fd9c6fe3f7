package joingraph

import "sync"

// cache keeps chains between two tables. It holds at most two generations of cacheSize
// pairs: when the young one is full it becomes the old one, and what nobody asked for
// meanwhile is forgotten with the generation before.
type cache struct {
	mu         sync.Mutex
	young, old map[[2]int32][][]int32
}

const cacheSize = 4096

func (c *cache) get(a, b int32, find func() [][]int32) [][]int32 {
	key := [2]int32{a, b}
	c.mu.Lock()
	chains, ok := c.young[key]
	if !ok {
		if chains, ok = c.old[key]; ok {
			c.put(key, chains)
		}
	}
	c.mu.Unlock()
	if ok {
		return chains
	}
	// Two that ask at once find the same.
	chains = find()
	c.mu.Lock()
	c.put(key, chains)
	c.mu.Unlock()
	return chains
}

func (c *cache) put(key [2]int32, chains [][]int32) {
	if c.young == nil || len(c.young) == cacheSize {
		c.young, c.old = make(map[[2]int32][][]int32), c.young
	}
	c.young[key] = chains
}
