package understand

import (
	"strings"

	"burrow/internal/words"
)

// maxThingWords is how many words a name may have.
const maxThingWords = 4

// Things are what the user calls by name and says what it is: "project 25-01-064",
// "our customer Acme Ltd". Other chats may refer to them. What stands in quotation
// marks, code, lists or pasted text is none, as with Statements.
func Things(text string, o Options) (out []Entity) {
	lines := ownLines(clip(text, maxQuestionBytes))
	for _, line := range lines {
		if handlesText(line) {
			return nil
		}
	}
	for _, line := range lines {
		if strings.ContainsAny(line, "\"“”„«»`") {
			continue
		}
		r := entityReader{patterns: o.Identifiers}
		spans, list := r.identifiers(line), tokensOf(line)
		for i := 0; i+1 < len(list); i++ {
			if e := thingAt(line, list, i, spans); e.Text != "" && plain(e.Text) && len(out) < mostStatements {
				out = append(out, e)
			}
		}
	}
	return out
}

// thingAt reads the name behind a noun.
func thingAt(line string, list []token, i int, spans []span) (e Entity) {
	next := &list[i+1]
	if next.stop > 0 || !isThing(list, i) {
		return e
	}
	noun := line[list[i].start:list[i].end]
	for _, s := range spans {
		if s.start == next.start {
			return Entity{Text: line[s.start:s.end], Kind: Identifier, Of: []string{noun}}
		}
	}
	n := 0
	for n < maxThingWords && i+1+n < len(list) && list[i+1+n].capital && (n == 0 || list[i+1+n].stop == 0) && list[i+1+n].text != "i" {
		n++
	}
	if n > 0 {
		e = Entity{Text: line[next.start:list[i+n].end], Kind: Name, Of: []string{noun}}
		e.Text = strings.TrimSuffix(strings.TrimSuffix(e.Text, "'s"), "’s")
	}
	return e
}

// isThing is true of a noun that a thing's name may follow.
func isThing(list []token, i int) bool {
	for _, l := range languages {
		always, ofUser, _ := strings.Cut(l.things, "|")
		if words.Among(always, list[i].text) || i > 0 && words.Among(l.self, list[i-1].text) && words.Among(ofUser, list[i].text) {
			return true
		}
	}
	return false
}

// Stems are the stems of nouns, as entities have them.
func Stems(nouns []string) (out []string) {
	for _, noun := range nouns {
		noun = strings.ToLower(noun)
		out = append(out, noun[:words.StemLength(noun)])
	}
	return out
}

// maxBrief is how much of a question tells which one it was.
const maxBrief = 200

// Brief is a question in one line, to be shown in a list.
func Brief(question string) string { return oneLine(question, maxBrief) }
