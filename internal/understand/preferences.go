package understand

import (
	"strings"

	"burrow/internal/words"
)

// preferenceCues begin what users say about themselves or ask for permanently. Each
// is looked for at the beginning of a sentence, after a polite word.
var preferenceCues = [...]string{
	"i prefer ", "i like ", "i don't like ", "i do not like ", "i dislike ", "i always ", "i never ", "i am allergic ", "i'm allergic ", "i am a ", "i'm a ", "i am an ", "i'm an ",
	"i live in ", "i work as ", "i work at ", "i work for ", "i work in ", "i speak ", "i use ", "call me ", "my name is ", "my pronouns are ", "my language is ",
	"always ", "never ", "from now on", "in future", "in the future", "answer in ", "reply in ", "respond in ", "write in ", "use metric", "use imperial", "use british", "use american",
	"keep answers ", "keep your answers ", "keep it short", "be brief", "be concise", "don't use ", "do not use ", "remember that ", "remember: ", "remember, ",
	"ich bevorzuge ", "ich mag ", "ich heisse ", "ich heiße ", "mein name ist ", "nenn mich ", "antworte immer ", "antworte auf ", "ab jetzt ", "ich wohne in ", "ich arbeite ",
}

// politeWords may stand before a cue.
var politeWords = [...]string{"please ", "also ", "and ", "by the way ", "by the way, ", "btw ", "btw, ", "so ", "ok, ", "okay, ", "hi, ", "hello, ", "bitte "}

// The most that is taken of a message.
const (
	mostPreferences     = 4
	maxPreferenceLength = 160
)

// Preferences are the sentences of a message in which the user says who they are
// or how they want to be answered from now on. Questions do not count.
func Preferences(text string) (out []string) {
	for line := range strings.Lines(clip(text, shownQuestion)) {
		for line != "" && len(out) < mostPreferences {
			end := words.SentenceEnd(line, true)
			sentence := strings.TrimSpace(line[:end])
			line = line[end:]
			if strings.HasSuffix(sentence, "?") {
				continue
			}
			sentence = oneLine(strings.TrimRight(sentence, ".!;"), maxPreferenceLength+1)
			if len(sentence) <= maxPreferenceLength && states(sentence) {
				out = append(out, sentence)
			}
		}
	}
	return out
}

func states(sentence string) bool {
	lower := strings.ToLower(strings.ReplaceAll(sentence, "’", "'")) + " "
	for _, polite := range politeWords {
		lower = strings.TrimPrefix(lower, polite)
	}
	for _, cue := range preferenceCues {
		// A cue alone says nothing.
		if rest, ok := strings.CutPrefix(lower, cue); ok && len(strings.TrimSpace(cue+rest)) > len(strings.TrimSpace(cue)) || ok && cue[len(cue)-1] != ' ' {
			return true
		}
	}
	return false
}
