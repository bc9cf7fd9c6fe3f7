package understand

// Features is what the judge's linear model sees of a question and the history
// before it. Most are 0 or 1.
type Features [FeatureCount]float32

// The features, by groups. The order is that of the weights.
const (
	fBias = iota

	// How long it is.
	fLength
	fAtMost3
	fAtMost5
	fAtMost7
	fAtLeast10
	fAtLeast14
	fContent0
	fContent1
	fContent2
	fContent4
	fSpecific0
	fSpecific1
	fSpecific2
	fSpecific3
	fSpecific4
	fConcrete0
	fConcrete1
	fConcrete2
	fConcrete3
	fAbstract
	fRelational1
	fRelational2
	fRare1
	fRare2
	fCompound
	fOneNoun

	// Names and numbers.
	fName1
	fName2
	fNoCapitals
	fDigits
	fQuoted
	fFullName
	fSingleName
	fPartialName

	// Pronouns and demonstratives.
	fHeShe
	fThey
	fIt
	fPossessivePronoun
	fTwoPronouns
	fPronounAlone
	fPronounAfterNoun
	fPronounFirst
	fEmptyIt
	fThisNoun
	fThisAlone
	fThatClause

	// Words that point elsewhere.
	fOther
	fElse
	fMore
	fAlso
	fInstead
	fSame
	fOnes
	fListPlace
	fThere
	fThan
	fKindAlone
	fAnyAlone

	// How it begins.
	fAnd
	fWhatAbout
	fWhyAlone
	fYesNo
	fWhat
	fWhatIs
	fWhatNoun
	fWhichIs
	fWho
	fWhen
	fWhere
	fWhy
	fHow
	fWhich
	fHowMany
	fAsks
	fPlainStart
	fPersonal
	fRemark
	fTwoSentences

	// Nouns and what they lack.
	fTheNoun
	fTheNounKnown
	fTheNounAlone
	fTheTwice
	fTheOpen
	fComparative
	fCompares
	fQualityOpen
	fSuperlativeOpen
	fPlainPlural
	fNounsOnlyGeneric
	fBareRelational
	fOwnedRelational
	fOfSpecific
	fPossessive
	fEndsOpen
	fNoVerb
	fArticleSpecific

	// What it shares with the history.
	fInLastQuestion
	fInQuestions
	fInFirstQuestion
	fInLastAnswer
	fInAnswers
	fSpecificKnown
	fSpecificNew
	fAllNew
	fAllNew2
	fAllNew3
	fPairKnown
	fPairKnownTwice
	fNameKnown
	fNameNew
	fTopicWords
	fTopicShare
	fAkin
	fPlainKnown
	fPlainKnownLast

	// Together.
	fCleanAndKnown
	fCleanAndName
	fCleanAllNew
	fCleanShort
	fCleanLong
	fLeansAndName
	fLeansAndKnown
	fLeansLong
	fCleanPairKnown
	fCleanNothing
	fCleanNewRelational
	fCleanNewConcrete
	fCleanNewAbstract
	fCleanNewCompound
	fCleanNewThe
	fCleanNewBare
	fCleanNewShort
	fCleanNewRare
	fCleanNewWhat
	fCleanNewWhatIs
	fCleanNewName
	fCleanNewOwned
	fCleanNewAkin
	fCleanNewPlainKnown
	fCleanNewAsks
	fCleanNewPlural
	fCleanNewPersonal
	fCleanNewYesNo
	fCleanNewLong
	fCleanKnownThe
	fCleanKnownBare
	fCleanKnownShort
	fCleanTopic
	fCleanPartial
	fNothing
	fTurn2
	fManyTurns
	fAnswers
	fAnswersAllNew
	fAnswersKnown

	FeatureCount
)

// A FeatureGroup is a range of features that belong together.
type FeatureGroup struct {
	Name     string
	From, To int
}

// FeatureGroups names the groups, for measuring what each is worth.
func FeatureGroups() []FeatureGroup {
	return []FeatureGroup{
		{"length", fLength, fName1}, {"names and numbers", fName1, fHeShe}, {"pronouns", fHeShe, fOther}, {"words that point", fOther, fAnd},
		{"how it begins", fAnd, fTheNoun}, {"nouns and what they lack", fTheNoun, fInLastQuestion}, {"shared with the history", fInLastQuestion, fCleanAndKnown},
		{"several together", fCleanAndKnown, FeatureCount},
	}
}

func (f *Features) set(i int, on bool) {
	if on {
		f[i] = 1
	}
}

// Extract returns the features of a question after a history.
func Extract(history []Exchange, question string) Features {
	return extract(newConversation(history), len(history), cut(nil, question))
}

// extract returns the features of a question after the first n exchanges.
func extract(c *conversation, n int, q []word) Features {
	var f Features
	f[fBias] = 1
	if len(q) == 0 {
		return f
	}
	s := survey(c, n, q)
	lengthFeatures(&f, q[lastSentence(q):])
	nameFeatures(&f, q)
	leans := pronounFeatures(&f, q)
	leans = pointingFeatures(&f, q) || leans
	beginFeatures(&f, q)
	leans = nounFeatures(&f, q, s) || leans
	sharedFeatures(&f, q, s)
	jointFeatures(&f, leans, len(q), n)
	if n > 0 && c.history[n-1].Answer != "" {
		f[fAnswers], f[fAnswersAllNew], f[fAnswersKnown] = 1, f[fAllNew], f[fSpecificKnown]
	}
	return f
}
