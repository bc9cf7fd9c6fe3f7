package understand

import "strings"

// settle decides what words are that do several things, by the words around.
func (c *cutter) settle() {
	q := c.words
	for i := range q {
		switch c.language.code {
		case german:
			settleGerman(q, i)
		case french:
			settleFrench(q, i)
		case italian, spanish:
			settleRomance(q, i)
		case chinese:
			settleChinese(q, i)
		case vietnamese:
			settleVietnamese(q, i)
		}
	}
	if c.language.code == german {
		germanNouns(q)
		germanNames(q)
	}
}

// after returns the word behind i in its clause.
func after(q []word, i int) *word {
	if i+1 < len(q) && q[i+1].gap < pause {
		return &q[i+1]
	}
	return &noWord
}

func settleVietnamese(q []word, i int) {
	w := &q[i]
	switch {
	case w.mark == mThat && w.gap == sentence && after(q, i) != &noWord:
		w.become("so") // "vậy", "thế"
	case mMonday <= w.mark && w.mark <= mSaturday && i > 0 && w.gap == space && (q[i-1].mark == mOnes || q[i-1].kind&relational != 0):
		w.mark, w.kind = mSecond+w.mark-mMonday, function // as the days are called
	}
}

func (w *word) become(english string) {
	e := wordTable().find(folded(english))
	w.kind, w.mark, w.class = e.kind, e.mark, e.class
}

// pointsAlone is true if nothing behind an article is what it is the article of.
func pointsAlone(q []word, i int) bool {
	next := after(q, i)
	return q[i].gap != pause && (next.kind&(preposition|auxiliary|pronoun|personal|wh|clause) != 0 || next.kind&verb != 0 && next.kind&relational == 0) && next != &noWord
}

func settleGerman(q []word, i int) {
	w, next := &q[i], after(q, i)
	switch {
	case w.capital && w.gap != sentence && (w.text == "sie" || w.text == "ihnen"):
		w.become("you")
	case w.capital && w.gap != sentence && w.mark == mHis && len(w.text) > 2 && w.text[0] == 'i':
		w.become("your")
	case w.text == "es" && (emptyVerb(next.text) || i > 0 && emptyVerb(q[i-1].text)):
		w.become("not")
	case w.mark == mThe && !next.capital && (pointsAlone(q, i) || standsAlone(q, i)):
		w.become("that")
	}
}

// standsAlone is true of "das" in "Was kostet das?" and in "Gilt das auch": no noun
// of its own can follow.
func standsAlone(q []word, i int) bool {
	next := after(q, i)
	return q[i].gap != pause && next.kind&function != 0 && (next.mark == 0 || next.mark == mVery || next.mark == mToo || next.mark == mThere || next.mark == mThen)
}

func emptyVerb(text string) bool {
	switch text {
	case "gibt", "geht", "regnet", "schneit", "y", "a", "faut", "fait", "s":
		return true
	}
	return false
}

// germanNouns takes small words that no table has for no nouns, if others are
// capital: who writes nouns so writes all of them so.
func germanNouns(q []word) {
	capitals := false
	for i := range q {
		capitals = capitals || q[i].capital
	}
	for i := range q {
		w := &q[i]
		if !capitals || w.capital || !plainSyllable(w) {
			continue
		}
		if w.kind = quality; strings.HasSuffix(w.text, "t") || strings.HasSuffix(w.text, "en") {
			w.kind = verb
		}
	}
}

// germanNames leaves the capital to words that stand with another: every noun has one.
func germanNames(q []word) {
	for i := 0; i < len(q); {
		end := i
		for end < len(q) && q[end].capital && q[end].kind&function == 0 && (end == i || q[end].gap == space) {
			end++
		}
		if end-i == 1 {
			q[i].capital = false
		}
		i = max(end, i+1)
	}
}

func settleFrench(q []word, i int) {
	w, next := &q[i], after(q, i)
	switch {
	case w.mark == mHe && w.text != "lui" && (emptyVerb(next.text) || inverted(q, i)):
		w.become("not")
	case w.text == "en" && next.kind&verb != 0:
		w.become("it")
	case w.text == "y" && next.mark == mHas:
		w.become("not")
	case w.mark == mThe && next != &noWord && (clitic(q, i) || w.gap == space && (q[i-1].kind&(personal|pronoun) != 0 || q[i-1].text == "on")):
		w.become("it")
	}
}

// inverted is true of "Le cabinet a-t-il": the verb's subject stands before it.
func inverted(q []word, i int) bool {
	for k := range q[:i] {
		if q[k].mark == mThe && after(q, k).kind&function == 0 || named(q, k) {
			return i > 1 && q[i-1].kind&(auxiliary|verb|personal) != 0
		}
	}
	return false
}

// clitic is true of an article that is a pronoun before a verb.
func clitic(q []word, i int) bool {
	next := after(q, i)
	return next.kind&(auxiliary|verb) != 0 && next.kind&(relational|quality) == 0 && next.mark != mBe
}

func settleRomance(q []word, i int) {
	w, next := &q[i], after(q, i)
	switch {
	case w.text == "lo" && next.text == "que":
		w.become("what")
	case w.mark == mThe && len(w.text) > 1 && w.text != "il" && w.text != "el" && (clitic(q, i) || hangs(q, i)):
		w.become("it")
	case w.mark == mThe && w.text[0] != 'g' && (next.text == "de" || next.text == "que" || next.text == "del") && w.gap != pause:
		w.become("those")
	}
}

// hangs is true of an article that is a pronoun by what stands before it: "no lo
// sé", "me la das", and "dove la trovo", where the verb is last.
func hangs(q []word, i int) bool {
	if i == 0 || q[i].gap != space || after(q, i) == &noWord {
		return false
	}
	before, behind := &q[i-1], after(q, i+1)
	return before.mark == mNo || before.kind&personal != 0 || before.kind == function && before.mark == 0 ||
		mWhen <= before.mark && before.mark <= mHow && before.mark != mWhy && (behind == &noWord || behind.kind&function != 0)
}

func settleChinese(q []word, i int) {
	w, next := &q[i], after(q, i)
	if i > 0 && w.gap == space && mFirst <= q[i-1].mark && q[i-1].mark <= mLast && strings.Contains("个家款种条位本件张", w.text) {
		w.become("ones")
		return
	}
	if w.text != "那" && w.text != "那个" || w.gap != sentence {
		return
	}
	switch {
	case i+1 < len(q) && q[i+1].gap == pause:
		w.become("btw")
	case w.text == "那" && next.content():
		w.become("and") // "and the price?"
	case next.mark == mIf || next.kind&personal != 0:
		w.become("so")
	}
}
