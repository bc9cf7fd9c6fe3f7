package answer

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// isNumeric reports whether a type of the database holds numbers.
func isNumeric(kind string) bool {
	kind = strings.ToUpper(strings.TrimPrefix(strings.ToUpper(kind), "UNSIGNED "))
	switch kind {
	case "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "BIGINT", "DECIMAL", "FLOAT", "DOUBLE":
		return true
	}
	return false
}

// isTime reports whether a type holds days or moments.
func isTime(kind string) bool {
	switch strings.ToUpper(kind) {
	case "DATE", "DATETIME", "TIMESTAMP", "YEAR":
		return true
	}
	return false
}

// number reads a value that is a finite number.
func number(text string) (float64, bool) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return 0, false
	}
	return n, true
}

// numbers are the values of a column; ok says that there are some, and that all but NULL
// are numbers.
func numbers(rows [][]*string, column int) (values []float64, ok bool) {
	for _, row := range rows {
		if row[column] == nil {
			continue
		}
		n, isNumber := number(*row[column])
		if !isNumber {
			return nil, false
		}
		values = append(values, n)
	}
	return values, len(values) > 0
}

// dateForms are how databases and queries write days, months and moments.
var dateForms = []string{time.DateOnly, time.DateTime, "2006-01-02 15:04:05.000000", "2006-01", "2006-1-2"}

func readDate(text string) (time.Time, bool) {
	for _, form := range dateForms {
		if t, err := time.Parse(form, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// shown is a value as a sentence has it: numbers with separators and at most two decimals,
// whole days without an hour.
func shown(value *string, c Column) string {
	if value == nil {
		return "–"
	}
	text := *value
	if isNumeric(c.Type) {
		return Grouped(rounded(text, c.Decimals))
	}
	if day, ok := strings.CutSuffix(text, " 00:00:00"); ok && isTime(c.Type) {
		return day
	}
	if runes := []rune(text); len(runes) > longestShown {
		return string(runes[:longestShown]) + "…"
	}
	return text
}

// mostDecimals is how many of a number are shown.
const mostDecimals = 2

// rounded is a number with at most two decimals: with both if that is how such numbers are
// written, else with as few as it needs. What would become zero keeps its digits.
func rounded(text string, decimals int) string {
	text = Plain(text)
	n, ok := number(text)
	_, fraction, _ := strings.Cut(text, ".")
	if !ok || decimals != mostDecimals && len(fraction) <= mostDecimals || math.Abs(n) >= 1e15 {
		return text
	}
	short := strconv.FormatFloat(n, 'f', mostDecimals, 64)
	if still, _ := number(short); still == 0 && n != 0 {
		return Plain(strconv.FormatFloat(n, 'g', mostDecimals, 64))
	}
	if decimals != mostDecimals {
		short = strings.TrimRight(strings.TrimRight(short, "0"), ".")
	}
	return short
}

// longestShown is how many characters of a value a sentence has.
const longestShown = 80

// Plain writes a number out that a database gives with an exponent: 7.82e+06 is 7820000.
// What would be no easier to read stays as it is, and so does all that is no number.
func Plain(number string) string {
	if !strings.ContainsAny(number, "eE") {
		return number
	}
	n, err := strconv.ParseFloat(number, 64)
	if size := math.Abs(n); err != nil || math.IsInf(n, 0) || math.IsNaN(n) || size >= 1e21 || size != 0 && size < 1e-9 {
		return number
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// Grouped writes a number with separators of thousands and without zeros at the end of
// its fraction but for those of money.
func Grouped(text string) string {
	text = Plain(text)
	whole, fraction, _ := strings.Cut(text, ".")
	sign := ""
	if rest, ok := strings.CutPrefix(whole, "-"); ok {
		sign, whole = "-", rest
	}
	if strings.Trim(whole, "0123456789") != "" || strings.Trim(fraction, "0123456789") != "" || whole == "" {
		return text
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	for len(fraction) > 2 && fraction[len(fraction)-1] == '0' {
		fraction = fraction[:len(fraction)-1]
	}
	if strings.Trim(fraction, "0") == "" && len(fraction) != 2 {
		fraction = ""
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + whole + fraction
}
