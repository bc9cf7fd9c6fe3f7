package faqsource

import (
	"slices"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/understand"
)

// known has the pair of each gist.
type known struct {
	reading *understand.Options
	owners  map[understand.Gist]*owner
}

// owner is the first pair of a gist. several says that another one has it, too, with
// another answer.
type owner struct {
	pair    *chat.Pair
	several bool
}

// wordings are the questions of a pair, its own first.
func wordings(p *chat.Pair) []string { return append([]string{p.Question}, p.Also...) }

// add enters a pair, and returns one that has a gist of it and another answer, or nil.
func (k *known) add(p *chat.Pair) (clash *chat.Pair) {
	for _, wording := range wordings(p) {
		gist, ok := understand.GistOf(wording, *k.reading)
		before := k.owners[gist]
		switch {
		case !ok:
		case before == nil:
			k.owners[gist] = &owner{pair: p}
		case before.pair.Answer != p.Answer:
			before.several, clash = true, before.pair
		}
	}
	return clash
}

// Clashes have for each pair another one that has its question and another answer, by
// their places, or -1. Neither answers.
func Clashes(pairs []chat.Pair, o understand.Options) []int {
	k, out := known{&o, map[understand.Gist]*owner{}}, make([]int, len(pairs))
	for i := range pairs {
		out[i] = -1
		if other := k.add(&pairs[i]); other != nil {
			for n := range pairs[:i] {
				if &pairs[n] == other {
					out[i], out[n] = n, i
				}
			}
		}
	}
	return out
}

// Problem says why a row of a file is left out. Row is its number as a spreadsheet shows
// it.
type Problem struct {
	Row     int
	Message string
}

// Import is what an import does.
type Import struct {
	// Keep are the pairs to add, without a UID, and to change.
	Keep []chat.Pair
	// Added, Changed and Same count the rows.
	Added, Changed, Same int
	Problems             []Problem
}

// Plan says what it does to the pairs that there are if those of a file are kept. One
// whose question is a pair's own takes that pair's place, so that a file may be edited and
// imported again, and so does one with its UID. One that could not answer is left out.
func Plan(pairs []chat.Pair, rows []chat.Pair, o understand.Options) (out Import) {
	var all []*chat.Pair // after the import
	places := map[understand.Gist]int{}
	for i := range pairs {
		gist, _ := understand.GistOf(pairs[i].Question, o)
		places[gist] = i
		all = append(all, &pairs[i])
	}
	takes := make([]int, len(rows)) // the place in all
	for i := range rows {
		p := &rows[i]
		gist, _ := understand.GistOf(store.CleanWording(p.Question), o)
		at, there := places[gist]
		if !p.UID.IsZero() {
			for at = len(pairs) - 1; at >= 0 && pairs[at].UID != p.UID; {
				at--
			}
			there = at >= 0
		}
		if there && all[at] == &pairs[at] {
			p.UID = pairs[at].UID
			all[at] = p
		} else {
			at = -1
		}
		takes[i] = at
	}
	k := known{&o, map[understand.Gist]*owner{}}
	for i := range pairs {
		if all[i] == &pairs[i] {
			k.add(all[i])
		}
	}
	for i := range rows {
		p := &rows[i]
		why := k.problem(p)
		switch at := takes[i]; {
		case p.Question+p.Answer == "" && len(p.Also) == 0: // an empty row
		case why != "":
			if out.Problems = append(out.Problems, Problem{i + 1, why}); at >= 0 {
				k.add(&pairs[at]) // it stays as it is
			}
		case at < 0 && k.has(p), at >= 0 && pairs[at].Question == p.Question && pairs[at].Answer == p.Answer && slices.Equal(pairs[at].Also, p.Also):
			out.Same++
		default:
			if out.Keep = append(out.Keep, *p); at < 0 {
				out.Added++
			} else {
				out.Changed++
			}
			k.add(p)
		}
	}
	return out
}

// problem is why a pair could not answer beside those that are known, "" if it could. It
// puts the pair's texts as they are kept.
func (k *known) problem(p *chat.Pair) string {
	if err := store.CleanPair(p); err != nil {
		return fault.From(err).Message
	}
	for _, wording := range wordings(p) {
		gist, ok := understand.GistOf(wording, *k.reading)
		switch before := k.owners[gist]; {
		case !ok:
			return say.T("“{text}” asks nothing.", "text", wording)
		case before != nil && before.pair.Answer != p.Answer:
			return say.T("This is the same question as “{text}”, which has another answer.", "text", before.pair.Question)
		}
	}
	return ""
}

// has is true if all wordings of a pair have its answer already.
func (k *known) has(p *chat.Pair) bool {
	for _, wording := range wordings(p) {
		if gist, _ := understand.GistOf(wording, *k.reading); k.owners[gist] == nil {
			return false
		}
	}
	return true
}
