// Benchsql asks the demo database 30 questions with the same scripted model through Burrow
// and through LangChain's SQL toolkit, in one run: how often the model is called, how many
// tokens it is sent, how long all else takes, and how many wrong numbers are shown without
// a warning. The model makes the mistakes that models make: wrong names, which an error
// corrects, and queries that run and count rows twice, lose rows or show a part as the
// whole. `make bench-sql` prints the table of docs/performance.md.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"burrow/internal/config"
	"burrow/internal/demo"
	"burrow/internal/sqlagent/database"
	"burrow/tools/pythonenv"
)

// rounds is how often each question is asked.
const rounds = 5

// asked is what became of a question.
type asked struct {
	cost
	// MS is how long it took, the model included.
	MS float64 `json:"ms"`
	// Database is how long the database took of it; 0 if that is not known.
	Database float64 `json:"-"`
	Right    bool    `json:"right"`
	// Answered says that rows were shown, Warned that something was said about them.
	Answered bool `json:"answered"`
	Warned   bool `json:"-"`
}

// each prints every question that was answered wrongly, or took long.
var each = flag.Bool("each", false, "print which questions are answered wrongly, and which take long")

func main() {
	flag.Parse()
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "benchsql:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "benchsql")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	python, err := pythonenv.Make("build/benchsql", "tools/benchsql/requirements.txt")
	if err != nil {
		return err
	}
	at, stop, err := startDemo(ctx, dir)
	if err != nil {
		return err
	}
	defer stop()
	m, err := startModel()
	if err != nil {
		return err
	}
	defer m.server.Close()
	sides := []struct {
		name string
		ask  func() ([]asked, error)
	}{
		{"Burrow, a model writes every query", func() ([]asked, error) { return askBurrow(ctx, at, m, false) }},
		{"Burrow, as it comes: rules first", func() ([]asked, error) { return askBurrow(ctx, at, m, true) }},
		{"LangChain's SQL toolkit", func() ([]asked, error) { return askLangChain(python, at, m) }},
	}
	fmt.Printf("| %d questions | calls | tokens sent | outside the model, p50 | p95 | without the database, p95 | asked back | wrong numbers | without a warning |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n", len(questions))
	for _, s := range sides {
		got, err := s.ask()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		show(s.name, got)
	}
	return nil
}

func show(name string, got []asked) {
	var calls, sent, none, wrong, silent int
	var outside, own []float64
	for i, a := range got {
		if *each && !a.Right {
			fmt.Printf("%s: %s (answered: %t, warned: %t)\n", name, questions[i].Text, a.Answered, a.Warned)
		}
		if *each && a.MS-a.Spent > 50 {
			fmt.Printf("%s: %s took %.1f ms\n", name, questions[i].Text, a.MS-a.Spent)
		}
		calls, sent = calls+a.Calls, sent+a.Tokens
		outside, own = append(outside, a.MS-a.Spent), append(own, max(0, a.MS-a.Spent-a.Database))
		if !a.Answered {
			none++
		} else if !a.Right {
			wrong++
			if !a.Warned {
				silent++
			}
		}
	}
	at := func(list []float64, share float64) string {
		slices.Sort(list)
		return fmt.Sprintf("%.1f ms", list[int(share*float64(len(list)-1)+.5)])
	}
	alone := "–"
	if slices.ContainsFunc(got, func(a asked) bool { return a.Database > 0 }) {
		alone = at(own, .95)
	}
	fmt.Printf("| %s | %d | %d | %s | %s | %s | %d | %d | %d |\n", name, calls, sent, at(outside, .5), at(outside, .95), alone, none, wrong, silent)
}

// startDemo starts the demo database and waits until it is ready.
func startDemo(ctx context.Context, dir string) (at config.Database, stop func(), err error) {
	file := filepath.Join(dir, "state.json")
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	cmd := exec.CommandContext(ctx, "build/demodb", "-state", file)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		cancel()
		return at, nil, fmt.Errorf("start the demo database: %w", err)
	}
	stop = func() {
		cancel()
		cmd.Wait()
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			stop()
			return at, nil, ctx.Err()
		case <-tick.C:
		}
		var state struct {
			State    string            `json:"state"`
			Settings map[string]string `json:"settings"`
		}
		text, err := os.ReadFile(file)
		if err != nil || json.Unmarshal(text, &state) != nil || state.State != "ready" {
			continue
		}
		s := state.Settings
		port, err := strconv.Atoi(s["DB_PORT"])
		return config.Database{Host: s["DB_HOST"], Port: port, User: s["DB_USER"], Password: config.NewSecret(s["DB_PWD"]), Name: s["DB_NAME"], Key: config.NewSecret(s["DB_ENCRYPT_KEY"])}, stop, err
	}
}

var tableName = regexp.MustCompile(`\b(FROM|JOIN) (\w+)`)

// viewed has the names of secure views in the place of tables: LangChain sends what the
// model wrote, so its model has to know them.
func viewed(sql string) string {
	return tableName.ReplaceAllStringFunc(sql, func(found string) string {
		word, name, _ := strings.Cut(found, " ")
		if view, ok := demo.SecureViews[name]; ok {
			return word + " " + view
		}
		return found
	})
}

func truthOf(q question) string {
	if q.Truth != "" {
		return q.Truth
	}
	return q.SQL
}

func askLangChain(python string, at config.Database, m *model) ([]asked, error) {
	m.rewrite = viewed
	defer func() { m.rewrite = func(sql string) string { return sql } }()
	list := make([]map[string]string, len(questions))
	for i, q := range questions {
		list[i] = map[string]string{"text": q.Text, "truth": viewed(truthOf(q))}
	}
	text, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	settings, err := database.SettingsOf(at)
	if err != nil {
		return nil, err
	}
	uri := fmt.Sprintf("mysql+pymysql://%s:%s@%s/%s", at.User, at.Password.Reveal(), settings.Address, at.Name)
	session := fmt.Sprintf("SET @aesKey = '%s', @customerIds = '*', @workOrderIds = '*', @serviceLocationIds = '*'", at.Key.Reveal())
	cmd := exec.Command(python, "tools/benchsql/langchain_sql.py", m.url, uri, session, strconv.Itoa(rounds), strings.Join(slices.Sorted(maps.Keys(demo.SecureViews)), ","))
	cmd.Stdin, cmd.Stderr = strings.NewReader(string(text)), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var all []asked
	for line := range strings.Lines(string(out)) {
		var a asked
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}
