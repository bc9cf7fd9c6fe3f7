package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/go-sql-driver/mysql"

	"burrow/internal/demo"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
)

// database is a running demo database, and the guard through which the gold queries go as
// all others do.
type database struct {
	pool     *sql.DB
	guard    *guard.Guard
	settings map[string]string
	stop     func()
}

// demoState is what the state file of cmd/demodb says.
type demoState struct {
	State    string            `json:"state"`
	Error    string            `json:"error"`
	Settings map[string]string `json:"settings"`
}

// startDemo starts the demo database and waits until it can be asked. It ends with this
// process, whatever becomes of it.
func startDemo(ctx context.Context, program string) (*database, error) {
	dir, err := os.MkdirTemp("", "evalsql")
	if err != nil {
		return nil, err
	}
	state := filepath.Join(dir, "state.json")
	cmd := exec.CommandContext(ctx, program, "-with", strconv.Itoa(os.Getpid()), "-state", state)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("start the demo database (make build/demodb makes it): %w", err)
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	stop := func() {
		cmd.Process.Signal(os.Interrupt)
		<-ended
		os.RemoveAll(dir)
	}
	settings, err := awaitDemo(ctx, state, ended)
	if err != nil {
		stop()
		return nil, err
	}
	db, err := connect(settings)
	if err != nil {
		stop()
		return nil, err
	}
	db.stop = func() {
		db.pool.Close()
		stop()
	}
	return db, nil
}

// awaitDemo looks at the state file until the database is ready.
func awaitDemo(ctx context.Context, file string, ended <-chan struct{}) (map[string]string, error) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		switch s, err := readState(file); {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		case s.State == "ready":
			return s.Settings, nil
		case s.State == "failed":
			return nil, fmt.Errorf("the demo database: %s", s.Error)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-ended:
			return nil, errors.New("the demo database ended before it was ready")
		case <-tick.C:
		}
	}
}

func readState(file string) (demoState, error) {
	var s demoState
	text, err := os.ReadFile(file)
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(text, &s)
}

// runningDemo uses a demo database that somebody else has started.
func runningDemo(file string) (*database, error) {
	s, err := readState(file)
	if err != nil {
		return nil, err
	}
	if s.State != "ready" {
		return nil, fmt.Errorf("%s says that the demo database is %q, not ready", file, s.State)
	}
	db, err := connect(s.Settings)
	if err != nil {
		return nil, err
	}
	db.stop = func() { db.pool.Close() }
	return db, nil
}

// connect opens the database as somebody who sees all rows.
func connect(settings map[string]string) (*database, error) {
	g, err := demoGraph()
	if err != nil {
		return nil, err
	}
	// Results of gold queries are never cut.
	check, err := guard.New(guard.Rules{Graph: g, Views: demo.SecureViews, MaxRows: mostGoldRows})
	if err != nil {
		return nil, err
	}
	c := mysql.NewConfig()
	c.Net, c.Addr = "tcp", net.JoinHostPort(settings["DB_HOST"], settings["DB_PORT"])
	c.User, c.Passwd, c.DBName = settings["DB_USER"], settings["DB_PWD"], settings["DB_NAME"]
	c.Collation = "utf8mb4_general_ci"
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, err
	}
	pool := sql.OpenDB(connector)
	pool.SetMaxOpenConns(1) // one session, whose variables are set once
	_, err = pool.Exec(fmt.Sprintf("SET @%s = '%s', @%s = '%s', @%s = '%s', @%s = '%s'", demo.KeyVariable, demo.Key,
		demo.CustomersVariable, demo.All, demo.OrdersVariable, demo.All, demo.LocationsVariable, demo.All))
	if err != nil {
		pool.Close()
		return nil, err
	}
	return &database{pool: pool, guard: check, settings: settings}, nil
}

// mostGoldRows is far above what any question of the set asks for.
const mostGoldRows = 10_000

// demoGraph is the join graph of the demo database: its tables, what the application's
// models add and what people wrote down.
func demoGraph() (*schema.Graph, error) {
	dir, err := os.MkdirTemp("", "evalsql")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, demo.Files()); err != nil {
		return nil, err
	}
	g := schema.New(demo.Name, nil, nil)
	file, err := demo.Files().Open("schema.sql")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if _, err := graph.ReadDDL(g, "schema.sql", file); err != nil {
		return nil, err
	}
	declared, _, err := graph.Import(g, []string{filepath.Join(dir, "models")})
	if err != nil {
		return nil, err
	}
	graph.Merge(g, declared)
	text, err := demo.Files().Open("overrides.json")
	if err != nil {
		return nil, err
	}
	defer text.Close()
	overrides, err := graph.ReadOverrides(text)
	if err != nil {
		return nil, err
	}
	overrides.Apply(g)
	return g, nil
}
