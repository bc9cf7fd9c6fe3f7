package answer

import (
	"strings"
	"unicode"

	"burrow/internal/say"
)

// isExpression reports whether a name is a piece of a query, and no name: it calls a function, as
// "Revenue (net)" does not, or quotes names.
func isExpression(name string) bool {
	if strings.Contains(name, "`") && strings.Trim(name, "`") != strings.ReplaceAll(name, "`", "") {
		return true
	}
	at := strings.IndexByte(name, '(')
	if at == 0 {
		return true
	}
	return at > 0 && (name[at-1] == '_' || unicode.IsLetter(rune(name[at-1])) || unicode.IsDigit(rune(name[at-1]))) && strings.Contains(name[at:], ")")
}

// IsFigure reports whether a name is a function of several rows.
func IsFigure(name string) bool {
	function, _, ok := call(strings.ToLower(name))
	return ok && figureLabels[function] != ""
}

var figureLabels = map[string]say.English{"count": "count", "sum": "sum", "avg": "average", "min": "lowest value", "max": "highest value"}

// expressionLabel calls an expression by what it gives, and by "value" where that is not plain.
func expressionLabel(lower string) string {
	function, inside, ok := call(lower)
	switch {
	case strings.HasPrefix(lower, "100 *"), strings.HasPrefix(lower, "(100 *"), strings.HasSuffix(lower, "* 100"):
		return say.T("percentage")
	case strings.Contains(lower, "quarter("):
		return say.T("quarter")
	case strings.HasPrefix(lower, "year("):
		return say.T("year")
	case strings.HasPrefix(lower, "date_format(") && strings.HasSuffix(lower, "%y-%m')"):
		return say.T("month")
	case strings.HasPrefix(lower, "date_format(") && strings.HasSuffix(lower, "w%v')"):
		return say.T("week")
	case ok && figureLabels[function] != "":
		return say.T(figureLabels[function])
	case ok && (function == "round" || function == "coalesce" || function == "ifnull"):
		if first := firstArgument(inside); isExpression(first) {
			return expressionLabel(first)
		}
	}
	return say.T("value")
}

// call divides a text that is the call of a function and nothing else.
func call(text string) (function, inside string, ok bool) {
	function, rest, found := strings.Cut(text, "(")
	if !found || strings.Trim(function, "abcdefghijklmnopqrstuvwxyz_") != "" {
		return "", "", false
	}
	depth := 1
	for i, r := range rest {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return function, rest[:i], i+1 == len(rest)
		}
	}
	return "", "", false
}

// firstArgument is what stands before the first comma that divides arguments.
func firstArgument(inside string) string {
	depth := 0
	for i, r := range inside {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			return inside[:i]
		}
	}
	return inside
}

// Label makes words of a name: "totalHours" and "total_hours" are "total hours". An expression, as
// the database calls a column that has no name, is called by what it gives.
func Label(name string) string {
	if isExpression(name) {
		return expressionLabel(strings.ToLower(name))
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

// Thing and Things are what a table has a row of, and rows.
func Thing(table string) string { return singular(Label(table)) }

// Things is the plural of Thing.
func Things(table string) string { return plural(Thing(table)) }

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
