package recall

import "slices"

// A search is one look at the first n messages of an index.
type search struct {
	x       *Index
	n       int
	names   []int32 // the terms of those who speak
	mean    float32 // words a message
	related *Related
}

// scratch is what searches work in, kept for the next one.
type scratch struct {
	floats  [5][]float32
	seen    []uint8
	keys    []uint64 // of the last ranking
	touched []uint64
}

// What the slices of a scratch are for.
const (
	forTotal = iota
	forSingle
	forWindow
	forTimes
	forSpread
)

// slice returns n zeros, valid until it is asked for again.
//
//go:noinline
func (c *scratch) slice(number, n int) []float32 {
	if cap(c.floats[number]) < n {
		c.floats[number] = make([]float32, n+n/4)
	}
	all := c.floats[number][:n]
	clear(all)
	return all
}

// counts returns n zeros. The caller must zero them again.
func (c *scratch) counts(n int) []uint8 {
	if len(c.seen) < n {
		c.seen = make([]uint8, n+n/4)
	}
	return c.seen
}

// minShare is how common a label must be to count as a speaker's name: one in so
// many messages begins with it.
const minShare = 20

func (x *Index) newSearch(n int) *search {
	last := &x.messages[n-1]
	s := &search{x: x, n: n, mean: float32(last.before+last.words)/float32(n) + 1e-3}
	counts := make([]int32, len(x.terms))
	for i := range x.messages[:n] {
		for k, id := range x.messages[i].label {
			if id == noTerm || k > 0 && id == x.messages[i].label[0] {
				continue
			}
			// The count passes this number once.
			if counts[id]++; int(counts[id]) == max(2, (n+minShare-1)/minShare) {
				s.names = append(s.names, id)
			}
		}
	}
	return s
}

// postings returns those of a term that are within the search.
//
//go:noinline
func (s *search) postings(id int32) []posting {
	all := s.x.terms[id].postings
	if s.n == len(s.x.messages) {
		return all
	}
	end, _ := slices.BinarySearch(all, posting(s.n<<4))
	return all[:end]
}

// wordsIn counts the words of messages from to end, which is not included.
func (s *search) wordsIn(from, end int) float32 {
	last := &s.x.messages[end-1]
	return float32(last.before + last.words - s.x.messages[from].before)
}

// sessionEnd returns the number after a session's last message.
func (s *search) sessionEnd(session int32) int {
	if int(session)+1 < len(s.x.sessions) {
		return min(int(s.x.sessions[session+1]), s.n)
	}
	return s.n
}
