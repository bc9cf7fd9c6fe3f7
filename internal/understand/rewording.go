package understand

import "strings"

// Rewrite returns a question that stands alone: phrases that point at entities are
// replaced by them, pronouns by the phrase they likely stand for, and what else is
// missing is added in brackets. A question that stands alone comes back as it is.
func Rewrite(history []Exchange, question string, o Options) string {
	c := newConversation(history)
	j := judge(c, len(history), cut(nil, question), o)
	references := Resolve(question, Entities(history, o))
	return reword(c, question, references, j.IsFollowup || pointed(references))
}

// pointed is true if a reference names a place, a list or a kind of thing: more
// than a pronoun, which may stand for something in the question itself.
func pointed(references []Reference) bool {
	for _, r := range references {
		if r.Rule != "pronoun" && r.Rule != "noun" {
			return true
		}
	}
	return false
}

func reword(c *conversation, question string, references []Reference, followup bool) string {
	if !followup || len(c.history) == 0 {
		return question
	}
	if text, ok := exchanged(c.history, question); ok {
		return text
	}
	if text, ok := replaced(question, references); ok {
		return text
	}
	_, all := additions(c, cut(nil, question), &rewriteWeights)
	phrases := choose(all)
	if len(phrases) == 0 {
		return question
	}
	return insert(question, phrases)
}

// replaced puts entities in the place of the phrases that point at them, if there
// is more than pronouns, or if a pronoun stands for an identifier or an entry.
func replaced(question string, references []Reference) (string, bool) {
	var b strings.Builder
	at, done := 0, false
	for _, r := range references {
		if r.Rule == "pronoun" && !isIdentifierText(r.Entities[0]) && !pointed(references) {
			continue
		}
		b.WriteString(question[at:r.Start])
		b.WriteString(spoken(r))
		at, done = r.End, true
	}
	b.WriteString(question[at:])
	return b.String(), done
}

func isIdentifierText(text string) bool {
	for i := range len(text) {
		if !isAlphanumeric(text[i]) && !isJoin(text[i]) {
			return false
		}
	}
	return looksLikeIdentifier(text)
}

// spoken returns what a reference stands for, as it would be said in its place.
func spoken(r Reference) string {
	text := joinAnd(r.Entities)
	words := cut(nil, r.Text)
	last := &words[len(words)-1]
	switch {
	case last.is(pronoun):
		if owns(last.text) && last.text != "itself" && last.text != "themselves" && last.text != "himself" && last.text != "herself" {
			return text + "'s"
		}
	case last.content() && !generic(last.stem) && !last.is(digits|quality) && last.text != "mentioned" && last.text != "list" && isIdentifierText(r.Entities[0]):
		// "project 25-01-028"
		return r.Text[last.start:last.end] + " " + text
	case r.Rule == "last" && isIdentifierText(r.Entities[0]) && len(words) > 2:
		for _, w := range words[1:] {
			if w.content() && w.text != "mentioned" && w.text != "latest" && w.text != "recent" && !w.is(quality) {
				return r.Text[w.start:w.end] + " " + text
			}
		}
	}
	return text
}

func joinAnd(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

// exchanged answers "What about London?" with the last question that names
// something of the same sort, which is exchanged for London.
func exchanged(history []Exchange, question string) (string, bool) {
	q := cut(nil, question)
	i := 0
	for i < len(q) && (q[i].text == "and" || q[i].text == "but") {
		i++
	}
	if i+2 >= len(q) || q[i].text != "what" && q[i].text != "how" || q[i+1].text != "about" {
		return "", false
	}
	here := nounPhrases(nil, question, q[i+2:])
	before := history[len(history)-1].Question
	words := cut(nil, before)
	if len(here) != 1 || len(words) < 3 || here[0].start != q[i+2].start || here[0].end != q[len(q)-1].end || !namedPhrase(here[0]) {
		return "", false
	}
	var there []nounPhrase
	for _, p := range nounPhrases(nil, before, words) {
		if namedPhrase(p) && p.start > 0 {
			there = append(there, p)
		}
	}
	if len(there) != 1 {
		return "", false
	}
	return before[:there[0].start] + here[0].text + before[there[0].end:], true
}

func namedPhrase(p nounPhrase) bool {
	for i := range p.words {
		if !p.words[i].capital {
			return false
		}
	}
	return true
}

// insert puts the first phrase in the place of a pronoun and adds the others, or
// all if there is no pronoun, in brackets.
func insert(question string, phrases []Missing) string {
	q := cut(nil, question)
	for i := range q {
		w := &q[i]
		alone := w.is(demonstrative) && (i+1 == len(q) || q[i+1].is(auxiliary|preposition) || q[i+1].gap >= pause || isVerbHere(q, i+1)) &&
			(w.text != "that" || i == 0 || !q[i-1].content() || q[i-1].is(verb))
		if !w.is(pronoun) && !alone || w.text == "it" && emptyIt(q, i) {
			continue
		}
		text := phrases[0].Text
		if owns(w.text) && (w.text != "her" || i+1 < len(q) && q[i+1].content() && q[i+1].gap == space) && !strings.HasSuffix(w.text, "sel") && !strings.HasSuffix(w.text, "self") && !strings.HasSuffix(w.text, "selves") {
			text += "'s"
		}
		question = question[:w.start] + text + question[w.end:]
		phrases = phrases[1:]
		break
	}
	if len(phrases) == 0 {
		return question
	}
	texts := make([]string, len(phrases))
	for i, p := range phrases {
		texts[i] = p.Text
	}
	end := len(strings.TrimRight(question, " ?!.\n\t"))
	return question[:end] + " (" + strings.Join(texts, ", ") + ")" + question[end:]
}
