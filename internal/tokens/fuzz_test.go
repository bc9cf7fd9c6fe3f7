package tokens_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/tokens"
)

// FuzzTokens: go test -fuzz FuzzTokens ./internal/tokens
//
// Whatever the bytes, decoding gives them back repaired, the count is the number
// of ids, counting in slices gives the same sum, and a draft, which never takes
// the fast loop, agrees.
func FuzzTokens(f *testing.F) {
	for _, text := range []string{
		"", "Hello, world!", "it's IT'S we'LL", "会議は明日です。", "a\xff\xe4\xb8b", "\u0301ABCd中EFg", "  \r\n \t x", "!!//\n/\n",
		strings.Repeat("a", 70), strings.Repeat(" ", 100) + "1234567", "e\u0301'ſ", "🏳️‍🌈👩‍👩‍👧", "\u3000\u00a0\u2028x",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range tokens.Names() {
			e := embedded(t, name)
			ids := e.Encode(nil, text)
			back, err := e.Decode(nil, ids)
			require.NoError(t, err)
			require.Equal(t, repaired(text), string(back))
			require.Equal(t, len(ids), e.Count(text))
			require.Equal(t, len(ids), tokens.NewDraft(e, text).Count())
			count, bytes := e.CountPrefix(text, len(text)/2)
			require.Equal(t, len(ids), count+e.Count(text[bytes:]))
		}
	})
}

// FuzzDraft: go test -fuzz FuzzDraft ./internal/tokens
//
// After any edits a draft has the count of its text.
func FuzzDraft(f *testing.F) {
	f.Add("The café's 会議", uint16(3), uint16(2), "x y", uint16(0), uint16(1), "")
	f.Add("x 中ABCDEFGHIJKLMNOP", uint16(20), uint16(0), "a", uint16(2), uint16(1), "\n")
	f.Add("y\n          z", uint16(9), uint16(1), "\n", uint16(11), uint16(3), "'s")
	f.Add("12345 !!!//\r\n\r\n  ", uint16(1), uint16(1), "\xe4", uint16(2), uint16(0), "\xb8\xad")
	f.Fuzz(func(t *testing.T, text string, from1, size1 uint16, insert1 string, from2, size2 uint16, insert2 string) {
		for _, name := range tokens.Names() {
			e := embedded(t, name)
			want, d := text, tokens.NewDraft(e, text)
			for _, edit := range []struct {
				from, size int
				insert     string
			}{{int(from1), int(size1), insert1}, {int(from2), int(size2), insert2}, {0, 0, insert1}} {
				from := min(edit.from, len(want))
				to := min(from+edit.size, len(want))
				require.NoError(t, d.Replace(from, to, edit.insert))
				want = want[:from] + edit.insert + want[to:]
				require.Equal(t, want, d.Text())
				require.Equal(t, e.Count(want), d.Count(), "%q", want)
			}
		}
	})
}

// repaired puts U+FFFD for each byte that is not UTF-8, as JSON encoding does.
func repaired(text string) string { return string([]rune(text)) }
