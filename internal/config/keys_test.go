package config

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"burrow/internal/fault"

	"github.com/stretchr/testify/require"
)

func fileText(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// short describes services in a line each.
func short(all []Service) (lines []string) {
	for _, s := range all {
		lines = append(lines, fmt.Sprintf("%s %s %s %s set=%v key=%v %s", s.Setting, s.Kind, s.Name, s.Base, s.Set, !s.Key.Empty(), s.From))
	}
	return lines
}

func TestServicesSayWhereTheirKeysComeFrom(t *testing.T) {
	s, _ := openSource(t, "GOOGLE_API_KEY="+canary+"\nOPENAI_API_KEY="+canary+"2\nBURROW_SERVER_2_URL=http://models.lan:8000/v1\nBURROW_SERVER_2_KEY="+canary+"3\n", "GOOGLE_API_KEY="+canary+"1")
	require.Equal(t, []string{
		"OPENAI_API_KEY openai OpenAI https://api.openai.com/v1 set=true key=true file",
		"GOOGLE_API_KEY google Google https://generativelanguage.googleapis.com/v1beta/openai set=true key=true environment",
		"ANTHROPIC_API_KEY anthropic Anthropic https://api.anthropic.com/v1 set=false key=false ",
		"BURROW_SERVER_2_KEY server models.lan:8000 http://models.lan:8000/v1 set=true key=true file",
	}, short(s.Services()))
	require.False(t, s.Services()[0].Unencrypted)
	require.True(t, s.Services()[3].Unencrypted)

	// A server in OpenAI's place, of which the environment has a part.
	s, _ = openSource(t, "OPENAI_BASE_URL=http://127.0.0.1:8000/v1", "OPENAI_API_KEY="+canary)
	require.Equal(t, "OPENAI_API_KEY compatible 127.0.0.1:8000 http://127.0.0.1:8000/v1 set=true key=true environment", short(s.Services())[0])
}

func TestKeyIsKeptAndUsedAtOnce(t *testing.T) {
	s, file := openSource(t, "# mine\nMODEL_NAME=a # for now\n")
	_, before, _ := s.Current()
	require.NoError(t, s.Save(Entry{ID: "OPENAI_API_KEY", Base: openAIBase, Key: new(canary)}))
	require.Equal(t, "# mine\nMODEL_NAME=a # for now\nOPENAI_API_KEY="+canary+"\n", fileText(t, file))
	c, after, problem := s.Current()
	require.NoError(t, problem)
	require.NotEqual(t, before, after)
	require.Equal(t, canary, c.Providers[0].Key.Reveal())

	require.NoError(t, s.Save(Entry{ID: "OPENAI_API_KEY", Base: openAIBase, Key: new(canary + "2")}))
	require.Equal(t, "# mine\nMODEL_NAME=a # for now\nOPENAI_API_KEY="+canary+"2\n", fileText(t, file))
	require.NoError(t, s.Remove("OPENAI_API_KEY", openAIBase))
	require.Equal(t, "# mine\nMODEL_NAME=a # for now\n", fileText(t, file))
	c, _, _ = s.Current()
	require.Empty(t, c.Providers)
}

func TestServersAreAddedChangedAndRemoved(t *testing.T) {
	s, file := openSource(t, "BURROW_SERVER_1_NAME=taken\n")
	require.NoError(t, s.Save(Entry{Name: "My Router", Base: "https://router.example/v1/", Key: new(canary)}))
	require.Equal(t, "BURROW_SERVER_1_NAME=taken\nBURROW_SERVER_2_NAME='My Router'\nBURROW_SERVER_2_URL=https://router.example/v1\nBURROW_SERVER_2_KEY="+canary+"\n", fileText(t, file))
	require.NoError(t, s.Save(Entry{Base: "http://localhost:8000/v1"}))
	require.Equal(t, []string{
		"BURROW_SERVER_2_KEY server My Router https://router.example/v1 set=true key=true file",
		"BURROW_SERVER_3_KEY server localhost:8000 http://localhost:8000/v1 set=true key=false file",
	}, short(s.Services())[3:])

	// The name alone: the key stays.
	require.NoError(t, s.Save(Entry{ID: "BURROW_SERVER_2_KEY", Name: "Router", Base: "https://router.example/v1"}))
	// A key for one address does not go to another.
	err := s.Save(Entry{ID: "BURROW_SERVER_2_KEY", Name: "Router", Base: "https://evil.example/v1"})
	require.ErrorIs(t, err, fault.Invalid)
	require.Equal(t, "Enter the key again: it was for router.example.", fault.From(err).Message)
	require.NoError(t, s.Save(Entry{ID: "BURROW_SERVER_2_KEY", Name: "Router", Base: "https://other.example/v1", Key: new(canary + "2")}))
	require.Equal(t, "BURROW_SERVER_2_KEY server Router https://other.example/v1 set=true key=true file", short(s.Services())[3])
	// Without a key.
	require.NoError(t, s.Save(Entry{ID: "BURROW_SERVER_2_KEY", Base: "https://other.example/v1", Key: new("")}))
	require.Equal(t, "BURROW_SERVER_2_KEY server other.example https://other.example/v1 set=true key=false file", short(s.Services())[3])
	require.NotContains(t, fileText(t, file), "CANARY")

	require.ErrorIs(t, s.Remove("BURROW_SERVER_2_KEY", "https://router.example/v1"), fault.Conflict)
	require.NoError(t, s.Remove("BURROW_SERVER_2_KEY", "https://other.example/v1"))
	require.Equal(t, "BURROW_SERVER_1_NAME=taken\nBURROW_SERVER_3_URL=http://localhost:8000/v1\n", fileText(t, file))
	require.ErrorIs(t, s.Remove("BURROW_SERVER_2_KEY", "https://other.example/v1"), fault.NotFound)
}

func TestWhatTheEnvironmentSetsStays(t *testing.T) {
	s, file := openSource(t, "OPENAI_BASE_URL=http://127.0.0.1:8000/v1\n", "OPENAI_API_KEY="+canary, "BURROW_SERVER_1_URL=http://localhost/v1")
	for _, err := range []error{
		s.Save(Entry{ID: "OPENAI_API_KEY", Base: "http://127.0.0.1:8000/v1", Key: new("other")}),
		s.Remove("OPENAI_API_KEY", "http://127.0.0.1:8000/v1"),
	} {
		require.ErrorIs(t, err, fault.Invalid)
		require.Equal(t, "OPENAI_API_KEY is set in the environment, which overrides "+file+": change it there.", fault.From(err).Message)
	}
	err := s.Remove("BURROW_SERVER_1_KEY", "http://localhost/v1")
	require.Contains(t, fault.From(err).Message, "BURROW_SERVER_1_URL is set in the environment")
	require.Equal(t, "OPENAI_BASE_URL=http://127.0.0.1:8000/v1\n", fileText(t, file))
}

// Between the look at the settings and the press of the button somebody has put a
// server in OpenAI's place. It must not get OpenAI's key.
func TestKeyGoesOnlyWhereTheUserHasSeenItGo(t *testing.T) {
	s, file := openSource(t, "")
	require.NoError(t, os.WriteFile(file, []byte("OPENAI_BASE_URL=https://evil.example/v1\n"), 0o600))
	err := s.Save(Entry{ID: "OPENAI_API_KEY", Base: openAIBase, Key: new(canary)})
	require.ErrorIs(t, err, fault.Conflict)
	require.Equal(t, "The settings have changed in the meantime: OPENAI_API_KEY is now for evil.example.", fault.From(err).Message)
	_, err = s.Candidate(Entry{ID: "OPENAI_API_KEY", Base: openAIBase, Key: new(canary)})
	require.ErrorIs(t, err, fault.Conflict)
	require.NotContains(t, fileText(t, file), "CANARY")

	// And a server that is removed does not leave its key to OpenAI.
	require.NoError(t, s.Save(Entry{ID: "OPENAI_API_KEY", Base: "https://evil.example/v1", Key: new(canary)}))
	require.NoError(t, s.Remove("OPENAI_API_KEY", "https://evil.example/v1"))
	require.Empty(t, fileText(t, file))
}

func TestEntriesThatCannotBeKeptAreRefused(t *testing.T) {
	const text = "# as it was\nGOOGLE_API_KEY=" + canary + "\n"
	s, file := openSource(t, text)
	key := func(text string) Entry { return Entry{ID: "OPENAI_API_KEY", Base: openAIBase, Key: &text} }
	server := func(name, base, key string) Entry { return Entry{Name: name, Base: base, Key: &key} }
	const good = "https://router.example/v1"
	for _, tt := range []struct {
		entry Entry
		want  string
	}{
		{key(""), "Enter a key."},
		{Entry{ID: "OPENAI_API_KEY", Base: openAIBase}, "Enter a key."},
		{key("a\nGOOGLE_API_KEY=evil"), "This is not a key"},
		{key("a\r\nOPENAI_BASE_URL=https://evil.example"), "This is not a key"},
		{key("a\rb"), "This is not a key"},
		{key("a\x00b"), "This is not a key"},
		{key("a b"), "This is not a key"},
		{key(" a"), "This is not a key"},
		{key("a\tb"), "This is not a key"},
		{key("a\u2028b"), "This is not a key"},
		{key("ключ"), "This is not a key"},
		{key("a\xff"), "This is not a key"},
		{key(strings.Repeat("a", 1025)), "This is not a key"},
		{key(strings.Repeat("a", 1<<20)), "This is not a key"},
		{key("'`id`"), "This key has characters that"},
		{Entry{ID: "MODEL_NAME", Base: openAIBase, Key: new("a")}, "This server is no longer in the settings."},
		{Entry{ID: "BURROW_SERVER_1_KEY", Base: good, Key: new("a")}, "This server is no longer in the settings."},
		{Entry{ID: "A\nB", Base: good, Key: new("a")}, "This server is no longer in the settings."},
		{server("", "", ""), "The address must begin with https:// or http://."},
		{server("", "file:///etc/passwd", ""), "The address must begin with https:// or http://."},
		{server("", "javascript:alert(1)", ""), "The address must begin with https:// or http://."},
		{server("", "https://user:"+canary+"@router.example/v1", ""), "The address must not have a user or password before the host; the key is set by itself."},
		{server("", "https://router.example/v1?key="+canary, ""), "The address must not have ? or #."},
		{server("", "http://169.254.169.254/v1", "a"), "The address must be the address of a server; this one is reserved."},
		{server("", "http://[fe80::1]/v1", "a"), "The address must be the address of a server; this one is reserved."},
		{server("", "http://2130706433/v1", "a"), "The address must have a host name in lower-case letters or a full IP address."},
		{server("", "https://router.example/v1\nX=1", ""), "The address must be an address such as"},
		{server("", openAIBase, "a"), "OpenAI already has this address."},
		{server("a\nX=1", good, ""), "The name must be one line"},
		{server(" a", good, ""), "The name must be one line"},
		{server("a\u202eb", good, ""), "The name must be one line"},
		{server(strings.Repeat("n", 41), good, ""), "The name must be one line"},
		{server("it's `id`", good, ""), "This name has characters that"},
		{server("a", good, "a\nX=1"), "This is not a key"},
	} {
		err := s.Save(tt.entry)
		require.Error(t, err, tt.want)
		require.Contains(t, fault.From(err).Message, tt.want)
		require.NotContains(t, err.Error(), "CANARY")
		_, err = s.Candidate(tt.entry)
		require.Error(t, err, tt.want)
		require.Equal(t, text, fileText(t, file), tt.want)
	}
}

func TestThereIsRoomForNineServers(t *testing.T) {
	s, file := openSource(t, "")
	for i := range maxServers {
		require.NoError(t, s.Save(Entry{Base: fmt.Sprintf("http://localhost:%d/v1", 8000+i)}))
	}
	before := fileText(t, file)
	err := s.Save(Entry{Base: "http://localhost:9000/v1"})
	require.Equal(t, "You can have up to 9 servers. Remove one first.", fault.From(err).Message)
	require.Equal(t, "localhost:8000 already has this address.", fault.From(s.Save(Entry{ID: "BURROW_SERVER_2_KEY", Base: "http://localhost:8000/v1"})).Message)
	require.Equal(t, before, fileText(t, file))
}
