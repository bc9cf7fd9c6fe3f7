package memory

import (
	"strings"

	"burrow/internal/words"
)

// Characters of Chinese numbers, and words that make a time of the number before
// them.
const (
	numerals   = " 零 一 二 两 三 四 五 六 七 八 九 十 百 千 万 亿 "
	clockWords = " am pm a.m p.m uhr o'clock h heures heure giờ 点 时 "
	dayWords   = " 月 日 号 "
)

// valueAt reads the value at word i, where the lexicon has a phrase of n words, and
// returns how many words it has, 0 if there is none.
func (h *hearer) valueAt(i, n int, named value, found meaning) int {
	w := &h.list[i]
	switch {
	case named.kind == aDay:
		return h.take(named, n)
	case named.kind == aMonth:
		return h.date(i, named.number+1)
	case words.Among(numerals, w.folded):
		end := i
		for end < len(h.list) && words.Among(numerals, h.list[end].folded) && (end == i || !h.list[end].pause) {
			end++
		}
		if end == i+1 && w.folded == "一" {
			return 0
		}
		text := ""
		for _, part := range h.list[i:end] {
			text += part.folded
		}
		return h.amount(i, end-i, hash(text))
	case named.kind == anAmount:
		if found&idle != 0 {
			return 0
		}
		return h.amount(i, n, named.number)
	case w.digit:
		return h.digits(i)
	case w.upper && found == 0 && !(w.first && len(w.folded) <= 3) && !h.calls(i):
		v := value{kind: aName, number: hash(stem(w.folded)), weak: w.first}
		h.topic = insert(h.topic, v.number)
		return h.take(v, 1)
	}
	return 0
}

// calls reports whether the name at word i is of somebody who is spoken to: "Thanks,
// Anna!" Behind nothing but a mark it is a value: "No, Berlin."
func (h *hearer) calls(i int) bool {
	return h.plain > 0 && len(h.values) == 0 && h.list[i].pause && (i+1 == len(h.list) || h.list[i+1].pause)
}

// take adds a value of n words.
func (h *hearer) take(v value, n int) int {
	h.values = append(h.values, v)
	if h.contrast >= 0 && h.old.kind == noKind {
		h.old = v
	}
	return n
}

// date reads a month, with the day in front of it or behind.
func (h *hearer) date(i, month int) int {
	n, number := 1, month*100
	if last := len(h.values) - 1; i > 0 && last >= 0 && h.list[i-1].digit || i > 1 && last >= 0 && h.list[i-2].digit && words.Among(" of de ", h.list[i-1].folded) {
		if v := h.values[last]; v.kind == anAmount {
			h.values = h.values[:last]
			number += int(v.number % 100)
			if h.old == v {
				h.old = value{}
			}
		}
	} else if i+1 < len(h.list) && !h.list[i+1].pause {
		if d := words.Digits(words.Ordinal(h.list[i+1].folded)); d > 0 && d < 32 {
			number, n = number+d, 2
		}
	}
	return h.take(value{kind: aDay, number: 1000 + number}, n)
}

// digits reads a word with digits.
func (h *hearer) digits(i int) int {
	folded := h.list[i].folded
	if strings.Contains(folded, ":") {
		return h.take(value{kind: aClock, number: hash(folded)}, 1)
	}
	if days := datesOf(folded); len(days) > 0 {
		return h.take(value{kind: aDay, number: 1000 + int(days[0].undated())}, 1)
	}
	if numbers := numbersOf(folded); len(numbers) > 0 {
		return h.amount(i, 1, numbered(numbers[len(numbers)-1]))
	}
	number := leadingDigits(folded)
	switch rest := folded[len(number):]; {
	case number == "":
		return h.take(value{kind: aCode, number: hash(folded)}, 1)
	case words.Among(clockWords, rest), rest[0] == 'h' && words.Digits(rest[1:]) >= 0:
		return h.take(value{kind: aClock, number: hash(folded)}, 1)
	default:
		return h.take(value{kind: anAmount, number: numbered(words.Plain(number)), unit: hash(stem(rest))}, 1)
	}
}

// isTerm reports whether a word is one of the lexicon that is no measure.
func isTerm(word string) bool {
	for _, t := range (*lexicon.Load())[word] {
		if t.means != measures {
			return true
		}
	}
	return false
}

// numbered is a number as values have it: itself, or a hash of one with a point.
func numbered(text string) int {
	if d := words.Digits(text); d >= 0 {
		return d
	}
	return hash(text)
}

// amount takes a number of n words at word i, with the unit behind it.
func (h *hearer) amount(i, n, number int) int {
	v := value{kind: anAmount, number: number}
	if i+n < len(h.list) && !h.list[i+n].pause {
		next := &h.list[i+n]
		switch {
		case words.Among(clockWords, next.folded):
			v.kind = aClock
			return h.take(v, n+1)
		case words.Among(dayWords, next.folded):
			v.kind = aDay
			if last := len(h.values) - 1; next.folded != "月" && last >= 0 && h.list[i-1].folded == "月" && !h.list[i].pause {
				v.number += 100 * h.values[last].number
				h.values = h.values[:last]
			}
			return h.take(v, n+1)
		case !next.digit && !isTerm(next.folded):
			v.unit = hash(stem(next.folded))
		}
	}
	return h.take(v, n)
}
