package config

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sqlFields are the settings of the agent, each with how its value is seen in Limits or
// Database.
var sqlFields = map[string]func(c Config) any{
	"MAX_QUERY_ROWS":                     func(c Config) any { return c.SQL.Limits().MaxRows },
	"DB_HOST":                            func(c Config) any { return c.DB.Host },
	"DB_PORT":                            func(c Config) any { return c.DB.Port },
	"DB_USER":                            func(c Config) any { return c.DB.User },
	"DB_PWD":                             func(c Config) any { return c.DB.Password.Reveal() },
	"DB_NAME":                            func(c Config) any { return c.DB.Name },
	"DB_TLS":                             func(c Config) any { return c.DB.TLS },
	"DB_TLS_CA":                          func(c Config) any { return c.DB.CA },
	"DB_WRITABLE":                        func(c Config) any { return map[bool]string{true: "accept", false: "refuse"}[c.DB.Writable] },
	"DB_ENCRYPT_KEY":                     func(c Config) any { return c.DB.Key.Reveal() },
	"SQL_AGENT_MAX_ITERATIONS":           func(c Config) any { return c.SQL.Limits().MaxIterations },
	"SQL_SAMPLE_ROWS":                    func(c Config) any { return c.SQL.Limits().SampleRows },
	"SQL_MAX_TABLES_IN_CONTEXT":          func(c Config) any { return c.SQL.Limits().MaxTablesInContext },
	"SQL_CORRECTION_MAX_ATTEMPTS":        func(c Config) any { return c.SQL.Limits().CorrectionMaxAttempts },
	"SQL_PRE_VALIDATION_ENABLED":         func(c Config) any { return c.SQL.Limits().PreValidation },
	"SQL_MAX_RELATIONSHIPS_DISPLAY":      func(c Config) any { return c.SQL.Limits().MaxRelationshipsDisplay },
	"SQL_MAX_RELATIONSHIPS_IN_PROMPT":    func(c Config) any { return c.SQL.Limits().MaxRelationshipsInPrompt },
	"SQL_MAX_COLUMNS_IN_SCHEMA":          func(c Config) any { return c.SQL.Limits().MaxColumnsInSchema },
	"SQL_MAX_COLUMNS_IN_VALIDATION":      func(c Config) any { return c.SQL.Limits().MaxColumnsInValidation },
	"SQL_MAX_COLUMNS_IN_CORRECTION":      func(c Config) any { return c.SQL.Limits().MaxColumnsInCorrection },
	"SQL_MAX_SQL_HISTORY_LENGTH":         func(c Config) any { return c.SQL.Limits().MaxSQLHistoryLength },
	"SQL_MAX_FALLBACK_TABLES":            func(c Config) any { return c.SQL.Limits().MaxFallbackTables },
	"SQL_MAX_TABLES_IN_SELECTION_PROMPT": func(c Config) any { return c.SQL.Limits().MaxTablesInSelection },
	"SQL_CONFIDENCE_THRESHOLD":           func(c Config) any { return c.SQL.Limits().Confidence },
	"SQL_MAX_SUGGESTED_PATHS":            func(c Config) any { return c.SQL.Limits().MaxPaths },
	"SQL_MAX_EXAMINED_ROWS":              func(c Config) any { return c.SQL.Limits().MaxExamined },
	"SQL_MIN_GROUP_ROWS":                 func(c Config) any { return c.SQL.Limits().LeastGroup },
	"SQL_GOLDEN_PATH":                    func(c Config) any { return c.SQL.Golden },
}

func TestEverySettingOfTheDatabaseIsRead(t *testing.T) {
	values := map[string]string{"SQL_PRE_VALIDATION_ENABLED": "false", "SQL_CONFIDENCE_THRESHOLD": "0.5", "DB_HOST": "db.lan", "DB_TLS": "verify-ca", "DB_WRITABLE": "accept", "DB_PWD": "a pass phrase, ü"}
	for name, seen := range sqlFields {
		value := values[name]
		if value == "" {
			value = "4"
		}
		require.Equal(t, value, fmt.Sprint(seen(load(t, "", name+"="+value))), name)
		require.NotEqual(t, value, fmt.Sprint(seen(load(t, ""))), "%s has another default", name)
	}
	require.Equal(t, map[string]string{"user": "secure_user"}, load(t, "", `SECURE_VIEW_MAP={"user":"secure_user"}`).SQL.Views)
	require.Equal(t, map[string][]string{"employee": {"salary"}}, load(t, "", `SQL_SENSITIVE_COLUMNS={"employee":["salary"]}`).SQL.Sensitive)
	require.Equal(t, 9, *load(t, "", "MAX_CONVERSATION_HISTORY=9").Settings.MaxMessages)
	require.Equal(t, 8, *load(t, "", "MAX_CONVERSATION_HISTORY=9", "MAX_CONVERSATION_MESSAGES=8").Settings.MaxMessages)
}

// The table of defaults says what applies when nothing is set.
func TestListedDefaultsAreThoseOfTheAgent(t *testing.T) {
	var environ []string
	for _, s := range settings {
		if s.initial != "" {
			environ = append(environ, s.name+"="+s.initial)
		}
	}
	require.Equal(t, SQL{}.Limits(), load(t, "", environ...).SQL.Limits())
	require.Zero(t, SQL{}.Limits().SampleRows, "rows are not shown to a model unless somebody says so")
}

func TestBoundsOfTheDatabaseSettings(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"DB_PORT", "0", "must be a whole number from 1 to 65535"},
		{"DB_PORT", "65536", "must be a whole number from 1 to 65535"},
		{"DB_TLS", "yes", "must be off, require, verify-ca or verify-full"},
		{"DB_TLS_CA", "~/ca.pem", "begins with ~, but HOME is not set"},
		{"DB_WRITABLE", "true", "must be accept or refuse"},
		{"DB_HOST", "a host", "must be a name without spaces"},
		{"DB_NAME", strings.Repeat("x", 256), "must be a name without spaces"},
		{"DB_USER", "a\tb", "must be a name without spaces"},
		{"DB_PWD", "CANARY\x01", "must be one line"},
		{"DB_ENCRYPT_KEY", strings.Repeat("CANARY", 200), "must be one line"},
		{"MAX_QUERY_ROWS", "0", "must be a whole number from 1 to 10000"},
		{"MAX_QUERY_ROWS", "10001", "must be a whole number from 1 to 10000"},
		{"SQL_AGENT_MAX_ITERATIONS", "0", "must be a whole number from 1 to 50"},
		{"SQL_AGENT_MAX_ITERATIONS", "51", "must be a whole number from 1 to 50"},
		{"SQL_SAMPLE_ROWS", "6", "must be a whole number from 0 to 5"},
		{"SQL_SAMPLE_ROWS", "-1", "must be a whole number from 0 to 5"},
		{"SQL_MAX_TABLES_IN_CONTEXT", "0", "must be a whole number from 1"},
		{"SQL_CORRECTION_MAX_ATTEMPTS", "11", "must be a whole number from 0 to 10"},
		{"SQL_PRE_VALIDATION_ENABLED", "perhaps", "must be true or false"},
		{"SQL_MAX_RELATIONSHIPS_DISPLAY", "-1", "must be a whole number from 0"},
		{"SQL_MAX_RELATIONSHIPS_IN_PROMPT", "many", "must be a whole number from 0"},
		{"SQL_MAX_COLUMNS_IN_SCHEMA", "0", "must be a whole number from 1"},
		{"SQL_MAX_COLUMNS_IN_VALIDATION", "0", "must be a whole number from 1"},
		{"SQL_MAX_COLUMNS_IN_CORRECTION", "0", "must be a whole number from 1"},
		{"SQL_MAX_SQL_HISTORY_LENGTH", "-1", "must be a whole number from 0"},
		{"SQL_MAX_FALLBACK_TABLES", "9", "must be a whole number from 1 to 8"},
		{"SQL_MAX_TABLES_IN_SELECTION_PROMPT", "0", "must be a whole number from 1"},
		{"SQL_CONFIDENCE_THRESHOLD", "1.1", "must be a number from 0 to 1"},
		{"SQL_CONFIDENCE_THRESHOLD", "NaN", "must be a number from 0 to 1"},
		{"SQL_MAX_SUGGESTED_PATHS", "33", "must be a whole number from 1 to 32"},
		{"SQL_MAX_EXAMINED_ROWS", "0", "must be a whole number from 1"},
		{"SECURE_VIEW_MAP", "user=secure_user", "must be JSON such as"},
		{"SQL_SENSITIVE_COLUMNS", "employee.salary", "must be JSON such as"},
		{"SQL_MIN_GROUP_ROWS", "1", "must be a whole number from 2"},
		{"MAX_CONVERSATION_HISTORY", "-1", "must be a whole number from 0"},
		{"SQL_GOLDEN_PATH", "~/x", "begins with ~, but HOME is not set"},
	} {
		_, err := Load([]string{tt.name + "=" + tt.value}, envFile(t, ""))
		require.ErrorContains(t, err, "environment: "+tt.name+" "+tt.want, tt)
		require.NotContains(t, err.Error(), "CANARY")
	}
}

func TestWhereTheDatabaseIs(t *testing.T) {
	for _, tt := range []struct {
		d             Database
		network, want string
		set           bool
	}{
		{Database{}, "tcp", "127.0.0.1:3306", false},
		{Database{Host: "::1", Port: 3307}, "tcp", "[::1]:3307", true},
		{Database{Host: "/run/mysqld/mysqld.sock"}, "unix", "/run/mysqld/mysqld.sock", true},
		{Database{Name: "shop"}, "tcp", "127.0.0.1:3306", true},
		{Database{Password: NewSecret("x")}, "tcp", "127.0.0.1:3306", false},
	} {
		network, address := tt.d.Address()
		require.Equal(t, tt.network+" "+tt.want, network+" "+address)
		require.Equal(t, tt.set, tt.d.Set())
	}
}

func TestWarningsOfTheDatabase(t *testing.T) {
	const open = "Rows travel from db.lan without encryption: set DB_TLS."
	for _, tt := range []struct {
		environ string
		want    []string
	}{
		{"DB_HOST=db.lan", []string{open}},
		{"DB_HOST=db.lan DB_TLS=off", []string{open}},
		{"DB_HOST=db.lan DB_TLS=require", nil},
		{"DB_HOST=127.0.0.1", nil},
		{"DB_HOST=::1", nil},
		{"DB_HOST=localhost", nil},
		{"DB_NAME=shop", nil},
		{"DB_HOST=/run/mysqld/mysqld.sock", nil},
		{"DB_HOST=localhost DB_TLS=require DB_TLS_CA=ca.pem", []string{"DB_TLS_CA has no effect unless DB_TLS is verify-ca or verify-full."}},
		{"DB_HOST=localhost DB_TLS=verify-full DB_TLS_CA=ca.pem", nil},
		{"DB_HOST=localhost DB_WRITABLE=accept", []string{"DB_WRITABLE is accept: a database account that can change data is used."}},
		{"DB_HOST=localhost DB_WRITABLE=refuse", nil},
	} {
		require.Equal(t, tt.want, load(t, "", strings.Fields(tt.environ)...).Warnings, tt.environ)
	}
}

// Every setting of the agent is in the table of the documents, with its default.
func TestSettingsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/settings.md")
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	for _, s := range settings {
		if _, ours := sqlFields[s.name]; !ours && s.name != "SECURE_VIEW_MAP" && !strings.HasPrefix(s.name, "MAX_") {
			continue
		}
		found := false
		for _, line := range lines {
			cells := strings.Split(line, "|")
			if len(cells) > 3 && strings.TrimSpace(cells[1]) == "`"+s.name+"`" {
				found = true
				shown := strings.ReplaceAll(strings.Trim(strings.TrimSpace(cells[2]), "`"), ",", "")
				if s.initial == "" {
					require.Contains(t, []string{"", "none"}, shown, s.name)
				} else {
					require.Equal(t, s.initial, shown, s.name)
				}
			}
		}
		require.True(t, found, "%s is not in docs/settings.md", s.name)
	}
}
