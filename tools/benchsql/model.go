package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"burrow/internal/tokens"
)

// cost is what a question took of the model.
type cost struct {
	Calls  int `json:"calls"`
	Tokens int `json:"tokens"`
	// Spent is how long the model itself took, in milliseconds.
	Spent float64 `json:"spent"`
}

// model is the scripted model of all sides: it knows the tables and the query of each
// question and says them in the form that it is asked in. It counts what it is sent.
type model struct {
	encoding *tokens.Encoding
	url      string
	server   *http.Server

	mu    sync.Mutex
	now   question
	tries int // queries of the question that were written so far
	cost  cost
	// rewrite makes the names that a side needs of those that the questions have.
	rewrite func(sql string) string
}

func startModel() (*model, error) {
	encoding, err := tokens.Embedded(tokens.Cl100k)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &model{encoding: encoding, url: "http://" + listener.Addr().String() + "/v1", rewrite: func(sql string) string { return sql }}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", m.answer)
	mux.HandleFunc("POST /next", m.next)
	m.server = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go m.server.Serve(listener)
	return m, nil
}

// begin makes a question the one that is asked, and returns what the one before took.
func (m *model) begin(q question) (before cost) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before = m.cost
	m.now, m.tries, m.cost = q, 0, cost{}
	return before
}

// next is begin for a side in another program: it posts the number of a question.
func (m *model) next(w http.ResponseWriter, r *http.Request) {
	var n int
	if err := json.NewDecoder(r.Body).Decode(&n); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var q question
	if n >= 0 && n < len(questions) {
		q = questions[n]
	}
	json.NewEncoder(w).Encode(m.begin(q))
}

type chatRequest struct {
	Stream   bool            `json:"stream"`
	Messages json.RawMessage `json:"messages"`
	Tools    json.RawMessage `json:"tools"`
	Format   json.RawMessage `json:"response_format"`
}

func (m *model) answer(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	body, err := io.ReadAll(r.Body)
	var asked chatRequest
	if err == nil {
		err = json.Unmarshal(body, &asked)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.mu.Lock()
	m.cost.Calls++
	m.cost.Tokens += m.encoding.Count(string(asked.Messages)) + m.encoding.Count(string(asked.Tools)) + m.encoding.Count(string(asked.Format))
	text, tool, arguments := m.say(asked)
	number := m.cost.Calls
	m.cost.Spent += float64(time.Since(began).Microseconds()) / 1000
	m.mu.Unlock()
	if asked.Stream {
		stream(w, text)
		return
	}
	message := map[string]any{"role": "assistant", "content": text}
	finish := "stop"
	if tool != "" {
		message["content"], finish = nil, "tool_calls"
		message["tool_calls"] = []any{map[string]any{"id": fmt.Sprintf("call_%d", number), "type": "function", "function": map[string]any{"name": tool, "arguments": arguments}}}
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{
		"id": "x", "object": "chat.completion", "created": 0, "model": "scripted",
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
		"usage":   map[string]int{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
	})
}

func stream(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	event, _ := json.Marshal(map[string]any{"id": "x", "object": "chat.completion.chunk", "model": "scripted", "choices": []any{map[string]any{"index": 0, "delta": map[string]string{"content": text}, "finish_reason": "stop"}}})
	fmt.Fprintf(w, "data: %s\n\ndata: [DONE]\n\n", event)
}

// say is what the model answers: JSON where a shape is asked for, calls of tools where
// there are some. The lock is held.
func (m *model) say(asked chatRequest) (text, tool, arguments string) {
	var messages []struct {
		Role    string `json:"role"`
		Name    string `json:"name"`
		Content any    `json:"content"`
		Calls   []struct {
			Function struct{ Name string } `json:"function"`
		} `json:"tool_calls"`
	}
	json.Unmarshal(asked.Messages, &messages)
	if len(asked.Tools) > 0 && string(asked.Tools) != "null" {
		last := ""
		for _, msg := range messages {
			for _, c := range msg.Calls {
				last = c.Function.Name
			}
		}
		result, _ := messages[len(messages)-1].Content.(string)
		return m.useTools(last, result)
	}
	switch {
	case strings.Contains(string(asked.Format), `"tables"`):
		out, _ := json.Marshal(map[string]any{"tables": m.now.Tables})
		return string(out), "", ""
	case strings.Contains(string(asked.Format), `"query"`):
		out, _ := json.Marshal(map[string]string{"sql": m.write(), "reading": "As asked."})
		return string(out), "", ""
	case strings.Contains(string(asked.Messages), "Double check"):
		m.tries-- // the checker is shown the query and repeats it
		return m.write(), "", ""
	}
	return "Here is what the database says.", "", ""
}

// write is the next query: the one with a mistake first.
func (m *model) write() string {
	m.tries++
	if m.tries == 1 && m.now.First != "" {
		return m.rewrite(m.now.First)
	}
	return m.rewrite(m.now.SQL)
}

// useTools goes the way that the toolkit's prompt asks for: list, schema, check, query.
func (m *model) useTools(last, result string) (text, tool, arguments string) {
	with := func(name, key, value string) (string, string, string) {
		out, _ := json.Marshal(map[string]string{key: value})
		return "", name, string(out)
	}
	switch {
	case last == "":
		return with("sql_db_list_tables", "tool_input", "")
	case last == "sql_db_list_tables":
		var names []string
		for _, t := range m.now.Tables {
			names = append(names, strings.TrimPrefix(m.rewrite("FROM "+t), "FROM "))
		}
		return with("sql_db_schema", "table_names", strings.Join(names, ", "))
	case last == "sql_db_query" && !strings.HasPrefix(result, "Error"):
		return "Here is what the database says: " + result, "", ""
	case last == "sql_db_query_checker":
		m.tries--
		return with("sql_db_query", "query", m.write())
	}
	return with("sql_db_query_checker", "query", m.write())
}
