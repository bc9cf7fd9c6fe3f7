package understand

// explain fills in what the judgements rest on, and what to ask the user if the
// question is ambiguous.
func (u *Understanding) explain(c *conversation, question string, q []word) {
	history := c.history
	if len(q) == 0 {
		u.Reasons = append(u.Reasons, "there are no words")
		return
	}
	f := extract(c, len(history), q)
	say := func(on bool, reason string) {
		if on {
			u.Reasons = append(u.Reasons, reason)
		}
	}
	if len(history) == 0 {
		say(true, "it is the first question")
	} else {
		say(f[fPronounAlone] == 1, "a pronoun stands for something outside the question")
		say(f[fOther]+f[fElse]+f[fAlso]+f[fInstead]+f[fListPlace]+f[fOnes] > 0, "a word points at what was said before")
		say(f[fWhatAbout]+f[fAnd] > 0, "it goes on from the last question")
		say(f[fBareRelational] == 1, "a noun does not say of what")
		say(f[fSpecificKnown] > 0, "it shares words with the conversation")
		say(f[fAllNew] == 1, "all its topics are new")
	}
	if !u.IsAmbiguous {
		return
	}
	switch {
	case len(history) == 0 && f[fPronounAlone] == 1:
		say(true, "it points at something that was not said")
		u.Questions = append(u.Questions, "What do you mean by that: which thing or person?")
	case vague(q):
		u.Clarify = true
		say(true, "it does not say among whom or what")
		u.Questions = append(u.Questions, "Among whom or what should I look?", "Are there data on it that I may use?")
		u.Interpretations = vagueInterpretations(q)
	default:
		say(true, "it names a topic and not what is wanted of it")
		topic := ""
		for _, p := range nounPhrases(nil, question, q) {
			topic = p.text
		}
		if topic == "" {
			u.Questions = append(u.Questions, "What would you like to know?")
			return
		}
		u.Questions = append(u.Questions, "What would you like to know about "+topic+"?")
		u.Interpretations = []string{"An overview of " + topic, "One particular thing about " + topic}
	}
}

// vagueInterpretations are the readings of "who will leave" and "who left".
func vagueInterpretations(q []word) []string {
	for i := range q {
		if q[i].text == "will" || q[i].text == "going" || q[i].text == "would" || q[i].text == "might" {
			return []string{"Predict it from what happened so far, with a model", "List by known rules where it is likely", "Describe the cases that already happened"}
		}
	}
	return []string{"List the cases that are recorded", "Explain how to find out"}
}
