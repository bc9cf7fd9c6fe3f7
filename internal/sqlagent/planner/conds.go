package planner

import "slices"

// conds are the conditions of a node and of all that hang on it, seen from the node.
func (b *builder) conds(n, from *node) ([]cond, error) {
	var out []cond
	for _, need := range n.conds {
		c, err := b.cond(need)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	if n.parent != nil && n.parent != from {
		more, err := b.along(n.parent, n, n.link.reversed(), false)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	for _, child := range b.s.nodes {
		if child.parent != n || child == from || child == n {
			continue
		}
		more, err := b.along(child, n, child.link, true)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// along are the conditions on a neighbour, put so that no join repeats rows.
func (b *builder) along(n, from *node, p path, down bool) ([]cond, error) {
	inner, err := b.conds(n, from)
	if err != nil {
		return nil, err
	}
	if len(p) == 0 {
		if n.neg || n.cmp != nil {
			return nil, errReading
		}
		return inner, nil
	}
	hops := hopsOf(p)
	switch {
	case down && n.cmp != nil:
		if p.allUp() || n.cmp.op == "between" {
			return nil, errReading
		}
		c := cond{Kind: "count", Path: hops, Where: inner, Op: n.cmp.op, Values: n.cmp.values}
		if n.neg {
			return nil, errReading
		}
		return []cond{c}, nil
	case down && n.neg:
		return []cond{{Kind: "exists", Not: true, Path: hops, Where: inner}}, nil
	case p.allUp():
		if len(inner) == 0 {
			return b.present(n, p, down), nil
		}
		return under(hops, inner), nil
	}
	if len(inner) == 0 && !b.asserts(n, down) {
		return nil, nil
	}
	return []cond{{Kind: "exists", Path: hops, Where: inner}}, nil
}

// asserts reports whether a thing was named to say that there is one. A group needs none,
// because rows without it are in no group.
func (b *builder) asserts(n *node, down bool) bool {
	return down && n.conn != "per" && n.conn != "count" && n.conn != "show"
}

// present is the condition that a row is named, where that was said: "with a supervisor".
func (b *builder) present(n *node, p path, down bool) []cond {
	if !down || !b.asserts(n, down) || !slices.ContainsFunc(p, func(s step) bool { return s.optional || !s.up }) {
		return nil
	}
	return []cond{{Kind: "exists", Path: hopsOf(p)}}
}

// under moves conditions to the end of a path of keys. What is no comparison becomes a
// condition on the row there.
func under(hops []hop, conds []cond) []cond {
	var out, rest []cond
	for _, c := range conds {
		if (c.Kind == "compare" || c.Kind == "average") && !c.Not {
			r := c.Ref.under(hops)
			c.Ref = &r
			out = append(out, c)
		} else {
			rest = append(rest, c)
		}
	}
	if len(rest) > 0 {
		out = append(out, cond{Kind: "exists", Path: hops, Where: rest})
	}
	return out
}

// cond makes a settled condition.
func (b *builder) cond(n *need) (cond, error) {
	if n.pair != nil {
		return cond{Kind: "columns", Ref: &n.pair.refs[0], Op: n.pair.op, Than: &n.pair.refs[1]}, nil
	}
	c := n.means[0].column
	out := cond{Kind: "compare", Ref: &ref{Column: c.Name}, Not: n.neg, Text: c.kind == isText || c.kind == isDate}
	switch {
	case n.null:
		out.Op, out.Text = "null", false
	case n.span != nil:
		return b.time(n, out, c)
	case n.cmp != nil && n.cmp.avg:
		return cond{Kind: "average", Ref: out.Ref, Op: n.cmp.op, All: n.cmp.all}, nil
	case n.cmp != nil:
		out.Op, out.Values = n.cmp.op, n.cmp.values
		if out.Op == "=" && c.kind == isText {
			out.Text = true
		}
	case n.text != nil:
		out.Op, out.Values = "=", []string{*n.text}
	default:
		return b.values(n, out, c)
	}
	return out, nil
}

// values is a value, or several of which a row has one.
func (b *builder) values(n *need, out cond, c *column) (cond, error) {
	out.Op, out.Values, out.Said = "=", []string{*n.means[0].value}, n.said
	for o := n.or; o != nil; o = o.or {
		i := slices.IndexFunc(o.means, func(m meaning) bool { return m.column == c })
		if i < 0 || o.neg != n.neg && o.neg {
			return out, errReading
		}
		out.Op = "in"
		if !slices.Contains(out.Values, *o.means[i].value) {
			out.Values = append(out.Values, *o.means[i].value)
		}
	}
	return out, nil
}

// time is a time that a date must lie in.
func (b *builder) time(n *need, out cond, c *column) (cond, error) {
	s := n.span
	if s.loose && (c.ahead() || n.soon) && c.kind == isDate {
		near, ok := b.s.nearest(*s)
		if !ok {
			return out, errReading
		}
		s = &near
	}
	out.Label = s.label
	if c.kind != isDate { // a year
		out.Text = c.kind == isText
		year, last := itoa(s.from.Year()), itoa(s.to.AddDate(0, 0, -1).Year())
		switch n.op {
		case "":
			out.Op, out.Values = "=", []string{year}
			if last != year {
				out.Op, out.Values = "between", []string{year, last}
			}
		case "since":
			out.Op, out.Values = ">=", []string{year}
		case "after":
			out.Op, out.Values = ">", []string{last}
		case "before":
			out.Op, out.Values = "<", []string{year}
		case "until":
			out.Op, out.Values = "<=", []string{last}
		}
		return out, nil
	}
	switch n.op {
	case "":
		out.Op, out.Values = "between", []string{dateText(s.from), dateText(s.to)}
	case "since":
		out.Op, out.Values = ">=", []string{dateText(s.from)}
	case "after":
		out.Op, out.Values = ">=", []string{dateText(s.to)}
	case "before":
		out.Op, out.Values = "<", []string{dateText(s.from)}
	case "until":
		out.Op, out.Values = "<", []string{dateText(s.to)}
	}
	return out, nil
}
