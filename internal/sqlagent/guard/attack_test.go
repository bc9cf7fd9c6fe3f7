package guard

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each line of the file is what refuses a text first, and the text.
func TestNoAttackPasses(t *testing.T) {
	data, err := os.ReadFile("testdata/attacks.txt")
	require.NoError(t, err)
	g := company(t, nil)
	n := 0
	for line := range strings.Lines(string(data)) {
		code, quoted, _ := strings.Cut(strings.TrimSpace(line), " ")
		sql, err := strconv.Unquote(quoted)
		require.NoError(t, err, line)
		v := g.Check(sql)
		require.False(t, v.OK, sql)
		require.Empty(t, v.SQL, sql)
		require.Equal(t, Code(code), v.Refusals[0].Code, "%s: %v", sql, v.Refusals)
		n++
	}
	require.Greater(t, n, 800)
}

// A text that looks like an attack and is none: it stays where it was, in a string or a
// name.
func TestStringsStayStrings(t *testing.T) {
	g := company(t, nil)
	for sql, want := range map[string]string{
		`SELECT id FROM crew WHERE id = '' or ''=''' UNION SELECT token FROM secret'`: "SELECT `id` FROM `crew` WHERE `id` = '' OR '' = ''' UNION SELECT token FROM secret' LIMIT 101",
		`SELECT "a' -- "`:             "SELECT 'a'' -- ' AS `\"a' -- \"` LIMIT 101",
		"SELECT '/* x */' AS `--  #`": "SELECT '/* x */' AS `--  #` LIMIT 101",
		`SELECT 'a\'b' AS x`:          "SELECT 'a''b' AS `x` LIMIT 101",
		`SELECT 'a\\' AS x`:           "SELECT _utf8mb4 x'615c' AS `x` LIMIT 101",
		`SELECT "\"@@version" AS x`:   "SELECT '\"@@version' AS `x` LIMIT 101",
		"SELECT ';' AS `a``b`;\n ;":   "SELECT ';' AS `a``b` LIMIT 101",
		"SELECT '；' AS x;":            "SELECT '；' AS `x` LIMIT 101",
	} {
		v := g.Check(sql)
		require.True(t, v.OK, "%s: %v", sql, v.Refusals)
		require.Equal(t, want, v.SQL, sql)
	}
}

// What a person may not see and what does not exist are answered alike.
func TestForbiddenIsUnknown(t *testing.T) {
	g := company(t, nil)
	for _, pair := range [][2]string{
		{"SELECT %s FROM employee", "salary|nalary"},
		{"SELECT e.%s FROM employee e JOIN user u ON u.id = e.userId", "salary|nalary"},
		{"SELECT id FROM employee WHERE %s > 1", "salary|nalary"},
		{"SELECT u.%s FROM user u", "passwordHash|nasswordHash"},
		{"SELECT * FROM %s", "secret|zecret"},
		{"SELECT x.token FROM %s x", "secret|zecret"},
		{"SELECT token FROM crew WHERE id IN (SELECT id FROM %s)", "secret|zecret"},
		{"WITH %s AS (SELECT 1 AS a) SELECT a FROM crew", "secret|zecret"},
		{"SELECT a.id FROM employee a JOIN employee b USING (%s)", "salary|nalary"},
	} {
		one, other, _ := strings.Cut(pair[1], "|")
		forbidden, unknown := g.Check(strings.ReplaceAll(pair[0], "%s", one)), g.Check(strings.ReplaceAll(pair[0], "%s", other))
		require.False(t, forbidden.OK, pair)
		require.Len(t, forbidden.Refusals, len(unknown.Refusals), pair)
		for i, r := range forbidden.Refusals {
			r.Message = strings.ReplaceAll(r.Message, one, other)
			require.Equal(t, unknown.Refusals[i], r, pair)
		}
	}
}

// Nothing that is said names what is hidden, unless the query did.
func TestSuggestionsHideWhatIsHidden(t *testing.T) {
	g := company(t, nil)
	for _, sql := range []string{
		"SELECT salar FROM employee", "SELECT passwordHas FROM user", "SELECT * FROM secre", "SELECT toke FROM crew",
		"SELECT token FROM crew", "SELECT e.sal FROM employee e JOIN employeeCrew c ON c.employeeId = e.id", "SELECT 1 FROM nope",
	} {
		for _, r := range g.Check(sql).Refusals {
			for _, word := range []string{"salary", "passwordHash", "secret", "secure_"} {
				require.NotContains(t, r.Message+r.Suggestion, word, sql)
			}
		}
	}
}
