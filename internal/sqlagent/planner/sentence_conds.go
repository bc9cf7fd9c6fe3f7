package planner

import (
	"slices"
	"strings"
	"time"

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
	case c.Kind == "count" && c.Op == "=" && c.Values[0] == "1":
		return say.T("with exactly 1 {thing}", "thing", phrase(end.Name)+inner)
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

// nameText is a person by first and last name; "" if two conditions are not that.
func (p *Planner) nameText(root *table, first, last cond) string {
	isName := func(c cond) bool {
		return c.Kind == "compare" && c.Op == "=" && !c.Not && c.Text && len(c.Values) == 1 && c.Label == ""
	}
	if !isName(first) || !isName(last) || !slices.Equal(first.Ref.Path, last.Ref.Path) {
		return ""
	}
	a, b := p.columnAt(root, *first.Ref), p.columnAt(root, *last.Ref)
	if shown := a.table.shown(); len(shown) != 2 || shown[0] != a || shown[1] != b || lastWord(a.Name) != "name" || lastWord(b.Name) != "name" {
		return ""
	}
	name := "“" + first.Values[0] + " " + last.Values[0] + "”"
	if len(first.Ref.Path) == 0 {
		return say.T("named {name}", "name", name)
	}
	return say.T("with {column} {value}", "column", p.roleText(first.Ref.Path), "value", name)
}

// columnsText says how two columns are compared.
func (p *Planner) columnsText(root *table, c cond) string {
	a, b := p.refText(root, *c.Ref), p.refText(root, *c.Than)
	if p.columnAt(root, *c.Ref).kind == isDate {
		text := pick(strings.HasPrefix(c.Op, ">"), say.T("{column} later than {other}", "column", a, "other", b), say.T("{column} earlier than {other}", "column", a, "other", b))
		if strings.HasSuffix(a, "ed") {
			return text
		}
		return say.T("with {thing}", "thing", text)
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
		return p.timeText(root, c, name)
	}
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		if values[i] = v; c.Text && c.Said == "" {
			values[i] = "“" + v + "”"
		} else if c.Text {
			values[i] = phrase(v)
		}
	}
	list := anyOf(values)
	if c.Said != "" {
		list = say.T("{word} ({meaning})", "word", c.Said, "meaning", list)
	}
	switch {
	case c.Said != "" && len(c.Ref.Path) == 0:
		return say.T("that are {what}", "what", list)
	case c.Op == "between":
		return say.T("with {column} from {a} to {b}", "column", name, "a", values[0], "b", values[1])
	case c.Op != "=" && c.Op != "in":
		return say.T("with {column} {value}", "column", name, "value", opText(c.Op)+list)
	case c.Not:
		return say.T("with {column} other than {value}", "column", name, "value", list)
	}
	return say.T("with {column} {value}", "column", name, "value", list)
}

// anyOf is a list of which one will do: "a, b or c".
func anyOf(list []string) string {
	if n := len(list); n > 1 {
		return say.T("{list} or {last}", "list", strings.Join(list[:n-1], ", "), "last", list[n-1])
	}
	return strings.Join(list, "")
}

// when is a time with its preposition: in May 2026, on 1 July 2026.
func when(label string) string {
	if f := strings.Fields(label); len(f) == 3 && isNumeric(f[0]) && len(f[0]) <= 2 {
		return say.T("on {day}", "day", label)
	}
	return say.T("in {time}", "time", label)
}

// sideText says on which side of a day or year something is.
func (p *Planner) sideText(c cond) string {
	day, past := c.Values[0], true
	if at, err := time.Parse(time.DateOnly, day); err == nil {
		past = at.Before(p.today())
		switch {
		case at.YearDay() == 1:
			day = at.Format("2006")
		case at.Day() == 1:
			day = at.Format("January 2006")
		default:
			day = at.Format("2 January 2006")
		}
	}
	switch {
	case c.Op == ">=" && lastWord(c.Ref.Column) == "since":
		return say.T("{day} or later", "day", day)
	case c.Op == ">=" && past:
		return say.T("since {day}", "day", day)
	case c.Op == ">=":
		return say.T("from {day} on", "day", day)
	case c.Op == ">":
		return say.T("after {day}", "day", day)
	case c.Op == "<=":
		return say.T("until {day}", "day", day)
	}
	return say.T("before {day}", "day", day)
}

func (p *Planner) timeText(root *table, c cond, name string) string {
	text := ""
	// "ends" and "expires" are what rows do.
	if verb, does := strings.CutSuffix(name, "s"); does && len(c.Ref.Path) == 0 && !strings.Contains(name, " ") {
		name = say.T("that {verb}", "verb", verb)
	}
	if column := p.columnAt(root, *c.Ref); len(c.Ref.Path) == 0 && onlyDate(column) && strings.Contains(" date day time ", " "+lastWord(column.Name)+" ") && !c.Not {
		switch c.Op {
		case "between", "=":
			return when(c.Label)
		}
		return p.sideText(c)
	}
	switch c.Op {
	case "between", "=":
		text = name + " " + when(c.Label)
	default:
		text = name + " " + p.sideText(c)
	}
	switch {
	case c.Not:
		return say.T("not {what}", "what", text)
	case !strings.HasSuffix(name, "ed") && !strings.Contains(name, "that "):
		return say.T("with {thing}", "thing", text)
	}
	return text
}

// percentage says what a share is of.
func (p *Planner) percentage(root *table, q *query) string {
	part := q.Measures[0].Where
	if len(q.Where) == 0 {
		return say.T("percentage of {things}", "things", p.rowsText(root, part))
	}
	return say.T("percentage {conditions}, of {things}", "conditions", strings.Join(p.condTexts(root, part), ", "), "things", p.rowsText(root, q.Where))
}

// done is the only condition of some rows, if it says what was done with them in a time that has
// begun: "completed in May 2026". What is planned is not done yet.
func (p *Planner) done(root *table, where []cond) string {
	if len(where) != 1 || where[0].Kind != "compare" || where[0].Op != "between" || where[0].Label == "" || where[0].Not {
		return ""
	}
	c := where[0]
	from, err := time.Parse(time.DateOnly, c.Values[0])
	if text := p.condText(root, c); err == nil && !from.After(p.today()) && len(c.Ref.Path) == 0 && strings.HasSuffix(p.refText(root, *c.Ref), "ed") && strings.HasPrefix(text, p.refText(root, *c.Ref)+" ") {
		return text
	}
	return ""
}
