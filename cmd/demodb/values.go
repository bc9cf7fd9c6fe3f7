//go:build gms_pure_go

package main

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"

	"burrow/internal/demo"
)

// converter makes rows of the engine. Values that occur often are shared, which halves
// the memory.
type converter struct {
	table  *table
	labels []map[string]uint16 // of the columns that are enumerations
	shared []map[any]any
}

// mostShared is how many values of a column are remembered.
const mostShared = 4096

func newConverter(t *table) *converter {
	c := &converter{table: t, labels: make([]map[string]uint16, len(t.schema)), shared: make([]map[any]any, len(t.schema))}
	for i, column := range t.described.Columns {
		c.shared[i] = map[any]any{}
		if list, ok := strings.CutPrefix(column.Type, "enum('"); ok {
			c.labels[i] = map[string]uint16{}
			for n, label := range strings.Split(strings.TrimSuffix(list, "')"), "','") {
				c.labels[i][label] = uint16(n + 1)
			}
		}
	}
	return c
}

func (c *converter) row(of demo.Row) sql.Row {
	row := make(sql.Row, len(of))
	for i, v := range of {
		if b, ok := v.([]byte); ok {
			row[i] = b
			continue
		}
		value, ok := c.shared[i][v]
		if !ok {
			value = c.value(i, v)
			if len(c.shared[i]) < mostShared {
				c.shared[i][v] = value
			}
		}
		row[i] = value
	}
	return row
}

func (c *converter) value(i int, v any) any {
	switch v := v.(type) {
	case int64:
		if c.table.described.Columns[i].Type == "tinyint(1)" {
			return int8(v)
		}
		return int32(v)
	case string:
		if c.labels[i] != nil {
			return c.labels[i][v]
		}
		if c.table.described.Columns[i].Type == "time" {
			at, err := time.Parse(time.TimeOnly, v)
			if err != nil {
				panic("demodb: " + err.Error())
			}
			return types.Timespan(at.Sub(at.Truncate(24 * time.Hour)).Microseconds())
		}
		return v
	case demo.Decimal:
		return decimal.New(v.Unscaled, int32(-v.Scale))
	}
	return v // nil, or a time
}
