package words

import "strings"

// Digits reads up to four digits; -1 is no number.
func Digits(word string) int {
	if word == "" || len(word) > 4 {
		return -1
	}
	n := 0
	for i := range len(word) {
		if !IsDigit(word[i]) {
			return -1
		}
		n = 10*n + int(word[i]-'0')
	}
	return n
}

// Ordinal returns the digits of 5th, and any other word as it is.
func Ordinal(word string) string {
	if n := len(word) - 2; n > 0 && IsDigit(word[n-1]) && Among(" st nd rd th ", word[n:]) {
		return word[:n]
	}
	return word
}

const countNames = "one two three four five six seven eight nine ten eleven twelve"

// Count reads a number of things, as "30" or "three": up to four digits, or a name
// up to twelve; -1 is no number.
func Count(word string) int {
	if word == "zero" {
		return 0
	}
	if n := Digits(word); n >= 0 {
		return n
	}
	if n := place(countNames, word, false); n > 0 {
		return n
	}
	return -1
}

// Numbers returns what digits with points and commas may mean, without the marks
// between thousands and with a decimal point: 1,200 is 1200 or 1.200. fraction is
// the reading in which the last mark is the decimal one, whole the one without;
// either is empty if the digits cannot be read so.
func Numbers(digits string) (fraction, whole string) {
	if digits == "" || strings.Trim(digits, "0123456789.,") != "" {
		return "", ""
	}
	at := strings.LastIndexAny(digits, ",.")
	if at < 0 {
		return "", digits
	}
	first, last := digits[:at], digits[at+1:]
	single := strings.IndexByte(first, digits[at]) < 0
	first = strings.ReplaceAll(strings.ReplaceAll(first, ",", ""), ".", "")
	if single {
		fraction = first + "." + last
	}
	if len(last) == 3 { // it may be a group of digits
		whole = first + last
	}
	return fraction, whole
}

// Number reads digits with points and commas as a locale does: comma says that the
// comma is its decimal mark. It is empty for what is no number.
func Number(digits string, comma bool) string {
	fraction, whole := Numbers(digits)
	if fraction == "" {
		return whole
	}
	dots, commas := strings.Contains(digits, "."), strings.Contains(digits, ",")
	if whole == "" || dots && commas || dots != comma {
		return fraction
	}
	return whole
}

// Magnitude returns the zeros that a word or letters behind a number stand for: three
// of "5k", six of "3.5M" and "3,5 Mio". Of money, m and b are millions and billions;
// else they are metres, or a part of a name.
func Magnitude(word string, money bool) int {
	switch {
	case Among(" k K thousand tausend Tausend ", word):
		return 3
	case Among(" M mn Mn mio Mio million Million millions millionen Millionen milioni milione millones millón mln ", word), money && word == "m":
		return 6
	case Among(" bn Bn billion Billion billions mrd Mrd milliarden Milliarden milliards milliard miliardi miliardo md Md mds Mds mld ", word), money && (word == "b" || word == "B"):
		return 9
	}
	return 0
}

// Scaled multiplies a number by a power of ten.
func Scaled(number string, zeros int) string {
	if zeros == 0 {
		return number
	}
	whole, part, _ := strings.Cut(number, ".")
	for ; zeros > 0; zeros-- {
		if part == "" {
			part = "0"
		}
		whole, part = whole+part[:1], part[1:]
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if part != "" {
		whole += "." + part
	}
	return whole
}

// Plain writes a number in one way only: without zeros in front and behind.
func Plain(number string) string {
	whole, part, _ := strings.Cut(number, ".")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if part = strings.TrimRight(part, "0"); part != "" {
		whole += "." + part
	}
	return whole
}
