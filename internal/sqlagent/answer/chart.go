package answer

import (
	"math"
	"slices"
	"strings"
)

// mostPoints is how many points a chart may have: more cannot be told apart.
const (
	mostPoints = 50
	mostSeries = 4
)

// Suggest says how rows can be drawn: a line over days and months, bars over anything
// else with a name. It returns nil where neither would say more than the table does: for
// one row, for many, for ids, and where nothing is a number.
func Suggest(columns []Column, rows [][]*string) *Chart {
	if len(rows) < 2 || len(rows) > mostPoints || len(columns) < 2 {
		return nil
	}
	label, kind := labelColumn(columns, rows)
	if label < 0 {
		return nil
	}
	c := &Chart{Kind: kind, Label: label}
	for i, column := range columns {
		if i == label || isID(column.Name) || !isNumeric(column.Type) && !computed(column) {
			continue
		}
		if _, ok := numbers(rows, i); !ok {
			continue
		}
		c.Values = append(c.Values, i)
	}
	// Another name or time beside the label would be left out of sight.
	if len(c.Values) == 0 || len(c.Values) > mostSeries || len(c.Values)+1 != len(columns) {
		return nil
	}
	if !sameScale(rows, c.Values) {
		return nil
	}
	return c
}

// computed reports whether a column has no type of its own, as some servers say of what
// they have worked out.
func computed(c Column) bool { return c.Type == "" }

// labelColumn is the column that names the rows: the first with days or months in order,
// else the first that is no number and has another value in each row.
func labelColumn(columns []Column, rows [][]*string) (int, ChartKind) {
	for i, c := range columns {
		if (isTime(c.Type) || isPeriod(c.Name)) && inOrder(rows, i) {
			return i, Line
		}
		if !isNumeric(c.Type) && inOrderOfDates(rows, i) {
			return i, Line
		}
	}
	for i, c := range columns {
		if !isNumeric(c.Type) && !isID(c.Name) && distinct(rows, i) {
			return i, Bar
		}
	}
	return -1, ""
}

// isPeriod reports whether a name is that of a part of a calendar.
func isPeriod(name string) bool {
	words := strings.Fields(Label(name))
	return len(words) > 0 && slices.Contains([]string{"year", "quarter", "month", "week", "day", "date", "hour"}, words[len(words)-1])
}

// isID reports whether a column names rows by numbers that mean nothing to a reader.
func isID(name string) bool {
	words := strings.Fields(Label(name))
	return len(words) > 0 && slices.Contains([]string{"id", "uuid", "guid"}, words[len(words)-1])
}

// distinct reports whether a column has another value in each row, and none is NULL.
func distinct(rows [][]*string, column int) bool {
	seen := map[string]bool{}
	for _, row := range rows {
		if row[column] == nil || seen[*row[column]] {
			return false
		}
		seen[*row[column]] = true
	}
	return true
}

// inOrder reports whether the values of a column only grow or only fall, as numbers or as
// texts.
func inOrder(rows [][]*string, column int) bool {
	if !distinct(rows, column) {
		return false
	}
	var texts []string
	for _, row := range rows {
		texts = append(texts, *row[column])
	}
	if values, ok := numbers(rows, column); ok {
		falling := slices.Clone(values)
		slices.Reverse(falling)
		return slices.IsSorted(values) || slices.IsSorted(falling)
	}
	falling := slices.Clone(texts)
	slices.Reverse(falling)
	return slices.IsSorted(texts) || slices.IsSorted(falling)
}

func inOrderOfDates(rows [][]*string, column int) bool {
	for _, row := range rows {
		if row[column] == nil {
			return false
		}
		if _, ok := readDate(*row[column]); !ok {
			return false
		}
	}
	return inOrder(rows, column)
}

// sameScale reports whether series fit on one axis: none is so small beside another that
// nothing of it would be seen.
func sameScale(rows [][]*string, columns []int) bool {
	least, most := math.Inf(1), 0.0
	for _, c := range columns {
		values, _ := numbers(rows, c)
		top := 0.0
		for _, v := range values {
			top = max(top, math.Abs(v))
		}
		least, most = min(least, top), max(most, top)
	}
	return len(columns) == 1 || least*100 >= most
}
