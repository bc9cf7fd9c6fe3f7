package read

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

func firstRune(text string) (rune, int) { return utf8.DecodeRuneInString(text) }

// general is how a number is shown without a format.
func general(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) < 1e15 {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	// A tenth and two tenths are not 0.30000000000000004.
	n, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'g', 10, 64), 64)
	if size := math.Abs(n); size >= 1e-5 && size < 1e15 {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strconv.FormatFloat(n, 'E', -1, 64)
}

// number is how a number is shown.
func (f *numberFormat) number(n float64, date dates) string {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return "#NUM!"
	}
	if len(f.sections) == 0 {
		return general(n)
	}
	s, isBare := f.section(n)
	switch {
	case s.isDate && n >= 0 && n < maxSerial:
		return s.dateOf(n, date)
	case s.isDate:
		return general(n)
	case len(s.parts) == 1 && s.parts[0].kind == textPlace:
		return general(n)
	}
	text, isZero := s.numberOf(math.Abs(n))
	if n < 0 && !isBare && !isZero {
		return "-" + text
	}
	return text
}

// numberOf writes a number that is not negative. isZero says that no digit of it is
// anything else.
func (s *formatSection) numberOf(n float64) (text string, isZero bool) {
	for range s.percents {
		n *= 100
	}
	for range s.scale {
		n /= 1000
	}
	decimals := min(s.decimals, 30)
	var whole, behind string
	switch {
	case s.general:
		whole = general(n)
	case s.isFraction:
		whole = s.fraction(n)
	case s.exponent:
		whole = strconv.FormatFloat(n, 'E', decimals, 64)
	default:
		whole, behind, _ = strings.Cut(fixed(n, decimals), ".")
		whole, behind = s.padded(whole, behind)
	}
	isZero = strings.Trim(whole+behind, "0., ") == ""
	if s.general || s.isFraction || s.exponent {
		return s.around(whole), isZero
	}
	return s.filled(whole, behind), isZero
}

// fixed writes a number with so many decimals. Excel rounds what has fifteen digits, and
// halves away from zero: 1.005 is 1.01.
func fixed(n float64, decimals int) string {
	n, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64)
	text := strconv.FormatFloat(n, 'f', -1, 64)
	whole, behind, _ := strings.Cut(text, ".")
	if len(behind) <= decimals {
		if decimals == 0 {
			return whole
		}
		return whole + "." + behind + strings.Repeat("0", decimals-len(behind))
	}
	digits := []byte(whole + behind[:decimals])
	if behind[decimals] >= '5' {
		i := len(digits) - 1
		for ; i >= 0 && digits[i] == '9'; i-- {
			digits[i] = '0'
		}
		if i < 0 {
			digits = append([]byte{'1'}, digits...)
		} else {
			digits[i]++
		}
	}
	point := len(digits) - decimals
	if decimals == 0 {
		return string(digits)
	}
	return string(digits[:point]) + "." + string(digits[point:])
}

// padded gives the digits as many zeros as there are places for, and no more.
func (s *formatSection) padded(whole, behind string) (string, string) {
	zeros, isBehind := 0, false
	least := 0 // digits behind the point that are shown even if they are zeros
	at := 0
	for _, p := range s.parts {
		switch {
		case p.kind == point:
			isBehind = true
		case p.kind == digitPlace && isBehind:
			if at++; p.text == "0" {
				least = at
			}
		case p.kind == digitPlace && (p.text == "0" || zeros > 0):
			zeros++
		}
	}
	if whole == "0" && zeros == 0 {
		whole = ""
	}
	if missing := min(zeros, 40) - len(whole); missing > 0 {
		whole = strings.Repeat("0", missing) + whole
	}
	for len(behind) > least && behind[len(behind)-1] == '0' {
		behind = behind[:len(behind)-1]
	}
	if s.thousands {
		whole = grouped(whole)
	}
	return whole, behind
}

func grouped(digits string) string {
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// filled puts digits into their places. Those that have none stand at the first.
func (s *formatSection) filled(whole, behind string) string {
	var b strings.Builder
	left, isBehind := s.whole, false
	for _, p := range s.parts {
		switch p.kind {
		case literal, percent, slash:
			b.WriteString(p.text)
		case point:
			if isBehind = true; s.whole == 0 {
				b.WriteString(whole)
			}
			if behind != "" {
				b.WriteByte('.')
			}
		case digitPlace:
			switch {
			case isBehind && behind != "":
				b.WriteString(behind[:1])
				behind = behind[1:]
			case isBehind:
			case s.thousands:
				b.WriteString(whole)
				whole = ""
			default:
				if n := len(whole) - left + 1; n > 0 {
					b.WriteString(whole[:n])
					whole = whole[n:]
				}
				left--
			}
		}
	}
	return b.String()
}

// around puts a number that is written in one piece into its place.
func (s *formatSection) around(number string) string {
	var b strings.Builder
	first, last := -1, -1
	for i, p := range s.parts {
		if p.kind == digitPlace {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	for i, p := range s.parts {
		switch {
		case i == first:
			b.WriteString(number)
		case (p.kind == literal || p.kind == percent) && (i < first || i > last):
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// fraction writes a number with a fraction, such as "1 3/8". Places of the denominator
// say how large it may be, or digits what it is.
func (s *formatSection) fraction(n float64) string {
	places, behind, fixed, wholes := 0, false, "", 0
	for i, p := range s.parts {
		switch {
		case p.kind == slash:
			behind = true
		case behind && p.kind == digitPlace:
			if c := p.text; c != "0" && c != "#" && c != "?" || fixed != "" && c == "0" {
				fixed += c
			}
			places++
		case p.kind == digitPlace && i+1 < len(s.parts) && s.parts[i+1].kind == literal:
			wholes++
		}
	}
	whole := 0.0
	if wholes > 0 {
		whole = math.Trunc(n)
	}
	best, over := 0.0, 1.0
	if of, err := strconv.Atoi(fixed); err == nil && of > 0 && of < 10_000 {
		over = float64(of)
		best = math.Round((n - whole) * over)
	} else {
		most := math.Pow(10, float64(min(max(places, 1), 3))) - 1
		near := math.Inf(1)
		for d := 1.0; d <= most; d++ {
			top := math.Round((n - whole) * d)
			if off := math.Abs(top/d - (n - whole)); off < near-1e-12 {
				near, best, over = off, top, d
			}
		}
	}
	if wholes > 0 && best == over {
		whole, best = whole+1, 0
	}
	part := strconv.FormatFloat(best, 'f', 0, 64) + "/" + strconv.FormatFloat(over, 'f', 0, 64)
	switch {
	case wholes == 0:
		return part
	case best == 0:
		return strconv.FormatFloat(whole, 'f', 0, 64)
	case whole == 0:
		return part
	}
	return strconv.FormatFloat(whole, 'f', 0, 64) + " " + part
}
