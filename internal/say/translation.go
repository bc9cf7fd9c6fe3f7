package say

import (
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

	sentences map[string]string
	plurals   map[string]map[string]string
	form      func(n int) string
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
	t := &Translation{Language: file.Language, sentences: file.Sentences, plurals: file.Plurals, form: formsOf(file.Language)}
	for english, sentence := range t.sentences {
		if !sayable(sentence) || !slices.Equal(names(english), names(sentence)) {
			delete(t.sentences, english)
			t.Refused = append(t.Refused, english)
		}
	}
	for english, forms := range t.plurals {
		if !fits(english, forms) {
			delete(t.plurals, english)
			t.Refused = append(t.Refused, english)
		}
	}
	slices.Sort(t.Refused)
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
		_, name, after, ok := placeholder(text)
		if !ok {
			slices.Sort(found)
			return slices.Compact(found)
		}
		found = append(found, name)
		text = after
	}
}

func isTag(language string) bool {
	return len(language) >= 2 && len(language) <= maxLanguage && !strings.ContainsFunc(language, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	})
}

func (t *Translation) sentence(english string) string {
	if text, ok := t.sentences[english]; ok {
		return text
	}
	return english
}

// plural returns the form of the sentence for n, or the English one.
func (t *Translation) plural(n int, english, id string) string {
	forms, ok := t.plurals[id]
	if !ok {
		return english
	}
	if text, ok := forms[t.form(n)]; ok {
		return text
	}
	return forms["other"]
}
