package joingraph

import (
	"cmp"
	"slices"

	"burrow/internal/sqlagent/schema"
)

// Plan connects tables by as few joins as were found.
type Plan struct {
	// Tables are all that are joined, in the order of the joins; the first is where they
	// begin.
	Tables []string
	// Bridges are those among them that nobody asked for.
	Bridges []string
	// Joins has one for each table but the first. Each leads from a table that is there
	// already to one that is not.
	Joins []Join
	// Ties are the choices that the graph cannot make. The plan has the first option of
	// each.
	Ties []Tie
}

// Join adds a table to a plan.
type Join struct {
	schema.Relationship
	// Roles are other relationships between the same two tables, the surest first: the
	// person who did a work order beside the one who supervised it.
	Roles []schema.Relationship
}

// Tie says that two parts of a plan can be connected in several ways of the same cost.
type Tie struct {
	// Options has at least two paths; the plan goes along the first.
	Options []Path
}

// link is a chain between two parts of a tree.
type link []int32

// Connect joins 2 to 8 tables; the same table twice counts once. A single table is a plan
// without joins. It grows a tree: from one of the tables, the one that is nearest to the
// tree is connected next, along a shortest path to any table in it. All beginnings are
// tried and the cheapest tree is taken, which has at most twice the joins of the best one
// and nearly always as many.
func (f *Finder) Connect(tables ...string) (Plan, error) {
	var asked []int32
	for _, name := range tables {
		id, err := f.id(name)
		if err != nil {
			return Plan{}, err
		}
		if !slices.Contains(asked, id) {
			asked = append(asked, id)
		}
	}
	if len(asked) > MostTables {
		return Plan{}, ErrTooManyTables
	}
	if len(asked) == 0 {
		return Plan{}, nil
	}
	slices.Sort(asked) // the same plan whatever the order
	for _, anyway := range []bool{false, true} {
		c := f.closure(asked, anyway)
		tree, ok := c.cheapest()
		if ok {
			plan := c.plan(tree)
			c.close()
			return plan, nil
		}
		err := c.unreachable()
		c.close()
		if anyway {
			return Plan{}, err
		}
	}
	panic("unreachable")
}

// closure has the costs from each table that was asked for.
type closure struct {
	f     *Finder
	asked []int32
	from  []*search // as asked
}

func (f *Finder) closure(asked []int32, anyway bool) *closure {
	c := &closure{f: f, asked: asked}
	for _, t := range asked {
		s := f.scratch.Get().(*search)
		s.run(f, t, asked, anyway)
		c.from = append(c.from, s)
	}
	return c
}

func (c *closure) close() {
	for _, s := range c.from {
		c.f.scratch.Put(s)
	}
}

// unreachable names what the first table cannot be connected with, directly or by way of
// others that were asked for.
func (c *closure) unreachable() error {
	there := make([]bool, len(c.asked))
	there[0] = true
	for grown := true; grown; {
		grown = false
		for i := range c.asked {
			for j, t := range c.asked {
				if there[i] && !there[j] && c.from[i].reached(t) {
					there[j], grown = true, true
				}
			}
		}
	}
	err := &NoPathError{From: c.f.names[c.asked[0]], MaxHops: c.f.o.MaxHops}
	for j, t := range c.asked {
		if !there[j] {
			err.Unreachable = append(err.Unreachable, c.f.names[t])
		}
	}
	return err
}

// tree is a set of tables with the links that connect them.
type tree struct {
	tables []int32 // in the order of the joins
	links  []link
	cost   cost
}

// cheapest grows a tree from each table and takes the cheapest.
func (c *closure) cheapest() (tree, bool) {
	var best tree
	found := false
	for begin := range c.asked {
		t, ok := c.grow(begin)
		if ok && (!found || t.cost < best.cost) {
			best, found = t, true
		}
	}
	return best, found
}

func (c *closure) grow(begin int) (tree, bool) {
	t := tree{tables: []int32{c.asked[begin]}}
	done := make([]bool, len(c.asked))
	done[begin] = true
	for range len(c.asked) - 1 {
		next, at, least := -1, int32(-1), never
		for i := range c.asked {
			if done[i] {
				continue
			}
			for _, table := range t.tables {
				if d := c.from[i].cost[table]; d < least {
					next, at, least = i, table, d
				}
			}
		}
		if next < 0 {
			return t, false
		}
		// The search began at the new table: its chain is turned to lead there.
		chain := c.from[next].chains(c.f, at, 1)[0]
		l := make(link, 0, len(chain))
		for i := len(chain) - 1; i >= 0; i-- {
			l = append(l, c.f.turned(chain[i]))
		}
		for _, j := range l {
			t.tables = append(t.tables, c.f.joins[j].to)
		}
		t.links = append(t.links, l)
		t.cost += least
		for i, table := range c.asked {
			done[i] = done[i] || slices.Contains(t.tables, table)
		}
	}
	t.links = c.f.segments(t.links)
	return t, true
}

// segments cuts links where others begin, so that every part of a tree can be taken out by
// itself.
func (f *Finder) segments(links []link) []link {
	var cut []link
	for _, l := range links {
		begin := 0
		for i, j := range l {
			branches := slices.ContainsFunc(links, func(other link) bool { return f.joins[other[0]].from == f.joins[j].to })
			if branches || i == len(l)-1 {
				cut = append(cut, l[begin:i+1])
				begin = i + 1
			}
		}
	}
	return cut
}

// plan writes a tree down.
func (c *closure) plan(t tree) Plan {
	var p Plan
	for _, table := range t.tables {
		p.Tables = append(p.Tables, c.f.names[table])
		if !slices.Contains(c.asked, table) {
			p.Bridges = append(p.Bridges, c.f.names[table])
		}
	}
	for _, l := range t.links {
		for _, j := range l {
			p.Joins = append(p.Joins, Join{Relationship: c.f.joins[j].r, Roles: c.f.roles(j)})
		}
	}
	for i := range t.links {
		if options := c.options(t, i); len(options) > 1 {
			tie := Tie{}
			for _, o := range options {
				tie.Options = append(tie.Options, c.f.path(o))
			}
			p.Ties = append(p.Ties, tie)
		}
	}
	return p
}

// roles are the other joins between the tables of one.
func (f *Finder) roles(i int32) []schema.Relationship {
	j := &f.joins[i]
	at, _ := slices.BinarySearchFunc(f.near[j.from], j.to, func(n neighbour, table int32) int { return cmp.Compare(n.table, table) })
	var roles []schema.Relationship
	for _, other := range f.near[j.from][at].joins {
		if other != i {
			roles = append(roles, f.joins[other].r)
		}
	}
	return roles
}

// options are the chains that could stand in the place of a link at the same cost: without
// it the tree falls in two, and they connect the halves. The link itself is the first.
func (c *closure) options(t tree, which int) []link {
	here := []int32{t.tables[0]}
	there := c.halves(t, which, &here)
	options := []link{t.links[which]}
	cost := c.f.linkCost(t.links[which])
	for i, s := range c.from {
		near, far := here, there
		backwards := !slices.Contains(here, c.asked[i])
		if backwards {
			near, far = there, here
		}
		if !slices.Contains(near, c.asked[i]) {
			continue
		}
		for _, end := range far {
			if s.cost[end] != cost || len(options) >= MostPaths {
				continue
			}
			for _, chain := range s.chains(c.f, end, MostPaths) {
				l := link(chain)
				if backwards {
					l = c.f.reversed(l)
				}
				if !slices.ContainsFunc(options, func(o link) bool { return slices.Equal(o, l) }) {
					options = append(options, l)
				}
			}
		}
	}
	slices.SortFunc(options[1:], func(a, b link) int { return c.f.compareChains(a, b) })
	return options
}

// halves divides the tables of a tree by a link: it adds to here what hangs together with
// its first table, and returns the rest but for those that the link passes through.
func (c *closure) halves(t tree, which int, here *[]int32) (there []int32) {
	for grown := true; grown; {
		grown = false
		for i, l := range t.links {
			if i == which {
				continue
			}
			for _, j := range l {
				from, to := c.f.joins[j].from, c.f.joins[j].to
				if a, b := slices.Contains(*here, from), slices.Contains(*here, to); a != b {
					if a {
						from = to
					}
					*here = append(*here, from)
					grown = true
				}
			}
		}
	}
	inside := t.links[which][:len(t.links[which])-1]
	for _, table := range t.tables {
		passed := slices.ContainsFunc(inside, func(j int32) bool { return c.f.joins[j].to == table })
		if !slices.Contains(*here, table) && !passed {
			there = append(there, table)
		}
	}
	return there
}

func (f *Finder) linkCost(l link) cost {
	var sum cost
	for _, j := range l {
		sum += oneJoin + cost(f.joins[j].doubt)
	}
	return sum
}

func (f *Finder) reversed(l link) link {
	back := make(link, 0, len(l))
	for i := len(l) - 1; i >= 0; i-- {
		back = append(back, f.turned(l[i]))
	}
	return back
}
