package understand

// Features is what the judge's linear model sees of a question and the history
// before it. The order is that of the weights.
type Features [FeatureCount]bool

// The features, by groups.
const (
	// The class of the mark that it begins with: as many features as there are classes,
	// and one for none.
	fFirst = 0

	// How long it is.
	fAtMost3 = iota + classes
	fAtMost5
	fAtMost7
	fAtLeast10
	fAtLeast14
	fContent1
	fContent2
	fContent4
	fSpecific1
	fSpecific2
	fSpecific3
	fSpecific4
	fConcrete1
	fConcrete2
	fConcrete3
	fAbstract
	fRelational1
	fRelational2
	fRare1
	fRare2
	fLongWord
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

	// Pronouns and demonstratives.
	fPronoun
	fTwoPronouns
	fPronounAlone
	fPronounAfterNoun
	fPronounFirst
	fEmptyIt
	fThisNoun
	fThisAlone
	fThatClause

	// Words that point elsewhere.
	fPoints
	fMore
	fOnes
	fListPlace
	fThere
	fKindAlone
	fAnyAlone

	// How it begins.
	fAnd
	fWhatAbout
	fFragment
	fWhyAlone
	fYesNo
	fWhatIs
	fWhatNoun
	fWhichIs
	fHowMany
	fAsks
	fPlainStart
	fPersonal
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
	fInLastQuestion1
	fInLastQuestion2
	fInQuestions1
	fInQuestions2
	fInFirstQuestion1
	fInLastAnswer1
	fInLastAnswer2
	fInAnswers1
	fKnown
	fHalfKnown
	fAllKnown
	fNew1
	fNew2
	fNew3
	fAllNew
	fAllNew2
	fPairKnown
	fNameKnown
	fNameNew
	fPartialName
	fTopicWords
	fTopicHalf
	fAkin
	fPlainKnown
	fPlainKnownLast
	fField
	fFieldKnown
	fFieldNew
	fFieldFirst

	// What it does in the chat.
	fOnly
	fCorrects
	fChats
	fThanks
	fAside
	fDropped
	fOnlyDates
	fAsks1
	fKnownTwice
	fNoQuestion
	fSo
	fOption
	fAlike
	fTells
	fTurns
	fBarePlace

	// Where it stands.
	fNothing
	fTurn2
	fManyTurns
	fAnswers

	// Which language it is in, from German on; none for English.
	fGerman
	fItalian
	fFrench
	fSpanish
	fVietnamese
	fChinese

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
		{"the first word's class", fFirst, fAtMost3},
		{"length", fAtMost3, fName1}, {"names and numbers", fName1, fPronoun}, {"pronouns", fPronoun, fPoints}, {"words that point", fPoints, fAnd},
		{"how it begins", fAnd, fTheNoun}, {"nouns and what they lack", fTheNoun, fInLastQuestion1}, {"shared with the history", fInLastQuestion1, fOnly}, {"what it does in the chat", fOnly, fNothing},
		{"where it stands", fNothing, fGerman}, {"language", fGerman, FeatureCount},
	}
}

// A setting is what else is true of a question: each has weights of its own for
// every feature.
const (
	anySetting  = iota
	leaning     // it leans on the history by a word of its own
	knownTopic  // it does not, and the history has some of its topics
	newTopic    // it does not, and the history has none of them
	withAnswers // the last question was answered
	otherThanEnglish
	Settings
)

// FollowupWeights are in sixteenths, a row for each setting; the bias comes first.
type FollowupWeights [1 + Settings*FeatureCount]int8

// ForeignRow is where the weights of other languages than English begin.
const ForeignRow = 1 + otherThanEnglish*FeatureCount

// MovesFrom and MovesTo are the features of what a question does in a chat, which
// the sets of questions about one subject hardly have.
const MovesFrom, MovesTo = fOnly, fNothing

// ForeignLanguages is how many of the last features are languages.
const ForeignLanguages = FeatureCount - fGerman

// Weights are those that are built in.
func Weights() FollowupWeights { return followupWeights }

// RewritingWeights are those that are built in.
func RewritingWeights() RewriteWeights { return rewriteWeights }

// leans is true if a word of the question points out of it.
func (f *Features) leans() bool {
	return f[fPronounAlone] || f[fPoints] || f[fCorrects] || f[fCompares] || f[fAnyAlone] || f[fFragment] ||
		f[fTheNounAlone] && f[fBareRelational]
}

// isForeign is true of another language than English.
func (f *Features) isForeign() bool {
	for _, on := range f[fGerman:] {
		if on {
			return true
		}
	}
	return false
}

// settings returns which rows of the weights count.
func (f *Features) settings() (in [Settings]bool) {
	in[anySetting], in[withAnswers], in[otherThanEnglish] = true, f[fAnswers], f.isForeign()
	switch {
	case f.leans():
		in[leaning] = true
	case f[fKnown]:
		in[knownTopic] = true
	default:
		in[newTopic] = true
	}
	return in
}

// Active returns the numbers of the weights that make the score.
func (f *Features) Active() []int {
	out := []int{0}
	for row, on := range f.settings() {
		for i, has := range f {
			if on && has {
				out = append(out, 1+row*FeatureCount+i)
			}
		}
	}
	return out
}

// score is positive for a follow-up.
func (f *Features) score() float64 {
	sum := int(followupWeights[0])
	for row, on := range f.settings() {
		if !on {
			continue
		}
		weights := followupWeights[1+row*FeatureCount:]
		for i, has := range f {
			if has {
				sum += int(weights[i])
			}
		}
	}
	return float64(sum) / 16
}

// Extract returns the features of a question after a history.
func Extract(history []Exchange, question string) *Features {
	c := newConversation(builtIn(), history, question)
	return extract(c, len(history), cutIn(c.language, question))
}

// extract returns the features of a question after the first n exchanges.
func extract(c *conversation, n int, q []word) *Features {
	f := new(Features)
	if len(q) == 0 {
		return f
	}
	if c.language.code != english && c.language.code != unknown {
		f[fGerman+int(c.language.code-german)] = true
	}
	s := survey(c, n, q)
	f.lengths(q[lastSentence(q):])
	f.names(q)
	f.pronouns(q)
	f.pointing(q)
	f.beginning(q)
	f.nouns(q, s)
	f.shared(q, s)
	f.fields(q, s)
	f.moves(c.language, q, s)
	f[fFragment] = f[fNoVerb] && f[fContent1] && (f[fAnd] || f[fWhatAbout])
	f[fNothing] = !f[fSpecific1] && !f[fName1]
	f[fTurn2], f[fManyTurns] = n == 1, n >= 5
	f[fAnswers] = n > 0 && c.history[n-1].Answer != ""
	f.plainly()
	return f
}
