//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/llm/llmtest"
	"burrow/internal/sqlagent/mariadbtest"
)

const askDDL = `CREATE DATABASE shop;
CREATE TABLE shop.customer (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, city VARCHAR(40) NOT NULL);
CREATE TABLE shop.invoice (id INT PRIMARY KEY, customerId INT NULL, amount DECIMAL(10,2) NOT NULL, issuedOn DATE NOT NULL, FOREIGN KEY (customerId) REFERENCES shop.customer (id));
INSERT INTO shop.customer VALUES (1,'Ada','Bern'),(2,'Bo','Bern'),(3,'=Cleo()','Rome');
INSERT INTO shop.invoice VALUES (1,1,10.5,'2026-05-02'),(2,1,20,'2026-05-20'),(3,2,5,'2026-06-01'),(4,NULL,99,'2026-06-02');
CREATE USER asker@localhost;
GRANT SELECT ON shop.* TO asker@localhost`

// asked runs the program.
func asked(t *testing.T, in string, args ...string) (code int, out, problems string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(context.Background(), append([]string{"sql"}, args...), streams{strings.NewReader(in), &stdout, &stderr})
	return code, stdout.String(), stderr.String()
}

// A real database, asked on the command line with a scripted model and without one.
func TestSQLAsk(t *testing.T) {
	server := mariadbtest.Start(t, mariadbtest.Options{})
	root := server.Open(t, "tester", "")
	for statement := range strings.SplitSeq(askDDL, ";\n") {
		_, err := root.Exec(statement)
		require.NoError(t, err, statement)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	model := llmtest.New()
	t.Cleanup(model.Close)
	golden := filepath.Join(dir, "golden.json")
	for name, value := range map[string]string{
		"DB_HOST": server.Socket, "DB_USER": "asker", "DB_NAME": "shop", "SQL_GOLDEN_PATH": golden,
		"OPENAI_BASE_URL": model.URL(), "OPENAI_API_KEY": "sk-script", "MODEL_NAME": "scripted-1", "HOME": dir,
	} {
		t.Setenv(name, value)
	}

	t.Run("without a model", func(t *testing.T) {
		code, out, said := asked(t, "", "ask", "--no-model", "How many customers are there?")
		require.Equal(t, exitOK, code, said)
		require.Contains(t, out, "There are 3 customers.\n")
		require.Contains(t, out, "FROM `customer`")
		require.Contains(t, said, "without a model")
		code, out, _ = asked(t, "", "ask", "--no-model", "Gubbl wurbl?")
		require.Equal(t, exitFailure, code)
		require.NotEmpty(t, out)
	})

	t.Run("a batch", func(t *testing.T) {
		lines := `{"id":"a","question":"How many customers are there?"}` + "\n\n" + `{"id":7,"question":"gubbl"}` + "\n" + `{"question":3}` + "\n" + `{"id":1}` + "\n"
		code, out, said := asked(t, lines, "ask", "--no-model", "--batch", "-")
		require.Equal(t, exitOK, code, said)
		answers := strings.Split(strings.TrimSpace(out), "\n")
		require.Len(t, answers, 4)
		var first map[string]any
		require.NoError(t, json.Unmarshal([]byte(answers[0]), &first))
		require.Equal(t, "a", first["id"])
		require.Equal(t, true, first["answered"])
		require.Equal(t, []any{[]any{"3"}}, first["rows"])
		require.Equal(t, []any{}, first["warnings"])
		require.Equal(t, false, first["truncated"])
		var second map[string]any
		require.NoError(t, json.Unmarshal([]byte(answers[1]), &second))
		require.EqualValues(t, 7, second["id"])
		require.Equal(t, false, second["answered"])
		require.NotEmpty(t, second["reading"])
		require.Equal(t, []any{}, second["rows"])
		require.Contains(t, answers[2], "Line 4 is not a question")
		require.Contains(t, answers[3], "Line 5 has no question")
	})

	// Questions before, of which only the words are known, are asked again. One without an
	// answer stays among them: what follows it does not go on from the one before that.
	t.Run("a batch with questions before", func(t *testing.T) {
		lines := `{"id":1,"question":"Only those in Bern","history":["How many customers are there?"]}
{"id":2,"question":"Only those in Bern","history":[{"role":"user","content":"How many customers are there?"},{"role":"assistant","content":"3"},{"role":"user","content":"Gubbl wurbl?"}]}
{"id":3,"question":"Only those in Bern"}
`
		code, out, said := asked(t, lines, "ask", "--no-model", "--batch", "-")
		require.Equal(t, exitOK, code, said)
		var got []string
		for line := range strings.Lines(out) {
			var a struct {
				Answered bool
				Rows     [][]string
			}
			require.NoError(t, json.Unmarshal([]byte(line), &a))
			got = append(got, fmt.Sprint(a.Answered, a.Rows))
		}
		require.Equal(t, []string{"true [[2]]", "false []", "false []"}, got)
	})

	t.Run("with a model", func(t *testing.T) {
		model.Reset()
		model.Script(llmtest.Answer{Text: `{"sql":"SELECT c.name, SUM(i.amount) AS spent FROM customer c JOIN invoice i ON i.customerId = c.id GROUP BY c.id, c.name","reading":"What each customer spent."}`}, llmtest.Answer{Text: "Ada spent 30.50, Bo 5."})
		code, out, said := asked(t, "", "ask", "Please weigh the spending of everybody who came by")
		require.Equal(t, exitOK, code, out+said)
		require.Contains(t, out, "What each customer spent.\n\nAda spent 30.50, Bo 5.\n")
		require.Contains(t, out, "Customer  Spent\n--------  -----\nAda       30.50\nBo         5.00\n")
		require.Contains(t, out, "! 1 customer has no invoice and is left out.\n")
		require.Contains(t, said, "by scripted-1")
	})

	t.Run("a terminal obeys neither models nor rows", func(t *testing.T) {
		model.Reset()
		model.Script(llmtest.Answer{Text: `{"sql":"SELECT CONCAT(UNHEX('1b5b324a'), name) AS who, UNHEX('e280ae') AS turned FROM customer WHERE id < 3","reading":"All \u001b[2Jof them."}`}, llmtest.Answer{Text: "Two\x1b[8m people.\x07"})
		code, out, said := asked(t, "", "ask", "Put down everybody who came by")
		require.Equal(t, exitOK, code, out+said)
		require.Contains(t, out, "Two")
		require.Contains(t, out, "[2JAda")
		require.NotRegexp(t, "[\x00-\x09\x0b-\x1f\x7f\u202e]", out+said)
	})

	t.Run("events in their order", func(t *testing.T) {
		code, out, _ := asked(t, "", "ask", "--no-model", "--events", "How many customers are there?")
		require.Equal(t, exitOK, code)
		var kinds []string
		for line := range strings.Lines(out) {
			var e struct{ Event string }
			require.NoError(t, json.Unmarshal([]byte(line), &e))
			if len(kinds) == 0 || kinds[len(kinds)-1] != e.Event {
				kinds = append(kinds, e.Event)
			}
		}
		require.Equal(t, "route_decision tool_start step token complete", strings.Join(kinds, " "))
		require.Contains(t, out, `{"channel":"final","content":"There ","event":"token"}`)
	})

	t.Run("CSV is safe", func(t *testing.T) {
		model.Reset()
		model.Script(llmtest.Answer{Text: `{"sql":"SELECT name, city FROM customer ORDER BY id","reading":"All."}`}, llmtest.Answer{Text: "Three."})
		code, out, said := asked(t, "", "ask", "--csv", "Put down everybody who came by")
		require.Equal(t, exitOK, code, said)
		require.Equal(t, "name,city\r\nAda,Bern\r\nBo,Bern\r\n'=Cleo(),Rome\r\n", out)
	})

	t.Run("confirmed answers", func(t *testing.T) {
		code, _, said := asked(t, "", "ask", "--no-model", "--keep", "How many customers are there?")
		require.Equal(t, exitOK, code, said)
		code, out, said := asked(t, "", "ask", "--no-model", "--json", "how many customers")
		require.Equal(t, exitOK, code, said)
		require.Contains(t, out, `"by":"golden"`)
		info, err := os.Stat(golden)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode())

		code, out, _ = asked(t, "", "golden", "list", "--json")
		require.Equal(t, exitOK, code)
		var e struct{ ID string }
		require.NoError(t, json.Unmarshal([]byte(out), &e))
		code, _, said = asked(t, "", "golden", "edit", e.ID, "--sql", "SELECT COUNT(*) AS n FROM customer WHERE city = 'Bern'")
		require.Equal(t, exitOK, code, said)
		_, out, _ = asked(t, "", "ask", "--no-model", "how many customers")
		require.Contains(t, out, "2")
		code, _, said = asked(t, "", "golden", "edit", e.ID, "--sql", "DELETE FROM customer")
		require.Equal(t, exitFailure, code)
		require.Contains(t, said, "Only SELECT is allowed.")
		code, _, _ = asked(t, "", "golden", "delete", e.ID)
		require.Equal(t, exitOK, code)
		code, _, said = asked(t, "", "golden", "delete", e.ID)
		require.Equal(t, exitFailure, code)
		require.Contains(t, said, "there is no confirmed answer")
		_, out, _ = asked(t, "", "golden", "list")
		require.Empty(t, out)
	})

	t.Run("Ctrl+C ends the query in the server", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		model.Reset()
		model.Script(llmtest.Answer{HangBefore: true})
		done := make(chan int)
		var stdout, stderr bytes.Buffer
		go func() {
			done <- run(ctx, []string{"sql", "ask", "Weigh everybody who came by"}, streams{strings.NewReader(""), &stdout, &stderr})
		}()
		for len(model.Requests()) == 0 {
			select {
			case code := <-done:
				require.Fail(t, "it ended", "%d %s", code, stderr.String())
			default:
			}
		}
		cancel()
		require.Equal(t, exitFailure, <-done)
		require.Contains(t, stderr.String(), "stopped")
	})

	t.Run("wrong calls", func(t *testing.T) {
		for _, args := range [][]string{{"ask"}, {"ask", "--batch", "x", "question"}, {"ask", "--customers", "x", "q"}, {"ask", "--today", "soon", "q"}, {"golden"}, {"golden", "dance"}, {"golden", "edit", "x"}} {
			code, _, said := asked(t, "", args...)
			require.Equal(t, exitUsage, code, args)
			require.Contains(t, said, "--help", args)
		}
		t.Setenv("DB_HOST", "")
		t.Setenv("DB_USER", "")
		t.Setenv("DB_NAME", "")
		code, _, said := asked(t, "", "ask", "How many customers?")
		require.Equal(t, exitFailure, code)
		require.Contains(t, said, "no database is set")
	})
}
