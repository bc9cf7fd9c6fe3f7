package planner

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// query is what a question asks for. It is made of names, so that it can be kept outside
// and read again; SQL and sentence are written from it alone.
type query struct {
	Root     string    `json:"root"`
	Columns  []ref     `json:"columns,omitempty"`  // of a list
	Distinct bool      `json:"distinct,omitempty"` // each row of a list once
	Measures []measure `json:"measures,omitempty"` // what is counted, added up
	Groups   []group   `json:"groups,omitempty"`
	Where    []cond    `json:"where,omitempty"`
	Having   *having   `json:"having,omitempty"`
	Order    []order   `json:"order,omitempty"`
	Limit    int       `json:"limit,omitempty"`
	Offset   int       `json:"offset,omitempty"`
}

// hop is a step along an edge.
type hop struct {
	Edge string `json:"edge"`
	Up   bool   `json:"up,omitempty"`
}

// ref is a column, reached from the root.
type ref struct {
	Path   []hop  `json:"path,omitempty"`
	Column string `json:"column"`
}

func (r ref) under(path []hop) ref {
	return ref{append(append([]hop{}, path...), r.Path...), r.Column}
}

func (r ref) equal(o ref) bool {
	if r.Column != o.Column || len(r.Path) != len(o.Path) {
		return false
	}
	for i := range r.Path {
		if r.Path[i] != o.Path[i] {
			return false
		}
	}
	return true
}

// measure is a figure: of rows if it has no column.
type measure struct {
	Fn       string `json:"fn"` // count, sum, avg, min, max, share
	Ref      *ref   `json:"ref,omitempty"`
	Distinct bool   `json:"distinct,omitempty"`
	Since    *ref   `json:"since,omitempty"` // of the days from this date to the other one
	Where    []cond `json:"where,omitempty"` // share: what is so
}

// group is what a figure is given for each of: a column, a part of a date, or the rows of
// a table, which are shown by several columns and told apart by the key.
type group struct {
	Refs []ref  `json:"refs"`
	Key  *ref   `json:"key,omitempty"`
	Unit string `json:"unit,omitempty"` // year, quarter, month, week, weekday, day
}

// order is by a measure or by a column.
type order struct {
	Measure int  `json:"measure"` // from 1; 0 is none
	Ref     *ref `json:"ref,omitempty"`
	Desc    bool `json:"desc,omitempty"`
}

// cond is a condition. A comparison has a ref, an operator and values; "exists" and "count"
// have a path to other rows and conditions on them; "average" compares a column with its
// average; "columns" compares two of them; "any" has conditions of which one must hold.
type cond struct {
	Kind   string   `json:"kind"` // compare, columns, average, exists, count, any, nth
	Not    bool     `json:"not,omitempty"`
	Ref    *ref     `json:"ref,omitempty"`
	Op     string   `json:"op,omitempty"` // = < <= > >= in null between
	Values []string `json:"values,omitempty"`
	Text   bool     `json:"text,omitempty"`  // values are texts and not numbers
	Label  string   `json:"label,omitempty"` // of a time, in words
	Said   string   `json:"said,omitempty"`  // the word that stands for the values: open
	Path   []hop    `json:"path,omitempty"`
	Where  []cond   `json:"where,omitempty"`
	Of     *query   `json:"of,omitempty"`   // nth: the list whose row is meant
	N      int      `json:"n,omitempty"`    // nth: which row of it, from 1
	All    bool     `json:"all,omitempty"`  // average: the question says that it is of all rows
	Than   *ref     `json:"than,omitempty"` // columns: the other one
	Sum    *measure `json:"sum,omitempty"`  // count: a figure of the other rows in place of their number
}

func hopsOf(p path) []hop {
	var out []hop
	for _, s := range p {
		out = append(out, hop{s.key(), s.up})
	}
	return out
}

// end follows hops from a table, or is nil if they do not lead on from it.
func (p *Planner) end(from *table, hops []hop) *table {
	for _, h := range hops {
		e := p.byEdge[h.Edge]
		switch {
		case e == nil:
			return nil
		case h.Up && e.many == from:
			from = e.one
		case !h.Up && e.one == from:
			from = e.many
		default:
			return nil
		}
	}
	return from
}

func (p *Planner) columnAt(from *table, r ref) *column {
	if t := p.end(from, r.Path); t != nil {
		return t.column(r.Column)
	}
	return nil
}

// Limits of what is read back.
const (
	mostConds = 40
	mostBytes = 16 << 10
)

// valid reports whether a query names only what there is, and holds only what this package
// writes: it may come from anywhere.
func (p *Planner) valid(q *query, depth int) bool {
	root := p.table(q.Root)
	if root == nil || depth > 2 || len(q.Columns) > 20 || len(q.Measures) > 6 || len(q.Groups) > 4 || len(q.Order) > 4 || q.Limit < 0 || q.Limit > 10000 || q.Offset < 0 || q.Offset > 10000 {
		return false
	}
	fine := func(r *ref) bool { return r == nil || len(r.Path) <= 2*mostHops && p.columnAt(root, *r) != nil }
	for i := range q.Columns {
		if !fine(&q.Columns[i]) {
			return false
		}
	}
	n := 0
	for _, m := range q.Measures {
		if m.Fn == "share" {
			if m.Ref != nil || m.Distinct || len(m.Where) == 0 || !p.validConds(root, m.Where, &n, depth) {
				return false
			}
			continue
		}
		if m.Since != nil && !p.validElapsed(root, m) {
			return false
		}
		if !fine(m.Ref) || !contains([]string{"count", "sum", "avg", "min", "max"}, m.Fn) || m.Fn != "count" && m.Ref == nil {
			return false
		}
	}
	for _, g := range q.Groups {
		if !fine(g.Key) || len(g.Refs) == 0 || len(g.Refs) > 6 || !contains([]string{"", "year", "quarter", "month", "week", "weekday", "day"}, g.Unit) {
			return false
		}
		for i := range g.Refs {
			if !fine(&g.Refs[i]) {
				return false
			}
		}
	}
	for _, o := range q.Order {
		if !fine(o.Ref) || o.Measure < 0 || o.Measure > len(q.Measures) || o.Measure == 0 && o.Ref == nil {
			return false
		}
	}
	if len(q.Columns) == 0 && len(q.Measures) == 0 || !q.Having.valid(q) {
		return false
	}
	return p.validConds(root, q.Where, &n, depth)
}

func (p *Planner) validConds(at *table, conds []cond, n *int, depth int) bool {
	for _, c := range conds {
		if *n++; *n > mostConds || c.Ref != nil && (len(c.Ref.Path) > 2*mostHops || p.columnAt(at, *c.Ref) == nil) {
			return false
		}
		switch c.Kind {
		case "compare":
			if c.Ref == nil || !p.validCompare(at, c) {
				return false
			}
		case "columns":
			if !p.validThan(at, c) {
				return false
			}
		case "average":
			if c.Ref == nil || c.Not || len(c.Values) > 0 || !contains([]string{"<", "<=", ">", ">="}, c.Op) || p.columnAt(at, *c.Ref).kind != isNumber {
				return false
			}
		case "exists", "count":
			end := p.end(at, c.Path)
			if len(c.Path) == 0 || end == nil || !p.validConds(end, c.Where, n, depth) {
				return false
			}
			if c.Kind == "count" && (len(c.Values) != 1 || !isNumeric(c.Values[0]) || !contains(comparisons, c.Op)) {
				return false
			}
			if c.Sum != nil && (c.Sum.Ref == nil || p.columnAt(end, *c.Sum.Ref) == nil || !contains([]string{"sum", "avg", "min", "max"}, c.Sum.Fn)) {
				return false
			}
		case "any":
			if len(c.Where) == 0 || !p.validConds(at, c.Where, n, depth) {
				return false
			}
		case "nth":
			if c.Of == nil || c.N < 1 || c.N > 10000 || !p.valid(c.Of, depth+1) || at.key() == nil || !p.listed(c.Of, at) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

var comparisons = []string{"=", "<", "<=", ">", ">=", "<>"}

func (p *Planner) validCompare(at *table, c cond) bool {
	switch c.Op {
	case "null":
		return len(c.Values) == 0
	case "between":
		return len(c.Values) == 2 && fineValue(c, 0) && fineValue(c, 1)
	case "in":
		for i := range c.Values {
			if !fineValue(c, i) {
				return false
			}
		}
		return len(c.Values) > 0 && len(c.Values) <= 50
	}
	return contains(comparisons, c.Op) && len(c.Values) == 1 && fineValue(c, 0)
}

func fineValue(c cond, i int) bool {
	return c.Text && len(c.Values[i]) <= 500 || isNumeric(c.Values[i])
}

// isNumeric reports whether a text is a plain number, as it may stand in a query.
func isNumeric(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, part, dot := strings.Cut(s, ".")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return len(s) <= 20 && digits(whole) && (!dot || digits(part))
}

// Restore reads a Reading that MarshalJSON or a Choice gave out and a client kept. A
// stranger may have written it: what this planner's graph does not have is refused, and the
// query is written anew from what is left.
func (p *Planner) Restore(data []byte) (Reading, error) {
	var q query
	if len(data) > mostBytes || json.Unmarshal(data, &q) != nil || !p.valid(&q, 0) {
		return Reading{}, p.notUnderstood(nil, whyState())
	}
	return p.finish(q, 1), nil
}

// MarshalJSON writes what a follow-up needs; Planner.Restore reads it.
func (r Reading) MarshalJSON() ([]byte, error) { return json.Marshal(r.query) }

func dateText(t time.Time) string { return t.Format("2006-01-02") }

func itoa(n int) string { return strconv.Itoa(n) }
