package planner

import (
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// conds writes conditions, all of which must hold.
func (w *writer) conds(conds []cond) string {
	var parts []string
	for _, c := range conds {
		text := w.cond(c)
		if len(conds) > 1 && c.Kind == "any" && !c.Not {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " AND ")
}

func (w *writer) cond(c cond) string {
	switch c.Kind {
	case "compare":
		return w.compare(c)
	case "columns":
		return w.columns(c)
	case "average":
		return w.average(c)
	case "any":
		var parts []string
		for _, one := range c.Where {
			text := w.cond(one)
			parts = append(parts, text)
		}
		text := strings.Join(parts, " OR ")
		if c.Not {
			return "NOT (" + text + ")"
		}
		return text
	case "nth":
		return schema.Quote(w.alias) + "." + schema.Quote(w.root.key().Name) + " = (" + w.nth(c.Of, c.N) + ")"
	}
	return w.others(c)
}

// nth selects the key of one row of another list, in that list's order.
func (w *writer) nth(of *query, n int) string {
	in := w.p.newWriter(w.p.table(of.Root), w.taken, w.tables)
	q := *of
	q.Limit, q.Offset = 1, q.Offset+n-1
	if len(q.Groups) == 0 {
		if len(q.Order) == 0 && len(q.Columns) > 0 && len(q.Columns[0].Path) == 0 {
			q.Order = []order{{Ref: &q.Columns[0]}}
		}
		q.Columns = []ref{{Column: in.root.key().Name}}
		return in.query(&q)
	}
	key := *q.Groups[0].Key
	q.Groups = []group{{Refs: append(slices.Clone(q.Groups[0].Refs), key), Key: &key}}
	text := in.query(&q)
	return "SELECT " + schema.Quote(w.p.columnAt(in.root, key).Name) + " FROM (" + text + ") AS " + schema.Quote(w.free("chosen"))
}

// others writes a condition on rows of another table.
func (w *writer) others(c cond) string {
	e := w.p.byEdge[c.Path[0].Edge]
	s := step{e, c.Path[0].Up}
	if s.up {
		// The row that a key names: its conditions hold, or there is none.
		return w.above(c, s)
	}
	in := w.p.newWriter(s.to(), w.taken, w.tables)
	in.reach(c.Path[1:], false)
	inner := []string{on(s, w.alias, in.alias)}
	end := w.p.end(s.to(), c.Path[1:])
	for _, part := range c.Where {
		inner = append(inner, in.deep(part, c.Path[1:], end))
	}
	if c.Kind == "exists" {
		text := "EXISTS (SELECT 1 FROM " + in.from() + " WHERE " + strings.Join(inner, " AND ") + ")"
		if c.Not {
			return "NOT " + text
		}
		return text
	}
	figure := "COUNT(*)"
	if c.Sum != nil {
		r := c.Sum.Ref.under(c.Path[1:])
		figure = in.measure(measure{Fn: c.Sum.Fn, Ref: &r})
	} else if len(c.Path) > 1 && end.key() != nil {
		figure = "COUNT(DISTINCT " + schema.Quote(in.at[pathKey(c.Path[1:])]) + "." + schema.Quote(end.key().Name) + ")"
	}
	return "(SELECT " + figure + " FROM " + in.from() + " WHERE " + strings.Join(inner, " AND ") + ") " + c.Op + " " + c.Values[0]
}

// deep writes a condition that holds at the end of a path.
func (w *writer) deep(c cond, path []hop, end *table) string {
	if len(path) == 0 {
		return w.cond(c)
	}
	in := &writer{p: w.p, root: end, alias: w.at[pathKey(path)], at: map[string]string{"": w.at[pathKey(path)]}, left: map[string]bool{}, taken: w.taken, tables: w.tables, prefix: map[string]int{}}
	text := in.cond(c)
	w.joins = append(w.joins, in.joins...)
	return text
}

// above writes a condition on the row that a key names.
func (w *writer) above(c cond, s step) string {
	if len(c.Where) == 0 && len(c.Path) == 1 {
		return w.compare(cond{Kind: "compare", Ref: &ref{Column: s.pairs[0].From}, Op: "null", Not: !c.Not})
	}
	in := w.p.newWriter(s.to(), w.taken, w.tables)
	in.reach(c.Path[1:], false)
	inner := []string{on(s, w.alias, in.alias)}
	end := w.p.end(s.to(), c.Path[1:])
	for _, part := range c.Where {
		inner = append(inner, in.deep(part, c.Path[1:], end))
	}
	text := "EXISTS (SELECT 1 FROM " + in.from() + " WHERE " + strings.Join(inner, " AND ") + ")"
	if c.Not {
		return "NOT " + text
	}
	return text
}

// compare writes a comparison. What is not so holds also where nothing is known.
func (w *writer) compare(c cond) string {
	column := w.p.columnAt(w.root, *c.Ref)
	name := w.column(*c.Ref, false)
	value := func(i int) string {
		if c.Text {
			return literal(c.Values[i])
		}
		return c.Values[i]
	}
	var text string
	switch c.Op {
	case "null":
		if c.Not {
			return name + " IS NOT NULL"
		}
		return name + " IS NULL"
	case "between":
		if c.Text { // a time: the second value is the day after the last one
			text = name + " >= " + value(0) + " AND " + name + " < " + value(1)
		} else {
			text = name + " BETWEEN " + value(0) + " AND " + value(1)
		}
		if c.Not {
			return "NOT (" + text + ")"
		}
		return text
	case "in":
		var all []string
		for i := range c.Values {
			all = append(all, value(i))
		}
		if text = name + " IN (" + strings.Join(all, ", ") + ")"; c.Not {
			text = name + " NOT IN (" + strings.Join(all, ", ") + ")"
		}
	case "=":
		if text = name + " = " + value(0); c.Not {
			text = name + " <> " + value(0)
		}
	default:
		text = name + " " + c.Op + " " + value(0)
		if c.Not {
			text = "NOT (" + text + ")"
		}
	}
	if c.Not && column.Nullable && !column.key {
		return "(" + text + " OR " + name + " IS NULL)"
	}
	return text
}

// literal writes a text. The guard reads backslashes as MySQL does.
func literal(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", "''").Replace(s) + "'"
}
