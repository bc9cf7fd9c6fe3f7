// Package tables finds the tables that a question is about, without a model. It decides
// how near each table's names, columns, comments and values are to the words of a
// question; what is done with the tables is left to others.
//
// A word of a question counts for as much as it is rare among the tables. It counts in
// full in a table's name, for less in a column, a comment or a value, and more if the rest
// of that name is in the question, too. Then tables lend each other what they have: one
// that is joined with others gets a share of the words that only they have, because a
// question seldom names the table between two others.
//
// What a person may not read never appears, and lends nothing.
package tables

import (
	"maps"
	"math"
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
	"burrow/internal/words"
)

// field says where in a table a word stands.
type field uint8

const (
	inName field = iota
	inColumn
	inComment
	inValue
	inQualifier // the database in "database.table"
)

// unit is one name, comment or list of values of a table.
type unit struct {
	table int32
	field field
	total float32 // the weights of its words together
}

// place is a word in a unit.
type place struct {
	unit int32
	word int32
}

// Index holds the words of a graph. It is safe for concurrent use.
type Index struct {
	names  []string
	vocab  map[string]int32
	words  []string  // by number
	idf    []float32 // by word
	at     [][]int32 // places of a word
	places []place
	units  []unit
	near   [][]lender
	joined [][]int32          // tables that each is joined with
	centre []float64          // what each doubling of these counts for
	sorted []int32            // words in alphabetical order, for prefixes
	family map[string][]int32 // words by their Porter stem
}

// lender is a table that lends its words, and how much of them.
type lender struct {
	table int32
	share float32
}

// New makes an index of a graph.
func New(g *schema.Graph) *Index {
	x := &Index{vocab: make(map[string]int32)}
	ids := make(map[string]int32)
	for i, t := range g.Tables() {
		x.names = append(x.names, t.Name)
		ids[strings.ToLower(t.Name)] = int32(i)
		x.addTable(int32(i), t)
	}
	x.weigh()
	direct := neighbours(g, ids, len(x.names))
	x.near = lenders(direct, x.names)
	for _, joined := range direct {
		x.joined = append(x.joined, slices.Collect(maps.Keys(joined)))
	}
	x.centre = centres(x.joined)
	x.sorted = make([]int32, len(x.words))
	for i := range x.sorted {
		x.sorted[i] = int32(i)
	}
	x.family = make(map[string][]int32)
	for id, w := range x.words {
		common := porter(w)
		x.family[common] = append(x.family[common], int32(id))
	}
	slices.SortFunc(x.sorted, func(a, b int32) int { return strings.Compare(x.words[a], x.words[b]) })
	return x
}

func (x *Index) addTable(id int32, t *schema.Table) {
	name := t.Name
	if database, ok := qualifier(name); ok {
		x.addUnit(id, inQualifier, schema.Words(database))
		name = name[len(database)+1:]
	}
	x.addUnit(id, inName, schema.Words(name))
	x.addUnit(id, inComment, schema.TextWords(t.Comment))
	for _, c := range t.Columns {
		x.addUnit(id, inColumn, schema.Words(c.Name))
		x.addUnit(id, inComment, schema.TextWords(c.Comment))
		for _, value := range c.Values {
			x.addUnit(id, inValue, schema.TextWords(value))
		}
	}
}

func (x *Index) addUnit(table int32, f field, words []string) {
	if len(words) == 0 {
		return
	}
	u := int32(len(x.units))
	x.units = append(x.units, unit{table: table, field: f})
	for _, w := range words {
		id, ok := x.vocab[w]
		if !ok {
			id = int32(len(x.words))
			x.vocab[w] = id
			x.words = append(x.words, w)
			x.at = append(x.at, nil)
		}
		x.at[id] = append(x.at[id], int32(len(x.places)))
		x.places = append(x.places, place{unit: u, word: id})
	}
}

// weigh gives each word its weight: how rare it is among the tables.
func (x *Index) weigh() {
	x.idf = make([]float32, len(x.words))
	for w, at := range x.at {
		tables, last := 0, int32(-1)
		for _, p := range at {
			if t := x.units[x.places[p].unit].table; t != last {
				tables, last = tables+1, t
			}
		}
		n := float64(len(x.names))
		x.idf[w] = float32(math.Log(1 + n/(float64(tables)+.5)))
	}
	for _, p := range x.places {
		x.units[p.unit].total += x.idf[p.word]
	}
}

// lenders says for each table from which others it gets words: those that it is joined
// with, less from those that these are joined with, and from those of the same database
// if the graph has several. A table that very many are joined with lends less, because it
// says little about each of them.
func lenders(direct []map[int32]bool, names []string) [][]lender {
	databases := make(map[string][]int32)
	for t, name := range names {
		database, _ := qualifier(name)
		databases[database] = append(databases[database], int32(t))
	}
	near := make([][]lender, len(names))
	for t, name := range names {
		shares := make(map[int32]float32)
		if database, ok := qualifier(name); ok && len(databases) > 1 {
			for _, n := range databases[database] {
				shares[n] = shareOfDatabase
			}
		}
		for n := range direct[t] {
			shares[n] = max(shares[n], shareOfNeighbour*crowd(len(direct[t])))
			for far := range direct[n] {
				shares[far] = max(shares[far], shareOfSecond*crowd(len(direct[n])))
			}
		}
		delete(shares, int32(t))
		for n, share := range shares {
			near[t] = append(near[t], lender{n, share})
		}
		slices.SortFunc(near[t], func(a, b lender) int { return int(a.table - b.table) })
	}
	return near
}

// central is what speaks for a table whatever is asked. Questions to a large database are
// seldom without what most of it is about, customers or orders, and often do not say so:
// "Which jobs did Brendan Lynch plan?" Tables that may not be read do not count.
func (x *Index) central(table int, may []bool) float64 {
	joined := 0
	for _, t := range x.joined[table] {
		if may[t] {
			joined++
		}
	}
	return x.centre[table] * math.Log2(1+float64(min(joined, mostJoined)))
}

// centres says what being joined with others counts for. Where joins lead from a table to
// few of all, as in a graph of many databases, it is the centre of those alone.
func centres(joined [][]int32) []float64 {
	out := make([]float64, len(joined))
	seen := make([]bool, len(joined))
	for t := range joined {
		if seen[t] {
			continue
		}
		seen[t] = true
		reached := []int32{int32(t)}
		for i := 0; i < len(reached); i++ {
			for _, n := range joined[reached[i]] {
				if !seen[n] {
					seen[n] = true
					reached = append(reached, n)
				}
			}
		}
		for _, n := range reached {
			out[n] = centreOfPart + (centre-centreOfPart)*float64(len(reached))/float64(len(joined))
		}
	}
	return out
}

// neighbours are the tables that each table is joined with.
func neighbours(g *schema.Graph, ids map[string]int32, tables int) []map[int32]bool {
	direct := make([]map[int32]bool, tables)
	for i := range direct {
		direct[i] = make(map[int32]bool)
	}
	for _, r := range g.Relationships {
		a, okA := ids[strings.ToLower(r.FromTable)]
		b, okB := ids[strings.ToLower(r.ToTable)]
		if okA && okB && a != b && r.Confidence >= leastConfidence {
			direct[a][b], direct[b][a] = true, true
		}
	}
	return direct
}

// qualifier is the database in "database.table".
func qualifier(name string) (database string, ok bool) {
	dot := strings.LastIndexByte(name, '.')
	return name[:max(dot, 0)], dot >= 0
}

// crowd is how much is left of a share where so many tables are joined.
func crowd(joined int) float32 {
	return float32(1 / math.Sqrt(1+math.Max(0, float64(joined)-crowdFrom)/crowdFrom))
}

// porter is what a whole family of words has in common: "manager" and "management".
func porter(word string) string { return string(words.Stem([]byte(word))) }
