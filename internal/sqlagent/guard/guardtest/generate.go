// Package guardtest makes queries for tests of the guard, and of what stands behind it:
// every kind of place where a table can be named, over the tables of a graph.
package guardtest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// Generator makes queries. The same seed makes the same ones.
type Generator struct {
	r      *rand.Rand
	tables []*schema.Table
	names  int // given to tables so far
	depth  int
	// Wild adds what is to be refused: columns and tables that are not there, base tables
	// of other databases, functions and clauses that are not allowed.
	Wild bool
}

// New makes a generator over all tables of a graph that have columns.
func New(g *schema.Graph, seed uint64) *Generator {
	out := &Generator{r: rand.New(rand.NewPCG(seed, 17))}
	for _, t := range g.Tables() {
		if len(t.Columns) > 0 {
			out.tables = append(out.tables, t)
		}
	}
	return out
}

// bound is a table of a FROM with the name that its columns are called by.
type bound struct {
	name    string
	columns []string
}

// Query makes a query.
func (g *Generator) Query() string {
	g.names, g.depth = 0, 0
	with, ctes := g.with()
	body := g.selection(nil, ctes, 1+g.r.IntN(3))
	if g.r.IntN(5) == 0 {
		body = g.arms(ctes)
	}
	return with + body
}

func (g *Generator) with() (string, []bound) {
	if g.r.IntN(4) > 0 {
		return "", nil
	}
	var parts []string
	var ctes []bound
	for range 1 + g.r.IntN(2) {
		name := g.name("e")
		columns, list := "", []string{"a", "b"}
		if g.r.IntN(2) == 0 {
			columns, list = " (p, q)", []string{"p", "q"}
		}
		parts = append(parts, name+columns+" AS ("+g.two(nil, ctes, "a", "b")+")")
		ctes = append(ctes, bound{name, list})
	}
	return "WITH " + strings.Join(parts, ", ") + " ", ctes
}

// arms are two or three SELECTs of one column.
func (g *Generator) arms(ctes []bound) string {
	parts := []string{g.one(nil, ctes)}
	for range 1 + g.r.IntN(2) {
		parts = append(parts, pick(g.r, "UNION", "UNION ALL", "INTERSECT", "EXCEPT")+" "+g.one(nil, ctes))
	}
	return strings.Join(parts, " ")
}

func (g *Generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// source is an entry of a FROM with what it is called.
func (g *Generator) source(ctes []bound) (string, bound) {
	if len(ctes) > 0 && g.r.IntN(3) == 0 {
		cte := pick(g.r, ctes...)
		as := g.name("c")
		return cte.name + " AS " + as, bound{as, cte.columns}
	}
	if g.depth < 3 && g.r.IntN(6) == 0 {
		as := g.name("d")
		g.depth++
		sql := g.two(nil, ctes, "x", "y")
		g.depth--
		return "(" + sql + ") AS " + as, bound{as, []string{"x", "y"}}
	}
	t := pick(g.r, g.tables...)
	b := bound{g.name("t"), nil}
	for _, c := range t.Columns {
		b.columns = append(b.columns, c.Name)
	}
	name := g.spelled(t.Name)
	if g.Wild && g.r.IntN(20) == 0 {
		name = pick(g.r, "mysql.user", "information_schema.tables", "secret", "other."+name, "secure_"+t.Name)
	}
	return name + pick(g.r, " AS ", " ") + b.name, b
}

// spelled is a name in one of the ways that it can be written.
func (g *Generator) spelled(name string) string {
	switch g.r.IntN(5) {
	case 0:
		return "`" + name + "`"
	case 1:
		return strings.ToUpper(name)
	}
	return name
}

// from is a FROM of several entries, each joined to one before it.
func (g *Generator) from(ctes []bound, n int) (string, []bound) {
	sql, first := g.source(ctes)
	in := []bound{first}
	for range n - 1 {
		next, b := g.source(ctes)
		before := pick(g.r, in...)
		in = append(in, b)
		// An inequality joins whatever the columns are.
		on := g.column(before) + pick(g.r, " < ", " <> ", " >= ") + g.column(b)
		if g.r.IntN(4) == 0 {
			on += " AND " + g.condition(in, ctes)
		}
		sql += pick(g.r, " JOIN ", " LEFT JOIN ", " INNER JOIN ", " RIGHT JOIN ") + next + " ON " + on
	}
	return sql, in
}

func (g *Generator) column(b bound) string {
	name := pick(g.r, b.columns...)
	if g.Wild && g.r.IntN(40) == 0 {
		name = pick(g.r, "salary", "passwordHash", "nothing")
	}
	return b.name + "." + g.spelled(name)
}

func (g *Generator) any(in []bound) string { return g.column(pick(g.r, in...)) }

// selection is a SELECT with every clause that it may have. outer are tables around it.
func (g *Generator) selection(outer []bound, ctes []bound, tables int) string {
	from, in := g.from(ctes, tables)
	all := append(append([]bound{}, in...), outer...)
	var sql strings.Builder
	sql.WriteString("SELECT " + pick(g.r, "", "", "DISTINCT ") + g.fields(all, ctes) + " FROM " + from)
	if g.r.IntN(2) == 0 {
		sql.WriteString(" WHERE " + g.condition(all, ctes))
	}
	if g.r.IntN(4) == 0 {
		sql.WriteString(" GROUP BY " + g.any(in))
		if g.r.IntN(2) == 0 {
			sql.WriteString(" HAVING COUNT(*) > " + g.scalar(all, ctes))
		}
	}
	if g.r.IntN(3) == 0 {
		sql.WriteString(" ORDER BY " + g.expression(all, ctes) + pick(g.r, "", " DESC"))
	}
	if g.r.IntN(3) == 0 {
		fmt.Fprintf(&sql, " LIMIT %d", g.r.IntN(500))
	}
	if g.Wild && g.r.IntN(25) == 0 {
		sql.WriteString(pick(g.r, " FOR UPDATE", " INTO OUTFILE '/tmp/x'", " LOCK IN SHARE MODE", "; DROP TABLE x", " -- x"))
	}
	return sql.String()
}

func (g *Generator) fields(in, ctes []bound) string {
	if g.r.IntN(8) == 0 {
		return pick(g.r, "*", in[0].name+".*")
	}
	var list []string
	for range 1 + g.r.IntN(3) {
		list = append(list, g.expression(in, ctes)+pick(g.r, "", " AS "+g.name("l")))
	}
	return strings.Join(list, ", ")
}

// one is a SELECT of one column, two of two that have names.
func (g *Generator) one(outer, ctes []bound) string {
	from, in := g.from(ctes, 1)
	return "SELECT " + g.any(in) + " FROM " + from + " WHERE " + g.condition(append(in, outer...), ctes)
}

func (g *Generator) two(outer, ctes []bound, a, b string) string {
	from, in := g.from(ctes, 1+g.r.IntN(2))
	return "SELECT " + g.any(in) + " AS " + a + ", " + g.any(in) + " AS " + b + " FROM " + from + " WHERE " + g.condition(append(in, outer...), ctes)
}

// scalar is a subquery of one value, or a number when they are nested enough.
func (g *Generator) scalar(in, ctes []bound) string {
	if g.depth > 2 {
		return "7"
	}
	g.depth++
	defer func() { g.depth-- }()
	return "(" + g.one(in, ctes) + " LIMIT 1)"
}

func (g *Generator) condition(in, ctes []bound) string {
	if g.depth > 2 {
		return g.any(in) + " IS NOT NULL"
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.r.IntN(10) {
	case 0:
		return g.any(in) + pick(g.r, " IN (", " NOT IN (") + g.one(in, ctes) + ")"
	case 1:
		return pick(g.r, "EXISTS (", "NOT EXISTS (") + g.selection(in, ctes, 1) + ")"
	case 2:
		return g.any(in) + pick(g.r, " > ANY (", " <= ALL (") + g.one(in, ctes) + ")"
	case 3:
		return g.condition(in, ctes) + pick(g.r, " AND ", " OR ") + g.condition(in, ctes)
	case 4:
		return g.any(in) + " BETWEEN " + g.scalar(in, ctes) + " AND 9"
	case 5:
		return g.any(in) + " LIKE '%it''s%'"
	case 6:
		return "(" + g.any(in) + ", 2) IN (SELECT " + "1, 2)"
	case 7:
		return "NOT (" + g.condition(in, ctes) + ")"
	}
	return g.expression(in, ctes) + pick(g.r, " = ", " > ", " <> ") + "'x'"
}

func (g *Generator) expression(in, ctes []bound) string {
	switch g.r.IntN(11) {
	case 0:
		return g.scalar(in, ctes)
	case 1:
		return "CASE WHEN " + g.condition(in, ctes) + " THEN " + g.any(in) + " ELSE " + g.scalar(in, ctes) + " END"
	case 2:
		return pick(g.r, "MAX", "MIN", "SUM", "COUNT") + "(" + g.any(in) + ")"
	case 3:
		return "ROW_NUMBER() OVER (PARTITION BY " + g.any(in) + " ORDER BY " + g.any(in) + ")"
	case 4:
		return "COALESCE(" + g.any(in) + ", " + g.scalar(in, ctes) + ")"
	case 5:
		return "DATE_ADD(" + g.any(in) + ", INTERVAL 1 DAY)"
	case 6:
		return g.any(in) + pick(g.r, " + ", " - ", " * ") + "1"
	case 7:
		if g.Wild && g.r.IntN(3) == 0 {
			return pick(g.r, "SLEEP(1)", "LOAD_FILE('/etc/passwd')", "@@version", "USER()", "nosuch(1)")
		}
	}
	return g.any(in)
}
