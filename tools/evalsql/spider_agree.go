package main

import (
	"database/sql"
	"slices"
	"strconv"
	"strings"
)

// agree reports whether two queries give the same on most of the made-up databases: not on
// all, because a limit may cut where two rows are equal.
func (r *rowSet) agree(gold, got string) (bool, error) {
	if orderOf(gold) != "" && orderOf(gold) != orderOf(got) {
		return false, nil
	}
	same := 0
	for _, db := range r.dbs {
		a, err := columnsFrom(db, gold)
		if err != nil {
			return false, err
		}
		b, err := columnsFrom(db, got)
		if err != nil {
			return false, err
		}
		if sameRows(a, b) {
			same++
		}
	}
	return 2*same > len(r.dbs), nil
}

// singleQuoted writes texts of a gold query as the engine wants them.
func singleQuoted(query string) string {
	parts := strings.Split(query, `"`)
	for i := 1; i+1 < len(parts); i += 2 {
		parts[i] = "'" + strings.ReplaceAll(parts[i], "'", "''") + "'"
	}
	return strings.Join(parts, "")
}

// orderOf is the direction in which a query without a limit sorts its rows.
func orderOf(query string) string {
	upper := strings.ToUpper(query)
	at := strings.LastIndex(upper, "ORDER BY")
	if at < 0 || strings.Contains(upper[at:], "LIMIT") || strings.Contains(upper[at:], ")") && !strings.Contains(upper[at:], "(") {
		return ""
	}
	first, _, _ := strings.Cut(upper[at:], ",")
	if strings.Contains(first, " DESC") {
		return "desc"
	}
	return "asc"
}

// columnsFrom runs a query and gives its values by column.
func columnsFrom(db *sql.DB, query string) ([][]string, error) {
	rows, err := db.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	out := make([][]string, len(names))
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		for i, v := range values {
			out[i] = append(out[i], plain(v))
		}
	}
	return out, rows.Err()
}

func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return null
	case int64:
		return strconv.FormatFloat(float64(v), 'g', 9, 64)
	case float64:
		return strconv.FormatFloat(v, 'g', 9, 64)
	case []byte:
		return string(v)
	case string:
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			return strconv.FormatFloat(n, 'g', 9, 64)
		}
		return v
	case bool:
		if v {
			return "1"
		}
		return "0"
	}
	return ""
}

// sameRows reports whether for each gold column there is one of its own in the answer such
// that the rows are the same. How often a row stands there does not count: gold queries
// repeat rows by joins without a purpose.
func sameRows(gold, got [][]string) bool { return assignRows(gold, got, nil) }

func assignRows(gold, got [][]string, chosen []int) bool {
	if len(chosen) == len(gold) {
		picked := make([][]string, len(chosen))
		for i, c := range chosen {
			picked[i] = got[c]
		}
		return slices.Equal(distinctRows(gold), distinctRows(picked))
	}
	want := distinctRows(gold[len(chosen) : len(chosen)+1])
	for i := range got {
		if !slices.Contains(chosen, i) && slices.Equal(want, distinctRows(got[i:i+1])) && assignRows(gold, got, append(slices.Clone(chosen), i)) {
			return true
		}
	}
	return false
}

func distinctRows(columns [][]string) []string {
	var out []string
	if len(columns) == 0 {
		return nil
	}
	for i := range columns[0] {
		parts := make([]string, len(columns))
		for k := range columns {
			parts[k] = strconv.Quote(columns[k][i])
		}
		out = append(out, strings.Join(parts, "|"))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
