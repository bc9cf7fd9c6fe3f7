package planner

import (
	"strings"

	"burrow/internal/say"
)

func (p *Planner) condText(root *table, c cond) string {
	switch c.Kind {
	case "compare":
		return p.compareText(root, c)
	case "columns":
		return p.columnsText(root, c)
	case "average":
		if c.Op == "<" || c.Op == "<=" {
			return say.T("with {column} below the average", "column", p.refText(root, *c.Ref))
		}
		return say.T("with {column} above the average", "column", p.refText(root, *c.Ref))
	case "any":
		return strings.Join(p.condTexts(root, c.Where), " "+say.T("or")+" ")
	case "nth":
		return say.T("of row {n} of the answer before", "n", c.N)
	}
	end := p.end(root, c.Path)
	last := p.byEdge[c.Path[len(c.Path)-1].Edge]
	name := phrase(end.Name)
	if c.Path[len(c.Path)-1].Up {
		name = rolePhrase(last)
	}
	inner := ""
	if texts := p.condTexts(end, c.Where); len(texts) > 0 {
		inner = " (" + strings.Join(texts, ", ") + ")"
	}
	switch {
	case c.Kind == "count":
		return say.T("with {count} {things}", "count", opText(c.Op)+c.Values[0], "things", plural(end.Name)+inner)
	case c.Not && c.Path[len(c.Path)-1].Up:
		return say.T("without {thing}", "thing", name+inner)
	case c.Not:
		return say.T("without {things}", "things", plural(end.Name)+inner)
	case c.Path[len(c.Path)-1].Up:
		return say.T("with {thing}", "thing", name+inner)
	}
	return say.T("with {things}", "things", plural(end.Name)+inner)
}

// columnsText says how two columns are compared.
func (p *Planner) columnsText(root *table, c cond) string {
	a, b := p.refText(root, *c.Ref), p.refText(root, *c.Than)
	if p.columnAt(root, *c.Ref).kind == isDate && strings.HasPrefix(c.Op, ">") {
		return say.T("with {column} later than {other}", "column", a, "other", b)
	} else if p.columnAt(root, *c.Ref).kind == isDate {
		return say.T("with {column} earlier than {other}", "column", a, "other", b)
	}
	return say.T("with {column} {value}", "column", a, "value", opText(c.Op)+b)
}

// opText says an operator in front of a number.
func opText(op string) string {
	switch op {
	case ">":
		return say.T("more than") + " "
	case ">=":
		return say.T("at least") + " "
	case "<":
		return say.T("less than") + " "
	case "<=":
		return say.T("at most") + " "
	}
	return say.T("exactly") + " "
}

func (p *Planner) compareText(root *table, c cond) string {
	column := p.columnAt(root, *c.Ref)
	name := p.refText(root, *c.Ref)
	switch {
	case c.Op == "null" && c.Not:
		return say.T("with {thing}", "thing", name)
	case c.Op == "null":
		return say.T("without {thing}", "thing", name)
	case column.kind == isTruth:
		yes := (c.Values[0] == "1") != c.Not
		if w := nameParts(column.Name); len(w) > 1 && strings.Contains(unbooled, " "+w[0]+" ") && len(c.Ref.Path) == 0 {
			name = strings.Join(w[1:], " ")
		}
		if yes {
			return say.T("that are {what}", "what", name)
		}
		return say.T("that are not {what}", "what", name)
	case c.Label != "":
		return p.timeText(c, name)
	}
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		if values[i] = v; c.Text {
			values[i] = "“" + v + "”"
		}
	}
	list := strings.Join(values, " "+say.T("or")+" ")
	switch {
	case c.Op == "between":
		return say.T("with {column} from {a} to {b}", "column", name, "a", values[0], "b", values[1])
	case c.Op != "=" && c.Op != "in":
		return say.T("with {column} {value}", "column", name, "value", opText(c.Op)+list)
	case c.Not:
		return say.T("with {column} other than {value}", "column", name, "value", list)
	}
	return say.T("with {column} {value}", "column", name, "value", list)
}

func (p *Planner) timeText(c cond, name string) string {
	text := ""
	switch c.Op {
	case "between", "=":
		text = say.T("{column} in {time}", "column", name, "time", c.Label)
	case ">=":
		text = say.T("{column} on or after {day}", "column", name, "day", c.Values[0])
	default:
		text = say.T("{column} before {day}", "column", name, "day", c.Values[0])
	}
	if c.Not {
		return say.T("not {what}", "what", text)
	}
	return text
}
