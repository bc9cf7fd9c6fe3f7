package planner

import (
	"slices"
	"strings"
)

// option is one way to settle something, with what it costs.
type option struct {
	table  *table
	column *column
	value  string
	more   []string
	said   string
	parts  []*column
	path   path
	cost   float64
	label  string
}

// pick takes the cheapest option; if several cost the same, somebody chooses.
func (s *state) pick(options []option) (option, error) {
	if len(options) == 0 {
		return option{}, errReading
	}
	least := options[0].cost
	for _, o := range options {
		least = min(least, o.cost)
	}
	var best []option
	var labels []string
	for _, o := range options {
		if o.cost < least+.05 && !slices.ContainsFunc(best, func(b option) bool {
			return b.table == o.table && b.column == o.column && b.path.same(o.path) && b.value == o.value && len(b.more) == len(o.more) && len(b.parts) == len(o.parts)
		}) {
			best = append(best, o)
			labels = append(labels, o.label)
		}
	}
	i, err := s.choose(distinctLabels(labels, best))
	s.ways = !slices.ContainsFunc(best, func(o option) bool { return o.column != nil || o.table != best[0].table || len(o.path) == 0 })
	if err != nil {
		return option{}, err
	}
	s.cost += best[i].cost
	return best[i], nil
}

// distinctLabels adds the path where labels are the same.
func distinctLabels(labels []string, of []option) []string {
	for i := range labels {
		for k := range labels {
			if i != k && labels[i] == labels[k] {
				labels[i] = labels[i] + " (" + spoken(of[i]) + ")"
				break
			}
		}
	}
	return labels
}

func spoken(o option) string {
	var parts []string
	for _, st := range o.path {
		parts = append(parts, phrase(st.to().Name))
	}
	if o.column != nil {
		parts = append(parts, phrase(o.column.Name))
	}
	return strings.Join(parts, ", ")
}

// settleTarget decides which table a question is about.
func (s *state) settleTarget(n *node) error {
	var options []option
	for _, m := range n.means {
		if m.edge != nil {
			// A supervisor is one of what is spoken of beside.
			for _, o := range s.nodes {
				if o.parent == n && o.via == nil && slices.ContainsFunc(o.means, func(x meaning) bool { return x.table == m.edge.many && x.edge == nil && x.quality >= byComment }) {
					options = append(options, option{table: m.table, path: path{{m.edge, true}}, cost: 2 * (1 - m.quality), label: edgeLabel(m.edge)})
				}
			}
			continue
		}
		if far, ok := s.far(n, m.table); ok {
			options = append(options, option{table: m.table, cost: 2*(1-m.quality) + far, label: tableLabel(m.table)})
		}
	}
	o, err := s.pick(options)
	n.table = o.table
	if err == nil && len(o.path) > 0 {
		for _, child := range s.nodes {
			if child.parent == n && child.via == nil && slices.ContainsFunc(child.means, func(x meaning) bool { return x.table == o.path[0].many }) {
				if child.via = []*edge{o.path[0].edge}; o.path[0].many == o.table && child.table == nil {
					child.table, child.link = o.table, path{{o.path[0].edge, false}} // who is above somebody of the same kind
				}
			}
		}
	}
	return err
}

// far is what it costs that other things of the question are not next to a table; false if
// one of them cannot be reached.
func (s *state) far(n *node, t *table) (float64, bool) {
	cost := 0.0
	if len(n.means) == 1 {
		return 0, true
	}
	for _, o := range s.nodes {
		if o.parent != n || o.via != nil {
			continue
		}
		least := 0
		for _, m := range o.means {
			if p := s.p.paths(t, m.table); m.edge == nil && len(p) > 0 && (least == 0 || len(p[0]) < least) {
				least = len(p[0])
			}
		}
		if least == 0 && o.means != nil && o.means[0].edge == nil {
			return 0, false
		}
		cost += .3 * float64(max(least, 1)-1)
	}
	return cost, true
}

// settleNode decides which table a node is and how it hangs on its parent.
func (s *state) settleNode(n *node) error {
	if n.table != nil {
		return nil
	}
	if n.parent == nil {
		return s.settleTarget(n)
	}
	if err := s.settleNode(n.parent); err != nil {
		return err
	}
	var options []option
	for _, m := range n.means {
		options = append(options, s.links(n.parent.table, m, n.via)...)
	}
	if n.conn == "per" || n.conn == "count" {
		// Each row belongs to one group, rather than to any that it has to do with.
		for i, o := range options {
			p := o.path
			if n.conn == "count" {
				p = p.reversed()
			}
			if !p.allUp() && (p[len(p)-1].optional || !p[0].to().partOf(p[0].from())) {
				options[i].cost += .1
			} else if p.allUp() && slices.ContainsFunc(p, func(s step) bool { return s.optional }) && slices.ContainsFunc(options, func(o option) bool { return o.table == options[i].table && len(o.path) == len(p) && always(o.path) }) {
				options[i].cost += .1 // by the kind that every inspected plant has, rather than by that which a form may be for
			}
		}
	}
	o, err := s.pick(options)
	if err != nil {
		return err
	}
	n.table, n.link = o.table, o.path
	s.split(n)
	return nil
}

// always reports whether each row names one on the way.
func always(p path) bool {
	return p.allUp() && !slices.ContainsFunc(p, func(s step) bool { return s.optional })
}

// split makes the table between two others a node of its own, so that what is said of it is
// found: the day on which an employee's certificate expires.
func (s *state) split(n *node) {
	if len(n.link) != 2 || n.link[0].up || !n.link[1].up || n.cmp != nil || n.conn == "per" || n.conn == "count" {
		return
	}
	mid := &node{table: n.link[0].to(), parent: n.parent, conn: n.conn, neg: n.neg, link: n.link[:1]}
	n.parent, n.conn, n.neg, n.link = mid, "of", false, n.link[1:]
	s.nodes = append(s.nodes, mid)
}

// links are the ways from a table to what is meant, along the keys that a verb names if
// there is one.
func (s *state) links(from *table, m meaning, via []*edge) []option {
	var out []option
	if m.edge != nil {
		if m.edge.many == from {
			out = append(out, option{table: m.edge.one, path: path{{m.edge, true}}, cost: 2 * (1 - m.quality), label: edgeLabel(m.edge)})
		}
		return out
	}
	if from == m.table && via == nil {
		return nil // of two employees nobody said who leads whom
	}
	found := s.p.paths(from, m.table)
	if via != nil {
		found = s.along(from, m.table, via)
	}
	for _, p := range found {
		if m.quality <= byHead && len(p) > 1 && via == nil {
			continue // the type of a file is not the type of a customer far away
		}
		if len(p) > 2 && p.loose() {
			continue // by an account that an employee may have, and a customer that it may be of
		}
		if len(p) > 2 && !p.allUp() && !p.reversed().allUp() || slices.ContainsFunc(p, func(s step) bool { return s.hub && !s.named && !slices.Contains(via, s.edge) }) {
			continue
		}
		out = append(out, option{table: m.table, path: p, cost: 2*(1-m.quality) + .3*float64(len(p)-1) + roleCost(p, via), label: pathLabel(p)})
	}
	return out
}

// roleCost is what it costs that a path uses keys of a role that the question does not
// name: the employees of an office are those who work there, not the one who runs it.
func roleCost(p path, via []*edge) float64 {
	cost := 0.0
	for _, s := range p {
		if !s.named && !slices.Contains(via, s.edge) {
			cost += .15
		}
		if s.hub {
			cost += .2
		}
	}
	return cost
}

// along are the paths between two tables that use one of some keys.
func (s *state) along(from, to *table, via []*edge) []path {
	var out []path
	for _, e := range via {
		switch {
		case e.many == from && e.one == to:
			out = append(out, path{{e, true}})
		case e.one == from && e.many == to:
			out = append(out, path{{e, false}})
		case e.one == to:
			for _, p := range s.p.paths(from, e.many) {
				if p.allDown() {
					out = append(out, append(slices.Clone(p), step{e, true}))
				}
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	least := len(out[0])
	for _, p := range out {
		least = min(least, len(p))
	}
	return slices.DeleteFunc(out, func(p path) bool { return len(p) > least })
}

func (p path) allDown() bool { return !slices.ContainsFunc(p, func(s step) bool { return s.up }) }
