package planner

import (
	"slices"
	"strconv"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// writer writes one SELECT with its joins. Subqueries have writers of their own that know
// the outer aliases.
type writer struct {
	p      *Planner
	root   *table
	alias  string
	joins  []string
	at     map[string]string // alias by path
	left   map[string]bool   // joins that keep rows without a partner
	taken  map[string]bool   // all aliases of the statement
	tables map[string]bool   // all tables of the statement
	prefix map[string]int    // of a path, its place in joins
}

func (p *Planner) newWriter(root *table, taken, tables map[string]bool) *writer {
	w := &writer{p: p, root: root, at: map[string]string{}, left: map[string]bool{}, taken: taken, tables: tables, prefix: map[string]int{}}
	w.alias = w.free(root.Name)
	w.at[""] = w.alias
	return w
}

// free is an alias that is not taken: the table's name, or with a number behind it.
func (w *writer) free(name string) string {
	if w.p.table(name) != nil {
		w.tables[name] = true
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	alias := name
	for n := 2; w.taken[strings.ToLower(alias)]; n++ {
		alias = name + "_" + strconv.Itoa(n)
	}
	w.taken[strings.ToLower(alias)] = true
	return alias
}

func pathKey(hops []hop) string {
	var b strings.Builder
	for _, h := range hops {
		b.WriteString(h.Edge)
		b.WriteByte("v^"[map[bool]int{false: 0, true: 1}[h.Up]])
		b.WriteByte('|')
	}
	return b.String()
}

func quoteTable(name string) string {
	parts := strings.Split(name, ".")
	for i := range parts {
		parts[i] = schema.Quote(parts[i])
	}
	return strings.Join(parts, ".")
}

func from(table, alias string) string {
	if table == alias {
		return quoteTable(table)
	}
	return quoteTable(table) + " AS " + schema.Quote(alias)
}

// reach joins what is on a path and gives the alias of its end. keep says that rows without
// a partner stay.
func (w *writer) reach(hops []hop, keep bool) string {
	for n := 1; n <= len(hops); n++ {
		key := pathKey(hops[:n])
		if _, ok := w.at[key]; ok {
			if !keep && w.left[key] {
				w.left[key] = false
			}
			continue
		}
		e := w.p.byEdge[hops[n-1].Edge]
		before := w.at[pathKey(hops[:n-1])]
		s := step{e, hops[n-1].Up}
		alias := w.free(s.to().Name)
		w.at[key] = alias
		w.left[key] = keep
		w.prefix[key] = len(w.joins)
		w.joins = append(w.joins, "JOIN "+from(s.to().Name, alias)+" ON "+on(s, before, alias))
	}
	return w.at[pathKey(hops)]
}

// on is the condition of a join along a step.
func on(s step, before, after string) string {
	var parts []string
	for _, pair := range s.pairs {
		a, b := before, after
		if !s.up {
			a, b = after, before
		}
		parts = append(parts, schema.Quote(a)+"."+schema.Quote(pair.From)+" = "+schema.Quote(b)+"."+schema.Quote(pair.To))
	}
	return strings.Join(parts, " AND ")
}

func (w *writer) column(r ref, keep bool) string {
	return schema.Quote(w.reach(r.Path, keep)) + "." + schema.Quote(w.p.columnAt(w.root, r).Name)
}

// from is the FROM clause with all joins that were reached.
func (w *writer) from() string {
	out := from(w.root.Name, w.alias)
	lefts := make([]bool, len(w.joins))
	for key, i := range w.prefix {
		lefts[i] = w.left[key]
	}
	for i, join := range w.joins {
		if lefts[i] {
			out += " LEFT"
		}
		out += " " + join
	}
	return out
}

// sql writes a query.
func (p *Planner) sql(q *query) (string, []string) {
	tables := map[string]bool{}
	w := p.newWriter(p.table(q.Root), map[string]bool{}, tables)
	text := w.query(q)
	var names []string
	for name := range tables {
		names = append(names, name)
	}
	slices.Sort(names)
	return text, names
}

func (w *writer) query(q *query) string {
	where := w.conds(q.Where)
	var items, groups, orders []string
	for _, g := range q.Groups {
		shown, by, order := w.group(g)
		items, groups, orders = append(items, shown...), append(groups, by...), append(orders, order...)
	}
	for _, r := range q.Columns {
		items = append(items, w.column(r, true))
	}
	for _, m := range q.Measures {
		items = append(items, w.measure(m))
	}
	var by []string
	for _, o := range q.Order {
		text := ""
		if o.Measure > 0 {
			text = w.measure(q.Measures[o.Measure-1])
		} else {
			text = w.column(*o.Ref, true)
		}
		if o.Desc {
			text += " DESC"
		}
		by = append(by, text)
	}
	by = append(by, orders...)
	if len(q.Groups) == 0 && len(q.Measures) == 0 && !q.Distinct {
		by = w.settled(q, by)
	}
	out := "SELECT "
	if q.Distinct {
		out += "DISTINCT "
	}
	out += strings.Join(named(items), ", ") + " FROM " + w.from()
	if where != "" {
		out += " WHERE " + where
	}
	if len(groups) > 0 {
		out += " GROUP BY " + strings.Join(unique(groups), ", ") + w.having(q)
	}
	if len(by) > 0 {
		out += " ORDER BY " + strings.Join(unique(by), ", ")
	}
	if q.Limit > 0 {
		out += " LIMIT " + strconv.Itoa(q.Limit)
		if q.Offset > 0 {
			out += " OFFSET " + strconv.Itoa(q.Offset)
		}
	}
	return out
}

// settled makes the order of a list the same each time: at last by the key.
func (w *writer) settled(q *query, by []string) []string {
	if len(by) == 0 && len(q.Columns) > 0 && w.p.columnAt(w.root, q.Columns[0]).kind != isOther && len(q.Columns[0].Path) == 0 {
		by = append(by, w.column(q.Columns[0], true))
	}
	for _, name := range w.root.PrimaryKey {
		if key := schema.Quote(w.alias) + "." + schema.Quote(name); !slices.Contains(by, key) && !slices.Contains(by, key+" DESC") {
			by = append(by, key)
		}
	}
	return by
}

// named gives results of the same name, as two tables' names, names of their own.
func named(items []string) []string {
	seen := map[string]bool{}
	for i, item := range items {
		dot := strings.LastIndex(item, ".`")
		if dot < 0 || strings.ContainsAny(item, "( ") {
			continue
		}
		column := strings.ToLower(item[dot+2 : len(item)-1])
		if seen[column] {
			alias := strings.Trim(item[:dot], "`") + "_" + item[dot+2:len(item)-1]
			items[i] = item + " AS " + schema.Quote(alias)
		}
		seen[column] = true
	}
	return items
}

func unique(list []string) []string {
	var out []string
	for _, x := range list {
		if !slices.Contains(out, x) && !slices.Contains(out, strings.TrimSuffix(x, " DESC")) && !slices.Contains(out, x+" DESC") {
			out = append(out, x)
		}
	}
	return out
}

// group gives the columns of a group, what it is grouped by and its natural order.
func (w *writer) group(g group) (shown, by, order []string) {
	for _, r := range g.Refs {
		c := w.column(r, false)
		if g.Unit == "" {
			shown, by = append(shown, c), append(by, c)
			order = append(order, c)
			continue
		}
		text := c
		switch g.Unit {
		case "year":
			text = "YEAR(" + c + ")"
		case "quarter":
			text = "CONCAT(YEAR(" + c + "), '-Q', QUARTER(" + c + "))"
		case "month":
			text = "DATE_FORMAT(" + c + ", '%Y-%m')"
		case "week":
			text = "DATE_FORMAT(" + c + ", '%x-W%v')"
		case "day":
			text = "DATE(" + c + ")"
		case "weekday":
			text = "DAYNAME(" + c + ")"
			by, order = append(by, "WEEKDAY("+c+")"), append(order, "WEEKDAY("+c+")")
		}
		shown, by = append(shown, text), append(by, text)
		if g.Unit != "weekday" {
			order = append(order, text)
		}
	}
	if g.Key != nil {
		by = append([]string{w.column(*g.Key, false)}, by...)
		order = append(order, w.column(*g.Key, false))
	}
	return shown, by, order
}

func (w *writer) measure(m measure) string {
	if m.Fn == "share" {
		return w.share(m)
	}
	if m.Ref == nil {
		return "COUNT(*)"
	}
	c := w.column(*m.Ref, false)
	if m.Since != nil {
		c = "DATEDIFF(" + c + ", " + w.column(*m.Since, false) + ")"
	}
	if m.Distinct {
		c = "DISTINCT " + c
	}
	return strings.ToUpper(m.Fn) + "(" + c + ")"
}
