//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
)

// sessions runs the command and returns its exit code and all it printed.
func sessions(t *testing.T, args ...string) (code int, printed string) {
	t.Helper()
	var out bytes.Buffer
	code = run(t.Context(), append([]string{"sessions"}, args...), streams{strings.NewReader(""), &out, &out})
	return code, out.String()
}

const twoLines = `{"session":"s","role":"user","content":"hello"}` + "\n" + `{"session":"s","role":"assistant","content":"hi"}` + "\n"

// madeHistory makes the file of a history with one chat.
func madeHistory(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	lines := filepath.Join(dir, "lines.jsonl")
	require.NoError(t, os.WriteFile(lines, []byte(twoLines), 0o600))
	db := filepath.Join(dir, "history.db")
	code, printed := sessions(t, "import", "--db", db, lines)
	require.Zero(t, code, printed)
	return db
}

func execute(t *testing.T, file, sql string) {
	t.Helper()
	db, err := sqlite.Open(file, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, db.Defend(false))
	require.NoError(t, db.Exec(sql))
	require.NoError(t, db.Close())
}

// Every action refuses a file that would run somebody else's code, and check says
// why.
func TestHostileFilesAreRefused(t *testing.T) {
	for name, sql := range map[string]string{
		"trigger":   `CREATE TRIGGER evil AFTER INSERT ON messages BEGIN DELETE FROM messages; END`,
		"view":      `ALTER TABLE sessions RENAME TO was; CREATE VIEW sessions AS WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT * FROM n`,
		"generated": `CREATE TABLE g (x, a AS (x + x), b AS (a + a), c AS (b + b))`,
		"index":     `DROP TABLE messages_fts; CREATE VIRTUAL TABLE messages_fts USING fts5(text, place, content = 'messages')`,
	} {
		db := madeHistory(t)
		execute(t, db, sql)
		for _, args := range [][]string{{"list"}, {"show", "s"}, {"search", "hello"}, {"export"}, {"check"}, {"check", "--repair"}, {"import", os.DevNull}, {"rename", "s", "x"}, {"backup", db + ".copy"}} {
			code, printed := sessions(t, append(args, "--db", db)...)
			require.Equal(t, exitFailure, code, "%s: %v", name, args)
			require.Contains(t, printed, "This file is not safe to open", "%s: %v", name, args)
		}
	}
}

func TestWhatIsNoHistoryIsRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	fifo := filepath.Join(dir, "fifo")
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	withFifo := madeHistory(t)
	require.NoError(t, os.RemoveAll(withFifo+"-wal"))
	require.NoError(t, syscall.Mkfifo(withFifo+"-wal", 0o600))
	newer := madeHistory(t)
	execute(t, newer, "PRAGMA user_version = 99")
	for path, want := range map[string]string{
		fifo: "is not a file", dir: "is not a file", withFifo: "could not be opened",
		file("garbage", strings.Repeat("no database at all ", 100)):      "not a Burrow history",
		file("half", "SQLite format 3\x00"+strings.Repeat("\xff", 4000)): "",
		newer: "newer Burrow",
	} {
		for _, args := range [][]string{{"list"}, {"check"}, {"rename", "s", "x"}, {"import", os.DevNull}} {
			if path == newer && args[0] == "list" {
				continue // it can be read
			}
			code, printed := sessions(t, append(args, "--db", path)...)
			require.Equal(t, exitFailure, code, "%s: %v: %s", path, args, printed)
			require.Contains(t, printed, want, "%s: %v", path, args)
			require.Equal(t, 1, strings.Count(printed, "\n"), "one line: %s", printed)
		}
	}
	code, printed := sessions(t, "list", "--db", newer)
	require.Zero(t, code, printed)
	code, printed = sessions(t, "list", "--db", file("empty", ""))
	require.Equal(t, exitFailure, code)
	require.Contains(t, printed, "There is no history in this file.")
}

func permissions(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	return info.Mode().Perm()
}

// The history, what SQLite keeps beside it, backups and exports are the owner's
// alone, whatever the umask is. The import reads a pipe, which it opens when the
// history is open: until something is written into it the program stands still.
func TestFilesOfAHistoryAreTheOwnersAlone(t *testing.T) {
	for _, umask := range []string{"022", "000"} {
		dir := t.TempDir()
		db, pipe := filepath.Join(dir, "history.db"), filepath.Join(dir, "pipe")
		require.NoError(t, syscall.Mkfifo(pipe, 0o600))
		burrow := func(args string) *exec.Cmd {
			return exec.CommandContext(t.Context(), "sh", "-c", fmt.Sprintf("umask %s; exec burrow sessions --db '%s' %s", umask, db, args))
		}
		importing := burrow("import '" + pipe + "'")
		require.NoError(t, importing.Start())
		in, err := os.OpenFile(pipe, os.O_WRONLY, 0)
		require.NoError(t, err)
		for _, suffix := range []string{"", "-wal", "-shm"} {
			require.Equal(t, os.FileMode(0o600), permissions(t, db+suffix), "umask %s: %q", umask, suffix)
		}
		_, err = in.WriteString(twoLines)
		require.NoError(t, err)
		require.NoError(t, in.Close())
		require.NoError(t, importing.Wait())
		require.NoError(t, burrow("backup '"+db+".backup'").Run())
		require.NoError(t, burrow("export --out '"+db+".jsonl'").Run())
		for _, suffix := range []string{"", ".backup", ".jsonl"} {
			require.Equal(t, os.FileMode(0o600), permissions(t, db+suffix), "umask %s: %q", umask, suffix)
		}
	}
}

// A history that others could read is narrowed when it is opened, even to read.
func TestWidePermissionsAreNarrowed(t *testing.T) {
	db := madeHistory(t)
	require.NoError(t, os.Chmod(db, 0o666))
	code, printed := sessions(t, "export", "--db", db)
	require.Zero(t, code)
	require.Equal(t, 2, strings.Count(printed, "\n"), "nothing is said of it")
	require.Equal(t, os.FileMode(0o600), permissions(t, db))

	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, []byte(twoLines), 0o644))
	require.NoError(t, os.Chmod(text, 0o644))
	code, _ = sessions(t, "list", "--db", text)
	require.Equal(t, exitFailure, code)
	require.Equal(t, os.FileMode(0o644), permissions(t, text), "not a file of ours")
}
