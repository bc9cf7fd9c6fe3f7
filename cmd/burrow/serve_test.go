package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/llm/llmtest"
	"burrow/internal/proxy"
	"burrow/internal/wire"
)

// servedToken is as long as a real one.
const servedToken = "a-token-for-tests-a-token-for-tests-a-token"

// started is a server that runs until its test ends.
type started struct {
	env     string // the file of its settings
	address string // without the token, with "/" at its end
	said    string // what it printed at the start, token and port replaced
	cancel  func()
	code    chan int
	stderr  *strings.Builder // to be read when the server has stopped
}

// startServe runs the command with a token that is known, and settings of the
// test's own.
func startServe(t *testing.T, env string, args ...string) *started {
	t.Helper()
	dir := t.TempDir()
	envFile, tokenFile := filepath.Join(dir, "env"), filepath.Join(dir, "token")
	require.NoError(t, os.WriteFile(envFile, []byte(env), 0o600))
	require.NoError(t, os.WriteFile(tokenFile, []byte(servedToken), 0o600))
	for _, name := range []string{"OPENAI_API_KEY", "GOOGLE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "MODEL_NAME", "OPENAI_MODEL", "BURROW_MODELS", "DB_HOST", "DB_PORT", "DB_USER", "DB_NAME"} {
		t.Setenv(name, "") // of the machine that tests
	}
	t.Setenv("BURROW_LOCAL_SERVERS", "none")
	ctx, cancel := context.WithCancel(t.Context())
	s := &started{env: envFile, cancel: cancel, code: make(chan int, 1), stderr: new(strings.Builder)}
	out, stdout := io.Pipe()
	go func() {
		s.code <- runServe(ctx, append([]string{"--listen", "127.0.0.1:0", "--env", envFile, "--token-file", tokenFile}, args...), stdout, s.stderr)
		stdout.Close()
	}()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		s.said += lines.Text() + "\n"
		if strings.HasPrefix(lines.Text(), "Token") {
			break
		}
	}
	first, _, _ := strings.Cut(s.said, "\n")
	address, ok := strings.CutPrefix(first, "Burrow is at ")
	require.True(t, ok, "%s%s", s.said, s.stderr)
	s.address, ok = strings.CutSuffix(address, "#token="+servedToken)
	require.True(t, ok, address)
	port := strings.Trim(strings.TrimPrefix(s.address, "http://127.0.0.1:"), "/")
	s.said = strings.NewReplacer(servedToken, "TOKEN", ":"+port, ":PORT", tokenFile, "FILE").Replace(s.said)
	t.Cleanup(cancel)
	return s
}

// stop ends the server in order.
func (s *started) stop(t *testing.T) {
	t.Helper()
	s.cancel()
	require.Equal(t, 0, <-s.code, s.stderr.String())
}

func (s *started) get(t *testing.T, path, token string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.address+path, nil)
	require.NoError(t, err)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(body)
}

func TestServePrintsItsAddressAndStopsInOrder(t *testing.T) {
	s := startServe(t, "OPENAI_API_KEY=sk-CANARY-of-the-test\nGOOGLE_API_KEY=CANARY-of-the-test\nPRIVACY_ANONYMIZE_REQUESTS=true\n")
	require.Equal(t, `Burrow is at http://127.0.0.1:PORT/#token=TOKEN

Answers        OpenAI, with gpt-4o-mini; also Google
Chats          kept in the browser, nowhere else
Token          in FILE
`, s.said)
	for _, path := range []string{"healthz", ""} {
		status, _ := s.get(t, path, "")
		require.Contains(t, []int{200, 503}, status) // without a built page
	}
	status, _ := s.get(t, "v1/nothing", "")
	require.Equal(t, 401, status)
	status, _ = s.get(t, "v1/nothing", servedToken)
	require.Equal(t, 404, status)

	s.stop(t)
	require.Contains(t, s.stderr.String(), "burrow serve: PRIVACY_ANONYMIZE_REQUESTS is set, but that part of Burrow is not built yet.\n")
	require.NotContains(t, s.said+s.stderr.String(), "CANARY")
	_, err := net.Dial("tcp", strings.Trim(strings.TrimPrefix(s.address, "http://"), "/"))
	require.Error(t, err, "the port is free again")
}

func TestServeSaysWhoAnswers(t *testing.T) {
	model := llmtest.New()
	defer model.Close()
	s := startServe(t, "OPENAI_BASE_URL="+model.URL())
	require.Contains(t, s.said, "Answers        "+model.Addr()+", with scripted\n")
	status, body := s.get(t, "api/status", servedToken)
	require.Equal(t, 200, status)
	var got wire.ServerStatus
	require.NoError(t, json.Unmarshal([]byte(body), &got))
	require.Equal(t, "scripted", *got.Settings.Model)
	require.Equal(t, wire.Machine, got.Providers[0].Kind)
	s.stop(t)

	s = startServe(t, "OPENAI_BASE_URL="+model.URL()+"\nMODEL_NAME=chosen")
	require.Contains(t, s.said, "Answers        "+model.Addr()+", with chosen\n")
	s.stop(t)
	model.Close()
	s = startServe(t, "OPENAI_BASE_URL="+model.URL())
	require.Contains(t, s.said, "Answers        "+model.Addr()+", if a model is named: set MODEL_NAME in .env\n")
	s.stop(t)
}

func TestServeSaysWhatAnswersWithoutAProvider(t *testing.T) {
	models := t.TempDir()
	s := startServe(t, "", "--models", models)
	require.Contains(t, s.said, "Answers        a search of your chats, because there is no model yet\n"+
		"               Add a key in the page under Settings, or start Ollama.\n")
	s.stop(t)

	part := filepath.Join(models, "small-1B.Q8.gguf.part")
	require.NoError(t, os.WriteFile(part, nil, 0o600))
	s = startServe(t, "", "--models", models)
	require.Contains(t, s.said, "Answers        a small model that runs in the browser, as soon as it is here\n"+
		"               For better answers, add a key in the page under Settings, or start Ollama.\n")
	s.stop(t)
	require.NoError(t, os.Remove(part))

	for name, size := range map[string]int{"larger.gguf": 20, "small-1B.Q8.gguf": 10, "notes.txt": 1} {
		require.NoError(t, os.WriteFile(filepath.Join(models, name), make([]byte, size), 0o600))
	}
	const small = "Answers        small 1B, a small model that runs in the browser\n" +
		"               For better answers, add a key in the page under Settings, or start Ollama.\n"
	s = startServe(t, "", "--models", models)
	require.Contains(t, s.said, small)
	s.stop(t)

	// A model of a service whose key is gone.
	s = startServe(t, "MODEL_NAME=gpt-4o", "--models", models)
	require.Contains(t, s.said, small)
	s.stop(t)

	// A provider that does not say what it has.
	model := llmtest.New()
	model.Close()
	s = startServe(t, "OPENAI_BASE_URL="+model.URL(), "--models", models)
	require.Contains(t, s.said, "Answers        "+model.Addr()+", if a model is named: set MODEL_NAME in .env\n"+
		"               Until then: small 1B, a small model that runs in the browser\n")
	s.stop(t)

	// One that answers may be away.
	s = startServe(t, "OPENAI_API_KEY=sk-of-the-test", "--models", models)
	require.Contains(t, s.said, "Answers        OpenAI, with gpt-4o-mini\n"+
		"               Fallback: small 1B, a small model that runs in the browser\n")
	s.stop(t)
}

func TestModelFilesHavePlainNames(t *testing.T) {
	for file, want := range map[string]string{
		"SmolLM2-135M-Instruct.Q8_0":   "SmolLM2 135M",
		"qwen2.5-0.5b-instruct-q4_k_m": "qwen2.5 0.5b",
		"gemma-3-1b-it-IQ4_XS":         "gemma 3 1b",
		"llama-BF16":                   "llama",
		"model-f16":                    "model",
		"Qwen3":                        "Qwen3",
		"small-1B":                     "small 1B",
		"tiny.F":                       "tiny.F",
	} {
		require.Equal(t, want, chat.ModelName(file+".gguf"))
	}
}

// A key that is put into the file while the server runs counts for the next question.
func TestServeNoticesAChangedFile(t *testing.T) {
	model := llmtest.New()
	defer model.Close()
	s := startServe(t, "")
	_, body := s.get(t, "api/status", servedToken)
	require.Contains(t, body, `"providers":[]`)
	require.NoError(t, os.WriteFile(s.env, []byte("OPENAI_BASE_URL="+model.URL()), 0o600))
	_, body = s.get(t, "api/status", servedToken)
	require.Contains(t, body, `"models":["scripted"]`)
	_, body = s.get(t, "api/keys", servedToken)
	require.Contains(t, body, `"file":"`+s.env+`"`)
	s.stop(t)
}

// What was found is said to be found.
func TestWhoAnswersNamesProgramsOfTheMachine(t *testing.T) {
	model := llmtest.New()
	defer model.Close()
	token, err := proxy.OpenToken(filepath.Join(t.TempDir(), "token"))
	require.NoError(t, err)
	for _, tt := range []struct {
		settings config.Config
		want     string
	}{
		{config.Config{}, "Ollama on this machine, with scripted"},
		{config.Config{Settings: chat.Settings{Model: new("gpt-4o")}}, "nobody. The model gpt-4o is OpenAI's: set OPENAI_API_KEY in .env, or choose another model."},
		{config.Config{Providers: []config.Provider{{Name: "OpenAI", Kind: config.OpenAI, Base: "https://api.openai.com/v1"}}}, "OpenAI, with gpt-4o-mini; also Ollama on this machine"},
		{config.Config{Settings: chat.Settings{Model: new("ollama/scripted")}, Providers: []config.Provider{{Name: "OpenAI", Kind: config.OpenAI, Base: "https://api.openai.com/v1"}}}, "Ollama on this machine, with scripted; also OpenAI"},
	} {
		origin, err := proxy.ParseOrigin("127.0.0.1:7777")
		require.NoError(t, err)
		p, err := proxy.New(proxy.Options{Page: fstest.MapFS{}, Origin: origin, Token: token, Config: tt.settings, Machine: []proxy.Server{{Name: "Ollama", Address: model.Addr()}}})
		require.NoError(t, err)
		p.Look(t.Context())
		require.Equal(t, []string{tt.want}, whoAnswers(p))
	}
}

func TestStoppingServerFinishesItsAnswers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stopping := make(chan struct{})
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		cancel()
		<-stopping // the server refuses new work from here on
		io.WriteString(w, "whole")
	})}
	server.RegisterOnShutdown(func() { close(stopping) })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	stopped := make(chan error, 1)
	go func() { stopped <- serveUntil(ctx, server, []net.Listener{l}) }()

	response, err := http.Get("http://" + l.Addr().String())
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, "whole", string(body))
	require.NoError(t, <-stopped)
}

func TestServeRefusesBadUsage(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	_, port, err := net.SplitHostPort(taken.Addr().String())
	require.NoError(t, err)

	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--listen", "0.0.0.0:7777"}, 1, "listens only on localhost"},
		{[]string{"--listen", "192.168.1.10:7777"}, 1, "listens only on localhost"},
		{[]string{"--listen", ":7777"}, 1, "listens only on localhost"},
		{[]string{"--listen", "7777"}, 1, "write HOST:PORT"},
		{[]string{"--listen", "127.0.0.1:" + port}, 1, "port " + port + " is already in use"},
		{[]string{"--port", "7777"}, 2, "flag provided but not defined: -port; `burrow serve --help` explains the flags"},
		{[]string{"here"}, 2, `unexpected argument "here"`},
	} {
		var stdout, stderr strings.Builder
		require.Equal(t, tt.code, runServe(t.Context(), tt.args, &stdout, &stderr), tt.args)
		require.Contains(t, stderr.String(), tt.want)
		require.Equal(t, 1, strings.Count(stderr.String(), "\n"), "one line: %s", stderr.String())
		require.Empty(t, stdout.String())
	}
}

func TestServeHelpNamesTheDefault(t *testing.T) {
	var stdout, stderr strings.Builder
	require.Equal(t, 0, runServe(t.Context(), []string{"-h"}, &stdout, &stderr))
	require.Contains(t, stdout.String(), "(default 127.0.0.1:7777)")
	require.Empty(t, stderr.String())
}
