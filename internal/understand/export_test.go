package understand

// Facts finds the dates, amounts, quantities and identifiers of a text, in order.
// Relative dates need Options.Now.
func Facts(text string, o Options) []Fact {
	text = clipWords(text, maxEntityBytes)
	l := o.languages().of(nil, text)
	return facts(l, text, cutIn(l, text), o)
}

// Resolve finds the phrases of a question that point at entities, and at which:
// "the last mentioned" is the last of its list, "the other two" are those of a list
// that were not talked about since. What points at nothing known is left out.
func Resolve(question string, entities []Entity) []Reference {
	references, _ := resolve(question, cut(nil, question), entities)
	return references
}

// Rewrite returns a question that stands alone: phrases that point at entities are
// replaced by them, pronouns by the phrase they likely stand for, and what else is
// missing is added in brackets. A question that stands alone comes back as it is.
func Rewrite(history []Exchange, question string, o Options) string {
	return Understand(history, question, o).RewrittenQuery
}
