package proxy

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// request makes a request by net/http, with headers as pairs of name and value.
func request(t testing.TB, addr net.Addr, method, path, body string, headers ...string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+addr.String()+path, strings.NewReader(body))
	require.NoError(t, err)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// post sends JSON with the token.
func post(t testing.TB, addr net.Addr, path, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	headers = append([]string{"Authorization", "Bearer " + testToken, "Content-Type", "application/json"}, headers...)
	response, err := http.DefaultClient.Do(request(t, addr, "POST", path, body, headers...))
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response, string(text)
}

// errorOf reads an error in OpenAI's shape.
func errorOf(t testing.TB, body string) (message, kind, code string) {
	t.Helper()
	var parsed struct {
		Error struct {
			Message, Type string
			Code          any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &parsed), body)
	code, _ = parsed.Error.Code.(string)
	return parsed.Error.Message, parsed.Error.Type, code
}

// chatBody is a small question.
const chatBody = `{"model":"m","messages":[{"role":"user","content":"Hello"}]}`

// streamBody is one whose answer comes in pieces.
const streamBody = `{"model":"m","stream":true,"messages":[{"role":"user","content":"Hello"}]}`
