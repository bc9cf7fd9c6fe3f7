package tables

import (
	"cmp"
	"slices"
	"strings"
)

// The weights. They were set on half of Spider's development databases, on BIRD and on half
// of the questions to the demo database; the questions of the other halves were not read,
// but their scores were seen on the way. docs/performance.md has all of them.
const (
	leastConfidence  = .5  // of a relationship along which words are lent
	shareOfNeighbour = 1   // of a neighbour's word
	shareOfSecond    = .25 // of the word of a neighbour's neighbour
	shareOfDatabase  = .4  // of a word in another table of the same database
	crowdFrom        = 10  // neighbours; where there are more, each lends less
	lent             = .6  // of what others have and the table itself has not
	centre           = .3  // for each doubling of the tables that a table is joined with
	centreOfPart     = .1  // the same where joins lead to few of all tables
	mostJoined       = 64  // tables; those that have more are no more central

	asFamily  = .8   // "management" for "manager"
	asPrefix  = .45  // "accountant" for "account"
	asPart    = .375 // "time" for "timesheet"
	asSynonym = .525 // "client" for "customer"
	asHint    = .5   // "country" for "France"
)

// fieldWeight is what a word counts for in a field by itself, and what is added in the
// measure in which the question has the rest of the name, too.
var fieldWeight = [...]struct{ alone, whole float32 }{
	inName:      {.6, 1.2},
	inColumn:    {.25, .55},
	inComment:   {.3, .1},
	inValue:     {.3, .4},
	inQualifier: {.3, .4},
}

// Ranked is a table with its score: how much of the question is in it and around it. Scores
// of one question can be compared, those of two cannot. The order is not that of scores
// alone: a central table comes before others that have little more.
type Ranked struct {
	Table string
	Score float64
	order float64
}

// term is a word of a question with the words of the index that it may stand for.
type term struct{ variants []variant }

type variant struct {
	word    int32
	quality float32
}

// Rank gives the n tables that a question is likeliest to be about, the likeliest first.
// Tables for which readable is false do not appear; nil means that all may be read. Fewer
// are given only if there are fewer: a table that nothing speaks for comes last.
func (x *Index) Rank(question string, n int, readable func(table string) bool) []Ranked {
	terms := x.terms(question)
	may := make([]bool, len(x.names))
	for i, name := range x.names {
		may[i] = readable == nil || readable(name)
	}
	own := x.match(terms, may)
	ranked := make([]Ranked, 0, len(x.names))
	for t, name := range x.names {
		if may[t] {
			score := float64(x.score(own, int32(t)))
			ranked = append(ranked, Ranked{name, score, score + x.central(t, may)})
		}
	}
	slices.SortStableFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.order, a.order), strings.Compare(a.Table, b.Table))
	})
	return ranked[:min(n, len(ranked))]
}

// match gives for each term what it counts for in each table.
func (x *Index) match(terms []term, may []bool) [][]float32 {
	quality := make([]float32, len(x.places))
	for _, t := range terms {
		for _, v := range t.variants {
			for _, p := range x.at[v.word] {
				quality[p] = max(quality[p], v.quality)
			}
		}
	}
	covered := make([]float32, len(x.units))
	for p, q := range quality {
		if q > 0 {
			covered[x.places[p].unit] += q * x.idf[x.places[p].word]
		}
	}
	own := make([][]float32, len(terms))
	for i, t := range terms {
		own[i] = make([]float32, len(x.names))
		for _, v := range t.variants {
			for _, p := range x.at[v.word] {
				u := x.places[p].unit
				of := &x.units[u]
				if !may[of.table] {
					continue
				}
				w := fieldWeight[of.field]
				s := x.idf[v.word] * v.quality * (w.alone + w.whole*covered[u]/of.total)
				own[i][of.table] = max(own[i][of.table], s)
			}
		}
	}
	return own
}

// score adds what a table has and what others lend it.
func (x *Index) score(own [][]float32, t int32) float32 {
	var sum float32
	for _, of := range own {
		has := of[t]
		sum += has
		best := float32(0)
		for _, n := range x.near[t] {
			best = max(best, n.share*of[n.table])
		}
		if best > has {
			sum += lent * (best - has)
		}
	}
	return sum
}
