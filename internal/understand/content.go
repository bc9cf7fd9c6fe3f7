package understand

// ContentWords are the words of a question that carry its subject, each once, as they are
// written: those of English, where nothing is known of another language.
func ContentWords(question string) []string { return contentWords(&englishTable, question) }

// ContentWords are the words of a question that carry its subject, in its language.
func (o Options) ContentWords(question string) []string {
	l := o.languages().of(nil, question)
	if l.pieces {
		l = &englishTable // halves of words are not looked for
	}
	return contentWords(l, question)
}

func contentWords(l *language, question string) (out []string) {
	seen := map[string]bool{}
	for _, w := range cutIn(l, clip(question, shownQuestion)) {
		if w.content() && !w.is(asking) && !seen[w.stem] {
			seen[w.stem] = true
			out = append(out, question[w.start:w.end])
		}
	}
	return out
}
