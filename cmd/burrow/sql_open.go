package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/demo"
	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/say"
	"burrow/internal/sqlagent/agent"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/golden"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/turn"
)

// demoState is where `make run` says how its demo database is reached.
const demoState = "build/demo/state.json"

// sqlSource says which database questions go to, and what is known of it.
type sqlSource struct {
	env, graph, views, golden, model string
	noModel                          bool
	today                            time.Time
	// who writes queries, in the place of whom the settings name.
	who func(ctx context.Context) (llm.Answerer, error)
}

func (s *sqlSource) add(flags *flag.FlagSet) {
	flags.StringVar(&s.env, "env", "", "")
	flags.StringVar(&s.graph, "graph", "", "")
	flags.StringVar(&s.views, "views", "", "")
	flags.StringVar(&s.golden, "golden", "", "")
	flags.StringVar(&s.model, "model", "", "")
	flags.BoolVar(&s.noModel, "no-model", false, "")
	flags.Func("today", "", func(text string) (err error) {
		if s.today, err = time.Parse(time.DateOnly, text); err != nil {
			return say.Error("it must be a day, such as 2026-06-30")
		}
		return nil
	})
}

// openedSQL is an agent with what it holds open.
type openedSQL struct {
	*agent.Agent
	golden *golden.Book
	db     *database.DB
	// silent is why the server does not answer any more, nil while it does.
	silent atomic.Pointer[database.Error]
}

// watchedDB notices when the server stops answering, and when it answers again.
type watchedDB struct {
	*database.DB
	silent *atomic.Pointer[database.Error]
}

func (w watchedDB) Query(ctx context.Context, who database.Person, v guard.Verdict, l database.Limits) (*database.Result, error) {
	got, err := w.DB.Query(ctx, who, v, l)
	said, failed := errors.AsType[*database.Error](err)
	switch {
	case err == nil:
		w.silent.Store(nil)
	case failed && (said.Code == database.Hangs || said.Code == database.Unavailable):
		w.silent.Store(said)
	}
	return got, err
}

func (o *openedSQL) Close() error { return o.db.Close() }

// open connects to the database of the settings and makes an agent of it.
func (s *sqlSource) open(ctx context.Context, std streams) (*openedSQL, error) {
	settings, err := config.Load(os.Environ(), s.env)
	if err != nil {
		return nil, err
	}
	showWarnings(settings, std)
	if !settings.DB.Set() {
		if settings.DB, err = demoDatabase(demoState); err != nil {
			return nil, err
		}
	}
	return s.connect(ctx, settings, std)
}

func (s *sqlSource) connect(ctx context.Context, settings config.Config, std streams) (opened *openedSQL, err error) {
	of, err := database.SettingsOf(settings.DB)
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, of)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			db.Close()
		}
	}()
	opened = &openedSQL{db: db}
	if opened.golden, err = golden.Open(s.goldenFile(settings), nil); err != nil {
		return nil, err
	}
	isDemo := opened.db.Status().Server == database.Demo || settings.DB.Name == demo.Name
	g, rights, err := s.known(ctx, settings, isDemo, std)
	if err != nil {
		return nil, err
	}
	limits := settings.SQL.Limits()
	c := agent.Config{Graph: g, Rights: rights, DB: watchedDB{opened.db, &opened.silent}, Golden: opened.golden, Limits: limits, Today: s.clock(isDemo)}
	if isDemo && s.today.IsZero() {
		c.TodayIs = say.T("The demo company's data ends on {day}, so that day counts as today.", "day", demo.Today.Format("2 January 2006"))
	}
	c.Reader = agent.Planner(c.Today, limits.MaxRows)
	switch {
	case s.who != nil:
		c.Model = s.who
	case !s.noModel:
		c.Model = s.models(settings)
	}
	opened.Agent, err = agent.New(c)
	return opened, err
}

// clock is today: the day that was said, the demo's own, or the calendar's.
func (s *sqlSource) clock(isDemo bool) func() time.Time {
	switch {
	case !s.today.IsZero():
		return func() time.Time { return s.today }
	case isDemo:
		return func() time.Time { return demo.Today }
	}
	return time.Now
}

// models is who is asked for queries: a provider or a program on this machine, as in
// chats.
func (s *sqlSource) models(settings config.Config) func(ctx context.Context) (llm.Answerer, error) {
	known := newAnswerers(settings)
	return func(ctx context.Context) (llm.Answerer, error) {
		who, err := known.find(ctx, chat.Session{}, turn.Wish{Model: s.model})
		if err == nil && who.Rung != chat.RemoteRung && who.Rung != chat.MachineRung {
			err = ladder.ErrNoModel
		}
		return who, err
	}
}

// known is the graph of the database and who may read what of it.
func (s *sqlSource) known(ctx context.Context, settings config.Config, isDemo bool, std streams) (g *schema.Graph, rights database.Rights, err error) {
	rights.Views = settings.SQL.Views
	if isDemo {
		rights = database.DemoRights()
	}
	if s.views != "" {
		text, err := os.ReadFile(s.views)
		if err != nil {
			return nil, rights, plain(s.views, err)
		}
		rights.Views = nil
		if err := json.Unmarshal(text, &rights.Views); err != nil {
			return nil, rights, say.Error(`{file} is not a list of views such as {example}`, "file", s.views, "example", `{"customer":"secure_customer"}`)
		}
	}
	switch {
	case s.graph != "":
		g, err = readGraph(s.graph, std.in)
	case isDemo:
		g, err = graph.Demo()
	default:
		g, err = introspect(ctx, databaseFlags{env: s.env}, rights.Views, std)
	}
	if err == nil {
		rights.Sensitive = settings.SQL.Sensitive
		err = knowsAll(g, rights.Sensitive)
	}
	return g, rights, err
}

// knowsAll says which column that is to be protected does not exist: a name that is
// misspelt would protect nothing.
func knowsAll(g *schema.Graph, sensitive map[string][]string) error {
	for name, columns := range sensitive {
		t, ok := g.Table(name)
		for _, c := range columns {
			if ok {
				_, ok = t.Column(c)
			}
			if !ok {
				return say.Error("SQL_SENSITIVE_COLUMNS names {column}, which isn't in the database", "column", name+"."+c)
			}
		}
	}
	return nil
}

// introspect makes a graph of the live database. A secure view whose base table the
// account cannot see stands for that table.
func introspect(ctx context.Context, d databaseFlags, views map[string]string, std streams) (*schema.Graph, error) {
	db, err := openDatabase(ctx, d, streams{in: std.in, out: std.out, err: discard{}})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	g, err := graph.Introspect(ctx, db)
	if err != nil {
		return nil, err
	}
	for base, view := range views {
		_, seen := g.Table(base)
		if of, ok := g.Table(view); ok && !seen {
			shown := *of
			shown.Name = base
			if _, hasID := shown.Column("id"); hasID && len(shown.PrimaryKey) == 0 {
				shown.PrimaryKey = []string{"id"}
			}
			g.Put(&shown)
		}
	}
	graph.Infer(g)
	return g, nil
}

// discard is for warnings that were shown already.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// goldenFile is where confirmed answers are kept.
func (s *sqlSource) goldenFile(settings config.Config) string {
	if s.golden != "" {
		return s.golden
	}
	if settings.SQL.Golden != "" {
		return settings.SQL.Golden
	}
	if db, err := defaultDatabase(); err == nil {
		return filepath.Join(filepath.Dir(db), "golden.json")
	}
	return "golden.json"
}

// demoDatabase is the demo database that `make run` has started, if it is ready.
func demoDatabase(file string) (d config.Database, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return d, say.Error("no database is set: set DB_HOST, DB_USER, DB_PWD and DB_NAME in the environment or in .env, or start the demo database with `make run`")
	}
	var state struct {
		State    string            `json:"state"`
		Settings map[string]string `json:"settings"`
	}
	if json.Unmarshal(text, &state) != nil || state.State != "ready" {
		return d, say.Error("the demo database is not ready yet: {file} says {state}", "file", file, "state", strconv.Quote(state.State))
	}
	at := state.Settings
	port, err := strconv.Atoi(at["DB_PORT"])
	if err != nil {
		return d, say.Error("{file} does not say how the demo database is reached", "file", file)
	}
	return config.Database{Host: at["DB_HOST"], Port: port, User: at["DB_USER"], Password: config.NewSecret(at["DB_PWD"]), Name: at["DB_NAME"], Key: config.NewSecret(at["DB_ENCRYPT_KEY"])}, nil
}

// scopeFlags say as whom a question is asked.
type scopeFlags struct{ customers, workOrders, locations string }

func (s *scopeFlags) add(flags *flag.FlagSet) {
	flags.StringVar(&s.customers, "customers", "*", "")
	flags.StringVar(&s.workOrders, "work-orders", "*", "")
	flags.StringVar(&s.locations, "locations", "*", "")
}

func (s scopeFlags) person() (p database.Person, err error) {
	for _, of := range []struct {
		name, text string
		into       *database.Scope
	}{{"--customers", s.customers, &p.Customers}, {"--work-orders", s.workOrders, &p.WorkOrders}, {"--locations", s.locations, &p.Locations}} {
		if *of.into, err = readScope(of.text); err != nil {
			return p, say.Error("{name} must be * for all, or ids with commas between them", "name", of.name)
		}
	}
	return p, nil
}

func readScope(text string) (s database.Scope, err error) {
	if text == "*" {
		return database.Scope{All: true}, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return s, err
		}
		s.IDs = append(s.IDs, id)
	}
	return s, nil
}
