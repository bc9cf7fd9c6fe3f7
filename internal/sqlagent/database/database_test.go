package database

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/stretchr/testify/require"

	"burrow/internal/config"
	"burrow/internal/sqlagent/guard"
)

func TestGrantsThatCanWrite(t *testing.T) {
	for grant, want := range map[string]string{
		"GRANT USAGE ON *.* TO `reader`@`localhost` IDENTIFIED BY PASSWORD '*6BB4'":    "",
		"GRANT SELECT ON `shop`.* TO `reader`@`localhost`":                             "",
		"GRANT SELECT, SHOW VIEW ON `shop`.`orders` TO `reader`@`%`":                   "",
		"GRANT SELECT (`a`, `delete`), SHOW VIEW ON `shop`.`orders` TO `reader`@`%`":   "",
		"GRANT EXECUTE ON FUNCTION `shop`.`scope` TO `reader`@`%`":                     "",
		"GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION":          "ALL PRIVILEGES ON *.*",
		"GRANT SELECT, INSERT ON `shop`.* TO `reader`@`%`":                             "INSERT ON `shop`.*",
		"GRANT SELECT (`a`), UPDATE (`a`) ON `shop`.`orders` TO `reader`@`%`":          "UPDATE ON `shop`.`orders`",
		"GRANT FILE ON *.* TO `reader`@`%`":                                            "FILE ON *.*",
		"GRANT ALL PRIVILEGES ON `scratch`.* TO `reader`@`%`":                          "",
		"GRANT DELETE ON `SHOP`.`orders` TO `reader`@`%`":                              "DELETE ON `SHOP`.`orders`",
		"GRANT DROP ON `sh\\op`.* TO `reader`@`%`":                                     "DROP ON `sh\\op`.*",
		"GRANT `readers`@`%` TO `reader`@`%`":                                          "",
		"GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO `reader`@`%`":                          "SYSTEM_VARIABLES_ADMIN ON *.*",
		"GRANT SELECT ON *.* TO `reader`@`%` REQUIRE SSL WITH MAX_QUERIES_PER_HOUR 10": "",
		"GRANT CREATE TEMPORARY TABLES ON `shop`.* TO `reader`@`%`":                    "CREATE TEMPORARY TABLES ON `shop`.*",
		"GRANT SELECT, LOCK TABLES ON `shop`.* TO `reader`@`%`":                        "LOCK TABLES ON `shop`.*",
	} {
		require.Equal(t, want, writeIn(grant, "shop"), grant)
	}
}

func TestServersAreToldApart(t *testing.T) {
	for version, want := range map[[2]string]Server{
		{"11.8.3-MariaDB-1 from Debian", "Debian n/a"}: MariaDB,
		{"8.4.6", "MySQL Community Server - GPL"}:      MySQL,
		{"8.0.11-TiDB-v8.5.3", "TiDB Server"}:          TiDB,
		{"8.0.31", DemoComment}:                        Demo,
	} {
		require.Equal(t, want, serverOf(version[0], version[1]), version)
	}
}

func TestModesAreComparedAsSets(t *testing.T) {
	require.True(t, sameModes("NO_ENGINE_SUBSTITUTION,strict_trans_tables", pinnedModeMariaDB))
	require.False(t, sameModes(pinnedModeMariaDB+",ANSI_QUOTES", pinnedModeMariaDB))
	require.False(t, sameModes("", pinnedModeMariaDB))
}

func TestAScopeIsDigitsAndCommas(t *testing.T) {
	require.Equal(t, "*", Scope{All: true, IDs: []int64{1}}.text())
	require.Equal(t, "12,-3,15", Scope{IDs: []int64{12, -3, 15}}.text())
	require.Equal(t, []any{"k", "", "", ""}, Person{}.variables("k"), "nobody sees nothing")
	require.Equal(t, []any{"k", "*", "*", "*"}, Everything().variables("k"))
}

func TestValuesAreCutBetweenLetters(t *testing.T) {
	for _, test := range []struct {
		cell, want string
		most       int
		cut        bool
	}{
		{"héllo", "héllo", 6, false},
		{"héllo", "h", 2, true},
		{"\xff\x00a", "0xff0061", 6, false},
		{"\xff\x00ab", "0xff00", 4, true},
		{"", "", 4, false},
	} {
		text, cut := shown([]byte(test.cell), test.most)
		require.Equal(t, test.want, text)
		require.Equal(t, test.cut, cut, test.cell)
	}
}

// What a server says stays in the log.
func TestErrorsSayNothingOfTheServer(t *testing.T) {
	var log strings.Builder
	db := &DB{settings: Settings{Log: slog.New(slog.NewTextHandler(&log, nil))}}
	for number, want := range map[uint16]Code{
		1045: Denied, 1142: Denied, 1143: Denied, 1054: Refused, 1146: Refused, 1064: Refused, 1062: Refused,
		1040: Busy, 3024: TimedOut, 1969: TimedOut, 1317: TimedOut, 1153: TooLarge,
	} {
		err := db.fail(&mysql.MySQLError{Number: number, Message: "secret 'value' at db.internal:3306"})
		known, ok := errors.AsType[*Error](err)
		require.True(t, ok)
		require.Equal(t, want, known.Code, number)
		require.NotEmpty(t, err.Error())
		require.NotContains(t, err.Error(), "secret")
		require.NotContains(t, err.Error(), "internal")
	}
	require.Contains(t, log.String(), "secret 'value'")
	require.ErrorIs(t, db.fail(context.Canceled), context.Canceled)
	require.NoError(t, db.fail(nil))
}

func TestWhatTheGuardRefusedIsNotRun(t *testing.T) {
	for _, v := range []guard.Verdict{{}, {OK: true}, {SQL: "SELECT 1"}} {
		_, err := (&DB{}).Query(t.Context(), Everything(), v, Limits{})
		require.ErrorContains(t, err, "is not run")
	}
}

func TestPlansOfOtherServers(t *testing.T) {
	plan := func(columns string, lines ...string) *Result {
		r := &Result{}
		for c := range strings.FieldsSeq(columns) {
			r.Columns = append(r.Columns, Column{Name: c})
		}
		for _, line := range lines {
			var row []*string
			for v := range strings.FieldsSeq(line) {
				row = append(row, &v)
			}
			r.Rows = append(r.Rows, row)
		}
		return r
	}
	rows, ok := examined(plan("id rows filtered", "1 1000 10", "1 5 100", "2 300 100"))
	require.True(t, ok)
	require.Equal(t, 1000+100*5+300.0, rows, "MySQL: loops within loops")
	rows, ok = examined(plan("id estRows task", "HashAgg 1 root", "Scan 80000.5 cop"))
	require.True(t, ok)
	require.Equal(t, 80000.5, rows, "TiDB: the most")
	_, ok = examined(plan("plan", "Project"))
	require.False(t, ok)
}

func TestSettingsComeFromTheConfiguration(t *testing.T) {
	d := config.Database{Host: "db.lan", Port: 3307, User: "reader", Password: config.NewSecret("p"), Name: "shop", Key: config.NewSecret("k"), TLS: TLSRequire, Writable: true}
	s, err := SettingsOf(d)
	require.NoError(t, err)
	require.Equal(t, "db.lan", s.TLS.ServerName)
	s.TLS = nil
	require.Equal(t, Settings{Network: "tcp", Address: "db.lan:3307", User: "reader", Password: "p", Name: "shop", Key: "k", Writable: true}, s)
	d.CA = "/nowhere/ca.pem"
	_, err = SettingsOf(d)
	require.Error(t, err)
	s, err = SettingsOf(config.Database{Name: "shop"})
	require.NoError(t, err)
	require.Equal(t, Settings{Network: "tcp", Address: "127.0.0.1:3306", Name: "shop"}, s)
}
