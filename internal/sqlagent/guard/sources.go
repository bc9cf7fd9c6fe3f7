package guard

import (
	"slices"
	"strconv"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"burrow/internal/say"
)

// from adds the sources of a FROM to a scope and gives those of this part, so that the
// condition of a join sees only what it joins.
func (c *check) from(node ast.ResultSetNode, s *scope) []*source {
	start := len(s.sources)
	switch n := node.(type) {
	case *ast.Join:
		c.join(n, s)
	case *ast.TableSource:
		c.entry(n, s)
	}
	return s.sources[start:]
}

func (c *check) join(n *ast.Join, s *scope) {
	start := len(s.sources)
	left := c.from(n.Left, s)
	if n.Right == nil {
		return
	}
	right := c.from(n.Right, s)
	n.Left, n.Right = alone(n.Left), alone(n.Right)
	if n.StraightJoin {
		c.refuse(Hint, say.T("Optimizer hints aren't allowed. Use a plain JOIN."), "")
	}
	if n.NaturalJoin {
		c.natural(n, left, right)
	}
	for _, name := range n.Using {
		c.using(name, left, right, s)
	}
	if n.On != nil {
		n.On.Expr = c.condition(n.On.Expr, made(&c.scopes, scope{outer: s.outer, tables: s.tables, sources: s.sources[start:]}), s)
	}
}

// alone is the one entry of a join that has no other side, as the parser reads a table in
// parentheses or before a comma.
func alone(n ast.ResultSetNode) ast.ResultSetNode {
	if j, ok := n.(*ast.Join); ok && j.Right == nil {
		return j.Left
	}
	return n
}

// natural spells out the columns of a natural join: the server would also compare those
// that are hidden, or that the graph does not know.
func (c *check) natural(n *ast.Join, left, right []*source) {
	r := scope{sources: right}
	for _, src := range left {
		for _, col := range src.all() {
			f, _, _ := r.unqualified(col.lower)
			listed := slices.ContainsFunc(n.Using, func(u *ast.ColumnName) bool { return u.Name.L == col.lower })
			if f.column != nil && !listed {
				n.Using = append(n.Using, &ast.ColumnName{Name: ast.NewCIStr(col.name)})
			}
		}
	}
	n.NaturalJoin = false
	if n.Tp == 0 {
		n.Tp = ast.CrossJoin // as the parser reads JOIN … USING
	}
	if len(n.Using) == 0 && len(c.refusals) == 0 {
		c.refuse(Cartesian, say.T("The tables of a natural join have no column in common."), "")
	}
}

// using makes a column of both sides one.
func (c *check) using(name *ast.ColumnName, left, right []*source, s *scope) {
	of := func(sources []*source) found {
		side := &scope{sources: sources}
		return c.resolve(name, side)
	}
	l, r := of(left), of(right)
	if l.column == nil || r.column == nil {
		return
	}
	r.source.absorbed = append(r.source.absorbed, name.Name.L)
	if !slices.Contains(s.merged, name.Name.L) {
		s.merged = append(s.merged, name.Name.L)
	}
	s.groups.connect(1<<l.source.index | 1<<r.source.index)
	s.equals = append(s.equals, equality{l, r})
}

// entry checks a table, a table expression or a derived table, and puts the secure view in
// the place of its base table.
func (c *check) entry(n *ast.TableSource, s *scope) {
	if n.Lateral {
		c.refuse(Expression, say.T("LATERAL is not allowed: join the tables, or use a subquery."), "")
		return
	}
	src := made(&c.sources, source{name: n.AsName})
	switch of := n.Source.(type) {
	case *ast.TableName:
		c.named(of, n, src, s)
	default:
		src.columns, src.single = c.query(of, s.outer, s.tables, asTable)
		if src.name.O == "" {
			// MySQL wants a name for what nobody names.
			c.unnamed++
			n.AsName = ast.NewCIStr("derived" + strconv.Itoa(c.unnamed))
			src.name = n.AsName
		}
	}
	c.newName(src.name.O, longestName)
	if taken := c.guard.tables[src.name.L]; taken != nil && (src.table == nil || taken.base != src.table.base) {
		c.refuse(Name, say.T("The name '{name}' is taken: give the table in the query another.", "name", src.name.O), "")
	}
	if s.source(src.name.L) != nil {
		c.refuse(Name, say.T("Two tables in one FROM are called '{name}': give one of them another name.", "name", src.name.O), "")
	}
	if len(s.sources) == mostSources {
		c.refuse(TooDeep, say.T("The query has too many parts."), "")
		return
	}
	src.home, src.index = s, len(s.sources)
	s.sources = append(s.sources, src)
	s.groups = append(s.groups, src.index)
}

// named finds what a table's name means: a table expression, else a table or its view.
func (c *check) named(n *ast.TableName, entry *ast.TableSource, src *source, s *scope) {
	src.unknown = true
	if len(n.IndexHints) > 0 || len(n.PartitionNames) > 0 || n.TableSample != nil || n.AsOf != nil {
		c.refuse(Hint, say.T("Index hints aren't allowed. Write the table's name alone."), "")
	}
	if n.Schema.L != "" && !c.isOurs(n.Schema.L) {
		return
	}
	if src.name.O == "" {
		src.name = n.Name
	}
	if e := s.tables.find(n.Name.L); e != nil && n.Schema.L == "" {
		if e.recursive {
			c.refuse(Recursive, say.T("A table expression may not name itself."), "")
			return
		}
		src.unknown, src.columns, src.single = false, e.columns, e.single
		if entry.AsName.O == "" {
			src.name = e.name
		}
		n.Name = e.name
		return
	}
	n.Schema = ast.CIStr{}
	t := c.guard.tables[n.Name.L]
	if t == nil {
		c.unknownTable(n.Name.O, s)
		return
	}
	src.unknown, src.table = false, t
	if entry.AsName.O == "" {
		src.name = t.name
		if t.real != t.name {
			entry.AsName = t.name
		}
	}
	n.Name = t.real
	c.views = c.views || t.real != t.name
	c.tables = append(c.tables, t.name.O)
}

// all are the columns of a source that may be seen.
func (s *source) all() []column {
	if s.table != nil {
		return s.table.columns
	}
	return s.columns
}

// star checks a * or t.*, and spells it out if a table has columns that are hidden.
func (c *check) star(f *ast.SelectField, s *scope) []*ast.SelectField {
	w := f.WildCard
	if w.Schema.L != "" && !c.isOurs(w.Schema.L) {
		return nil
	}
	of := s.sources
	if w.Table.L != "" {
		src := s.source(w.Table.L)
		if src == nil {
			c.unknownQualifier(&ast.ColumnName{Table: w.Table, Name: ast.NewCIStr("*")}, s)
			return nil
		}
		if src.unknown || w.Schema.L != "" && !c.isStored(src) {
			return nil
		}
		w.Schema = ast.CIStr{}
		w.Table = src.name
		of = []*source{src}
	}
	var spelled []*ast.SelectField
	if w.Table.L == "" {
		for _, name := range s.merged {
			spelled = c.spell(spelled, s, nil, name)
		}
	}
	hides := false
	for _, src := range of {
		hides = hides || src.table != nil && src.table.guarded()
		for _, col := range src.all() {
			if !col.sensitive && (w.Table.L != "" || !slices.Contains(s.merged, col.lower)) {
				spelled = c.spell(spelled, s, src, col.lower)
			}
		}
	}
	if hides && len(spelled) == 0 {
		c.unknownColumn(&ast.ColumnName{Name: ast.NewCIStr("*")}, s, nil)
	}
	if hides {
		return spelled
	}
	return []*ast.SelectField{f}
}

// spell adds a column to what a * stands for. Without a source it is one of USING.
func (c *check) spell(to []*ast.SelectField, s *scope, src *source, lower string) []*ast.SelectField {
	f := found{source: src}
	var qualifier ast.CIStr
	if src == nil {
		f, _, _ = s.unqualified(lower)
	} else {
		f.column = src.column(lower)
		qualifier = src.name
	}
	c.use(f)
	s.labels = append(s.labels, column{name: f.column.name, lower: lower, table: f.column.table, of: f.column.baseName()})
	name := &ast.ColumnName{Table: qualifier, Name: ast.NewCIStr(f.column.name)}
	return append(to, &ast.SelectField{Expr: &ast.ColumnNameExpr{Name: name}})
}
