package proxy

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"burrow/internal/fault"
	"burrow/internal/say"
	"burrow/internal/wire"
)

// SQL answers questions from a database. Who asks is whoever has the server's token.
// It is safe for concurrent use, and its errors have a sentence to show.
type SQL interface {
	// State says how far the database is; its State is empty while there is none. It does
	// not wait.
	State() wire.Database
	// About says what can be asked about.
	About(ctx context.Context) (SQLAbout, error)
	// Ask answers a question. tell is called with each step. The query ends when ctx
	// does.
	Ask(ctx context.Context, q SQLQuestion, tell func(step SQLStep)) (SQLAnswer, error)
	// Draw draws a table with its neighbours as SVG.
	Draw(ctx context.Context, w io.Writer, table string) error
	// Golden are the answers that somebody confirmed. Keep adds one, or replaces the
	// one of its id; what it returns has an id.
	Golden(ctx context.Context) ([]SQLGolden, error)
	Keep(ctx context.Context, g SQLGolden) (SQLGolden, error)
	Forget(ctx context.Context, id string) error
}

// SQLQuestion is what is asked: the body of POST /api/sql/ask.
type SQLQuestion struct {
	Question string `json:"question"`
	// Before are the questions to the database before it, oldest first.
	Before []SQLTurn `json:"before,omitempty"`
	// Choice is what was chosen of the last answer's choices: its apply.
	Choice json.RawMessage `json:"choice,omitempty"`
	// Model is the one to ask, if a model is needed; "" is the server's choice.
	Model string `json:"model,omitempty"`
	// NoModel has it answered without a model, or not at all.
	NoModel bool `json:"noModel,omitempty"`
	// Certain has it answered only if nothing but the database can be meant, and never by
	// a model.
	Certain bool `json:"certain,omitempty"`
}

// SQLAnswer is what came of a question.
type SQLAnswer struct {
	// Answer is the whole of it, for the page and for programs.
	Answer any `json:"answer"`
	// Text is the answer in words. If it is empty, a model is to write them, from Rows.
	Text string `json:"text,omitempty"`
	Rows string `json:"rows,omitempty"`
}

// SQLTurn is a question that was answered, and what a follow-up needs of the answer.
// It comes from a client, and is read as if a stranger had written it.
type SQLTurn struct {
	Question string          `json:"question"`
	SQL      string          `json:"sql,omitempty"`
	State    json.RawMessage `json:"state,omitempty"`
}

// SQLStep is a step on the way to an answer: that it begins, or that it is done.
type SQLStep struct {
	Step string `json:"step"`
	// Says is the step in words, for somebody who waits; "" once it is done.
	Says string `json:"says,omitempty"`
	// Took is how long it took, in milliseconds, and Detail what came of it.
	Took   float64 `json:"ms"`
	Detail string  `json:"detail,omitempty"`
}

// SQLAbout is what can be asked about: the answer to GET /api/sql.
type SQLAbout struct {
	Database wire.Database `json:"database"`
	Tables   []SQLTable    `json:"tables"`
	// Examples are questions that work.
	Examples []string `json:"examples"`
}

// SQLTable is a table as far as the person may read it.
type SQLTable struct {
	Name    string      `json:"name"`
	Comment string      `json:"comment,omitempty"`
	Rows    int64       `json:"rows,omitempty"`
	Columns []SQLColumn `json:"columns"`
	// Examples are questions about this table.
	Examples []string `json:"examples,omitempty"`
}

// SQLColumn is a column of a table.
type SQLColumn struct {
	Name    string `json:"name"`
	Type    string `json:"type,omitempty"`
	Comment string `json:"comment,omitempty"`
	Key     bool   `json:"key,omitempty"`
	// To is the table that it refers to, if any.
	To string `json:"to,omitempty"`
}

// SQLGolden is an answer that somebody confirmed.
type SQLGolden struct {
	ID       string `json:"id,omitempty"`
	Question string `json:"question"`
	SQL      string `json:"sql"`
	// Kept is when, in Unix milliseconds.
	Kept int64 `json:"kept,omitempty"`
	// Problem says why it is not used now, if so: a table is gone.
	Problem string `json:"problem,omitempty"`
}

const (
	sqlPath    = "/api/sql"
	tablesPath = sqlPath + "/tables/"
	goldenPath = sqlPath + "/golden"
	// A question has 16 kB at most, and what went before it the rest.
	maxAskBytes      = 256 << 10
	maxQuestionBytes = 16 << 10
	maxGoldenBytes   = 128 << 10
	maxBefore        = 10
	// aliveEvery is how often a client that waits is told that the server is there.
	aliveEvery = 10 * time.Second
)

func (p *Proxy) sqlRoutes() []route {
	return []route{
		{method: http.MethodGet, path: sqlPath, handle: p.withSQL(p.aboutSQL)},
		{method: http.MethodPost, path: sqlPath + "/ask", handle: p.withSQL(p.askSQL)},
		{method: http.MethodGet, path: tablesPath, handle: p.withSQL(p.drawTable)},
		{method: http.MethodGet, path: goldenPath, handle: p.withSQL(p.listGolden)},
		{method: http.MethodPost, path: goldenPath, handle: p.withSQL(p.keepGolden)},
		{method: http.MethodPut, path: goldenPath, handle: p.withSQL(p.keepGolden)},
		{method: http.MethodDelete, path: goldenPath, handle: p.withSQL(p.forgetGolden)},
	}
}

// withSQL answers for a server that has no database.
func (p *Proxy) withSQL(handle func(SQL, http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if p.options.SQL == nil || p.options.SQL.State().State == "" {
			refuseUnread(w, r, refusal{http.StatusNotFound, "not_found", say.T("This server has no database to ask.")})
			return
		}
		handle(p.options.SQL, w, r)
	}
}

func (p *Proxy) aboutSQL(sql SQL, w http.ResponseWriter, r *http.Request) {
	about, err := sql.About(r.Context())
	if err != nil {
		p.refuseFault(w, r, err)
		return
	}
	if about.Tables == nil {
		about.Tables = []SQLTable{}
	}
	if about.Examples == nil {
		about.Examples = []string{}
	}
	answerJSON(w, http.StatusOK, about)
}

// askSQL answers a question with a stream of events, one JSON object each.
func (p *Proxy) askSQL(sql SQL, w http.ResponseWriter, r *http.Request) {
	var q SQLQuestion
	if !readJSON(w, r, maxAskBytes, "This question is too long.", &q) {
		return
	}
	q.Question = strings.TrimSpace(q.Question)
	switch {
	case q.Question == "":
		refuse(w, r, refusal{http.StatusBadRequest, "invalid", say.T("There is no question.")})
		return
	case len(q.Question) > maxQuestionBytes || len(q.Before) > maxBefore:
		refuse(w, r, refusal{http.StatusRequestEntityTooLarge, "too_large", say.T("This question is too long.")})
		return
	}
	events := newEventWriter(w)
	defer events.stop()
	askSQL(r.Context(), sql, q, events.send)
}

// askSQL sends what comes of a question: steps, and then the answer or why there is
// none. To a client that has gone it sends no more.
func askSQL(ctx context.Context, sql SQL, q SQLQuestion, send func(event any)) {
	answer, err := sql.Ask(ctx, q, func(step SQLStep) {
		send(struct {
			Event string `json:"event"`
			SQLStep
		}{"step", step})
	})
	switch f := fault.From(err); {
	case ctx.Err() != nil:
	case err != nil:
		send(struct {
			Event   string     `json:"event"`
			Code    fault.Code `json:"code"`
			Message string     `json:"message"`
		}{"error", f.Code, f.Message})
	default:
		send(struct {
			Event string `json:"event"`
			SQLAnswer
		}{"answer", answer})
	}
}

// InProcess is a database of this program as its server would have it, for those who
// ask by paths.
type InProcess struct{ SQL SQL }

// GetJSON says what can be asked about, whatever the path.
func (p InProcess) GetJSON(ctx context.Context, _ string, into any) error {
	about, err := p.SQL.About(ctx)
	if err != nil {
		return err
	}
	text, err := json.Marshal(about)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// Events asks a question, which is the body.
func (p InProcess) Events(ctx context.Context, _ string, body []byte, each func(event []byte) error) (err error) {
	var q SQLQuestion
	if err := json.Unmarshal(body, &q); err != nil {
		return err
	}
	askSQL(ctx, p.SQL, q, func(event any) {
		text, marshalled := json.Marshal(event)
		if err == nil {
			err = marshalled
		}
		if err == nil {
			err = each(text)
		}
	})
	return err
}

// eventWriter writes server-sent events, and comments while there are none: a query
// may take longer than a client waits for a silent server.
type eventWriter struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	control *http.ResponseController
	alive   *time.Ticker
	ended   chan struct{}
	silent  sync.WaitGroup
}

func newEventWriter(w http.ResponseWriter) *eventWriter {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	s := &eventWriter{w: w, control: http.NewResponseController(w), alive: time.NewTicker(aliveEvery), ended: make(chan struct{})}
	s.write([]byte(": asking\n\n"))
	s.silent.Go(func() {
		for {
			select {
			case <-s.alive.C:
				s.write([]byte(": asking\n\n"))
			case <-s.ended:
				return
			}
		}
	})
	return s
}

// send writes an event. JSON as we write it has no line breaks.
func (s *eventWriter) send(event any) {
	text, err := json.Marshal(event)
	if err != nil {
		panic(err) // events are ours
	}
	s.write(append(append([]byte("data: "), text...), "\n\n"...))
}

func (s *eventWriter) write(text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// The server's own limit is too short for a question.
	s.control.SetWriteDeadline(time.Now().Add(maxWrite))
	s.w.Write(text) // an error here means that the client has gone
	s.control.Flush()
}

func (s *eventWriter) stop() {
	s.alive.Stop()
	close(s.ended)
	s.silent.Wait()
}

// drawTable draws the table of a path like /api/sql/tables/customer.svg.
func (p *Proxy) drawTable(sql SQL, w http.ResponseWriter, r *http.Request) {
	name, isSVG := strings.CutSuffix(strings.TrimPrefix(r.URL.EscapedPath(), tablesPath), ".svg")
	name, err := url.PathUnescape(name)
	if err != nil || !isSVG || name == "" {
		p.nothing(w, r)
		return
	}
	var drawing bytes.Buffer
	if err := sql.Draw(r.Context(), &drawing, name); err != nil {
		p.refuseFault(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", "no-store")
	w.Write(drawing.Bytes()) // an error here means that the client has gone
}

func (p *Proxy) listGolden(sql SQL, w http.ResponseWriter, r *http.Request) {
	list, err := sql.Golden(r.Context())
	if err != nil {
		p.refuseFault(w, r, err)
		return
	}
	if list == nil {
		list = []SQLGolden{}
	}
	answerJSON(w, http.StatusOK, map[string][]SQLGolden{"golden": list})
}

// keepGolden keeps a new one by POST, and changes one by PUT.
func (p *Proxy) keepGolden(sql SQL, w http.ResponseWriter, r *http.Request) {
	var g SQLGolden
	if !readJSON(w, r, maxGoldenBytes, "This query is too long.", &g) {
		return
	}
	g.Question, g.SQL, g.Kept, g.Problem = strings.TrimSpace(g.Question), strings.TrimSpace(g.SQL), 0, ""
	if g.Question == "" || g.SQL == "" || (g.ID == "") != (r.Method == http.MethodPost) {
		refuse(w, r, refusal{http.StatusBadRequest, "invalid", say.T("A question and its query are needed.")})
		return
	}
	kept, err := sql.Keep(r.Context(), g)
	if err != nil {
		p.refuseFault(w, r, err)
		return
	}
	answerJSON(w, http.StatusOK, kept)
}

func (p *Proxy) forgetGolden(sql SQL, w http.ResponseWriter, r *http.Request) {
	var which struct {
		ID string `json:"id"`
	}
	if !readJSON(w, r, maxFormBytes, "This query is too long.", &which) {
		return
	}
	if err := sql.Forget(r.Context(), which.ID); err != nil {
		p.refuseFault(w, r, err)
		return
	}
	answerJSON(w, http.StatusOK, struct{}{})
}
