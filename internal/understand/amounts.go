package understand

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"burrow/internal/words"
)

// currencies are signs, words and codes, each with its code.
const currencies = "$ USD € EUR £ GBP ¥ JPY ￥ CNY ₹ INR ₫ VND dollar USD dollars USD usd USD bucks USD euro EUR euros EUR eur EUR pound GBP pounds GBP gbp GBP yen JPY jpy JPY chf CHF francs CHF rupees INR inr INR cad CAD aud AUD yuan CNY cny CNY"

// units are words and what they are written as.
const units = "% % percent % kg kg kilo kg kilos kg kilograms kg g g grams g mg mg t t tons t tonnes t lb lb lbs lb pounds lb km km kilometers km kilometres km m m meter m meters m metres m cm cm mm mm " +
	"mile mi miles mi ft ft feet ft inch in inches in l l liter l liters l litres l ml ml second s seconds s minute min minutes min hour h hours h day d days d week wk weeks wk month mo months mo year yr years yr " +
	"°C °C kb kB mb MB gb GB tb TB tokens tokens words words pages pages people people persons people items items pieces pieces units units times times users users customers customers rows rows °c °C degrees °"

// lookup returns what stands behind a word in a list of pairs.
func lookup(pairs, word string) string {
	for pairs != "" {
		key, rest, _ := strings.Cut(pairs, " ")
		value, more, _ := strings.Cut(rest, " ")
		if key == word {
			return value
		}
		pairs = more
	}
	return ""
}

// The signs that stand before a number and behind it.
var (
	signsBefore = [...]string{"$", "€", "£", "¥", "￥", "₹", "₫"}
	signsBehind = [...]string{"$", "€", "£", "%", "₫", "°C", "đ"}
)

// measure reads an amount of money or a quantity at a word, and returns how many words
// it has.
func (f *Fact) measure(l *language, text string, list []word, i int, dayFirst bool) int {
	f.currencyBefore(l, text, list, i)
	number, end, n := numberAt(l, text, list, i, dayFirst, f.Unit != "")
	if n == 0 {
		return 0
	}
	f.End, f.Value = end, number
	// One behind: "900 €", "12 %", "3 kg", 三百元.
	if f.Unit == "" {
		rest := strings.TrimLeft(text[end:], " \u00a0\u202f")
		for _, sign := range signsBehind {
			if behind, found := strings.CutPrefix(rest, sign); found && (sign != "đ" || goesOn(behind, false) == 0) {
				f.unit(l, sign, len(text)-len(rest)+len(sign))
			}
		}
		for size := 3; l.code == chinese && f.Unit == "" && size <= min(len(rest), 9); size += 3 {
			f.unit(l, rest[:size], len(text)-len(rest)+size)
		}
	}
	if next := i + n; f.Unit == "" && next < len(list) && (list[next].gap == space || text[end-1] == '.') {
		if list[next].mark == mOf && next+1 < len(list) && l.code != english {
			next++ // "2 milioni di euro"
		}
		f.unit(l, list[next].text, list[next].end)
		if m := list[next].mark; f.Unit == "" && isUnit(m) {
			f.unit(&englishTable, markNames()[m], list[next].end)
		}
	}
	for i+n < len(list) && list[i+n].start < f.End {
		n++
	}
	if f.Unit == "" {
		return 0
	}
	if f.Kind == "" {
		f.Kind = AmountFact
	}
	return n
}

// currencyBefore reads the sign or code before a number: "$1,200", "EUR 900".
func (f *Fact) currencyBefore(l *language, text string, list []word, i int) {
	w := &list[i]
	f.Start = w.start
	before := strings.TrimRight(text[:w.start], " ")
	for _, sign := range signsBefore {
		if strings.HasSuffix(before, sign) {
			f.Unit, f.Start = l.currency(sign), len(before)-len(sign)
		}
	}
	if f.Unit == "" && i > 0 && w.gap == space && len(list[i-1].text) == 3 {
		if f.Unit = lookup(currencies, list[i-1].text); f.Unit != "" {
			f.Start = list[i-1].start
		}
	}
}

// currency returns the code of a currency's sign or word.
func (l *language) currency(text string) string {
	if own := lookup(l.currencies, text); own != "" {
		return own
	}
	return lookup(currencies, text)
}

// unit reads a currency or a unit that ends at a byte.
func (f *Fact) unit(l *language, text string, end int) {
	if f.Unit = l.currency(text); f.Unit == "" {
		if f.Unit = lookup(l.units, text); f.Unit == "" {
			if f.Unit = lookup(units, text); f.Unit == "" {
				return
			}
		}
		f.Kind = QuantityFact
	}
	f.End = end
}

// numberAt reads "1,200.50", "1.200,50", "2 480,00", "1.2 million", "3.5M", "3,5 Mio.",
// "5k" and "three". Of money, "3m" are millions.
func numberAt(l *language, text string, list []word, i int, dayFirst, money bool) (value string, end, n int) {
	w := &list[i]
	if l.code == chinese {
		value, end = hanNumber(text[w.start:])
		end += w.start
		for i+n < len(list) && list[i+n].start < end {
			n++
		}
		return value, end, n
	}
	if small := numberOf(w); small > 0 && w.kind&digits == 0 && l.code == english {
		return strconv.Itoa(small), w.end, 1
	}
	if w.kind&digits == 0 || !words.IsDigit(text[w.start]) {
		return "", 0, 0
	}
	end = w.start
	var number strings.Builder
	for end < len(text) {
		c := text[end]
		if words.IsDigit(c) || (c == '.' || c == ',') && end+1 < len(text) && words.IsDigit(text[end+1]) {
			number.WriteByte(c)
			end++
			continue
		}
		size := groupSpace(text[end:])
		if !l.commaDecimal || size == 0 || !threeDigits(text[end+size:]) || number.Len()%3 > 0 && end-w.start > 3 {
			break
		}
		end += size
	}
	if value = words.Number(number.String(), dayFirst || l.commaDecimal); value == "" {
		return "", 0, 0 // such as a version
	}
	letters := end
	for letters < len(text) && isAlphanumeric(text[letters]) {
		letters++
	}
	zeros := words.Magnitude(text[end:letters], money)
	if zeros > 0 {
		end = letters
	}
	n = 1
	for i+n < len(list) && list[i+n].start < end {
		n++
	}
	if i+n < len(list) && list[i+n].gap == space && zeros == 0 {
		next := &list[i+n]
		if zeros = words.Magnitude(next.text, l.currencyAt(strings.TrimLeft(text[next.end:], " "))); mThousand <= next.mark && next.mark <= mBillion {
			zeros = 3 * int(next.mark-mThousand+1)
		}
		if zeros > 0 {
			end = next.end
			n++
		}
	}
	if rest := text[end:]; zeros > 0 && strings.HasPrefix(rest, ". ") && l.currencyAt(rest[2:]) {
		end++ // of an abbreviation
	}
	return words.Scaled(value, zeros), end, n
}

// currencyAt is true of a text that begins with a currency.
func (l *language) currencyAt(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return l.currency(strings.ToLower(strings.TrimRight(first, ".,;:!?"))) != ""
}

// groupSpace is the size of a space between groups of digits.
func groupSpace(text string) int {
	switch r, size := utf8.DecodeRuneInString(text); r {
	case ' ', 0xa0, 0x202f, 0x2009:
		return size
	}
	return 0
}

func threeDigits(text string) bool {
	return len(text) >= 3 && allDigits(text[:3]) && (len(text) == 3 || !words.IsDigit(text[3]))
}

func hanUnit(r rune) int {
	switch r {
	case '十':
		return 10
	case '百':
		return 100
	case '千':
		return 1000
	case '万':
		return 10000
	case '亿':
		return 100000000
	}
	return 0
}

// hanNumber reads a number in Chinese, with digits of either kind: 三千五百, 一万八, 1.2亿.
func hanNumber(text string) (value string, size int) {
	total, section, digit, last := 0, 0, -1, 1
	fraction := ""
	for size < len(text) {
		r, n := utf8.DecodeRuneInString(text[size:])
		if '0' <= r && r <= '9' && digit < 0 && fraction == "" {
			k := size
			for k < len(text) && (words.IsDigit(text[k]) || (text[k] == '.' || text[k] == ',') && k+1 < len(text) && words.IsDigit(text[k+1])) {
				k++
			}
			number := words.Number(text[size:k], false)
			whole, part, _ := strings.Cut(number, ".")
			if number == "" || len(whole) > 12 {
				return "", 0
			}
			digit = 0
			for _, c := range []byte(whole) {
				digit = 10*digit + int(c-'0')
			}
			fraction, size = part, k
			continue
		}
		if at := strings.IndexRune("零一二三四五六七八九", r); at >= 0 && digit <= 0 {
			digit, size = at/3, size+n
			continue
		}
		if r == '两' && digit < 0 {
			digit, size = 2, size+n
			continue
		}
		unit := hanUnit(r)
		if unit == 0 || unit != 10 && digit < 0 && section == 0 {
			break
		}
		size += n
		if fraction != "" {
			zeros := len(strconv.Itoa(unit)) - 1
			return words.Plain(words.Scaled(strconv.Itoa(max(digit, 0))+"."+fraction, zeros)), size
		}
		if unit >= 10000 {
			total = (total + section + max(digit, 0)) * unit
			section = 0
		} else {
			if digit < 0 {
				digit = 1 // 十五
			}
			section += unit * digit
		}
		digit, last = -1, unit
	}
	if size == 0 {
		return "", 0
	}
	if digit > 0 && last >= 100 && digit < 10 && fraction == "" {
		digit *= last / 10 // 三千五 is 3,500
	}
	value = strconv.Itoa(total + section + max(digit, 0))
	if fraction != "" {
		value += "." + fraction
	}
	return value, size
}
