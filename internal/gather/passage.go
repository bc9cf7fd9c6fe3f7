package gather

import (
	"slices"
	"strings"

	"burrow/internal/prompt"
)

// searched are the words of a question that are worth looking for in a long text.
func searched(question string) (out []string) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(question), func(r rune) bool { return strings.ContainsRune(" \t\n.,;:!?()[]\"'`*", r) }) {
		if len(word) > 3 && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}

// passage is the part of a text that has most of the words wanted, cut between
// sentences, or the whole of a short one. Code and tables are there as a whole if they
// are that part and have at most so many bytes, else a mark stands for them.
func passage(text string, wanted []string, block int) string {
	text = strings.TrimSpace(text)
	if len(text) <= passageBytes {
		return text
	}
	best, most, words := -1, 0, ""
	pieces := prompt.Pieces(text)
	for i, p := range pieces {
		if found := has(strings.ToLower(p.Text), wanted); found > most {
			best, most = i, found
		}
		if p.Block != "" {
			p.Text = p.Mark() + "\n"
		}
		words += p.Text
	}
	if best >= 0 && pieces[best].Block != "" {
		if len(pieces[best].Text) <= block {
			return "…\n" + strings.TrimSpace(pieces[best].Text) + "\n…"
		}
		wanted = []string{strings.ToLower(pieces[best].Mark())}
	}
	return extract(strings.TrimSpace(words), wanted)
}

// has is how many of the words a text has.
func has(lower string, wanted []string) (found int) {
	for _, word := range wanted {
		if strings.Contains(lower, word) {
			found++
		}
	}
	return found
}

// extract is the part of prose that has most of the words wanted.
func extract(text string, wanted []string) string {
	if len(text) <= passageBytes {
		return text
	}
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		lower = text // letters whose small form is longer
	}
	best, bestFrom := -1, 0
	for from := 0; from < len(text); from = nextSentence(text, from) {
		end := min(from+passageBytes, len(lower))
		if found := has(lower[min(from, end):end], wanted); found > best {
			best, bestFrom = found, from
		}
		if end == len(lower) {
			break
		}
	}
	out := text[bestFrom:]
	if len(out) > passageBytes {
		cut := strings.LastIndexAny(out[:passageBytes], ".!?\n ")
		if cut < passageBytes/2 {
			cut = passageBytes
			for cut > 0 && out[cut]&0xc0 == 0x80 {
				cut--
			}
		}
		out = strings.TrimSpace(out[:cut]) + " …"
	}
	if bestFrom > 0 {
		out = "… " + out
	}
	return out
}

// nextSentence is where the sentence after this place begins, at most a passage
// further.
func nextSentence(text string, from int) int {
	end := min(from+passageBytes/2, len(text))
	if i := strings.IndexAny(text[from:end], ".!?\n"); i >= 0 {
		from += i + 1
		for from < len(text) && (text[from] == ' ' || text[from] == '\n') {
			from++
		}
		return from
	}
	for end < len(text) && text[end]&0xc0 == 0x80 {
		end++
	}
	return end
}
