package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	leakedKey   = "sk-CANARY-0123456789"
	leakedWords = "CANARY words of the user"
)

// babbling is a provider that answers each request, and then says it all again
// unasked: the key, the question, in the header and in the body.
func babbling(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go babble(c)
		}
	}()
	return "http://" + l.Addr().String() + "/v1"
}

func babble(c net.Conn) {
	defer c.Close()
	in := bufio.NewReader(c)
	for {
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		question, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		answer := `{"object":"list","data":[{"id":"m"}]}`
		if r.Method == http.MethodPost {
			answer = `{"choices":[{"index":0,"message":{"role":"assistant","content":"Fine."},"finish_reason":"stop"}]}`
		}
		said := r.Header.Get("Authorization") + string(question)
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(answer), answer)
		fmt.Fprintf(c, "%s\r\nHTTP/1.1 200 OK\r\nX-Echo: %s\r\nContent-Length: %d\r\n\r\n%s", said, r.Header.Get("Authorization"), len(said), said)
	}
}

// program is the real program: the test's own, under another name.
func program(t *testing.T, base string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Args = append([]string{"burrow"}, args...)
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + dir, "OPENAI_BASE_URL=" + base, "OPENAI_API_KEY=" + leakedKey, "MODEL_NAME=m"}
	return cmd
}

func requireNoCanary(t *testing.T, output string) {
	t.Helper()
	for _, secret := range []string{"CANARY", "words of the user"} {
		require.NotContains(t, output, secret)
	}
}

func TestServeWritesNothingOfWhatAProviderSaysUnasked(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(token, []byte(servedToken), 0o600))
	cmd := program(t, babbling(t), "serve", "--listen", "127.0.0.1:0", "--token-file", token)
	var all bytes.Buffer
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	out, problems := bufio.NewScanner(io.TeeReader(stdout, &all)), bufio.NewScanner(stderr)
	require.True(t, out.Scan())
	address, _, ok := strings.Cut(strings.TrimPrefix(out.Text(), "Burrow is at "), "#")
	require.True(t, ok, out.Text())

	var said strings.Builder
	for _, path := range []string{"v1/models", "v1/chat/completions"} {
		method, body := "GET", ""
		if strings.HasSuffix(path, "completions") {
			method, body = "POST", `{"model":"m","messages":[{"role":"user","content":"`+leakedWords+`"}]}`
		}
		r, err := http.NewRequestWithContext(t.Context(), method, address+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+servedToken)
		r.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		response.Body.Close()
		require.Equal(t, 200, response.StatusCode, path)
		for problems.Scan() {
			said.WriteString(problems.Text() + "\n")
			if strings.Contains(problems.Text(), "not asked for") || strings.Contains(problems.Text(), "Unsolicited") {
				break
			}
		}
	}
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	for problems.Scan() {
		said.WriteString(problems.Text() + "\n")
	}
	_, err = io.Copy(&all, stdout)
	require.NoError(t, err)
	require.NoError(t, cmd.Wait())
	requireNoCanary(t, said.String()+all.String())
	require.Contains(t, said.String(), "burrow: a provider sent data that was not asked for; the connection was closed\n")
}

func TestChatWritesNothingOfWhatAProviderSaysUnasked(t *testing.T) {
	cmd := program(t, babbling(t), "chat", "--db", "history.db", leakedWords)
	output, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", output)
	require.Contains(t, string(output), "Fine.")
	requireNoCanary(t, string(output))
}

func TestLibrariesAreNeverQuoted(t *testing.T) {
	var written strings.Builder
	l := log.New(libraryLog{&written, "burrow serve"}, "", 0)
	l.Printf("Unsolicited response received on idle HTTP channel starting with %q; err=%v", leakedKey, errors.New(leakedWords))
	l.Printf("http: panic serving 127.0.0.1:5: %s\ngoroutine 1 [running]:", leakedKey)
	l.Printf("http: Accept error: accept tcp 127.0.0.1:7777: too many open files; retrying in 5ms")
	l.Print(leakedWords)
	require.Equal(t, `burrow serve: a provider sent data that was not asked for; the connection was closed
burrow serve: the HTTP library reported a problem; its words are left out because they may be private
burrow serve: http: Accept error: accept tcp 127.0.0.1:7777: too many open files; retrying in 5ms
burrow serve: the HTTP library reported a problem; its words are left out because they may be private
`, written.String())
}
