package understand

// roots numbers roots in the order they come, from 0. It stands in for a map where
// each word of a conversation is looked up.
type roots struct {
	slots []uint16 // number + 1 of a root, 0 if free; its length is a power of two
	keys  []root
}

// slot returns the slot of a root, or the free one that it would take.
func (r *roots) slot(h root) root {
	last := root(len(r.slots) - 1)
	at := (h ^ h>>15) & last
	for r.slots[at] != 0 && r.keys[r.slots[at]-1] != h {
		at = (at + 1) & last
	}
	return at
}

// find returns the number of a root, -1 if it has none.
func (r *roots) find(h root) int {
	if len(r.slots) == 0 {
		return -1
	}
	return int(r.slots[r.slot(h)]) - 1
}

// add returns the number of a root and whether it is new.
func (r *roots) add(h root) (number int, fresh bool) {
	if 2*len(r.keys) >= len(r.slots) {
		r.grow()
	}
	at := r.slot(h)
	if r.slots[at] == 0 {
		r.keys = append(r.keys, h)
		r.slots[at] = uint16(len(r.keys))
		fresh = true
	}
	return int(r.slots[at]) - 1, fresh
}

func (r *roots) grow() {
	r.slots = make([]uint16, max(512, 4*len(r.slots)))
	for i, h := range r.keys {
		r.slots[r.slot(h)] = uint16(i + 1)
	}
}
