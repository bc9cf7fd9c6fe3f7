package gather

import (
	"strings"
	"unicode"

	"burrow/internal/chat"
	"burrow/internal/prompt"
	"burrow/internal/recall"
)

// leastLeft is how many words of a question an answer must have left over that one passage
// has, for the passage to be about the question, too.
const leastLeft = 2

// Beyond reports whether a passage of a document has words of a question that an answer,
// with the query that it comes from, made nothing of. "Which jobs were on hold for longer
// than we allow?" gives rows, and leaves "longer" and "allow".
func Beyond(question, used string, passages []prompt.Passage) bool {
	known := stemsOf(used)
	left := stemsOf(question)
	for stem := range known {
		delete(left, stem)
	}
	if len(left) < leastLeft {
		return false
	}
	for _, p := range passages {
		if p.Source == nil || p.Source.Kind != chat.ChunkSource {
			continue
		}
		found, said := 0, stemsOf(p.Text)
		for stem := range left {
			if said[stem] {
				found++
			}
		}
		if found >= leastLeft {
			return true
		}
	}
	return false
}

// stemsOf are the stems of a text's words that carry a subject. Names of tables are cut
// where a capital begins another word.
func stemsOf(text string) map[string]bool {
	out := map[string]bool{}
	var word strings.Builder
	end := func() {
		if stem := recall.Stem(word.String()); stem != "" {
			out[stem] = true
		}
		word.Reset()
	}
	last := ' '
	for _, c := range text {
		if unicode.IsUpper(c) && unicode.IsLower(last) {
			end()
		}
		if unicode.IsLetter(c) || unicode.IsNumber(c) {
			word.WriteRune(unicode.ToLower(c))
		} else {
			end()
		}
		last = c
	}
	end()
	return out
}
