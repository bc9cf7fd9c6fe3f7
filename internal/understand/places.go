package understand

// places numbers hashes in the order they come, from 0. It takes the place of a
// map where each word of a conversation is looked up.
type places struct {
	slots []uint16 // place + 1 of a hash, 0 if free; its length is a power of two
	keys  []root
}

// slot returns the slot of a hash, or the free one that it would take.
func (p *places) slot(h root) root {
	last := root(len(p.slots) - 1)
	at := (h ^ h>>15) & last
	for p.slots[at] != 0 && p.keys[p.slots[at]-1] != h {
		at = (at + 1) & last
	}
	return at
}

// find returns the place of a hash, -1 if it has none.
func (p *places) find(h root) int {
	if len(p.slots) == 0 {
		return -1
	}
	return int(p.slots[p.slot(h)]) - 1
}

// add returns the place of a hash and whether it is new.
func (p *places) add(h root) (place int, fresh bool) {
	if 2*len(p.keys) >= len(p.slots) {
		p.grow()
	}
	at := p.slot(h)
	if p.slots[at] == 0 {
		p.keys = append(p.keys, h)
		p.slots[at] = uint16(len(p.keys))
		fresh = true
	}
	return int(p.slots[at]) - 1, fresh
}

func (p *places) grow() {
	p.slots = make([]uint16, max(512, 4*len(p.slots)))
	for i, h := range p.keys {
		p.slots[p.slot(h)] = uint16(i + 1)
	}
}
