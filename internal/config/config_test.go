package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"burrow/internal/chat"

	"github.com/stretchr/testify/require"
)

const canary = "sk-CANARY0123456789abcdef"

// envFile writes a file of settings that only its owner can read.
func envFile(t testing.TB, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), ".env")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func load(t *testing.T, file string, environ ...string) Config {
	t.Helper()
	c, err := Load(environ, envFile(t, file))
	require.NoError(t, err)
	return c
}

func TestNothingSetIsNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	c, err := Load([]string{"PATH=/bin", "HOME=/home/a", "OPENAI_API_KEY=", "=C:=x", "odd"}, "")
	require.NoError(t, err)
	require.Equal(t, Config{}, c)
}

func TestDefaultFileIsReadIfItIsThere(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile(".env", []byte("MODEL_NAME=small"), 0o644))
	c, err := Load(nil, "")
	require.NoError(t, err)
	require.Equal(t, "small", *c.Settings.Model)
	_, err = Load(nil, "other.env")
	require.EqualError(t, err, "other.env: there is no such file")
	_, err = Load(nil, ".")
	require.EqualError(t, err, ". is not a file: settings are read from a plain file")
}

func TestEverySettingIsRead(t *testing.T) {
	c := load(t, `
OPENAI_API_KEY=`+canary+`1
GOOGLE_API_KEY=`+canary+`2
ANTHROPIC_API_KEY=`+canary+`3
MODEL_NAME=gemini-2.5-flash
OPENAI_MODEL=gpt-4o-mini
OPENAI_TEMPERATURE=0.7
TOKEN_THRESHOLD=8000
MAX_CONTEXT_TOKENS=64000
MAX_OUTPUT_TOKENS=2000
MAX_CONVERSATION_MESSAGES=0
CONVERSATION_DB_PATH=~/chat/history.db
`, "HOME=/home/a")
	require.Equal(t, chat.Settings{
		Model: new("gemini-2.5-flash"), Temperature: new(0.7), Threshold: new(8000),
		MaxContext: new(64000), MaxOutput: new(2000), MaxMessages: new(0),
	}, c.Settings)
	require.Equal(t, filepath.FromSlash("/home/a/chat/history.db"), c.Database)
	require.Empty(t, c.Warnings)
	var got []string
	for i, p := range c.Providers {
		require.Equal(t, fmt.Sprint(canary, i+1), p.Key.Reveal())
		got = append(got, fmt.Sprintf("%s %s %s %s", p.Name, p.Kind, p.Base, p.Setting))
	}
	require.Equal(t, []string{
		"OpenAI openai https://api.openai.com/v1 OPENAI_API_KEY",
		"Google google https://generativelanguage.googleapis.com/v1beta/openai GOOGLE_API_KEY",
		"Anthropic anthropic https://api.anthropic.com/v1 ANTHROPIC_API_KEY",
	}, got)
}

func TestEnvironmentComesBeforeTheFile(t *testing.T) {
	c := load(t, "TOKEN_THRESHOLD=1\nMAX_OUTPUT_TOKENS=2\nMODEL_NAME=file", "TOKEN_THRESHOLD=3", "MAX_OUTPUT_TOKENS=")
	require.Equal(t, 3, *c.Settings.Threshold)
	require.Equal(t, 2, *c.Settings.MaxOutput, "an empty variable is not set")
	c = load(t, "MODEL_NAME=file", "OPENAI_MODEL=environment")
	require.Equal(t, "file", *c.Settings.Model, "names are compared after the layers are joined")
	c = load(t, "OPENAI_MODEL=gpt-4o-mini")
	require.Equal(t, "gpt-4o-mini", *c.Settings.Model)
}

func TestBaseAddressStandsInForOpenAI(t *testing.T) {
	c := load(t, "OPENAI_BASE_URL=http://127.0.0.1:11434/v1/")
	require.Equal(t, []Provider{{Name: "127.0.0.1:11434", Kind: Compatible, Base: "http://127.0.0.1:11434/v1", Setting: "OPENAI_API_KEY"}}, c.Providers)
	require.True(t, c.Providers[0].Key.Empty())
	require.Empty(t, c.Warnings)

	c = load(t, "OPENAI_BASE_URL=https://api.openai.com/v1\nOPENAI_API_KEY="+canary)
	require.Equal(t, OpenAI, c.Providers[0].Kind)
	require.Equal(t, "OpenAI", c.Providers[0].Name)

	c = load(t, "OPENAI_BASE_URL=http://models.lan:8000\nOPENAI_API_KEY="+canary)
	require.Equal(t, "models.lan:8000", c.Providers[0].Name)
	require.Equal(t, []string{
		"OPENAI_API_KEY is sent to models.lan:8000 without encryption, since OPENAI_BASE_URL begins with http.",
		"OPENAI_BASE_URL has no path; most servers need one that ends in /v1.",
	}, c.Warnings)
}

func TestWhatIsNotBuiltIsSaid(t *testing.T) {
	c := load(t, "PRIVACY_ANONYMIZE_REQUESTS=true", "CONVERSATION_MAX_AGE_HOURS=3", "CONVERSATION_DB_RETRY_DELAY=")
	require.Equal(t, []string{
		"CONVERSATION_MAX_AGE_HOURS is set, but that part of Burrow is not built yet.",
		"PRIVACY_ANONYMIZE_REQUESTS is set, but that part of Burrow is not built yet.",
	}, c.Warnings)
}

// Each setting of the list either has an effect or a warning.
func TestNoSettingIsSilentlyIgnored(t *testing.T) {
	values := map[string]string{
		"OPENAI_BASE_URL": "https://example.org/v1", "OPENAI_TEMPERATURE": "1", "TOKEN_THRESHOLD": "7", "KEEP_LAST_MESSAGES": "7", "MAX_CONTEXT_TOKENS": "7",
		"MAX_OUTPUT_TOKENS": "7", "MAX_CONVERSATION_MESSAGES": "7", "CONVERSATION_MEMORY_STRATEGY": "tiered", "BURROW_LOCAL_SERVERS": "none",
		"MAX_CONVERSATION_HISTORY": "7", "SECURE_VIEW_MAP": `{"a":"secure_a"}`, "SQL_SENSITIVE_COLUMNS": `{"a":["b"]}`,
	}
	for name := range sqlFields {
		values[name] = "1"
	}
	values["DB_HOST"], values["DB_TLS"], values["DB_WRITABLE"], values["SQL_MIN_GROUP_ROWS"] = "localhost", "require", "accept", "2"
	// These have an effect and a warning.
	warned := map[string]bool{"DB_TLS_CA": true, "DB_WRITABLE": true}
	// The key and the name of a server are those of an address.
	with := make(map[string]string)
	for number := 1; number <= maxServers; number++ {
		names := serverNames(number)
		values[names[1]] = "https://example.org/v1"
		with[names[0]], with[names[2]] = names[1], names[1]
	}
	seen := make(map[string]bool)
	for _, s := range settings {
		require.False(t, seen[s.name], "%s is listed twice", s.name)
		seen[s.name] = true
		value := values[s.name]
		if value == "" {
			value = "x"
		}
		if other := with[s.name]; other != "" {
			without := load(t, "", s.name+"="+value)
			require.Equal(t, []string{s.name + " has no effect without " + other + "."}, without.Warnings)
			c := load(t, "", s.name+"="+value, other+"="+values[other])
			require.Empty(t, c.Warnings)
			require.NotEqual(t, load(t, "", other+"="+values[other]), c)
			continue
		}
		c := load(t, "", s.name+"="+value)
		if s.read == nil {
			require.Equal(t, []string{s.name + " is set, but that part of Burrow is not built yet."}, c.Warnings)
			c.Warnings = nil
			require.Equal(t, Config{}, c)
			continue
		}
		require.Equal(t, warned[s.name], len(c.Warnings) > 0, s.name)
		c.Warnings = nil
		require.NotEqual(t, Config{}, c, s.name)
	}
	require.Len(t, settings, 52+3*maxServers)
}

func TestListedDefaultsAreThoseOfTheCore(t *testing.T) {
	var environ []string
	for _, s := range settings {
		if s.initial != "" {
			environ = append(environ, s.name+"="+s.initial)
		}
	}
	want := chat.DefaultSettings()
	// These have no names in the environment.
	want.Instructions, want.Condense = nil, nil
	want.Answers, want.Understanding, want.Checking, want.Ask, want.Remember = nil, nil, nil, nil, nil
	require.Equal(t, want, load(t, "", environ...).Settings)
}

func TestProgramsToLookForAreNamed(t *testing.T) {
	require.Nil(t, load(t, "").LocalServers)
	require.Equal(t, []string{}, load(t, "", "BURROW_LOCAL_SERVERS=none").LocalServers)
	require.Equal(t, []string{"llama.cpp", "ollama"}, load(t, "", "BURROW_LOCAL_SERVERS=llama.cpp, ollama").LocalServers)
}

func TestValuesAreChecked(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"CONVERSATION_MEMORY_STRATEGY", "forget", "must be simple or tiered"},
		{"BURROW_LOCAL_SERVERS", "ollama,vllm", "must be none, or some of ollama, lmstudio and llama.cpp"},
		{"OPENAI_API_KEY", canary + " x", "must be a key"},
		{"OPENAI_API_KEY", canary + "\u200b", "must be a key"},
		{"GOOGLE_API_KEY", strings.Repeat(canary, 60), "must be a key"},
		{"ANTHROPIC_API_KEY", canary + "\x01", "must be a key"},
		{"MODEL_NAME", canary + " flash", "must be a model's name"},
		{"OPENAI_MODEL", strings.Repeat(canary, 10), "must be a model's name"},
		{"OPENAI_TEMPERATURE", "warm", "must be a number from 0 to 2"},
		{"OPENAI_TEMPERATURE", "NaN", "must be a number from 0 to 2"},
		{"OPENAI_TEMPERATURE", "-0.1", "must be a number from 0 to 2"},
		{"OPENAI_TEMPERATURE", "2.1", "must be a number from 0 to 2"},
		{"OPENAI_TEMPERATURE", "0,1", "must be a number from 0 to 2"},
		{"TOKEN_THRESHOLD", "0", "must be a whole number from 1 to"},
		{"TOKEN_THRESHOLD", "1e3", "must be a whole number"},
		{"KEEP_LAST_MESSAGES", "-1", "must be a whole number from 0 to 100"},
		{"KEEP_LAST_MESSAGES", "101", "must be a whole number from 0 to 100"},
		{"MAX_CONTEXT_TOKENS", "-1", "must be a whole number"},
		{"MAX_OUTPUT_TOKENS", "99999999999999999999", "must be a whole number"},
		{"MAX_CONVERSATION_MESSAGES", "-1", "must be a whole number from 0 to"},
		{"MAX_CONVERSATION_MESSAGES", "all", "must be a whole number from 0 to"},
		{"CONVERSATION_DB_PATH", "~/x", "begins with ~, but HOME is not set"},
		{"CONVERSATION_DB_PATH", "a\x00b", "must be a path"},
	} {
		_, err := Load([]string{tt.name + "=" + tt.value}, envFile(t, ""))
		require.ErrorContains(t, err, "environment: "+tt.name+" "+tt.want, tt)
		require.NotContains(t, err.Error(), "CANARY")
	}
}

func TestUnknownNamesInAFileNameTheNearest(t *testing.T) {
	for line, want := range map[string]string{
		"OPENAI_APIKEY=x":      "there is no setting OPENAI_APIKEY; did you mean OPENAI_API_KEY?",
		"openai_api_key=x":     "there is no setting openai_api_key; did you mean OPENAI_API_KEY?",
		"OpenAI_Model=x":       "there is no setting OpenAI_Model; did you mean OPENAI_MODEL?",
		"TOKEN_TRESHOLD=x":     "there is no setting TOKEN_TRESHOLD; did you mean TOKEN_THRESHOLD?",
		"MAX_CONTEXT_TOKEN=5":  "there is no setting MAX_CONTEXT_TOKEN; did you mean MAX_CONTEXT_TOKENS?",
		"DB_PASSWORD=x":        "there is no setting DB_PASSWORD; the nearest is DB_PWD",
		"FOO=":                 "there is no setting FOO; the nearest is ",
		"skCANARY0123456789=":  "there is no setting of this name; the nearest is ",
		"BURROW_TEST_PORT=1":   "there is no setting BURROW_TEST_PORT; the nearest is ",
		"BURROW_TRANSLATION=x": "BURROW_TRANSLATION can only be set in the environment",
		"  export MODELNAME=x": "there is no setting MODELNAME; did you mean MODEL_NAME?",
	} {
		file := envFile(t, "# a comment\n"+line+"\n")
		_, err := Load(nil, file)
		require.ErrorContains(t, err, file+":2: "+want)
	}
}

func TestOtherProgramsVariablesAreNoneOfOurs(t *testing.T) {
	c := load(t, "", "EDITOR=vi", "OPENAI_ORG_ID=x", "BURROW_TEST_PORT=7797", "DB_URL=x", "BURROW_TRANSLATION=de.json", "openai_api_key=x", "OPENAI_MODLE=x", "MODEL_NAMES=x")
	require.Equal(t, []string{
		"MODEL_NAMES in the environment has no effect: did you mean MODEL_NAME?",
		"OPENAI_MODLE in the environment has no effect: did you mean OPENAI_MODEL?",
		"openai_api_key in the environment has no effect: did you mean OPENAI_API_KEY?",
	}, c.Warnings)
	_, err := Load([]string{"BURROW_MODEL=x"}, envFile(t, ""))
	require.ErrorContains(t, err, "environment: there is no setting BURROW_MODEL; ")
}

func TestAllProblemsAreReportedAtOnce(t *testing.T) {
	file := envFile(t, "TOKEN_THRESHOLD=none\nMODEL=x\nMAX_OUTPUT_TOKENS=1")
	_, err := Load([]string{"OPENAI_TEMPERATURE=9", "BURROW_X=1"}, file)
	require.Equal(t, []string{
		file + ":2: there is no setting MODEL; the nearest is MODEL_NAME",
		"environment: there is no setting BURROW_X; the nearest is BURROW_MODELS",
		"environment: OPENAI_TEMPERATURE must be a number from 0 to 2",
		file + ":1: TOKEN_THRESHOLD must be a whole number from 1 to 100000000",
	}, strings.Split(err.Error(), "\n"))
}

func TestKeysThatOthersCanReadAreRefused(t *testing.T) {
	for _, tt := range []struct {
		text    string
		mode    os.FileMode
		refused bool
	}{
		{"OPENAI_API_KEY=" + canary, 0o600, false},
		{"OPENAI_API_KEY=" + canary, 0o400, false},
		{"OPENAI_API_KEY=" + canary, 0o644, true},
		{"OPENAI_API_KEY=" + canary, 0o640, true},
		{"OPENAI_API_KEY=" + canary, 0o602, true},
		{"DB_PWD=" + canary, 0o604, true},
		{"OPENAI_APIKEY=" + canary, 0o644, true},
		{"OPENAI_API_KEY=" + canary + "\nnonsense", 0o644, true},
		{"OPENAI_API_KEY=", 0o644, false},
		{"MODEL_NAME=small", 0o644, false},
	} {
		file := envFile(t, tt.text)
		require.NoError(t, os.Chmod(file, tt.mode))
		_, err := Load(nil, file)
		if !tt.refused {
			require.NoError(t, err, tt)
			continue
		}
		require.EqualError(t, err, file+" holds a key and can be read by others: run `chmod 600 "+file+"`", tt)
	}
}

func TestSecretsAreNeverPrinted(t *testing.T) {
	c := load(t, "OPENAI_API_KEY="+canary+"\nGOOGLE_API_KEY="+canary)
	text, err := json.Marshal(c)
	require.NoError(t, err)
	hidden := struct{ c, p any }{c, c.Providers[0]}
	key := c.Providers[0].Key
	for _, printed := range []string{
		string(text), key.String(), key.GoString(),
		fmt.Sprint(c), fmt.Sprintf("%v %+v %#v", c, c, c), fmt.Sprintf("%v %+v %#v", hidden, hidden, hidden),
		fmt.Sprintf("%s %q %x %d", key, key, key, key), fmt.Sprintf("%v %+v", &c, &key),
		fmt.Sprintf("%v %+v %#v", struct{ k Secret }{key}, struct{ k Secret }{key}, struct{ k Secret }{key}),
		fmt.Errorf("key %v", key).Error(),
	} {
		require.NotContains(t, printed, "CANARY")
	}
	require.Contains(t, string(text), `"Key":"[redacted]"`)
	require.Equal(t, "[redacted]", fmt.Sprint(key))
	require.Equal(t, "", Secret{}.Reveal())
	require.Equal(t, Secret{}, NewSecret(""))
}
