package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinesOfAFile(t *testing.T) {
	for line, want := range map[string]string{
		"A=b":                     "b",
		"  A = b  ":               "b",
		"A=b\r":                   "b",
		"export A=b":              "b",
		"export\tA=b":             "b",
		"A=":                      "",
		"A= # nothing":            "",
		"A=#nothing":              "",
		"A=b # comment":           "b",
		"A=b\t# comment":          "b",
		"A=b#c":                   "b#c",
		"A=b c":                   "b c",
		"A=b=c":                   "b=c",
		`A="b c"`:                 "b c",
		`A="b # c" # comment`:     "b # c",
		`A='b "c" \n'`:            `b "c" \n`,
		`A="a\nb\tc\"d\\e\$f\zg"`: "a\nb\tc\"d\\e$f\\zg",
		`A="$HOME"`:               "$HOME",
		`A=''`:                    "",
		"A=会議":                    "会議",
		`A=b"c"`:                  `b"c"`,
		`A="\"`:                   "!a quote is not closed on its line",
		`A="b`:                    "!a quote is not closed on its line",
		`A='b`:                    "!a quote is not closed on its line",
		`A="b" c`:                 "!text after the closing quote",
		`A="b"#c`:                 "!text after the closing quote",
		"A":                       "!write NAME=value",
		"=b":                      "!write NAME=value",
		"A B=c":                   "!write NAME=value",
		"1A=c":                    "!write NAME=value",
		"A-B=c":                   "!write NAME=value",
		"export =b":               "!write NAME=value",
		"A=\xff":                  "!not UTF-8 text",
		"A=\x00":                  "!not UTF-8 text",
	} {
		entries, err := parse("f", line+"\n")
		if problem, ok := strings.CutPrefix(want, "!"); ok {
			require.Len(t, err, 1, line)
			require.EqualError(t, err[0], "f:1: "+problem, line)
			require.Empty(t, entries)
			continue
		}
		require.Empty(t, err, line)
		require.Equal(t, []entry{{"A", want, "f", 1}}, entries, line)
	}
	for _, text := range []string{"", "\n\n", "# A=b", "   # A=b", "\ufeff"} {
		entries, err := parse("f", text)
		require.Empty(t, err)
		require.Empty(t, entries)
	}
	// A name may begin like the prefix.
	entries, err := parse("f", "\ufeffexported=1\n\nB=2")
	require.Empty(t, err)
	require.Equal(t, []entry{{"exported", "1", "f", 1}, {"B", "2", "f", 3}}, entries)
}

func TestFaultyLinesAreAllNamed(t *testing.T) {
	_, problems := parse("f", "A=1\nsecret\nB=\"2\nA=3\n")
	require.EqualError(t, errors.Join(problems...), "f:2: write NAME=value\nf:3: a quote is not closed on its line\nf:4: this is already set in line 1")
}

func TestFileMustBeSmall(t *testing.T) {
	file := filepath.Join(t.TempDir(), "large")
	require.NoError(t, os.WriteFile(file, []byte(strings.Repeat("#", maxFileBytes+1)), 0o600))
	_, err := Load(nil, file)
	require.EqualError(t, err, file+" is too large: settings take less than 1 MiB")
}

// go test -fuzz FuzzParse ./internal/config
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"A=b", "export A='b' # c", "A=\"b\\n\"", "A", "# x\n\nB=\"", "\ufeffA=b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		entries, problems := parse("f", text)
		for _, e := range entries {
			require.True(t, validSetting(e.name))
			require.NotContains(t, e.text, "\x00")
		}
		for _, err := range problems {
			require.Regexp(t, `^f:\d+: [^\n]*$`, err.Error())
		}
	})
}
