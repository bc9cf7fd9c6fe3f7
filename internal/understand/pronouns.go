package understand

import (
	"strings"

	"burrow/internal/words"
)

// demonstrative reads "this", "that customer", "these two", "those".
func (p *phrase) demonstrative(i int) ([]int, int) {
	t := p.mark(i)
	end := i + 1
	if found, to := p.besides(end); found != nil && !several(p.words[i].text) {
		return found, to
	}
	if t == mThese || t == mThose {
		n := numberOf(p.word(end))
		if n > 1 {
			end++
		}
		noun, to := p.noun(end)
		if to < 0 || noun == noNoun && n < 2 && p.word(to).kind&(preposition|wh) != 0 && p.mark(to) != mFrom {
			return nil, i // "those under 4,000" are some of them
		}
		p.rule = "all"
		return p.exactly(max(n, 0), noun), to
	}
	if i > 0 && t == mThat && p.words[i-1].kind&function == 0 && p.words[i-1].kind&(verb|asking) == 0 {
		return nil, i // "the book that he wrote"
	}
	next := p.mark(end)
	if next == mOne {
		p.rule = "pronoun"
		if f := p.focus(nil); f >= 0 {
			return []int{f}, end + 1
		}
		return nil, i
	}
	if p.word(end).kind&function == 0 && p.words[end].gap == space && !p.verbHere(end) {
		w := &p.words[end]
		if (t == mThis || t == mThat) && isPlural(w) {
			return nil, i // "any of this songs"
		}
		p.rule = "noun"
		if f := p.focusOf(w.stem); f >= 0 {
			return []int{f}, end + 1
		}
		return nil, i
	}
	if t == mSuch || t == mThat && end < len(p.words) && p.words[end].kind&(auxiliary|preposition) == 0 && p.words[end].gap == space && !p.verbHere(end) {
		return nil, i
	}
	p.rule = "pronoun"
	if f := p.focus(func(e *Entity) bool { return e.Kind != Name }); f >= 0 {
		return []int{f}, end
	}
	return nil, i
}

// verbHere is true if the word is a verb rather than a noun.
func (p *phrase) verbHere(i int) bool {
	w := &p.words[i]
	return w.kind&verb != 0 && w.kind&relational == 0 && !p.anyOf(w.stem)
}

// pronoun reads "it", "her", "they".
func (p *phrase) pronoun(i int) ([]int, int) {
	w := &p.words[i]
	if w.mark == mIt && emptyIt(p.words, i) || p.standsInside(i) {
		return nil, i
	}
	p.rule = "pronoun"
	var fits func(*Entity) bool
	switch w.mark {
	case mThey, mThem, mTheir, mThemselves:
		if members := p.newest(); members != nil {
			return members, i + 1
		}
	case mIt, mIts, mItself:
		fits = func(e *Entity) bool { return !isPerson(e) }
	default:
		fits = func(e *Entity) bool {
			return (e.Kind == Name || e.Kind == Item || e.Kind == Row) && !words.IsDigit(e.Text[0]) && !isPlaceOrFirm(e.Text)
		}
	}
	if f := p.focus(fits); f >= 0 {
		return []int{f}, i + 1
	}
	return nil, i
}

// standsInside is true if a name before the pronoun is in the question itself.
func (p *phrase) standsInside(i int) bool {
	for k := range p.words[:i] {
		if named(p.words, k) || p.words[k].kind&digits != 0 && len(p.words[k].text) > 2 {
			return true
		}
	}
	return false
}

// newest returns the group of the last message that has one, if that message is
// of the last exchange.
func (p *phrase) newest() []int {
	last := p.entities[len(p.entities)-1].Exchange
	for _, g := range p.groups {
		if p.entities[g.members[0]].Exchange == last {
			return g.members
		}
	}
	return nil
}

// focus returns what is talked about: of the last exchange that names something,
// what both question and answer name, else the first of the question, else the
// first of the answer, or the last if the answer is a list.
func (p *phrase) focus(fits func(*Entity) bool) int {
	for end := len(p.entities); end > 0; {
		exchange := p.entities[end-1].Exchange
		begin := end - 1
		for begin > 0 && p.entities[begin-1].Exchange == exchange {
			begin--
		}
		if f := p.focusWithin(begin, end, fits); f >= 0 {
			return f
		}
		end = begin
	}
	return -1
}

func (p *phrase) focusWithin(begin, end int, fits func(*Entity) bool) int {
	asked, answered, listed := -1, -1, -1
	for i := begin; i < end; i++ {
		e := &p.entities[i]
		if fits != nil && !fits(e) {
			continue
		}
		switch {
		case !e.InAnswer && asked < 0:
			asked = i
		case e.InAnswer && answered < 0:
			answered = i
		}
		if e.InAnswer && (e.Kind == Item || e.Kind == Row || e.List > 0 && e.Kind == Identifier) {
			listed = i
		}
		if e.InAnswer {
			for k := begin; k < i; k++ {
				if !p.entities[k].InAnswer && sameName(p.entities[k].Text, e.Text) {
					return i
				}
			}
		}
	}
	switch {
	case asked >= 0:
		return asked
	case listed >= 0 && p.entities[answered].List > 0:
		return listed
	}
	return answered
}

// focusOf returns the newest entity that is what a noun says. If none is known to
// be, it is what is talked about, unless that is known to be something else.
func (p *phrase) focusOf(noun string) int {
	fits := func(e *Entity) bool { return e.isOf(noun) }
	f := p.focus(fits)
	p.firm = f >= 0 && p.entities[f].Kind != Name
	if f < 0 && wordTable().find(hashed(hashSeed, noun)).kind&personNoun != 0 {
		fits = func(e *Entity) bool { return e.Kind == Name || e.Kind == Item || e.Kind == Row }
		f = p.focus(fits)
	} else if f < 0 {
		return p.focus(func(e *Entity) bool { return !isPerson(e) })
	}
	if f >= 0 {
		p.rivals = p.alike(f, fits)
	}
	return f
}

// alike returns the entities of a message that fit as well as a given one, none if
// both question and answer name that one.
func (p *phrase) alike(f int, fits func(*Entity) bool) (texts []string) {
	one := &p.entities[f]
	for i := range p.entities {
		e := &p.entities[i]
		if e.Exchange != one.Exchange {
			continue
		}
		if e.InAnswer != one.InAnswer && sameName(e.Text, one.Text) {
			return nil
		}
		if e.InAnswer == one.InAnswer && e.Kind == one.Kind && fits(e) {
			texts = append(texts, e.Text)
		}
	}
	return texts
}

// isPerson guesses whether a name is a person's.
func isPerson(e *Entity) bool {
	if e.Kind != Name {
		return false
	}
	first, _, _ := strings.Cut(e.Text, " ")
	if listed(first)&given != 0 {
		return true
	}
	for _, of := range e.Of {
		if wordTable().find(hashed(hashSeed, of)).kind&personTitle != 0 {
			return true
		}
	}
	return false
}

// isPlaceOrFirm is true of names that end in what firms and places are called.
func isPlaceOrFirm(name string) bool {
	return listed(name[strings.LastIndexByte(name, ' ')+1:])&firm != 0
}

// listed returns the kinds of a word as the lists have it.
func listed(text string) kind { return wordTable().find(folded(text)).kind }
