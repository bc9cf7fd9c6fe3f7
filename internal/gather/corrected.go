package gather

import "slices"

// maxCorrections is the most messages that a message brings along because they
// correct it: the newest.
const maxCorrections = 3

// correctedBy returns the messages that correct one, without those that skip names.
func (one *indexed) correctedBy(i int, skip func(int) bool) (later []int) {
	for _, c := range one.corrections.All() {
		if newer := c.Newer.Message; c.Older.Message == i && newer > i && !slices.Contains(later, newer) && !skip(newer) {
			later = append(later, newer)
		}
	}
	return later[max(0, len(later)-maxCorrections):]
}
