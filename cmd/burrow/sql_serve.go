package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/proxy"
	"burrow/internal/say"
	"burrow/internal/sqlagent/agent"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/golden"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/wire"
)

// sqlDesk answers the page's questions to a database, which may not be there yet, or not
// at all: its state is empty then. Who has the server's token sees all rows that the
// account may read.
type sqlDesk struct {
	mu     sync.Mutex
	state  wire.Database
	opened *openedSQL
}

// owner is who has the server's token, or runs the program.
var owner = database.Everything()

// askedModel is the model that a question names, in its context.
type askedModel struct{}

// mostKept is how large an answer may be: what is kept with a message has less room than
// this for all its sources together.
const mostKept = gather.MostShown - 16<<10

var errNoDatabaseYet = fault.New(fault.Unavailable, "The database can't be asked right now.")

func (d *sqlDesk) State() wire.Database {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.state
	if d.opened != nil {
		if why := d.opened.silent.Load(); why != nil {
			now.State, now.Message = wire.DatabaseFailed, why.Error()
		}
	}
	return now
}

// revive asks a server again that has stopped answering.
func (d *sqlDesk) revive(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, reviveTime)
	defer cancel()
	if o, err := d.current(); err == nil && o.silent.Load() != nil && o.db.Ping(ctx) == nil {
		o.silent.Store(nil)
	}
}

func (d *sqlDesk) set(state wire.DatabaseState, message string, o *openedSQL) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opened != nil && d.opened != o {
		d.opened.Close()
	}
	d.state.State, d.state.Message, d.opened = state, message, o
}

// name says which database is meant from now on, and whether only chats ask it that have
// attached it.
func (d *sqlDesk) name(name string, optional bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.state.Name, d.state.Optional = name, optional
}

func (d *sqlDesk) current() (*openedSQL, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opened == nil {
		return nil, errNoDatabaseYet
	}
	return d.opened, nil
}

// stepWords say what is being done, to somebody who waits.
var stepWords = map[string]say.English{
	"choose": "Choosing tables", "plan": "Planning the join", "write": "Writing the query", "check": "Checking the query",
	"run": "Running the query", "retry": "Waiting to run the query again", "correct": "Correcting the query", "answer": "Writing the answer", "read": "Reading the question",
}

func (d *sqlDesk) Ask(ctx context.Context, q proxy.SQLQuestion, tell func(proxy.SQLStep)) (out proxy.SQLAnswer, err error) {
	o, err := d.current()
	if err != nil {
		return out, err
	}
	ask := agent.Question{Text: q.Question, Person: owner, Choice: choiceOf(q.Choice), NoModel: q.NoModel, Certain: q.Certain}
	for _, turn := range q.Before {
		ask.Before = append(ask.Before, agent.Turn(turn))
	}
	a, err := o.Agent.Ask(context.WithValue(ctx, askedModel{}, q.Model), ask, func(e agent.Event) {
		step := proxy.SQLStep{Step: e.Step.Step, Took: e.MS, Detail: e.Detail}
		switch words, known := stepWords[step.Step]; {
		case e.Text != "":
			return
		case !e.Done && known:
			step.Says = say.T(words)
		}
		tell(step)
	})
	if err != nil {
		return out, err
	}
	a.SQL = answer.Layout(a.SQL)
	a.Tidy()
	fit(&a)
	out.Answer = a
	if a.By == answer.ByModel && a.Answered && len(a.Rows) > 0 {
		out.Rows = rowsForModel(a)
		return out, nil
	}
	out.Text = a.Text
	if out.Text == "" {
		out.Text = answer.Text(a)
	}
	return out, nil
}

// choiceOf is what was chosen, as the agent wrote it: a text, which came back as one.
func choiceOf(sent json.RawMessage) string {
	var text string
	if json.Unmarshal(sent, &text) == nil {
		return text
	}
	return string(sent)
}

// fit leaves out the last rows of an answer that is too large to be kept with a message.
func fit(a *answer.Answer) {
	for {
		text, err := json.Marshal(a)
		if err != nil || len(text) <= mostKept || len(a.Rows) == 0 {
			return
		}
		a.Rows = a.Rows[:len(a.Rows)*mostKept/(len(text)+mostKept/8)]
		a.Truncated = true
		a.Warn(answer.Truncated, say.T("There is more than can be kept with the chat. The first rows are shown."))
	}
}

// rowsForModel is what a model is given to write the answer's words from.
func rowsForModel(a answer.Answer) string {
	text := "Rows of a database that answer the question. Use only numbers that stand in them or follow from them; the reader sees them as a table below your answer.\n"
	for _, w := range a.Warnings {
		text += "Say this, too: " + w.Text + "\n"
	}
	return text + agent.RowsText(a)
}

func (d *sqlDesk) About(context.Context) (proxy.SQLAbout, error) {
	about := proxy.SQLAbout{Database: d.State()}
	o, err := d.current()
	if err != nil {
		return about, err
	}
	g, err := o.Agent.Known(owner)
	if err != nil {
		return about, err
	}
	to := map[string]string{}
	for _, r := range g.Relationships {
		if len(r.Columns) == 1 && r.Kind != schema.Inferred {
			to[r.FromTable+"."+r.Columns[0].From] = r.ToTable
		}
	}
	for _, t := range g.Tables() {
		one := proxy.SQLTable{Name: t.Name, Comment: t.Comment, Rows: t.Rows}
		key := map[string]bool{}
		for _, name := range t.PrimaryKey {
			key[name] = true
		}
		for _, c := range t.Columns {
			one.Columns = append(one.Columns, proxy.SQLColumn{Name: c.Name, Type: c.Type, Comment: c.Comment, Key: key[c.Name], To: to[t.Name+"."+c.Name]})
		}
		about.Tables = append(about.Tables, one)
	}
	about.Examples = o.Agent.Examples(owner)
	return about, nil
}

func (d *sqlDesk) Draw(_ context.Context, w io.Writer, table string) error {
	o, err := d.current()
	if err != nil {
		return err
	}
	g, err := o.Agent.Known(owner)
	if err != nil {
		return err
	}
	if _, ok := g.Table(table); !ok {
		return fault.New(fault.NotFound, "There is no table of this name.")
	}
	return graph.DrawTable(w, g, table, graph.DrawOptions{Most: 8})
}

func (d *sqlDesk) Golden(context.Context) (list []proxy.SQLGolden, err error) {
	o, err := d.current()
	if err != nil {
		return nil, err
	}
	entries, err := o.golden.List()
	for _, e := range entries {
		list = append(list, goldenOf(o, e))
	}
	return list, err
}

func goldenOf(o *openedSQL, e golden.Entry) proxy.SQLGolden {
	return proxy.SQLGolden{ID: e.ID, Question: e.Question, SQL: e.SQL, Kept: e.Kept, Problem: o.Agent.Problem(owner, e)}
}

func (d *sqlDesk) Keep(_ context.Context, g proxy.SQLGolden) (proxy.SQLGolden, error) {
	o, err := d.current()
	if err != nil {
		return g, err
	}
	e, err := o.Agent.Confirm(owner, g.ID, g.Question, g.SQL)
	switch {
	case errors.Is(err, golden.ErrNotFound):
		return g, fault.New(fault.NotFound, "There is no such answer.")
	case err != nil:
		return g, fault.New(fault.Invalid, "This can't be kept: {why}.", "why", err.Error())
	}
	return goldenOf(o, e), nil
}

func (d *sqlDesk) Forget(_ context.Context, id string) error {
	o, err := d.current()
	if err == nil {
		err = o.golden.Delete(id)
	}
	if errors.Is(err, golden.ErrNotFound) {
		return fault.New(fault.NotFound, "There is no such answer.")
	}
	return err
}

// openSQL connects to the database of the settings, if there is one. Without it
// questions are answered as if there were none, and that is said.
func (a *asker) openSQL(ctx context.Context, settings config.Config) {
	if !settings.DB.Set() {
		return
	}
	desk := &sqlDesk{state: wire.Database{Name: settings.DB.Name}}
	desk.open(ctx, sqlSource{env: a.env, who: func(ctx context.Context) (llm.Answerer, error) {
		return a.answerers.server(ctx, a.answerers.settings.Over(chat.DefaultSettings()), "")
	}}, settings)
	if now := desk.State(); now.State != wire.DatabaseReady {
		fmt.Fprintln(a.std.err, "burrow:", say.T("the database {name} is not asked: {why}", "name", now.Name, "why", now.Message))
		return
	}
	a.answerers.sql = desk
}

// modelOf says who writes queries: whoever answers in the chat, of the providers of the
// settings as they are now.
func modelOf(source *config.Source) func(context.Context) (llm.Answerer, error) {
	var mu sync.Mutex
	var who *answerers
	of := -1
	return func(ctx context.Context) (llm.Answerer, error) {
		settings, generation, _ := source.Current()
		mu.Lock()
		if who == nil || of != generation {
			who, of = newAnswerers(settings), generation
		}
		a := who
		mu.Unlock()
		applied := settings.Settings.Over(chat.DefaultSettings())
		if model, _ := ctx.Value(askedModel{}).(string); model != "" {
			applied.Model = &model
		}
		return a.server(ctx, applied, "")
	}
}
