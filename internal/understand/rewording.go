package understand

import "strings"

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

func (c *conversation) reword(question string, q []word, f *Features, references []Reference) string {
	if text, ok := c.exchanged(question, q); ok {
		return text
	}
	if text, ok := replaced(question, references); ok {
		return text
	}
	if phrases, whole := c.left(q, f); len(phrases) > 0 {
		return insert(question, q, phrases, whole)
	}
	return question
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
	case last.kind&pronoun != 0:
		if owns(last.mark) {
			return text + "'s"
		}
	case last.kind&function == 0 && last.kind&(generic|digits|quality) == 0 && last.mark != mMentioned && last.mark != mList && isIdentifierText(r.Entities[0]):
		// "project 25-01-028"
		return r.Text[last.start:last.end] + " " + text
	case r.Rule == "last" && isIdentifierText(r.Entities[0]) && len(words) > 2:
		for _, w := range words[1:] {
			if w.kind&function == 0 && w.mark != mMentioned && w.mark != mLatest && w.mark != mRecent && w.kind&quality == 0 {
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
func (c *conversation) exchanged(question string, q []word) (string, bool) {
	i := 0
	for i < len(q) && (q[i].mark == mAnd || q[i].mark == mBut) {
		i++
	}
	if i+2 >= len(q) || q[i].mark != mWhat && q[i].mark != mHow || q[i+1].mark != mAbout {
		return "", false
	}
	q = q[i+2:]
	last := len(c.history) - 1
	before, words := c.asked[last].text, c.asked[last].words
	here := nounPhrases(q)
	if len(here) != 1 || len(words) < 3 || here[0].from != 0 || here[0].to != len(q) || !allCapitals(q) {
		return "", false
	}
	var there []nounPhrase
	for _, p := range nounPhrases(words) {
		if p.from > 0 && allCapitals(words[p.from:p.to]) {
			there = append(there, p)
		}
	}
	if len(there) != 1 {
		return "", false
	}
	return before[:words[there[0].from].start] + here[0].in(question, q) + before[words[there[0].to-1].end:], true
}

func allCapitals(words []word) bool {
	for i := range words {
		if !words[i].capital {
			return false
		}
	}
	return true
}

// insert puts the first phrase in the place of a pronoun, if one is to be replaced,
// and adds the others, or all if there is no pronoun, in brackets.
func insert(question string, q []word, phrases []string, replace bool) string {
	for i := range q {
		if !replace {
			break
		}
		w := &q[i]
		alone := w.kind&demonstrative != 0 && (i+1 == len(q) || q[i+1].kind&(auxiliary|preposition) != 0 || q[i+1].gap >= pause || isVerbHere(q, i+1)) &&
			(w.mark != mThat || i == 0 || q[i-1].kind&function != 0 || q[i-1].kind&verb != 0)
		if w.kind&pronoun == 0 && !alone || w.mark == mIt && emptyIt(q, i) {
			continue
		}
		text := phrases[0]
		if owns(w.mark) && (w.mark != mHer || i+1 < len(q) && q[i+1].kind&function == 0 && q[i+1].gap == space) {
			text += "'s"
		}
		question = question[:w.start] + text + question[w.end:]
		phrases = phrases[1:]
		break
	}
	if len(phrases) == 0 {
		return question
	}
	end := len(strings.TrimRight(question, " ?!.\n\t"))
	return question[:end] + " (" + strings.Join(phrases, ", ") + ")" + question[end:]
}
