package proxy

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"burrow/internal/config"
	"burrow/internal/say"
)

// A bare name, such as "gpt-4o-mini", means a configured provider's model before
// it means anything else. A program found on this machine has an id for each of
// its models that says whose it is, "ollama/llama3.2", and is asked for it under
// its own name, "llama3.2". So nothing that happens to listen on this machine can
// take a question meant for a service, and nothing asked of a program on this
// machine goes to a service when the program has stopped. Servers that were given a
// name have such ids, too, "myrouter/llama3.2": several of them may have the same
// models.

// patterns say which service's models begin with what. They count even if the
// service does not list the model: many do not list all they have.
var patterns = []struct {
	prefix  string
	service config.Kind
}{
	{"gemini", config.Google},
	{"claude", config.Anthropic},
	{"gpt-", config.OpenAI}, {"chatgpt-", config.OpenAI}, {"ft:", config.OpenAI}, {"codex-", config.OpenAI},
	{"text-embedding-3", config.OpenAI}, {"text-embedding-ada", config.OpenAI}, {"whisper-", config.OpenAI},
	{"tts-", config.OpenAI}, {"dall-e-", config.OpenAI}, {"davinci-", config.OpenAI}, {"babbage-", config.OpenAI},
	{"omni-moderation", config.OpenAI}, {"computer-use-", config.OpenAI}, {"sora-", config.OpenAI},
}

// serviceOf returns the service that names its models like this, "" if none does.
// What stands before a slash, as in "openai/gpt-4o" and "models/gemini-2.5-pro",
// says who passes the model on.
func serviceOf(model string) config.Kind {
	name := strings.ToLower(model[strings.LastIndexByte(model, '/')+1:])
	if strings.HasPrefix(name, "gpt-oss") {
		return "" // open weights: programs on this machine run them, OpenAI does not
	}
	for _, p := range patterns {
		if strings.HasPrefix(name, p.prefix) {
			return p.service
		}
	}
	if len(name) > 1 && name[0] == 'o' && name[1] >= '0' && name[1] <= '9' {
		return config.OpenAI // o1, o3-mini
	}
	return ""
}

// slugOf is what the ids of a program's models begin with: "lmstudio" for
// "LM Studio".
func slugOf(program string) string {
	return strings.ToLower(strings.ReplaceAll(program, " ", ""))
}

// reserved are beginnings of ids that other services use.
var reserved = []string{"models", "openai", "google", "anthropic"}

// freeSlug is what the ids of a named server begin with. Those of the programs of
// this machine and of the servers before it are taken.
func (d *directory) freeSlug(name string) string {
	slug := strings.Trim(strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_') {
			return r
		}
		return '-'
	}, slugOf(name)), "-")
	if slug == "" {
		slug = "server"
	}
	for i, free := 1, slug; ; i++ {
		if i > 1 {
			free = slug + "-" + strconv.Itoa(i)
		}
		if d.servers[free] == nil && d.programs[free] == "" && !slices.Contains(reserved, free) {
			return free
		}
	}
}

// validModel reports whether a name can be a model's: short, and without anything
// that cannot be seen.
func validModel(name string) bool {
	return name != "" && len(name) <= maxModelBytes && strings.TrimSpace(name) == name &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// target is where a question goes: a provider, and the name it knows the model by.
// The zero target is nobody.
type target struct {
	up    *upstream
	model string
}

// id is what the model is called here.
func (t target) id() string { return t.up.id(t.model) }

// route finds who answers a model. sure is false if a fresh look at the lists
// could change that.
func (d *directory) route(model string) (to target, sure bool) {
	service := serviceOf(model)
	isPlain := !strings.Contains(strings.TrimPrefix(model, "models/"), "/")
	if isPlain && (service == config.Google || service == config.Anthropic) {
		if up := d.service(service); up != nil {
			return target{up, model}, true
		}
	}
	for _, up := range d.configured {
		if up.service != config.Server && up.lists(model) {
			return target{up, model}, true
		}
	}
	slug, name, hasSlug := strings.Cut(model, "/")
	if up := d.servers[slug]; hasSlug && up != nil {
		return target{up, name}, true
	}
	if hasSlug && d.programs[slug] != "" {
		return d.routeToProgram(slug, name, model)
	}
	// A server of one's own may have any name, so every bare name is its.
	if up := d.service(config.Compatible); up != nil {
		return target{up, model}, true
	}
	if up := d.service(config.OpenAI); up != nil && service == config.OpenAI {
		return target{up, model}, true
	}
	for _, up := range d.configured {
		if up.service == config.Server && up.lists(model) {
			return target{up, model}, !slices.ContainsFunc(d.configured, (*upstream).unlisted)
		}
	}
	if service == "" && !slices.ContainsFunc(d.configured, (*upstream).mayHaveAny) {
		for _, up := range d.here() {
			if up.lists(model) {
				return target{up, model}, true
			}
		}
	}
	if up := d.service(config.OpenAI); up != nil {
		return target{up, model}, false
	}
	if len(d.configured) > len(d.servers) {
		return target{d.first(), model}, false
	}
	return target{}, false
}

// mayHaveAny is true of a provider whose models may have any name and could not be listed:
// then a program of this machine gets no name that is not its own.
func (up *upstream) mayHaveAny() bool {
	return up.unlisted() && up.service != config.Google && up.service != config.Anthropic
}

// routeToProgram finds who answers an id that names a program of this machine:
// the program or nobody. A server of one's own that has such names itself, as
// gateways do, was asked first if it lists them; if it lists nothing, it is asked
// for the configured model.
func (d *directory) routeToProgram(slug, name, model string) (to target, sure bool) {
	gateway := d.service(config.Compatible)
	if gateway != nil && gateway.slug == slug {
		return target{gateway, name}, true // the program itself, and configured
	}
	if gateway != nil && model == d.model && gateway.unlisted() {
		return target{gateway, model}, false
	}
	for _, up := range d.here() {
		if up.slug == slug && up.lists(name) {
			return target{up, name}, gateway == nil || !gateway.unlisted()
		}
	}
	return target{}, false
}

// service returns the configured provider of a kind, nil if there is none.
func (d *directory) service(kind config.Kind) *upstream {
	for _, up := range d.configured {
		if up.service == kind {
			return up
		}
	}
	return nil
}

// first returns the provider that is asked for a model nobody is known to have:
// it says that it has none. That is the one of the configured model, if any, and
// never a named server: those are last in the list, and asked by name.
func (d *directory) first() *upstream {
	if d.model != "" {
		service := serviceOf(d.model)
		for _, up := range d.configured {
			if up.service != config.Server && (up.lists(d.model) || service != "" && up.service == service) {
				return up
			}
		}
	}
	return d.configured[0]
}

// NoModel is what is said when nobody answers.
const NoModel say.English = "No model is set up yet: add a key in the page's settings or in .env, or start Ollama."

// services are the well-known services, with the setting that each needs.
var services = map[config.Kind][2]string{
	config.OpenAI:    {"OpenAI", "OPENAI_API_KEY"},
	config.Google:    {"Google", "GOOGLE_API_KEY"},
	config.Anthropic: {"Anthropic", "ANTHROPIC_API_KEY"},
}

// missing says why nobody answers a model, and what to do.
func (d *directory) missing(model string) string {
	if model == "" {
		model = d.model
	}
	if slug, _, ok := strings.Cut(model, "/"); ok && d.programs[slug] != "" {
		if slices.ContainsFunc(d.here(), func(up *upstream) bool { return up.slug == slug }) {
			return say.T("{provider} does not have this model. Choose another model.", "provider", d.programs[slug])
		}
		return say.T("{provider} does not answer: start it, or choose another model.", "provider", d.programs[slug])
	}
	someone := len(d.here()) > 0 || len(d.servers) > 0
	// A name that is none is not repeated.
	switch service, valid := services[serviceOf(model)], validModel(model); {
	case service[0] != "" && someone && valid:
		return say.T("The model {model} is {provider}'s: set {setting} in .env, or choose another model.", "model", model, "provider", service[0], "setting", service[1])
	case service[0] != "" && someone:
		return say.T("This model is {provider}'s: set {setting} in .env, or choose another model.", "provider", service[0], "setting", service[1])
	case model != "" && len(d.servers) > 0 && valid:
		return say.T("No provider has the model {model}. Choose another model.", "model", model)
	case model != "" && len(d.servers) > 0:
		return say.T("No provider has this model. Choose another model.")
	case model != "" && len(d.here()) > 0 && valid:
		return say.T("No program on this machine has the model {model}. Choose another model.", "model", model)
	case model != "" && len(d.here()) > 0:
		return say.T("No program on this machine has this model. Choose another model.")
	case len(d.configured) > 0:
		return say.T("No model is selected: set MODEL_NAME in .env to one of {provider}'s models.", "provider", d.configured[0].name)
	}
	return say.T(NoModel)
}
