package wire

import (
	std "encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"burrow/internal/json"
)

// FuzzDecode holds the reader to encoding/json: it accepts no text that is not
// JSON, and reads the same values from what it accepts.
//
//	go test ./internal/wire -run '^$' -fuzz FuzzDecode -fuzztime 1m
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"kind":"request","id":1,"method":"tokens.count","params":{"text":"a\ud83d\ude00","role":"user"}}`,
		`{"kind":"cancel","id":1}`,
		`{"kind":"request","id":1e2,"method":"","params":[1.5e-3,true,null,"\u0000"]}`,
		`{"kind":"request","id":1,"method":"\ud83d\n","params":{"edits":[{"from":0,"to":1,"text":""}]}}`,
		"{\"kind\":\"\xff\"}", `{"a":-}`, `{"a":[,]}`, `"`, `{"kind":"request","id":1,"id":2}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, frame string) {
		checkSkip(t, frame)
		decoded, id, err := Decode(frame)
		if err != nil {
			require.Nil(t, decoded)
			require.GreaterOrEqual(t, id, int64(0))
			return
		}
		var want struct {
			Kind, Method string
			ID           int64
			Params       std.RawMessage
		}
		require.NoError(t, std.Unmarshal([]byte(frame), &want))
		switch got := decoded.(type) {
		case CancelFrame:
			require.Equal(t, "cancel", want.Kind)
			require.Equal(t, want.ID, got.ID)
		case RequestFrame:
			require.Equal(t, "request", want.Kind)
			require.Equal(t, want.ID, got.ID)
			require.Equal(t, want.Method, got.Method)
			require.Equal(t, string(want.Params), string(got.Params))
			for _, into := range []any{new(CountParams), new(DecodeParams), new(DraftEditParams)} {
				checkParams(t, got.Params, into)
			}
		}
	})
}

// checkSkip compares what the scanner takes for a JSON value.
func checkSkip(t *testing.T, text string) {
	t.Helper()
	var value json.Raw
	err := json.UnmarshalStrict(text, &value)
	if err == nil {
		require.True(t, std.Valid([]byte(text)), "accepted %q", text)
	} else if utf8.ValidString(text) {
		var syntax *json.SyntaxError
		require.True(t, errors.As(err, &syntax))
		require.True(t, !std.Valid([]byte(text)) || syntax.What == "nested too deeply", "refused %q: %v", text, err)
	}
	if err != nil || !strings.HasPrefix(string(value), `"`) || !utf8.ValidString(text) {
		return
	}
	var want, got string
	require.NoError(t, std.Unmarshal([]byte(value), &want))
	require.NoError(t, json.UnmarshalStrict(string(value), &got))
	require.Equal(t, want, got)
}

// checkParams compares parameters that the decoder accepts, by writing both
// readings out again.
func checkParams(t *testing.T, params json.Raw, into any) {
	t.Helper()
	if params == "" || ReadParams(params, into) != nil {
		return
	}
	got, err := std.Marshal(into)
	require.NoError(t, err)
	require.NoError(t, std.Unmarshal([]byte(params), into))
	want, err := std.Marshal(into)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}

// BenchmarkDecode reads a request whose text has a line break every 52 bytes.
func BenchmarkDecode(b *testing.B) {
	text, err := std.Marshal(strings.Repeat("The quick brown fox jumps over the lazy dog, twice.\n", 20_000))
	require.NoError(b, err)
	frame := `{"kind":"request","id":1,"method":"tokens.count","params":{"text":` + string(text) + `}}`
	b.SetBytes(int64(len(frame)))
	for b.Loop() {
		decoded, _, err := Decode(frame)
		require.NoError(b, err)
		var params CountParams
		require.NoError(b, ReadParams(decoded.(RequestFrame).Params, &params))
	}
}
