package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	driver "github.com/pingcap/tidb/pkg/parser/test_driver"
)

// result is what a query gave: a text for each value, nil for NULL.
type result struct {
	columns []column
	rows    [][]*string
}

// column says how the values of a gold column are compared.
type column struct {
	name string
	kind valueKind
	// places is to how many digits behind the point a gold query rounds; -1 if it does
	// not, so that numbers must be equal.
	places int
}

type valueKind int

const (
	text valueKind = iota
	number
	date
)

// kindOf is how values of a type of the server are compared.
func kindOf(databaseType string) valueKind {
	name := strings.TrimPrefix(strings.ToUpper(databaseType), "UNSIGNED ")
	switch name {
	case "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT", "YEAR", "DECIMAL", "FLOAT", "DOUBLE":
		return number
	case "DATE", "DATETIME", "TIMESTAMP":
		return date
	}
	return text
}

// run runs a gold query as every query runs: through the guard.
func (db *database) run(ctx context.Context, query string) (result, error) {
	verdict := db.guard.Check(query)
	if !verdict.OK {
		return result{}, fmt.Errorf("the guard refuses the gold query: %v", verdict.Refusals)
	}
	rows, err := db.pool.QueryContext(ctx, verdict.SQL)
	if err != nil {
		return result{}, err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return result{}, err
	}
	places := roundings(query)
	var r result
	for i, t := range types {
		c := column{name: t.Name(), kind: kindOf(t.DatabaseTypeName()), places: -1}
		if i < len(places) {
			c.places = places[i]
		}
		r.columns = append(r.columns, c)
	}
	for rows.Next() {
		row := make([]*string, len(types))
		into := make([]any, len(types))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return result{}, err
		}
		r.rows = append(r.rows, row)
	}
	if len(r.rows) > mostGoldRows {
		return result{}, errors.New("the gold query gives more rows than anybody would read")
	}
	return r, rows.Err()
}

// runAll are the results of a question's gold query and of its alternatives.
func (db *database) runAll(ctx context.Context, q question) ([]result, error) {
	var all []result
	for _, query := range q.golds() {
		r, err := db.run(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", q.ID, err)
		}
		all = append(all, r)
	}
	return all, nil
}

// roundings says for each column of a query to how many places it is rounded.
func roundings(query string) []int {
	statement, err := parser.New().ParseOneStmt(query, "", "")
	if err != nil {
		return nil
	}
	selected, ok := statement.(*ast.SelectStmt)
	if !ok {
		return nil
	}
	var places []int
	for _, field := range selected.Fields.Fields {
		n := -1
		if call, ok := field.Expr.(*ast.FuncCallExpr); ok && call.FnName.L == "round" {
			n = 0
			if len(call.Args) == 2 {
				value, _ := call.Args[1].(*driver.ValueExpr)
				if parsed, err := strconv.Atoi(fmt.Sprint(value.GetValue())); err == nil {
					n = parsed
				}
			}
		}
		places = append(places, n)
	}
	return places
}
