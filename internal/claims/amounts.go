package claims

import (
	"math"
	"strconv"
	"strings"

	"burrow/internal/words"
)

// amount is a number of a text with what it counts, so that 48 hours are two days and
// 11 pm is 23:00.
type amount struct {
	// from and to are its tokens, with the unit.
	from, to int
	// raw is the number as written, other what it is if its comma is the other mark,
	// value the number in the unit's base.
	raw, other, value float64
	// unit is the dimension: 0 if it counts things.
	unit byte
	// isVague is true of what is too common to be missed: "one", "first", "a day".
	isVague bool
}

// The dimensions. Money has one for each currency, dates are days.
const (
	minutes     = 't'
	months      = 'M'
	workingDays = 'w'
	clock       = 'c'
	date        = 'd'
	percent     = '%'
	cents       = 'C'
)

// currencies are signs that stand in front of an amount.
var currencies = [...]string{"€", "$", "£", "¥"}

// findAmounts finds the amounts of a text.
func (r *reading) findAmounts() {
	for i := 0; i < len(r.tokens); {
		a, there := r.amountAt(i)
		if !there {
			i++
			continue
		}
		r.amounts = append(r.amounts, a)
		i = a.to
	}
}

// amountAt reads the amount that begins with a token.
func (r *reading) amountAt(i int) (a amount, there bool) {
	t := &r.tokens[i]
	a = amount{from: i, to: i + 1}
	if r.dateAt(&a) {
		return a, true
	}
	switch {
	case words.IsDigit(t.text[0]):
		if !r.digits(&a) {
			return a, false
		}
	case !r.spelled(&a):
		return a, false
	}
	if a.unit == 0 {
		r.unitBehind(&a)
	}
	return a, true
}

// dateAt reads a date.
func (r *reading) dateAt(a *amount) bool {
	i := a.from
	t := &r.tokens[i]
	isMonth := t.capital && words.MonthOf(t.text) > 0 && i+1 < len(r.tokens) && words.IsDigit(r.tokens[i+1].text[0])
	if !isMonth && (!words.IsDigit(t.text[0]) || i+1 == len(r.tokens)) {
		return false
	}
	if !isMonth {
		k := i + 1
		if r.tokens[k].text == "of" {
			k = min(k+1, len(r.tokens)-1)
		}
		next := &r.tokens[k] // "3 may decline" is no day
		if !(next.capital && words.MonthOf(next.text) > 0) && next.gap != '-' && next.gap != '/' && next.gap != '.' && strings.Count(t.text, ".") != 2 {
			return false
		}
	}
	var list [6]words.Token
	n := 0
	for k := i; k < len(r.tokens) && n < len(list); k++ {
		one := words.Token{Text: r.tokens[k].text, Capital: true}
		if k+1 < len(r.tokens) {
			if one.Sign = r.tokens[k+1].gap; one.Sign == ';' || one.Sign == '|' {
				one.Sign = 0
			}
		}
		list[n] = one
		n++
	}
	// 12.3.2024 is one token.
	if parts := strings.Split(t.text, "."); len(parts) == 3 {
		n = 3
		for k, part := range parts {
			list[k] = words.Token{Text: part, Sign: '.'}
		}
	}
	found, size := words.Dates{Yearless: true}.Read(list[:n], 0)
	if size == 0 {
		return false
	}
	if strings.Count(t.text, ".") == 2 {
		size = 1
	}
	*a = amount{from: i, to: i + size, unit: date, value: float64(found.From), raw: float64(found.To - found.From)}
	if found.Yearless {
		a.other = 1
	}
	return true
}

// digits reads a token with digits; false if it is a name, such as 4x4.
func (r *reading) digits(a *amount) bool {
	t := &r.tokens[a.from]
	if joined, n := r.grouped(a.from); n > 1 {
		a.raw = parse(joined)
		a.other, a.value, a.to = a.raw, a.raw, a.from+n
		return true
	}
	number := strings.TrimRight(words.Ordinal(t.text), "abcdefghijklmnopqrstuvwxyz")
	rest := words.Ordinal(t.text)[len(number):]
	if hour, minute, is := strings.Cut(number, ":"); is {
		h, m := words.Digits(hour), words.Digits(minute)
		if h < 0 || m < 0 || m > 59 {
			return false
		}
		a.unit, a.raw, a.other, a.value = clock, float64(h), float64(h), float64(60*h+m)
		r.half(a, rest)
		return true
	}
	fraction, whole := words.Numbers(number)
	if a.raw, a.other = parse(words.Number(number, false)), parse(whole); math.IsNaN(a.raw) {
		return false
	}
	if math.IsNaN(a.other) || a.other == a.raw {
		a.other = parse(fraction)
	}
	if math.IsNaN(a.other) {
		a.other = a.raw
	}
	a.value = a.raw
	money := r.currencyAt(a.from - 1)
	if a.unit = money; !r.half(a, rest) && rest != "" {
		scale := words.Magnitude(rest, true)
		unit, by := unitOf(rest)
		switch {
		case money != 0 && scale > 0: // GBP 10m
			a.scale(math.Pow10(scale))
		case by != 0:
			a.unit, a.value = unit, a.raw*by
		case scale > 0:
			a.scale(math.Pow10(scale))
		default:
			return false
		}
	}
	if before := r.text[:t.from]; a.unit == 0 {
		for _, sign := range currencies {
			if strings.HasSuffix(before, sign) || strings.HasSuffix(before, sign+" ") {
				a.unit = sign[len(sign)-1]
			}
		}
	}
	if next := a.to; next < len(r.tokens) && r.tokens[next].gap == ' ' {
		if scale := words.Magnitude(r.tokens[next].text, true); scale > 0 && len(r.tokens[next].text) > 1 {
			a.scale(math.Pow10(scale))
			a.to++
		}
	}
	return true
}

// currencyAt is the currency whose code a token is, as it stands in front of an amount; 0 if
// it is none.
func (r *reading) currencyAt(i int) byte {
	if i < 0 || !words.Among(" eur usd gbp chf ", r.tokens[i].text) {
		return 0
	}
	unit, _ := unitOf(r.tokens[i].text)
	return unit
}

// grouped reads digits in groups of three, "1 200", and how many tokens they are.
func (r *reading) grouped(at int) (joined string, n int) {
	joined, n = r.tokens[at].text, 1
	if len(joined) > 3 {
		return joined, n
	}
	for k := at + 1; k < len(r.tokens); k++ {
		t := &r.tokens[k]
		if t.gap != ' ' || len(t.text) != 3 || words.Digits(t.text) < 0 || words.Digits(joined[:1]) < 0 || t.from-r.tokens[k-1].to > 3 {
			break
		}
		joined, n = joined+t.text, n+1
	}
	return joined, n
}

func parse(number string) float64 {
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return math.NaN()
	}
	return value
}

func (a *amount) scale(by float64) { a.raw, a.other, a.value = a.raw*by, a.other*by, a.value*by }

// half reads am and pm, joined or behind.
func (r *reading) half(a *amount, rest string) bool {
	if rest == "" && a.to < len(r.tokens) && r.tokens[a.to].gap <= ' ' {
		rest = r.tokens[a.to].text
		if rest == "a" || rest == "p" { // a.m.
			if a.to+1 < len(r.tokens) && r.tokens[a.to+1].text == "m" {
				rest += "m"
				a.to++
			}
		}
		if rest == "am" || rest == "pm" {
			a.to++
		}
	}
	if rest != "am" && rest != "pm" {
		return false
	}
	if a.unit != clock {
		a.unit, a.value = clock, 60*a.raw
	}
	if hour := a.value / 60; rest == "pm" && hour < 12 {
		a.value += 12 * 60
	} else if rest == "am" && hour >= 12 {
		a.value -= 12 * 60
	}
	return true
}

// unitBehind reads what an amount counts.
func (r *reading) unitBehind(a *amount) {
	end := len(r.text)
	if a.to < len(r.tokens) {
		end = r.tokens[a.to].from
	}
	if a.to > a.from {
		behind := strings.TrimLeft(r.text[r.tokens[a.to-1].to:end], " \u00a0\u202f")
		for _, sign := range [...]string{"%", "€", "$", "£"} {
			if strings.HasPrefix(behind, sign) {
				a.unit = sign[len(sign)-1]
				return
			}
		}
	}
	working := false
	for k := a.to; k < len(r.tokens) && k < a.to+3; k++ {
		t := &r.tokens[k]
		if t.gap != ' ' && t.gap != '-' && !(a.to == a.from) {
			return
		}
		if words.Among(" working business work ", t.text) {
			working = true
			continue
		}
		if t.text == "per" && k+1 < len(r.tokens) && r.tokens[k+1].text == "cent" {
			a.unit, a.to = percent, k+2
			return
		}
		if words.Among(" more further full whole calendar consecutive additional extra to or and - an a of ", t.text) && k < a.to+2 {
			if t.text == "of" && a.raw != .25 && a.raw != .75 {
				return
			}
			continue
		}
		if unit, by := unitOf(t.text); by != 0 && !(len(t.text) == 1 && t.text != "h" && t.text != "m" && t.text != "g" && t.text != "l") {
			a.unit, a.value = unit, a.raw*by
			if working && a.unit == minutes && strings.HasPrefix(t.text, "day") {
				a.unit, a.value = workingDays, a.raw
			}
			a.to = k + 1
			return
		}
		return
	}
}
