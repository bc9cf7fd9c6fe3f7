package memory

import (
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/words"
)

// source is a numbered text that a model was shown, with the messages it comes
// from.
type source struct {
	text string
	uids []chat.UID
	time int64
	// superseded are the messages that corrected an item.
	superseded []chat.UID
}

// ground is what the sources say. Items are checked against it.
type ground struct {
	sources []source
	// where has the sources of each word, ascending: words as they are, the parts
	// of joined ones, and stems.
	where   map[string][]int32
	numbers map[string]bool
	// days has dates as they are said, and also without their year.
	days   map[day]bool
	months [13]bool
	// nouns says that the sources capitalise more than names, as German does.
	nouns bool
}

// relative are words that mean a date only together with the day they are said.
const relative = " today tonight tomorrow yesterday next last ago days week weeks monday tuesday wednesday thursday friday saturday sunday heute morgen gestern "

func newGround(sources []source) *ground {
	g := &ground{sources: sources, where: map[string][]int32{}, numbers: map[string]bool{}, days: map[day]bool{}}
	capitals, others := 0, 0
	for i := range sources {
		src := &sources[i]
		moves := false
		for line := range strings.Lines(src.text) {
			list := wordsOf(line)
			read := tokens(list)
			for at, w := range list {
				g.add(w, int32(i))
				if d, n := dateAt(read, at); n > 0 {
					g.addDay(d)
				}
				moves = moves || words.Among(relative, w.folded)
				if w.upper && !w.first {
					capitals++
				} else {
					others++
				}
			}
		}
		// A summary rightly turns "tomorrow" into a date, which no source has.
		if moves && src.time > 0 {
			for move := -7; move <= 14; move++ {
				g.addDay(dayFrom(words.DayOf(src.time, 0)+words.Day(move), false))
			}
		}
	}
	g.nouns = others >= 20 && capitals*5 > others
	return g
}

func (g *ground) add(w word, at int32) {
	g.put(w.folded, at)
	g.put(base(w.folded), at)
	g.put(stem(w.folded), at)
	parts := partsOf(w.folded)
	if len(parts) == 1 || !w.digit || digitParts(parts) <= 2 {
		for _, part := range parts {
			g.put(part, at)
			g.addNumber(part)
		}
	}
	g.addNumber(w.folded)
	g.put(w.folded[len(leadingDigits(w.folded)):], at) // the unit
	for _, d := range datesOf(w.folded) {
		g.addDay(d)
	}
	g.months[words.MonthOf(w.folded)] = true
}

func (g *ground) put(key string, at int32) {
	list := g.where[key]
	if len(list) == 0 || list[len(list)-1] != at {
		g.where[key] = append(list, at)
	}
}

func (g *ground) addNumber(folded string) {
	for _, n := range numbersOf(folded) {
		g.numbers[n] = true
	}
	if digits := leadingDigits(folded); digits != "" {
		g.numbers[words.Plain(digits)] = true
	}
	if n := words.Count(folded); n >= 0 {
		g.numbers[strconv.Itoa(n)] = true
	}
}

func (g *ground) addDay(d day) {
	g.days[d] = true
	g.days[d.undated()] = true
	g.months[int(d)/100%100] = true
	if year := d.year(); year > 0 {
		g.numbers[strconv.Itoa(year)] = true
	}
}

// missing returns the first number, date, name or identifier of an item that the
// sources do not have, and "" if they have all.
func (g *ground) missing(list []word) string {
	unknown, known := "", 0
	read := tokens(list)
	for i := 0; i < len(list); {
		if d, n := dateAt(read, i); n > 0 {
			if !g.hasDay(d) {
				return list[i].text + " " + list[i+n-1].text
			}
			i += n
			continue
		}
		w := list[i]
		i++
		switch {
		case w.digit:
			if !g.hasNumber(w.folded) {
				return w.text
			}
		case isIdentifier(w):
			if !g.has(w.folded) && !g.has(base(w.folded)) {
				return w.text
			}
		case w.upper && !w.first && !words.Among(ownNames, base(w.folded)):
			if g.hasName(w.folded) {
				known++
				continue
			}
			if !g.nouns {
				return w.text
			}
			unknown = w.text
			known--
		}
	}
	// Where nouns have capitals, a summary's own nouns are not made-up names, unless
	// most of them are unknown.
	if known < 0 {
		return unknown
	}
	return ""
}

// ownNames are words that a summary may capitalise by itself.
const ownNames = " i i'm i'll i've i'd user assistant ai todo "

func (g *ground) has(key string) bool { return len(g.where[key]) > 0 }

func (g *ground) hasDay(d day) bool {
	if g.days[d] {
		return true
	}
	return d.year() > 0 && g.days[d.undated()] && g.numbers[strconv.Itoa(d.year())] && !g.datedOtherwise(d)
}

// datedOtherwise reports whether the sources say the day only with another year.
func (g *ground) datedOtherwise(d day) bool {
	for known := range g.days {
		if known.year() > 0 && known.undated() == d.undated() && known != d {
			return true
		}
	}
	return false
}

func (g *ground) hasNumber(folded string) bool {
	if g.has(folded) || g.has(base(folded)) {
		return true
	}
	for _, n := range numbersOf(folded) {
		if g.numbers[n] {
			return true
		}
	}
	for _, d := range datesOf(folded) {
		if g.hasDay(d) {
			return true
		}
	}
	parts := partsOf(folded)
	if len(parts) > 1 {
		if digitParts(parts) > 2 {
			return false
		}
		for _, part := range parts {
			if strings.IndexFunc(part, isDigit) >= 0 && !g.hasNumber(part) {
				return false
			}
		}
		return true
	}
	digits := leadingDigits(folded)
	return digits != "" && g.numbers[words.Plain(digits)]
}

func (g *ground) hasName(folded string) bool {
	name := base(folded)
	if g.has(folded) || g.has(name) || g.has(strings.TrimSuffix(name, "s")) || g.months[words.MonthOf(folded)] && words.MonthOf(folded) > 0 {
		return true
	}
	parts := partsOf(name)
	for _, part := range parts {
		if !g.has(part) {
			return false
		}
	}
	return len(parts) > 1
}

// supporting returns the sources that have at least half of the telling words of
// an item, the best ones only, at most three.
func (g *ground) supporting(words []word) []int {
	counts := make([]int, len(g.sources))
	telling, best := 0, 0
	for _, w := range words {
		if !w.telling() {
			continue
		}
		telling++
		list := g.where[w.folded]
		if len(list) == 0 {
			list = g.where[stem(w.folded)]
		}
		for _, at := range list {
			counts[at]++
			best = max(best, counts[at])
		}
	}
	var out []int
	for at, n := range counts {
		if n > 0 && n == best && 2*n >= telling && len(out) < 3 {
			out = append(out, at)
		}
	}
	return out
}

// isIdentifier reports whether a word is not of a natural language: fooBar,
// foo_bar, main.go, a@b.
func isIdentifier(w word) bool {
	if strings.ContainsAny(w.text, "_@") {
		return true
	}
	if strings.Contains(w.text, ".") {
		return !words.Among(" e.g i.e a.m p.m u.s ", w.folded)
	}
	lower := false
	for _, r := range w.text {
		if isUpper(r) && lower {
			return true
		}
		lower = r >= 'a' && r <= 'z'
	}
	return false
}

// base returns a word without the end of a possessive.
func base(folded string) string {
	return strings.TrimSuffix(strings.TrimSuffix(folded, "'s"), "'")
}

// stem returns a word without the possessive and without a common English ending.
func stem(folded string) string {
	folded = base(folded)
	return folded[:words.StemLength(folded)]
}

func partsOf(folded string) []string {
	return strings.FieldsFunc(folded, func(r rune) bool { return !isWordRune(r) })
}

func digitParts(parts []string) (n int) {
	for _, part := range parts {
		if strings.IndexFunc(part, isDigit) >= 0 {
			n++
		}
	}
	return n
}

// leadingDigits returns the digits before a unit: 20 of 20gb.
func leadingDigits(folded string) string {
	rest := strings.TrimLeft(folded, "0123456789")
	if rest == "" || strings.IndexFunc(rest, func(r rune) bool { return isDigit(r) || !isWordRune(r) }) >= 0 {
		return ""
	}
	return folded[:len(folded)-len(rest)]
}
