//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/config"
	"burrow/internal/llm/llmtest"
	"burrow/internal/proxy"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/mariadbtest"
	"burrow/internal/wire"
)

// shopServer is a MariaDB with the shop, and another database beside it.
func shopServer(t *testing.T) *mariadbtest.Server {
	t.Helper()
	server := mariadbtest.Start(t, mariadbtest.Options{})
	root := server.Open(t, "tester", "")
	more := "CREATE DATABASE yard; CREATE TABLE yard.customer (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL); INSERT INTO yard.customer VALUES (1,'Zoe'); GRANT SELECT ON yard.* TO asker@localhost; " +
		"CREATE TABLE shop.visit (id INT PRIMARY KEY, customerId INT NOT NULL, FOREIGN KEY (customerId) REFERENCES shop.customer (id)); INSERT INTO shop.visit SELECT seq, 1 FROM shop.seq_1_to_4000"
	for statement := range strings.SplitSeq(askDDL+";\n"+strings.ReplaceAll(more, "; ", ";\n"), ";\n") {
		_, err := root.Exec(statement)
		require.NoError(t, err, statement)
	}
	return server
}

// followed is a desk that follows a settings file.
func followed(t *testing.T, settings string) (d *sqlDesk, write func(string)) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	file := filepath.Join(dir, "env")
	write = func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	write(settings)
	source, err := config.Open([]string{"SQL_GOLDEN_PATH=" + filepath.Join(dir, "golden.json")}, file)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	d = &sqlDesk{}
	go func() {
		defer close(done)
		d.follow(ctx, source, sqlSource{env: file, who: modelOf(source)}, "")
	}()
	t.Cleanup(func() {
		stop()
		<-done
		d.set("", "", nil)
	})
	return d, write
}

func (d *sqlDesk) awaits(t *testing.T, want wire.Database) {
	t.Helper()
	require.Eventually(t, func() bool { now := d.State(); return now.State == want.State && now.Name == want.Name }, time.Minute, 5*time.Millisecond, "%v", want)
}

func (d *sqlDesk) asks(t *testing.T, question string, choice json.RawMessage) answer.Answer {
	t.Helper()
	got, err := d.Ask(t.Context(), proxy.SQLQuestion{Question: question, Choice: choice}, func(proxy.SQLStep) {})
	require.NoError(t, err)
	return got.Answer.(answer.Answer)
}

// A database that the settings name later, another one, and none again.
func TestTheServerFollowsTheDatabaseOfTheSettings(t *testing.T) {
	server := shopServer(t)
	desk, write := followed(t, "")
	require.Zero(t, desk.State())
	_, err := desk.Ask(t.Context(), proxy.SQLQuestion{Question: "How many customers are there?"}, func(proxy.SQLStep) {})
	require.ErrorIs(t, err, errNoDatabaseYet)
	at := "DB_HOST=" + server.Socket + "\nDB_USER=asker\nDB_NAME="
	write(at + "shop\n")
	desk.awaits(t, wire.Database{Name: "shop", State: wire.DatabaseReady})
	require.Equal(t, "There are 3 customers.", desk.asks(t, "How many customers are there?", nil).Text)
	write(at + "yard\n")
	desk.awaits(t, wire.Database{Name: "yard", State: wire.DatabaseReady})
	require.Equal(t, "There is 1 customer.", desk.asks(t, "How many customers are there?", nil).Text)
	write(at + "shop\nSQL_SENSITIVE_COLUMNS={\"customer\":[\"nothing\"]}\n")
	desk.awaits(t, wire.Database{Name: "shop", State: wire.DatabaseFailed})
	require.Equal(t, "SQL_SENSITIVE_COLUMNS names customer.nothing, which isn't in the database", desk.State().Message)
	write(at + "shop\nSQL_SENSITIVE_COLUMNS={\"invoice\":[\"amount\"]}\n")
	desk.awaits(t, wire.Database{Name: "shop", State: wire.DatabaseReady})
	require.Equal(t, "'invoice.amount' is sensitive: fewer than 5 rows are not added up.", desk.asks(t, "What is the average amount of invoices?", nil).Warnings[0].Text)
	write("")
	require.Eventually(t, func() bool { return desk.State().State == "" }, time.Minute, 5*time.Millisecond)
}

// The cost ceiling asks first, and a question that is stopped ends its query in the
// database.
func TestTheServerAsksFirstAndStops(t *testing.T) {
	server := shopServer(t)
	model := llmtest.New()
	t.Cleanup(model.Close)
	desk, _ := followed(t, fmt.Sprintf("DB_HOST=%s\nDB_USER=asker\nDB_NAME=shop\nSQL_MAX_EXAMINED_ROWS=1000\nOPENAI_BASE_URL=%s\nOPENAI_API_KEY=sk-script\nMODEL_NAME=scripted-1\n", server.Socket, model.URL()))
	desk.awaits(t, wire.Database{Name: "shop", State: wire.DatabaseReady})
	require.Equal(t, "There are 3 customers.", desk.asks(t, "How many customers are there?", nil).Text)

	a := desk.asks(t, "How many visits are there?", nil)
	require.False(t, a.Answered)
	require.Equal(t, answer.Expensive, a.Code)
	require.Equal(t, "Run it anyway", a.Choices[0].Label)
	apply, err := json.Marshal(a.Choices[0])
	require.NoError(t, err)
	var chosen struct{ Apply json.RawMessage }
	require.NoError(t, json.Unmarshal(apply, &chosen))
	a = desk.asks(t, "How many visits are there?", chosen.Apply)
	require.True(t, a.Answered, a.Reading)
	require.Equal(t, "4000", *a.Rows[0][0])

	root := server.Open(t, "tester", "")
	running := func() (n int) {
		require.NoError(t, root.QueryRow("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = 'asker' AND INFO LIKE '%visit%'").Scan(&n))
		return n
	}
	ctx, cancel := context.WithCancel(t.Context())
	run, err := json.Marshal(map[string]string{"run": "SELECT COUNT(*) AS n FROM visit a JOIN visit b ON a.customerId = b.customerId JOIN visit c ON b.customerId = c.customerId"})
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() {
		_, err := desk.Ask(ctx, proxy.SQLQuestion{Question: "Weigh the visits", Choice: run}, func(proxy.SQLStep) {})
		done <- err
	}()
	require.Eventually(t, func() bool { return running() == 1 }, time.Minute, 5*time.Millisecond)
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	require.Eventually(t, func() bool { return running() == 0 }, time.Minute, 5*time.Millisecond)
}

// Chats on a terminal answer questions to the database of the settings in this process,
// follow-ups among them, and other questions as before.
func TestChatsAskTheDatabaseOfTheSettings(t *testing.T) {
	server := shopServer(t)
	model := llmtest.New()
	t.Cleanup(model.Close)
	dir := t.TempDir()
	t.Chdir(dir)
	for name, value := range map[string]string{"DB_HOST": server.Socket, "DB_USER": "asker", "DB_NAME": "shop", "HOME": dir, "SQL_GOLDEN_PATH": filepath.Join(dir, "golden.json"), "XDG_DATA_HOME": ""} {
		t.Setenv(name, value)
	}
	in := ""
	chats := func(args ...string) (out, said string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), append([]string{"chat", "--db", filepath.Join(dir, "chats.db")}, args...), streams{strings.NewReader(in), &stdout, &stderr})
		require.Equal(t, exitOK, code, stdout.String()+stderr.String())
		return stdout.String(), stderr.String()
	}
	out, said := chats("--json", "How many customers are there?")
	require.Contains(t, out, "There are 3 customers.", said)
	require.Contains(t, out, `"by":"planner"`)
	var done struct{ Session string }
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &done), out)
	out, _ = chats("--session", done.Session, "only those in Bern")
	require.Contains(t, out, "There are 2 customers with city “Bern”.")
	out, _ = chats("How many customers per city?")
	require.Contains(t, out, "\nBern", "rows are shown as a table")

	// What the database asks about is chosen at once, or later.
	t.Setenv("SQL_MAX_EXAMINED_ROWS", "1000")
	out, said = chats("--ask", "How many visits are there?")
	require.Contains(t, out, "  1  Run it anyway\n")
	require.Contains(t, said, "Type a number, or ask something else: ")
	later := regexp.MustCompile(`--session (\w+) --choose`).FindStringSubmatch(said)
	require.NotNil(t, later, said)
	out, _ = chats("--session", later[1], "--choose", "1")
	require.Contains(t, out, "There are 4,000 visits.")
	in = "1\n"
	out, _ = chats("--ask", "How many visits are there?")
	require.Contains(t, out, "There are 4,000 visits.")
	in = "How many customers are there?\n"
	out, _ = chats("--ask", "How many visits are there?")
	require.Contains(t, out, "There are 3 customers.")

	t.Setenv("OPENAI_BASE_URL", model.URL())
	t.Setenv("OPENAI_API_KEY", "sk-script")
	t.Setenv("MODEL_NAME", "scripted-1")
	model.Reply(func(r llmtest.Request) (llmtest.Answer, bool) {
		text, _ := json.Marshal(r.Body)
		switch {
		case strings.Contains(string(text), "You write one MySQL SELECT"):
			return llmtest.Answer{Text: `{"sql":"SELECT city, COUNT(*) AS n FROM customer GROUP BY city","reading":"Customers by city."}`}, true
		case strings.Contains(string(text), "Bern | 2"):
			return llmtest.Answer{Text: "Most are in Bern: 2."}, true
		}
		return llmtest.Answer{Text: "{}"}, true
	})
	out, said = chats("How do our customers spread over the cities, roughly weighed?")
	require.Contains(t, out, "Most are in Bern: 2.", said)

	t.Setenv("DB_USER", "nobody")
	out, said = chats("How many customers are there?")
	require.Contains(t, said, "the database shop is not asked: ")
	require.NotEmpty(t, out)
}

// A server that has stopped answering is not asked until it answers again.
func TestAServerThatHangsIsSaidUntilItAnswers(t *testing.T) {
	server := shopServer(t)
	d, _ := followed(t, fmt.Sprintf("DB_HOST=%s\nDB_USER=asker\nDB_NAME=shop\n", server.Socket))
	d.awaits(t, wire.Database{Name: "shop", State: wire.DatabaseReady})
	o, err := d.current()
	require.NoError(t, err)
	o.silent.Store(&database.Error{Code: database.Hangs})
	require.Equal(t, wire.Database{Name: "shop", State: wire.DatabaseFailed, Message: "The database is connected, but it isn't responding. Try again later, or check whether it is overloaded."}, d.State())
	d.awaits(t, wire.Database{Name: "shop", State: wire.DatabaseReady})
}
