package joingraph

import "slices"

// cost has the number of joins in its upper half and their doubts in its lower one, so
// that costs add and compare as plain numbers.
type cost uint64

const oneJoin cost = 1 << 32

func (c cost) hops() int { return int(c >> 32) }

const never = ^cost(0)

// search is one run of Dijkstra's algorithm from a table, with the memory that it needs.
type search struct {
	from   int32
	anyway bool // columns of no meaning are used on the way, too
	asked  []int32
	cost   []cost
	touch  []int32 // the tables whose cost is set
	heap   []entry
}

type entry struct {
	cost  cost
	table int32
}

func newSearch(tables int) *search {
	s := &search{cost: make([]cost, tables)}
	for i := range s.cost {
		s.cost[i] = never
	}
	return s
}

func (s *search) reached(table int32) bool { return s.cost[table] != never }

// run finds what it costs to reach tables from one of them, and stops when all that were
// asked for are reached. Where it stops early, what is dearer than the last of them may
// have no cost or too high a one; no shortest path to one that was asked for leads there.
func (s *search) run(f *Finder, from int32, asked []int32, anyway bool) {
	for _, t := range s.touch {
		s.cost[t] = never
	}
	s.touch, s.heap = append(s.touch[:0], from), s.heap[:0]
	s.from, s.asked, s.anyway = from, asked, anyway
	s.cost[from] = 0
	s.push(entry{0, from})
	wanted := len(asked)
	for len(s.heap) > 0 {
		e := s.pop()
		if e.cost > s.cost[e.table] {
			continue // a cheaper way was found meanwhile
		}
		if slices.Contains(asked, e.table) {
			if wanted--; wanted == 0 {
				return
			}
		}
		if e.cost.hops() == f.o.MaxHops {
			continue
		}
		near := f.near[e.table]
		for i := range near {
			n := &near[i]
			doubt := n.free
			if n.hubs {
				doubt = s.least(f, n)
			}
			if doubt == none {
				continue
			}
			if c := e.cost + oneJoin + cost(doubt); c < s.cost[n.table] {
				s.relax(n.table, c)
			}
		}
	}
}

// relax takes note of a cheaper way.
func (s *search) relax(table int32, c cost) {
	if s.cost[table] == never {
		s.touch = append(s.touch, table)
	}
	s.cost[table] = c
	s.push(entry{c, table})
}

// usable reports whether this search may go along a join.
func (s *search) usable(j *join) bool {
	return j.hub < 0 || s.anyway || slices.Contains(s.asked, j.hub)
}

// least is the doubt of the surest join to a neighbour that this search may use.
func (s *search) least(f *Finder, n *neighbour) uint32 {
	for _, j := range n.joins {
		if s.usable(&f.joins[j]) {
			return f.joins[j].doubt
		}
	}
	return none
}

// chains are the cheapest chains of joins from where the search began to a table, by
// their tables and then by their columns; of more than most, always the same ones.
func (s *search) chains(f *Finder, to int32, most int) [][]int32 {
	var found [][]int32
	var walk func(at int32, tail []int32)
	walk = func(at int32, tail []int32) {
		if at == s.from {
			chain := slices.Clone(tail)
			slices.Reverse(chain)
			found = append(found, chain)
			return
		}
		for i := range f.near[at] {
			n := &f.near[at][i]
			if s.cost[n.table] >= s.cost[at] {
				continue
			}
			for _, back := range n.joins {
				if j := &f.joins[back]; s.usable(j) && s.cost[n.table]+oneJoin+cost(j.doubt) == s.cost[at] && len(found) < most {
					walk(n.table, append(tail, f.turned(back)))
				}
			}
		}
	}
	walk(to, nil)
	slices.SortStableFunc(found, func(a, b []int32) int { return f.compareChains(a, b) })
	return found
}

// The heap is binary and holds tables more than once: what is out of date is passed over
// when it comes up. That is faster than moving entries.

func (s *search) push(e entry) {
	s.heap = append(s.heap, e)
	h, i := s.heap, len(s.heap)-1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
}

func (s *search) pop() entry {
	h := s.heap
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	s.heap = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].before(h[down]) {
			down++
		}
		if !h[down].before(last) {
			break
		}
		h[i] = h[down]
		i = down
	}
	h[i] = last
	return top
}

func (e entry) before(other entry) bool {
	return e.cost < other.cost || e.cost == other.cost && e.table < other.table
}
