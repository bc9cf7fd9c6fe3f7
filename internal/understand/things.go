package understand

import (
	"strings"

	"burrow/internal/words"
)

// maxThingWords is how many words a name may have.
const maxThingWords = 4

// thingsIn finds what a sentence calls by name and says what it is: "project 25-01-064",
// "our customer Acme Ltd". Other chats may refer to it.
func thingsIn(line string, o Options) (out []Statement) {
	r := entityReader{patterns: o.Identifiers}
	spans, list := r.identifiers(line), tokensOf(line)
	for i := 0; i+1 < len(list); i++ {
		if text := o.languages().thingAt(line, list, i, spans); text != "" && plain(text) {
			out = append(out, Statement{Text: text, Of: line[list[i].start:list[i].end]})
		}
	}
	return out
}

// thingAt reads the name behind a noun.
func (t *Languages) thingAt(line string, list []token, i int, spans []span) string {
	next := &list[i+1]
	if next.stop > 0 || !t.isThing(list, i) {
		return ""
	}
	for _, s := range spans {
		if s.start == next.start {
			return line[s.start:s.end]
		}
	}
	n := i + 1
	for n < len(list) && n-i <= maxThingWords && list[n].capital && (n == i+1 || list[n].stop == 0) && list[n].text != "i" {
		n++
	}
	if n == i+1 {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(line[next.start:list[n-1].end], "'s"), "’s")
}

// isThing is true of a noun that a thing's name may follow.
func (t *Languages) isThing(list []token, i int) bool {
	for _, l := range t.tables {
		if l == nil {
			continue
		}
		always, ofUser, _ := strings.Cut(l.things, "|")
		if words.Among(always, list[i].text) || i > 0 && words.Among(l.self, list[i-1].text) && words.Among(ofUser, list[i].text) {
			return true
		}
	}
	return false
}

// Stem is the stem of a noun, as entities have it.
func Stem(noun string) string {
	noun = strings.ToLower(noun)
	return noun[:words.StemLength(noun)]
}

// maxBrief is how much of a question tells which one it was.
const maxBrief = 200

// Brief is a question in one line, to be shown in a list.
func Brief(question string) string { return oneLine(question, maxBrief) }
