package understand

import "strings"

// numberOf reads "2", "2nd" and "two", up to ten; 0 is no number.
func numberOf(t string) int {
	if n := place(numberWords, t); n > 0 {
		return n
	}
	if len(t) == 1 && '1' <= t[0] && t[0] <= '9' {
		return int(t[0] - '0')
	}
	if t == "10" {
		return 10
	}
	return 0
}

// ordinalOf reads "second" and "2nd"; 0 is no ordinal.
func ordinalOf(t string) int {
	if n := place(ordinalWords, t); n > 0 {
		return n
	}
	if len(t) == 3 && (strings.HasSuffix(t, "st") || strings.HasSuffix(t, "nd") || strings.HasSuffix(t, "rd") || strings.HasSuffix(t, "th")) {
		return numberOf(t[:1])
	}
	return 0
}

// noun reads what a reference is of, from i: nothing, "one", "ones", or one noun.
// Its end is -1 if what stands there is no such thing, as in "the first sign of".
func (p *phrase) noun(i int) (string, int) {
	t := p.text(i)
	if t == "mentioned" || t == "listed" {
		i++
		t = p.text(i)
	}
	if t == "one" || t == "ones" || t == "of" && p.ofThem(i) {
		if t == "of" {
			return noNoun, p.endOfThem(i)
		}
		return p.afterOne(i + 1)
	}
	if t == "" || !p.words[i].content() || p.words[i].gap >= pause {
		if t == "of" || t == "time" {
			return noNoun, -1
		}
		return noNoun, i
	}
	w := &p.words[i]
	if w.is(digits) {
		return noNoun, -1
	}
	next := p.text(i + 1)
	if !p.anyOf(w.stem) {
		plain := w.is(verb) && (!w.is(relational|common) || strings.HasSuffix(w.text, "ed"))
		if plain || w.is(quality) && (next == "" || !p.words[i+1].content()) {
			return noNoun, i
		}
	}
	if next == "of" && !p.ofThem(i+1) {
		return noNoun, -1
	}
	if generic(w.stem) {
		return p.afterOne(i + 1)
	}
	if !p.anyOf(w.stem) && (next != "" && p.words[i+1].content() && p.words[i+1].gap == space && !p.words[i+1].is(verb)) {
		return noNoun, -1
	}
	_, end := p.afterOne(i + 1)
	return w.stem, end
}

// afterOne skips "of them", "you mentioned", "in the list" behind a reference.
func (p *phrase) afterOne(i int) (string, int) {
	switch t := p.text(i); {
	case t == "of" && p.ofThem(i):
		return noNoun, p.endOfThem(i)
	case t == "you" && (p.text(i+1) == "mentioned" || p.text(i+1) == "listed" || p.text(i+1) == "named"):
		return noNoun, i + 2
	case (t == "in" || t == "on" || t == "from") && (p.text(i+1) == "the" || p.text(i+1) == "that" || p.text(i+1) == "your" || p.text(i+1) == "this") && (p.text(i+2) == "list" || p.text(i+2) == "table"):
		return noNoun, i + 3
	}
	return noNoun, i
}

// ofThem is true of "of them", "of these", "of the three".
func (p *phrase) ofThem(i int) bool {
	switch p.text(i + 1) {
	case "them", "those", "these":
		return true
	case "the":
		return numberOf(p.text(i+2)) > 1 || p.text(i+2) == "list"
	}
	return false
}

func (p *phrase) endOfThem(i int) int {
	if p.text(i+1) == "the" {
		return i + 3
	}
	return i + 2
}

// anyOf is true if something is known to be what a noun says.
func (p *phrase) anyOf(noun string) bool {
	for i := range p.entities {
		if p.isOf(i, noun) {
			return true
		}
	}
	return false
}

// generic is true of nouns that fit every list.
func generic(stem string) bool {
	switch stem {
	case "item", "option", "entr", "result", "point", "thing", "choic", "suggestion", "bullet", "row", "lin", "exampl", "answer", "record":
		return true
	}
	return false
}

// others reads "other", "other two", "others", "rest", "remaining ones".
func (p *phrase) others(i int) ([]int, int) {
	plural := p.text(i) == "others" || p.text(i) == "rest" || p.text(i) == "remaining"
	end := i + 1
	count := numberOf(p.text(end))
	if count > 0 && p.text(end) != "one" {
		end++
	} else {
		count = 0
	}
	if p.text(end) == "ones" {
		plural = true
	}
	noun, to := p.noun(end)
	if to < 0 {
		return nil, i
	}
	if to > end && strings.HasSuffix(p.text(to-1), "s") {
		plural = true
	}
	p.rule = "other"
	for _, fit := range [...]int{2, 1} {
		for _, g := range p.groups {
			if p.fits(g, noun) < fit {
				continue
			}
			var left []int
			for _, e := range g.members {
				if !p.talkedAbout(e, g.members) {
					left = append(left, e)
				}
			}
			if len(left) == len(g.members) || len(left) == 0 {
				continue
			}
			if count == len(left) || count == 0 && (plural || len(left) == 1) {
				return left, to
			}
		}
	}
	return nil, i
}

// beside returns the entry before or after the one that is talked about.
func (p *phrase) beside(step, i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	return p.step(step, noun), end
}

func (p *phrase) step(step int, noun string) []int {
	p.rule = "after"
	if step < 0 {
		p.rule = "before"
	}
	focus := p.focus(nil)
	if focus < 0 {
		return nil
	}
	for _, g := range p.groups {
		for at, e := range g.members {
			if sameName(p.entities[focus].Text, p.entities[e].Text) && 0 <= at+step && at+step < len(g.members) && p.fits(g, noun) > 0 {
				return g.members[at+step : at+step+1]
			}
		}
	}
	if step > 0 {
		return nil
	}
	// No list: the entity that was named before this one.
	for i := focus - 1; i >= 0; i-- {
		if p.entities[i].Text != p.entities[focus].Text && (noun == noNoun || p.isOf(i, noun)) {
			return []int{i}
		}
	}
	return nil
}

// theOne reads "one before", "one after that", "one you mentioned last".
func (p *phrase) theOne(i int) ([]int, int) {
	end := i + 1
	switch p.text(end) {
	case "that", "it", "this":
		end++
	}
	switch p.text(i) {
	case "before", "above":
		return p.step(-1, noNoun), end
	case "after", "below":
		return p.step(1, noNoun), end
	case "you":
		if p.text(i+1) == "mentioned" || p.text(i+1) == "named" || p.text(i+1) == "just" {
			end = i + 2
			for p.text(end) == "last" || p.text(end) == "mentioned" || p.text(end) == "before" {
				end++
			}
			p.rule = "last"
			if members := p.latest(noNoun); members != nil {
				return members[len(members)-1:], end
			}
		}
	}
	return nil, i
}

func (p *phrase) same(i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 || end == i {
		return nil, i
	}
	p.rule = "same"
	if f := p.focusOf(noun); f >= 0 {
		return []int{f}, end
	}
	return nil, i
}

// known reads "the project", if something is known to be one.
func (p *phrase) known(i int) ([]int, int) {
	if i >= len(p.words) || !p.words[i].content() {
		return nil, i
	}
	w := &p.words[i]
	next := i + 1
	if after := p.text(next); after == "before" || after == "after" {
		step := 1
		if after == "before" {
			step = -1
		}
		if next+1 == len(p.words) && p.anyOf(w.stem) {
			return p.step(step, w.stem), next + 1
		}
	}
	if next < len(p.words) && p.words[next].gap == space && (p.words[next].capital || p.words[next].is(digits) || p.words[next].content() && !p.words[next].is(verb) || p.words[next].text == "of") {
		return nil, i
	}
	p.rule = "noun"
	if strings.HasSuffix(w.text, "s") && w.stem != w.text {
		for _, g := range p.groups {
			if p.fits(g, w.stem) == 2 {
				return g.members, next
			}
		}
		return nil, i
	}
	if f := p.focusOf(w.stem); f >= 0 && p.isOf(f, w.stem) {
		return []int{f}, next
	}
	return nil, i
}
