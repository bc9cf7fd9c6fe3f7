package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"burrow/internal/say"
)

// Where the columns of a query go says whether they need names.
type place int

const (
	inExpression place = iota
	asTable            // a derived table or a table expression: others name its columns
	outermost
)

// statement checks a whole query and caps its rows.
func (c *check) statement(node ast.StmtNode) {
	switch n := node.(type) {
	case *ast.SelectStmt:
		c.query(n, nil, nil, outermost)
		n.Limit = c.cap(n.Limit)
	case *ast.SetOprStmt:
		c.query(n, nil, nil, outermost)
		n.Limit = c.cap(n.Limit)
	default:
		c.refuse(Statement, say.T("Only SELECT is allowed."), "")
	}
}

// query checks a SELECT or several that are put together, and gives its columns. single
// reports whether it has at most one row.
func (c *check) query(node ast.Node, outer *scope, tables *named, at place) (columns []column, single bool) {
	switch n := node.(type) {
	case *ast.SelectStmt:
		return c.selects(n, outer, tables, at)
	case *ast.SetOprStmt:
		tables = c.with(n.With, outer, tables)
		columns = c.arms(n.SelectList, outer, tables, at)
		c.orderOfArms(n.OrderBy, columns, outer, tables)
		return columns, c.limit(n.Limit) == 1
	}
	// Nothing else stands where a query does.
	c.refuse(Statement, say.T("Only SELECT is allowed."), "")
	return nil, false
}

// arms checks the parts of a UNION, INTERSECT or EXCEPT. The first one names the columns.
func (c *check) arms(list *ast.SetOprSelectList, outer *scope, tables *named, at place) (columns []column) {
	tables = c.with(list.With, outer, tables)
	for i, arm := range list.Selects {
		if i > 0 {
			at = inExpression
		}
		var of []column
		if nested, ok := arm.(*ast.SetOprSelectList); ok {
			of = c.arms(nested, outer, tables, at)
		} else {
			of, _ = c.query(arm, outer, tables, at)
		}
		if i == 0 {
			columns = unbased(of)
		}
	}
	c.orderOfArms(list.OrderBy, columns, outer, tables)
	c.limit(list.Limit)
	return columns
}

// unbased are columns that come from more than one table, so that what is known of one of
// them does not hold.
func unbased(columns []column) []column {
	out := make([]column, len(columns))
	for i, col := range columns {
		out[i] = column{name: col.name, lower: col.lower}
	}
	return out
}

// orderOfArms checks an ORDER BY of several SELECTs, which sees the columns of the first.
func (c *check) orderOfArms(order *ast.OrderByClause, columns []column, outer *scope, tables *named) {
	if order != nil {
		c.items(order.Items, made(&c.scopes, scope{outer: outer, tables: tables, labels: columns, seen: first}))
	}
}

// with checks table expressions. Each sees those before it.
func (c *check) with(clause *ast.WithClause, outer *scope, tables *named) *named {
	if clause == nil {
		return tables
	}
	for _, e := range clause.CTEs {
		c.newName(e.Name.O, longestName)
		if c.guard.tables[e.Name.L] != nil || tables.find(e.Name.L) != nil {
			c.refuse(Name, say.T("The name '{name}' is taken: give the table expression another.", "name", e.Name.O), "")
		}
		inside := tables
		if clause.IsRecursive {
			inside = &named{name: e.Name, recursive: true, before: tables}
		}
		columns, single := c.query(e.Query.Query, outer, inside, asTable)
		columns = c.renamed(columns, e.ColNameList)
		tables = &named{name: e.Name, columns: columns, single: single, before: tables}
	}
	clause.IsRecursive = false
	return tables
}

// renamed are columns under the names of a list.
func (c *check) renamed(columns []column, names []ast.CIStr) []column {
	if len(names) == 0 {
		return columns
	}
	if len(names) != len(columns) {
		c.refuse(Name, say.T("A table expression names {names} columns and has {columns}.", "names", len(names), "columns", len(columns)), "")
		return columns
	}
	out := make([]column, len(columns))
	for i, col := range columns {
		c.newName(names[i].O, longestName)
		out[i] = column{name: names[i].O, lower: names[i].L, table: col.table, of: col.baseName()}
	}
	return out
}

func (c *check) selects(n *ast.SelectStmt, outer *scope, tables *named, at place) ([]column, bool) {
	if c.blocks++; c.blocks > mostBlocks {
		c.refuse(TooDeep, say.T("The query has too many parts."), "")
		return nil, false
	}
	if !c.plain(n) {
		return nil, false
	}
	s := made(&c.scopes, scope{outer: outer, tables: c.with(n.With, outer, tables)})
	if n.From != nil {
		c.from(n.From.TableRefs, s)
	}
	c.fields(n.Fields, s, at)
	if n.Where != nil {
		n.Where = c.condition(n.Where, s, s)
	}
	c.joined(s)
	if n.GroupBy != nil {
		s.seen = after
		c.items(n.GroupBy.Items, s)
	}
	s.seen = never
	for i := range n.WindowSpecs {
		c.window(&n.WindowSpecs[i], s)
	}
	s.seen = first
	if n.Having != nil {
		n.Having.Expr = c.expr(n.Having.Expr, s)
	}
	if n.OrderBy != nil {
		c.items(n.OrderBy.Items, s)
	}
	n.Having = c.crowded(n.Having, s.crowds)
	single := c.limit(n.Limit) == 1 || n.From == nil || n.GroupBy == nil && aggregates(n.Fields)
	return s.labels, single
}

// plain refuses what a SELECT may be beside a query.
func (c *check) plain(n *ast.SelectStmt) bool {
	o := n.SelectStmtOpts
	switch {
	case n.Kind != ast.SelectStmtKindSelect:
		c.refuse(Statement, say.T("Only SELECT is allowed."), "")
	case n.SelectIntoOpt != nil:
		c.refuse(Into, say.T("A query may not write its rows into a file or a variable."), "")
	case n.LockInfo != nil:
		c.refuse(Lock, say.T("A query may not lock what it reads."), "")
	case len(n.TableHints) > 0, o.Priority > 0, o.SQLSmallResult, o.SQLBigResult, o.SQLBufferResult, !o.SQLCache, o.CalcFoundRows, o.StraightJoin:
		c.refuse(Hint, say.T("Optimizer hints aren't allowed. Leave out everything between SELECT and the columns."), "")
	default:
		return true
	}
	return false
}

// aggregates reports whether a select list without GROUP BY makes one row of all.
func aggregates(fields *ast.FieldList) bool {
	for _, f := range fields.Fields {
		if f.Expr != nil && ast.HasAggFlag(f.Expr) {
			return true
		}
	}
	return false
}

// fields checks a select list, and notes what it calls its columns.
func (c *check) fields(list *ast.FieldList, s *scope, at place) {
	kept := make([]*ast.SelectField, 0, len(list.Fields))
	s.labels = make([]column, 0, len(list.Fields))
	for _, f := range list.Fields {
		if f.WildCard != nil {
			kept = append(kept, c.star(f, s)...)
			continue
		}
		kept = append(kept, f)
		of := column{}
		if name, ok := f.Expr.(*ast.ColumnNameExpr); ok {
			of.name, of.lower = name.Name.Name.O, name.Name.Name.L
			if got := c.resolve(name.Name, s); got.column != nil && got.column.table != nil {
				of.table, of.of = got.column.table, got.column.baseName()
			}
		} else {
			f.Expr = c.expr(f.Expr, s)
			if f.AsName.O == "" && at != inExpression {
				f.AsName = ast.NewCIStr(labelOf(f))
			}
		}
		if f.AsName.O != "" {
			c.newName(f.AsName.O, longestLabel)
			of.name, of.lower = f.AsName.O, f.AsName.L
		}
		s.labels = append(s.labels, of)
	}
	list.Fields = kept
}

// labelOf is what the server would call a column without a name: its text. It is spelled
// out, since the text that runs is another.
func labelOf(f *ast.SelectField) string {
	text := strings.TrimSpace(f.Text())
	if utf8.RuneCountInString(text) > longestName || strings.ContainsFunc(text, unicode.IsControl) {
		return ""
	}
	return text
}

// items checks what is ordered or grouped by.
func (c *check) items(items []*ast.ByItem, s *scope) {
	for _, item := range items {
		item.Expr = c.expr(item.Expr, s)
	}
}

func (c *check) window(w *ast.WindowSpec, s *scope) {
	if w.PartitionBy != nil {
		c.items(w.PartitionBy.Items, s)
	}
	if w.OrderBy != nil {
		c.items(w.OrderBy.Items, s)
	}
	if w.Frame != nil {
		for _, bound := range []*ast.FrameBound{&w.Frame.Extent.Start, &w.Frame.Extent.End} {
			if bound.Expr != nil {
				bound.Expr = c.expr(bound.Expr, s)
			}
		}
	}
}
