package planner

import (
	"slices"
)

// A share is what part of some rows is so, in percent: of active customers, those that have
// a contract. What stands before the noun and times say which rows; what is said of them
// behind it is what is looked for.

// shareOf divides the conditions of the root into those that say which rows there are, and
// those whose share is asked for.
func (b *builder) shareOf() error {
	if len(b.q.Measures) != 1 || b.q.Measures[0].Ref != nil || b.fans || b.s.limit > 0 || len(b.s.sorts) > 0 {
		return errReading
	}
	root := b.root
	all, nodes := root.conds, b.s.nodes
	asked := func(n *need) bool { return n.span == nil && !n.beside }
	of := func(n *node) bool {
		if n.text != "" {
			return contains([]string{"with", "that", "without", "link"}, n.conn) || n.neg || n.cmp != nil
		}
		return slices.ContainsFunc(n.conds, asked)
	}
	part := func(wanted bool) ([]cond, error) {
		root.conds, b.s.nodes = nil, nil
		for _, n := range all {
			if asked(n) == wanted {
				root.conds = append(root.conds, n)
			}
		}
		for _, n := range nodes {
			if n == root || n.parent != root || of(n) == wanted {
				b.s.nodes = append(b.s.nodes, n)
			}
		}
		defer func() { root.conds, b.s.nodes = all, nodes }()
		return b.conds(root, nil)
	}
	where, err := part(true)
	if err != nil {
		return err
	}
	rest, err := part(false)
	if err != nil {
		return err
	}
	if len(where) == 0 || root.parent != nil {
		return errReading
	}
	for i, c := range where {
		if c.Kind == "compare" && len(c.Ref.Path) > 0 {
			// A join would leave out rows that name nothing, and they count, too.
			at := c
			at.Ref = &ref{Column: c.Ref.Column}
			where[i] = cond{Kind: "exists", Path: c.Ref.Path, Where: []cond{at}}
		}
	}
	b.q.Measures[0] = measure{Fn: "share", Where: where}
	b.q.Where = append(rest, b.more...)
	return nil
}

// share writes the figure.
func (w *writer) share(m measure) string {
	return "100 * SUM(CASE WHEN " + w.conds(m.Where) + " THEN 1 ELSE 0 END) / COUNT(*)"
}
