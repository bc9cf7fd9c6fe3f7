package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tableOf reads a result: a line of columns as name:kind, then one line a row, with | between
// values and NULL for none. A number may have the places to which it is rounded behind it.
func tableOf(t *testing.T, lines ...string) result {
	t.Helper()
	var r result
	for _, c := range strings.Split(lines[0], "|") {
		name, kind, _ := strings.Cut(strings.TrimSpace(c), ":")
		col := column{name: name, places: -1}
		switch kind {
		case "", "text":
		case "date":
			col.kind = date
		case "number":
			col.kind = number
		case "number2":
			col.kind, col.places = number, 2
		default:
			t.Fatalf("no kind %q", kind)
		}
		r.columns = append(r.columns, col)
	}
	for _, line := range lines[1:] {
		var row []*string
		for _, v := range strings.Split(line, "|") {
			if v = strings.TrimSpace(v); v == "NULL" {
				row = append(row, nil)
			} else {
				row = append(row, &v)
			}
		}
		require.Len(t, row, len(r.columns), line)
		r.rows = append(r.rows, row)
	}
	return r
}

func lines(all ...string) []string { return all }

func TestSameResultsMatch(t *testing.T) {
	offices := lines("name|n:number", "Cork|3", "Dublin|5")
	for name, c := range map[string]struct {
		gold, got []string
		ordered   bool
	}{
		"the same":                  {offices, offices, false},
		"rows in another order":     {offices, lines("name|n", "Dublin|5", "Cork|3"), false},
		"columns in another order":  {offices, lines("n|name", "5|Dublin", "3|Cork"), false},
		"more columns":              {offices, lines("id|name|code|n", "7|Dublin|BR01|5", "8|Cork|BR02|3"), false},
		"other names of columns":    {offices, lines("Office|Jobs", "Cork|3", "Dublin|5"), false},
		"numbers as texts":          {offices, lines("name|n", "Cork|3.00", "Dublin|5e0"), false},
		"the order asked for":       {lines("name", "Dublin", "Cork"), lines("name|n", "Dublin|5", "Cork|3"), true},
		"a sum as floating point":   {lines("s:number", "7.20239334e+06"), lines("s", "7202393.34"), false},
		"noise of floating point":   {lines("s:number", "0.3"), lines("s", "0.30000000000000004"), false},
		"more digits than gold":     {lines("a:number2", "3.74"), lines("a", "3.7419"), false},
		"rounded as gold":           {lines("a:number2", "3.74"), lines("a", "3.7400"), false},
		"a day with a time":         {lines("d:date", "2026-03-01"), lines("d", "2026-03-01 00:00:00"), false},
		"a day as RFC 3339":         {lines("d:date", "2026-03-01"), lines("d", "2026-03-01T00:00:00Z"), false},
		"nothing and nothing":       {lines("name"), lines("a|b"), false},
		"NULL and NULL":             {lines("s:number", "NULL"), lines("s", "NULL"), false},
		"a name in one column":      {lines("firstName|lastName|n:number", "Niamh|Byrne|2"), lines("employee|n", "Niamh Byrne|2"), false},
		"a name, last first":        {lines("firstName|lastName", "Niamh|Byrne"), lines("employee", "Byrne, Niamh"), false},
		"two names":                 {lines("firstName|lastName|bossFirstName|bossLastName", "Niamh|Byrne|Seán|Daly", "Kate|Lynch|NULL|NULL"), lines("who|boss", "Niamh Byrne|Seán Daly", "Kate Lynch|NULL"), false},
		"a month as its first day":  {lines("month|n:number", "2026-03|4", "2026-04|4"), lines("m|n", "2026-03-01|4", "2026-04-01|4"), false},
		"a month and a year":        {lines("month|n:number", "2025-12|4", "2026-01|5"), lines("year|month|n", "2025|12|4", "2026|1|5"), false},
		"months of one year":        {lines("month|n:number", "2026-03|4", "2026-04|5"), lines("month|n", "3|4", "4|5"), false},
		"names of months":           {lines("month|n:number", "2026-03|4", "2026-04|5"), lines("month|n", "March|4", "April|5"), false},
		"a quarter in other words":  {lines("quarter|n:number", "2025-Q1|4", "2025-Q2|5"), lines("q|n", "Q1 2025|4", "2025 Q2|5"), false},
		"a quarter and a year":      {lines("quarter|n:number", "2025-Q4|4", "2026-Q1|5"), lines("year|quarter|n", "2025|4|4", "2026|1|5"), false},
		"a year as its first day":   {lines("year:number|n:number", "2025|4"), lines("y|n", "2025-01-01|4"), false},
		"two columns of one number": {lines("a:number|b:number", "5|5"), lines("x|y|z", "5|7|5"), false},
	} {
		t.Run(name, func(t *testing.T) {
			require.True(t, matches([]result{tableOf(t, c.gold...)}, tableOf(t, c.got...), c.ordered))
		})
	}
}

func TestLookAlikesDoNotMatch(t *testing.T) {
	offices := lines("name|n:number", "Cork|3", "Dublin|5")
	for name, c := range map[string]struct {
		gold, got []string
		ordered   bool
	}{
		"a row is missing":             {offices, lines("name|n", "Cork|3"), false},
		"a row too many":               {offices, lines("name|n", "Cork|3", "Dublin|5", "Galway|1"), false},
		"a row twice":                  {offices, lines("name|n", "Cork|3", "Dublin|5", "Dublin|5"), false},
		"one twice, one missing":       {offices, lines("name|n", "Dublin|5", "Dublin|5"), false},
		"values of other rows":         {offices, lines("name|n", "Cork|5", "Dublin|3"), false},
		"a column is missing":          {offices, lines("n", "3", "5"), false},
		"one off":                      {offices, lines("name|n", "Cork|3", "Dublin|6"), false},
		"a count is no fraction":       {lines("n:number", "123"), lines("n", "123.4"), false},
		"a fan-out":                    {lines("s:number", "1000.50"), lines("s", "2001.00"), false},
		"a cent off":                   {lines("s:number", "313523.3"), lines("s", "313523.31"), false},
		"a cent off a rounded value":   {lines("a:number2", "3.74"), lines("a", "3.75"), false},
		"fewer digits than gold":       {lines("a:number2", "3.74"), lines("a", "3.7"), false},
		"another sign":                 {lines("s:number", "5"), lines("s", "-5"), false},
		"a thousand times as much":     {lines("s:number", "1.5"), lines("s", "1500"), false},
		"a number with a separator":    {lines("s:number", "1500"), lines("s", "1,500"), false},
		"the wrong order":              {lines("name", "Dublin", "Cork"), lines("name", "Cork", "Dublin"), true},
		"the wrong order of columns":   {lines("name|n:number", "Dublin|5", "Cork|3"), lines("name|n", "Cork|3", "Dublin|5"), true},
		"NULL is not 0":                {lines("s:number", "NULL"), lines("s", "0"), false},
		"0 is not NULL":                {lines("s:number", "0"), lines("s", "NULL"), false},
		"NULL is not empty":            {lines("name", "NULL"), lines("name", ""), false},
		"NULL is not a word":           {lines("name", "NULL", "x"), lines("name", "null", "x"), false},
		"nothing is not a row":         {lines("n:number"), lines("n", "0"), false},
		"a row is not nothing":         {lines("n:number", "0"), lines("n"), false},
		"a text that looks as a digit": {lines("postalCode", "01234"), lines("postalCode", "1234"), false},
		"other accents":                {lines("name", "Muñoz"), lines("name", "Munoz"), false},
		"other case":                   {lines("status", "inRepair"), lines("status", "inrepair"), false},
		"another day":                  {lines("d:date", "2026-03-01"), lines("d", "2026-03-02"), false},
		"a time that is not midnight":  {lines("d:date", "2026-03-01"), lines("d", "2026-03-01 08:00:00"), false},
		"one column for two of gold":   {lines("a:number|b:number", "5|5"), lines("x|y", "5|7"), false},
		"a list instead of its count":  {lines("n:number", "2"), lines("name", "Cork", "Dublin"), false},
		"a count instead of a list":    {lines("name", "Cork", "Dublin"), lines("n", "2"), false},
		"names of other people":        {lines("firstName|lastName", "Niamh|Byrne", "Kate|Lynch"), lines("who", "Niamh Lynch", "Kate Byrne"), false},
		"first names alone":            {lines("firstName|lastName", "Niamh|Byrne"), lines("firstName", "Niamh"), false},
		"months of another year":       {lines("month|n:number", "2026-03|4", "2026-04|5"), lines("m|n", "2025-03|4", "2025-04|5"), false},
		"months without their years":   {lines("month|n:number", "2025-03|4", "2026-04|5"), lines("m|n", "3|4", "4|5"), false},
		"a day within a month":         {lines("month|n:number", "2026-03|4"), lines("m|n", "2026-03-15|4"), false},
		"a month for a quarter":        {lines("quarter|n:number", "2025-Q2|4"), lines("q|n", "2025-05-01|4"), false},
		"quarters of another year":     {lines("quarter|n:number", "2025-Q1|4"), lines("q|n", "2024-Q1|4"), false},
		"months merged over years":     {lines("month|n:number", "2025-03|4", "2026-03|5"), lines("m|n", "March|4", "March|5"), false},
	} {
		t.Run(name, func(t *testing.T) {
			require.False(t, matches([]result{tableOf(t, c.gold...)}, tableOf(t, c.got...), c.ordered))
		})
	}
}

func TestAnAlternativeMatchesAlone(t *testing.T) {
	golds := []result{tableOf(t, "n:number", "260"), tableOf(t, "n:number", "233")}
	require.True(t, matches(golds, tableOf(t, "n", "233"), false))
	require.False(t, matches(golds, tableOf(t, "n", "240"), false))
	require.False(t, matches(nil, tableOf(t, "n", "240"), false))
}

func TestRoundingsAreReadFromTheGoldQuery(t *testing.T) {
	require.Equal(t, []int{-1, 2, 0, -1}, roundings("SELECT name, ROUND(AVG(hourlyRate), 2), ROUND(SUM(hourlyRate)), COUNT(*) FROM employee GROUP BY name"))
}

func TestShapeOfAQuery(t *testing.T) {
	s, err := shapeOf("SELECT b.name FROM secure_workorder w JOIN branch AS b ON w.branchId = b.id LEFT JOIN secure_employee e ON e.id = w.supervisorId WHERE NOT EXISTS (SELECT 1 FROM complaint c WHERE c.workOrderId = w.id)")
	require.NoError(t, err)
	require.Equal(t, []string{"branch", "complaint", "employee", "workOrder"}, s.tables)
	require.Equal(t, []string{"branch.id = workOrder.branchId", "complaint.workOrderId = workOrder.id", "employee.id = workOrder.supervisorId"}, s.joins)
	s, err = shapeOf("SELECT COUNT(*) FROM `Vehicle`")
	require.NoError(t, err)
	require.Equal(t, shape{tables: []string{"vehicle"}}, s)
}
