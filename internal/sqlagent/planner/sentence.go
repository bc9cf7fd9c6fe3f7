package planner

import (
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

// sentence says in words how a question was read.
func (p *Planner) sentence(q *query) string {
	root := p.table(q.Root)
	things := plural(q.Root)
	var what []string
	for _, m := range q.Measures {
		what = append(what, p.measureText(root, m, things))
	}
	if len(q.Measures) == 0 {
		var names []string
		for _, r := range q.Columns {
			names = append(names, p.refText(root, r))
		}
		what = append(what, say.T("List of {things} ({columns})", "things", things, "columns", strings.Join(names, ", ")))
	}
	out := strings.Join(what, "; ")
	if conds := p.condTexts(root, q.Where); len(conds) > 0 {
		out += " " + strings.Join(conds, ", ")
	}
	for i, g := range q.Groups {
		if i == 0 {
			out += ", " + say.T("by {group}", "group", p.groupText(root, g))
		} else {
			out += " " + say.T("and {group}", "group", p.groupText(root, g))
		}
	}
	if q.Having != nil {
		out += ", " + q.Having.text()
	}
	for _, o := range q.Order {
		by := ""
		if o.Measure > 0 {
			by = p.measureText(root, q.Measures[o.Measure-1], things)
		} else {
			by = p.refText(root, *o.Ref)
		}
		if o.Desc {
			out += ", " + say.T("by {what}, highest first", "what", lowerFirst(by))
		} else {
			out += ", " + say.T("by {what}, lowest first", "what", lowerFirst(by))
		}
	}
	if q.Limit > 0 {
		out += ", " + say.Plural(q.Limit, "only the first", "only the first {n}")
	}
	return upperFirst(out) + "."
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func (p *Planner) measureText(root *table, m measure, things string) string {
	if m.Fn == "share" {
		return say.T("Share of {things} {conditions}, in percent", "things", things, "conditions", strings.Join(p.condTexts(root, m.Where), ", "))
	}
	if m.Ref == nil || m.Distinct && root.key() != nil && m.Ref.Column == root.key().Name && len(m.Ref.Path) == 0 {
		return say.T("Number of {things}", "things", things)
	}
	if m.Since != nil {
		return p.elapsedText(root, m, things)
	}
	column := p.refText(root, *m.Ref)
	switch m.Fn {
	case "count":
		return say.T("Number of different values of {column} of {things}", "column", column, "things", things)
	case "sum":
		return say.T("Sum of {column} of {things}", "column", column, "things", things)
	case "avg":
		return say.T("Average of {column} of {things}", "column", column, "things", things)
	case "max":
		return say.T("Highest {column} of {things}", "column", column, "things", things)
	}
	return say.T("Lowest {column} of {things}", "column", column, "things", things)
}

// refText is a column in words, with the role by which it is reached.
func (p *Planner) refText(root *table, r ref) string {
	text := columnPhrase(p.columnAt(root, r))
	if len(r.Path) == 0 {
		return text
	}
	last := r.Path[len(r.Path)-1]
	e := p.byEdge[last.Edge]
	if !last.Up {
		return phrase(e.many.Name) + " " + text
	}
	return rolePhrase(e) + " " + text
}

func (p *Planner) groupText(root *table, g group) string {
	var parts []string
	for _, r := range g.Refs {
		parts = append(parts, p.refText(root, r))
	}
	text := strings.Join(parts, ", ")
	if g.Unit == "" {
		return text
	}
	units := map[string]string{"year": say.T("year"), "quarter": say.T("quarter"), "month": say.T("month"), "week": say.T("week"), "weekday": say.T("weekday"), "day": say.T("day")}
	return say.T("{unit} of {column}", "unit", units[g.Unit], "column", text)
}

func (p *Planner) condTexts(root *table, conds []cond) []string {
	var out []string
	for _, c := range conds {
		out = append(out, p.condText(root, c))
	}
	return out
}
