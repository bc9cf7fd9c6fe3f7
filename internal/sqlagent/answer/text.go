package answer

import (
	"strings"

	"burrow/internal/say"
)

// Limits of a sentence.
const (
	mostNamed  = 5 // values that are named before "and n more"
	mostFields = 6 // columns of a single row
)

// Text says in a sentence or two what the rows are. It is the answer where no model
// writes one.
func Text(a Answer) string {
	if !a.Answered {
		return a.Reading
	}
	a, person := withNames(a)
	value := func(row []*string, column int) string { return shown(row[column], a.Columns[column]) }
	switch {
	case len(a.Rows) == 0:
		return say.T("Nothing matches.")
	case len(a.Rows) == 1 && person && a.Rows[0][0] != nil && (len(a.Columns) == 1 || len(a.Columns) > 2 || !pairs(a) || !IsFigure(a.Columns[1].Name)):
		return oneNamed(a)
	case len(a.Columns) == 1 && len(a.Rows) == 1:
		return oneValue(a)
	case len(a.Rows) == 1 && len(a.Columns) == 2 && pairs(a) && a.Rows[0][0] != nil:
		return say.T("{name}, with {value}.", "name", upperFirst(value(a.Rows[0], 0)), "value", value(a.Rows[0], 1))
	case len(a.Rows) == 1:
		return oneRow(a)
	case len(a.Columns) == 1:
		return list(a, func(row []*string) string { return value(row, 0) })
	case len(a.Columns) == 2 && pairs(a) && falls(a):
		return ranked(a)
	case len(a.Columns) == 2 && pairs(a):
		return list(a, func(row []*string) string { return value(row, 0) + " (" + value(row, 1) + ")" })
	}
	return count(a) + "."
}

// withNames has a person's first and last name as one column, if they come first.
func withNames(a Answer) (Answer, bool) {
	if len(a.Columns) < 2 || !firstNames[Label(a.Columns[0].Name)] || !lastNames[Label(a.Columns[1].Name)] {
		return a, false
	}
	a.Columns = append([]Column{{Name: "name", Type: a.Columns[0].Type}}, a.Columns[2:]...)
	rows := make([][]*string, len(a.Rows))
	for i, row := range a.Rows {
		var parts []string
		for _, part := range row[:2] {
			if part != nil {
				parts = append(parts, *part)
			}
		}
		name := strings.Join(parts, " ")
		rows[i] = append([]*string{&name}, row[2:]...)
		if name == "" {
			rows[i][0] = nil
		}
	}
	a.Rows = rows
	return a, true
}

var (
	firstNames = map[string]bool{"first name": true, "given name": true, "forename": true}
	lastNames  = map[string]bool{"last name": true, "family name": true, "surname": true}
)

// oneNamed is the only row, of a person: the name, and what else is known.
func oneNamed(a Answer) string {
	fields := []string{shown(a.Rows[0][0], a.Columns[0])}
	return strings.Join(append(fields, fieldsOf(a, 1)...), ", ") + "."
}

// pairs reports whether rows are a name and a number each.
func pairs(a Answer) bool {
	_, ok := numbers(a.Rows, 1)
	return ok && !isNumeric(a.Columns[0].Type)
}

func oneValue(a Answer) string {
	column, value := a.Columns[0], a.Rows[0][0]
	label := column.called()
	if a.Percent != "" {
		label = a.Percent
	}
	if value == nil {
		return say.T("There is no {label}: nothing matches, or nothing is recorded.", "label", label)
	}
	text := shown(value, column)
	if a.Percent != "" {
		return say.T("{what}: {value}%.", "what", upperFirst(label), "value", text)
	}
	if !isWhole(*value) {
		return labelled(label, text)
	}
	if thing := counted(a); thing != "" {
		if *value == "1" {
			return say.T("There is 1 {thing}.", "thing", thing)
		}
		return say.T("There are {count} {things}.", "count", text, "things", plural(thing))
	}
	if a.Done != "" {
		return done(a, *value, text)
	}
	switch {
	case a.Counts == "" && len(label) == 1: // SELECT COUNT(*) AS n
		return say.T("The count is {value}.", "value", text)
	case a.Counts == "":
		return labelled(label, text)
	case *value == "0":
		return say.T("There are no {things}.", "things", a.Counts)
	case *value == "1":
		return say.T("There is 1 match for {things}.", "things", a.Counts)
	}
	return say.T("There are {count} {things}.", "count", text, "things", a.Counts)
}

// done says of how many things something was done.
func done(a Answer, value, text string) string {
	things := strings.TrimSuffix(a.Counts, " "+a.Done)
	switch value {
	case "0":
		return say.T("No {things} were {done}.", "things", things, "done", a.Done)
	case "1":
		return say.T("1 {thing} was {done}.", "thing", singular(things), "done", a.Done)
	}
	return say.T("{count} {things} were {done}.", "count", text, "things", things, "done", a.Done)
}

func labelled(label, value string) string {
	if label == plural(singular(label)) { // "open invoices"
		return upperFirst(label) + ": " + value + "."
	}
	return say.T("The {label} is {value}.", "label", label, "value", value)
}

func upperFirst(text string) string {
	runes := []rune(text)
	if len(runes) == 0 {
		return ""
	}
	return strings.ToUpper(string(runes[:1])) + string(runes[1:])
}

// counted is what a query counts that counts all rows of one table, in the singular, or "".
func counted(a Answer) string {
	query := strings.ToUpper(a.SQL)
	if len(a.Tables) != 1 || !strings.HasPrefix(query, "SELECT COUNT(") {
		return ""
	}
	for _, other := range []string{"JOIN", "WHERE", "HAVING", "GROUP BY", "UNION", "(SELECT"} {
		if strings.Contains(query, other) {
			return ""
		}
	}
	inside := query[len("SELECT COUNT("):]
	if !strings.HasPrefix(inside, "*)") && !strings.HasPrefix(inside, "1)") {
		return ""
	}
	return singular(Label(a.Tables[0]))
}

func isWhole(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// called is what a sentence calls a column.
func (c Column) called() string {
	if c.Label == "" {
		return Label(c.Name)
	}
	return strings.ToLower(c.Label[:1]) + c.Label[1:]
}

// oneRow names the columns of a single row.
func oneRow(a Answer) string { return upperFirst(strings.Join(fieldsOf(a, 0), ", ")) + "." }

// fieldsOf are the values of the only row from a column on, with what they are called.
func fieldsOf(a Answer, from int) []string {
	var fields []string
	for i, c := range a.Columns {
		if i < from {
			continue
		}
		if i == mostFields {
			return append(fields, "…")
		}
		fields = append(fields, c.called()+": "+shown(a.Rows[0][i], c))
	}
	return fields
}

// falls reports whether the rows go from the highest number to the lowest, as names and not
// as times.
func falls(a Answer) bool {
	values, _ := numbers(a.Rows, 1)
	if len(values) != len(a.Rows) || len(values) < 2 || values[0] == values[1] {
		return false
	}
	for i, v := range values {
		if a.Rows[i][0] == nil || i > 0 && v > values[i-1] {
			return false
		}
		if _, isDate := readDate(*a.Rows[i][0]); isDate {
			return false
		}
	}
	return true
}

// mostRanked is how many rows a sentence about the highest ones names.
const mostRanked = 3

// ranked names the rows with the highest numbers.
func ranked(a Answer) string {
	named := func(i int) string {
		return shown(a.Rows[i][0], a.Columns[0]) + " (" + shown(a.Rows[i][1], a.Columns[1]) + ")"
	}
	args := []any{"first", named(0), "second", named(1), "name", shown(a.Rows[0][0], a.Columns[0]), "value", shown(a.Rows[0][1], a.Columns[1])}
	three := len(a.Rows) >= mostRanked
	if three {
		args = append(args, "third", named(2))
	}
	counts := strings.HasPrefix(strings.ToUpper(a.Columns[1].Name), "COUNT(")
	switch {
	case counts && most(a) && three:
		return say.T("Most are {first}, then {second} and {third}.", args...)
	case counts && most(a):
		return say.T("Most are {first}, then {second}.", args...)
	case counts && three:
		return say.T("{name} has the most ({value}), then {second} and {third}.", args...)
	case counts:
		return say.T("{name} has the most ({value}), then {second}.", args...)
	case three:
		return say.T("The highest is {first}, then {second} and {third}.", args...)
	}
	return say.T("The highest is {first}, then {second}.", args...)
}

// most reports whether the first row has more than half of what all rows have together, which is
// known only if none is missing.
func most(a Answer) bool {
	values, _ := numbers(a.Rows, 1)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return !a.Truncated && a.Limit == 0 && values[0]*2 > sum
}

// list names the first rows.
func list(a Answer, name func(row []*string) string) string {
	var named []string
	for i, row := range a.Rows {
		if i == mostNamed {
			break
		}
		named = append(named, name(row))
	}
	text := strings.Join(named, ", ")
	if more := len(a.Rows) - len(named); more > 0 {
		return say.T("{count}: {names} and {more} more.", "count", count(a), "names", text, "more", more)
	}
	return say.T("{count}: {names}.", "count", count(a), "names", text)
}

// count says how many rows there are, as far as is known.
func count(a Answer) string {
	if a.Truncated {
		return say.Plural(len(a.Rows), "The first {n} row", "The first {n} rows")
	}
	return say.Plural(len(a.Rows), "{n} row", "{n} rows")
}
