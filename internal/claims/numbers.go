package claims

import (
	"math"
	"slices"
	"strings"

	"burrow/internal/words"
)

// strangeAmount returns an amount that no source has.
func (j *judgement) strangeAmount() string {
	for i := range j.claim.amounts {
		if a := &j.claim.amounts[i]; j.isStrict(a) && !j.hasAmount(a) {
			return j.wordsOf(a)
		}
	}
	return ""
}

// wordsOf are the words of an amount, with the sign of a currency in front.
func (j *judgement) wordsOf(a *amount) string {
	from := j.claim.tokens[a.from].from
	for _, sign := range currencies {
		if strings.HasSuffix(j.claim.text[:from], sign) {
			from -= len(sign)
		}
	}
	return j.claim.text[from:j.claim.tokens[a.to-1].to]
}

// isStrict is true of an amount that a true claim has from its sources.
func (j *judgement) isStrict(a *amount) bool {
	if a.isVague || a.unit == 0 && a.raw == 1 && !j.isCode(a) {
		return false
	}
	isCounted := a.unit == 0 && a.raw <= 12 && a.to < len(j.claim.tokens) && words.Among(countedLoosely, j.claim.tokens[a.to].text)
	return !isCounted
}

// isCode is true of digits that begin with a zero: something goes by them.
func (j *judgement) isCode(a *amount) bool {
	text := j.claim.tokens[a.from].text
	return a.unit == 0 && len(text) > 1 && text[0] == '0' && words.Digits(text) >= 0
}

func (j *judgement) hasAmount(a *amount) bool {
	if j.isCode(a) {
		return j.hasWord(func(t *token) bool { return strings.HasSuffix(t.text, j.claim.tokens[a.from].text) })
	}
	if (a.unit == minutes || a.unit == months) && j.dates() > 1 {
		return true // the time between two days
	}
	isRough := j.isRough(a)
	if j.isShare(a, isRough) || j.isSum(a) || j.isProduct(a) || a.unit == date && a.to-a.from == 1 && j.dates() > 1 { // the time of year between two days
		return true
	}
	for _, r := range j.sources {
		for i := range r.amounts {
			b := &r.amounts[i]
			if a.same(b) || isRough && a.unit == b.unit && math.Abs(a.value-b.value) <= .15*b.value {
				return true
			}
			if j.isDerived(a, b) {
				return true
			}
		}
	}
	return false
}

// isRough is true of an amount behind "about", also over an article.
func (j *judgement) isRough(a *amount) bool {
	at := a.from - 1
	if at > 0 && words.Among(" a an one ", j.claim.tokens[at].text) {
		at--
	}
	return at >= 0 && words.Among(" about around roughly nearly almost approximately circa some ", j.claim.tokens[at].text)
}

// isShare is true of a share in percent that the sources have as a fraction, and the other
// way round: half is 50 %, nearly a fifth may be 19 %.
func (j *judgement) isShare(a *amount, isRough bool) bool {
	if a.unit == percent {
		return j.hasWord(func(t *token) bool { return near(a.value, shareOf(t.text)) })
	}
	share := shareOf(j.claim.tokens[a.from].text)
	if a.unit != 0 || share == 0 {
		return false
	}
	off := .02
	if isRough {
		off = .15
	}
	for _, r := range j.sources {
		for i := range r.amounts {
			if b := &r.amounts[i]; b.unit == percent && math.Abs(share-b.value) <= off*b.value {
				return true
			}
		}
	}
	return false
}

// shareOf is the fraction that a word may stand for, in percent, and 0 if it is none.
func shareOf(word string) float64 {
	switch word {
	case "half":
		return 50
	case "quarter":
		return 25
	case "third":
		return 100. / 3
	case "fifth":
		return 20
	case "tenth":
		return 10
	}
	return 0
}

// isSum is true of an amount that two of a source make, where the claim says that it adds up.
func (j *judgement) isSum(a *amount) bool {
	adds := func(t token) bool { return words.Among(" total altogether together combined sum overall ", t.text) }
	if !slices.ContainsFunc(j.claim.tokens, adds) && !strings.Contains(j.claim.text, "in all") {
		return false
	}
	for _, r := range j.sources {
		for i := range r.amounts {
			for k := range i {
				if x, y := &r.amounts[i], &r.amounts[k]; x.unit == a.unit && y.unit == a.unit && near(a.value, x.value+y.value) {
					return true
				}
			}
		}
	}
	return false
}

// isProduct is true of an amount that the claim itself works out: "12 times £5, so £60".
func (j *judgement) isProduct(a *amount) bool {
	if !strings.ContainsAny(j.claim.text, "×*") && !slices.ContainsFunc(j.claim.tokens, func(t token) bool { return words.Among(" times x ", t.text) }) {
		return false
	}
	all := j.claim.amounts
	for i := range all {
		for k := range i {
			if x, y := &all[i], &all[k]; x != a && y != a && near(a.raw, x.raw*y.raw) && (x.unit == a.unit || y.unit == a.unit) {
				return true
			}
		}
	}
	return false
}

// dates counts those of the sources.
func (j *judgement) dates() (n int) {
	for _, r := range j.sources {
		for i := range r.amounts {
			if r.amounts[i].unit == date {
				n++
			}
		}
	}
	return n
}

// isDerived is true of double and half of an amount where the sources speak of that.
func (j *judgement) isDerived(a, b *amount) bool {
	for _, of := range [...]struct {
		times float64
		words string
	}{{2, " double doubled doubles doubling "}, {.5, " half halved halves halving "}, {3, " triple tripled triples "}} {
		if (near(a.value, of.times*b.value) && a.unit == b.unit || near(a.raw, of.times*b.raw) && (a.unit == 0 || b.unit == 0)) &&
			j.hasWord(func(t *token) bool { return words.Among(of.words, t.text) }) {
			return true
		}
	}
	return false
}
