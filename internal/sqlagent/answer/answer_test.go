package answer

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A sentence calls a column as its heading does.
func TestASentenceUsesTheHeading(t *testing.T) {
	a := table("name VARCHAR", "Dublin")
	a.Columns[0].Label = "Branch"
	require.Equal(t, "The branch is Dublin.", Text(a))
}

// table makes an answer of a line of columns, "name TYPE", and lines of values; "-" is
// NULL.
func table(columns string, lines ...string) Answer {
	a := Answer{Answered: true}
	for column := range strings.SplitSeq(columns, ", ") {
		at := strings.LastIndexByte(column, ' ')
		name, kind := column[:at], column[at+1:]
		a.Columns = append(a.Columns, Column{Name: name, Type: kind})
	}
	for _, line := range lines {
		var row []*string
		for value := range strings.SplitSeq(line, "|") {
			if value == "-" {
				row = append(row, nil)
				continue
			}
			row = append(row, &value)
		}
		a.Rows = append(a.Rows, row)
	}
	return a
}

func TestTextFromRows(t *testing.T) {
	counting := func(table1, value string) Answer {
		a := table("n BIGINT", value)
		a.SQL, a.Tables = "SELECT COUNT(*) AS n FROM `"+table1+"`", []string{table1}
		return a
	}
	cut := table("name VARCHAR", "Ada", "Bo")
	cut.Truncated = true
	joined := counting("workOrder", "7")
	joined.Tables = []string{"customer", "workOrder"}
	says := func(a Answer, counts string) Answer { a.Counts = counts; return a }
	where := func(value string) Answer {
		a := counting("invoice", value)
		a.SQL += " WHERE `status` = 'open'"
		return a
	}
	done := func(a Answer, things, done string) Answer {
		a.Counts, a.Done = things+" "+done, done
		return a
	}
	percent := func(a Answer) Answer { a.Percent = "percentage of work orders"; return a }
	limited := func(a Answer) Answer { a.Limit = 2; return a }
	money := func(a Answer) Answer { a.Columns[0].Decimals = 2; return a }
	for _, tt := range []struct {
		a    Answer
		want string
	}{
		{counting("customer", "1234"), "There are 1,234 customers."},
		{counting("workOrder", "1"), "There is 1 work order."},
		{counting("company", "2"), "There are 2 companies."},
		{counting("address", "0"), "There are 0 addresses."},
		{counting("people", "3"), "There are 3 people."},
		{joined, "The count is 7."},
		{where("647"), "The count is 647."},
		{says(where("1647"), "invoices with status “open”"), "There are 1,647 invoices with status “open”."},
		{says(where("1"), "invoices with status “open”"), "There is 1 match for invoices with status “open”."},
		{says(where("0"), "invoices with status “open”"), "There are no invoices with status “open”."},
		{says(counting("customer", "1"), "customers"), "There is 1 customer."},
		{done(where("343"), "invoices", "sent in May"), "343 invoices were sent in May."},
		{done(where("1"), "invoices", "sent in May"), "1 invoice was sent in May."},
		{done(where("0"), "invoices", "sent in May"), "No invoices were sent in May."},
		{percent(table("100 * SUM(CASE WHEN `workOrder`.`status`='cancelled' THEN 1 ELSE 0 END) / COUNT(1) DOUBLE", "7.1454545454545455")), "Percentage of work orders: 7.15%."},
		{table("100 * SUM(CASE WHEN `workOrder`.`status`='cancelled' THEN 1 ELSE 0 END) / COUNT(1) DOUBLE", "7.1454545454545455"), "The percentage is 7.15."},
		{table("SUM(`a`) / SUM(`b`) DOUBLE", "0.00012345"), "The value is 0.00012."},
		{table("AVG(`x`) DOUBLE", "751.697529"), "The average is 751.7."},
		{money(table("AVG(`x`) DOUBLE", "751.697529")), "The average is 751.70."},
		{money(table("SUM(`x`) DOUBLE", "3167704.5")), "The sum is 3,167,704.50."},
		{table("firstName VARCHAR, lastName VARCHAR", "Birgit|Klein"), "Birgit Klein."},
		{table("firstName VARCHAR, lastName VARCHAR, COUNT(*) BIGINT", "Lena|Richter|50"), "Lena Richter, with 50."},
		{table("firstName VARCHAR, lastName VARCHAR, hourlyRate DECIMAL", "Elena|Romano|61.57"), "Elena Romano, hourly rate: 61.57."},
		{table("firstName VARCHAR, lastName VARCHAR, phone VARCHAR, email VARCHAR", "Elena|Romano|+1 2|e@x"), "Elena Romano, phone: +1 2, email: e@x."},
		{table("firstName VARCHAR, lastName VARCHAR", "Birgit|Klein", "Bo|Li"), "2 rows: Birgit Klein, Bo Li."},
		{table("title VARCHAR, COUNT(*) BIGINT", "Service technician|98", "Plumber|45", "Electrician|30", "x|87"), "4 rows: Service technician (98), Plumber (45), Electrician (30), x (87)."},
		{table("title VARCHAR, COUNT(*) BIGINT", "Service technician|98", "Plumber|45", "Electrician|30", "Cook|30"), "Service technician has the most (98), then Plumber (45) and Electrician (30)."},
		{table("title VARCHAR, COUNT(*) BIGINT", "Plumber|45", "Cook|30"), "Most are Plumber (45), then Cook (30)."},
		{limited(table("title VARCHAR, COUNT(*) BIGINT", "Plumber|45", "Cook|30")), "Plumber has the most (45), then Cook (30)."},
		{table("open_invoices BIGINT", "647"), "Open invoices: 647."},
		{table("SUM(`x`) DOUBLE", "7.82095783e+06"), "The sum is 7,820,957.83."},
		{table("name VARCHAR, n BIGINT", "ireland|82"), "Ireland, with 82."},
		{table("status VARCHAR, COUNT(*) BIGINT", "invoiced|9342", "cancelled|786", "completed|557", "new|3"), "Most are invoiced (9,342), then cancelled (786) and completed (557)."},
		{table("city VARCHAR, SUM(x) DOUBLE", "Bern|3e3", "Rome|2"), "The highest is Bern (3,000), then Rome (2)."},
		{table("month VARCHAR, n BIGINT", "2026-01|3", "2026-02|2"), "2 rows: 2026-01 (3), 2026-02 (2)."},
		{table("totalAmount DECIMAL", "1234567.50"), "The total amount is 1,234,567.50."},
		{table("avg_hours DOUBLE", "7.2500"), "Avg hours: 7.25."},
		{table("SUM(`x`) DECIMAL", "-1234"), "The sum is -1,234."},
		{table("lastVisit DATETIME", "2026-06-30 00:00:00"), "The last visit is 2026-06-30."},
		{table("hours DOUBLE", "-"), "There is no hours: nothing matches, or nothing is recorded."},
		{table("name VARCHAR"), "Nothing matches."},
		{table("name VARCHAR, city VARCHAR, n BIGINT", "Ada|Bern|12000"), "Name: Ada, city: Bern, n: 12,000."},
		{table("name VARCHAR", "Ada", "Bo"), "2 rows: Ada, Bo."},
		{cut, "The first 2 rows: Ada, Bo."},
		{table("name VARCHAR", "a", "b", "c", "d", "e", "f", "g"), "7 rows: a, b, c, d, e and 2 more."},
		{table("name VARCHAR, n BIGINT", "Ada|3", "Bo|2000"), "2 rows: Ada (3), Bo (2,000)."},
		{table("id BIGINT, n BIGINT", "1|3", "2|2"), "2 rows."},
		{table("a VARCHAR, b VARCHAR, c VARCHAR", "x|y|z", "x|y|z"), "2 rows."},
		{Answer{Reading: "I don't know."}, "I don't know."},
	} {
		require.Equal(t, tt.want, Text(tt.a))
		require.Empty(t, Unsupported(Text(tt.a), tt.a), "our own sentences are supported")
	}
}

func TestChartsAreSuggestedByShape(t *testing.T) {
	many := make([]string, 51)
	for i := range many {
		many[i] = strings.Repeat("x", i+1) + "|1"
	}
	for name, tt := range map[string]struct {
		a    Answer
		want *Chart
	}{
		"names and numbers":          {table("city VARCHAR, n BIGINT", "Bern|3", "Rome|2"), &Chart{Bar, 0, []int{1}}},
		"the number first":           {table("n BIGINT, city VARCHAR", "3|Bern", "2|Rome"), &Chart{Bar, 1, []int{0}}},
		"two numbers":                {table("city VARCHAR, open BIGINT, closed BIGINT", "Bern|3|4", "Rome|2|9"), &Chart{Bar, 0, []int{1, 2}}},
		"days":                       {table("day DATE, n BIGINT", "2026-01-01|3", "2026-01-02|2"), &Chart{Line, 0, []int{1}}},
		"months as texts":            {table("m VARCHAR, n BIGINT", "2026-01|3", "2026-02|2"), &Chart{Line, 0, []int{1}}},
		"years as numbers":           {table("year BIGINT, n BIGINT", "2024|3", "2025|2"), &Chart{Line, 0, []int{1}}},
		"falling days":               {table("day DATE, n BIGINT", "2026-01-03|3", "2026-01-02|2"), &Chart{Line, 0, []int{1}}},
		"days out of order are bars": {table("day DATE, n BIGINT", "2026-01-03|3", "2026-01-01|2", "2026-01-02|2"), &Chart{Bar, 0, []int{1}}},
		"one row":                    {table("city VARCHAR, n BIGINT", "Bern|3"), nil},
		"ids":                        {table("name VARCHAR, customerId BIGINT", "a|3", "b|2"), nil},
		"no numbers":                 {table("a VARCHAR, b VARCHAR", "a|3x", "b|y"), nil},
		"no names":                   {table("a BIGINT, b BIGINT", "1|3", "2|2"), nil},
		"names that repeat":          {table("city VARCHAR, n BIGINT", "Bern|3", "Bern|2"), nil},
		"two names":                  {table("city VARCHAR, street VARCHAR, n BIGINT", "Bern|x|3", "Rome|y|2"), nil},
		"too many":                   {table("a VARCHAR, n BIGINT", many...), nil},
		"scales that do not fit":     {table("a VARCHAR, n BIGINT, share DOUBLE", "a|1000|.1", "b|900|.2"), nil},
		"a name that is NULL":        {table("a VARCHAR, n BIGINT", "-|1", "b|2"), nil},
	} {
		require.Equal(t, tt.want, Suggest(tt.a.Columns, tt.a.Rows), name)
	}
}

func TestNumbersOfATextAreInTheRows(t *testing.T) {
	a := table("name VARCHAR, amount DECIMAL, day DATE", "Acme 24|1234.50|2026-03-01", "Beta|300|2026-04-15", "Gamma|-50.25|2026-04-20")
	a.Question = "How much did the 40 customers of 2025 order since 2024-05-01, by 12 months?"
	for _, tt := range []struct{ text, bad string }{
		{"Acme 24 ordered 1,234.50 on 2026-03-01.", ""},
		{"Acme ordered 1234.5, about 1,200 in all.", ""},
		{"Acme ordered 1.2k.", ""},
		{"Acme ordered 1.9k.", "1.9k"},
		{"Acme ordered 1,235 (rounded).", ""},
		{"Acme ordered 1,236.", "1,236"},
		{"Acme ordered €1.234,50.", ""},
		{"There are 3 customers.", ""},
		{"There are 4 customers.", ""}, // 15 of April
		{"There are 7 customers.", "7"},
		{"In total 1,484.25.", ""},
		{"On average 494.75.", ""},
		{"Acme has 934.50 more than Beta.", ""},
		{"Acme has 83.2% of it.", ""},
		{"Acme has 83 percent of it.", ""},
		{"Acme has 83\u00a0% of it, about\u00a01,200.", ""},
		{"Acme has 61.5% of it.", "61.5"},
		{"Beta lost -50.25? No, Gamma did.", ""},
		{"For 2025, since 2024-05-01 and 40 customers.", ""},
		{"For 2023.", "2023"},
		{"On 2026-03-02.", "2026-03-02"},
		{"In 2026-04 there were two.", ""},
		{"1. Acme\n2. Beta\n3. Gamma\n9. Delta", ""},
		{"The 1st is Acme, at 10:30, work order WO-9913, model R2D2.", ""},
		{"2.5 million in sales.", "2.5 million"},
		{"Acme is 4.1 times Beta.", ""},
		{"Acme is 5.3 times Beta.", "5.3"},
		{"😀 987654", "987654"},
	} {
		var bad []string
		for _, n := range Unsupported(tt.text, a) {
			bad = append(bad, n.Text)
		}
		require.Equal(t, tt.bad, strings.Join(bad, " "), tt.text)
	}
	found := Unsupported("😀 987654", a)
	require.Equal(t, []Number{{Text: "987654", Start: 3, End: 9}}, found, "places are UTF-16")
}

func TestManyRowsDoNotSupportEverything(t *testing.T) {
	var lines []string
	for i := range 100 {
		lines = append(lines, "x|"+strings.Repeat("7", 1+i%4)+"."+strings.Repeat("3", 1+i%3))
	}
	a := table("name VARCHAR, n DECIMAL", lines...)
	wrong := 0
	for _, n := range []string{"18", "243", "5012", "9.12", "61.7%", "33.01", "4444", "812", "1905", "29"} {
		wrong += len(Unsupported("It is "+n+".", a))
	}
	require.Equal(t, 10, wrong)
}

func TestCSVIsSafeForSpreadsheets(t *testing.T) {
	a := table("=name VARCHAR, n DECIMAL", "=1+1|-5", "@x|-1e3", "-2+3|5", "+cmd|x", " \t=A1|\"quoted\", and\nnew line", "plain|-", "＝1|1", "\tx|2", "100%|3", "a-b|4")
	var out strings.Builder
	require.NoError(t, WriteCSV(&out, a))
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{
		{"'=name", "n"}, {"'=1+1", "-5"}, {"'@x", "-1e3"}, {"'-2+3", "5"}, {"'+cmd", "x"}, {"' \t=A1", "\"quoted\", and\nnew line"},
		{"plain", ""}, {"'＝1", "1"}, {"'\tx", "2"}, {"100%", "3"}, {"a-b", "4"},
	}, rows)
}

func TestListsAreNeverNull(t *testing.T) {
	var a Answer
	a.Tidy()
	text, err := json.Marshal(a)
	require.NoError(t, err)
	require.JSONEq(t, `{"answered":false,"reading":"","sql":"","columns":[],"rows":[],"truncated":false,"warnings":[],"text":""}`, string(text))
	a.Warn(FanOut, "x")
	a.Warn(FanOut, "x")
	require.Len(t, a.Warnings, 1)
}

func FuzzUnsupported(f *testing.F) {
	f.Add("12,000.5 % of 3 million on 2026-01-02 'x' -5 1.")
	a := table("n DECIMAL", "1", "2")
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range Unsupported(text, a) {
			require.Contains(t, text, n.Text)
		}
	})
}

// Columns that are expressions are called by what they show.
func TestLabelsOfExpressions(t *testing.T) {
	for name, want := range map[string]string{
		"COUNT(*)": "count", "SUM(`invoice`.`total`)": "sum", "YEAR(`invoice`.`issuedOn`)": "year", "DATE_FORMAT(`invoice`.`issuedOn`, '%Y-%m')": "month",
		"DATE_FORMAT(`invoice`.`issuedOn`, '%x-W%v')": "week", "CONCAT(YEAR(`i`.`on`), '-Q', QUARTER(`i`.`on`))": "quarter", "issuedOn": "issued on", "year": "year",
		"Revenue (net)": "revenue (net)", "`a`.`x` - `b`.`y`": "value", "SUM(`a`) / COUNT(*)": "value", "ROUND(100 * SUM(`a`) / COUNT(*), 1)": "percentage", "COUNT(DISTINCT `a`)": "count", "ROUND(AVG(`a`), 2)": "average", "`name`": "name",
	} {
		require.Equal(t, want, Label(name), name)
	}
}
