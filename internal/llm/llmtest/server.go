// Package llmtest is a model server for tests. It speaks OpenAI's wire as the real
// one does, and does everything wrong that it is told to: refuse, hang, reset the
// connection at a byte, lie, never end.
//
// Answers are queued by Script and taken by requests in their order. A request that
// finds none is answered with an echo of its last question, so that a page can be
// tried without a script. Names and summaries are not made without one.
package llmtest

import (
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"

	"burrow/internal/memory"
	"burrow/internal/understand"
)

// Server is a running server. All methods are safe for concurrent use.
type Server struct {
	listener net.Listener
	mux      *http.ServeMux
	server   *http.Server

	busy sync.WaitGroup

	mu       sync.Mutex
	answers  []Answer
	reply    func(Request) (Answer, bool)
	requests []*Request
	release  chan struct{} // closed by Release
	closed   bool          // no request is taken any more, so that busy can be waited for
}

// Request is what came. Its log entry is made when the request has been read, and
// changed when the answer ends.
type Request struct {
	Method string      `json:"method"`
	Path   string      `json:"path"` // with /v1
	Header http.Header `json:"header"`
	// Body is the decoded body, nil if it is no object.
	Body map[string]any `json:"body,omitempty"`
	// For is what Answer.For was for it.
	For string `json:"for,omitempty"`
	// Over says that the answer has ended, Gone that the client went before.
	Over bool `json:"over"`
	Gone bool `json:"gone"`
}

// New starts a server on a free port of the loopback.
func New() *Server {
	s, err := Listen("127.0.0.1:0")
	if err != nil {
		panic("llmtest: " + err.Error())
	}
	return s
}

// Listen starts a server on an address.
func Listen(addr string) (*Server, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	return Serve(listener), nil
}

// Serve starts a server on a listener, which it closes.
func Serve(listener net.Listener) *Server {
	s := &Server{listener: listener, mux: http.NewServeMux(), release: make(chan struct{})}
	s.mux.HandleFunc("/v1/", s.serve)
	s.server = &http.Server{Handler: s.mux}
	s.busy.Go(func() { s.server.Serve(listener) })
	return s
}

// Handle adds a route outside /v1, in the form of http.ServeMux.
func (s *Server) Handle(pattern string, handler http.HandlerFunc) { s.mux.HandleFunc(pattern, handler) }

// Addr is the address that the server listens on.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// URL is the base address of the wire, with /v1.
func (s *Server) URL() string { return "http://" + s.Addr() + "/v1" }

// Script adds answers to the queue.
func (s *Server) Script(answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = append(s.answers, answers...)
}

// Replace puts answers in the place of those that wait in the queue.
func (s *Server) Replace(answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = slices.Clone(answers)
}

// Reply makes answers for requests that find none in the queue, one at a time; those that
// it leaves are echoed.
func (s *Server) Reply(reply func(Request) (Answer, bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reply = reply
}

// Requests returns what has come so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Request, len(s.requests))
	for i, r := range s.requests {
		all[i] = *r
	}
	return all
}

// Release lets all answers go on that hang, or will hang, for a request that has
// come before.
func (s *Server) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.release)
	s.release = make(chan struct{})
}

// Reset empties the queue and the log, and releases what hangs.
func (s *Server) Reset() {
	s.mu.Lock()
	s.answers, s.requests = nil, nil
	s.mu.Unlock()
	s.Release()
}

// Close ends all connections and waits until nothing of the server is left.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.server.Close()
	s.busy.Wait()
}

// serve reads a request, logs it and answers it.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if !s.begin() {
		return
	}
	defer s.busy.Done()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went before it had asked
	}
	entry := &Request{Method: r.Method, Path: r.URL.Path, Header: maps.Clone(r.Header)}
	json.Unmarshal(text, &entry.Body)
	entry.For = purpose(entry.Body)
	answer, scripted, release := s.enter(entry)
	e := &exchange{w: w, r: r, answer: answer, asked: entry.Body, release: release}
	if scripted {
		e.respond()
	} else {
		e.respondUnscripted()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	entry.Over, entry.Gone = true, e.gone
}

func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.busy.Add(1)
	}
	return !s.closed
}

// enter logs a request and takes the first answer for its path.
func (s *Server) enter(entry *Request) (answer Answer, scripted bool, release <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, entry)
	at := slices.IndexFunc(s.answers, func(a Answer) bool {
		path := a.Path
		if path == "" {
			path = chatPath
		}
		return "/v1"+path == entry.Path && a.For == entry.For
	})
	if at < 0 && s.reply != nil {
		answer, scripted = s.reply(*entry)
		return answer, scripted, s.release
	}
	if at < 0 {
		return Answer{}, false, s.release
	}
	answer = s.answers[at]
	s.answers = slices.Delete(s.answers, at, at+1)
	return answer, true, s.release
}

const chatPath = "/chat/completions"

// checkSchema is claims.SchemaName.
const checkSchema = "verdicts"

var titleSystem, _ = memory.TitleRequest("", "")

// purpose says what a request is for, if it is not a user's question.
func purpose(asked map[string]any) string {
	format, _ := asked["response_format"].(map[string]any)
	schema, _ := format["json_schema"].(map[string]any)
	switch schema["name"] {
	case memory.SchemaName:
		return "summary"
	case understand.SchemaName:
		return "understanding"
	case checkSchema:
		return "check"
	}
	messages, _ := asked["messages"].([]any)
	if len(messages) > 0 {
		if first, _ := messages[0].(map[string]any); first["content"] == titleSystem {
			return "title"
		}
	}
	return ""
}

// asks stands before the question in a message that also has what was recalled.
const asks = "\n\nThe question:\n"

// question returns the text of the last message of the user, without what was
// recalled for it.
func question(asked map[string]any) string {
	messages, _ := asked["messages"].([]any)
	for _, m := range slices.Backward(messages) {
		message, _ := m.(map[string]any)
		if message["role"] == "user" {
			text := contentOf(message["content"])
			if _, after, found := strings.Cut(text, asks); found {
				return after
			}
			return text
		}
	}
	return ""
}

// contentOf returns the text of a content, which is a string or a list of parts.
func contentOf(content any) string {
	if text, ok := content.(string); ok {
		return text
	}
	var all strings.Builder
	parts, _ := content.([]any)
	for _, p := range parts {
		part, _ := p.(map[string]any)
		text, _ := part["text"].(string)
		all.WriteString(text)
	}
	return all.String()
}
