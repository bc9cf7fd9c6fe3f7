package understand

import "strings"

// pointed is true if a reference names a place, a list or a kind of thing: more
// than a pronoun, which may stand for something in the question itself.
func pointed(references []Reference) bool {
	for _, r := range references {
		if r.firm && r.Rule != "pronoun" && r.Rule != "noun" {
			return true
		}
	}
	return false
}

// reword returns the question as it is shown, and one to search with if what is
// likely left out is not shown.
func (c *conversation) reword(question string, q []word, f *Features, references []Reference) (shown, search string) {
	if text, ok := replaced(c.language, question, references); ok {
		return text, ""
	}
	if c.language.code != english {
		return question, "" // which phrase is left out was learnt in English
	}
	shown, likely := c.filled(question, q, f)
	if shown == question {
		search = behind(question, likely)
	}
	return shown, search
}

// maxNameBytes is how long an entry of a list may be that takes another's place: a
// longer one is a sentence.
const maxNameBytes = 60

// replaced puts entities in the place of the phrases that point at them, if there
// is more than pronouns, or if a pronoun stands for an identifier or an entry.
func replaced(l *language, question string, references []Reference) (string, bool) {
	var b strings.Builder
	at, done := 0, false
	for _, r := range references {
		if names(question, &r) || len(r.Entities[0]) > maxNameBytes {
			continue
		}
		if r.Rule == "pronoun" && !isIdentifierText(r.Entities[0]) && !pointed(references) || r.Rule != "pronoun" && !r.firm || l.code != english && !byPlace(r.Rule) {
			continue
		}
		b.WriteString(question[at:r.Start])
		b.WriteString(spoken(l, r))
		at, done = r.End, true
	}
	b.WriteString(question[at:])
	return b.String(), done
}

// names is true of a question that itself names what a reference would stand for.
func names(question string, r *Reference) bool {
	for _, e := range r.Entities {
		if strings.Contains(question, e) {
			return true
		}
	}
	return false
}

// byPlace is true of a reference to one entry of a list, or to some of it.
func byPlace(rule string) bool {
	switch rule {
	case "place", "first", "last", "former", "latter":
		return true
	}
	return false
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
func spoken(l *language, r Reference) string {
	text := joinAnd(l, r.Entities)
	words := cutIn(l, r.Text)
	last := &words[len(words)-1]
	switch {
	case len(last.text) == 1 && 'a' <= last.text[0]: // "option B (clear the cache)"
		return r.Text + " (" + text + ")"
	case last.kind&pronoun != 0:
		if owns(last.mark) {
			return possessive(text)
		}
	case len(words) > 2 && words[len(words)-2].kind&preposition != 0: // "the one in Torino"
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

// possessive is "Tom's" and "the sharks'".
func possessive(text string) string {
	if strings.HasSuffix(text, "s") {
		return text + "'"
	}
	return text + "'s"
}

func joinAnd(l *language, all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + l.joins + all[len(all)-1]
}

// insert puts a phrase in the place of a pronoun, or behind "of" at the end.
func (m *Missing) insert(question string, q []word, at int) string {
	text := m.Text
	if m.attributes&aThe != 0 || m.article && m.attributes&aPlural == 0 {
		text = "the " + text
	}
	if at < 0 {
		end := q[len(q)-1].end
		return question[:end] + " of " + text + question[end:]
	}
	w := &q[at]
	if owns(w.mark) && (w.mark != mHer || at+1 < len(q) && q[at+1].kind&function == 0 && q[at+1].gap == space) {
		text = possessive(text)
	}
	if at == 0 {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return question[:w.start] + text + question[w.end:]
}

// behind adds phrases in brackets.
func behind(question string, phrases []string) string {
	if len(phrases) == 0 {
		return ""
	}
	end := len(strings.TrimRight(question, " ?!.\n\t"))
	return question[:end] + " (" + strings.Join(phrases, ", ") + ")" + question[end:]
}

// slot returns where a pronoun stands that a phrase can take the place of, -1 if
// there is none.
func slot(q []word) int {
	for i := range q {
		w := &q[i]
		alone := w.kind&demonstrative != 0 && (i+1 == len(q) || q[i+1].kind&(auxiliary|preposition) != 0 || q[i+1].gap >= pause || isVerbHere(q, i+1)) &&
			(w.mark != mThat || i == 0 || q[i-1].kind&function != 0 || q[i-1].kind&verb != 0)
		if (w.kind&pronoun != 0 || alone) && !(w.mark == mIt && emptyIt(q, i)) {
			return i
		}
	}
	return -1
}
