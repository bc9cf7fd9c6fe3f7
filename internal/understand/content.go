package understand

// ContentWords are the words of a question that carry its subject, each once, as
// they are written.
func ContentWords(question string) (out []string) {
	seen := map[string]bool{}
	for _, w := range cut(nil, clip(question, shownQuestion)) {
		if w.content() && !w.is(asking) && !seen[w.stem] {
			seen[w.stem] = true
			out = append(out, question[w.start:w.end])
		}
	}
	return out
}
