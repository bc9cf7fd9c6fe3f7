package tokens_test

import (
	"embed"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/tokens"
)

// files are embedded because the tests also run in a browser, which has none.
//
//go:embed all:vocab testdata/reference.json
var files embed.FS

var loaded sync.Map

// embedded returns an encoding, in the browser build too, which has none inside.
func embedded(t testing.TB, name tokens.Name) *tokens.Encoding {
	t.Helper()
	if e, ok := loaded.Load(name); ok {
		return e.(*tokens.Encoding)
	}
	packed, err := files.ReadFile("vocab/" + string(name) + ".bin")
	require.NoError(t, err, "run make first: it packs the vocabularies")
	e, err := tokens.Load(name, packed)
	require.NoError(t, err)
	loaded.Store(name, e)
	return e
}

func TestMessageCountsRoleAndMarks(t *testing.T) {
	e := embedded(t, tokens.Cl100k)
	require.Equal(t, 6, e.CountMessage("user", "Hello"))
	require.Equal(t, 5, e.CountMessage("user", ""))
}

func TestSpecialTokensAreOrdinaryTextAndDecodeByName(t *testing.T) {
	e := embedded(t, tokens.Cl100k)
	require.Greater(t, e.Count("<|endoftext|>"), 1)
	text, err := e.Decode(nil, []uint32{9906, 100257})
	require.NoError(t, err)
	require.Equal(t, "Hello<|endoftext|>", string(text))
}

func TestDecodeRefusesUnknownIDs(t *testing.T) {
	for _, id := range []uint32{100256, 100261, 1 << 30} {
		_, err := embedded(t, tokens.Cl100k).Decode(nil, []uint32{1, id})
		require.ErrorIs(t, err, tokens.ErrUnknownToken)
	}
}

func TestCountPrefixAddsUpToCount(t *testing.T) {
	text := "One two three,\n\n   four's 会議 and\tmore   "
	for _, name := range tokens.Names() {
		e := embedded(t, name)
		for step := 1; step <= len(text)+1; step++ {
			sum := 0
			for rest := text; rest != ""; {
				count, bytes := e.CountPrefix(rest, step)
				require.True(t, bytes >= min(step, len(rest)))
				sum, rest = sum+count, rest[bytes:]
			}
			require.Equal(t, e.Count(text), sum, "in slices of %d", step)
		}
	}
}

func TestInvalidBytesCountAsReplacementCharacters(t *testing.T) {
	for _, name := range tokens.Names() {
		e := embedded(t, name)
		for broken, repaired := range map[string]string{
			"\xff":              "\uFFFD",
			"a\xe4\xb8":         "a\uFFFD\uFFFD",
			"\xed\xa0\x80":      "\uFFFD\uFFFD\uFFFD",
			"\xf4\x90\x80\x80x": "\uFFFD\uFFFD\uFFFD\uFFFDx",
			" \x80word":         " \uFFFDword",
			"\xc0\xafé\xc3":     "\uFFFD\uFFFDé\uFFFD",
		} {
			require.Equal(t, e.Encode(nil, repaired), e.Encode(nil, broken), "%q", broken)
			require.Equal(t, e.Count(repaired), e.Count(broken), "%q", broken)
		}
	}
}

func TestLoadRefusesDamage(t *testing.T) {
	packed, err := files.ReadFile("vocab/cl100k_base.bin")
	require.NoError(t, err)
	for _, at := range []int{0, 9, 17, 300, len(packed) / 2, len(packed) - 1} {
		damaged := append([]byte(nil), packed...)
		damaged[at] ^= 4
		_, err := tokens.Load(tokens.Cl100k, damaged)
		require.Error(t, err, "byte %d", at)
	}
	for _, n := range []int{0, 7, 20, 275, len(packed) - 1} {
		_, err := tokens.Load(tokens.Cl100k, packed[:n])
		require.Error(t, err, "cut at %d", n)
	}
	_, err = tokens.Load("p50k_base", packed)
	require.ErrorIs(t, err, tokens.ErrUnknownEncoding)
}

func TestModelsChooseEncodings(t *testing.T) {
	for model, want := range map[string]tokens.Choice{
		"gpt-4o":                      {Encoding: tokens.O200k},
		"gpt-4o-mini-2024-07-18":      {Encoding: tokens.O200k},
		"gpt-4":                       {Encoding: tokens.Cl100k},
		"gpt-4-turbo":                 {Encoding: tokens.Cl100k},
		"gpt-4.1-nano":                {Encoding: tokens.O200k},
		"gpt-5-mini":                  {Encoding: tokens.O200k},
		"GPT-3.5-turbo":               {Encoding: tokens.Cl100k},
		"ft:gpt-4o-mini:acme::abc123": {Encoding: tokens.O200k},
		"openai/gpt-oss-20b":          {Encoding: tokens.O200k},
		"ollama/gpt-oss:20b":          {Encoding: tokens.O200k},
		"lmstudio/openai/gpt-oss-20b": {Encoding: tokens.O200k},
		"llama.cpp/llama3.2":          {Encoding: tokens.Cl100k, Estimate: true},
		"o1-preview":                  {Encoding: tokens.O200k},
		"o3":                          {Encoding: tokens.O200k},
		"o365-copilot":                {Encoding: tokens.Cl100k, Estimate: true},
		"text-embedding-3-small":      {Encoding: tokens.Cl100k},
		"gemini-2.5-flash":            {Encoding: tokens.Cl100k, Estimate: true},
		"claude-sonnet-4-5":           {Encoding: tokens.Cl100k, Estimate: true},
		"":                            {Encoding: tokens.Cl100k, Estimate: true},
		"something-new":               {Encoding: tokens.Cl100k, Estimate: true},
	} {
		require.Equal(t, want, tokens.ForModel(model), "%q", model)
	}
}
