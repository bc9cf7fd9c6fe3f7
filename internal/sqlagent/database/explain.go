package database

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"burrow/internal/sqlagent/guard"
)

// Explain estimates how many rows a query would look at, by the server's plan for it. ok
// is false where the server cannot say: it has no plans, or the account may not see those
// of views. Only the end of ctx is an error: what is wrong with the query shows when it
// runs.
func (db *DB) Explain(ctx context.Context, who Person, v guard.Verdict) (rows float64, ok bool, err error) {
	if !v.OK || v.SQL == "" {
		return 0, false, errors.New("a query that the guard refused is not explained")
	}
	if db.status.Server == Demo {
		return 0, false, nil
	}
	plan, err := db.query(ctx, who, "EXPLAIN "+v.SQL, Limits{})
	if ctx.Err() != nil {
		return 0, false, ctx.Err()
	}
	if err != nil || plan.More {
		return 0, false, nil
	}
	rows, ok = examined(plan)
	return rows, ok, nil
}

// examined adds up what a plan says. Tables of one SELECT are read in nested loops, so
// their rows multiply; TiDB gives the rows that each step puts out, of which the most
// count.
func examined(plan *Result) (rows float64, ok bool) {
	id, perTable, perStep, kept := place(plan, "id"), place(plan, "rows"), place(plan, "estRows"), place(plan, "filtered")
	if perStep >= 0 {
		for _, row := range plan.Rows {
			if n, isNumber := numberIn(row, perStep); isNumber {
				rows, ok = max(rows, n), true
			}
		}
		return rows, ok
	}
	if id < 0 || perTable < 0 {
		return 0, false
	}
	loops := map[string]float64{}
	for _, row := range plan.Rows {
		n, isNumber := numberIn(row, perTable)
		if !isNumber {
			continue
		}
		block := ""
		if row[id] != nil {
			block = *row[id]
		}
		before, seen := loops[block]
		if !seen {
			before = 1
		}
		rows, ok = rows+before*n, true
		if share, has := numberIn(row, kept); has {
			n *= share / 100
		}
		loops[block] = before * n
	}
	return math.Round(rows), ok
}

func place(r *Result, name string) int {
	for i, c := range r.Columns {
		if strings.EqualFold(c.Name, name) {
			return i
		}
	}
	return -1
}

func numberIn(row []*string, i int) (float64, bool) {
	if i < 0 || row[i] == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(*row[i], 64)
	return n, err == nil && n >= 0 && !math.IsInf(n, 0)
}
