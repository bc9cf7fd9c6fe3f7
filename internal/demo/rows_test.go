package demo

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

var all = sync.OnceValue(func() map[string][]Row {
	rows := map[string][]Row{}
	for t, row := range Rows() {
		rows[t.Name] = append(rows[t.Name], row)
	}
	return rows
})

func TestThereAre122TablesWithRows(t *testing.T) {
	require.Len(t, Tables(), 122)
	total := 0
	for _, table := range Tables() {
		require.NotEmpty(t, all()[table.Name], table.Name)
		require.NotEmpty(t, table.Comment)
		for _, c := range table.Columns {
			require.NotEmpty(t, c.Comment, "%s.%s", table.Name, c.Name)
		}
		total += len(all()[table.Name])
	}
	require.GreaterOrEqual(t, total, 200_000)
}

func TestRowsAreTheSameEveryTime(t *testing.T) {
	at := map[string]int{}
	for table, row := range Rows() {
		if before := all()[table.Name][at[table.Name]]; !reflect.DeepEqual(before, row) {
			t.Fatalf("%s: %v, then %v", table.Name, before, row)
		}
		at[table.Name]++
	}
}

// Foreign keys hold; what only the application knows may dangle, and a little does.
func TestReferencesFindTheirRows(t *testing.T) {
	dangling := 0
	for _, table := range Tables() {
		for at, c := range table.Columns {
			if c.References == "" {
				continue
			}
			count := int64(len(all()[c.References]))
			for _, row := range all()[table.Name] {
				id, ok := row[at].(int64)
				if !ok {
					continue
				}
				if c.Held && (id < 1 || id > count) {
					t.Fatalf("%s.%s is %d", table.Name, c.Name, id)
				} else if id > count {
					dangling++
				}
			}
		}
	}
	require.Positive(t, dangling)
}

func TestValuesFitTheirColumns(t *testing.T) {
	for _, table := range Tables() {
		for i, row := range all()[table.Name] {
			if row[0] != int64(i+1) {
				t.Fatalf("the ids of %s have a gap at %d", table.Name, i+1)
			}
		}
		for at, c := range table.Columns {
			seen := map[any]bool{}
			fits := fit(c)
			for i, row := range all()[table.Name] {
				if v := row[at]; !fits(v) || c.Unique && seen[v] {
					t.Fatalf("%s.%s of row %d is %v", table.Name, c.Name, i+1, v)
				} else if c.Unique {
					seen[v] = true
				}
			}
		}
	}
}

// fit returns what says whether a value fits a column.
func fit(c Column) func(v any) bool {
	last := Today.AddDate(6, 0, 0)
	var most int
	fmt.Sscanf(c.Type, "varchar(%d)", &most)
	fmt.Sscanf(c.Type, "varbinary(%d)", &most)
	fmt.Sscanf(c.Type, "char(%d)", &most)
	return func(v any) bool {
		switch v := v.(type) {
		case nil:
			return c.Nullable
		case string:
			if strings.HasPrefix(c.Type, "enum") {
				return strings.Contains(c.Type, "'"+v+"'")
			}
			return c.Type == "time" || utf8.RuneCountInString(v) <= most
		case []byte:
			return c.Secret && len(v) <= most
		case time.Time:
			return v.Before(last) && (c.Type == "date" || c.Type == "datetime")
		case Decimal:
			return strings.HasPrefix(c.Type, "decimal") && v.Scale == c.Scale()
		case int64:
			return c.Type == "int" || c.Type == "tinyint(1)"
		}
		return false
	}
}

// value is a column of a row by its name.
func value(table string, row Row, column string) any { return row[Find(table).Index(column)] }

// same is require.Equal for what is called a hundred thousand times.
func same(t *testing.T, a, b any) {
	t.Helper()
	if a != b {
		t.Fatalf("%v is not %v", a, b)
	}
}

// What an answer adds up must be what another way to it adds up.
func TestSumsAgree(t *testing.T) {
	lines, paid := map[int64]int64{}, map[int64]int64{}
	for _, row := range all()["invoiceLine"] {
		lines[value("invoiceLine", row, "invoiceId").(int64)] += value("invoiceLine", row, "lineAmount").(Decimal).Unscaled
	}
	for _, row := range all()["payment"] {
		paid[value("payment", row, "invoiceId").(int64)] += value("payment", row, "amount").(Decimal).Unscaled
	}
	for _, row := range all()["invoice"] {
		id := row[0].(int64)
		order := all()["workOrder"][value("invoice", row, "workOrderId").(int64)-1]
		same(t, value("workOrder", order, "customerId"), value("invoice", row, "customerId"))
		same(t, value("workOrder", order, "totalAmount"), value("invoice", row, "netAmount"))
		same(t, value("invoice", row, "netAmount").(Decimal).Unscaled, lines[id])
		if value("invoice", row, "status") == "paid" {
			same(t, value("invoice", row, "totalAmount").(Decimal).Unscaled, paid[id])
		}
	}
	for _, row := range all()["workOrder"] {
		place := all()["customerLocation"][value("workOrder", row, "customerLocationId").(int64)-1]
		same(t, value("workOrder", row, "customerId"), value("customerLocation", place, "customerId"))
		same(t, value("workOrder", row, "companyId"), value("customerLocation", place, "companyId"))
	}
}

// Questions are about skew and absence, too.
func TestDistributionsAreNotEven(t *testing.T) {
	orders := map[int64]int{}
	winter, summer := 0, 0
	for _, row := range all()["workOrder"] {
		orders[value("workOrder", row, "customerId").(int64)]++
		switch value("workOrder", row, "requestedOn").(time.Time).Month() {
		case time.December, time.January, time.February:
			winter++
		case time.June, time.July, time.August:
			summer++
		}
	}
	require.Less(t, len(orders), len(all()["customer"]), "some have never ordered")
	most := 0
	for _, n := range orders {
		most = max(most, n)
	}
	require.Greater(t, most, 10*len(all()["workOrder"])/len(orders), "a few order much")
	require.Greater(t, winter*10, summer*13)
}

func TestSecretsAreEncrypted(t *testing.T) {
	cipher := NewCipher([]byte(Key))
	row := all()["customer"][0]
	name, ok := cipher.Decrypt(value("customer", row, "name").([]byte))
	require.True(t, ok)
	require.NotEmpty(t, string(name))
	_, ok = NewCipher([]byte("another")).Decrypt(value("customer", row, "name").([]byte))
	require.False(t, ok)
}

func TestCipherGivesBackWhatItWasGiven(t *testing.T) {
	cipher := NewCipher([]byte("a key that is longer than sixteen bytes"))
	for _, text := range []string{"", "a", "fifteen letters", "sixteen letters!", "Nguyễn Müller"} {
		got, ok := cipher.Decrypt(cipher.Encrypt([]byte(text)))
		require.True(t, ok)
		require.Equal(t, text, string(got))
	}
}

func TestFilesDeclare1801Relationships(t *testing.T) {
	ddl, err := fs.ReadFile(Files(), "schema.sql")
	require.NoError(t, err)
	keys := strings.Count(string(ddl), " FOREIGN KEY ")
	models, err := fs.Glob(Files(), "models/*.js")
	require.NoError(t, err)
	require.Len(t, models, 122)
	calls := 0
	for _, name := range models {
		text, err := fs.ReadFile(Files(), name)
		require.NoError(t, err)
		names := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			if !strings.Contains(line, "(models.") {
				continue
			}
			calls++
			_, as, ok := strings.Cut(line, "as: '")
			require.True(t, ok)
			as, _, _ = strings.Cut(as, "'")
			require.False(t, names[as], "%s has two associations %s", name, as)
			names[as] = true
		}
	}
	text, err := fs.ReadFile(Files(), "overrides.json")
	require.NoError(t, err)
	var overrides struct{ Relationships []any }
	require.NoError(t, json.Unmarshal(text, &overrides))
	require.Equal(t, Relationships, keys+calls+len(overrides.Relationships),
		"%d keys, %d associations, %d overrides", keys, calls, len(overrides.Relationships))
}

func TestScopeIsNothingUnlessItIsGiven(t *testing.T) {
	for _, test := range []struct {
		list string
		id   int64
		want bool
	}{
		{"", 1, false}, {"*", 1, true}, {"1,12", 1, true}, {"1,12", 12, true},
		{"1,12", 2, false}, {"112", 12, false}, {"1;12", 1, false}, {"1 OR 1", 1, false}, {"%", 1, false}, {"1, 12", 12, false},
	} {
		require.Equal(t, test.want, ReadList(test.list).Names(test.id), "%q %d", test.list, test.id)
	}
}

func TestOnlyOneListNamesEverything(t *testing.T) {
	require.True(t, ReadList("*").NamesAll())
	for _, list := range []string{"", "1,*", " *", "1"} {
		require.False(t, ReadList(list).NamesAll(), list)
	}
}

func TestSharedTablesTellOfNobody(t *testing.T) {
	shared := Shared()
	for _, name := range []string{"invoice", "payment", "workTime", "asset", "payrollEntry", "inspections", "inspectionAnswer", "note", "auditLog", "customer", "complaint", "userSession"} {
		require.NotContains(t, shared, name)
	}
	for _, name := range []string{"part", "assetType", "country", "workOrderType", "skill"} {
		require.Contains(t, shared, name)
	}
	require.Len(t, Readable(), 122)
	require.NotContains(t, Readable(), "customer")
	require.Contains(t, Readable(), "secure_customer")
}
