package planner

import (
	"slices"
	"strings"
)

// ownNeed is a time or an amount for which no column was named: the table's own.
func (s *state) ownNeed(n *need) error {
	options := s.amounts(n.node.table)
	if n.span != nil {
		verbs, none, ok := s.verbDates(n.node.table)
		if !ok {
			return errReading
		}
		if none && !n.aim && s.cameAbout(n) {
			return errReading // sold by the office in 2024: on which day?
		}
		if none && n.node.table.lasts() {
			return errReading // employees in 2025: those who were there, or who came?
		}
		if options = verbs; none {
			options = s.dates(n.node.table)
		}
		if len(options) == 0 && n.span.year() {
			options = s.years(n.node.table)
		}
	}
	s.cost += .3
	o, err := s.pick(options)
	if err != nil {
		return err
	}
	n.means = []meaning{{column: o.column}}
	n.node.conds = append(n.node.conds, n)
	return nil
}

// cameAbout reports whether a state is said of a thing before a time, which then may be that
// of the state.
func (s *state) cameAbout(time *need) bool {
	t := time.node.table
	for _, n := range s.needs {
		if n == time {
			return false
		}
		if n.node == time.node && !n.beside && !n.neg && n.span == nil && n.cmp == nil && !t.happens() && slices.ContainsFunc(n.means, func(m meaning) bool {
			return m.value != nil && m.column != nil && m.column.table == t && len(m.column.Values) > 0 && m.column.changes()
		}) {
			return true
		}
	}
	return false
}

// later are words of columns that say when something ends or should be.
const later = " due until end ends expires expiry expire expected next valid validto to planned left closed returned deadline last birth dob born "

// dates are the columns that may be the time of a row. Who wrote a row down, and when it
// should end, is not meant as long as there is another; of several, the one that every row
// has is meant if only one other is left.
func (s *state) dates(t *table) []option {
	var all, first, always []*column
	for _, c := range t.columns {
		if c.kind != isDate {
			continue
		}
		if c.audit {
			continue
		}
		all = append(all, c)
		late := false
		for _, w := range nameParts(c.Name) {
			late = late || strings.Contains(later, " "+w+" ")
		}
		if late {
			continue
		}
		first = append(first, c)
		if !c.Nullable {
			always = append(always, c)
		}
	}
	switch {
	case len(always) == 1 && len(first) <= 2:
		first = always
	case len(first) == 0:
		first = all
	}
	return optionsOf(first)
}

// ends reports whether rows of a table have a state in which nothing is due any more.
func (t *table) ends() bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool {
		return slices.ContainsFunc(c.Values, func(v string) bool {
			return strings.Contains(" done completed finished paid closed resolved repaired received returned kept accepted approved won sold removed ", " "+strings.ToLower(v)+" ")
		})
	})
}

// ahead reports whether a date says when something ends or should be.
func (c *column) ahead() bool {
	return slices.ContainsFunc(nameParts(c.Name), func(w string) bool {
		return w == "scheduled" || strings.Contains(later, " "+w+" ") && !strings.Contains(" left closed returned last birth dob born ", " "+w+" ")
	})
}

// nearest is the month of a name that is the nearest to today. If both are about as far
// away, it is not known which is meant.
func (s *state) nearest(month span) (span, bool) {
	today := s.p.today()
	back, ahead := month, month.later(1)
	if month.from.After(today) {
		back, ahead = month.later(-1), month
	}
	ago, until := today.Sub(back.to), ahead.from.Sub(today)
	switch {
	case ago <= 0 || ago*2 < until:
		return back, true
	case until*2 < ago:
		return ahead, true
	}
	return month, false
}

// later is a span of months some years later.
func (s span) later(years int) span {
	out := span{from: s.from.AddDate(years, 0, 0), to: s.to.AddDate(years, 0, 0)}
	out.label = out.from.Format("January 2006")
	if last := out.to.AddDate(0, 0, -1); last.Month() != out.from.Month() {
		out.label = out.from.Format("January") + " to " + last.Format("January 2006")
	}
	return out
}

// years are columns that hold a year as a number.
func (s *state) years(t *table) []option {
	var out []*column
	for _, c := range t.columns {
		if w := nameParts(c.Name); (c.kind == isNumber || c.kind == isText) && (w[len(w)-1] == "year" || w[0] == "year") {
			out = append(out, c)
		}
	}
	return optionsOf(out)
}

// amounts are the columns that a bare number may be compared with: sums of money.
func (s *state) amounts(t *table) []option {
	var out []*column
	for _, c := range t.columns {
		if c.kind == isNumber && !c.key && isMoney(c) {
			out = append(out, c)
		}
	}
	var means []meaning
	for _, c := range out {
		means = append(means, meaning{column: c})
	}
	out = nil
	for _, m := range s.byTax(means) {
		out = append(out, m.column)
	}
	return optionsOf(out)
}

// isMoney reports whether a column holds a sum of money.
func isMoney(c *column) bool {
	for _, w := range nameParts(c.Name) {
		if strings.Contains(" amount price cost total fee salary pay revenue value budget balance sum wage ", " "+w+" ") {
			return true
		}
	}
	return strings.Contains(strings.ToLower(c.Comment), "euro")
}

// measures are the columns that can be added up.
func measures(t *table) []*column {
	var out []*column
	for _, c := range t.columns {
		w := nameParts(c.Name)
		end := w[len(w)-1]
		if c.kind == isNumber && !c.key && !c.audit && !strings.Contains(" id no nr number order position year month day version code latitude longitude ", " "+end+" ") {
			out = append(out, c)
		}
	}
	return out
}

func optionsOf(columns []*column) []option {
	var out []option
	for _, c := range columns {
		out = append(out, option{table: c.table, column: c, label: columnLabel(c)})
	}
	return out
}

// present reads "at the moment": of rows whose state the question names it says nothing
// more, and of others that they are active, where a column says so.
func (s *state) present(root *node) error {
	if !s.now || slices.ContainsFunc(s.needs, func(n *need) bool {
		return n.span == nil && n.cmp == nil && n.text == nil && slices.ContainsFunc(n.means, func(m meaning) bool { return m.value != nil && m.label() })
	}) {
		return nil
	}
	yes := "1"
	for _, c := range root.table.columns {
		if c.kind == isTruth && strings.HasSuffix(strings.ToLower(c.Name), "active") {
			s.needs = append(s.needs, &need{means: []meaning{{column: c, value: &yes, quality: byName}}, node: root, exact: true})
			return nil
		}
	}
	return errReading
}

// lasts reports whether rows of a table are there for a while rather than happen: people,
// and what is active or not.
func (t *table) lasts() bool {
	return t.person() || slices.ContainsFunc(t.columns, func(c *column) bool {
		return c.kind == isTruth && strings.HasSuffix(strings.ToLower(c.Name), "active") || slices.Contains(c.Values, "active")
	})
}
