package words

// longestCompared is how much of a text Edits looks at: names are shorter.
const longestCompared = 64

// Edits counts the letters to add, leave out, change or swap with the next to make one
// name of another (optimal string alignment), by their bytes. Of longer texts only the
// first 64 bytes count.
func Edits(a, b string) int {
	var rows [3][longestCompared + 1]int
	a, b = a[:min(len(a), longestCompared)], b[:min(len(b), longestCompared)]
	two, one, now := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		now[j] = j
	}
	for i := range len(a) {
		two, one, now = one, now, two
		now[0] = i + 1
		for j := range len(b) {
			change := one[j]
			if a[i] != b[j] {
				change++
			}
			now[j+1] = min(change, now[j]+1, one[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], two[j-1]+1)
			}
		}
	}
	return now[len(b)]
}
