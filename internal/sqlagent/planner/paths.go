package planner

import (
	"slices"
	"strings"

	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
)

// edge is a relationship from the table that holds a key to the one that it names.
type edge struct {
	many, one *table
	pairs     []schema.Pair // of many and one
	role      string        // the association's name, if there is one
	// hub marks a column that most tables have, and that leads nowhere on the way.
	hub bool
	// optional says that rows of many may name nothing.
	optional bool
	// named says that the key is called as the table that it names, and no role is meant.
	named bool
	// single says that a row of one is named by at most one row of many.
	single bool
	// deed says that the key is called after what was done: receivedBy, assignedTo.
	deed  bool
	words []string // stems of the key's name without "id": supervisor
	plain []string // the same words with their endings
	verbs []string // what the comment says that the other one does
}

func (e *edge) key() string {
	var parts []string
	for _, p := range e.pairs {
		parts = append(parts, p.From+"="+p.To)
	}
	return e.many.Name + ">" + e.one.Name + ":" + strings.Join(parts, ",")
}

func (e *edge) column() *column { return e.many.column(e.pairs[0].From) }

// step goes along an edge: up to the table that is named, or down to the one that names.
type step struct {
	*edge
	up bool
}

func (s step) from() *table {
	if s.up {
		return s.many
	}
	return s.one
}

func (s step) to() *table {
	if s.up {
		return s.one
	}
	return s.many
}

func (s step) reversed() step { return step{s.edge, !s.up} }

type path []step

func (p path) allUp() bool {
	for _, s := range p {
		if !s.up && !s.single {
			return false
		}
	}
	return true
}

// loose reports whether two keys on the way may name nothing.
func (p path) loose() bool {
	n := 0
	for _, s := range p {
		if s.optional {
			n++
		}
	}
	return n > 1
}

func (p path) reversed() path {
	out := make(path, 0, len(p))
	for _, s := range slices.Backward(p) {
		out = append(out, s.reversed())
	}
	return out
}

func (p path) same(q path) bool {
	return slices.EqualFunc(p, q, func(a, b step) bool { return a.edge == b.edge && a.up == b.up })
}

// edges reads the relationships that a query can follow: from a key to the row that it
// names. A column that may name rows of several tables is left out, because another column
// says of which; and what is not sure enough for joins is, too.
func (p *Planner) readEdges(g *schema.Graph) {
	seen := map[string]bool{}
	targets := map[string]map[string]bool{}
	var all []schema.Relationship
	for _, r := range g.Relationships {
		if r.Confidence < joingraph.DefaultConfidence {
			continue
		}
		if r.Cardinality == schema.OneToMany {
			r = r.Reversed()
		}
		many, one := p.table(r.FromTable), p.table(r.ToTable)
		if many == nil || one == nil {
			continue
		}
		if r.Cardinality == schema.OneToOne && !one.IsUnique(columnsTo(r)...) || r.Cardinality == schema.OneToOne && many.key() != nil && strings.EqualFold(r.Columns[0].From, many.key().Name) && !sameKey(one, r.Columns[0].To) {
			r = r.Reversed()
			many, one = one, many
		}
		if !one.IsUnique(columnsTo(r)...) {
			continue
		}
		all = append(all, r)
		from := strings.ToLower(r.FromTable + "." + r.Columns[0].From)
		if targets[from] == nil {
			targets[from] = map[string]bool{}
		}
		targets[from][strings.ToLower(r.ToTable)] = true
	}
	common := map[string]int{}
	for _, r := range all {
		if len(targets[strings.ToLower(r.FromTable+"."+r.Columns[0].From)]) > 1 || seen[r.Key()] {
			if e := p.edgeOf(r.Key()); e != nil && e.role == "" && r.Kind == schema.Association {
				e.role = r.Name
			}
			continue
		}
		seen[r.Key()] = true
		p.addEdge(r)
		common[strings.ToLower(r.Columns[0].From+">"+r.ToTable)]++
	}
	for _, e := range p.edges {
		n := common[strings.ToLower(e.pairs[0].From+">"+e.one.Name)]
		e.hub = n >= 8 && n*4 >= len(p.tables)
		if c := e.column(); c != nil && e.hub {
			c.audit = true
		}
	}
}

func columnsTo(r schema.Relationship) (out []string) {
	for _, c := range r.Columns {
		out = append(out, c.To)
	}
	return out
}

func sameKey(t *table, column string) bool {
	return t.key() != nil && strings.EqualFold(t.key().Name, column)
}

func (p *Planner) edgeOf(key string) *edge { return p.byKey[key] }

func (p *Planner) addEdge(r schema.Relationship) {
	e := &edge{many: p.table(r.FromTable), one: p.table(r.ToTable), pairs: r.Columns}
	if r.Kind == schema.Association {
		e.role = r.Name
	}
	var from []string
	for _, pair := range r.Columns {
		c := e.many.column(pair.From)
		c.key = true
		e.optional = e.optional || c.Nullable
		from = append(from, pair.From)
	}
	e.single = e.many.IsUnique(from...)
	c := e.column()
	e.words = slices.Clone(c.words)
	if n := len(e.words); n > 1 && (e.words[n-1] == "id" || e.words[n-1] == "by" || e.words[n-1] == "to" || e.words[n-1] == "code" || e.words[n-1] == "key") {
		e.deed = e.words[n-1] == "by" || e.words[n-1] == "to"
		e.words = e.words[:n-1]
	}
	e.plain = nameParts(c.Name)
	e.plain = e.plain[:min(len(e.plain), len(e.words))]
	e.named = slices.Equal(e.words, e.one.words) || strings.Join(e.words, "") == strings.Join(e.one.words, "")
	e.verbs = verbsOf(c.Comment)
	p.edges = append(p.edges, e)
	p.byKey[r.Key()] = e
	p.byEdge[e.key()] = e
	p.near[e.many] = append(p.near[e.many], step{e, true})
	if e.many != e.one {
		p.near[e.one] = append(p.near[e.one], step{e, false})
	}
}

// verbsOf are what a comment says that somebody does: "planned" of "Employee who planned
// it".
func verbsOf(comment string) []string {
	_, after, ok := strings.Cut(comment, " who ")
	if !ok {
		if _, after, ok = strings.Cut(comment, " that "); !ok {
			return nil
		}
	}
	f := strings.FieldsFunc(after, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '.' })
	if len(f) == 0 || strings.Contains(" is was are were has have it the ", " "+f[0]+" ") {
		return nil
	}
	return []string{strings.ToLower(f[0])}
}

// mostHops is how many joins may lie between two tables of a question.
const mostHops = 4

// paths are the shortest ways from a table to another that make sense: first down to rows
// that name it, then up to rows that those name. Up and then down would put together what
// only has something in common, as all vehicles of an office and all its employees.
func (p *Planner) paths(from, to *table) []path {
	if from == to {
		var own []path
		for _, s := range p.near[from] {
			if s.many == s.one {
				own = append(own, path{s})
			}
		}
		return own
	}
	key := [2]*table{from, to}
	p.mu.Lock()
	found, ok := p.cache[key]
	p.mu.Unlock()
	if ok {
		return found
	}
	for hops := 1; hops <= mostHops && len(found) == 0; hops++ {
		p.walk(from, to, hops, nil, &found)
	}
	p.mu.Lock()
	p.cache[key] = found
	p.mu.Unlock()
	return found
}

func (p *Planner) walk(at, to *table, hops int, so path, found *[]path) {
	if at == to && len(so) > 0 {
		if hops == 0 {
			*found = append(*found, slices.Clone(so))
		}
		return
	}
	if hops == 0 || len(*found) >= 16 {
		return
	}
	for _, s := range p.near[at] {
		end := s.to()
		if len(so) > 0 && !s.up && so[len(so)-1].up {
			continue
		}
		// A key that most tables have leads to what was asked for, and nowhere else.
		if s.hub && (!s.named || !(end == to && hops == 1)) {
			continue
		}
		if slices.ContainsFunc(so, func(b step) bool { return b.from() == end || b.edge == s.edge }) || s.many == s.one {
			continue
		}
		p.walk(end, to, hops-1, append(so, s), found)
	}
}
