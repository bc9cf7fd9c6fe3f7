package proxy

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"burrow/internal/config"
	"burrow/internal/llm/llmtest"

	"github.com/stretchr/testify/require"
)

// startScripted serves with a scripted server behind it.
func startScripted(t testing.TB, o Options) (net.Addr, *llmtest.Server) {
	t.Helper()
	up := llmtest.New()
	t.Cleanup(up.Close)
	o.Config.Providers = append([]config.Provider{{
		Name: "Scripted", Kind: config.Compatible, Base: up.URL(), Key: config.NewSecret(canaryKey), Setting: "OPENAI_API_KEY",
	}}, o.Config.Providers...)
	addr, _ := startProxy(t, o)
	return addr, up
}

const canaryKey = "sk-CANARY0123456789abcdef"

func TestBadBodiesAreRefusedAndTheServerLives(t *testing.T) {
	addr, up := startScripted(t, Options{})
	many := make([]string, 300)
	for i := range many {
		many[i] = fmt.Sprintf(`"k%d":1`, i)
	}
	million := strings.Repeat(`"k":1,`, 1_000_000)
	for _, tt := range []struct{ body, want string }{
		{"", "the body is missing"},
		{" \n", "the body is missing"},
		{"null", "the body is not a JSON object"},
		{"[]", "the body is not a JSON object"},
		{`"text"`, "the body is not a JSON object"},
		{`"{"`, "the body is not a JSON object"},
		{"5", "the body is not a JSON object"},
		{"{", "the body is not JSON"},
		{"{}{}", "the body is not JSON"},
		{"{} x", "the body is not JSON"},
		{"{'messages':[]}", "the body is not JSON"},
		{`{"messages":[],}`, "the body is not JSON"},
		{`{"messages":[],"temperature":NaN}`, "the body is not JSON"},
		{`{"messages":[],"temperature":Infinity}`, "the body is not JSON"},
		{`{"messages":[]` + "\x00}", "the body is not JSON"},
		{`{"messages":["` + "\xff" + `"]}`, "the body is not UTF-8"},
		{"\ufeff" + chatBody, "the body is not JSON"},
		{"{}", `"messages" is missing`},
		{`{"Messages":[]}`, `"messages" is missing`},
		{`{"messages":{}}`, `"messages" must be a list`},
		{`{"messages":"hello"}`, `"messages" must be a list`},
		{`{"messages":null}`, `"messages" must be a list`},
		{`{"messages":[],"messages":[]}`, "the body has a member twice"},
		{`{"model":"a","messages":[],"mod\u0065l":"b"}`, "the body has a member twice"},
		{`{"messages":[],"model":5}`, `"model" must be the name of a model`},
		{`{"messages":[],"model":null}`, `"model" must be the name of a model`},
		{`{"messages":[],"model":""}`, `"model" must be the name of a model`},
		{`{"messages":[],"model":["m"]}`, `"model" must be the name of a model`},
		{`{"messages":[],"model":"a\u001fb"}`, `"model" must be the name of a model`},
		{`{"messages":[],"model":"a\u007fb"}`, `"model" must be the name of a model`},
		{`{"messages":["no end`, "the body is not JSON"},
		{`{"messages":["no end\`, "the body is not JSON"},
		{`{"messages":[],"model":"a\nb"}`, `"model" must be the name of a model`},
		{`{"messages":[],"model":"` + strings.Repeat("m", 300) + `"}`, `"model" must be the name of a model`},
		{`{"messages":[],"stream":"yes"}`, `"stream" must be true or false`},
		{`{"messages":[],"stream":1}`, `"stream" must be true or false`},
		{`{"messages":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`, "nested more than 128 levels deep"},
		{strings.Repeat(`{"a":`, 1_000_000), "nested more than 128 levels deep"},
		{"{" + strings.Join(many, ",") + "}", "the body has too many members"},
		{"{" + million + `"z":1}`, "the body has a member twice"},
	} {
		response, body := post(t, addr, "/v1/chat/completions", tt.body)
		shown := tt.body[:min(len(tt.body), 80)]
		require.Equal(t, 400, response.StatusCode, shown)
		message, kind, code := errorOf(t, body)
		require.Contains(t, message, tt.want, shown)
		require.Equal(t, "burrow_error invalid", kind+" "+code)
	}
	for _, size := range []int{maxBodyBytes + 1, 50 << 20} {
		response, body := post(t, addr, "/v1/chat/completions", strings.Repeat(" ", size))
		require.Equal(t, 413, response.StatusCode)
		_, _, code := errorOf(t, body)
		require.Equal(t, "too_large", code)
	}
	require.Empty(t, up.Requests(), "nothing was sent on")
	response, _ := post(t, addr, "/v1/chat/completions", chatBody)
	require.Equal(t, 200, response.StatusCode)
}

func TestOnlyPlainJSONIsTaken(t *testing.T) {
	addr, up := startScripted(t, Options{})
	for _, headers := range [][]string{
		{"Content-Type", "text/plain"},
		{"Content-Type", "text/plain;charset=UTF-8"},
		{"Content-Type", "application/x-www-form-urlencoded"},
		{"Content-Type", "multipart/form-data; boundary=x"},
		{"Content-Type", "application/jsonp"},
		{"Content-Type", ""},
		{"Content-Type", "application/json; ="},
		{"Content-Encoding", "gzip"},
	} {
		response, body := post(t, addr, "/v1/chat/completions", chatBody, headers...)
		require.Equal(t, 415, response.StatusCode, headers)
		_, _, code := errorOf(t, body)
		require.Equal(t, "invalid", code)
	}
	require.Empty(t, up.Requests())
	response, _ := post(t, addr, "/v1/chat/completions", chatBody, "Content-Type", "application/json; charset=utf-8")
	require.Equal(t, 200, response.StatusCode)
}

// A body with a length and in chunks at once means two bodies to two readers. What
// one of them takes for a request of its own must not gain by standing behind
// another's token.
func TestSmuggledRequestsGainNothing(t *testing.T) {
	addr, up := startScripted(t, Options{})
	smuggled := "0\n\nGET /v1/models HTTP/1.1\nHost: 127.0.0.1:PORT\n\n"
	for _, headers := range []string{
		"Content-Length: 4\nTransfer-Encoding: chunked\n",
		"Transfer-Encoding: chunked\nTransfer-Encoding: identity\n",
		"Transfer-Encoding: xchunked\n",
		"Content-Length: 4\nContent-Length: 90\n",
	} {
		response, _ := exchange(t, addr, "POST /v1/chat/completions HTTP/1.1\nHost: 127.0.0.1:PORT\n"+authorized+"\nContent-Type: application/json\n"+headers+"\n"+smuggled)
		require.GreaterOrEqual(t, response.StatusCode, 400, headers)
	}
	require.Empty(t, up.Requests())
}

func TestBodyGoesOnAsItIsOrWithTheModel(t *testing.T) {
	for body, want := range map[string]string{
		`{"messages":[]}`:       `{"model":"x\u003cy","messages":[]}`,
		` {"messages" : [ ] } `: ` {"model":"x\u003cy","messages" : [ ] } `,
		`{"messages":["{\"}"],"a":{"model":"z"},"b":[1,2e3,-4.5],"c":null,"d":tru` + `e}`: `{"model":"x\u003cy","messages":["{\"}"],"a":{"model":"z"},"b":[1,2e3,-4.5],"c":null,"d":true}`,
	} {
		q, err := parseQuestion([]byte(body), "messages")
		require.NoError(t, err, body)
		require.Empty(t, q.model)
		require.Equal(t, want, string(q.withModel("x<y")))
	}
	q, err := parseQuestion([]byte(`{"messages":[],"stream":true,"model":"a\u0062"}`), "messages")
	require.NoError(t, err)
	require.Equal(t, "ab", q.model)
	require.True(t, q.stream)
	q, err = parseQuestion([]byte(`{"messages":[],"model":"a b"}`), "messages")
	require.NoError(t, err)
	require.Equal(t, "a b", q.model, "some have such names")
	q, err = parseQuestion([]byte(`{"messages":["\" `+strings.Repeat("[", 200)+`"],"a":"\\","b":"\"","model":"m"}`), "messages")
	require.NoError(t, err, "brackets in a text are no depth")
	require.Equal(t, "m", q.model)
	_, err = parseQuestion([]byte(`{"input":"text"}`), "input")
	require.NoError(t, err)
	_, err = parseQuestion([]byte(`{"input":5}`), "input")
	require.Error(t, err)
	empty := question{body: []byte("{}"), open: 1, empty: true}
	require.JSONEq(t, `{"model":"m"}`, string(empty.withModel("m")))
}

// go test -fuzz FuzzQuestion ./internal/proxy
func FuzzQuestion(f *testing.F) {
	for _, seed := range []string{chatBody, streamBody, `{"messages":[],"a":1 }`, `{"a":"\\\"","messages":[{}],"b":[[{"c":"}"}]]}`, "{", `{"":[],"messages":[]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := parseQuestion([]byte(text), "messages")
		if err != nil {
			return
		}
		// What is taken means the same to the standard reader, before and after
		// the model was added.
		var before, after map[string]any
		require.NoError(t, json.Unmarshal([]byte(text), &before))
		model, _ := before["model"].(string)
		require.Equal(t, model, q.model)
		if model == "" {
			require.NoError(t, json.Unmarshal(q.withModel("added"), &after))
			require.Equal(t, "added", after["model"])
			delete(after, "model")
			require.Equal(t, before, after)
		}
	})
}

func TestABodyThatIsCutOffIsNotSentOn(t *testing.T) {
	addr, up := startScripted(t, Options{})
	c, err := net.Dial("tcp", addr.String())
	require.NoError(t, err)
	defer c.Close()
	// What came is a whole question by itself.
	_, err = fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: %s\r\n%s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		addr, authorized, len(chatBody)+1, chatBody)
	require.NoError(t, err)
	require.NoError(t, c.(*net.TCPConn).CloseWrite())
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, 400, response.StatusCode)
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	message, _, _ := errorOf(t, string(body))
	require.Equal(t, "The request was cut off.", message)
	require.Empty(t, up.Requests())
}

// Limits are those that are written down: what is as large goes on, what is one
// larger does not.
func TestQuestionsUpToTheirLimitsGoOn(t *testing.T) {
	members := func(n int) string {
		var b strings.Builder
		for i := range n - 1 {
			fmt.Fprintf(&b, `"k%d":1,`, i)
		}
		return "{" + b.String() + `"messages":[]}`
	}
	model := func(n int) string { return `{"messages":[],"model":"` + strings.Repeat("m", n) + `"}` }
	deepAs := func(n int) string {
		return `{"messages":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}`
	}
	for name, form := range map[string]func(n int) string{"256 members": members, "256 bytes of a name": model, "128 levels": deepAs} {
		var n int
		fmt.Sscan(name, &n)
		_, err := parseQuestion([]byte(form(n)), "messages")
		require.NoError(t, err, name)
		_, err = parseQuestion([]byte(form(n+1)), "messages")
		require.Error(t, err, name)
	}
	addr, up := startScripted(t, Options{})
	body := chatBody + strings.Repeat(" ", 32<<20-len(chatBody))
	response, _ := post(t, addr, "/v1/chat/completions", body)
	require.Equal(t, 200, response.StatusCode)
	require.Len(t, up.Requests(), 1)
	response, _ = post(t, addr, "/v1/chat/completions", body+" ")
	require.Equal(t, 413, response.StatusCode)
}
