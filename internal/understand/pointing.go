package understand

import (
	"strings"

	"burrow/internal/words"
)

// numberOf reads "2" and "two", up to ten; 0 is no number.
func numberOf(w *word) int {
	if n := words.Count(w.text); 0 < n && n <= 10 {
		return n
	}
	return 0
}

// ordinalOf reads "second" and "2nd"; 0 is no ordinal.
func ordinalOf(w *word) int {
	if mFirst <= w.mark && w.mark <= mTenth {
		return int(w.mark-mFirst) + 1
	}
	if len(w.text) == 3 && w.kind&digits != 0 {
		if number := words.Ordinal(w.text); number != w.text {
			return words.Digits(number)
		}
	}
	return 0
}

// noun reads what a reference is of, from i: nothing, "one", "ones", or one noun.
// Its end is -1 if what stands there is no such thing, as in "the first sign of".
func (p *phrase) noun(i int) (string, int) {
	t := p.mark(i)
	if t == mMentioned {
		i++
		t = p.mark(i)
	}
	if t == mOne || t == mOnes || t == mOf && p.ofThem(i) {
		if t == mOf {
			return noNoun, p.endOfThem(i)
		}
		return p.afterOne(i + 1)
	}
	if p.word(i).kind&function != 0 || p.words[i].gap >= pause {
		if t == mOf || t == mTime {
			return noNoun, -1
		}
		return noNoun, i
	}
	w := &p.words[i]
	if w.kind&digits != 0 {
		return noNoun, -1
	}
	next := p.mark(i + 1)
	if !p.anyOf(w.stem) {
		plain := w.kind&verb != 0 && (w.kind&(relational|common) == 0 || strings.HasSuffix(w.text, "ed"))
		if plain || w.kind&quality != 0 && p.word(i+1).kind&function != 0 {
			return noNoun, i
		}
	}
	if next == mOf && !p.ofThem(i+1) {
		return noNoun, -1
	}
	if w.kind&generic != 0 {
		return p.afterOne(i + 1)
	}
	if !p.anyOf(w.stem) && (p.word(i+1).kind&function == 0 && p.words[i+1].gap == space && p.words[i+1].kind&verb == 0) {
		return noNoun, -1
	}
	_, end := p.afterOne(i + 1)
	return w.stem, end
}

// afterOne skips "of them", "you mentioned", "in the list" behind a reference.
func (p *phrase) afterOne(i int) (string, int) {
	switch t := p.mark(i); {
	case t == mOf && p.ofThem(i):
		return noNoun, p.endOfThem(i)
	case t == mYou && (p.mark(i+1) == mMentioned):
		return noNoun, i + 2
	case (t == mIn || t == mOn || t == mFrom) && (p.mark(i+1) == mThe || p.mark(i+1) == mThat || p.mark(i+1) == mYour || p.mark(i+1) == mThis) && (p.mark(i+2) == mList || p.mark(i+2) == mTable):
		return noNoun, i + 3
	}
	return noNoun, i
}

// ofThem is true of "of them", "of these", "of the three".
func (p *phrase) ofThem(i int) bool {
	switch p.mark(i + 1) {
	case mThem, mThose, mThese:
		return true
	case mThe:
		return numberOf(p.word(i+2)) > 1 || p.mark(i+2) == mList
	}
	return false
}

func (p *phrase) endOfThem(i int) int {
	if p.mark(i+1) == mThe {
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

// others reads "other", "other two", "others", "rest", "remaining ones".
func (p *phrase) others(i int) ([]int, int) {
	plural := p.mark(i) == mOthers || p.mark(i) == mRest
	end := i + 1
	count := numberOf(p.word(end))
	if count > 0 && p.mark(end) != mOne {
		end++
	} else {
		count = 0
	}
	if p.mark(end) == mOnes {
		plural = true
	}
	noun, to := p.noun(end)
	if to < 0 {
		return nil, i
	}
	if to > end && strings.HasSuffix(p.words[to-1].text, "s") {
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
				p.firm = p.holds(g) || fit == 2
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
				p.firm = p.holds(g)
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
	switch p.mark(end) {
	case mThat, mIt, mThis:
		end++
	}
	switch p.mark(i) {
	case mBefore, mAbove:
		return p.step(-1, noNoun), end
	case mAfter, mBelow:
		return p.step(1, noNoun), end
	case mYou:
		if p.mark(i+1) == mMentioned || p.mark(i+1) == mJust {
			end = i + 2
			for p.mark(end) == mLast || p.mark(end) == mMentioned || p.mark(end) == mBefore {
				end++
			}
			p.rule = "last"
			if members := p.latest(noNoun); members != nil {
				return members[len(members)-1:], end
			}
		}
	}
	return p.besides(i)
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
	if i >= len(p.words) || p.words[i].kind&function != 0 {
		return nil, i
	}
	w := &p.words[i]
	next := i + 1
	if after := p.mark(next); after == mBefore || after == mAfter {
		step := 1
		if after == mBefore {
			step = -1
		}
		if next+1 == len(p.words) && p.anyOf(w.stem) {
			return p.step(step, w.stem), next + 1
		}
	}
	if next < len(p.words) && p.words[next].gap == space && (p.words[next].capital || p.words[next].kind&digits != 0 || p.words[next].kind&function == 0 && p.words[next].kind&verb == 0 || p.words[next].mark == mOf) {
		return nil, i
	}
	p.rule = "noun"
	if isPlural(w) {
		for _, g := range p.groups {
			if p.fits(g, w.stem) == 2 {
				p.firm = p.entities[g.members[0]].Kind != Name
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
