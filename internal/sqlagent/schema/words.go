package schema

import (
	"strings"
	"unicode"

	"burrow/internal/words"
)

// Words gives the words of a name without the endings of their forms:
// "customerLocationIDs", "customer_locations_id" and "CUSTOMER-LOCATION ID" are the same
// three. Digits stand by themselves.
func Words(name string) []string {
	var spaced strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && boundary(runes, i) {
			spaced.WriteByte(' ')
		}
		if r == '_' {
			r = ' '
		}
		spaced.WriteRune(r)
	}
	return TextWords(spaced.String())
}

// boundary reports whether a new word begins at a letter of a name.
func boundary(name []rune, i int) bool {
	before, here := name[i-1], name[i]
	switch {
	case unicode.IsDigit(before) != unicode.IsDigit(here):
		return true
	case unicode.IsUpper(here) && unicode.IsLower(before):
		return true
	case unicode.IsUpper(here) && unicode.IsUpper(before) && i+1 < len(name) && unicode.IsLower(name[i+1]):
		return !pluralOfCapitals(name, i) // the P of "HTTPPort"
	}
	return false
}

// pluralOfCapitals reports whether a capital is the last one of "IDs".
func pluralOfCapitals(name []rune, i int) bool {
	return name[i+1] == 's' && (i+2 == len(name) || !unicode.IsLower(name[i+2]))
}

// TextWords gives the words of a text as Words does: a comment's or a question's.
func TextWords(text string) []string {
	var out []string
	var c words.Cutter
	c.Each(text, func(t words.Term) bool {
		if t.Kind != words.Tail {
			out = append(out, Stem(string(t.Text)))
		}
		return true
	})
	return out
}

// Stem is a word in lower case without the endings of its forms: "cities" and "city" are
// one.
func Stem(word string) string {
	if irregular, ok := irregulars[word]; ok {
		word = irregular
	}
	return word[:words.StemLength(word)]
}

// irregulars are forms that no rule of endings finds.
var irregulars = map[string]string{
	"people": "person", "ids": "id", "men": "man", "women": "woman", "children": "child", "mice": "mouse", "feet": "foot",
	"teeth": "tooth", "criteria": "criterion", "data": "datum", "indices": "index", "analyses": "analysis",
	"statuses": "status", "addresses": "address", "wives": "wife", "lives": "life", "sold": "sell", "bought": "buy", "paid": "pay",
	"written": "write", "wrote": "write", "taught": "teach", "won": "win", "led": "lead", "held": "hold", "spent": "spend", "sent": "send",
	"made": "make", "taken": "take", "took": "take", "born": "birth", "died": "death", "driven": "drive", "drove": "drive", "flew": "fly", "flown": "fly",
}
