package graph

import (
	"context"
	"database/sql"
	"os"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/mariadbtest"
	"burrow/internal/sqlagent/schema"
)

// server starts a throw-away MariaDB and returns a connection to an empty database in it.
func server(t *testing.T) *sql.DB {
	t.Helper()
	config := mariadbtest.Start(t, mariadbtest.Options{}).Config("tester", "")
	config.MultiStatements, config.ParseTime = true, false
	open := func() *sql.DB {
		connector, err := mysql.NewConnector(config)
		require.NoError(t, err)
		db := sql.OpenDB(connector)
		t.Cleanup(func() { db.Close() })
		return db
	}
	_, err := open().Exec("CREATE DATABASE field")
	require.NoError(t, err)
	config.DBName = "field"
	return open()
}

// What a live database says is what its definitions say, and its rows confirm or refute
// what names suggest.
func TestLiveDatabase(t *testing.T) {
	db := server(t)
	ctx := context.Background()
	text, err := os.ReadFile("testdata/field.sql")
	require.NoError(t, err)
	definitions, _, _ := strings.Cut(string(text), "DELIMITER")
	_, err = db.Exec("SET FOREIGN_KEY_CHECKS = 0; " + definitions)
	require.NoError(t, err)
	_, err = db.Exec(`INSERT INTO crew VALUES (1,'a',1),(2,'b',2),(3,'c',1),(4,'d',2),(5,'e',1),(6,'f',2);
		INSERT INTO employee (id, firstName) SELECT seq, 'x' FROM seq_1_to_50;
		INSERT INTO employeeCrew SELECT seq, seq % 6 + 1, 0 FROM seq_1_to_50;
		INSERT INTO vehicle SELECT seq, seq + 1000, CONCAT('p', seq) FROM seq_1_to_50;
		INSERT INTO workTime (id, employeeId) SELECT seq, seq FROM seq_1_to_70`)
	require.NoError(t, err)

	g, err := Introspect(ctx, db)
	require.NoError(t, err)
	want := field(t)
	require.Equal(t, "field", g.Name)
	g.Remove("secure_user") // a view, which definitions leave out
	require.Equal(t, want.Len(), g.Len())
	for _, table := range want.Tables() {
		got, ok := g.Table(table.Name)
		require.True(t, ok, table.Name)
		require.Equal(t, table.PrimaryKey, got.PrimaryKey, table.Name)
		require.Equal(t, table.Comment, got.Comment)
		require.Len(t, got.Columns, len(table.Columns))
		for i, c := range table.Columns {
			require.Equal(t, c.Name, got.Columns[i].Name)
			require.Equal(t, c.Values, got.Columns[i].Values, c.Name)
			require.Equal(t, c.Comment, got.Columns[i].Comment)
		}
	}
	require.Len(t, g.Relationships, len(want.Relationships))
	require.Equal(t, schema.OneToOne, find(g, "employee", "userId", "user").Cardinality)

	Infer(g)
	changes, problems, err := ValidateRows(ctx, db, g, "", func(done, all int) {})
	require.NoError(t, err)
	require.Empty(t, problems)
	require.NotEmpty(t, changes)
	require.Equal(t, .97, find(g, "employeeCrew", "crewId", "crew").Confidence)
	require.Equal(t, .2, find(g, "vehicle", "crewId", "crew").Confidence, "no such crew is there")
	require.Equal(t, .6, find(g, "workTime", "employeeId", "employee").Confidence, "50 of 70 are there")
	require.Equal(t, .9, find(g, "asset", "assetTypeId", "assetType").Confidence, "nothing to look at")

	// A table that is gone is a problem of its own.
	_, err = db.Exec("DROP TABLE vehicle")
	require.NoError(t, err)
	_, problems, err = ValidateRows(ctx, db, g, schema.Inferred, func(done, all int) {})
	require.NoError(t, err)
	require.Len(t, problems, 1)
	require.Contains(t, problems[0].Text, "vehicle.crewId")

	stopped, stop := context.WithCancel(ctx)
	stop()
	_, _, err = ValidateRows(stopped, db, g, "", func(done, all int) {})
	require.ErrorIs(t, err, context.Canceled)
}
