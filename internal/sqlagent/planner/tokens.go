package planner

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/sqlagent/schema"
	"burrow/internal/words"
)

// token is a word, a number or a quoted text of a question.
type token struct {
	text    string // as written
	folded  string // in small letters without accents
	stem    string
	number  string // its digits with a decimal point, if it is a number
	quoted  bool
	capital bool // begins with a capital letter, and does not begin the question
	mark    bool // a comma, or the like
}

// mostTokens is how long a question may be.
const mostTokens = 80

// contractions are written out, so that "don't" is a negation like others.
var contractions = strings.NewReplacer("’", "'", "won't", "will not", "can't", "can not", "n't", " not", "e-mail", "email", "E-mail", "email", "E-Mail", "email",
	"what's", "what is", "What's", "what is", "who's", "who is", "Who's", "who is", "where's", "where is", "how's", "how is", "let's", "", "I'd", "I would", "i'd", "i would", "I'm", "I am", "i'm", "i am", "I've", "I have", "i've", "i have", "we've", "we have", "We've", "we have", "whos ", "who is ", "Whos ", "who is ", "whats ", "what is ", "Whats ", "what is ", "l'", "", "dell'", "dell ", "all'", "all ", "quest'", "quest ", "quell'", "quell ", "dall'", "dall ", "nell'", "nell ", "d'", "d ")

// shortened are words that end with a point, which ends no sentence.
var shortened = strings.NewReplacer("incl. ", "including ", "excl. ", "excluding ", "approx. ", "about ", "avg. ", "average ", "vs. ", "vs ", "no. ", "number ", "nr. ", "number ")

// tokens divides a question.
func tokens(question string) []token {
	var out []token
	rest := contractions.Replace(question)
	for rest != "" && len(out) <= mostTokens {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case strings.ContainsRune("\"“„«`", r) || r == '\'' && strings.IndexByte(rest[1:], '\'') > 0 && quoteBegins(rest):
			inner, n := quotedText(rest, r, size)
			if n > 0 {
				out = append(out, token{text: inner, folded: fold(inner), quoted: true})
				rest = rest[n:]
				continue
			}
			rest = rest[size:]
		case strings.ContainsRune(",;()", r):
			out = append(out, token{text: ",", mark: true})
			rest = rest[size:]
		case r == ':' && !(len(rest) > 1 && isWordByte(rest[1])), strings.ContainsRune("-–—", r) && strings.HasPrefix(rest[size:], " "):
			out = append(out, token{text: ":", mark: true})
			rest = rest[size:]
		case strings.HasPrefix(rest, "'s") && (len(rest) == 2 || !isWordByte(rest[2])):
			out = append(out, token{text: "'s", folded: "'s"})
			rest = rest[2:]
		case strings.HasPrefix(rest, ">=") || strings.HasPrefix(rest, "<="):
			out = append(out, token{text: rest[:2], folded: rest[:2]})
			rest = rest[2:]
		case strings.ContainsRune("<>=€$%&", r):
			out = append(out, token{text: string(r), folded: string(r)})
			rest = rest[size:]
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			n := wordLength(rest)
			out = append(out, newTokens(rest[:n], len(out) == 0)...)
			rest = rest[n:]
		default:
			rest = rest[size:]
		}
	}
	return out
}

func quoteBegins(rest string) bool { return len(rest) > 1 && isWordByte(rest[1]) }

func isWordByte(c byte) bool { return isUpper(c) || isLower(c) || isDigit(c) || c >= 0x80 }

// quotedText is what stands in quotation marks, and how long it is with them.
func quotedText(rest string, open rune, size int) (string, int) {
	closing := map[rune]string{'"': "\"", '“': "”\"", '„': "“”\"", '«': "»", '`': "`'", '\'': "'"}[open]
	at := strings.IndexAny(rest[size:], closing)
	if at <= 0 {
		return "", 0
	}
	_, end := utf8.DecodeRuneInString(rest[size+at:])
	return strings.TrimSpace(rest[size : size+at]), size + at + end
}

// wordLength is how long the word at the beginning is: with points and hyphens between its
// letters if it holds digits, as numbers, dates and codes do.
func wordLength(s string) int {
	n, digits := 0, false
	for i, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r) || r == '_':
		case unicode.IsDigit(r):
			digits = true
		case r == '\'' && i > 0 && i+1 < len(s) && isUpper(s[i+1]): // O'Brien
		case strings.ContainsRune(".,-/", r) && i+1 < len(s) && isWordByte(s[i+1]) && (digits || r == '-' && codeAhead(s[i+1:])) && !(r == ',' && !isDigit(s[i+1])):
		default:
			return i
		}
		n = i + utf8.RuneLen(r)
	}
	return n
}

// codeAhead reports whether what follows a hyphen belongs to a code: WO-000123.
func codeAhead(s string) bool {
	for i := 0; i < len(s) && isWordByte(s[i]); i++ {
		if isDigit(s[i]) {
			return true
		}
	}
	return false
}

func newTokens(word string, first bool) []token {
	t := token{text: word, folded: fold(word), capital: unicode.IsUpper([]rune(word)[0]) && !first}
	t.stem = schema.Stem(t.folded)
	if isDigit(word[0]) {
		digits := strings.TrimRight(word, "kKmMbn")
		if number := words.Number(digits, false); number != "" {
			zeros := words.Magnitude(word[len(digits):], true)
			if zeros > 0 || len(digits) == len(word) {
				t.number = words.Scaled(number, zeros)
			}
		}
	}
	if strings.Contains(word, "-") && t.number == "" && !strings.ContainsAny(word, "0123456789") {
		return []token{t}
	}
	return []token{t}
}

// int is a token's value as a whole number, or -1.
func (t token) int() int {
	n, err := strconv.Atoi(t.number)
	if err != nil || n < 0 {
		return -1
	}
	return n
}
