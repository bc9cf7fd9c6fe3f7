package understand

// The weights of ambiguity are set by hand: the licence of the only labelled data
// allows measuring and not training. What counts is how much a question says about
// its topic and about what is wanted.
const (
	ambiguityBase     = -0.9
	oneTopicWord      = 1.0
	noTopicWord       = 1.6
	twoTopicWords     = 0.45
	perFurtherWord    = -0.3
	opensTopic        = 0.55 // "tell me about"
	asksDirectly      = -0.45
	aspectNamed       = -0.7 // "symptoms of", "requirements for"
	placeOrPurpose    = -0.25
	bareWords         = 0.9
	shortName         = 0.35 // "UNC", "ps 2"
	vagueWho          = 1.4  // "who will leave"
	danglingReference = 1.8
	leansOnHistory    = -0.8
	numberNamed       = -0.2
)

// ambiguity returns how many meanings a question seems to have, on the scale of a
// logistic function. dangling tells that it points at something that was not
// said, known that it leans on what was.
func ambiguity(q []word, dangling, known bool) float64 {
	topics, aspects, links, short, numbers, verbs := 0, 0, 0, 0, 0, 0
	for i := range q {
		w := &q[i]
		switch {
		case w.kind&digits != 0:
			numbers++
		case w.specific():
			topics++
			if len(w.text) <= 3 {
				short++
			}
		case w.kind&relational != 0 && w.kind&asking == 0:
			aspects++
		case w.kind&verb != 0 && w.kind&(asking|function) == 0:
			verbs++
		}
		if i > 1 && i+1 < len(q) && w.kind&preposition != 0 && w.mark != mAbout && w.mark != mOn && w.mark != mTo && q[i-1].kind&function == 0 && q[i-1].kind&asking == 0 {
			links++
		}
	}
	z := ambiguityBase
	switch {
	case topics == 0:
		z += noTopicWord
	case topics == 1:
		z += oneTopicWord
	case topics == 2:
		z += twoTopicWords
	default:
		z += perFurtherWord * float64(min(topics-2, 4))
	}
	if opens(q) {
		z += opensTopic
	} else if q[0].kind&(wh|auxiliary) != 0 && verbs+aspects > 0 {
		z += asksDirectly
	}
	z += aspectNamed * float64(min(aspects, 2)) / 1.5
	if links > 0 {
		z += placeOrPurpose
	}
	if len(q) <= 3 && q[0].kind&function == 0 {
		z += bareWords
	}
	if short > 0 && topics <= 2 {
		z += shortName
	}
	if numbers > 0 {
		z += numberNamed
	}
	if vague(q) {
		z += vagueWho
	}
	if dangling {
		z += danglingReference
	}
	if known {
		z += leansOnHistory
	}
	return z
}

// opens is true of a request that names a topic and not what is wanted of it.
func opens(q []word) bool {
	opened := false
	for i := range q {
		switch q[i].mark {
		case mTell, mInformation:
			opened = true
		case mAbout, mOn, mIn, mFor:
			if opened {
				return true
			}
		}
	}
	return false
}

// vague is true of "who will leave", "which are best": a question word, a verb,
// and nothing that says of whom or what.
func vague(q []word) bool {
	for i := range q {
		if q[i].mark != mWho && q[i].mark != mWhich && q[i].mark != mWhat || i+1 >= len(q) || q[i+1].kind&auxiliary == 0 {
			continue
		}
		for _, w := range q[i+1:] {
			if w.kind&(preposition|pronoun|personal|demonstrative|article) != 0 || w.kind&function == 0 && w.kind&(verb|quality) == 0 {
				return false
			}
		}
		return i+2 < len(q)
	}
	return false
}
