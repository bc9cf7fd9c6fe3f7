package understand

import (
	"strconv"
	"strings"

	"burrow/internal/words"
)

// FactKind is what a fact is.
type FactKind string

// The kinds of facts.
const (
	DateFact       FactKind = "date"
	AmountFact     FactKind = "amount"
	QuantityFact   FactKind = "quantity"
	IdentifierFact FactKind = "identifier"
)

// Fact is something that a question states, in a form that can be compared.
type Fact struct {
	Kind  FactKind `json:"kind"`
	Text  string   `json:"text"`
	Start int      `json:"start"` // byte offsets in the question
	End   int      `json:"end"`
	// Value is a date (2024-03-12), a range of dates with both ends
	// (2023-07-01/2023-09-30), a number, or the identifier.
	Value string `json:"value"`
	// Unit is a currency's code, a unit, or "%".
	Unit string `json:"unit,omitempty"`
}

func facts(text string, list []word, o Options) []Fact {
	out := []Fact{}
	r := entityReader{patterns: o.Identifiers}
	taken := r.identifiers(text)
	read, reader := tokens(text, list), dates(o)
	for i := 0; i < len(list); {
		at := list[i].start
		for len(taken) > 0 && taken[0].end <= at {
			taken = taken[1:]
		}
		n := 1
		if len(taken) > 0 && taken[0].start <= at {
			if s := taken[0]; at == s.start || i == 0 || list[i-1].start < s.start {
				out = append(out, Fact{Kind: IdentifierFact, Text: text[s.start:s.end], Start: s.start, End: s.end, Value: text[s.start:s.end]})
			}
		} else if date, size := reader.Read(read, i); size > 0 {
			n = size
			end := list[i+n-1].end
			out = append(out, Fact{Kind: DateFact, Text: text[at:end], Start: at, End: end, Value: date.String()})
		} else if f, size := measure(text, list, i, o.DayFirst); size > 0 {
			n = size
			out = append(out, f)
		}
		i += n
	}
	return out
}

// currencies are signs, words and codes, each with its code.
const currencies = "$ USD € EUR £ GBP ¥ JPY ₹ INR dollar USD dollars USD usd USD bucks USD euro EUR euros EUR eur EUR pound GBP pounds GBP gbp GBP yen JPY jpy JPY chf CHF francs CHF rupees INR inr INR cad CAD aud AUD yuan CNY cny CNY"

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

// measure reads an amount of money or a quantity at a word.
func measure(text string, words []word, i int, dayFirst bool) (Fact, int) {
	f := Fact{}
	f.currencyBefore(text, words, i)
	number, end, n := numberAt(text, words, i, dayFirst, f.Unit != "")
	if n == 0 {
		return Fact{}, 0
	}
	f.End, f.Value = end, number
	// One behind: "900 €", "12 %", "3 kg".
	if f.Unit == "" {
		rest := strings.TrimLeft(text[end:], " ")
		for _, sign := range [...]string{"$", "€", "£", "%", "°C"} {
			if strings.HasPrefix(rest, sign) {
				f.unit(sign, len(text)-len(rest)+len(sign))
			}
		}
	}
	if next := i + n; f.Unit == "" && next < len(words) && (words[next].gap == space || text[end-1] == '.') {
		if f.unit(words[next].text, words[next].end); f.Unit != "" {
			n++
		}
	}
	if f.Unit == "" {
		return Fact{}, 0
	}
	if f.Kind == "" {
		f.Kind = AmountFact
	}
	f.Text = text[f.Start:f.End]
	return f, n
}

// currencyBefore reads the sign or code before a number: "$1,200", "EUR 900".
func (f *Fact) currencyBefore(text string, words []word, i int) {
	w := &words[i]
	f.Start = w.start
	before := strings.TrimRight(text[:w.start], " ")
	for _, sign := range [...]string{"$", "€", "£", "¥", "₹"} {
		if strings.HasSuffix(before, sign) {
			f.Unit, f.Start = lookup(currencies, sign), len(before)-len(sign)
		}
	}
	if f.Unit == "" && i > 0 && w.gap == space && len(words[i-1].text) == 3 {
		if f.Unit = lookup(currencies, words[i-1].text); f.Unit != "" {
			f.Start = words[i-1].start
		}
	}
}

// unit reads a currency or a unit that ends at a byte.
func (f *Fact) unit(text string, end int) {
	if f.Unit = lookup(currencies, text); f.Unit == "" {
		if f.Unit = lookup(units, text); f.Unit == "" {
			return
		}
		f.Kind = QuantityFact
	}
	f.End = end
}

// numberAt reads "1,200.50", "1.200,50", "1.2 million", "3.5M", "3,5 Mio.", "5k" and
// "three". Of money, "3m" are millions.
func numberAt(text string, list []word, i int, dayFirst, money bool) (value string, end, n int) {
	w := &list[i]
	if small := numberOf(w); small > 0 && w.kind&digits == 0 {
		return strconv.Itoa(small), w.end, 1
	}
	if w.kind&digits == 0 || !words.IsDigit(text[w.start]) {
		return "", 0, 0
	}
	end = w.start
	for end < len(text) && (words.IsDigit(text[end]) || (text[end] == '.' || text[end] == ',') && end+1 < len(text) && words.IsDigit(text[end+1])) {
		end++
	}
	if value = words.Number(text[w.start:end], dayFirst); value == "" {
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
		if zeros = words.Magnitude(list[i+n].text, false); zeros > 0 {
			end = list[i+n].end
			n++
		}
	}
	if rest := text[end:]; zeros > 0 && strings.HasPrefix(rest, ". ") && (currencyAt(rest[2:])) {
		end++ // of an abbreviation
	}
	return words.Scaled(value, zeros), end, n
}

// currencyAt is true of a text that begins with a currency.
func currencyAt(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return lookup(currencies, strings.ToLower(strings.TrimRight(first, ".,;:!?"))) != ""
}
