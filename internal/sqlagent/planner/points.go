package planner

import (
	"slices"
	"strings"
)

// Words that stand for something said before: in this question, or in the one before it. A
// question that is read by itself has nothing for the latter, and would lose a condition in
// silence: "which customer is it for?" is no question about all customers.

const (
	// standIns stand for a noun of an earlier clause: "customer" is not what "it" is in "which
	// customer is it for".
	standIns = " it they them those these he she him hers theirs too also as_well "
	// owners may belong to a noun of their own clause: "employees and their offices".
	owners = " its their his her corresponding associated respective "
	// pointers before a noun tell that it was named before: "of that invoice".
	pointers = " this that these those "
)

// pointsBack is a word that stands for something which the items do not name; "" if there is none.
func pointsBack(items []item) string {
	named, here := false, 0 // a noun before this clause, and nouns in it
	for i := range items {
		it := &items[i]
		if points(it, pointers) && i+1 < len(items) && items[i+1].class == aTable && !namedBefore(items, i) {
			return it.text
		}
		if clauseBegins(it) {
			named, here = named || here > 0, 0
		}
		if isNoun(it) {
			here++
		}
		if it.class != aWord {
			continue
		}
		switch {
		case points(it, owners):
			if !named && here == 0 {
				return it.text
			}
		case points(it, standIns):
			// "tools they own": a clause of its own begins behind its noun.
			if own := i > 0 && isNoun(&items[i-1]); !named && !(own && here > 1) {
				return it.text
			}
		case demonstrates(items, i) && !named:
			return it.text
		}
	}
	return ""
}

// namedBefore reports whether the table behind an item is named before it, or the item is what
// joins a clause to its noun: "jobs that customers ordered".
func namedBefore(items []item, i int) bool {
	if points(&items[i], " that ") && i > 0 && isNoun(&items[i-1]) {
		return true
	}
	return slices.ContainsFunc(items[:i], func(it item) bool {
		return it.class == aTable && slices.ContainsFunc(it.means, func(m meaning) bool {
			return slices.ContainsFunc(items[i+1].means, func(o meaning) bool { return o.table == m.table })
		})
	})
}

func isNoun(it *item) bool {
	return it.class == aTable || it.class == aColumn || it.class == aValue || it.class == aText
}

// clauseBegins reports whether an item may begin another clause.
func clauseBegins(it *item) bool {
	return it.class == aComma || it.is("and", "or", "that", "beside", "andwhen", "widens", "than", "before", "after", "until", "list", "count", "much", "order")
}

// points reports whether one of some words is in an item.
func points(it *item, of string) bool {
	words := strings.Fields(strings.ReplaceAll(fold(it.text), "as well", "as_well"))
	if slices.Equal(words, []string{"as_well", "as"}) {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(of, " "+w+" ") })
}

// demonstrates reports whether a word points at one of the things that a noun is the name of, or
// at a place or a time: "the one", "who works there".
func demonstrates(items []item, i int) bool {
	var before, next *item
	if i > 0 {
		before = &items[i-1]
	}
	if i+1 < len(items) {
		next = &items[i+1]
	}
	switch fold(items[i].text) {
	case "this":
		return true
	case "then":
		return next == nil && i > 0
	case "one", "ones":
		return next == nil || !isNoun(next) && !next.is("of")
	case "there":
		exists := func(it *item) bool {
			return it != nil && slices.ContainsFunc(strings.Fields(fold(it.text)), func(w string) bool {
				return strings.Contains(" is are was were be been exist exists have has had will ", " "+w+" ")
			})
		}
		return !exists(before) && !exists(next)
	}
	return false
}

// pointsFor reports whether some words say of what a question is with a word that stands for it,
// as "and for that one" does. To thank for it is none of the question.
func pointsFor(t []token) bool {
	for i := 1; i < len(t); i++ {
		thanks := i > 1 && strings.Contains(" thanks thank ", " "+t[i-2].folded+" ")
		if !thanks && contains([]string{"for", "of", "about"}, t[i-1].folded) && contains([]string{"it", "this", "that", "them", "these", "those"}, t[i].folded) {
			return true
		}
	}
	return false
}
