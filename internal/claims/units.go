package claims

import (
	"math"
	"strings"

	"burrow/internal/words"
)

// unitWords are words with their dimension and how many of its base they are.
const unitWords = " second=t.016666666666666666 seconds=t.016666666666666666 sec=t.016666666666666666 minute=t1 minutes=t1 min=t1 mins=t1 hour=t60 hours=t60 h=t60 hr=t60 hrs=t60 day=t1440 days=t1440 " +
	"week=t10080 weeks=t10080 fortnight=t20160 fortnights=t20160 month=M1 months=M1 year=M12 years=M12 decade=M120 weekday=w1 weekdays=w1 %=%1 percent=%1 " +
	"euro=€1 euros=€1 eur=€1 dollar=$1 dollars=$1 usd=$1 pound=£1 pounds=£1 gbp=£1 yen=¥1 cent=C.01 cents=C.01 pence=C.01 centime=C.01 centimes=C.01 céntimo=C.01 céntimos=C.01 centesimo=C.01 centesimi=C.01 chf=F1 francs=F1 mm=l1 cm=l10 " +
	"m=l1000 metre=l1000 metres=l1000 meter=l1000 meters=l1000 km=l1000000 kilometre=l1000000 kilometres=l1000000 kilometer=l1000000 kilometers=l1000000 " +
	"inch=l25.4 inches=l25.4 ft=l304.8 feet=l304.8 mile=l1609344 miles=l1609344 mg=g.001 g=g1 gram=g1 grams=g1 kg=g1000 kilo=g1000 kilos=g1000 " +
	"kilogram=g1000 kilograms=g1000 t=g1000000 tonne=g1000000 tonnes=g1000000 lb=g453.6 lbs=g453.6 ml=v.001 l=v1 litre=v1 litres=v1 liter=v1 liters=v1 " +
	"kb=b.001 mb=b1 gb=b1000 tb=b1000000 °c=°1 kw=W1 kwh=K1 minuten=t1 stunde=t60 stunden=t60 tag=t1440 tage=t1440 tagen=t1440 woche=t10080 wochen=t10080 " +
	"monat=M1 monate=M1 monaten=M1 jahr=M12 jahre=M12 jahren=M12 prozent=%1 heure=t60 heures=t60 jour=t1440 jours=t1440 semaine=t10080 semaines=t10080 " +
	"mois=M1 an=M12 ans=M12 année=M12 années=M12 pourcent=%1 hora=t60 horas=t60 día=t1440 días=t1440 semana=t10080 semanas=t10080 mes=M1 meses=M1 año=M12 años=M12 " +
	"ora=t60 ore=t60 giorno=t1440 giorni=t1440 settimana=t10080 settimane=t10080 mese=M1 mesi=M1 anno=M12 anni=M12 "

// numberWords are those of English from two on.
const numberWords = " two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 dozen=12 twice=2 single=1 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 "

// foreignNumbers are small ones of other languages. A source may say them in a way that
// is not known here, so that none of them is missed.
const foreignNumbers = " zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 zwölf=12 deux=2 trois=3 quatre=4 cinq=5 sept=7 huit=8 neuf=9 dix=10 douze=12 dos=2 tres=3 cuatro=4 cinco=5 siete=7 ocho=8 nueve=9 diez=10 "

// countedLoosely are things that an answer counts by itself: "There are three rules".
const countedLoosely = " thing things step steps condition conditions case cases option options way ways reason reasons kind kinds type types rule rules exception exceptions requirement requirements factor factors category categories group groups role roles sources passages documents of points aspects situations questions times time more "

// entry is what stands behind a word and a sign of equality in a list, and "" if the
// list does not have it.
func entry(list, word string) string {
	at := strings.Index(list, " "+word+"=")
	if at < 0 {
		return ""
	}
	value, _, _ := strings.Cut(list[at+len(word)+2:], " ")
	return value
}

// unitOf is a word's dimension, and how many of its base it stands for: 0 for a word that
// is no unit.
func unitOf(word string) (unit byte, by float64) {
	value := entry(unitWords, word)
	digits := strings.TrimLeftFunc(value, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if digits == "" {
		return 0, 0
	}
	return value[len(value)-len(digits)-1], parse(digits)
}

func isUnit(word string) bool { _, by := unitOf(word); return by != 0 }

// numberOf is the number that a word of English stands for, 0 if it is none.
func numberOf(word string) float64 {
	if value := entry(numberWords, word); value != "" {
		return parse(value)
	}
	return 0
}

// spelled reads a number in words, "half an hour" and "a week".
func (r *reading) spelled(a *amount) bool {
	t := &r.tokens[a.from]
	next := func(k int) string {
		if k += a.from; k < len(r.tokens) && (r.tokens[k].gap <= ' ' || r.tokens[k].gap == '-') {
			return r.tokens[k].text
		}
		return ""
	}
	set := func(value float64, tokens int) {
		a.raw, a.other, a.value, a.to = value, value, value, a.from+tokens
	}
	switch t.text {
	case "noon", "midday":
		set(12, 1)
		a.unit, a.value = clock, 12*60
		return true
	case "midnight":
		set(0, 1)
		a.unit = clock
		return true
	case "half":
		if next(1) == "a" || next(1) == "an" {
			set(.5, 2)
			return isUnit(next(2))
		}
		return false
	case "quarter", "quarters":
		if next(1) == "of" && (next(2) == "an" || next(2) == "a") {
			set(.25, 3)
			return isUnit(next(3))
		}
		return false
	case "a", "an", "one":
		isOne := t.text == "one"
		if !isUnit(next(1)) && !(isOne && next(1) == "working") || next(1) == "t" || next(1) == "second" {
			if isOne {
				set(1, 1)
				a.isVague = true
			}
			return isOne
		}
		set(1, 1)
		if next(2) == "and" && next(3) == "a" && next(4) == "half" { // an hour and a half
			a.raw, a.value = 1.5, 1.5
		}
		a.isVague = !isOne && !(a.from > 0 && words.Among(" for within after than least most to ", r.tokens[a.from-1].text))
		return true
	case "fortnight", "fortnights":
		set(1, 0)
		a.isVague = true
		r.unitBehind(a)
		a.to = a.from + 1
		return true
	}
	return r.numeral(a, next)
}

// numeral reads "three", "twenty-five", "two hundred", "one and a half".
func (r *reading) numeral(a *amount, next func(int) string) bool {
	t := &r.tokens[a.from]
	value, size := numberOf(t.text), 1
	if value == 0 {
		if foreign := entry(foreignNumbers, t.text); foreign != "" {
			a.raw = parse(foreign)
			a.other, a.value, a.isVague = a.raw, a.raw, true
		}
		return a.isVague
	}
	if ones := numberOf(next(1)); value >= 20 && value < 100 && ones > 1 && ones < 10 {
		value, size = value+ones, 2
	} else if value >= 20 && value < 100 && next(1) == "one" {
		value, size = value+1, 2
	}
	if value == 3 && next(1) == "quarters" && next(2) == "of" {
		value, size = .75, 3
	}
	switch next(size) {
	case "hundred":
		value, size = value*100, size+1
	case "thousand":
		value, size = value*1000, size+1
	case "million":
		value, size = value*1e6, size+1
	case "and":
		if next(size+1) == "a" && next(size+2) == "half" {
			value, size = value+.5, size+3
		}
	}
	a.raw, a.other, a.value, a.to = value, value, value, a.from+size
	a.isVague = words.Among(" single third quarter ", t.text)
	if t.text == "third" || strings.HasSuffix(t.text, "th") {
		a.isVague = a.isVague && next(1) == "of"
	}
	return true
}

// same reports whether two amounts may be the same.
func (a *amount) same(b *amount) bool {
	switch {
	case a.unit == date && b.unit == date:
		if a.raw != b.raw {
			return false
		}
		if a.other == b.other {
			return a.value == b.value
		}
		_, m1, d1 := words.Day(a.value).Date()
		_, m2, d2 := words.Day(b.value).Date()
		return m1 == m2 && d1 == d2
	case a.unit == date:
		return b.same(a)
	case b.unit == date:
		year, _, day := words.Day(b.value).Date()
		return a.unit == 0 && (a.raw == float64(year) && b.other == 0 || a.raw == float64(day))
	case a.unit == 0 || b.unit == 0:
		return near(a.raw, b.raw) || near(a.raw, b.other) || near(a.other, b.raw) || near(a.value, b.value) ||
			a.unit+b.unit == clock && near(math.Mod(a.raw, 12), math.Mod(b.raw, 12))
	case a.unit == cents && b.isMoney(), b.unit == cents && a.isMoney():
		return near(a.value, b.value)
	case a.unit == months && b.unit == minutes:
		days := b.value / 1440
		return !a.isVague && !b.isVague && days >= 28*a.value && days <= 31*a.value || near(a.value/12*365, days)
	case b.unit == months && a.unit == minutes:
		return b.same(a)
	}
	isScale := near(a.value*b.raw, b.value*a.raw) // both in hours, or both in days
	return a.unit == b.unit && (near(a.value, b.value) || isScale && (near(a.raw, b.other) || near(a.other, b.raw)))
}

func (a *amount) isMoney() bool {
	switch a.unit {
	case '$', "€"[2], "£"[1], "¥"[1], cents, 'F':
		return true
	}
	return false
}

// near leaves room for how numbers are stored, and none for another number: the last digit
// of an order counts.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-11*math.Max(1, math.Abs(a)) }
