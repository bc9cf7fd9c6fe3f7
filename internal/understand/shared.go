package understand

func sharedFeatures(f *Features, q []word, s *surveyed) {
	specific, inLast, inQuestions, inFirst, inLastAnswer, inAnswers, unknown := 0, 0, 0, 0, 0, 0, 0
	nameKnown, nameNew := false, false
	for i := range q {
		w := &q[i]
		if named(q, i) {
			nameKnown = nameKnown || s.known(i)
			nameNew = nameNew || !s.known(i)
		}
		if !w.specific() {
			continue
		}
		specific++
		seen := s.seen[i]
		if seen&seenLastQuestion != 0 {
			inLast++
		}
		if seen&seenQuestion != 0 {
			inQuestions++
		}
		if seen&seenFirstQuestion != 0 {
			inFirst++
		}
		if seen&seenLastAnswer != 0 {
			inLastAnswer++
		}
		if seen&seenAnswer != 0 {
			inAnswers++
		}
		if seen == 0 {
			unknown++
		}
	}
	f[fInLastQuestion] = upTo(inLast, 3)
	f[fInQuestions] = upTo(inQuestions, 3)
	f[fInFirstQuestion] = upTo(inFirst, 3)
	f[fInLastAnswer] = upTo(inLastAnswer, 3)
	f[fInAnswers] = upTo(inAnswers, 3)
	if specific > 0 {
		f[fSpecificKnown] = float32(specific-unknown) / float32(specific)
	}
	f[fSpecificNew] = upTo(unknown, 4)
	f.set(fAllNew, specific > 0 && unknown == specific)
	f.set(fAllNew2, specific > 1 && unknown == specific)
	f.set(fAllNew3, specific > 2 && unknown == specific)
	f.set(fPairKnown, s.pairs > 0)
	f.set(fPairKnownTwice, s.pairs > 1)
	f.set(fNameKnown, nameKnown)
	f.set(fPartialName, s.partial)
	f.set(fNameNew, nameNew && !nameKnown)
	f.set(fTopicWords, s.topicFound > 0)
	f[fTopicShare] = s.topicShare
	f.set(fAkin, s.akin)
	for i := range q {
		if w := &q[i]; w.content() && !w.specific() && !w.is(asking) {
			f.set(fPlainKnown, s.seen[i]&seenQuestion != 0 || f[fPlainKnown] == 1)
			f.set(fPlainKnownLast, s.seen[i]&seenLastQuestion != 0 || f[fPlainKnownLast] == 1)
		}
	}
}

func upTo(n, most int) float32 { return float32(min(n, most)) }

// jointFeatures combine whether the question leans on the history by a word of
// its own with what else it has.
func jointFeatures(f *Features, leans bool, length, exchanges int) {
	known := f[fSpecificKnown] > 0
	specific := 1 - f[fSpecific0]
	if leans {
		f.set(fLeansAndName, f[fName1] == 1)
		f.set(fLeansAndKnown, known)
		f.set(fLeansLong, length >= 9)
	} else {
		f.set(fCleanAndKnown, known)
		f.set(fCleanAndName, f[fName1] == 1)
		f.set(fCleanAllNew, f[fAllNew] == 1)
		f.set(fCleanShort, length <= 5)
		f.set(fCleanLong, length >= 8)
		f.set(fCleanPairKnown, f[fPairKnown] == 1)
		f.set(fCleanNothing, specific == 0)
		if !known {
			f[fCleanNewRelational] = f[fRelational1]
			f.set(fCleanNewConcrete, f[fConcrete0] == 0)
			f[fCleanNewAbstract] = f[fAbstract]
			f[fCleanNewCompound] = f[fCompound]
			f[fCleanNewThe] = f[fTheNounAlone]
			f[fCleanNewBare] = f[fBareRelational]
			f.set(fCleanNewShort, length <= 4)
			f[fCleanNewRare] = f[fRare1]
			f[fCleanNewWhat] = f[fWhat]
			f.set(fCleanNewWhatIs, f[fWhatIs] == 1)
			f[fCleanNewName] = f[fName1]
			f[fCleanNewOwned] = f[fOwnedRelational] * f[fOfSpecific]
			f[fCleanNewAkin] = f[fAkin]
			f[fCleanNewPlainKnown] = f[fPlainKnown]
			f[fCleanNewAsks] = f[fAsks]
			f[fCleanNewPlural] = f[fPlainPlural]
			f[fCleanNewPersonal] = f[fPersonal]
			f[fCleanNewYesNo] = f[fYesNo]
			f.set(fCleanNewLong, length >= 7)
		} else {
			f[fCleanKnownThe] = f[fTheNounAlone]
			f[fCleanKnownBare] = f[fBareRelational]
			f.set(fCleanKnownShort, length <= 5)
		}
		f[fCleanTopic] = f[fTopicWords]
		f[fCleanPartial] = f[fPartialName]
	}
	f.set(fNothing, f[fSpecific0] == 1 && f[fName1] == 0)
	f.set(fTurn2, exchanges == 1)
	f.set(fManyTurns, exchanges >= 5)
}
