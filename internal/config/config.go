// Package config reads the program's settings from the environment and a .env file,
// and writes keys to that file. It knows every name there is: an unknown name, an
// impossible value and a file of keys that others can read are errors at the start,
// because a setting that is silently ignored is noticed late.
//
// A Source follows the file while a program runs. What it writes replaces the file
// whole or not at all, and leaves all other lines as they are.
//
// Keys are held as Secret, which always prints as "[redacted]". Errors and warnings
// have names in them, never values.
package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/say"
)

// DefaultFile is read from the working directory if it is there.
const DefaultFile = ".env"

// Translation is the variable that names a file with another language. It counts in
// the environment alone: what is wrong with a file of settings is said in that
// language, too.
const Translation = "BURROW_TRANSLATION"

// Config is what the operator has set.
type Config struct {
	// Settings are the server's layer. What was not set is nil.
	Settings chat.Settings
	// Providers are the services with a key, the server at OPENAI_BASE_URL and those
	// at BURROW_SERVER_1_URL and so on. OpenAI or the first of those servers comes
	// first, the numbered ones last.
	Providers []Provider
	// Database is the history that commands use by default, "" if not set.
	Database string
	// DB is the database that questions are about, and SQL how they are answered.
	DB  Database
	SQL SQL
	// Models is the directory of model files for the browser, "" if not set.
	Models string
	// LocalServers are the programs with models to look for on this machine, as their
	// models are called: ollama, lmstudio, llama.cpp. Nil means all of them.
	LocalServers []string
	// Warnings are sentences about settings that have no effect, or one that may not
	// be intended.
	Warnings []string
}

// Kind is which service a provider is.
type Kind string

// The kinds.
const (
	OpenAI    Kind = "openai"
	Google    Kind = "google"
	Anthropic Kind = "anthropic"
	// Compatible is any other server with OpenAI's wire, in OpenAI's place.
	Compatible Kind = "compatible"
	// Server is one with a number and a name of its own, beside all others.
	Server Kind = "server"
)

// Provider is a service that answers.
type Provider struct {
	// Name is for the reader: "OpenAI", or the host of a server of one's own.
	Name string
	Kind Kind
	// Base is the address that paths like /chat/completions are added to.
	Base string
	// Key goes along as a bearer token, unless it is empty.
	Key Secret
	// Setting is the name of the setting that the key comes from.
	Setting string
}

// The addresses of the well-known services, where each speaks OpenAI's wire.
const (
	openAIBase    = "https://api.openai.com/v1"
	googleBase    = "https://generativelanguage.googleapis.com/v1beta/openai"
	anthropicBase = "https://api.anthropic.com/v1"
)

// Load reads the settings of environ, which has the form of os.Environ, and from a
// file those that environ does not have. An empty file name means DefaultFile, which
// need not exist; a named file must. An empty value counts as not set.
//
// It reports everything that is wrong at once, a line each.
func Load(environ []string, file string) (Config, error) {
	s, err := readFile(file)
	if err != nil {
		return Config{}, err
	}
	c, _, err := settle(environ, s)
	return c, err
}

// settle joins the environment and a file that was read. Besides the settings it
// returns what each is set to.
func settle(environ []string, file snapshot) (Config, map[string]value, error) {
	values := make(map[string]value)
	entries, problems := parse(file.name, file.text)
	// Whatever else is wrong with a file of keys, others must not read it.
	if file.info != nil && exposed(file.info.Mode(), entries) {
		return Config{}, nil, say.Error("{file} holds a key and can be read by others: run `chmod 600 {file}`", "file", file.name)
	}
	for _, e := range entries {
		where := fmt.Sprintf("%s:%d", e.file, e.line)
		if find(e.name) == nil {
			problems = append(problems, fmt.Errorf("%s: %w", where, unknown(e.name)))
			continue
		}
		if e.text != "" {
			values[e.name] = value{e.text, where}
		}
	}
	warnings, wrong := takeEnvironment(environ, values)
	problems = append(problems, wrong...)

	l := loader{home: homeOf(environ)}
	l.warnings = warnings
	for _, s := range settings {
		v, ok := values[s.name]
		if !ok {
			continue
		}
		if s.read == nil {
			l.warn("{name} is set, but that part of Burrow is not built yet.", "name", s.name)
			continue
		}
		if err := s.read(&l, s.name, v.text); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", v.where, err))
		}
	}
	if len(problems) > 0 {
		return Config{}, nil, errors.Join(problems...)
	}
	return l.config(), values, nil
}

// value is what a setting is set to, and where: environment, or a line of the file.
type value struct{ text, where string }

const environment = "environment"

// takeEnvironment adds what the environment sets to values. Other programs have
// variables, too: an unknown name is an error only if it begins like Burrow's own,
// and a warning if it is nearly a setting's.
func takeEnvironment(environ []string, values map[string]value) (warnings []string, problems []error) {
	for _, pair := range slices.Sorted(slices.Values(environ)) {
		name, text, ok := strings.Cut(pair, "=")
		switch {
		case !ok || name == "":
		case find(name) != nil:
			if text != "" {
				values[name] = value{text, environment}
			}
		case text == "" || name == Translation || strings.HasPrefix(name, "BURROW_TEST_"): // the last for the tests of the project
		case strings.HasPrefix(name, "BURROW_"):
			problems = append(problems, fmt.Errorf("%s: %w", say.T("environment"), unknown(name)))
		default:
			if meant := nearMiss(name); meant != "" {
				warnings = append(warnings, say.T("{name} in the environment has no effect: did you mean {meant}?", "name", name, "meant", meant))
			}
		}
	}
	return warnings, problems
}

func homeOf(environ []string) string {
	for _, pair := range environ {
		if home, ok := strings.CutPrefix(pair, "HOME="); ok {
			return home
		}
	}
	return ""
}

// loader gathers what the settings say.
type loader struct {
	settings                  chat.Settings
	modelName, openAIModel    string
	openAI, google, anthropic Secret
	base                      address
	servers                   [maxServers]server
	database, models, home    string
	local                     []string
	db                        Database
	sql                       SQL
	history                   *int
	warnings                  []string
}

func (l *loader) warn(english say.English, args ...any) {
	l.warnings = append(l.warnings, say.T(english, args...))
}

func (l *loader) config() Config {
	if l.modelName != "" {
		l.settings.Model = &l.modelName
	} else if l.openAIModel != "" {
		l.settings.Model = &l.openAIModel
	}
	if l.settings.MaxMessages == nil {
		l.settings.MaxMessages = l.history
	}
	var providers []Provider
	if p, ok := l.first(); ok {
		providers = append(providers, p)
	}
	if !l.google.Empty() {
		providers = append(providers, Provider{"Google", Google, googleBase, l.google, "GOOGLE_API_KEY"})
	}
	if !l.anthropic.Empty() {
		providers = append(providers, Provider{"Anthropic", Anthropic, anthropicBase, l.anthropic, "ANTHROPIC_API_KEY"})
	}
	providers = append(providers, l.numbered()...)
	l.warnOfDatabase()
	return Config{Settings: l.settings, Providers: providers, Database: l.database, DB: l.db, SQL: l.sql, Models: l.models, LocalServers: l.local, Warnings: l.warnings}
}

// first returns OpenAI, or the server that is set in its place.
func (l *loader) first() (Provider, bool) {
	const setting = "OPENAI_API_KEY"
	switch {
	case l.base.url == "" && l.openAI.Empty():
		return Provider{}, false
	case l.base.url == "" || l.base.url == openAIBase:
		return Provider{"OpenAI", OpenAI, openAIBase, l.openAI, setting}, true
	}
	l.warnOf(l.base, "OPENAI_BASE_URL", l.openAI, setting)
	return Provider{l.base.host, Compatible, l.base.url, l.openAI, setting}, true
}

// warnOf warns of an address that may not be intended.
func (l *loader) warnOf(at address, setting string, key Secret, keySetting string) {
	if !at.encrypted && !at.loopback && !key.Empty() {
		l.warn("{name} is sent to {host} without encryption, since {setting} begins with http.", "name", keySetting, "host", at.host, "setting", setting)
	}
	if at.bare {
		l.warn("{setting} has no path; most servers need one that ends in /v1.", "setting", setting)
	}
}
