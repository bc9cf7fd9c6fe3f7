//go:build !js && !wasip1

package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

// damaged makes the file of a history and runs statements on it, as somebody with
// another program would.
func damaged(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "history.db")
	s, err := store.Open(path, store.Options{}, clock)
	require.NoError(t, err)
	session := newSession(t, s, "a").UID
	for _, text := range []string{"one", "two", "three"} {
		say(t, s, session, text)
	}
	for _, sql := range statements {
		require.NoError(t, s.DB().Exec(sql))
	}
	require.NoError(t, s.Close())
	return path
}

// rewrite changes the text of an object's statement in the schema.
func rewrite(name, from, to string) string {
	return `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '` + from + `', '` + to + `') WHERE name = '` + name + `'; PRAGMA writable_schema = RESET`
}

// chain is a list of generated columns of which each has the one before twice:
// compiling the last takes 2 to the power of their number.
func chain(length int) string {
	columns := []string{"g0 INT AS (1)"}
	for i := 1; i < length; i++ {
		columns = append(columns, fmt.Sprintf("g%d INT AS (g%d + g%d)", i, i-1, i-1))
	}
	return strings.Join(columns, ", ")
}

// A file whose schema is not ours is refused before anything is read through it
// or written, by a sentence that names what is wrong.
func TestFilesWithAForeignSchemaAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ sql, names string }{
		"a trigger": {`CREATE TRIGGER evil AFTER INSERT ON messages BEGIN DELETE FROM sessions; END`, `the trigger "evil"`},
		"a trigger with a name for terminals": {"CREATE TRIGGER \"\x1b[2J\u202e\" AFTER UPDATE ON sessions BEGIN DELETE FROM messages; END",
			`the trigger "\x1b[2J\u202e"`},
		"a view": {`CREATE VIEW more AS SELECT 1`, `the view "more"`},
		"a view that never ends in place of a table": {`ALTER TABLE sessions RENAME TO was; CREATE VIEW sessions AS
			WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT *, id AS uid FROM n`, `the table "was"`},
		"a changed view": {`DROP VIEW summarized_messages; CREATE VIEW summarized_messages (session_id, message_id, summary_id) AS
			WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT 1, id, 1 FROM n`, `another "summarized_messages"`},
		"a check":            {rewrite("messages", "depth >= 0", "depth >= 0 AND length(hex(zeroblob(100000000))) > 1"), `another "messages"`},
		"a huge check":       {rewrite("meta", "value ANY", "value ANY CHECK (1"+strings.Repeat(" OR value", 190)+")"), `another "meta"`},
		"a generated column": {rewrite("sessions", "draft TEXT", "g TEXT AS (hex(zeroblob(90000000))), draft TEXT"), `another "sessions"`},
		"generated columns that double": {rewrite("meta", "value ANY", "value ANY, "+strings.ReplaceAll(chain(40), "'", "''")+", CHECK (g39 > 0)"),
			`another "meta"`},
		"an index over an expression": {`CREATE INDEX slow ON messages (length(hex(content)))`, `the index "slow"`},
		"a virtual table":             {`CREATE VIRTUAL TABLE v USING fts5(x)`, `"v"`},
		"an index over another table": {`DROP TABLE messages_fts; CREATE VIRTUAL TABLE messages_fts USING fts5(text, place, content = 'summarized_messages')`, `another "messages_fts"`},
		"another table":               {`CREATE TABLE more (x)`, `the table "more"`},
		"a default":                   {rewrite("sessions", "''{}''", "''[]''"), `another "sessions"`},
	} {
		t.Run(name, func(t *testing.T) {
			path := damaged(t, c.sql)
			before, err := os.ReadFile(path)
			require.NoError(t, err)
			for _, readOnly := range []bool{true, false} {
				_, err = store.Open(path, store.Options{SQLite: sqlite.Options{ReadOnly: readOnly}}, clock)
				require.ErrorIs(t, err, fault.Invalid)
				require.ErrorContains(t, err, "not safe to open")
				require.ErrorContains(t, err, c.names)
			}
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, before, after, "nothing was written")
		})
	}
}

// What SQLite itself cannot compile within its limits is refused too, without a
// panic.
func TestFilesWithASchemaThatCannotBeCompiledAreRefused(t *testing.T) {
	for name, check := range map[string]string{
		"too deep": strings.Repeat("abs(", 300) + "1" + strings.Repeat(")", 300), "too long": "1" + strings.Repeat(" OR 1", 100_000), "not not": strings.Repeat("NOT ", 5000) + "1",
	} {
		path := damaged(t)
		// SQLite would not write this: the bytes of a short statement become those
		// of a long one through a schema that is not read again.
		require.NoError(t, rewriteUnread(path, "meta", "CREATE TABLE meta (key TEXT PRIMARY KEY CHECK ("+check+"), value ANY) STRICT, WITHOUT ROWID"))
		_, err := store.Open(path, store.Options{}, clock)
		require.Error(t, err, name)
		known := (*fault.Error)(nil)
		require.ErrorAs(t, err, &known, name)
		require.NotEmpty(t, known.Message)
		// A restore does without the table, or refuses the file.
		bytes, err := os.ReadFile(path)
		require.NoError(t, err)
		im, err := sqlite.NewImage(len(bytes))
		require.NoError(t, err)
		_, err = im.WriteAt(bytes, 0)
		require.NoError(t, err)
		if _, err = transfer.Inspect(ctx, open(t), im); err != nil {
			require.ErrorIs(t, err, fault.Invalid, name)
		}
		im.Close()
	}
}

func rewriteUnread(path, name, sql string) error {
	db, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Defend(false); err != nil {
		return err
	}
	if err := db.Exec(`PRAGMA writable_schema = ON`); err != nil {
		return err
	}
	if err := db.Exec(`UPDATE sqlite_schema SET sql = ? WHERE name = ?`, sql, name); err != nil {
		return err
	}
	return db.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
}

// A newer version is read although its schema is not known, but not through views
// and computed columns.
func TestNewerVersionIsReadThroughTablesOnly(t *testing.T) {
	newer := fmt.Sprintf("PRAGMA user_version = %d", store.Format()+1)
	reading := store.Options{SQLite: sqlite.Options{ReadOnly: true}}
	path := damaged(t, newer, `CREATE TABLE more (x)`, `ALTER TABLE sessions ADD COLUMN colour TEXT NOT NULL DEFAULT ''`, `CREATE INDEX more_x ON more (x)`)
	s := openWith(t, path, reading)
	list, _, err := s.List(ctx, store.ListOptions{})
	require.NoError(t, err)
	require.Len(t, list, 1)
	for _, sql := range []string{
		`ALTER TABLE sessions RENAME TO was; CREATE VIEW sessions AS SELECT * FROM was`,
		rewrite("sessions", "draft TEXT", "g TEXT AS (hex(zeroblob(90000000))), draft TEXT"),
		`CREATE TABLE more (x, y AS (x))`,
		`DROP TABLE settings; CREATE VIRTUAL TABLE settings USING fts5(user_id, company_id, key, value)`,
	} {
		_, err := store.Open(damaged(t, newer, sql), reading, clock)
		require.ErrorContains(t, err, "not safe to open", sql)
	}
}

// Rows that lead in circles end at the limit of the store.
func TestACircleOfMessagesEndsAtTheLimit(t *testing.T) {
	path := damaged(t, `INSERT INTO session_summaries (uid, session_id, from_depth, to_depth, from_id, to_id, created_at, updated_at, summary)
		VALUES (randomblob(16), 1, 0, 2, 1, 3, 1, 1, '{}')`, `UPDATE messages SET parent_id = 3 WHERE id = 1`)
	// What ends must have time to, on a machine that has much else to do.
	s := openWith(t, path, store.Options{Limit: 500 * time.Millisecond})
	err := transfer.Export(ctx, s, discard{})
	require.ErrorIs(t, err, fault.Cancelled)
	require.ErrorContains(t, err, "took too long")
	report, err := s.Check(ctx)
	require.NoError(t, err)
	require.NotEmpty(t, report.Problems)
	// The store goes on.
	_, err = s.Create(ctx, chat.Session{Name: "b"}, clock)
	require.NoError(t, err)
}
