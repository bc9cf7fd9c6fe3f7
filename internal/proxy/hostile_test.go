package proxy

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"burrow/internal/config"
	"burrow/internal/llm/llmtest"
	"burrow/internal/wire"

	"github.com/stretchr/testify/require"
)

// listener is a program that listens where Ollama would and keeps every byte it
// is sent.
type listener struct {
	address string
	heard   shared
}

func listenAsOllama(t *testing.T, list string) *listener {
	t.Helper()
	l := new(listener)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Header.Write(&l.heard)
		l.heard.Write(body)
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/v1/models" {
			io.WriteString(w, list)
			return
		}
		io.WriteString(w, `{"by":"the program"}`)
	}))
	t.Cleanup(s.Close)
	l.address = strings.TrimPrefix(s.URL, "http://")
	return l
}

const privateWords = "what nobody else may read"

func ask(t *testing.T, addr net.Addr, model string) (*http.Response, string) {
	t.Helper()
	body := `{"messages":[{"role":"user","content":"` + privateWords + `"}],"model":"` + model + `"}`
	if model == "" {
		body = `{"messages":[{"role":"user","content":"` + privateWords + `"}]}`
	}
	return post(t, addr, "/v1/chat/completions", body)
}

// shadowing is what a hostile program lists: names of services in all spellings.
var shadowing = []string{
	"gpt-4o-mini", "gpt-4o", "GPT-4o", "gpt-4o-mini-2024-07-18", "gpt-9", "o3-mini", "o9", "chatgpt-4o-latest", "ft:gpt-4o-mini:acme::1",
	"text-embedding-3-small", "gemini-2.5-flash", "models/gemini-2.5-flash", "claude-sonnet-4-5", "openai/gpt-4o", "only-openai-lists-this",
	"lmstudio/qwen", "llama.cpp/x", "llama3.2", "a/b/c",
}

// services returns the three services, answered by one scripted server that lists
// nothing of its own but one odd name.
func configuredServices(up *llmtest.Server) config.Config {
	provider := func(name string, kind config.Kind) config.Provider {
		return config.Provider{Name: name, Kind: kind, Base: up.URL(), Key: config.NewSecret(canaryKey), Setting: strings.ToUpper(name) + "_API_KEY"}
	}
	return config.Config{Providers: []config.Provider{provider("OpenAI", config.OpenAI), provider("Google", config.Google), provider("Anthropic", config.Anthropic)}}
}

func TestProgramOnTheMachineNeverTakesAServicesModel(t *testing.T) {
	for _, listed := range []bool{true, false} {
		up := llmtest.New()
		t.Cleanup(up.Close)
		program := listenAsOllama(t, listOf(shadowing...))
		addr, p := startProxy(t, Options{Config: configuredServices(up), Machine: []Server{{"Ollama", program.address}}})
		p.Look(t.Context())
		if listed {
			for range 3 {
				up.Script(llmtest.Answer{Path: "/models", Body: listOf("gpt-4o-mini", "only-openai-lists-this")})
			}
		} else {
			for range 3 {
				up.Script(llmtest.Answer{Path: "/models", Status: 500})
			}
		}
		status := statusOf(t, addr)
		require.Equal(t, "gpt-4o-mini", *status.Settings.Model)
		own := status.Providers[len(status.Providers)-1]
		require.Equal(t, "Ollama", own.Name)
		for _, id := range own.Models {
			require.True(t, strings.HasPrefix(id, "ollama/"), id)
		}
		for _, model := range append([]string{""}, shadowing...) {
			if listed && (model == "llama3.2" || model == "a/b/c") {
				continue // its own names, since no provider has them
			}
			response, body := ask(t, addr, model)
			require.NotContains(t, body, "the program", model)
			if model == "lmstudio/qwen" || model == "llama.cpp/x" {
				require.Equal(t, 503, response.StatusCode, "a program that is not there: %s", body)
				continue
			}
			require.Equal(t, 200, response.StatusCode, "%s: %s", model, body)
			sent := up.Requests()[len(up.Requests())-1]
			require.Equal(t, []string{privateWords, model}, []string{lastWords(sent), sentModel(sent, model)})
		}
		require.NotContains(t, program.heard.String(), privateWords)
		require.NotContains(t, program.heard.String(), "CANARY")

		// Under its own name, and by the user's choice, it is asked.
		names := map[string]string{"ollama/gpt-4o-mini": "gpt-4o-mini", "ollama/openai/gpt-4o": "openai/gpt-4o", "ollama/a/b/c": "a/b/c", "ollama/lmstudio/qwen": "lmstudio/qwen"}
		if listed {
			names["llama3.2"] = "llama3.2"
		}
		for id, name := range names {
			_, body := ask(t, addr, id)
			require.Contains(t, body, "the program", id)
			require.Contains(t, program.heard.String(), `"model":"`+name+`"`)
		}
		require.NotContains(t, program.heard.String(), "ollama/")
		require.NotContains(t, program.heard.String(), "CANARY")
	}
}

func lastWords(r llmtest.Request) string {
	messages := r.Body["messages"].([]any)
	return messages[len(messages)-1].(map[string]any)["content"].(string)
}

// sentModel is the model of a request; the default stands for "".
func sentModel(r llmtest.Request, asked string) string {
	if name := r.Body["model"].(string); asked != "" || name != "gpt-4o-mini" {
		return name
	}
	return ""
}

// A server of one's own may have any name, listed or not.
func TestProgramOnTheMachineNeverTakesANameFromAServerOfOnesOwn(t *testing.T) {
	for _, list := range []llmtest.Answer{{Path: "/models", Body: listOf("listed", "ollama/passed-on")}, {Path: "/models", Status: 404}} {
		up := llmtest.New()
		t.Cleanup(up.Close)
		program := listenAsOllama(t, listOf("unlisted", "listed", "gpt-4o", "llama3.2", "passed-on", "own"))
		o := Options{Config: oneProvider(up.URL(), config.Compatible), Machine: []Server{{"Ollama", program.address}}}
		o.Config.Settings.Model = new("ollama/passed-on")
		addr, p := startProxy(t, o)
		up.Script(list)
		p.Look(t.Context())
		for _, model := range []string{"", "unlisted", "listed", "gpt-4o", "llama3.2", "ollama/passed-on"} {
			response, _ := ask(t, addr, model)
			require.Equal(t, 200, response.StatusCode, model)
			sent := up.Requests()[len(up.Requests())-1]
			require.Equal(t, privateWords, lastWords(sent), model)
		}
		require.NotContains(t, program.heard.String(), privateWords)
		sent := len(up.Requests())
		for _, model := range []string{"ollama/what-neither-has", "lmstudio/stopped"} {
			response, _ := ask(t, addr, model)
			require.Equal(t, 503, response.StatusCode, model)
		}
		for _, r := range up.Requests()[sent:] {
			require.Equal(t, "GET", r.Method, "what was meant for this machine goes nowhere else")
		}
		_, body := ask(t, addr, "ollama/own")
		require.Contains(t, body, "the program")
	}
}

// Whatever is wrong with the configured provider, the default stays its own.
func TestProgramOnTheMachineNeverBecomesTheDefaultOfASetUpServer(t *testing.T) {
	program := listenAsOllama(t, listOf("gpt-4o-mini", "llama3.2"))
	machine := []Server{{"Ollama", program.address}}
	t.Run("the list cannot be had", func(t *testing.T) {
		addr, p := startProxy(t, Options{Config: oneProvider("http://"+refusing(t)+"/v1", config.Compatible), Machine: machine})
		p.Look(t.Context())
		require.Nil(t, statusOf(t, addr).Settings.Model)
		response, _ := ask(t, addr, "")
		require.Equal(t, 503, response.StatusCode)
	})
	t.Run("the key is refused", func(t *testing.T) {
		up := llmtest.New()
		t.Cleanup(up.Close)
		up.Script(llmtest.Answer{Path: "/models", Status: 401}, llmtest.Answer{Status: 401})
		addr, p := startProxy(t, Options{Config: oneProvider(up.URL(), config.OpenAI), Machine: machine})
		p.Look(t.Context())
		require.Equal(t, "gpt-4o-mini", *statusOf(t, addr).Settings.Model)
		response, _ := ask(t, addr, "")
		require.Equal(t, 401, response.StatusCode)
	})
	require.NotContains(t, program.heard.String(), privateWords)
}

// The key is gone, the setting is not.
func TestModelOfAServiceThatIsGoneIsNobodysElse(t *testing.T) {
	program := listenAsOllama(t, listOf("gpt-4o-mini", "llama3.2"))
	o := Options{Machine: []Server{{"Ollama", program.address}}}
	o.Config.Settings.Model = new("gpt-4o-mini")
	addr, p := startProxy(t, o)
	p.Look(t.Context())
	status := statusOf(t, addr)
	require.Equal(t, "gpt-4o-mini", *status.Settings.Model)
	require.Equal(t, []wire.Provider{{Name: "Ollama", Kind: wire.Machine, Host: program.address, Models: []string{"ollama/gpt-4o-mini", "ollama/llama3.2"}, Bare: []string{"llama3.2"}}}, status.Providers)
	_, body := get(t, addr, "/v1/models", authorized)
	require.JSONEq(t, `{"object":"list","data":[
		{"id":"ollama/gpt-4o-mini","object":"model","created":0,"owned_by":"Ollama"},
		{"id":"ollama/llama3.2","object":"model","created":0,"owned_by":"Ollama"}]}`, body)
	for model, want := range map[string]string{
		"":                 "The model gpt-4o-mini is OpenAI's: set OPENAI_API_KEY in .env, or choose another model.",
		"gpt-4o-mini":      "The model gpt-4o-mini is OpenAI's: set OPENAI_API_KEY in .env, or choose another model.",
		"gemini-2.5-pro":   "The model gemini-2.5-pro is Google's: set GOOGLE_API_KEY in .env, or choose another model.",
		"odd":              "No program on this machine has the model odd. Choose another model.",
		"\u202ereversed":   "No program on this machine has this model. Choose another model.",
		"ollama/elsewhere": "Ollama does not have this model. Choose another model.",
	} {
		response, body := ask(t, addr, model)
		require.Equal(t, 503, response.StatusCode, model)
		message, kind, code := errorOf(t, body)
		require.Equal(t, []string{want, "burrow_error", "no_model"}, []string{message, kind, code})
	}
	require.NotContains(t, program.heard.String(), privateWords)
	_, body = ask(t, addr, "ollama/gpt-4o-mini")
	require.Contains(t, body, "the program")
}

func TestDefaultWithoutAServiceIsTheProgramsOwn(t *testing.T) {
	program := listenAsOllama(t, listOf("gpt-4o"))
	addr, p := startProxy(t, Options{Machine: []Server{{"Ollama", program.address}}})
	p.Look(t.Context())
	require.Equal(t, "ollama/gpt-4o", *statusOf(t, addr).Settings.Model)
	_, body := ask(t, addr, "")
	require.Contains(t, body, "the program")
	require.Contains(t, program.heard.String(), `"model":"gpt-4o"`)
	provider, model, ok := p.Default()
	require.True(t, ok)
	require.Equal(t, "Ollama gpt-4o", provider+" "+model)
}

func TestStoppedProgramsQuestionsGoNowhere(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	addr, p := startProxy(t, Options{Config: configuredServices(up), Machine: []Server{{"Ollama", refusing(t)}}})
	p.Look(t.Context())
	response, body := ask(t, addr, "ollama/llama3.2")
	require.Equal(t, 503, response.StatusCode)
	message, _, _ := errorOf(t, body)
	require.Equal(t, "Ollama does not answer: start it, or choose another model.", message)
	for _, r := range up.Requests() {
		require.NotEqual(t, "POST", r.Method)
	}
}

func TestListsThatNobodyWouldSendAreNoLists(t *testing.T) {
	many := make([]string, 10_000)
	for i := range many {
		many[i] = fmt.Sprintf("m%d", i)
	}
	for _, tt := range []struct {
		ids  []string
		want []string
	}{
		{[]string{"llama3.2", ""}, nil},
		{[]string{"llama3.2", "a\x1b[2Jb"}, nil},
		{[]string{"a\nb"}, nil},
		{[]string{"a\u202eb"}, nil},
		{[]string{"a\u200bb"}, nil},
		{[]string{" a"}, nil},
		{[]string{"a\u0000"}, nil},
		{[]string{"/", "//", "a/", "/a", "../x", "ollama/ollama/x"}, []string{"ollama//", "ollama///", "ollama/a/", "ollama//a", "ollama/../x", "ollama/ollama/ollama/x"}},
		{[]string{"a", "a", "a"}, []string{"ollama/a"}},
		{many, nil},
	} {
		program := listenAsOllama(t, listOf(tt.ids...))
		addr, p := startProxy(t, Options{Machine: []Server{{"Ollama", program.address}}})
		p.Look(t.Context())
		status := statusOf(t, addr)
		if len(tt.ids) == len(many) {
			require.Len(t, status.Providers[0].Models, maxListed)
			continue
		}
		if tt.want == nil {
			require.Empty(t, status.Providers, tt.ids)
			require.Nil(t, status.Settings.Model)
			continue
		}
		require.Equal(t, tt.want, status.Providers[0].Models)
		for _, id := range tt.want {
			_, body := ask(t, addr, id)
			require.Contains(t, body, "the program", id)
		}
	}
}

// An id stays what it is, whether its program was found or is configured.
func TestIdOfAProgramStaysWhenItIsConfigured(t *testing.T) {
	program := listenAsOllama(t, listOf("llama3.2"))
	addr, p := startProxy(t, Options{
		Config:  config.Config{Providers: []config.Provider{{Name: "x", Kind: config.Compatible, Base: "http://" + program.address + "/v1"}}},
		Machine: []Server{{"Ollama", program.address}},
	})
	p.Look(t.Context())
	require.Equal(t, []string{"llama3.2"}, statusOf(t, addr).Providers[0].Models)
	for _, model := range []string{"llama3.2", "ollama/llama3.2"} {
		_, body := ask(t, addr, model)
		require.Contains(t, body, "the program")
	}
	require.Equal(t, 2, strings.Count(program.heard.String(), `"model":"llama3.2"`))
}

func TestNamesOfServicesAreTheirs(t *testing.T) {
	for _, name := range shadowing[:14] {
		require.NotEmpty(t, serviceOf(name), name)
	}
	for _, name := range []string{"gpt-oss:20b", "openai/gpt-oss-20b", "llama3.2", "google/gemma-3-4b", "olmo", "o", "qwen3:8b", "mistral", "text-embedding-nomic-embed-text-v1.5"} {
		require.Empty(t, serviceOf(name), name)
	}
	slugs := []string{}
	for _, s := range MachineServers() {
		slugs = append(slugs, slugOf(s.Name))
	}
	require.True(t, slices.Equal([]string{"ollama", "lmstudio", "llama.cpp"}, slugs))
}
