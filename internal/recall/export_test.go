package recall

// Len returns how many messages there are.
func (x *Index) Len() int { return len(x.messages) }

// Rank returns the messages with a positive score, best first; of equal ones the
// newest comes first. The caller owns the result.
func (x *Index) Rank(q Query) []Hit {
	hits := []Hit{}
	ranked := x.ranking(q)
	for rank := 0; ; rank++ {
		h, ok := ranked.at(rank)
		if !ok {
			return hits
		}
		if q.Skip == nil || !q.Skip(h.Index) {
			hits = append(hits, h)
		}
	}
}
