package say

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/json"
)

// Limits of a translation, which somebody else wrote.
const (
	maxTranslation = 1 << 20 // bytes
	maxSentence    = 4 << 10 // bytes
	maxLanguage    = 35      // bytes: the longest tag of RFC 5646 that people use
)

// A Translation has sentences in another language. It does not change once it is
// read, so any number of goroutines may use it.
type Translation struct {
	// Language is its tag, such as "de" or "pt-BR".
	Language string
	// Refused are the ids of sentences that cannot be used, sorted: the placeholders
	// are not those of the English sentence, or the text is too long or has control
	// characters. They are said in English.
	Refused []string

	// find returns a sentence by its id, or text. Without a count n is negative. It is
	// a function so that a program that reads no translations has nothing of them.
	find func(text, id string, n int) string
}

// Read reads a translation: a JSON object with its language, its sentences by
// their English text, and its plurals by the English text for many, each with the
// forms of the Unicode CLDR that the language has.
//
//	{"language": "de",
//	 "sentences": {"The chat {name} is gone.": "Der Chat {name} ist weg."},
//	 "plurals": {"{n} chats": {"one": "{n} Chat", "other": "{n} Chats"}}}
//
// A sentence that the catalogue does not have is kept and never said.
func Read(text []byte) (*Translation, error) {
	if len(text) > maxTranslation {
		return nil, errors.New("the translation is larger than 1 MiB")
	}
	var file struct {
		Language  string                       `json:"language"`
		Sentences map[string]string            `json:"sentences"`
		Plurals   map[string]map[string]string `json:"plurals"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	if !isTag(file.Language) {
		return nil, errors.New("the translation does not say its language")
	}
	t := &Translation{Language: file.Language}
	for english, sentence := range file.Sentences {
		if !sayable(sentence) || !slices.Equal(names(english), names(sentence)) {
			delete(file.Sentences, english)
			t.Refused = append(t.Refused, english)
		}
	}
	for english, forms := range file.Plurals {
		if !fits(english, forms) {
			delete(file.Plurals, english)
			t.Refused = append(t.Refused, english)
		}
	}
	slices.Sort(t.Refused)
	form := formsOf(file.Language)
	t.find = func(text, id string, n int) string {
		found := file.Sentences[id]
		if forms := file.Plurals[id]; n >= 0 {
			found = cmp.Or(forms[form(n)], forms["other"])
		}
		return cmp.Or(found, text)
	}
	return t, nil
}

// fits reports whether forms can stand for the English sentence. A form may leave
// out the count: "one chat", "no chats".
func fits(english string, forms map[string]string) bool {
	if forms["other"] == "" {
		return false
	}
	withoutCount := func(text string) []string {
		return slices.DeleteFunc(names(text), func(name string) bool { return name == "n" })
	}
	for _, form := range forms {
		if !sayable(form) || !slices.Equal(withoutCount(english), withoutCount(form)) {
			return false
		}
	}
	return true
}

// sayable reports whether a text may be shown.
func sayable(text string) bool {
	return text != "" && len(text) <= maxSentence && utf8.ValidString(text) &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' })
}

// names returns the placeholders of a text, sorted, each once.
func names(text string) []string {
	var found []string
	for {
		_, after, _ := strings.Cut(text, "{")
		name, rest, ok := strings.Cut(after, "}")
		if !ok {
			slices.Sort(found)
			return slices.Compact(found)
		}
		found, text = append(found, name), rest
	}
}

func isTag(language string) bool {
	return len(language) >= 2 && len(language) <= maxLanguage && !strings.ContainsFunc(language, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	})
}
