package config

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/say"
)

// setting is a name of the closed list.
type setting struct {
	name string
	// initial is the value that applies when none is set, as one would write it.
	initial string
	// secret marks values that must not be readable by others.
	secret bool
	// read checks a value and takes it. It is nil if its part of Burrow is not built
	// yet. Its error says the setting's name, which it is given, and not the value.
	read func(l *loader, name, text string) error
}

// settings is the closed list. The order is that of warnings.
var settings = slices.Concat([]setting{
	{name: "OPENAI_API_KEY", secret: true, read: keyInto(func(l *loader) *Secret { return &l.openAI })},
	{name: "GOOGLE_API_KEY", secret: true, read: keyInto(func(l *loader) *Secret { return &l.google })},
	{name: "ANTHROPIC_API_KEY", secret: true, read: keyInto(func(l *loader) *Secret { return &l.anthropic })},
	{name: "OPENAI_BASE_URL", initial: openAIBase, read: addressInto(func(l *loader) *address { return &l.base })},
	{name: "MODEL_NAME", read: modelInto(func(l *loader) *string { return &l.modelName })},
	{name: "OPENAI_MODEL", read: modelInto(func(l *loader) *string { return &l.openAIModel })},
	{name: "OPENAI_TEMPERATURE", initial: "0.1", read: readTemperature},
	// Unless they are set, these two depend on the model: see package memory.
	{name: "TOKEN_THRESHOLD", read: countInto(1, func(l *loader) **int { return &l.settings.Threshold })},
	{name: "KEEP_LAST_MESSAGES", read: countWithin(0, chat.MostKept, func(l *loader) **int { return &l.settings.KeepLast })},
	{name: "MAX_CONTEXT_TOKENS", initial: "120000", read: countInto(1, func(l *loader) **int { return &l.settings.MaxContext })},
	{name: "MAX_OUTPUT_TOKENS", initial: "4000", read: countInto(1, func(l *loader) **int { return &l.settings.MaxOutput })},
	{name: "MAX_CONVERSATION_MESSAGES", initial: "100", read: countInto(0, func(l *loader) **int { return &l.settings.MaxMessages })},
	{name: "CONVERSATION_MEMORY_STRATEGY", initial: "simple", read: readStrategy},
	{name: "CONVERSATION_DB_PATH", read: pathInto(func(l *loader) *string { return &l.database })},
	{name: "BURROW_MODELS", read: pathInto(func(l *loader) *string { return &l.models })},
	{name: "BURROW_LOCAL_SERVERS", initial: "ollama,lmstudio,llama.cpp", read: readLocalServers},
}, serverSettings(), []setting{
	// Another name for MAX_CONVERSATION_MESSAGES, which counts before it.
	{name: "MAX_CONVERSATION_HISTORY", read: countInto(0, func(l *loader) **int { return &l.history })},
	{name: "CONVERSATION_MAX_AGE_HOURS"},
	{name: "CONVERSATION_CLEANUP_INTERVAL_HOURS"},
	{name: "CONVERSATION_DB_RETRY_ATTEMPTS"},
	{name: "CONVERSATION_DB_RETRY_DELAY"},
	{name: "PRIVACY_ANONYMIZE_REQUESTS"},
}, databaseSettings())

func find(name string) *setting {
	for i := range settings {
		if settings[i].name == name {
			return &settings[i]
		}
	}
	return nil
}

// maxCount is above every window and history there is, and far below what could
// overflow in a sum.
const maxCount = 100_000_000

func countInto(least int, field func(*loader) **int) func(*loader, string, string) error {
	return countWithin(least, maxCount, field)
}

func countWithin(least, most int, field func(*loader) **int) func(*loader, string, string) error {
	return func(l *loader, name, text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return say.Error("{name} must be a whole number from {least} to {most}", "name", name, "least", least, "most", most)
		}
		*field(l) = &n
		return nil
	}
}

func readTemperature(l *loader, name, text string) error {
	t, err := strconv.ParseFloat(text, 64)
	// The comparison is written so that NaN fails it.
	if err != nil || !(t >= 0 && t <= 2) {
		return say.Error("{name} must be a number from 0 to 2", "name", name)
	}
	l.settings.Temperature = &t
	return nil
}

// readStrategy takes how a long chat is kept within its threshold.
func readStrategy(l *loader, name, text string) error {
	switch text {
	case "simple":
		l.settings.Strategy = new(chat.Simple)
	case "tiered":
		l.settings.Strategy = new(chat.Tiered)
	default:
		return say.Error("{name} must be simple or tiered", "name", name)
	}
	return nil
}

// readLocalServers takes which programs are looked for on this machine.
func readLocalServers(l *loader, name, text string) error {
	l.local = []string{}
	if text == "none" {
		return nil
	}
	for _, server := range strings.Split(text, ",") {
		server = strings.TrimSpace(server)
		if !slices.Contains([]string{"ollama", "lmstudio", "llama.cpp"}, server) {
			return say.Error("{name} must be none, or some of ollama, lmstudio and llama.cpp with commas between them", "name", name)
		}
		l.local = append(l.local, server)
	}
	return nil
}

func keyInto(field func(*loader) *Secret) func(l *loader, name, text string) error {
	return func(l *loader, name, text string) error {
		if !validKey(text) {
			return say.Error("{name} must be a key: letters, digits and symbols without spaces", "name", name)
		}
		*field(l) = NewSecret(text)
		return nil
	}
}

// validKey takes what can stand in a header.
func validKey(text string) bool { return text != "" && len(text) <= 1024 && visible(text) }

func modelInto(field func(*loader) *string) func(l *loader, name, text string) error {
	return func(l *loader, name, text string) error {
		if len(text) > 200 || !visible(text) {
			return say.Error("{name} must be a model's name, without spaces", "name", name)
		}
		*field(l) = text
		return nil
	}
}

// visible reports whether text is what can stand in a header: ASCII that one can
// see.
func visible(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

func addressInto(field func(*loader) *address) func(l *loader, name, text string) error {
	return func(l *loader, name, text string) error {
		a, err := parseAddress(name, text)
		*field(l) = a
		return err
	}
}

// pathInto takes a path. A leading "~/" is the home directory, as a shell would
// have it; nothing expands it in a .env file.
func pathInto(field func(*loader) *string) func(l *loader, name, text string) error {
	return func(l *loader, name, text string) error {
		if strings.ContainsRune(text, 0) {
			return say.Error("{name} must be a path", "name", name)
		}
		if rest, ok := strings.CutPrefix(text, "~/"); ok {
			if l.home == "" {
				return say.Error("{name} begins with ~, but HOME is not set", "name", name)
			}
			text = filepath.Join(l.home, rest)
		}
		*field(l) = text
		return nil
	}
}
