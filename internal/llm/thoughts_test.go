package llm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// However a text is cut into parts, the same of it is reasoning.
func TestThoughtsAreNoneOfTheAnswer(t *testing.T) {
	for text, want := range map[string][2]string{
		"Plain.":                                 {"", "Plain."},
		"<think>\nLet me see.\n</think>\n\nYes.": {"\nLet me see.\n", "Yes."},
		"\n <thinking>a < b</thinking>It is.":    {"a < b", "It is."},
		"<think></think>\n":                      {"", ""},
		"<think>never closed </thin":             {"never closed </thin", ""},
		"<th":                                    {"", "<th"},
		"  ":                                     {"", "  "},
		"<thanks>for asking</thanks>":            {"", "<thanks>for asking</thanks>"},
		"Write <think>…</think> around it.":      {"", "Write <think>…</think> around it."},
		"<think>one</think>Then <think>two</think> is shown.": {"one", "Then <think>two</think> is shown."},
	} {
		for size := 1; size <= len(text); size++ {
			var s splitter
			var reasoning, content strings.Builder
			add := func(a, b string) { reasoning.WriteString(a); content.WriteString(b) }
			for at := 0; at < len(text); at += size {
				add(s.take(text[at:min(at+size, len(text))]))
			}
			add(s.rest())
			require.Equal(t, want, [2]string{reasoning.String(), content.String()}, "%q in parts of %d", text, size)
		}
	}
}
