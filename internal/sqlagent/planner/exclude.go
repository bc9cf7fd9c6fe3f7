package planner

import "slices"

// excluded turns "cancelled bills excluded" and "cancelled ones aside" into "not cancelled
// bills": what is left out may be said behind what it is.
func excluded(items []item) []item {
	at := slices.IndexFunc(items, func(it item) bool { return it.is("excluded") })
	if at <= 0 {
		return items
	}
	from := at
	for from > 0 && (items[from-1].class == aValue || items[from-1].class == aTable || items[from-1].is("filler", "and", "or")) && !(items[from-1].is("filler", "and", "or") && from == 1) {
		from--
	}
	for from < at && items[from].class != aValue {
		from++
	}
	if from == at {
		return items
	}
	not := items[at]
	not.kinds, not.text = []string{"not"}, "not"
	return slices.Concat(items[:from], []item{not}, items[from:at], items[at+1:])
}
