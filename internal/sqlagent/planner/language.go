package planner

import (
	"strconv"
	"strings"
	"sync"

	"burrow/internal/sqlagent/schema"
)

// language is what the words of a question do in one language, from a file of folder data.
type language struct {
	name    string
	phrases map[string][]string // kinds by phrase, words with spaces between them
	longest int
	words   map[string]bool // all words of phrases: by them a language is recognised
	months  map[string]int
	numbers map[string]int
	orders  map[string]int // first, second
	halves  map[string]int
}

// languages in the order in which they win if a question could be in two.
var languageNames = []string{"en", "it", "de", "es", "vi", "fr"}

var languages = sync.OnceValue(func() []*language {
	var out []*language
	for _, name := range languageNames {
		text, err := data.ReadFile("data/" + name + ".txt")
		if err != nil {
			panic("planner: " + err.Error())
		}
		out = append(out, readLanguage(name, string(text)))
	}
	return out
})

// readLanguage reads lines "kind: phrase | phrase". Kinds that list words in an order have
// them with spaces between.
func readLanguage(name, text string) *language {
	l := &language{name: name, phrases: map[string][]string{}, words: map[string]bool{}, months: map[string]int{}, numbers: map[string]int{}, orders: map[string]int{}, halves: map[string]int{}}
	for line := range strings.Lines(text) {
		kind, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		switch kind {
		case "months", "short":
			l.numbered(l.months, rest, 1)
		case "numbers":
			l.numbered(l.numbers, rest, 0)
		case "ordinals":
			l.numbered(l.orders, rest, 1)
		case "half":
			for phrase := range strings.SplitSeq(rest, "|") {
				phrase, n, _ := strings.Cut(strings.TrimSpace(phrase), "=")
				l.halves[fold(phrase)], _ = strconv.Atoi(n)
				l.add("half", phrase)
			}
		default:
			for phrase := range strings.SplitSeq(rest, "|") {
				l.add(kind, phrase)
			}
		}
	}
	return l
}

func (l *language) numbered(into map[string]int, rest string, from int) {
	for i, w := range strings.Fields(rest) {
		w, n, ok := strings.Cut(w, "=")
		number := i + from
		if ok {
			number, _ = strconv.Atoi(n)
		}
		into[strings.ReplaceAll(fold(w), "_", " ")] = number
	}
}

func (l *language) add(kind, phrase string) {
	w := strings.Fields(fold(phrase))
	if len(w) == 0 {
		return
	}
	key := strings.Join(w, " ")
	if !contains(l.phrases[key], kind) {
		l.phrases[key] = append(l.phrases[key], kind)
	}
	l.longest = max(l.longest, len(w))
	for _, word := range w {
		l.words[word] = true
	}
}

// languageOf is the one that most words of a question belong to; English if none is ahead.
func languageOf(tokens []token) *language {
	all := languages()
	best, most := all[0], 0
	for _, l := range all {
		n := 0
		for _, t := range tokens {
			if l.words[t.folded] {
				n++
			}
		}
		if n > most {
			best, most = l, n
		}
	}
	return best
}

// synonyms has for a phrase the names that schemas have for it.
var synonyms = sync.OnceValue(func() map[string][][]string {
	text, err := data.ReadFile("data/nouns.txt")
	if err != nil {
		panic("planner: " + err.Error())
	}
	out := map[string][][]string{}
	for line := range strings.Lines(string(text)) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for phrase := range strings.SplitSeq(rest, ",") {
			w := strings.Fields(fold(phrase))
			if len(w) == 0 {
				continue
			}
			names := schema.TextWords(name)
			if key := strings.Join(w, " "); !containsWords(out[key], names) {
				out[key] = append(out[key], names)
			}
		}
	}
	return out
})

func containsWords(list [][]string, w []string) bool {
	for _, o := range list {
		if strings.Join(o, " ") == strings.Join(w, " ") {
			return true
		}
	}
	return false
}
