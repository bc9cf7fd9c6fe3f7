package understand

import "burrow/internal/say"

func (u *Understanding) say(reason say.English) { u.Reasons = append(u.Reasons, say.T(reason)) }

// explain says what the judgement of the follow-up rests on.
func (u *Understanding) explain(f *Features, words, exchanges int) {
	switch {
	case words == 0:
		u.say("there are no words")
		return
	case exchanges == 0:
		u.say("it is the first question")
		return
	}
	for _, r := range [...]struct {
		on     bool
		reason say.English
	}{
		{f[fPronounAlone], "a pronoun refers to something outside the question"},
		{f[fPoints] || f[fListPlace] || f[fOnes], "a word refers to something said before"},
		{f[fWhatAbout] || f[fAnd], "it goes on from the last question"},
		{f[fBareRelational], "a noun does not say what it belongs to"},
		{f[fKnown], "it shares words with the chat"},
		{f[fAllNew], "all its topics are new"},
	} {
		if r.on {
			u.say(r.reason)
		}
	}
}
