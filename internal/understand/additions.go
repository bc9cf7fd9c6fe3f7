package understand

import (
	"math/bits"
	"slices"
)

// A need is how a question leaves something out, a bit each. The order is that of
// the weights.
type need uint32

const (
	nAlways need = 1 << iota
	nHeShe
	nIt
	nThey
	nThis
	nThisNoun
	nThe
	nOther
	nOne
	nWhatAbout
	nEllipsis
	nHasName
	nShort
	nWhy
	nThere
	nAnswers
	nSecond // the second question of a conversation
	nLater  // the fifth or a later one

	nEnd
)

// How many there are of each.
var (
	AttributeCount = bits.TrailingZeros64(uint64(aEnd))
	NeedCount      = bits.TrailingZeros64(uint64(nEnd))
)

// RewriteWeights say how likely a question with a need leaves out a phrase with an
// attribute, in sixteenths, a row for each need.
type RewriteWeights [18 * 57]int8

// A Missing is a phrase of the history and how likely a question leaves it out.
type Missing struct {
	_     [0]func() // not to be compared
	Text  string
	Score float64

	need       need
	attributes attributes
	candidate  int
	fresh      int  // content words that the question has not
	topic      bool // the only one that was asked about
	thing      bool // and with "what"
	other      bool // does something to "him"
	odd        bool // has a verb in it
	article    bool // stands behind "the" or "a"
	first      int  // the exchange that named it first
	asked      bool // a question named it
	newest     bool // no question named anything else since
	before     bool // it was named before the pronoun was used for anything
}

// Active returns the numbers of the weights that make a phrase's score.
func (m *Missing) Active() (out []int) {
	for n := range NeedCount {
		for a := range AttributeCount {
			if m.need>>n&1 != 0 && m.attributes>>a&1 != 0 {
				out = append(out, n*AttributeCount+a)
			}
		}
	}
	return out
}

// needOf also returns the stem of the noun of "this film", "the experiment".
func needOf(q []word, f *Features, exchanges int) (n need, head root) {
	for _, c := range [...]struct {
		need need
		on   bool
	}{
		{nAlways, true}, {nThis, f[fThisAlone]}, {nThisNoun, f[fThisNoun]}, {nThe, f[fTheNounAlone]}, {nOne, f[fOnes]}, {nWhatAbout, f[fWhatAbout]},
		{nHasName, f[fName1]}, {nShort, len(q) <= 4}, {nThere, f[fThere]}, {nAnswers, f[fAnswers]}, {nSecond, exchanges == 1}, {nLater, exchanges >= 4},
	} {
		if c.on {
			n |= c.need
		}
	}
	for i := range q {
		switch m := q[i].mark; {
		case mHe <= m && m <= mHis:
			n |= nHeShe
		case mThey <= m && m <= mTheir:
			n |= nThey
		case m == mIt && !emptyIt(q, i), m == mItself, m == mIts:
			n |= nIt
		case m == mOther, m == mOthers, m == mAnother, m == mElse, m == mAlso:
			n |= nOther
		case m == mWhy:
			n |= nWhy
		}
		if (q[i].kind&demonstrative != 0 || q[i].mark == mThe) && i+1 < len(q) && q[i+1].kind&function == 0 {
			k := i + 1
			for k+1 < len(q) && q[k+1].kind&function == 0 && q[k+1].gap == space && !isVerbHere(q, k+1) {
				k++
			}
			head = q[k].root
		}
	}
	if n&(nHeShe|nIt|nThey|nThis|nThisNoun) == 0 {
		n |= nEllipsis
	}
	return n, head
}

// missing returns the phrases that a question after the first exchanges may have
// left out, in their order, scored by weights.
func (b *phraseBook) missing(exchanges int, q []word, f *Features, weights *RewriteWeights) []Missing {
	if len(q) == 0 || exchanges == 0 {
		return nil
	}
	n, head := needOf(q, f, exchanges)
	var sums [64]int32
	for row := range NeedCount {
		if n>>row&1 != 0 {
			for i := range AttributeCount {
				sums[i] += int32(weights[row*AttributeCount+i])
			}
		}
	}
	var near []int // the last sentences that have the question's words
	for i := range q {
		if q[i].kind&(function|asking) == 0 {
			if at := b.stems.find(q[i].root); at >= 0 {
				near = append(near, b.counts[at].sentence)
			}
		}
	}
	out := make([]Missing, 0, len(b.all))
	for i := range b.all {
		k := &b.all[i]
		shared := sharedStems(k.stems, q)
		if shared == len(k.stems) {
			continue
		}
		a := b.attributes(i, exchanges, shared, slices.Contains(near, k.sentence), q, head)
		sum := int32(0)
		for m := uint64(a); m != 0; m &= m - 1 {
			sum += sums[bits.TrailingZeros64(m)]
		}
		out = append(out, Missing{Text: k.text, Score: logistic(float64(sum) / 16), need: n, attributes: a, candidate: i, fresh: len(k.stems) - shared, article: k.article, first: k.first, asked: k.inQuestions > 0, other: k.other, odd: k.odd})
	}
	return out
}

func sharedStems(stems []root, q []word) (n int) {
	for _, s := range stems {
		if hasStem(q, s) {
			n++
		}
	}
	return n
}

func hasStem(q []word, s root) bool {
	for i := range q {
		if q[i].root == s {
			return true
		}
	}
	return false
}

func (b *phraseBook) attributes(i, exchanges, shared int, near bool, q []word, head root) attributes {
	k := &b.all[i]
	a := k.fixed
	age := exchanges - 1 - k.last
	switch {
	case age == 0:
		a |= k.lastPlace
	case age == 1:
		a |= aAge1
	case age < 5:
		a |= aAge2
	default:
		a |= aAge5
	}
	a |= steps(k.inQuestions, aTwiceAsked, aOftenAsked, 0) | steps(k.inAnswers, aTwiceAnswered, aOftenAnswered, 0) | steps(b.around(k), aAround2, aAround3, aAround5)
	if k.inQuestions == 0 {
		a |= aNeverAsked
	}
	a |= when(k.last == b.said, aInLastSaid) | when(i == b.top, aTopName) | when(i == b.agent, aTopAgent) | when(i == b.firstName, aFirstName) |
		when(i == b.lastAgent, aLastAgent) | when(near, aNearShared)
	last := k.stems[len(k.stems)-1]
	if shared > 0 {
		a |= aSharesWord
		if hasStem(q, last) {
			a |= aSharesHead
		}
	}
	if last == head {
		a |= aHead
	}
	if k.carriedTo >= 0 {
		a |= aCarriedLong
		if k.carriedTo == exchanges-1 {
			a |= aCarried
		}
	}
	return a
}

// steps returns what is true of a count of 2, 3 and 5.
func steps(n int, two, three, five attributes) (a attributes) {
	if n >= 2 {
		a = two
	}
	if n >= 3 {
		a |= three
	}
	if n >= 5 {
		a |= five
	}
	return a
}

// Additions goes through a history and returns what the question at its end may
// leave out, and what is chosen of it. It is for training; Rewrite is for use.
func Additions(history []Exchange, question string, weights *RewriteWeights) (all, chosen []Missing) {
	c := newConversation(builtIn(), history, question)
	q := cutIn(c.language, question)
	return c.additions(q, extract(c, len(history), q), weights)
}

// maxCarried is how many questions back an omission is followed.
const maxCarried = 8

func (c *conversation) additions(question []word, f *Features, weights *RewriteWeights) (all, chosen []Missing) {
	total := len(c.history)
	var b phraseBook
	for i := range total {
		if i > 0 && i < total-Window {
			continue
		}
		if i > 0 && i >= total-maxCarried {
			q := c.question(i)
			if f := extract(c, i, q); f.score() >= 0 {
				for _, m := range b.choose(b.missing(i, q, f, weights)) {
					b.all[m.candidate].carriedTo = i
				}
			}
		}
		b.add(c, i)
	}
	all = b.missing(total, question, f, weights)
	return all, b.choose(all)
}
