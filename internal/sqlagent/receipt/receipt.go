// Package receipt says what a query does to rows: which tables it joins and how, which of
// its aggregates count a row more than once, and how to count the rows that an inner join
// leaves out. It looks at the query and at the keys of the graph, never at rows; running
// the counts is left to package agent.
//
// A query is read as functional dependencies: a row of one table determines those of
// another if what they are joined by holds a key of the other. A table whose row
// determines all others has a row of its own in each row of the result; the rows of all
// other tables may be repeated. So chains of joins raise no alarm for what is counted at
// their end, and two chains from one table do.
package receipt

import (
	"errors"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	driver "github.com/pingcap/tidb/pkg/parser/test_driver"

	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/schema"
)

// Query is a query that the guard let through.
type Query struct {
	SQL string
	// Views are the secure views by the base table that each stands for.
	Views map[string]string
	// Whole says that the views show all rows to whoever asks.
	Whole bool
	// Question is what was asked; it may be empty.
	Question string
	// MaxRows is how many rows are shown at most.
	MaxRows int
}

// Receipt is what a query does.
type Receipt struct {
	Joins []Join
	// Warnings are about aggregates.
	Warnings []answer.Warning
	// Views are the secure views that it reads.
	Views []string
	// Labels are what people call the columns that are shown: "" for what is worked out.
	Labels []string
	// Decimals are how many the numbers of each of these columns have, 0 where that is not said.
	Decimals []int
	// Limit is how many rows the query itself asks for, 0 if it does not say.
	Limit int
}

// Join is a join, and how to count the rows that it leaves out.
type Join struct {
	answer.Join
	// Count is a query that gives the number of rows of From that have no partner; ""
	// if nothing is left out or nobody would miss it.
	Count string
	// Warns says that a reader should know of rows that were left out.
	Warns bool
}

var errUnreadable = errors.New("receipt: the query cannot be read")

// Inspect reads a query.
func Inspect(g *schema.Graph, q Query) (r Receipt, err error) {
	defer func() {
		// The parser is not ours.
		if recover() != nil {
			r, err = Receipt{}, errUnreadable
		}
	}()
	p := parser.New()
	p.SetSQLMode(mysql.ModeNone)
	statements, _, err := p.ParseSQL(q.SQL)
	if err != nil || len(statements) != 1 {
		return Receipt{}, errUnreadable
	}
	in := &inspector{graph: g, query: q, base: map[string]string{}}
	for base, view := range q.Views {
		in.base[strings.ToLower(view)] = base
	}
	in.read(statements[0], nil, true)
	slices.Sort(in.receipt.Views)
	in.receipt.Views = slices.Compact(in.receipt.Views)
	return in.receipt, nil
}

// inspector reads the blocks of one query.
type inspector struct {
	graph   *schema.Graph
	query   Query
	base    map[string]string // tables by the folded names of their views
	receipt Receipt
}

// named are the table expressions that a query sees.
type named map[string]*derived

// read reads a query and says what it is as a table. outermost is the one whose rows are
// shown.
func (in *inspector) read(node ast.Node, tables named, outermost bool) *derived {
	switch n := node.(type) {
	case *ast.SelectStmt:
		if outermost {
			in.limit(n.Limit)
		}
		return in.block(n, in.with(n.With, tables), outermost)
	case *ast.SetOprStmt:
		if outermost {
			in.limit(n.Limit)
		}
		return in.arms(n.SelectList, in.with(n.With, tables))
	case *ast.SetOprSelectList:
		return in.arms(n, in.with(n.With, tables))
	}
	return &derived{}
}

// arms reads the parts of a UNION. What it gives has no key, and the names of its first
// part.
func (in *inspector) arms(list *ast.SetOprSelectList, tables named) *derived {
	out := &derived{}
	for i, arm := range list.Selects {
		of := in.read(arm, tables, false)
		for j, c := range of.columns {
			if i == 0 {
				out.columns = append(out.columns, output{name: c.name})
			}
			if j < len(out.columns) {
				out.columns[j].repeated = out.columns[j].repeated || c.repeated
			}
		}
	}
	return out
}

func (in *inspector) with(clause *ast.WithClause, tables named) named {
	if clause == nil {
		return tables
	}
	seen := named{}
	for name, d := range tables {
		seen[name] = d
	}
	for _, e := range clause.CTEs {
		d := in.read(e.Query.Query, seen, false)
		for i, name := range e.ColNameList {
			if i < len(d.columns) {
				d.rename(d.columns[i].name, name.L)
			}
		}
		seen[e.Name.L] = d
	}
	return seen
}

// limit notes a LIMIT that is the query's own and not the guard's.
func (in *inspector) limit(l *ast.Limit) {
	if l == nil {
		return
	}
	if n, ok := limitOf(l); ok && n <= uint64(in.query.MaxRows) {
		in.receipt.Limit = int(n)
	}
}

func limitOf(l *ast.Limit) (uint64, bool) {
	value, ok := l.Count.(*driver.ValueExpr)
	if !ok {
		return 0, false
	}
	return value.GetUint64(), true
}

func fold(name string) string { return strings.ToLower(name) }
