package recall

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func cutWords(text string) []string {
	var all []string
	new(Index).eachWord(text, func(w []byte, _ bool, _, _ int) { all = append(all, string(w)) })
	return all
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"It's 7:30 PM, Röntgen-Straße!":        "it s 7 30 pm rontgen strasse",
		"snake_case camelCase v1.2":            "snake case camelcase v1 2",
		"Ŝanĝo ŁÓDŹ Ёлка ＡＢＣ":                  "sango lodz елка abc",
		"会議室は3階":                               "会議 議室 室は 3 階",
		"猫。犬":                                  "猫 犬",
		"e\u0301te\u0301 soft\u00adware 👋🏽 ok": "ete software ok",
		"a\xffb": "a b",
		"":       "",
	} {
		require.Equal(t, want, strings.Join(cutWords(text), " "), text)
	}
}

func TestHugeWordsAreCut(t *testing.T) {
	require.Equal(t, []int{64, 64, 22}, lengths(cutWords(strings.Repeat("x", 150))))
}

func lengths(all []string) []int {
	var n []int
	for _, s := range all {
		n = append(n, len(s))
	}
	return n
}

func TestLabels(t *testing.T) {
	for text, want := range map[string]string{
		"Caroline: hello":          "Caroline",
		"Dr. Anna O'Neil: hello":   "Dr. Anna O'Neil",
		"Élodie: salut":            "Élodie",
		"note: lower case":         "",
		"See https://example.org":  "",
		"Time 10:30":               "",
		"What I mean is: no":       "",
		"Caroline":                 "",
		"A Name Of Four Words: no": "",
		"Far" + strings.Repeat("r", 40) + ": too long": "",
	} {
		require.Equal(t, want, text[:labelEnd(text)], text)
	}
}
