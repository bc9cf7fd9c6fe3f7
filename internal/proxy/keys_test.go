package proxy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"burrow/internal/config"
	"burrow/internal/llm/llmtest"

	"github.com/stretchr/testify/require"
)

// startKeys serves with settings of a file, which can be changed.
func startKeys(t *testing.T, text string, environ ...string) (addr net.Addr, file string, p *Proxy) {
	t.Helper()
	file = filepath.Join(t.TempDir(), ".env")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	source, err := config.Open(environ, file)
	require.NoError(t, err)
	addr, p = startProxy(t, Options{Settings: source})
	return addr, file, p
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// form is a body for the routes of keys.
func form(t *testing.T, members map[string]any) string {
	t.Helper()
	text, err := json.Marshal(members)
	require.NoError(t, err)
	return string(text)
}

type answered struct {
	Saved    bool
	Outcome  string
	Sentence string
}

func readAnswer(t *testing.T, body string) (a answered) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(body), &a), body)
	return a
}

func TestKeysAreListedWithoutTheKeys(t *testing.T) {
	addr, file, _ := startKeys(t, "OPENAI_API_KEY="+canaryKey+"\nBURROW_SERVER_1_URL=http://models.lan/v1\nBURROW_SERVER_1_KEY="+canaryKey+"2\n", "GOOGLE_API_KEY="+canaryKey+"3")
	response, body := get(t, addr, "/api/keys", authorized)
	require.Equal(t, 200, response.StatusCode)
	require.Equal(t, "no-store", response.Header.Get("Cache-Control"))
	require.NotContains(t, body, "CANARY")
	require.NotContains(t, body, "cdef", "no part of a key")
	require.JSONEq(t, `{"file":"`+file+`","keys":[
		{"id":"OPENAI_API_KEY","kind":"openai","name":"OpenAI","base":"https://api.openai.com/v1","from":"file","set":true,"hasKey":true},
		{"id":"GOOGLE_API_KEY","kind":"google","name":"Google","base":"https://generativelanguage.googleapis.com/v1beta/openai","from":"environment","set":true,"hasKey":true},
		{"id":"ANTHROPIC_API_KEY","kind":"anthropic","name":"Anthropic","base":"https://api.anthropic.com/v1","set":false,"hasKey":false},
		{"id":"BURROW_SERVER_1_KEY","kind":"server","name":"models.lan","base":"http://models.lan/v1","from":"file","set":true,"hasKey":true,"unencrypted":true}]}`, body)
}

func TestKeyThatWasEnteredAnswersAtOnce(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	addr, file, _ := startKeys(t, "# mine\n")
	require.Empty(t, statusOf(t, addr).Providers)
	entered := map[string]any{"name": "Home", "base": up.URL(), "key": canaryKey}

	response, body := post(t, addr, "/api/keys/test", form(t, entered))
	require.Equal(t, 200, response.StatusCode, body)
	require.Equal(t, answered{Outcome: "works", Sentence: "Home works: it has 1 model."}, readAnswer(t, body))
	require.Equal(t, "# mine\n", readText(t, file), "trying keeps nothing")

	response, body = post(t, addr, "/api/keys/save", form(t, entered))
	require.Equal(t, 200, response.StatusCode, body)
	require.Equal(t, answered{Saved: true, Outcome: "works", Sentence: "Home works: it has 1 model."}, readAnswer(t, body))
	_, list := get(t, addr, "/api/keys", authorized)
	require.Contains(t, body, `"keys":`+strings.TrimSpace(list), "what is there now comes along")
	require.NotContains(t, body, "CANARY")
	require.Equal(t, "# mine\nBURROW_SERVER_1_NAME=Home\nBURROW_SERVER_1_URL="+up.URL()+"\nBURROW_SERVER_1_KEY="+canaryKey+"\n", readText(t, file))

	status := statusOf(t, addr)
	require.Equal(t, "Home", status.Providers[0].Name)
	require.Equal(t, []string{"home/scripted"}, status.Providers[0].Models)
	require.Equal(t, "home/scripted", *status.Settings.Model)
	response, _ = post(t, addr, "/v1/chat/completions", strings.Replace(chatBody, `"m"`, `"home/scripted"`, 1))
	require.Equal(t, 200, response.StatusCode)
	last := up.Requests()[len(up.Requests())-1]
	require.Equal(t, "Bearer "+canaryKey, last.Header.Get("Authorization"))
	require.Equal(t, "scripted", last.Body["model"])

	// Another key, and then none.
	response, body = post(t, addr, "/api/keys/save", form(t, map[string]any{"id": "BURROW_SERVER_1_KEY", "name": "Home", "base": up.URL(), "key": canaryKey + "2"}))
	require.Equal(t, 200, response.StatusCode, body)
	post(t, addr, "/v1/chat/completions", strings.Replace(chatBody, `"m"`, `"home/scripted"`, 1))
	last = up.Requests()[len(up.Requests())-1]
	require.Equal(t, "Bearer "+canaryKey+"2", last.Header.Get("Authorization"))
	response, body = post(t, addr, "/api/keys/remove", form(t, map[string]any{"id": "BURROW_SERVER_1_KEY", "base": up.URL()}))
	require.Equal(t, 200, response.StatusCode, body)
	require.Equal(t, "# mine\n", readText(t, file))
	require.Empty(t, statusOf(t, addr).Providers)
}

func TestFileThatIsChangedByHandIsNoticed(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	var written shared
	addr, file, p := startKeys(t, "")
	p.log.out = log.New(&written, "", 0)
	response, _ := post(t, addr, "/v1/chat/completions", chatBody)
	require.Equal(t, 503, response.StatusCode)
	require.NoError(t, os.WriteFile(file, []byte("OPENAI_BASE_URL="+up.URL()+"\nOPENAI_API_KEY="+canaryKey+"\nTOKEN_THRESHOLD=777\n"), 0o600))
	response, _ = post(t, addr, "/v1/chat/completions", chatBody)
	require.Equal(t, 200, response.StatusCode)
	require.Equal(t, 777, *statusOf(t, addr).Settings.Threshold)

	// A slip does not stop anybody, and is said, once in the log.
	require.NoError(t, os.WriteFile(file, []byte("OPENAI_BASE_URL="+up.URL()+"\nnonsense "+canaryKey+"\n"), 0o600))
	for range 3 {
		response, _ = post(t, addr, "/v1/chat/completions", chatBody)
		require.Equal(t, 200, response.StatusCode)
	}
	_, body := get(t, addr, "/api/keys", authorized)
	require.Contains(t, body, `"problem":"`+file+`:2: write NAME=value"`)
	require.Equal(t, file+":2: write NAME=value\nuntil that is put right, the settings from before count\n", written.String())
	response, body = post(t, addr, "/api/keys/save", form(t, map[string]any{"id": "GOOGLE_API_KEY", "base": "https://generativelanguage.googleapis.com/v1beta/openai", "key": "k", "anyway": true}))
	require.Equal(t, 503, response.StatusCode)
	message, _, _ := errorOf(t, body)
	require.Equal(t, "Fix "+file+" before you change settings: "+file+":2: write NAME=value", message)
	before := written.String()
	require.NoError(t, os.WriteFile(file, []byte("OPENAI_BASE_URL="+up.URL()+"\n"), 0o600))
	_, body = get(t, addr, "/api/keys", authorized)
	require.NotContains(t, body, `"problem"`)
	require.Equal(t, before, written.String(), "what is right again is not said")
}

func TestTryingAKeySaysWhatIsWrong(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	elsewhere := llmtest.New()
	defer elsewhere.Close()
	addr, file, p := startKeys(t, "")
	echo := `{"error":{"message":"Incorrect API key provided: {{authorization}}"}}`
	for _, tt := range []struct {
		answer            llmtest.Answer
		key               string
		outcome, sentence string
	}{
		{llmtest.Answer{Status: 401, Body: echo}, canaryKey, "refused", "Home does not accept this key. Check that you copied all of it."},
		{llmtest.Answer{Status: 401, Body: echo}, "", "refused", "Home needs a key."},
		{llmtest.Answer{Status: 403, Body: echo}, canaryKey, "unsure", "Home does not let this key list its models. It may still answer."},
		{llmtest.Answer{Status: 404, Body: echo}, canaryKey, "missing", "There are no models at BASE. Check the address: most end in /v1."},
		{llmtest.Answer{Body: "<html>" + echo}, canaryKey, "missing", "There are no models at BASE. Check the address: most end in /v1."},
		{llmtest.Answer{Body: `{"object":"list","data":[{"id":"` + "a\\n{{authorization}}" + `"}]}`}, canaryKey, "missing", "There are no models at BASE. Check the address: most end in /v1."},
		{llmtest.Answer{Status: 302, Body: echo, Header: map[string]string{"Location": elsewhere.URL() + "/models"}}, canaryKey, "missing", "BASE leads to another address. Enter that one instead, so that your key goes nowhere else."},
		{llmtest.Answer{Status: 307, Body: echo, Header: map[string]string{"Location": elsewhere.URL() + "/models"}}, canaryKey, "missing", "BASE leads to another address. Enter that one instead, so that your key goes nowhere else."},
		{llmtest.Answer{Status: 429, Body: echo}, canaryKey, "unsure", "Home answered with status 429."},
		{llmtest.Answer{Status: 500, Body: echo}, canaryKey, "unsure", "Home answered with status 500."},
	} {
		tt.answer.Path = "/models"
		for _, path := range []string{"/api/keys/test", "/api/keys/save"} {
			up.Script(tt.answer)
			_, body := post(t, addr, path, form(t, map[string]any{"name": "Home", "base": up.URL(), "key": tt.key}))
			require.NotContains(t, body, `"keys"`)
			require.Equal(t, answered{Outcome: tt.outcome, Sentence: strings.ReplaceAll(tt.sentence, "BASE", up.URL())}, readAnswer(t, body), "%+v", tt.answer)
			require.NotContains(t, body, "CANARY")
		}
	}
	require.Empty(t, elsewhere.Requests(), "a redirect takes the key nowhere")
	require.Empty(t, readText(t, file), "what does not work is not kept")

	_, body := post(t, addr, "/api/keys/test", form(t, map[string]any{"name": "Home", "base": "http://" + refusing(t) + "/v1", "key": canaryKey}))
	require.Equal(t, answered{Outcome: "unreachable", Sentence: "Home cannot be reached: nothing listens at its address."}, readAnswer(t, body))
	p.transport = fake(func(r *http.Request) (*http.Response, error) {
		return nil, &net.DNSError{Err: "no such host", Name: "home.example"}
	})
	_, body = post(t, addr, "/api/keys/test", form(t, map[string]any{"name": "Home", "base": "http://home.example/v1", "key": canaryKey}))
	require.Equal(t, answered{Outcome: "unreachable", Sentence: "Home cannot be reached: its name cannot be resolved, or there is no network."}, readAnswer(t, body))
	p.transport = fake(func(r *http.Request) (*http.Response, error) { return nil, context.DeadlineExceeded })
	_, body = post(t, addr, "/api/keys/save", form(t, map[string]any{"name": "Home", "base": "http://home.example/v1", "key": canaryKey}))
	require.Equal(t, answered{Outcome: "unreachable", Sentence: "Home did not answer in time."}, readAnswer(t, body))

	// Who wants it anyway has it.
	_, body = post(t, addr, "/api/keys/save", form(t, map[string]any{"name": "Home", "base": "http://home.example/v1", "key": canaryKey, "anyway": true}))
	require.Equal(t, answered{Saved: true}, readAnswer(t, body))
	require.Contains(t, readText(t, file), "BURROW_SERVER_1_KEY="+canaryKey+"\n")
}

func TestKeptKeyIsTriedWithoutBeingSent(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	addr, _, _ := startKeys(t, "OPENAI_BASE_URL="+up.URL()+"\n", "OPENAI_API_KEY="+canaryKey)
	stored := form(t, map[string]any{"id": "OPENAI_API_KEY", "base": up.URL()})
	_, body := post(t, addr, "/api/keys/test", stored)
	require.Equal(t, "works", readAnswer(t, body).Outcome)
	require.Equal(t, "Bearer "+canaryKey, up.Requests()[0].Header.Get("Authorization"))
	up.Script(llmtest.Answer{Path: "/models", Status: 401})
	_, body = post(t, addr, "/api/keys/test", stored)
	require.Equal(t, "refused", readAnswer(t, body).Outcome)
	_, body = get(t, addr, "/api/keys", authorized)
	require.Contains(t, body, "refused the key: check OPENAI_API_KEY.", "what was found out stays said")

	// A key is not tried at another address than its own.
	other := llmtest.New()
	defer other.Close()
	response, body := post(t, addr, "/api/keys/test", form(t, map[string]any{"id": "OPENAI_API_KEY", "base": other.URL()}))
	require.GreaterOrEqual(t, response.StatusCode, 400, body)
	require.Empty(t, other.Requests())
}

func TestFormsThatAreNoneAreRefused(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	const text = "# as it was\nGOOGLE_API_KEY=" + canaryKey + "\n"
	addr, file, _ := startKeys(t, text)
	own := "http://" + addr.String() + "/v1"
	good := map[string]any{"name": "Home", "base": up.URL(), "key": "k"}
	with := func(name string, value any) string {
		members := map[string]any{"anyway": true}
		for n, v := range good {
			members[n] = v
		}
		members[name] = value
		return form(t, members)
	}
	for _, tt := range []struct {
		body string
		want int
	}{
		{"", 400}, {"null{}", 400}, {"[]", 400}, {`"x"`, 400}, {"{", 400}, {with("key", 5), 400}, {with("key", []string{"a"}), 400}, {with("other", "x"), 400},
		{with("name", "x") + "{}", 400}, {strings.Repeat("[", 10_000), 400}, {with("key", strings.Repeat("k", 20_000)), 413},
		{with("key", "k\nOPENAI_BASE_URL=https://evil.example/v1"), 400}, {with("key", "k\r\nX: y"), 400}, {with("key", "k\x00"), 400}, {with("key", strings.Repeat("k", 1025)), 400},
		{with("name", "a\nGOOGLE_API_KEY=evil"), 400}, {with("name", "a\u2028b"), 400}, {with("id", "PATH"), 404}, {with("id", "BURROW_SERVER_1_URL"), 404},
		{with("base", "file:///etc/passwd"), 400}, {with("base", "https://user:"+canaryKey+"@evil.example/v1"), 400}, {with("base", "http://169.254.169.254/v1"), 400},
		{with("base", "gopher://127.0.0.1:25/"), 400}, {with("base", "http://[::ffff:169.254.169.254]/"), 400}, {with("base", own), 400},
		{with("base", strings.Replace(own, "127.0.0.1", "localhost", 1)), 400}, {with("base", strings.Replace(own, "127.0.0.1", "[::1]", 1)), 400},
	} {
		for _, path := range []string{"/api/keys/save", "/api/keys/test"} {
			response, body := post(t, addr, path, tt.body)
			require.Equal(t, tt.want, response.StatusCode, "%s %.100s", body, tt.body)
			require.NotContains(t, body, "CANARY")
			require.Equal(t, text, readText(t, file))
		}
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""} {
		response, _ := post(t, addr, "/api/keys/save", form(t, good), "Content-Type", kind)
		require.Equal(t, 415, response.StatusCode, kind)
	}
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		response, err := http.DefaultClient.Do(request(t, addr, method, "/api/keys/save", form(t, good), "Authorization", "Bearer "+testToken, "Content-Type", "application/json"))
		require.NoError(t, err)
		response.Body.Close()
		require.Equal(t, 405, response.StatusCode, method)
	}
	require.Empty(t, up.Requests(), "nobody was asked")
	require.Equal(t, text, readText(t, file))
}

// Another site, a page without the token, a neighbour: none gets to the keys, and the
// file stays as it is.
func TestOthersCannotTouchKeys(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	addr, file, _ := startKeys(t, "OPENAI_API_KEY="+canaryKey+"\n")
	before := readText(t, file)
	bodies := map[string]string{
		"/api/keys/save":   form(t, map[string]any{"name": "Evil", "base": up.URL(), "anyway": true}),
		"/api/keys/test":   form(t, map[string]any{"name": "Evil", "base": up.URL()}),
		"/api/keys/remove": form(t, map[string]any{"id": "OPENAI_API_KEY", "base": "https://api.openai.com/v1"}),
	}
	for path, body := range bodies {
		for _, tt := range refusals {
			response, _ := exchange(t, addr, fmt.Sprintf("POST %s HTTP/1.1\nHost: 127.0.0.1:PORT\n%sContent-Type: application/json\nContent-Length: %d\n\n%s", path, lines(tt.headers), len(body), body))
			require.Contains(t, []int{400, 401, 403, 429}, response.StatusCode, tt.name)
		}
		for _, host := range []string{"evil.example", "127.0.0.1.evil.example:PORT", "127.0.0.1:PORT.", "2130706433:PORT"} {
			response, _ := exchange(t, addr, fmt.Sprintf("POST %s HTTP/1.1\nHost: %s\n%s\nContent-Type: application/json\nContent-Length: %d\n\n%s", path, host, authorized, len(body), body))
			require.Equal(t, 403, response.StatusCode, host)
		}
	}
	require.Equal(t, before, readText(t, file))
	require.Empty(t, up.Requests())
}

func TestKeysAreOffOnOtherAddresses(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	source, err := config.Open(nil, file)
	require.NoError(t, err)
	origin, err := ParseOrigin("127.0.0.1:7777")
	require.NoError(t, err)
	p := newProxy(t, Options{Origin: origin, Settings: source})
	ask := func(p *Proxy, method, path, local, remote string) (int, string) {
		r := httptest.NewRequest(method, path, strings.NewReader(`{"name":"x","base":"http://localhost:1/v1","anyway":true}`))
		r.Host, r.RemoteAddr = "127.0.0.1:7777", remote
		r.Header.Set("Authorization", "Bearer "+testToken)
		r.Header.Set("Content-Type", "application/json")
		if local != "" {
			at, err := net.ResolveTCPAddr("tcp", local)
			require.NoError(t, err)
			r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, at))
		}
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	for _, tt := range [][2]string{
		{"192.168.1.5:7777", "192.168.1.6:5555"}, {"192.168.1.5:7777", "127.0.0.1:5555"}, {"127.0.0.1:7777", "10.0.0.1:5555"},
		{"[2001:db8::1]:7777", "[::1]:5555"}, {"", "127.0.0.1:5555"}, {"127.0.0.1:7777", "@"}, {"127.0.0.1:7777", ""},
	} {
		for _, path := range []string{"/api/keys", "/api/keys/test", "/api/keys/save", "/api/keys/remove"} {
			method := "POST"
			if path == "/api/keys" {
				method = "GET"
			}
			code, body := ask(p, method, path, tt[0], tt[1])
			require.Equal(t, 403, code, "%v %s", tt, path)
			message, _, _ := errorOf(t, body)
			require.Equal(t, "Keys can be changed only on the machine that Burrow runs on.", message)
		}
	}
	require.Empty(t, readText(t, file))
	for _, tt := range [][2]string{{"127.0.0.1:7777", "127.0.0.1:5555"}, {"[::1]:7777", "[::1]:5555"}} {
		code, body := ask(p, "GET", "/api/keys", tt[0], tt[1])
		require.Equal(t, 200, code, body)
	}
	// A server whose settings do not change has no keys to change, either.
	code, _ := ask(newProxy(t, Options{Origin: origin}), "GET", "/api/keys", "127.0.0.1:7777", "127.0.0.1:5555")
	require.Equal(t, 403, code)
}

// A key on its whole way: entered, tried against servers that repeat it, kept,
// replaced, removed, refused. No answer and no line of the log has a part of it.
func TestEnteredKeysNeverComeBack(t *testing.T) {
	var written shared
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		said := r.Header.Get("Authorization") + r.Header.Get("X-Api-Key")
		for _, name := range append(passed, "Set-Cookie", "Location", "X-Echo") {
			w.Header().Set(name, said)
		}
		status := http.StatusUnauthorized
		fmt.Sscanf(r.URL.Path, "/%d/", &status)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"object":%q,"data":[{"id":%q}],"error":{"message":%q}}`, said, said, said)
	}))
	defer echo.Close()
	addr, file, p := startKeys(t, "OPENAI_API_KEY="+canaryKey+"0\n", "GOOGLE_API_KEY="+canaryKey+"1")
	p.log.out = log.New(&written, "", 0)
	var received bytes.Buffer
	ask := func(method, path, body string) {
		t.Helper()
		response, err := http.DefaultClient.Do(request(t, addr, method, path, body, "Authorization", "Bearer "+testToken, "Content-Type", "application/json"))
		require.NoError(t, err)
		response.Header.Write(&received)
		io.Copy(&received, response.Body)
		response.Body.Close()
	}
	n := 2
	for _, status := range []int{200, 301, 400, 401, 403, 404, 429, 500, 503} {
		base := fmt.Sprintf("%s/%d/v1", echo.URL, status)
		for _, anyway := range []bool{false, true} {
			key := fmt.Sprint(canaryKey, n)
			n++
			entered := map[string]any{"name": "Echo", "base": base, "key": key, "anyway": anyway}
			ask("POST", "/api/keys/test", form(t, entered))
			ask("POST", "/api/keys/save", form(t, entered))
		}
		ask("GET", "/api/keys", "")
		ask("GET", "/api/status", "")
		stored := map[string]any{"id": "BURROW_SERVER_1_KEY", "base": base}
		ask("POST", "/api/keys/test", form(t, stored))
		if status != 200 { // an answer is the provider's own
			ask("POST", "/v1/chat/completions", strings.Replace(chatBody, `"m"`, `"echo/m"`, 1))
			ask("POST", "/v1/responses", `{"model":"echo/m","input":"x"}`)
		}
		stored["key"], stored["name"] = fmt.Sprint(canaryKey, n), "Echo"
		n++
		stored["anyway"] = true
		ask("POST", "/api/keys/save", form(t, stored))
		if status != 200 {
			ask("POST", "/v1/chat/completions", strings.Replace(chatBody, `"m"`, `"echo/m"`, 1))
		}
		require.Contains(t, readText(t, file), fmt.Sprint("BURROW_SERVER_1_KEY=", canaryKey, n-1))
		ask("POST", "/api/keys/remove", form(t, stored))
		require.NotContains(t, readText(t, file), "BURROW_SERVER_1_KEY")
	}
	for _, body := range []string{`{"key":"` + canaryKey + `"`, `{"key":5,"name":"` + canaryKey + `"}`, `{"` + canaryKey + `":1}`, `{"key":"` + canaryKey + `\n"}`, canaryKey} {
		for _, path := range []string{"/api/keys/save", "/api/keys/test", "/api/keys/remove"} {
			ask("POST", path, body)
		}
	}
	// A bug of ours that panics with everything it has.
	p.transport = fake(func(r *http.Request) (*http.Response, error) { panic(fmt.Sprint(r.Header)) })
	ask("POST", "/api/keys/test", form(t, map[string]any{"name": "Echo", "base": echo.URL + "/v1", "key": canaryKey}))
	// A disk that does not take it.
	require.NoError(t, os.Remove(file))
	require.NoError(t, os.Mkdir(file, 0o700))
	ask("POST", "/api/keys/save", form(t, map[string]any{"name": "Echo", "base": echo.URL + "/v1", "key": canaryKey, "anyway": true}))

	require.Contains(t, received.String(), "[redacted]", "the server did repeat the key")
	require.Contains(t, received.String(), "Something went wrong inside Burrow.")
	require.Contains(t, received.String(), "is not a file")
	require.NotEmpty(t, written.String())
	for name, text := range map[string]string{"an answer": received.String(), "the log": written.String()} {
		if i := strings.Index(text, "CANARY"); i >= 0 {
			require.Fail(t, "found a key in "+name, text[max(0, i-300):min(len(text), i+100)])
		}
	}
}

// Keys are changed while questions are asked: each is answered by settings that were
// whole, and what the old key was asked with is still searched for it.
func TestKeysChangeUnderLoad(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	addr, _, _ := startKeys(t, "OPENAI_BASE_URL="+up.URL()+"\nOPENAI_API_KEY="+canaryKey+"\n")
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			for j := range 10 {
				response, body := post(t, addr, "/api/keys/save", form(t, map[string]any{"id": "OPENAI_API_KEY", "base": up.URL(), "key": fmt.Sprintf("%s%d%d", canaryKey, i, j), "anyway": true}))
				require.Equal(t, 200, response.StatusCode, body)
			}
		})
		wait.Go(func() {
			for range 10 {
				response, _ := post(t, addr, "/v1/chat/completions", chatBody)
				require.Equal(t, 200, response.StatusCode)
			}
		})
	}
	wait.Wait()
	for _, r := range up.Requests() {
		require.Contains(t, r.Header.Get("Authorization"), "Bearer "+canaryKey)
	}
}

// Of two keys, one of which begins the other, nothing is left of either.
func TestNoPartOfALongerKeyIsLeft(t *testing.T) {
	for _, keys := range [][]string{{"sk-12345678", "sk-12345678-long"}, {"sk-12345678-long", "sk-12345678"}} {
		s := new(scrubber)
		for _, key := range keys {
			s.add([]config.Provider{{Key: config.NewSecret(key)}})
		}
		require.Equal(t, "a [redacted] b [redacted].", s.scrub("a sk-12345678-long b sk-12345678."))
	}
	s := newScrubber([]config.Provider{{Key: config.NewSecret("12345678")}, {Key: config.NewSecret("short")}})
	require.Equal(t, "[redacted] is a key, short may be a word", s.scrub("12345678 is a key, short may be a word"))
}

// A provider may repeat the key in an answer that is none of a failure: in one piece, or
// byte by byte.
func TestAKeyInAnAnswerIsCovered(t *testing.T) {
	const answer = `{"id":"a","choices":[{"message":{"content":"Your key is ` + canaryKey + `, and sk-1 is none."}}]}`
	want := strings.ReplaceAll(answer, canaryKey, strings.Repeat("*", len(canaryKey)))
	for _, piece := range []int{1, 7, 1000} {
		up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for rest := answer; rest != ""; {
				n := min(piece, len(rest))
				io.WriteString(w, rest[:n])
				http.NewResponseController(w).Flush()
				rest = rest[n:]
			}
		}))
		addr, _ := startProxy(t, Options{Config: config.Config{Providers: []config.Provider{{Name: "OpenAI", Kind: config.OpenAI, Base: up.URL, Key: config.NewSecret(canaryKey), Setting: "OPENAI_API_KEY"}}}})
		response, body := post(t, addr, "/v1/chat/completions", chatBody)
		require.Equal(t, 200, response.StatusCode)
		require.Equal(t, want, body)
		up.Close()
	}
}

// What passes is what came, but for keys, however it is cut.
func FuzzAnswersPassWhole(f *testing.F) {
	f.Add("a sk-12345678 b sk-1234567", uint8(3))
	f.Fuzz(func(t *testing.T, text string, piece uint8) {
		s := newScrubber([]config.Provider{{Key: config.NewSecret("sk-12345678")}, {Key: config.NewSecret("12345678-long")}})
		m, passed := s.masker(), ""
		for rest := text; rest != ""; {
			n := min(int(piece)+1, len(rest))
			passed += string(m.next([]byte(rest[:n]), false))
			rest = rest[n:]
		}
		passed += string(m.next(nil, true))
		require.Len(t, passed, len(text))
		require.NotContains(t, passed, "sk-12345678")
		if !strings.Contains(text, "12345678") {
			require.Equal(t, text, passed)
		}
	})
}

func TestWhatCannotBeSavedOrRemovedIsSaidOnce(t *testing.T) {
	addr, file, _ := startKeys(t, "")
	for path, body := range map[string]string{
		"/api/keys/remove": form(t, map[string]any{"id": "BURROW_SERVER_9_KEY", "base": "http://models.lan/v1"}),
		"/api/keys/save":   form(t, map[string]any{"name": "Home", "base": "nonsense", "key": "k"}),
		"/api/keys/test":   form(t, map[string]any{"name": "Home", "base": "nonsense", "key": "k"}),
	} {
		response, answer := post(t, addr, path, body)
		require.GreaterOrEqual(t, response.StatusCode, 400, path)
		require.Less(t, response.StatusCode, 500, path)
		message, _, _ := errorOf(t, answer)
		require.NotEmpty(t, message, path)
		require.NotContains(t, answer, `"keys"`, path)
	}
	require.Empty(t, readText(t, file))
	// What is as long as a form may be is read; one byte more is not.
	long := `{"id":"","name":"","base":"nonsense","key":"` + strings.Repeat("k", 16<<10)
	for extra, want := range map[int]int{0: 400, 1: 413} {
		response, _ := post(t, addr, "/api/keys/test", long[:16<<10-2+extra]+`"}`)
		require.Equal(t, want, response.StatusCode)
	}
	response, _ := post(t, addr, "/api/keys/test", `{}`, "Content-Encoding", "gzip")
	require.Equal(t, 415, response.StatusCode)
}
