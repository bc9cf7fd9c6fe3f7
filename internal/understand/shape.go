package understand

// specific is true of words that name a topic.
func (w *word) specific() bool {
	return w.kind&(function|asking|relational|verb|quality) == 0
}

// concrete is true of words that name a topic and are not made of a verb or an
// adjective.
func (w *word) concrete() bool { return w.specific() && !w.is(abstract) }

func countOf(q []word, is func(*word) bool) (n int) {
	for i := range q {
		if is(&q[i]) {
			n++
		}
	}
	return n
}

func lengthFeatures(f *Features, q []word) {
	n := len(q)
	f[fLength] = float32(min(n, 20)) / 10
	f.set(fAtMost3, n <= 3)
	f.set(fAtMost5, n <= 5)
	f.set(fAtMost7, n <= 7)
	f.set(fAtLeast10, n >= 10)
	f.set(fAtLeast14, n >= 14)
	content := countOf(q, (*word).content)
	f.set(fContent0, content == 0)
	f.set(fContent1, content == 1)
	f.set(fContent2, content == 2)
	f.set(fContent4, content >= 4)
	specific := countOf(q, (*word).specific)
	f.set(fSpecific0, specific == 0)
	f.set(fSpecific1, specific == 1)
	f.set(fSpecific2, specific == 2)
	f.set(fSpecific3, specific == 3)
	f.set(fSpecific4, specific >= 4)
	concrete := countOf(q, (*word).concrete)
	f.set(fConcrete0, concrete == 0)
	f.set(fConcrete1, concrete == 1)
	f.set(fConcrete2, concrete == 2)
	f.set(fConcrete3, concrete >= 3)
	f.set(fAbstract, concrete < specific)
	relationals := countOf(q, func(w *word) bool { return w.is(relational) && !w.is(function|verb) })
	f.set(fRelational1, relationals > 0)
	f.set(fRelational2, relationals > 1)
	rare := countOf(q, func(w *word) bool { return w.concrete() && !w.is(common) })
	f.set(fRare1, rare > 0)
	f.set(fRare2, rare > 1)
	for i := range q[1:] {
		f.set(fCompound, q[i+1].gap == space && q[i].specific() && (q[i+1].concrete() || q[i+1].is(relational)) || f[fCompound] == 1)
	}
	f.set(fOneNoun, specific == 1 && relationals == 0)
}

// named is true of a word with a capital that is not only that of its sentence.
func named(q []word, i int) bool {
	w := &q[i]
	return w.capital && w.content() && (w.gap != sentence || w.specific() && i+1 < len(q) && q[i+1].capital && q[i+1].gap == space)
}

func nameFeatures(f *Features, q []word) {
	names, capitals := 0, 0
	for i := range q {
		if named(q, i) {
			names++
		}
		if q[i].capital {
			capitals++
		}
		if named(q, i) {
			next := i+1 < len(q) && q[i+1].gap == space && named(q, i+1)
			before := i > 0 && q[i].gap == space && named(q, i-1)
			f.set(fFullName, next || f[fFullName] == 1)
			f.set(fSingleName, !next && !before || f[fSingleName] == 1)
		}
		f.set(fDigits, q[i].is(digits) || f[fDigits] == 1)
		f.set(fQuoted, q[i].gap == quote || f[fQuoted] == 1)
	}
	f.set(fName1, names >= 1)
	f.set(fName2, names >= 2)
	f.set(fNoCapitals, capitals == 0)
}

// lastSentence returns where the last sentence of two words or more begins.
func lastSentence(q []word) int {
	for i := len(q) - 2; i > 0; i-- {
		if q[i].gap == sentence {
			return i
		}
	}
	return 0
}

func beginFeatures(f *Features, q []word) {
	i := lastSentence(q)
	f.set(fTwoSentences, i > 0)
	switch q[0].text {
	case "oh", "wow", "interesting", "great", "ok", "okay", "thanks", "nice", "cool", "hmm", "yes", "no", "right", "sure", "really", "actually", "sorry":
		f[fRemark] = 1
	}
	for i < len(q)-1 && (q[i].text == "and" || q[i].text == "but" || q[i].text == "so" || q[i].text == "or" || q[i].text == "then") {
		f[fAnd] = 1
		i++
	}
	second := ""
	if i+1 < len(q) {
		second = q[i+1].text
	}
	switch first := &q[i]; {
	case (first.text == "what" || first.text == "how") && second == "about":
		f[fWhatAbout] = 1
	case first.text == "why" && len(q)-i <= 2:
		f[fWhyAlone] = 1
	case first.text == "how" && (second == "many" || second == "much" || second == "long" || second == "old" || second == "often" || second == "far"):
		f[fHowMany] = 1
	case first.is(wh):
		switch first.text {
		case "what":
			f[fWhat] = 1
			f.set(fWhatIs, (second == "is" || second == "are" || second == "was" || second == "were" || first.possessive) && len(q)-i <= 5)
			f.set(fWhatNoun, i+1 < len(q) && q[i+1].content() && !q[i+1].is(verb&^relational))
		case "who", "whom", "whose":
			f[fWho] = 1
		case "when":
			f[fWhen] = 1
		case "where":
			f[fWhere] = 1
		case "why":
			f[fWhy] = 1
		case "how":
			f[fHow] = 1
		default:
			f[fWhich] = 1
			f.set(fWhichIs, i+1 < len(q) && q[i+1].is(auxiliary|preposition))
		}
	case first.is(auxiliary):
		f[fYesNo] = 1
	case first.is(asking):
		f[fAsks] = 1
	default:
		f[fPlainStart] = 1
	}
	f.set(fPersonal, countOf(q, func(w *word) bool { return w.is(personal) && w.text != "me" }) > 0)
}
