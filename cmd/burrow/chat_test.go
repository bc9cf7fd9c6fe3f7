package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm/llmtest"
	"burrow/internal/store"
)

// watched is an output that tells when a text has come.
type watched struct {
	mu   sync.Mutex
	text strings.Builder
	wait string
	seen chan struct{}
}

func watch(text string) *watched { return &watched{wait: text, seen: make(chan struct{})} }

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := strings.Contains(w.text.String(), w.wait)
	w.text.Write(p)
	if !before && strings.Contains(w.text.String(), w.wait) {
		close(w.seen)
	}
	return len(p), nil
}

func (w *watched) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// chatOn runs the command against a scripted model, with a home of its own.
func chatOn(t *testing.T, in io.Reader, out, errs io.Writer, args ...string) (code chan int, model *llmtest.Server, db string) {
	t.Helper()
	model = llmtest.New()
	t.Cleanup(model.Close)
	dir := t.TempDir()
	t.Chdir(dir)
	for name, value := range map[string]string{"HOME": dir, "OPENAI_BASE_URL": model.URL(), "OPENAI_API_KEY": "", "MODEL_NAME": "scripted-1",
		"GOOGLE_API_KEY": "", "ANTHROPIC_API_KEY": ""} {
		t.Setenv(name, value)
	}
	db = filepath.Join(dir, "h.db")
	model.Script(llmtest.Answer{Text: "one two three", HangAfterWord: 2})
	code = make(chan int, 1)
	go func() { code <- runChat(t.Context(), append([]string{"--db", db}, args...), streams{in, out, errs}) }()
	return code, model, db
}

func interrupt(t *testing.T) {
	t.Helper()
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
}

func keptPath(t *testing.T, db string) (out []string) {
	t.Helper()
	s, err := store.Open(db, store.Options{}, 1)
	require.NoError(t, err)
	defer s.Close()
	list, _, err := s.List(t.Context(), store.ListOptions{})
	require.NoError(t, err)
	for _, session := range list {
		path, err := s.Path(t.Context(), session.UID, chat.UID{}, 0, 100)
		require.NoError(t, err)
		for _, m := range path.Messages {
			out = append(out, string(m.Status)+": "+m.Content)
		}
	}
	return out
}

func TestCtrlCStopsTheAnswerAndKeepsWhatCame(t *testing.T) {
	out, errs := watch("two "), watch("\n")
	code, model, db := chatOn(t, strings.NewReader(""), out, errs, "Count!")
	<-out.seen
	interrupt(t)
	require.Equal(t, exitFailure, <-code)
	require.Equal(t, "one two \n", out.String())
	require.Contains(t, errs.String(), "Stopped.\n")
	require.Equal(t, []string{"complete: Count!", "stopped: one two "}, keptPath(t, db))
	model.Release()
}

func TestInAConversationCtrlCStopsTheAnswerAndTheNextIsAsked(t *testing.T) {
	in, type_ := io.Pipe()
	out, errs := watch("two "), watch("Stopped.")
	code, _, db := chatOn(t, in, out, errs)
	io.WriteString(type_, "Count!\n")
	<-out.seen
	interrupt(t)
	<-errs.seen
	io.WriteString(type_, "Go on.\n")
	type_.Close()
	require.Equal(t, exitFailure, <-code, "one answer was not whole")
	require.Equal(t, "one two \nYou said: Go on.\n", out.String())
	require.Equal(t, []string{"complete: Count!", "stopped: one two ", "complete: Go on.", "complete: You said: Go on."}, keptPath(t, db))
}

func TestColoursAreForTerminalsOnly(t *testing.T) {
	var out strings.Builder
	p := newPrinter(streams{out: &out, err: &out}, false)
	require.Equal(t, "x", p.paint(red, "x"))
	p.colours = true
	require.Equal(t, "\x1b[31mx\x1b[0m", p.paint(red, "x"))
}
