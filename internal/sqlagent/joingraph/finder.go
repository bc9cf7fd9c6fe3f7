// Package joingraph finds the joins that connect tables. It decides which chain of
// relationships is the shortest, and says when several are; which of them a question
// means is left to whoever asks.
//
// What a chain costs: its joins count first, so that two joins are always cheaper than
// three. Among chains of equally many joins the doubts are added up, 1 - confidence of
// each join in thousandths, and the chain with the least doubt wins. Chains that are equal
// in both are a tie, and all of them are given: two foreign keys to one table are two
// roles (the address an invoice goes to, and the one of the work), and no cost can tell
// which one is meant.
//
// Columns that say who made or changed a row, or whose company it is, lead from every
// table to every other one in two joins, and mean nothing on the way. They are used next
// to a table that was asked for, and elsewhere only if nothing else leads there.
//
// A cross join is never given: tables that nothing connects are an ErrNoPath.
package joingraph

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"burrow/internal/sqlagent/schema"
)

// Limits.
const (
	DefaultConfidence = .7 // what a relationship must reach to be used
	DefaultHops       = 4  // how many joins may lie between two tables
	MostTables        = 8  // that Connect connects
	MostPaths         = 32 // that are given of those that are equally short
)

// Options say which relationships are used. The zero value has the defaults.
type Options struct {
	MinConfidence float64 // 0 is DefaultConfidence; use a tiny number for all
	MaxHops       int     // 0 is DefaultHops
	// Readable, if it is not nil, says which tables may be used at all.
	Readable func(table string) bool
}

// Path is a chain of joins. Each relationship is turned so that it leads onward: the
// first begins at the first table, the last ends at the last one.
type Path []schema.Relationship

// Hops is the number of joins.
func (p Path) Hops() int { return len(p) }

// Tables are those that the path visits, in order.
func (p Path) Tables() []string {
	if len(p) == 0 {
		return nil
	}
	tables := []string{p[0].FromTable}
	for _, r := range p {
		tables = append(tables, r.ToTable)
	}
	return tables
}

// String writes a path as conditions of joins.
func (p Path) String() string {
	var joins []string
	for _, r := range p {
		joins = append(joins, Condition(r))
	}
	return strings.Join(joins, ", ")
}

// Condition writes a relationship as the condition of a join.
func Condition(r schema.Relationship) string {
	var all []string
	for _, pair := range r.Columns {
		all = append(all, r.FromTable+"."+pair.From+" = "+r.ToTable+"."+pair.To)
	}
	return strings.Join(all, " AND ")
}

// ErrNoPath says that tables are not connected.
var ErrNoPath = errors.New("no path")

// NoPathError names the tables that cannot be reached. errors.Is(err, ErrNoPath) is true
// of it.
type NoPathError struct {
	From        string
	Unreachable []string
	MaxHops     int
}

func (e *NoPathError) Error() string {
	return fmt.Sprintf("nothing connects %s with %s within %d joins", e.From, strings.Join(e.Unreachable, ", "), e.MaxHops)
}

// Is makes it an ErrNoPath.
func (e *NoPathError) Is(target error) bool { return target == ErrNoPath }

// UnknownTableError names a table that the graph does not have, or that may not be read.
type UnknownTableError struct{ Table string }

func (e *UnknownTableError) Error() string { return fmt.Sprintf("there is no table %q", e.Table) }

// ErrTooManyTables says that Connect was asked for more than MostTables.
var ErrTooManyTables = fmt.Errorf("at most %d tables can be connected at once", MostTables)

// Finder finds paths in a graph, which must not change any more. It is safe for
// concurrent use.
type Finder struct {
	o     Options
	names []string // sorted, so that numbers of tables compare as names do
	ids   map[string]int32
	near  [][]neighbour // by table, sorted by neighbour
	own   [][]int32     // joins of a table with itself
	joins []join

	scratch sync.Pool
	cache   cache
}

// join is a relationship in the direction of one of its ends.
type join struct {
	from, to int32
	doubt    uint32 // thousandths
	// hub is the table that a column of no meaning points at, or -1.
	hub int32
	r   schema.Relationship
	key string
}

// neighbour is a table with all joins that lead to it, the surest first.
type neighbour struct {
	table int32
	free  uint32 // the least doubt of joins that any search may use, or none
	hubs  bool   // there are others, which depend on what was asked for
	joins []int32
}

const none = ^uint32(0)

// New makes a Finder. Relationships that join the same columns are one, of which the
// surest counts, whatever their order in the graph.
func New(g *schema.Graph, o Options) *Finder {
	if o.MinConfidence == 0 {
		o.MinConfidence = DefaultConfidence
	}
	if o.MaxHops == 0 {
		o.MaxHops = DefaultHops
	}
	f := &Finder{o: o, ids: make(map[string]int32, g.Len())}
	for _, t := range g.Tables() {
		if o.Readable == nil || o.Readable(t.Name) {
			f.names = append(f.names, t.Name)
		}
	}
	for i, name := range f.names {
		f.ids[strings.ToLower(name)] = int32(i)
	}
	f.near = make([][]neighbour, len(f.names))
	f.own = make([][]int32, len(f.names))
	f.scratch.New = func() any { return newSearch(len(f.names)) }
	used := f.usable(g)
	common := commonColumns(used, len(f.names))
	for _, r := range used {
		f.add(r, common[hubOf(r)])
	}
	f.group()
	return f
}

// usable are the relationships that are used, one for each set of columns, in an order of
// their own.
func (f *Finder) usable(g *schema.Graph) []schema.Relationship {
	best := make(map[string]schema.Relationship, len(g.Relationships))
	for _, r := range g.Relationships {
		_, from := f.ids[strings.ToLower(r.FromTable)]
		_, to := f.ids[strings.ToLower(r.ToTable)]
		if r.Confidence < f.o.MinConfidence || !from || !to {
			continue
		}
		key := r.Key()
		if other, ok := best[key]; !ok || compareSameColumns(r, other) < 0 {
			best[key] = r
		}
	}
	keys := make([]string, 0, len(best))
	for key := range best {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	used := make([]schema.Relationship, 0, len(keys))
	for _, key := range keys {
		used = append(used, best[key])
	}
	return used
}

// kinds are ordered by how much they are to be trusted.
var kinds = []schema.Kind{schema.Manual, schema.ForeignKey, schema.Association, schema.Inferred}

// compareSameColumns orders relationships of the same columns: the surest first, then by
// what is left, so that two orders of the same relationships give the same graph.
func compareSameColumns(a, b schema.Relationship) int {
	return cmp.Or(
		cmp.Compare(b.Confidence, a.Confidence),
		cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)),
		// A relationship that knows its cardinality comes before one that does not.
		-cmp.Compare(len(a.Cardinality), len(b.Cardinality)),
		cmp.Compare(a.FromTable, b.FromTable),
		cmp.Compare(a.ToTable, b.ToTable),
		slices.CompareFunc(a.Columns, b.Columns, func(x, y schema.Pair) int {
			return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
		}),
		cmp.Compare(a.Cardinality, b.Cardinality),
		cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.Note, b.Note),
	)
}

func (f *Finder) add(r schema.Relationship, common bool) {
	from, to := f.ids[strings.ToLower(r.FromTable)], f.ids[strings.ToLower(r.ToTable)]
	r.FromTable, r.ToTable = f.names[from], f.names[to]
	j := join{from: from, to: to, doubt: uint32(math.Round((1 - r.Confidence) * 1000)), hub: -1, r: r, key: r.Key()}
	if common {
		j.hub = f.ids[hubOf(r).table]
	}
	f.joins = append(f.joins, j)
	if from == to {
		f.own[from] = append(f.own[from], int32(len(f.joins)-1))
		return
	}
	j.from, j.to, j.r = to, from, r.Reversed()
	f.joins = append(f.joins, j)
}

// group sorts joins by the tables that they lead to.
func (f *Finder) group() {
	order := make([]int32, 0, len(f.joins))
	for i, j := range f.joins {
		if j.from != j.to {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(x, y int32) int {
		a, b := &f.joins[x], &f.joins[y]
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.doubt, b.doubt), cmp.Compare(a.key, b.key))
	})
	for _, i := range order {
		j := &f.joins[i]
		near := &f.near[j.from]
		if n := len(*near); n == 0 || (*near)[n-1].table != j.to {
			*near = append(*near, neighbour{table: j.to, free: none})
		}
		last := &(*near)[len(*near)-1]
		last.joins = append(last.joins, i)
		if j.hub < 0 {
			last.free = min(last.free, j.doubt)
		} else {
			last.hubs = true
		}
	}
}

// id finds a table by its name.
func (f *Finder) id(table string) (int32, error) {
	id, ok := f.ids[strings.ToLower(table)]
	if !ok {
		return 0, &UnknownTableError{table}
	}
	return id, nil
}

// Paths gives all shortest paths between two tables, always in the same order. Several
// are a tie, to be asked about; at most MostPaths are given. A table's paths to itself
// are its relationships with itself.
func (f *Finder) Paths(from, to string) ([]Path, error) {
	a, err := f.id(from)
	if err != nil {
		return nil, err
	}
	b, err := f.id(to)
	if err != nil {
		return nil, err
	}
	if a == b {
		return f.selfPaths(a)
	}
	chains := f.cache.get(a, b, func() [][]int32 { return f.between(a, b) })
	if len(chains) == 0 {
		return nil, &NoPathError{From: f.names[a], Unreachable: []string{f.names[b]}, MaxHops: f.o.MaxHops}
	}
	paths := make([]Path, len(chains))
	for i, chain := range chains {
		paths[i] = f.path(chain)
	}
	return paths, nil
}

func (f *Finder) selfPaths(table int32) ([]Path, error) {
	own := f.own[table]
	if len(own) == 0 {
		return nil, &NoPathError{From: f.names[table], Unreachable: []string{f.names[table]}, MaxHops: f.o.MaxHops}
	}
	paths := make([]Path, len(own))
	for i, j := range own {
		paths[i] = Path{f.joins[j].r}
	}
	return paths, nil
}

func (f *Finder) path(chain []int32) Path {
	path := make(Path, len(chain))
	for i, j := range chain {
		path[i] = f.joins[j].r
		path[i].Columns = slices.Clone(path[i].Columns) // the caller's own
	}
	return path
}

// between finds the chains of joins from a to b.
func (f *Finder) between(a, b int32) [][]int32 {
	s := f.scratch.Get().(*search)
	defer f.scratch.Put(s)
	asked := []int32{a, b}
	for _, anyway := range []bool{false, true} {
		if s.run(f, a, asked, anyway); s.reached(b) {
			return s.chains(f, b, MostPaths)
		}
	}
	return nil
}
