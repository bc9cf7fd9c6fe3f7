package answer

import (
	"strings"
	"unicode"

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
	switch {
	case len(a.Rows) == 0:
		return say.T("Nothing matches.")
	case len(a.Columns) == 1 && len(a.Rows) == 1:
		return oneValue(a)
	case len(a.Rows) == 1 && len(a.Columns) == 2 && pairs(a) && a.Rows[0][0] != nil:
		return say.T("{name}, with {value}.", "name", upperFirst(shown(a.Rows[0][0], a.Columns[0].Type)), "value", shown(a.Rows[0][1], a.Columns[1].Type))
	case len(a.Rows) == 1:
		return oneRow(a)
	case len(a.Columns) == 1:
		return list(a, func(row []*string) string { return shown(row[0], a.Columns[0].Type) })
	case len(a.Columns) == 2 && pairs(a) && falls(a):
		return ranked(a)
	case len(a.Columns) == 2 && pairs(a):
		return list(a, func(row []*string) string {
			return shown(row[0], a.Columns[0].Type) + " (" + shown(row[1], a.Columns[1].Type) + ")"
		})
	}
	return count(a) + "."
}

// pairs reports whether rows are a name and a number each.
func pairs(a Answer) bool {
	_, ok := numbers(a.Rows, 1)
	return ok && !isNumeric(a.Columns[0].Type)
}

func oneValue(a Answer) string {
	column, value := a.Columns[0], a.Rows[0][0]
	label := column.called()
	if value == nil {
		return say.T("There is no {label}: nothing matches, or nothing is recorded.", "label", label)
	}
	text := shown(value, column.Type)
	if !isWhole(*value) {
		return labelled(label, text)
	}
	if thing := counted(a); thing != "" {
		if *value == "1" {
			return say.T("There is 1 {thing}.", "thing", thing)
		}
		return say.T("There are {count} {things}.", "count", text, "things", plural(thing))
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
func oneRow(a Answer) string {
	var fields []string
	for i, c := range a.Columns {
		if i == mostFields {
			fields = append(fields, "…")
			break
		}
		fields = append(fields, c.called()+": "+shown(a.Rows[0][i], c.Type))
	}
	return upperFirst(strings.Join(fields, ", ")) + "."
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
		return shown(a.Rows[i][0], a.Columns[0].Type) + " (" + shown(a.Rows[i][1], a.Columns[1].Type) + ")"
	}
	first, second := named(0), named(1)
	counts := strings.HasPrefix(strings.ToUpper(a.Columns[1].Name), "COUNT(")
	switch {
	case len(a.Rows) >= mostRanked && counts:
		return say.T("Most are {first}, then {second} and {third}.", "first", first, "second", second, "third", named(2))
	case len(a.Rows) >= mostRanked:
		return say.T("The highest is {first}, then {second} and {third}.", "first", first, "second", second, "third", named(2))
	case counts:
		return say.T("Most are {first}, then {second}.", "first", first, "second", second)
	}
	return say.T("The highest is {first}, then {second}.", "first", first, "second", second)
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

// Label makes words of a name: "totalHours" and "total_hours" are "total hours".
func Label(name string) string {
	lower := strings.ToLower(name)
	switch {
	case strings.Contains(lower, "quarter("):
		return say.T("quarter")
	case strings.HasPrefix(lower, "year("):
		return say.T("year")
	case strings.HasPrefix(lower, "date_format(") && strings.HasSuffix(lower, "%y-%m')"):
		return say.T("month")
	case strings.HasPrefix(lower, "date_format(") && strings.HasSuffix(lower, "w%v')"):
		return say.T("week")
	}
	for function, label := range map[string]say.English{
		"count(": "count", "sum(": "sum", "avg(": "average", "min(": "lowest value", "max(": "highest value",
	} {
		if strings.HasPrefix(lower, function) {
			return say.T(label)
		}
	}
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsDigit(before)) || r == '_' {
			b.WriteByte(' ')
		}
		if r != '_' && r != '`' {
			b.WriteRune(unicode.ToLower(r))
		}
		before = r
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// plural and singular know the endings of nouns that tables are called by.
func plural(noun string) string {
	switch {
	case noun == "":
		return noun
	case strings.HasSuffix(noun, "person"):
		return strings.TrimSuffix(noun, "person") + "people"
	case strings.HasSuffix(noun, "y") && len(noun) > 1 && !strings.ContainsRune("aeiou", rune(noun[len(noun)-2])):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

func singular(noun string) string {
	switch {
	case strings.HasSuffix(noun, "people"):
		return strings.TrimSuffix(noun, "people") + "person"
	case strings.HasSuffix(noun, "ies") && len(noun) > 4:
		return noun[:len(noun)-3] + "y"
	case strings.HasSuffix(noun, "sses"), strings.HasSuffix(noun, "xes"), strings.HasSuffix(noun, "ches"), strings.HasSuffix(noun, "shes"):
		return noun[:len(noun)-2]
	case strings.HasSuffix(noun, "ss"), strings.HasSuffix(noun, "us"), strings.HasSuffix(noun, "is"):
		return noun
	}
	return strings.TrimSuffix(noun, "s")
}
