// Who is asked for which model, by its name.

package proxy

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"burrow/internal/config"
	"burrow/internal/llm/llmtest"

	"github.com/stretchr/testify/require"
)

// two are a service and a server with a name, which list models.
func two(t *testing.T, openAI, router string) config.Config {
	t.Helper()
	return config.Config{Providers: []config.Provider{
		{Name: "OpenAI", Kind: config.OpenAI, Base: "http://" + listing(t, nil, openAI, 200) + "/v1", Key: config.NewSecret(canaryKey), Setting: "OPENAI_API_KEY"},
		{Name: "Router", Kind: config.Server, Base: "http://" + listing(t, nil, router, 200) + "/v1", Setting: "BURROW_SERVER_1_URL"},
	}}
}

func TestWhoHasTheConfiguredModelComesFirst(t *testing.T) {
	for model, want := range map[string][]string{
		"":             {"OpenAI", "Router"},
		"gpt-4o":       {"OpenAI", "Router"},
		"router/llama": {"Router", "OpenAI"},
		"nobody/has":   {"OpenAI", "Router"},
	} {
		c := two(t, listOf("gpt-4o"), listOf("llama"))
		if model != "" {
			c.Settings.Model = &model
		}
		addr, p := startProxy(t, Options{Config: c})
		var names []string
		for _, provider := range statusOf(t, addr).Providers {
			names = append(names, provider.Name)
		}
		require.Equal(t, want, names, model)
		require.Equal(t, want, p.Providers(), model)
		require.False(t, p.ModelIsMissing(), "OpenAI may have what it does not list")
	}
}

func TestAModelThatNobodyHasIsMissing(t *testing.T) {
	server := two(t, listOf(), listOf("llama"))
	server.Providers = server.Providers[1:]
	for model, want := range map[string]string{
		"mistral":      "No provider has the model mistral. Choose another model.",
		"models/llama": "No provider has the model models/llama. Choose another model.",
		"llama":        "",
	} {
		server.Settings.Model = &model
		addr, p := startProxy(t, Options{Config: server})
		statusOf(t, addr)
		require.Equal(t, want != "", p.ModelIsMissing(), model)
		if want != "" {
			require.Equal(t, want, p.NoDefault())
		}
	}
	// A name that cannot be one is not repeated.
	server.Settings.Model = nil
	addr, p := startProxy(t, Options{Config: server})
	require.False(t, p.ModelIsMissing(), "none is wanted")
	for model, want := range map[string]string{
		" mistral":     "No provider has this model. Choose another model.",
		" gpt-4o":      "No provider has this model. Choose another model.",
		"gpt-4o\u200b": "This model is OpenAI's: set OPENAI_API_KEY in .env, or choose another model.",
		"gpt-4o":       "The model gpt-4o is OpenAI's: set OPENAI_API_KEY in .env, or choose another model.",
	} {
		statusOf(t, addr)
		require.Equal(t, want, p.now().directory.missing(model), model)
	}
	require.Equal(t, "No model is selected: set MODEL_NAME in .env to one of Router's models.", p.NoDefault())
	for _, model := range []string{"", "mistral", "gpt-4o"} {
		require.Equal(t, string(NoModel), newProxy(t, Options{}).now().directory.missing(model), "nothing is set up")
	}
	addr, p = startProxy(t, Options{Machine: []Server{{"Ollama", listing(t, nil, `{"object":"list","data":[]}`, 200)}}})
	statusOf(t, addr)
	require.Equal(t, string(NoModel), p.NoDefault(), "a program without models")
	ollama := listing(t, nil, listOf("llama"), 200)
	addr, p = startProxy(t, Options{Machine: []Server{{"Ollama", ollama}}})
	statusOf(t, addr)
	for model, want := range map[string]string{
		"mistral":        "No program on this machine has the model mistral. Choose another model.",
		"mistral\u200b":  "No program on this machine has this model. Choose another model.",
		"ollama/mistral": "Ollama does not have this model. Choose another model.",
		"lmstudio/llama": "LM Studio does not answer: start it, or choose another model.",
		"lmstudio":       "No program on this machine has the model lmstudio. Choose another model.",
	} {
		require.Equal(t, want, p.now().directory.missing(model), model)
	}
}

// A program of this machine may list any name. A question for a provider whose own list
// could not be had does not go there.
func TestAnUnknownNameGoesToNoProgramWhileAListIsMissing(t *testing.T) {
	program := []Server{{"Ollama", listing(t, nil, listOf("tuned", "mine"), 200)}}
	provider := func(status int) config.Config {
		return config.Config{Providers: []config.Provider{{Name: "OpenAI", Kind: config.OpenAI, Base: "http://" + listing(t, nil, listOf("gpt-4o"), status) + "/v1", Key: config.NewSecret(canaryKey), Setting: "OPENAI_API_KEY"}}}
	}
	for status, want := range map[int]string{200: "Ollama", 500: "OpenAI"} {
		addr, p := startProxy(t, Options{Config: provider(status), Machine: program})
		statusOf(t, addr)
		to, ok := p.now().directory.choose(t.Context(), "mine")
		require.True(t, ok)
		require.Equal(t, want, to.up.name)
		to, ok = p.now().directory.choose(t.Context(), "ollama/mine")
		require.True(t, ok)
		require.Equal(t, "Ollama", to.up.name, "who names the program means it")
	}
}

func TestAModelThatTwoHaveIsListedOnce(t *testing.T) {
	both := listOf("gpt-4o", "same")
	c := two(t, both, listOf("same"))
	c.Providers[1].Kind, c.Providers[1].Name = config.Google, "Google"
	addr, _ := startProxy(t, Options{Config: c})
	status := statusOf(t, addr)
	require.Equal(t, []string{"gpt-4o", "same"}, status.Providers[0].Models)
	require.Empty(t, status.Providers[1].Models, "OpenAI is asked for it")
	_, body := get(t, addr, "/v1/models", authorized)
	require.Equal(t, 1, strings.Count(body, `"same"`))
}

// What is known of a provider stays when the settings change, and is forgotten if
// anything of the provider does.
func TestWhatIsKnownOfAProviderIsNotTakenForAnothers(t *testing.T) {
	was := config.Provider{Name: "A", Kind: config.Compatible, Base: "http://127.0.0.1:1/v1", Key: config.NewSecret("one"), Setting: "OPENAI_API_KEY"}
	known := func(now config.Provider) bool {
		before := newDirectory(Options{Machine: []Server{}, Config: config.Config{Providers: []config.Provider{was}}}, nil)
		before.configured[0].learn([]string{"llama"}, false, nil)
		after := newDirectory(Options{Machine: []Server{}, Config: config.Config{Providers: []config.Provider{now}}}, nil)
		after.takeOver(before)
		require.Empty(t, before.here(), "requests under way still use it")
		return after.configured[0].lists("llama")
	}
	require.True(t, known(was))
	for name, change := range map[string]func(*config.Provider){
		"name":    func(p *config.Provider) { p.Name = "B" },
		"kind":    func(p *config.Provider) { p.Kind = config.OpenAI },
		"address": func(p *config.Provider) { p.Base = "http://127.0.0.1:2/v1" },
		"key":     func(p *config.Provider) { p.Key = config.NewSecret("two") },
		"setting": func(p *config.Provider) { p.Setting = "OTHER" },
	} {
		now := was
		change(&now)
		require.False(t, known(now), name)
	}
}

func TestAServerIsAskedAtTheStart(t *testing.T) {
	c := two(t, listOf("gpt-4o"), listOf("llama"))
	c.Providers = c.Providers[1:]
	p := newProxy(t, Options{Config: c, Machine: []Server{{"Ollama", listing(t, nil, listOf("qwen"), 200)}}})
	_, _, ok := p.Default()
	require.False(t, ok)
	require.Equal(t, []string{"Router"}, p.Providers())
	p.Look(t.Context())
	provider, model, ok := p.Default()
	require.True(t, ok)
	require.Equal(t, "Router llama", provider+" "+model)
	require.Equal(t, []string{"Router", "Ollama on this machine"}, p.Providers())
}

func TestWhoseAModelIsByItsName(t *testing.T) {
	for model, want := range map[string]config.Kind{
		"o0": config.OpenAI, "o1": config.OpenAI, "o3-mini": config.OpenAI, "O9": config.OpenAI, "openai/o1": config.OpenAI,
		"o": "", "o-1": "", "o/": "", "o:1": "", "orca": "", "1o": "", "p1": "",
		"gpt-oss:20b": "", "gpt-4o": config.OpenAI, "models/gemini-2.5-pro": config.Google, "Claude-x": config.Anthropic,
	} {
		require.Equal(t, want, serviceOf(model), model)
	}
}

func TestServersWithLikeNamesHaveIdsOfTheirOwn(t *testing.T) {
	var c config.Config
	for _, name := range []string{"My_Router.2", "my_router.2", "Ollama", "OpenAI", "Büro", "日本", "server"} {
		c.Providers = append(c.Providers, config.Provider{Name: name, Kind: config.Server, Base: "http://models.example/v1"})
	}
	var slugs []string
	for _, up := range newDirectory(Options{Config: c}, nil).configured {
		slugs = append(slugs, up.slug)
	}
	require.Equal(t, []string{"my_router.2", "my_router.2-2", "ollama-2", "openai-2", "b-ro", "server", "server-2"}, slugs)
}

// A model that nobody is known to have: the provider of the configured one says so.
func TestAnUnknownModelIsAskedOfTheConfiguredOnesProvider(t *testing.T) {
	google, anthropic := llmtest.New(), llmtest.New()
	defer google.Close()
	defer anthropic.Close()
	for model, want := range map[string]*llmtest.Server{"": google, "gemini-x": google, "claude-x": anthropic, "unknown-x": google, "listed": anthropic} {
		google.Reset()
		anthropic.Reset()
		c := config.Config{Providers: []config.Provider{
			{Name: "Google", Kind: config.Google, Base: google.URL(), Setting: "GOOGLE_API_KEY"},
			{Name: "Anthropic", Kind: config.Anthropic, Base: anthropic.URL(), Setting: "ANTHROPIC_API_KEY"},
			{Name: "Router", Kind: config.Server, Base: "http://" + listing(t, nil, listOf("unknown-x"), 200) + "/v1"},
		}}
		if model != "" {
			c.Settings.Model = &model
		}
		addr, p := startProxy(t, Options{Config: c})
		p.now().directory.configured[1].learn([]string{"listed"}, false, nil)
		p.now().directory.configured[2].learn([]string{"unknown-x"}, false, nil)
		post(t, addr, "/v1/chat/completions", strings.Replace(chatBody, `"m"`, `"nobody-has-it"`, 1))
		asked := 0
		for _, r := range want.Requests() {
			if r.Path == "/v1/chat/completions" {
				asked++
			}
		}
		require.Equal(t, 1, asked, model)
	}
}

func TestListsOfModelsAreReadStrictly(t *testing.T) {
	for _, tt := range []struct {
		text    string
		service config.Kind
		want    []string
	}{
		{`{"object":"list","data":[{"id":"a"},{"id":"b"}]}`, "", []string{"a", "b"}},
		{`{"object":"list","data":[]}`, "", []string{}},
		{`{"data":[{"id":"a"}]}`, config.Anthropic, []string{"a"}},
		{`{"data":[]}`, config.Anthropic, []string{}},
		{`{"data":[{"id":"a"}]}`, config.OpenAI, nil},
		{`{}`, config.Anthropic, nil},
		{`{"object":"list","data":[{"id":"models/a"}]}`, config.Google, []string{"a"}},
		{`{"object":"list","data":[{"id":"models/a"}]}`, "", []string{"models/a"}},
		{listOf(strings.Repeat("m", 256)), "", []string{strings.Repeat("m", 256)}},
		{listOf(strings.Repeat("m", 257)), "", nil},
		{listOf("a\nb"), "", nil},
		{listOf(" a"), "", nil},
		{"<html>", "", nil},
	} {
		models, err := readList([]byte(tt.text), tt.service)
		require.Equal(t, tt.want, models, tt.text)
		require.Equal(t, tt.want == nil, err != nil, tt.text)
	}
	ids := make([]string, 2001)
	for i := range ids {
		ids[i] = fmt.Sprint("m", i)
	}
	models, err := readList([]byte(listOf(ids...)), "")
	require.NoError(t, err)
	require.Equal(t, ids[:2000], models)
}

func TestGooglesOtherSpellingIsTheSameModel(t *testing.T) {
	up := &upstream{service: config.Google, models: []string{"tuned"}}
	require.True(t, up.lists("tuned"))
	require.True(t, up.lists("models/tuned"))
	require.False(t, up.lists("models/other"))
}

func TestAQuestionWithoutAModelFindsOneAtOnce(t *testing.T) {
	addr, up := startScripted(t, Options{})
	response, body := post(t, addr, "/v1/chat/completions", `{"messages":[{"role":"user","content":"Hello"}]}`)
	require.Equal(t, 200, response.StatusCode, body)
	last := up.Requests()[len(up.Requests())-1]
	require.Equal(t, "scripted", last.Body["model"], "the list was asked for")
}

func TestTheConfiguredModelIsOfferedFirst(t *testing.T) {
	c := oneProvider("http://"+listing(t, nil, listOf("a", "b"), 200)+"/v1", config.Compatible)
	for model, want := range map[string][]string{"b": {"b", "a"}, "unlisted": {"unlisted", "a", "b"}} {
		c.Settings.Model = &model
		addr, _ := startProxy(t, Options{Config: c})
		require.Equal(t, want, statusOf(t, addr).Providers[0].Models)
	}
}

func TestWhoIsAskedAtTheStart(t *testing.T) {
	for _, tt := range []struct {
		kind  config.Kind
		model string
		want  int64
	}{
		{config.Compatible, "", 1}, {config.Server, "", 1},
		{config.Compatible, "m", 0}, {config.Server, "m", 0}, // it is known who answers
		{config.OpenAI, "", 0}, {config.Google, "", 0}, {config.Anthropic, "", 0}, // services are asked when somebody wants to know
	} {
		var asked atomic.Int64
		c := oneProvider("http://"+listing(t, &asked, listOf("m"), 200)+"/v1", tt.kind)
		if tt.model != "" {
			c.Settings.Model = &tt.model
		}
		newProxy(t, Options{Config: c}).Look(t.Context())
		require.Equal(t, tt.want, asked.Load(), "%+v", tt)
	}
}
