//go:build gms_pure_go

package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"burrow/internal/demo"
)

// index finds rows by one column. It is made when it is first used: a session asks for a
// few of the hundreds.
type index struct {
	table  *table
	column int
	name   string
	unique bool

	once   sync.Once
	places []int32 // of the rows, by the column's values, those without one first
	empty  int     // how many have none
}

var _ sql.OrderedIndex = (*index)(nil)

func (x *index) ID() string                   { return x.name }
func (x *index) Database() string             { return demo.Name }
func (x *index) Table() string                { return x.table.described.Name }
func (x *index) IsUnique() bool               { return x.unique }
func (x *index) IsSpatial() bool              { return false }
func (x *index) IsFullText() bool             { return false }
func (x *index) IsVector() bool               { return false }
func (x *index) Comment() string              { return "" }
func (x *index) IndexType() string            { return "BTREE" }
func (x *index) IsGenerated() bool            { return false }
func (x *index) PrefixLengths() []uint16      { return nil }
func (x *index) columnName() string           { return x.table.described.Columns[x.column].Name }
func (x *index) columnType() sql.Type         { return x.table.all[x.column].Type }
func (x *index) value(place int32) any        { return x.table.rows[place][x.column] }
func (x *index) Expressions() []string        { return []string{x.Table() + "." + x.columnName()} }
func (x *index) Reversible(*sql.Context) bool { return true }

func (x *index) CanSupport(*sql.Context, ...sql.Range) bool { return true }
func (x *index) CanSupportOrderBy(sql.Expression) bool      { return false }
func (x *index) Order(*sql.Context) sql.IndexOrder          { return sql.IndexOrderAsc }
func (x *index) ColumnExpressionTypes(*sql.Context) []sql.ColumnExpressionType {
	return []sql.ColumnExpressionType{{Expression: x.Expressions()[0], Type: x.columnType()}}
}

// build sorts the places of the rows.
func (x *index) build(ctx *sql.Context) {
	x.once.Do(func() {
		x.places = make([]int32, len(x.table.rows))
		for i := range x.places {
			x.places[i] = int32(i)
		}
		if x.name == "PRIMARY" {
			return // rows are in its order
		}
		slices.SortStableFunc(x.places, func(a, b int32) int { return x.compare(ctx, x.value(a), x.value(b)) })
		x.empty = sort.Search(len(x.places), func(i int) bool { return x.value(x.places[i]) != nil })
	})
}

// compare orders two values of the column; none comes first.
func (x *index) compare(ctx *sql.Context, a, b any) int {
	switch a := a.(type) {
	case nil:
		if b == nil {
			return 0
		}
		return -1
	case int32:
		if b, ok := b.(int32); ok {
			return cmp.Compare(a, b)
		}
	case time.Time:
		if b, ok := b.(time.Time); ok {
			return a.Compare(b)
		}
	}
	if b == nil {
		return 1
	}
	order, err := x.columnType().Compare(ctx, a, b)
	if err != nil {
		panic(fmt.Sprintf("demodb: compare values of %s: %v", x.Expressions()[0], err))
	}
	return order
}

// find gives the places of the rows in the ranges of a lookup, in their order.
func (x *index) find(ctx *sql.Context, lookup sql.IndexLookup) ([]int32, error) {
	x.build(ctx)
	ranges, ok := lookup.Ranges.(sql.MySQLRangeCollection)
	if !ok {
		return nil, fmt.Errorf("index %s cannot be asked by %T", x.name, lookup.Ranges)
	}
	var found []int32
	for _, r := range ranges {
		start, err := x.cut(ctx, r[0].LowerBound)
		if err != nil {
			return nil, err
		}
		end, err := x.cut(ctx, r[0].UpperBound)
		if err != nil {
			return nil, err
		}
		if start >= end {
			continue
		}
		if len(ranges) == 1 && !lookup.IsReverse {
			return x.places[start:end:end], nil
		}
		some := slices.Clone(x.places[start:end])
		if lookup.IsReverse {
			slices.Reverse(some)
		}
		found = append(found, some...)
	}
	return found, nil
}

// cut is where a bound of a range divides the places.
func (x *index) cut(ctx *sql.Context, bound sql.MySQLRangeCut) (int, error) {
	var key any
	above := 0
	switch bound := bound.(type) {
	case sql.BelowNull:
		return 0, nil
	case sql.AboveNull:
		return x.empty, nil
	case sql.AboveAll:
		return len(x.places), nil
	case sql.Below:
		key = bound.Key
	case sql.Above:
		key, above = bound.Key, 1
	default:
		return 0, fmt.Errorf("index %s knows no bound %T", x.name, bound)
	}
	key, _, err := x.columnType().Convert(ctx, key)
	if err != nil {
		return 0, err
	}
	return sort.Search(len(x.places), func(i int) bool { return x.compare(ctx, x.value(x.places[i]), key) >= above }), nil
}
