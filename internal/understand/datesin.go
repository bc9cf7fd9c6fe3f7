package understand

import (
	"strings"
	"sync"

	"burrow/internal/words"
)

// Dates in other languages are read as their English words in English order: what a
// mark means is the same in all of them.

// markNames has the English word of each mark.
var markNames = sync.OnceValue(func() (names []string) {
	names = append(names, "")
	for _, group := range strings.Fields(markedWords) {
		if group != "|" {
			name, _, _ := strings.Cut(group, ",")
			names = append(names, name)
		}
	}
	return names
})

// dateReaderIn reads the dates of a text in another language.
type dateReaderIn struct {
	*language
	words.Dates
	list []word
	said []words.Token // the English words, with one before them
}

// read returns the date that begins with word i and how many words it has.
func (r *dateReaderIn) read(i int) (words.Date, int) {
	if r.code == english || r.code == unknown {
		return words.Date{}, 0
	}
	before := ""
	if i > 0 && r.list[i-1].kind&preposition != 0 {
		before = "in" // as a month or a year alone needs
	}
	for order := range 3 {
		r.said = r.said[:0]
		r.say(before)
		n := 0
		switch order {
		case 0:
			n = r.parts(i)
		case 1:
			n = r.turned(i)
		default:
			n = r.plain(i)
		}
		if n == 0 {
			continue
		}
		// What has no counterpart in English is only left out of a whole date.
		switch date, read := r.Read(r.said, 1); {
		case read == len(r.said)-1:
			return date, n
		case read > 0 && n == len(r.said)-1:
			return date, read
		}
	}
	return words.Date{}, 0
}

func (r *dateReaderIn) say(text string) {
	r.said = append(r.said, words.Token{Text: text, Capital: true, Sign: ' '})
}

func (r *dateReaderIn) at(i int) *word {
	if i < 0 || i >= len(r.list) {
		return &noWord
	}
	return &r.list[i]
}

func isUnit(m mark) bool { return mDay <= m && m <= mYear }

func isMonth(m mark) bool { return mJanuary <= m && m <= mDecember }

// english returns the word as a date has it in English.
func (r *dateReaderIn) english(i int) string {
	w := r.at(i)
	switch {
	case w.kind&digits != 0:
		return strings.TrimSuffix(strings.TrimRight(w.text, "ªº°"), "er")
	case mJanuary <= w.mark && w.mark <= mSaturday, isUnit(w.mark), mToday <= w.mark && w.mark <= mYesterday,
		mTwo <= w.mark && w.mark <= mFifth, w.mark == mThis, w.mark == mQuarter, w.mark == mOf:
		return markNames()[w.mark]
	case w.mark == mLast, w.mark == mPast, w.mark == mPrevious:
		return "last"
	case w.mark == mNext, w.mark == mComing:
		return "next"
	case w.mark == mA:
		return "one"
	}
	return ""
}

// counts is true of a number of days, weeks, months or years.
func (r *dateReaderIn) counts(i int) bool {
	return words.Count(r.english(i)) > 0 && isUnit(r.at(i+1).mark)
}

// turned reads what stands in another order than in English, and returns how many
// words it has: "vor drei Tagen", "hace tres días", "tre giorni fa", 三天前; "tra tre
// giorni", "dentro de tres días"; "settimana scorsa", "tuần này".
func (r *dateReaderIn) turned(i int) int {
	first, last := r.at(i), r.at(i+2)
	step := r.english(i + 1)
	if r.code == vietnamese && r.at(i+1).text == "sau" {
		step = "next"
	}
	switch {
	case (first.mark == mAgo || first.text == "hace") && r.counts(i+1):
		r.say(r.english(i + 1))
		r.say(r.english(i + 2))
		r.say("ago")
	case r.counts(i) && (last.mark == mAgo || last.text == "fa" || r.code == vietnamese && last.mark == mPrevious):
		r.say(r.english(i))
		r.say(r.english(i + 1))
		r.say("ago")
	case (first.mark == mBetween && r.code == italian || first.mark == mIn && r.code != italian) && r.counts(i+1):
		r.say("in")
		r.say(r.english(i + 1))
		r.say(r.english(i + 2))
	case first.text == "dentro" && r.counts(i+2):
		r.say("in")
		r.say(r.english(i + 2))
		r.say(r.english(i + 3))
		return 4
	case (isUnit(first.mark) || mSunday <= first.mark && first.mark <= mSaturday) && r.at(i+1).gap == space && words.Among(" last next this ", step):
		r.say(step)
		r.say(r.english(i))
		return 2
	default:
		return 0
	}
	return 3
}

// plain reads what stands in the order of English: "12 März 2024", "1 de mayo de
// 2024", "nächste Woche".
func (r *dateReaderIn) plain(i int) (n int) {
	for ; n < 6 && i+n < len(r.list); n++ {
		w := r.at(i + n)
		text := r.english(i + n)
		// "31. März" is no end of a sentence.
		numbered := w.gap == sentence && isMonth(w.mark) && r.at(i+n-1).kind&digits != 0
		if text == "" || n > 0 && w.gap > space && !numbered {
			break
		}
		if text == "of" && n > 0 && isMonth(r.at(i+n-1).mark) {
			continue // "mayo de 2024"
		}
		r.say(text)
	}
	return n
}

// parts reads a date whose parts are named: "ngày 3 tháng 5 năm 2024", 2024年3月15日.
func (r *dateReaderIn) parts(i int) (n int) {
	if !r.pieces {
		return 0
	}
	var values [4]string // of the units from the day to the year
	for i+n+1 < len(r.list) {
		name, number := r.at(i+n), r.at(i+n+1)
		if r.code == chinese {
			name, number = number, name
		}
		m := name.mark
		if name.text == "号" {
			m = mDay
		}
		if !isUnit(m) || m == mWeek || values[m-mDay] != "" || words.Digits(number.text) < 1 || n > 0 && r.at(i+n).gap != space || r.at(i+n+1).gap != space {
			break
		}
		values[m-mDay] = number.text
		n += 2
	}
	day, month, year := values[0], words.Digits(values[mMonth-mDay]), values[mYear-mDay]
	if month < 1 && (len(year) != 4 || day != "") || month > 12 || year != "" && len(year) != 4 {
		return 0 // so many days or years
	}
	r.said[0].Text = "in"
	if day != "" {
		r.say(day)
	}
	if month > 0 {
		r.say(markNames()[mJanuary+mark(month)-1])
	}
	if year != "" {
		r.say(year)
	}
	return n
}
