package planner

import "slices"

// possessives turns "Brendan Lynch's phone number" into "phone number of Brendan Lynch".
func possessives(items []item) []item {
	at := slices.IndexFunc(items, func(it item) bool { return it.is("whose_s") })
	if at <= 0 || at+1 >= len(items) {
		return items
	}
	if items[at-1].class == aDate {
		return lastYears(items, at)
	}
	from := at
	for from > 0 && (items[from-1].class == aValue || items[from-1].class == aTable) {
		from--
	}
	to := at + 1
	for to < len(items) && items[to].class == aValue {
		to++
	}
	for to < len(items) && (items[to].class == aColumn || items[to].class == aTable) {
		to++
		if to+1 < len(items) && (items[to].is("and") || items[to].class == aComma) && items[to+1].class == aColumn {
			to++
		}
	}
	if from == at || items[to-1].class != aColumn && items[to-1].class != aTable {
		return items
	}
	of := items[at]
	of.kinds, of.text = []string{"of"}, "of"
	return slices.Concat(items[:from], items[at+1:to], []item{of}, items[from:at], items[to:])
}

// lastYears turns "last year's complaints" into "complaints in last year".
func lastYears(items []item, at int) []item {
	to := at + 1
	for to < len(items) && items[to].class == aValue {
		to++
	}
	if to == len(items) || items[to].class != aTable {
		return items
	}
	in := items[at]
	in.kinds, in.text = []string{"in"}, "in"
	return slices.Concat(items[:at-1], items[at+1:to+1], []item{in, items[at-1]}, items[to+1:])
}
