package peer

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The test binary is also the peer program that the tests start.
func TestMain(m *testing.M) {
	if os.Getenv("PEER_TEST") == "" {
		os.Exit(m.Run())
	}
	err := Serve(os.Stdin, os.Stdout, func(lib, encoding string) (Count, error) {
		switch lib {
		case "length":
			return func(text string) int { return len(text) }, nil
		case "stuck":
			return func(string) int { time.Sleep(time.Hour); return 0 }, nil
		case "dead":
			return func(string) int { panic("dead") }, nil
		}
		return nil, errors.New("no such library")
	})
	if err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

func messages(t *testing.T, texts ...string) string {
	t.Helper()
	raw, err := json.Marshal(texts)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "messages.json")
	require.NoError(t, os.WriteFile(path, raw, 0o644))
	return path
}

func TestPassesSumTheMessages(t *testing.T) {
	request, err := json.Marshal(Request{Lib: "x", Encoding: "y", File: messages(t, "ab", "cde"), LeastMS: 1, Warmup: messages(t, "z")})
	require.NoError(t, err)
	calls := 0
	var out strings.Builder
	err = Serve(strings.NewReader(string(request)), &out, func(lib, encoding string) (Count, error) {
		require.Equal(t, []string{"x", "y"}, []string{lib, encoding})
		return func(text string) int { calls++; return len(text) }, nil
	})
	require.NoError(t, err)
	var answer Answer
	require.NoError(t, json.Unmarshal([]byte(out.String()), &answer))
	require.Equal(t, 5, answer.Tokens)
	require.Equal(t, 1+2*len(answer.Passes), calls, "the warm-up is passed over once and not timed")
}

func TestProcessOutlivesItsLibraries(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	p := &Process{Command: []string{program}, Env: []string{"PEER_TEST=1"}}
	defer p.Stop()
	file := messages(t, "ab", "cde")

	_, err = p.Ask(Request{Lib: "none", File: file}, time.Minute)
	require.EqualError(t, err, "no such library")
	_, err = p.Ask(Request{Lib: "dead", File: file}, time.Minute)
	require.EqualError(t, err, "ended without an answer")
	_, err = p.Ask(Request{Lib: "stuck", File: file}, 200*time.Millisecond)
	require.ErrorIs(t, err, ErrSlow)
	answer, err := p.Ask(Request{Lib: "length", File: file}, time.Minute)
	require.NoError(t, err)
	require.Equal(t, 5, answer.Tokens)
}
