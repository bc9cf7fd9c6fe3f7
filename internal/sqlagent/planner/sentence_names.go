package planner

import (
	"slices"
	"strings"

	"burrow/internal/say"
)

// refText is a column in words, with the role by which it is reached. The name of another
// thing is the thing itself.
func (p *Planner) refText(root *table, r ref) string {
	c := p.columnAt(root, r)
	if len(r.Path) == 0 {
		return columnName(c)
	}
	thing := p.roleText(r.Path)
	if shown := c.table.shown(); len(shown) == 1 && shown[0] == c {
		return thing
	}
	return thing + " " + columnName(c)
}

// roleText is what a path leads to: the role that a key names, or the table that has it.
func (p *Planner) roleText(path []hop) string {
	last := path[len(path)-1]
	e := p.byEdge[last.Edge]
	if !last.Up {
		return phrase(e.many.Name)
	}
	return rolePhrase(e)
}

// mostOfName is how many words of a comment name a column.
const mostOfName = 3

// columnName is a column as its comment calls it, if that is the name with a word or two
// more: "hours worked" of hours; else its name in words.
func columnName(c *column) string {
	name := columnPhrase(c)
	head, _, _ := strings.Cut(strings.ToLower(c.Comment), "(")
	head, _, _ = strings.Cut(head, ",")
	words := strings.Fields(head)
	if n := len(words); n < 2 || n > mostOfName || len(words) <= len(strings.Fields(name)) || words[0] != name {
		return name
	}
	if strings.Contains(ends, " "+words[1]+" ") {
		return name // "total with tax" is the total
	}
	return strings.Join(words, " ")
}

func (p *Planner) groupText(root *table, q *query, g group) string {
	text := p.refsText(root, g.Refs)
	if g.Unit == "" {
		return text
	}
	units := map[string]string{"year": say.T("year"), "quarter": say.T("quarter"), "month": say.T("month"), "week": say.T("week"), "weekday": say.T("weekday"), "day": say.T("day")}
	about := slices.ContainsFunc(q.Where, func(c cond) bool { return c.Kind == "compare" && c.Ref != nil && c.Ref.equal(g.Refs[0]) })
	if c := p.columnAt(root, g.Refs[0]); about || len(g.Refs[0].Path) == 0 && onlyDate(c) {
		return units[g.Unit]
	}
	return say.T("{unit} ({column})", "unit", units[g.Unit], "column", text)
}

// refsText are columns in words; those that are together what a thing is called are the
// thing.
func (p *Planner) refsText(root *table, refs []ref) string {
	if thing, whole := p.thing(root, refs); whole {
		return thing
	}
	var parts []string
	for _, r := range refs {
		parts = append(parts, p.refText(root, r))
	}
	return strings.Join(parts, ", ")
}

// thing is what columns together are called; whole is false if they are not the name of a
// thing.
func (p *Planner) thing(root *table, refs []ref) (text string, whole bool) {
	t := p.columnAt(root, refs[0]).table
	shown := t.listed()
	whole = len(shown) > 0 && (len(refs) == len(shown) || len(refs) == len(t.shown()))
	for _, r := range refs {
		whole = whole && slices.Equal(r.Path, refs[0].Path) && slices.Contains(shown, p.columnAt(root, r))
	}
	if len(refs[0].Path) == 0 {
		return phrase(root.Name), whole
	}
	return p.roleText(refs[0].Path), whole
}

// onlyDate reports whether a date is the only one of its table, so that it need not be named.
func onlyDate(c *column) bool {
	for _, o := range c.table.columns {
		if o != c && o.kind == isDate && !o.audit {
			return false
		}
	}
	return true
}
