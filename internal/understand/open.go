package understand

import (
	"strings"
	"unicode/utf8"

	"burrow/internal/say"
	"burrow/internal/words"
)

// leavesOpen returns what a question leaves open, 0 if it says all.
func (l *language) leavesOpen(question string) (what byte) {
	if len(question) > maxOpen {
		return 0
	}
	tokens := openTokens(question)
	before := 0
	for _, line := range strings.Split(l.open, "\n") {
		pattern := strings.Fields(line)
		switch {
		case len(pattern) == 0:
		case pattern[0] == "p":
			for n := range tokens {
				if fits(tokens[:n], pattern[1:]) {
					before = n
				}
			}
		case fits(tokens[before:], pattern[1:]):
			return pattern[0][0]
		}
	}
	return 0
}

// maxOpen is how long a question may be that leaves something open.
const maxOpen = 120

// openTokens are the words of a text as patterns have them, with its marks but the
// last.
func openTokens(text string) (out []string) {
	var b []byte // with spaces between words
	for i, r := range text {
		switch {
		case isHan(r):
			b = utf8.AppendRune(append(b, ' '), r)
			b = append(b, ' ')
		case isWordRune(r):
			b = words.AppendFolded(b, r)
		case (r == '.' || r == ',') && i > 0 && words.IsDigit(text[i-1]) && i+1 < len(text) && words.IsDigit(text[i+1]):
			// inside a number
		case strings.ContainsRune(",;:.?!，；：。？！、\n", r):
			b = append(b, " , "...)
		default:
			b = append(b, ' ')
		}
	}
	return strings.Fields(strings.TrimRight(string(b), " ,"))
}

// fits is true if a pattern covers all words.
func fits(tokens, pattern []string) bool {
	if len(pattern) == 0 {
		return len(tokens) == 0
	}
	p, rest := pattern[0], pattern[1:]
	if p[0] == '?' {
		return len(tokens) > 0 && isOne(tokens[0], p[1:]) && fits(tokens[1:], rest) || fits(tokens, rest)
	}
	if p == "+" {
		for n := 1; n <= min(10, len(tokens)) && tokens[n-1] != ","; n++ {
			if fits(tokens[n:], rest) {
				return true
			}
		}
		return false
	}
	return len(tokens) > 0 && isOne(tokens[0], p) && fits(tokens[1:], rest)
}

func isOne(token, p string) bool {
	for _, one := range strings.Split(p, "|") {
		last := len(one) - 1
		switch {
		case one == token, one == "_" && token != ",", one == "#" && words.IsDigit(token[0]):
			return true
		case one[0] == '*' && strings.HasSuffix(token, one[1:]), one[last] == '*' && strings.HasPrefix(token, one[:last]):
			return true
		}
	}
	return false
}

// openAsks is what is asked about each, and what may be chosen.
var openAsks = [...]struct {
	what               byte
	why                say.English
	questions, choices []say.English
}{
	{'g', "it does not say which group it means",
		[]say.English{"Where should I look?", "Is there any data I can use for this?"},
		[]say.English{"Predict it from what happened so far, with a model", "List by known rules where it is likely", "Describe the cases that already happened"}},
	{'o', "it does not say of what",
		[]say.English{"Which ones do you mean?", "What matters most to you?"},
		[]say.English{"Ask me for the options, then compare them", "Go by price", "Go by quality", "Explain how to find out"}},
	{'m', "it does not say what it is about",
		[]say.English{"What is it about?", "Over what time?"},
		[]say.English{"Ask me for the numbers, then work it out", "Compare the last year with the year before", "Explain how to work it out"}},
	{'s', "it does not say over what time",
		[]say.English{"Over what time?"},
		[]say.English{"Take the last month", "Take this year so far", "Compare the last year with the year before"}},
	{'t', "it does not say what you want to know",
		[]say.English{"What should I do with it?", "Can you paste a few rows?"},
		[]say.English{"Describe what is in it", "Find out what can be predicted from it", "Check it for errors and gaps", "Plan what to analyse first"}},
}

// askOpen asks for what a question leaves open.
func (u *Understanding) askOpen(what byte) {
	for i := range openAsks {
		if ask := &openAsks[i]; ask.what == what {
			u.Clarify, u.IsAmbiguous = true, true
			u.say(ask.why)
			u.Questions, u.Interpretations = sayAll("", ask.questions...), sayAll("", ask.choices...)
		}
	}
}
