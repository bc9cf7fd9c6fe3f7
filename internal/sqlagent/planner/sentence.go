package planner

import (
	"slices"
	"strings"

	"burrow/internal/say"
)

// phrase is a name in words: "work order".
func phrase(name string) string { return strings.Join(nameParts(name), " ") }

// plural is the plural of an English name, as far as a rule finds it.
func plural(name string) string {
	w := phrase(name)
	switch {
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us"):
		return w
	case strings.HasSuffix(w, "y") && len(w) > 1 && !strings.Contains("aeiou", w[len(w)-2:len(w)-1]):
		return w[:len(w)-1] + "ies"
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return w + "es"
	case strings.HasSuffix(w, "person"):
		return strings.TrimSuffix(w, "person") + "people"
	}
	return w + "s"
}

func tableLabel(t *table) string {
	if t.Comment == "" {
		return plural(t.Name)
	}
	return plural(t.Name) + ": " + t.Comment
}

func columnLabel(c *column) string {
	if c.Comment == "" || strings.EqualFold(c.Comment, phrase(c.Name)) {
		return columnPhrase(c)
	}
	return columnPhrase(c) + ": " + c.Comment
}

func valueLabel(m meaning) string {
	return plural(m.column.table.Name) + ": " + columnPhrase(m.column) + " “" + strings.Join(append([]string{*m.value}, m.more...), "”, “") + "”"
}

func edgeLabel(e *edge) string {
	c := e.column()
	if c.Comment != "" {
		return c.Comment + " (" + phrase(e.many.Name) + ")"
	}
	return rolePhrase(e) + " (" + phrase(e.many.Name) + ")"
}

func pathLabel(p path) string {
	var parts []string
	for _, s := range p {
		parts = append(parts, edgeLabel(s.edge))
	}
	return strings.Join(parts, ", ")
}

// columnPhrase is a column's name in words, without what only says that it is a date.
func columnPhrase(c *column) string {
	w := nameParts(c.Name)
	if n := len(w); n > 1 && c.kind == isDate && (w[n-1] == "on" || w[n-1] == "at") {
		w = w[:n-1]
	}
	return strings.Join(w, " ")
}

// rolePhrase is what a key names, as the key calls it.
func rolePhrase(e *edge) string {
	w := nameParts(e.column().Name)
	if n := len(w); n > 1 && w[n-1] == "id" {
		w = w[:n-1]
	}
	return strings.Join(w, " ")
}

// sentence says in plain English how a question was read: what is shown, of which rows, for
// each of what, and in which order where that is not the usual one.
func (p *Planner) sentence(q *query) string {
	root := p.table(q.Root)
	said := p.ranked(root, q)
	if said == "" {
		said = p.plain(root, q)
	}
	if q.Offset > 0 {
		said += ", " + say.T("from number {n} on", "n", q.Offset+1)
	}
	return upperFirst(said) + "."
}

// plain is a query that is a list or figures.
func (p *Planner) plain(root *table, q *query) string {
	out := ""
	switch {
	case len(q.Measures) == 0:
		out = p.rowsText(root, q.Where) + p.columnsShown(root, q.Columns)
	case len(q.Measures) == 1 && len(q.Groups) > 0 && isCount(root, q.Measures[0]):
		out = p.rowsText(root, q.Where)
	case len(q.Measures) == 1 && q.Measures[0].Fn == "share":
		out = p.percentage(root, q)
	case len(q.Measures) == 1 && q.Measures[0].Fn == "sum" && p.tells(root, q.Measures[0]):
		out = p.measureText(root, q.Measures[0]) + p.conditions(root, q.Where)
	default:
		var figures []string
		for _, m := range q.Measures {
			figures = append(figures, p.measureText(root, m))
		}
		out = say.T("{figure} of {things}", "figure", inWords(figures), "things", p.rowsText(root, q.Where))
	}
	for i, g := range q.Groups {
		if i == 0 {
			out += ", " + say.T("per {group}", "group", p.groupText(root, q, g))
		} else {
			out += " " + say.T("and {group}", "group", p.groupText(root, q, g))
		}
	}
	if q.Having != nil {
		out += ", " + q.Having.text()
	}
	for i, o := range q.Order {
		if usual := len(q.Groups) > 0 && i == 0 && o.Measure == 1 && o.Desc; !usual || q.Limit > 0 {
			out += ", " + p.orderText(root, q, o)
		}
	}
	if q.Limit > 0 {
		out += ", " + say.Plural(q.Limit, "only the first", "only the first {n}")
	}
	return out
}

func (p *Planner) orderText(root *table, q *query, o order) string {
	by := ""
	date := false
	if o.Measure > 0 {
		by = p.measureText(root, q.Measures[o.Measure-1])
	} else {
		by, date = p.refText(root, *o.Ref), p.columnAt(root, *o.Ref).kind == isDate
	}
	switch count := o.Measure > 0 && isCount(root, q.Measures[o.Measure-1]); {
	case count && o.Desc:
		return say.T("most first")
	case count:
		return say.T("fewest first")
	case date && o.Desc:
		return say.T("by {what}, latest first", "what", by)
	case date:
		return say.T("by {what}, earliest first", "what", by)
	case o.Desc:
		return say.T("by {what}, highest first", "what", by)
	}
	return say.T("by {what}, lowest first", "what", by)
}

// ranked is a query for the first rows by a figure or a column: "the employee with the most
// hours worked in May 2026". It is "" for any other.
func (p *Planner) ranked(root *table, q *query) string {
	if q.Limit == 0 || len(q.Order) != 1 || q.Having != nil || len(q.Measures) > 1 {
		return ""
	}
	o := q.Order[0]
	if len(q.Groups) == 1 && len(q.Measures) == 1 && o.Measure == 1 {
		m, g := q.Measures[0], q.Groups[0]
		if m.Since != nil || m.Fn == "share" {
			return ""
		}
		with := ""
		switch rows := p.rowsText(root, q.Where); {
		case isCount(root, m):
			with = pick(o.Desc, say.T("with the most {what}", "what", rows), say.T("with the fewest {what}", "what", rows))
		case m.Fn == "sum" && p.tells(root, m):
			with = pick(o.Desc, say.T("with the most {what}", "what", p.refText(root, *m.Ref)), say.T("with the fewest {what}", "what", p.refText(root, *m.Ref))) + p.conditions(root, q.Where)
		default:
			what := say.T("{figure} of {things}", "figure", p.measureText(root, m), "things", rows)
			with = pick(o.Desc, say.T("with the highest {what}", "what", what), say.T("with the lowest {what}", "what", what))
		}
		return firstOf(q.Limit, p.groupText(root, q, g), with)
	}
	if len(q.Measures) > 0 || len(q.Groups) > 0 || o.Ref == nil {
		return ""
	}
	column := p.refText(root, *o.Ref)
	with := pick(o.Desc, say.T("with the highest {what}", "what", column), say.T("with the lowest {what}", "what", column))
	if p.columnAt(root, *o.Ref).kind == isDate {
		if strings.HasSuffix(column, " since") {
			column = say.T("date in “{column}”", "column", column)
		}
		with = pick(o.Desc, say.T("with the latest {what}", "what", column), say.T("with the earliest {what}", "what", column))
		if strings.HasSuffix(column, "ed") {
			with = pick(o.Desc, say.T("{done} last", "done", column), say.T("{done} first", "done", column))
		}
	}
	with += p.conditions(root, q.Where)
	rest := slices.DeleteFunc(slices.Clone(q.Columns), o.Ref.equal)
	return firstOf(q.Limit, phrase(q.Root), with) + p.columnsShown(root, rest)
}

// firstOf names the first things of an order.
func firstOf(n int, thing, with string) string {
	if n == 1 {
		return say.T("the {thing} {with}", "thing", thing, "with", with)
	}
	return say.T("the {n} {things} {with}", "n", n, "things", plural(thing), "with", with)
}

// inWords is a list as it is said: "a, b and c".
func inWords(list []string) string {
	if n := len(list); n > 1 {
		return say.T("{list} and {last}", "list", strings.Join(list[:n-1], ", "), "last", list[n-1])
	}
	return strings.Join(list, "")
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// tells reports whether a sum's column says by itself what is added up, and not only how
// much: the hours that were worked, but not their cost.
func (p *Planner) tells(root *table, m measure) bool {
	return m.Ref != nil && strings.HasSuffix(p.refText(root, *m.Ref), "ed")
}

// isCount reports whether a figure is the number of the root's rows.
func isCount(root *table, m measure) bool {
	if m.Fn != "count" || m.Since != nil {
		return false
	}
	return m.Ref == nil || m.Distinct && root.key() != nil && m.Ref.Column == root.key().Name && len(m.Ref.Path) == 0
}

// rowsText is the rows that a query is about, with their conditions.
func (p *Planner) rowsText(root *table, where []cond) string {
	return plural(root.Name) + p.conditions(root, where)
}

// conditions are conditions behind what they are about.
func (p *Planner) conditions(root *table, where []cond) string {
	texts := p.condTexts(root, where)
	if len(texts) == 0 {
		return ""
	}
	return " " + strings.Join(texts, ", ")
}

// columnsShown are the columns of a list, unless they are what its rows are called.
func (p *Planner) columnsShown(root *table, columns []ref) string {
	var names []string
	usual := true
	shown := root.listed()
	for len(columns) > 0 {
		n := 1
		for n < len(columns) && slices.Equal(columns[n].Path, columns[0].Path) {
			n++
		}
		for _, r := range columns[:n] {
			usual = usual && len(r.Path) == 0 && slices.ContainsFunc(shown, func(c *column) bool { return c.Name == r.Column })
		}
		if thing, whole := p.thing(root, columns[:n]); whole && len(columns[0].Path) > 0 {
			names = append(names, thing)
		} else {
			for _, r := range columns[:n] {
				names = append(names, p.refText(root, r))
			}
		}
		columns = columns[n:]
	}
	if usual {
		return ""
	}
	return ": " + strings.Join(names, ", ")
}

// counts says what a query counts that gives nothing but a number of rows.
func (p *Planner) counts(q *query) string {
	root := p.table(q.Root)
	if len(q.Measures) != 1 || len(q.Groups) > 0 || q.Having != nil || len(q.Columns) > 0 || !isCount(root, q.Measures[0]) {
		return ""
	}
	return p.rowsText(root, q.Where)
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// measureText is a figure, without the rows that it is of.
func (p *Planner) measureText(root *table, m measure) string {
	if m.Fn == "share" {
		return say.T("percentage {conditions}", "conditions", strings.Join(p.condTexts(root, m.Where), ", "))
	}
	if isCount(root, m) {
		return say.T("number")
	}
	if m.Since != nil {
		return p.elapsedText(root, m)
	}
	column := p.refText(root, *m.Ref)
	switch m.Fn {
	case "count":
		return say.T("number of different values of {column}", "column", column)
	case "sum":
		if strings.HasPrefix(column+" ", "total ") {
			return column
		}
		return say.T("total {column}", "column", column)
	case "avg":
		return say.T("average {column}", "column", column)
	}
	if earliest := m.Fn == "min"; p.columnAt(root, *m.Ref).kind == isDate {
		if strings.HasSuffix(column, " since") {
			column = say.T("date in “{column}”", "column", column)
		}
		return pick(earliest, say.T("earliest {column}", "column", column), say.T("latest {column}", "column", column))
	}
	if m.Fn == "max" {
		return say.T("highest {column}", "column", column)
	}
	return say.T("lowest {column}", "column", column)
}

func (p *Planner) condTexts(root *table, conds []cond) []string {
	var out []string
	for i := 0; i < len(conds); i++ {
		if i+1 < len(conds) {
			if name := p.nameText(root, conds[i], conds[i+1]); name != "" {
				out, i = append(out, name), i+1
				continue
			}
		}
		out = append(out, p.condText(root, conds[i]))
	}
	return out
}
