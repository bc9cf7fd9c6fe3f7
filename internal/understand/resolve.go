package understand

// Reference is a phrase of a question and what it stands for.
type Reference struct {
	Text  string `json:"text"`
	Start int    `json:"start"` // byte offsets in the question
	End   int    `json:"end"`
	// Rule is how it was resolved: "place", "last", "first", "former", "latter",
	// "all", "other", "before", "after", "noun", "pronoun", "same".
	Rule     string   `json:"rule"`
	Entities []string `json:"entities"`

	// firm is true if what it stands for was written as a list, or is known to be
	// what its noun says.
	firm bool
}

// resolve also returns the references that more than one entity fits alike, each
// with all of them.
func resolve(question string, q []word, entities []Entity) (out, rivals []Reference) {
	out = []Reference{}
	if len(entities) == 0 {
		return out, nil
	}
	s := newScene(entities)
	for i := 0; i < len(q); {
		p := phrase{scene: s, question: question, words: q, begin: i}
		found, end := p.read()
		if len(found) == 0 {
			i++
			continue
		}
		// "that was the last recording", "the first film they made"
		if byPlace(p.rule) && (p.word(end).kind&(pronoun|personal) != 0 && q[end].gap == space || i > 0 && q[i].gap == space && q[i-1].kind&(pronoun|demonstrative) != 0) {
			p.firm = false
		}
		begin := q[i].start
		if begin > 0 && question[begin-1] == '#' {
			begin--
		}
		r := Reference{Text: question[begin:q[end-1].end], Start: begin, End: q[end-1].end, Rule: p.rule, firm: p.firm}
		for _, e := range found {
			r.Entities = append(r.Entities, entities[e].Text)
			s.mentioned = append(s.mentioned, folded(entities[e].Text))
		}
		out = append(out, r)
		if len(p.rivals) > 1 {
			r.Entities = p.rivals
			rivals = append(rivals, r)
		}
		i = end
	}
	return out, rivals
}

// A phrase is a place in a question at which a reference may begin.
type phrase struct {
	*scene
	question string
	words    []word
	begin    int
	rule     string
	firm     bool
	rivals   []string // entities that fit as well as the one that is taken
}

// word returns the word at i, noWord after the end of the text or the sentence.
func (p *phrase) word(i int) *word {
	if i >= len(p.words) || i > p.begin && p.words[i].gap == sentence {
		return &noWord
	}
	return &p.words[i]
}

// noWord stands where there is none.
var noWord = word{kind: function}

func (p *phrase) mark(i int) mark { return p.word(i).mark }

// read returns the entities that a phrase stands for and where the phrase ends.
func (p *phrase) read() ([]int, int) {
	i := p.begin
	w := &p.words[i]
	switch w.mark {
	case mThe:
		return p.definite(i + 1)
	case mBoth, mEither, mAll, mEach:
		return p.whole(i)
	case mOthers:
		return p.definite(i)
	case mThis, mThat, mThese, mThose, mSuch:
		return p.demonstrative(i)
	case mNumber, mNo, mOption:
		if w.mark == mNo && i > 0 && p.words[i-1].kind&verb != 0 {
			return nil, i // "reach no 1"
		}
		if n := max(numberOf(p.word(i+1)), p.letterOf(i+1)); n > 0 && !p.contentAt(i+2) && (i == 0 || p.words[i-1].mark != mA) {
			return p.place(n, noNoun, i+2)
		}
	case mSecond, mThird, mFourth, mFifth, mFirst, mLast:
		if p.mark(i+1) == mOne || i == 0 && len(p.words) <= 2 || p.lead(i) && i+1 == len(p.words) {
			return p.definite(i)
		}
	}
	if w.start > 0 && p.question[w.start-1] == '#' && w.kind&digits != 0 {
		if n := numberOf(w); n > 0 {
			return p.place(n, noNoun, i+1)
		}
	}
	if w.kind&pronoun != 0 {
		return p.pronoun(i)
	}
	return nil, i
}

// contentAt is true if a word with a subject follows at i: "number 1 hit".
func (p *phrase) contentAt(i int) bool {
	w := p.word(i)
	return (w.kind&function == 0 || w.mark == mOn) && w.kind&verb == 0
}

// lead is true if only "and", "or", "what about" and their like stand before i.
func (p *phrase) lead(i int) bool {
	for _, w := range p.words[:i] {
		switch w.mark {
		case mAnd, mOr, mWhat, mHow, mAbout, mWhy, mSo, mBut:
		default:
			return false
		}
	}
	return true
}

// definite reads what follows "the".
func (p *phrase) definite(i int) ([]int, int) {
	t := p.mark(i)
	if t == mVery || t == mTop && numberOf(p.word(i+1)) == 0 {
		i++
		if t == mTop {
			p.rule = "place"
			return p.places(1, 1, i)
		}
		t = p.mark(i)
	}
	switch t {
	case mFormer:
		return p.ofPair(0, "former", i+1)
	case mLatter:
		return p.ofPair(1, "latter", i+1)
	case mMiddle:
		return p.middle(i + 1)
	case mPenultimate:
		return p.fromEnd(2, i+1)
	case mBottom:
		return p.fromEnd(1, i+1)
	case mOther, mOthers, mRest:
		return p.others(i)
	case mPrevious:
		return p.beside(-1, i+1)
	case mNext:
		return p.beside(1, i+1)
	case mSame:
		return p.same(i + 1)
	case mOne, mOnes:
		return p.theOne(i + 1)
	case mLast, mLatest, mMost:
		return p.last(i)
	case mTop:
		return p.first(numberOf(p.word(i+1)), i+2)
	}
	if n := ordinalOf(p.word(i)); n > 0 {
		return p.ordinal(n, i+1)
	}
	if n := numberOf(p.word(i)); n > 1 {
		noun, end := p.noun(i + 1)
		if end < 0 {
			return nil, i
		}
		p.rule = "all"
		return p.group(n, noun), end
	}
	return p.known(i)
}

// ordinal reads what follows "the second".
func (p *phrase) ordinal(n, i int) ([]int, int) {
	switch p.mark(i) {
	case mTo:
		if p.mark(i+1) == mLast {
			return p.fromEnd(n, i+2)
		}
	case mLast:
		return p.fromEnd(n, i+1)
	case mAnd, mOr:
		k := i + 1
		if p.mark(k) == mThe {
			k++
		}
		if m := ordinalOf(p.word(k)); m > 0 || p.mark(k) == mLast {
			return p.two(n, m, k+1)
		}
	}
	if n == 1 {
		if count := numberOf(p.word(i)); count > 1 {
			return p.first(count, i+1)
		}
	}
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	return p.place(n, noun, end)
}

// two reads "the first and the third".
func (p *phrase) two(n, m, i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	members := p.group(max(n, m, 2), noun)
	if members == nil {
		return nil, i
	}
	if m == 0 {
		m = len(members)
	}
	p.rule = "place"
	return []int{members[n-1], members[m-1]}, end
}

func (p *phrase) place(n int, noun string, end int) ([]int, int) {
	p.rule = "place"
	members := p.group(max(n, 2), noun)
	if members == nil {
		return nil, end
	}
	return members[n-1 : n], end
}

// places reads a noun and returns the entries from one place to another.
func (p *phrase) places(from, to, i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	members := p.group(max(to, 2), noun)
	if members == nil {
		return nil, i
	}
	return members[from-1 : to], end
}

func (p *phrase) first(count, i int) ([]int, int) {
	p.rule = "first"
	return p.places(1, max(count, 1), i)
}

func (p *phrase) fromEnd(n, i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	p.rule = "last"
	members := p.group(max(n, 2), noun)
	if members == nil {
		return nil, i
	}
	at := len(members) - n
	return members[at : at+1], end
}

// last reads "last", "last mentioned", "last two", "most recent", "latest".
func (p *phrase) last(i int) ([]int, int) {
	t := p.mark(i)
	i++
	if t == mMost {
		if next := p.mark(i); next != mRecent {
			return nil, i
		}
		i++
	}
	for p.mark(i) == mMentioned {
		i++
	}
	p.rule = "last"
	if n := numberOf(p.word(i)); n > 1 {
		noun, end := p.noun(i + 1)
		if end < 0 {
			return nil, i
		}
		members := p.group(n, noun)
		if members == nil {
			return nil, i
		}
		return members[len(members)-n:], end
	}
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	for p.mark(end) == mMentioned {
		end++
	}
	if members := p.latest(noun); members != nil {
		return members[len(members)-1:], end
	}
	return nil, i
}

func (p *phrase) middle(i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	members := p.group(3, noun)
	if members == nil || len(members)%2 == 0 {
		return nil, i
	}
	p.rule = "place"
	return members[len(members)/2 : len(members)/2+1], end
}

// ofPair reads the former and the latter: the first and last of the newest pair.
func (p *phrase) ofPair(which int, rule string, i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 || noun != noNoun && !p.anyOf(noun) {
		return nil, i // "the former president"
	}
	p.rule = rule
	members := p.group(2, noun)
	if members == nil {
		return nil, i
	}
	p.firm = p.firm || len(members) == 2
	if which == 0 {
		return members[:1], end
	}
	return members[len(members)-1:], end
}

// namesTwo is true of a question that names two itself: "Have Ann and Bob both left?"
func (p *phrase) namesTwo() bool {
	for i := 1; i+1 < len(p.words); i++ {
		if t := p.words[i].mark; (t == mAnd || t == mOr) && p.words[i-1].capital && p.words[i+1].capital && p.words[i].gap == space && p.words[i+1].gap == space {
			return true
		}
	}
	return false
}

// whole reads "both", "all three", "either of them", "each of the projects".
func (p *phrase) whole(i int) ([]int, int) {
	count := 0
	if t := p.mark(i); t == mBoth || t == mEither {
		if p.namesTwo() {
			return nil, i
		}
		count = 2
	}
	end, explicit := i+1, count == 2
	if p.mark(end) == mOf {
		end++
		explicit = true
	}
	switch p.mark(end) {
	case mThe, mThese, mThose, mThem:
		explicit = true
		end++
	}
	if n := numberOf(p.word(end)); n > 1 {
		count, explicit = n, true
		end++
	}
	noun := noNoun
	if p.mark(end-1) != mThem {
		n, e := p.noun(end)
		known := e > 0 && (n == noNoun || p.anyOf(n))
		if !known && count != 2 {
			return nil, i // "all the time"
		}
		if known {
			explicit = explicit && (e > end || p.mark(end-1) != mThe) || n != noNoun
			noun, end = n, e
		}
	}
	if !explicit {
		return nil, i
	}
	p.rule = "all"
	members := p.exactly(count, noun)
	return members, end
}
