package understand

import "strings"

// exchanged answers "What about London?", "And in 2020?" and "No, I meant Thursday"
// with the question before exchange i, in which it takes the place of what is of the
// same sort.
func (c *conversation) exchanged(i int, question string, q []word) (string, bool) {
	if q = fragment(q); i == 0 || len(q) == 0 {
		return "", false
	}
	i--
	asked := c.question(i)
	before := c.asked[i].text
	// That one may be like this one.
	if whole, ok := c.exchanged(i, before, asked); ok {
		before = whole
		asked = cutIn(c.language, before)
	}
	head := 0
	for head < len(q)-1 && q[head].kind&(preposition|article) != 0 {
		head++
	}
	from, to := 0, 0
	shape := shapeOf(question[q[head].start:q[len(q)-1].end])
	if strings.Contains(shape, "9") {
		from, to = sameShape(before, asked, shape, len(q)-head)
	} else if from, head = sameCalendar(asked, q, head); from >= 0 {
		to = from + 1
	} else {
		from, to = c.sameName(asked, q, head)
	}
	if to <= 0 {
		return "", false
	}
	// "in" and "the" go with it if both have them.
	w, first := &asked[from], &q[head]
	if from > 0 && head > 0 && w.gap == space {
		if w1, q1 := &asked[from-1], &q[head-1]; w1.kind&(preposition|article) != 0 && (w1.kind^q1.kind)&preposition == 0 {
			w, first = w1, q1
		}
	}
	return before[:w.start] + question[first.start:q[len(q)-1].end] + before[asked[to-1].end:], true
}

// fragment returns what a question adds that goes on from the last, none if it does
// not or says more.
func fragment(q []word) []word {
	goesOn := false
	for len(q) > 1 {
		w, next := q[0].mark, q[1].mark
		if (w == mWhat || w == mHow) && next == mAbout {
			q = q[1:]
		} else if w != mAnd && w != mBut && w != mOr && w != mNo && w != mSorry && w != mMeant && w != mWhatAbout {
			if w != mOh && (w != mI || next != mMeant) && (w != mMe || !goesOn) {
				break
			}
			q = q[1:]
			continue
		}
		q, goesOn = q[1:], true
	}
	if n := len(q); n > 0 && q[n-1].mark == mWhatAbout {
		q, goesOn = q[:n-1], true
	}
	if !goesOn || len(q) > maxFragment {
		return nil
	}
	for i := range q {
		if w := &q[i]; w.kind&(wh|auxiliary|pronoun|personal|clause|demonstrative) != 0 || i > 0 && w.gap > space || isVerbHere(q, i) {
			return nil
		}
	}
	return q
}

const maxFragment = 5

// sameShape finds the only words that are written alike: 2020 for 2019, year 10 for
// year 9, 25-01-046 for 25-01-064.
func sameShape(before string, asked []word, shape string, count int) (from, to int) {
	for i := 0; i+count <= len(asked); i++ {
		if shapeOf(before[asked[i].start:asked[i+count-1].end]) == shape {
			if to > 0 {
				return 0, 0
			}
			from, to = i, i+count
		}
	}
	return from, to
}

// shapeOf returns a text with nines for its digits. Of several words each number is one
// digit long, and letters stay; a code alone has no letters of its own.
func shapeOf(text string) string {
	b, n := []byte(text), 0
	several := strings.Contains(text, " ")
	for _, c := range b {
		if '0' <= c && c <= '9' {
			if c = '9'; several && n > 0 && b[n-1] == '9' {
				continue
			}
		} else if isLetter(c) {
			if c |= 0x20; !several {
				c = 'a'
			}
		}
		b[n] = c
		n++
	}
	return string(b[:n])
}

// sameCalendar finds the only weekday for a weekday, and the only month for a month, -1
// if there is none. What goes on begins with it, or with the "next" before it.
func sameCalendar(asked, q []word, head int) (at, begin int) {
	at = -1
	for i := range q {
		run := calendarOf(&q[i])
		if run == 0 {
			continue
		}
		for k := range asked {
			if calendarOf(&asked[k]) == run {
				if at >= 0 {
					return -1, head
				}
				at = k
			}
		}
		if i > 0 && (q[i-1].mark == mNext || q[i-1].mark == mLast) {
			i--
		}
		return at, i
	}
	return at, head
}

// calendarOf is 1 of a month, 2 of a weekday, 0 of other words.
func calendarOf(w *word) int {
	switch {
	case mJanuary <= w.mark && w.mark <= mDecember:
		return 1
	case mSunday <= w.mark && w.mark <= mSaturday:
		return 2
	}
	return 0
}

// sameName finds the only phrase behind the same preposition, or the only name for a
// name.
func (c *conversation) sameName(asked, q []word, head int) (from, to int) {
	behind := q[0].kind&preposition != 0
	if c.language.pieces || !behind && !allCapitals(q[head:]) {
		return 0, 0
	}
	for _, p := range nounPhrases(asked) {
		at := p.from - 1
		if at > 0 && asked[at].kind&(article|preposition) == article {
			at--
		}
		if at < 0 || behind && asked[at].text != q[0].text || !behind && !allCapitals(asked[p.from:p.to]) {
			continue
		}
		// What goes on behind it may belong to it.
		if to > 0 || p.to-p.from > 3 || p.to < len(asked) && asked[p.to].gap == space && asked[p.to].kind&function == 0 {
			return 0, 0
		}
		from, to = p.from, p.to
	}
	return from, to
}

func allCapitals(words []word) bool {
	for i := range words {
		if !words[i].capital {
			return false
		}
	}
	return true
}
