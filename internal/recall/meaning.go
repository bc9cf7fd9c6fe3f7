package recall

// What messages mean was chosen on LoCoMo and on one half of our own questions: see
// docs/rationale.md.
const (
	meaningWeight = 1.25
	// besideWeight is what the closer of the two messages beside one adds to it: an
	// answer seldom says what it answers.
	besideWeight = 0.4
	// leastMeaning is how close a message must be that has none of the words, so that a
	// question that means nothing finds nothing.
	leastMeaning = 0.25
)

// addMeaning adds how close messages are to the question in what they mean. It comes
// before feedback, so that the words of what is meant count too.
func (s *search) addMeaning(a *question, meant []float32, total []float32) {
	meant = meant[:min(len(meant), len(total))]
	for i, c := range meant {
		if total[i] == 0 && c < leastMeaning {
			continue
		}
		begin, end := s.around(i)
		beside := float32(0)
		if i > begin {
			beside = meant[i-1]
		}
		if i+1 < min(end, len(meant)) {
			beside = max(beside, meant[i+1])
		}
		v := meaningWeight * (max(c, 0) + besideWeight*max(beside, 0))
		if total[i] == 0 {
			v = max(v+s.circumstances(a, i), v/16)
		}
		total[i] += v
	}
}

// sameSlice is true of two slices with the same memory.
func sameSlice(a, b []float32) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
