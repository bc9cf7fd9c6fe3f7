package claims

import (
	"math"
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
	if a.isVague || a.unit == 0 && a.raw == 1 {
		return false
	}
	isCounted := a.unit == 0 && a.raw <= 12 && a.to < len(j.claim.tokens) && words.Among(countedLoosely, j.claim.tokens[a.to].text)
	return !isCounted
}

func (j *judgement) hasAmount(a *amount) bool {
	if (a.unit == minutes || a.unit == months) && j.dates() > 1 {
		return true // the time between two days
	}
	isRough := a.from > 0 && words.Among(" about around roughly nearly almost approximately circa some ", j.claim.tokens[a.from-1].text)
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
