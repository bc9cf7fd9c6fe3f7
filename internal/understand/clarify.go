package understand

import "burrow/internal/say"

// askEarly is the ambiguity threshold below which a user wants to be asked about
// topics too, and not only where a good answer is out of reach.
const askEarly = 0.65

// clarify decides whether asking the user is clearly worth it, and what to ask.
// A model copes with much that is open, so most ambiguous questions go on.
func (u *Understanding) clarify(l *language, question string, q []word, f *Features, rivals []Reference, exchanges int, o Options) {
	early := 0 < o.AskAbove && o.AskAbove < askEarly
	var open byte
	if exchanges == 0 && len(rivals) == 0 {
		open = l.leavesOpen(question)
	}
	switch {
	case l.code == unknown: // what it leaves open is not known
	case open != 0:
		u.askOpen(open)
	case len(q) == 0 || makes(u.Action):
	case len(rivals) > 0:
		u.Clarify = true
		u.say("it could refer to more than one thing")
		r := rivals[0]
		u.Questions = append(u.Questions, say.T("Which one do you mean by “{words}”?", "words", r.Text))
		for _, e := range r.Entities[:min(len(r.Entities), mostMeanings)] {
			one := r
			one.Entities = []string{e}
			u.Interpretations = append(u.Interpretations, say.T("Answer “{question}”.", "question", question[:r.Start]+spoken(&englishTable, one)+question[r.End:]))
		}
	case exchanges == 0 && f[fPronounAlone] && (u.IsAmbiguous || dangles(q)):
		u.Clarify = dangles(q)
		u.say("it refers to something that was not mentioned")
		u.Questions = append(u.Questions, say.T("Who or what do you mean by that?"))
	case vague(q) && asksOfSome(q, exchanges > 0), vague(q) && u.IsAmbiguous:
		u.Clarify = asksOfSome(q, exchanges > 0)
		u.say("it does not say which group it means")
		u.Questions = append(u.Questions, sayAll("", "Where should I look?", "Is there any data I can use for this?")...)
		u.Interpretations = vagueInterpretations(q)
	case u.IsAmbiguous && !u.IsFollowup:
		u.say("it names a topic but does not say what you want to know")
		topic := topicOf(question, q)
		if topic == "" || u.Action == CountAction {
			return
		}
		u.Clarify = early && (opens(q) || q[0].kind&(function|asking) == 0)
		u.Questions = append(u.Questions, say.T("What would you like to know about {topic}?", "topic", topic))
		u.Interpretations = topicInterpretations(topic)
	}
}

const mostMeanings = 4

// topicOf returns the last phrase of a question that names a topic.
func topicOf(question string, q []word) (topic string) {
	for _, p := range nounPhrases(q) {
		for i := p.from; i < p.to; i++ {
			if q[i].specific() && q[i].kind&digits == 0 {
				topic = p.in(question, q)
			}
		}
	}
	return topic
}

func topicInterpretations(topic string) []string {
	return sayAll(topic,
		"Give a short overview of {topic}.",
		"Explain what {topic} is good for and how to get started.",
		"Tell the history of {topic}.",
		"Report what is new about {topic}.",
	)
}

func sayAll(topic string, list ...say.English) (out []string) {
	for _, english := range list {
		out = append(out, say.T(english, "topic", topic))
	}
	return out
}

// dangles is true if a pronoun is all that a short question has for a topic. What is
// not a question comes with a text or a picture. "It" of the weather and the time
// stands for nothing, and "they" who make cheese are just people.
func dangles(q []word) bool {
	if len(q) > maxDangling || q[0].kind&(wh|auxiliary) == 0 {
		return false
	}
	found := false
	for i := range q {
		w := &q[i]
		switch {
		case w.kind&(timeNoun|digits) != 0 || w.mark == mTime || w.mark == mDay || mToday <= w.mark && w.mark <= mYesterday:
			return false
		case w.kind&personal != 0 && w.mark != mMe, w.gap == sentence && i > 0, w.gap == pause:
			return false
		case w.kind&pronoun != 0:
			if i+1 < len(q) && (emptyIt(q, i) || q[i+1].mark == mCold || q[i+1].mark == mWill) {
				return false
			}
			found = true
		case w.kind&demonstrative != 0:
			// "that customer": what stands alone may be a picture or a pasted text.
			if i+1 < len(q) && q[i+1].kind&(personNoun|record) != 0 {
				found = true
			}
		case w.specific() && w.kind&(personNoun|record) == 0:
			return false
		}
	}
	return found
}

const maxDangling = 10

// asksOfSome is true of "who will leave" and "which are failing": of some among
// many that the question does not name. After other questions it is among what
// these were about, unless it is put as a request: "find out who will leave".
func asksOfSome(q []word, later bool) bool {
	i := 0
	if later {
		i = 1
	}
	for ; i+2 < len(q); i++ {
		if q[i].mark != mWho && q[i].mark != mWhich {
			continue
		}
		last := q[i+2].text
		n := len(last)
		return q[i+1].mark == mWill || q[i+1].mark == mWould || q[i+1].mark <= mWas && q[i+1].mark >= mIs && n > 5 && last[n-3:] == "ing"
	}
	return false
}

// vagueInterpretations are the readings of "who will leave" and "who left".
func vagueInterpretations(q []word) []string {
	for i := range q {
		if q[i].mark == mWill || q[i].mark == mWould {
			return sayAll("", "Predict it from what happened so far, with a model", "List by known rules where it is likely", "Describe the cases that already happened")
		}
	}
	return sayAll("", "List the cases that are recorded", "Explain how to find out")
}
