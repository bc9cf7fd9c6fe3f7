package proxy

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"burrow/internal/fault"
	"burrow/internal/wire"

	"github.com/stretchr/testify/require"
)

// scriptedSQL is a database that does as it is told.
type scriptedSQL struct {
	state wire.Database
	ask   func(ctx context.Context, q SQLQuestion, tell func(SQLStep)) (SQLAnswer, error)
	about SQLAbout
	kept  []SQLGolden
	fails error
}

func (s *scriptedSQL) State() wire.Database                    { return s.state }
func (s *scriptedSQL) About(context.Context) (SQLAbout, error) { return s.about, s.fails }
func (s *scriptedSQL) Ask(ctx context.Context, q SQLQuestion, tell func(SQLStep)) (SQLAnswer, error) {
	return s.ask(ctx, q, tell)
}

func (s *scriptedSQL) Draw(_ context.Context, w io.Writer, table string) error {
	if table != "work order" {
		return fault.New(fault.NotFound, "There is no table of this name.")
	}
	_, err := io.WriteString(w, "<svg/>")
	return err
}
func (s *scriptedSQL) Golden(context.Context) ([]SQLGolden, error) { return s.kept, s.fails }
func (s *scriptedSQL) Keep(_ context.Context, g SQLGolden) (SQLGolden, error) {
	if g.ID == "" {
		g.ID = "1"
	}
	s.kept = []SQLGolden{g}
	return g, s.fails
}

func (s *scriptedSQL) Forget(_ context.Context, id string) error {
	if len(s.kept) == 0 || s.kept[0].ID != id {
		return fault.New(fault.NotFound, "There is no such answer.")
	}
	s.kept = nil
	return nil
}

func startSQL(t *testing.T, s *scriptedSQL) net.Addr {
	t.Helper()
	s.state.State = cmp.Or(s.state.State, wire.DatabaseReady)
	addr, _ := startProxy(t, Options{SQL: s})
	return addr
}

// A settings file may take the database away while the server runs.
func TestADatabaseThatIsGoneIsNotAsked(t *testing.T) {
	addr, _ := startProxy(t, Options{SQL: &scriptedSQL{}})
	response, body := post(t, addr, "/api/sql/ask", `{"question":"Who?"}`)
	require.Equal(t, 404, response.StatusCode)
	message, _, _ := errorOf(t, body)
	require.Equal(t, "This server has no database to ask.", message)
}

// eventsIn are the data lines of a stream.
func eventsIn(body string) (out []string) {
	for line := range strings.Lines(body) {
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			out = append(out, strings.TrimSpace(data))
		}
	}
	return out
}

func TestStepsAndAnswerOfAQuestionAreEvents(t *testing.T) {
	var asked SQLQuestion
	addr := startSQL(t, &scriptedSQL{ask: func(_ context.Context, q SQLQuestion, tell func(SQLStep)) (SQLAnswer, error) {
		asked = q
		tell(SQLStep{Step: "run", Says: "Running"})
		tell(SQLStep{Step: "run", Took: 3.25, Detail: "2 rows"})
		return SQLAnswer{Text: "two\nlines", Answer: map[string]any{"rows": [][]string{{"<b>"}}}}, nil
	}})
	response, body := post(t, addr, "/api/sql/ask", `{"question":" How many? ","before":[{"question":"Which?","sql":"SELECT 1","state":{"a":[1]}}],"choice":{"join":"a"},"model":"gpt-4","noModel":true}`)
	require.Equal(t, 200, response.StatusCode)
	require.Equal(t, "text/event-stream", response.Header.Get("Content-Type"))
	require.Equal(t, "no-store", response.Header.Get("Cache-Control"))
	require.Equal(t, SQLQuestion{Question: "How many?", Choice: json.RawMessage(`{"join":"a"}`), Model: "gpt-4", NoModel: true,
		Before: []SQLTurn{{Question: "Which?", SQL: "SELECT 1", State: json.RawMessage(`{"a":[1]}`)}}}, asked)
	require.Equal(t, []string{
		`{"event":"step","step":"run","says":"Running","ms":0}`,
		`{"event":"step","step":"run","ms":3.25,"detail":"2 rows"}`,
		`{"event":"answer","answer":{"rows":[["\u003cb\u003e"]]},"text":"two\nlines"}`,
	}, eventsIn(body))
}

func TestAQuestionThatFailsEndsWithASentence(t *testing.T) {
	fails := error(fault.New(fault.Unavailable, "The database does not answer."))
	addr := startSQL(t, &scriptedSQL{ask: func(context.Context, SQLQuestion, func(SQLStep)) (SQLAnswer, error) { return SQLAnswer{}, fails }})
	_, body := post(t, addr, "/api/sql/ask", `{"question":"Who?"}`)
	require.Equal(t, []string{`{"event":"error","code":"unavailable","message":"The database does not answer."}`}, eventsIn(body))

	fails = errors.New("SELECT secret FROM t: near 'x'")
	_, body = post(t, addr, "/api/sql/ask", `{"question":"Who?"}`)
	require.Equal(t, []string{`{"event":"error","code":"internal","message":"Something went wrong inside Burrow."}`}, eventsIn(body))
}

func TestQuestionsThatCannotBeReadReachNobody(t *testing.T) {
	addr := startSQL(t, &scriptedSQL{ask: func(context.Context, SQLQuestion, func(SQLStep)) (SQLAnswer, error) {
		t.Error("it was asked")
		return SQLAnswer{}, nil
	}})
	for body, want := range map[string]int{
		`{"question":""}`:                       400,
		`{"question":"  "}`:                     400,
		`{}`:                                    400,
		`{"question":"a","sql":"DROP TABLE t"}`: 400,
		`{"question":"a"} {}`:                   400,
		`{"question":"a","choice":` + strings.Repeat("[", 128) + strings.Repeat("]", 128) + `}`:     400,
		`{"question":"` + strings.Repeat("a", maxQuestionBytes+1) + `"}`:                            413,
		`{"question":"a","choice":"` + strings.Repeat("b", maxAskBytes) + `"}`:                      413,
		`{"question":"a","before":[` + strings.Repeat(`{"question":""},`, 10) + `{"question":""}]}`: 413,
	} {
		response, text := post(t, addr, "/api/sql/ask", body)
		require.Equal(t, want, response.StatusCode, body[:min(len(body), 60)])
		require.Contains(t, text, `"type":"burrow_error"`)
	}
	response, _ := post(t, addr, "/api/sql/ask", `{"question":"a"}`, "Content-Type", "text/plain")
	require.Equal(t, http.StatusUnsupportedMediaType, response.StatusCode)
}

func TestAClientThatGoesEndsItsQuery(t *testing.T) {
	ended := make(chan error, 1)
	addr := startSQL(t, &scriptedSQL{ask: func(ctx context.Context, _ SQLQuestion, tell func(SQLStep)) (SQLAnswer, error) {
		tell(SQLStep{Step: "run"})
		<-ctx.Done()
		ended <- ctx.Err()
		return SQLAnswer{}, ctx.Err()
	}})
	ctx, leave := context.WithCancel(t.Context())
	r := request(t, addr, "POST", "/api/sql/ask", `{"question":"All of it"}`, "Content-Type", "application/json", "Authorization", "Bearer "+testToken).WithContext(ctx)
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() && !strings.Contains(lines.Text(), `"run"`) {
	}
	leave()
	require.ErrorIs(t, <-ended, context.Canceled)
	response.Body.Close()
}

func TestWhatCanBeAskedAbout(t *testing.T) {
	s := &scriptedSQL{state: wire.Database{Name: "Demo database", State: wire.DatabaseReady, Message: "ready in 2.1 s"}}
	addr := startSQL(t, s)
	_, body := get(t, addr, "/api/sql", authorized)
	require.JSONEq(t, `{"database":{"name":"","state":""},"tables":[],"examples":[]}`, body, "lists are there, if empty")
	s.about = SQLAbout{Database: s.state, Examples: []string{"How many customers are there?"},
		Tables: []SQLTable{{Name: "customer", Comment: "Who pays", Columns: []SQLColumn{{Name: "id", Type: "int", Key: true}, {Name: "countryId", To: "country"}}}}}
	_, body = get(t, addr, "/api/sql", authorized)
	require.JSONEq(t, `{"database":{"name":"Demo database","state":"ready","message":"ready in 2.1 s"},"examples":["How many customers are there?"],
		"tables":[{"name":"customer","comment":"Who pays","columns":[{"name":"id","type":"int","key":true},{"name":"countryId","to":"country"}]}]}`, body)
	require.Equal(t, &s.state, statusOf(t, addr).Database)

	s.fails = fault.New(fault.Unavailable, "The database is still starting.")
	response, body := get(t, addr, "/api/sql", authorized)
	require.Equal(t, http.StatusServiceUnavailable, response.StatusCode)
	require.Contains(t, body, "still starting")
}

func TestTablesAreDrawn(t *testing.T) {
	addr := startSQL(t, &scriptedSQL{})
	response, body := get(t, addr, "/api/sql/tables/work%20order.svg", authorized)
	require.Equal(t, "<svg/>", body)
	require.Equal(t, "image/svg+xml", response.Header.Get("Content-Type"))
	require.Contains(t, response.Header.Get("Content-Security-Policy"), "default-src 'none'", "opened by itself it runs nothing")
	for _, path := range []string{"other.svg", "work%20order", ".svg", "", "%zz.svg"} {
		response, _ := get(t, addr, "/api/sql/tables/"+path, authorized)
		require.Contains(t, []int{400, 404}, response.StatusCode, path)
	}
}

func TestConfirmedAnswersAreKeptChangedAndForgotten(t *testing.T) {
	sql := &scriptedSQL{}
	addr := startSQL(t, sql)
	const path = "/api/sql/golden"
	send := func(method, body string) (int, string) {
		r := request(t, addr, method, path, body, "Content-Type", "application/json", "Authorization", "Bearer "+testToken)
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response.StatusCode, string(text)
	}
	list := func() string { _, body := get(t, addr, path, authorized); return body }
	require.JSONEq(t, `{"golden":[]}`, list())
	status, body := send("POST", `{"question":" How many? ","sql":"SELECT COUNT(*) FROM t","kept":5,"problem":"x"}`)
	require.Equal(t, 200, status)
	require.JSONEq(t, `{"id":"1","question":"How many?","sql":"SELECT COUNT(*) FROM t"}`, body, "when and whether it works is for the server to say")
	require.JSONEq(t, `{"golden":[{"id":"1","question":"How many?","sql":"SELECT COUNT(*) FROM t"}]}`, list())
	status, _ = send("PUT", `{"id":"1","question":"How many now?","sql":"SELECT 2"}`)
	require.Equal(t, 200, status)
	require.Contains(t, list(), "How many now?")
	for _, tt := range []struct{ method, body string }{
		{"POST", `{"id":"1","question":"a","sql":"b"}`}, {"PUT", `{"question":"a","sql":"b"}`}, {"POST", `{"question":"a"}`}, {"POST", `{"sql":"a"}`}, {"DELETE", `{"id":1}`},
		{"POST", `{"question":5}`},
	} {
		status, body := send(tt.method, tt.body)
		require.Equal(t, 400, status, tt)
		_, _, code := errorOf(t, body)
		require.Equal(t, "invalid", code, "it is said once")
	}
	sql.fails = fault.New(fault.Conflict, "Another one has this question.")
	status, body = send("POST", `{"question":"a","sql":"b"}`)
	require.Equal(t, 409, status)
	message, _, _ := errorOf(t, body)
	require.Equal(t, "Another one has this question.", message)
	sql.fails = nil
	status, body = send("DELETE", `{"id":"2"}`)
	require.Equal(t, 404, status)
	message, _, _ = errorOf(t, body)
	require.Equal(t, "There is no such answer.", message)
	status, _ = send("DELETE", `{"id":"1"}`)
	require.Equal(t, 200, status)
	require.JSONEq(t, `{"golden":[]}`, list())
}

func TestAServerWithoutADatabaseSaysSo(t *testing.T) {
	addr, _ := startProxy(t, Options{})
	for _, path := range []string{"/api/sql", "/api/sql/golden", "/api/sql/tables/a.svg"} {
		response, body := get(t, addr, path, authorized)
		require.Equal(t, 404, response.StatusCode, path)
		require.Contains(t, body, "This server has no database to ask.")
	}
	response, _ := post(t, addr, "/api/sql/ask", `{"question":"a"}`)
	require.Equal(t, 404, response.StatusCode)
	require.Nil(t, statusOf(t, addr).Database)
}

// deadlines is a response that notes until when each write may take.
type deadlines struct {
	*httptest.ResponseRecorder
	until []time.Time
}

func (d *deadlines) SetWriteDeadline(until time.Time) error {
	d.until = append(d.until, until)
	return nil
}

func TestAnAskLongerThanTheWriteTimeoutArrives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		events := newEventWriter(w)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		events.send(struct{}{})
		events.stop()
		writes := strings.Count(w.Body.String(), "\n\n")
		require.Len(t, w.until, writes)
		require.Greater(t, writes, int(5*time.Minute/aliveEvery)-1, "the client hears that the server is there")
		require.Equal(t, time.Now().Add(maxWrite), w.until[writes-1])
	})
}
