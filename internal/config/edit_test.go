package config

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEditLeavesAllOtherBytesAlone(t *testing.T) {
	for _, tt := range []struct{ name, before, value, after string }{
		{"a new file", "", "b", "A=b\n"},
		{"at the end", "X=1\n", "b", "X=1\nA=b\n"},
		{"behind a line without an end", "X=1", "b", "X=1\nA=b\n"},
		{"with the file's line ends", "X=1\r\nY=2", "b", "X=1\r\nY=2\r\nA=b\r\n"},
		{"in its place", "# one\n\nA=old\nB=2 # two\n", "b", "# one\n\nA=b\nB=2 # two\n"},
		{"in its place, with its line end", "A=old\r\nB=2\n", "b", "A=b\r\nB=2\n"},
		{"without a line end", "B=2\nA=old", "b", "B=2\nA=b"},
		{"where it is empty", "A=\nB=2\n", "b", "A=b\nB=2\n"},
		{"before a comment", "A=old  # why\n", "b", "A=b  # why\n"},
		{"before a comment of nothing", "A=# why\n", "b", "A=b # why\n"},
		{"in quotes", "  export A = 'o # ld'\t# why\n", "b", "  export A = b\t# why\n"},
		{"in double quotes", `A="o\"ld" # why` + "\n", "b", "A=b # why\n"},
		{"behind a mark", "\ufeffA=old\n", "b", "\ufeffA=b\n"},
		{"a comment that looks like it", "#A=old\n", "b", "#A=old\nA=b\n"},
		{"a name that begins like it", "AA=1\nA_B=2\n", "b", "AA=1\nA_B=2\nA=b\n"},
		{"spaces at ends", "X=1   \n\n\n", "b", "X=1   \n\n\nA=b\n"},
		{"taken out", "# one\nA=old # two\nB=3\n", "", "# one\nB=3\n"},
		{"taken out at the end", "B=3\nA=old", "", "B=3\n"},
		{"taken out of where it is not", "B=3", "", "B=3"},
		{"taken out as the only one", "A=old\n", "", ""},
	} {
		got, err := edit(tt.before, []change{{"A", tt.value}})
		require.NoError(t, err, tt.name)
		require.Equal(t, tt.after, got, tt.name)
	}
}

func TestEditWritesValuesThatMeanNothingElse(t *testing.T) {
	for value, want := range map[string]string{
		"sk-proj_a.b/c+d=e":    "A=sk-proj_a.b/c+d=e\n",
		"a#b":                  "A='a#b'\n",
		"#b":                   "A='#b'\n",
		"$HOME":                "A='$HOME'\n",
		"`touch x`":            "A='`touch x`'\n",
		`a"b`:                  `A='a"b'` + "\n",
		`a\nb`:                 `A='a\nb'` + "\n",
		"it's":                 `A="it's"` + "\n",
		`'"$(x)\`:              `A="'\"\$(x)\\"` + "\n",
		"My Server é":          "A='My Server é'\n",
		strings.Repeat("k", 9): "A=kkkkkkkkk\n",
	} {
		got, err := edit("", []change{{"A", value}})
		require.NoError(t, err, value)
		require.Equal(t, want, got)
		entries, problems := parse("f", got)
		require.Empty(t, problems)
		require.Equal(t, value, entries[0].text)
	}
	for _, value := range []string{"a\nB=c", "a\rb", "a\r\nB=c", "a\x00b", "'`x`", "a\xff"} {
		_, err := edit("X=1\n", []change{{"A", value}})
		require.ErrorIs(t, err, errUnwritable, "%q", value)
	}
	_, err := edit("X=1\nnonsense\n", []change{{"A", "b"}})
	require.ErrorContains(t, err, ":2: write NAME=value")
}

// Whatever the file and the value: all other settings stay, and the value is read
// as it was given.
//
// go test -fuzz FuzzEdit ./internal/config
func FuzzEdit(f *testing.F) {
	for _, seed := range [][2]string{{"A=b\nX=1", "c"}, {"export A='b' # c\r\n", "it's"}, {"\ufeffA=\"\\n\"", "$(x)`"}, {"A=#\n\n", "a\nB=c"}, {"B=1\rA=2", "#"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		before, problems := parse("f", text)
		after, err := edit(text, []change{{"A", value}})
		if len(problems) > 0 {
			require.Error(t, err)
		}
		if err != nil {
			return
		}
		want := make(map[string]string)
		for _, e := range before {
			want[e.name] = e.text
		}
		delete(want, "A")
		if value != "" {
			want["A"] = value
		}
		entries, problems := parse("f", after)
		require.Empty(t, problems)
		got := make(map[string]string)
		for _, e := range entries {
			got[e.name] = e.text
		}
		require.True(t, maps.Equal(want, got), "%q: %v, not %v", after, got, want)
		// Lines of others are there as they were.
		for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
			if e, ok, _ := parseLine(line); !ok || e.name != "A" {
				require.Contains(t, after, strings.TrimRight(line, "\n"))
			}
		}
	})
}
