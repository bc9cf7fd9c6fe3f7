package understand

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// Statement is something that a user says about themselves, wishes from now on, or
// calls by name.
type Statement struct {
	_ [0]func() // not to be compared
	// Text is a sentence or a clause of the user's, in whole words, or a name.
	Text string
	// Of is what has this name, such as "customer"; empty if Text is no name.
	Of string
	// Over says that it is no longer so: "I'm no longer vegetarian".
	Over bool
	// slot is what there is only one of, such as where somebody lives; about are the
	// words that tell what it is about.
	slot, about string
}

// The most that is taken of a message, in statements and in bytes.
const (
	mostStatements     = 4
	maxStatementLength = 160
	// A longer message has something pasted into it, and only its first line counts.
	maxOwnWords = 1500
)

// Statements are what a person would want to be remembered of a message: who they
// are, what they have, how they want to be answered from now on, and the names of
// their projects and people. When in doubt there are none: what is in quotation marks,
// in code, lists, tables or behind a colon is not taken for the user's word, nor is
// anything in a message that works on a text or plays a role.
func Statements(text string, o Options) (out []Statement) {
	t := o.languages()
	lines := ownLines(clip(text, maxQuestionBytes))
	for _, line := range lines {
		if t.handlesText(line) {
			return nil
		}
	}
	var things []Statement
	goesOn := true
	for _, line := range lines {
		for line != "" && goesOn {
			end := words.SentenceEnd(line, true)
			sentence := line[:end]
			if !strings.ContainsAny(sentence, quotes) {
				things = append(things, thingsIn(sentence, o)...)
			}
			var found []Statement
			found, goesOn = t.statementsIn(sentence)
			out = append(out, found...)
			line = strings.TrimLeft(line[end:], " ")
		}
	}
	said := len(out)
	for i := range things {
		if !mentioned(out[:said], things[i].Text) {
			out = append(out, things[i])
		}
	}
	return out[:min(len(out), mostStatements)]
}

// quotes are marks of what is not said by the user, or not to the assistant.
const quotes = "\"“”„«»`"

// mentioned is true of a name that is in a sentence already: "My daughter Mia is seven".
func mentioned(said []Statement, name string) bool {
	for i := range said {
		if strings.Contains(said[i].Text, name) {
			return true
		}
	}
	return false
}

// Replaces is true if a later statement takes the place of what was remembered
// before, in whatever words the user has given that.
func (s *Statement) Replaces(remembered string, o Options) bool {
	if !s.Over && strings.EqualFold(remembered, s.Text) {
		return true
	}
	found, _ := o.languages().statementsIn(remembered)
	if len(found) != 1 || s.Of != "" {
		return false
	}
	f := &found[0]
	return f.about != "" && f.about == s.about || f.slot != "" && f.slot == s.slot && !s.Over
}

// ownLines are the lines that the user may have written for the assistant.
func ownLines(text string) (out []string) {
	if len(text) > maxOwnWords {
		text, _, _ = strings.Cut(text, "\n")
		if len(text) > maxOwnWords {
			return nil
		}
	}
	fenced := false
	for _, line := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(bare, "```"), strings.HasPrefix(bare, "~~~"):
			fenced = !fenced
		case fenced, bare == "", line[0] == '\t', strings.HasPrefix(line, "    "), strings.IndexByte(">|#[<", bare[0]) >= 0, bulletLength(bare) > 0:
		default:
			out = append(out, bare)
		}
	}
	return out
}

// A token is a word of a sentence, in small letters.
type token struct {
	_          [0]func() // not to be compared
	text       string
	start, end int
	capital    bool
	// stop is the mark before it: a comma, a dash for what divides more, a colon, or
	// another one, which ordinary sentences do not have.
	stop byte
}

func stopOf(r rune, before byte) byte {
	switch r {
	case ',', '，', '、':
		return max(before, ',')
	case '-', '–', '—', '(', ')', ';', '…', '.', '!', '¿', '¡', '；':
		return max(before, '-')
	case ':', '：':
		return max(before, ':')
	case ' ', '\u00a0', '\'', '’':
		return before
	}
	return 'x'
}

// tokensOf cuts a sentence into words. "I'm" are two, as are "wife's" and "don't";
// of Chinese each character is one.
func tokensOf(sentence string) (out []token) {
	stop := byte(0)
	for i := 0; i < len(sentence); {
		r, n := utf8.DecodeRuneInString(sentence[i:])
		if !inWord(r) {
			stop = stopOf(r, stop)
			i += n
			continue
		}
		begin := i
		for i += n; i < len(sentence) && !words.IsPacked(r); i += n {
			r, n = utf8.DecodeRuneInString(sentence[i:])
			if !inWord(r) && strings.IndexByte("'-./+#", sentence[i]) < 0 && r != '’' || words.IsPacked(r) {
				break
			}
		}
		raw := strings.TrimRight(sentence[begin:i], "'-./’")
		first, _ := utf8.DecodeRuneInString(raw)
		t := token{text: strings.ReplaceAll(strings.ToLower(raw), "’", "'"), start: begin, end: begin + len(raw), capital: unicode.IsUpper(first), stop: stop}
		stop = 0
		out = contracted(out, t)
	}
	return out
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// contractions are what stands behind an apostrophe, and the word that it is.
const contractions = "m am re are ve have d would ll will s 's"

// contracted appends a word, or the two that it is.
func contracted(out []token, t token) []token {
	first, rest, ok := strings.Cut(t.text, "'")
	second := lookup(contractions, rest)
	if rest == "t" && strings.HasSuffix(first, "n") {
		if first != "can" {
			first = first[:len(first)-1]
		}
		second = "not"
	}
	if !ok || second == "" {
		return append(out, t)
	}
	t.text = first
	out = append(out, t)
	t.text, t.stop, t.capital = second, 0, false
	return append(out, t)
}

// plain is true of a clause in ordinary words: no code, no markup, no secrets.
func plain(clause string) bool {
	if len(clause) > maxStatementLength {
		return false
	}
	run := 0 // digits of one number, whatever is between them
	for _, r := range clause {
		switch {
		case '0' <= r && r <= '9':
			if run++; run > maxDigits {
				return false
			}
		case r == ' ', r == '-', r == '.', r == '/':
		case inWord(r), strings.ContainsRune(",'’&%+()€$£°–:#", r):
			run = 0
		default:
			return false
		}
	}
	for _, w := range tokensOf(clause) {
		if words.Among(secretWords, w.text) || len(w.text) >= 10 && strings.ContainsAny(w.text, "0123456789") && strings.Trim(w.text, "0123456789-/.") != "" {
			return false
		}
	}
	for _, phrase := range [...]string{"密码", "mot de passe", "mật khẩu", "api key", "credit card"} {
		if strings.Contains(strings.ToLower(clause), phrase) {
			return false
		}
	}
	return true
}

// maxDigits is how many digits a number may have: a date does, a card's does not.
const maxDigits = 8

// secretWords say that something is secret, in all languages.
const secretWords = " password passwords passwort kennwort passcode passphrase pin cvv cvc ssn iban token secret secrets contraseña clave password's tan puk login passwd "
