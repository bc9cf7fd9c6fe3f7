package memory

import "burrow/internal/chat"

// distinct drops the entries that only repeat another one: that say nothing which
// the other does not say. Of two that say the same the first stays, or the last
// if the newest is to win; an edited one stays always. repeated has the indices
// of those dropped.
func distinct(entries []*entry, newestWins bool) (kept []*entry, repeated []int) {
	for i, e := range entries {
		dropped := false
		for j, other := range entries {
			if i == j || e.item.Edited || !other.says(e) {
				continue
			}
			if !e.says(other) || other.item.Edited || j < i != newestWins {
				dropped = true
				break
			}
		}
		if dropped {
			repeated = append(repeated, i)
		} else {
			kept = append(kept, e)
		}
	}
	return kept, repeated
}

// says reports whether e has all telling words of other, and denies no more and
// no less. Of few words it must have no others: "has a cat" is not said by "has
// cat allergies".
func (e *entry) says(other *entry) bool {
	if e.denials != other.denials || len(e.keys) < len(other.keys) || len(other.keys) < 3 && len(e.keys) != len(other.keys) {
		return false
	}
	if len(e.keys) == 0 {
		return e.item.Text == other.item.Text
	}
	at := 0
	for _, key := range other.keys {
		for at < len(e.keys) && e.keys[at] < key {
			at++
		}
		if at == len(e.keys) || e.keys[at] != key {
			return false
		}
	}
	return true
}

// worth orders the lists by what is lost with an item of theirs. What was corrected
// goes first, so that it never stays without its correction.
func (e *entry) worth() int {
	if e.item.Edited {
		return 5
	}
	if len(e.item.SupersededBy) > 0 {
		return 0
	}
	switch e.list {
	case todos, decisions:
		return 4
	case facts:
		return 3
	case profile:
		return 2
	}
	return 1
}

// fit drops entries until their rendering has at most share tokens: of the least
// worth the last first. Entries that are too long alone go before all others.
// Edited entries stay, whatever they need.
func fit(entries []*entry, share int, count func(string) int) []*entry {
	var order []int // most worth first
	fixed := 0
	for worth := 5; worth >= 0; worth-- {
		for i, e := range entries {
			if e.worth() == worth && (e.item.Edited || fits(entries[i:i+1], share, count)) {
				order = append(order, i)
			}
		}
		if worth == 5 {
			fixed = len(order)
		}
	}
	// More entries need more tokens, so the most that fit are found by halving.
	low, high := fixed, len(order)
	for low < high {
		middle := (low + high + 1) / 2
		if fits(pick(entries, order[:middle]), share, count) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return pick(entries, order[:low])
}

// fits reports whether the rendering of entries has at most share tokens.
func fits(entries []*entry, share int, count func(string) int) bool {
	return count(Render([]chat.Summary{assemble(entries)})) <= share
}

// pick returns the entries of these indices, in their own order.
func pick(entries []*entry, indices []int) []*entry {
	var sorted []int
	for _, i := range indices {
		sorted = insert(sorted, i)
	}
	var out []*entry
	for _, i := range sorted {
		out = append(out, entries[i])
	}
	return out
}
