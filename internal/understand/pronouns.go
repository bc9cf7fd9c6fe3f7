package understand

import "strings"

// demonstrative reads "this", "that customer", "these two", "those".
func (p *phrase) demonstrative(i int) ([]int, int) {
	t := p.text(i)
	end := i + 1
	if t == "these" || t == "those" {
		n := numberOf(p.text(end))
		if n > 1 {
			end++
		}
		noun, to := p.noun(end)
		if to < 0 {
			return nil, i
		}
		p.rule = "all"
		return p.exactly(max(n, 0), noun), to
	}
	if i > 0 && t == "that" && p.words[i-1].content() && !p.words[i-1].is(verb|asking) {
		return nil, i // "the book that he wrote"
	}
	next := p.text(end)
	if next == "one" {
		p.rule = "pronoun"
		if f := p.focus(nil); f >= 0 {
			return []int{f}, end + 1
		}
		return nil, i
	}
	if next != "" && p.words[end].content() && p.words[end].gap == space && !p.verbHere(end) {
		w := &p.words[end]
		p.rule = "noun"
		if f := p.focusOf(w.stem); f >= 0 {
			return []int{f}, end + 1
		}
		return nil, i
	}
	if t == "such" || t == "that" && next != "" && !p.words[end].is(auxiliary|preposition) && p.words[end].gap == space && !p.verbHere(end) {
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
	return w.is(verb) && !w.is(relational) && !p.anyOf(w.stem)
}

// pronoun reads "it", "her", "they".
func (p *phrase) pronoun(i int) ([]int, int) {
	w := &p.words[i]
	if w.text == "it" && emptyIt(p.words, i) || p.standsInside(i) {
		return nil, i
	}
	p.rule = "pronoun"
	var fits func(*Entity) bool
	switch w.text {
	case "they", "them", "their", "theirs", "themselves":
		if members := p.newest(); members != nil {
			return members, i + 1
		}
	case "it", "its", "itself":
		fits = func(e *Entity) bool { return !isPerson(e) }
	default:
		fits = func(e *Entity) bool {
			return (e.Kind == Name || e.Kind == Item || e.Kind == Row) && !isDigit(e.Text[0]) && !isPlaceOrFirm(e.Text)
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
		if named(p.words, k) || p.words[k].is(digits) && len(p.words[k].text) > 2 {
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
	if f := p.focus(func(e *Entity) bool {
		for _, of := range e.Of {
			if of == noun {
				return true
			}
		}
		return false
	}); f >= 0 {
		return f
	}
	switch noun {
	case "person", "man", "woman", "gu", "artist", "author", "actor", "singer", "player", "employee", "customer", "client":
		return p.focus(func(e *Entity) bool { return e.Kind == Name || e.Kind == Item || e.Kind == Row })
	}
	return p.focus(func(e *Entity) bool { return !isPerson(e) })
}

// givenNames are first names that are common in English text, for telling persons
// from things.
const givenNames = "james john robert michael william david richard joseph thomas charles mary patricia jennifer linda elizabeth barbara susan jessica sarah karen " +
	"daniel matthew anthony mark donald steven paul andrew joshua kevin brian george edward peter frank jack henry adam emma olivia anna maria laura julia lisa nancy " +
	"alice bob carol dave eve rob sam tom tim ben max alex chris martin simon eric jane kate lucy rose ruth helen clara diana victoria margaret amy rachel kelly nicole " +
	"ali mohammed ahmed fatima omar chen wei li yuki hiro ivan olga pavel nadia anil priya raj carlos jose juan luis pedro sofia pierre marie jean luc hans karl greta"

// isPerson guesses whether a name is a person's.
func isPerson(e *Entity) bool {
	if e.Kind != Name {
		return false
	}
	first, _, _ := strings.Cut(e.Text, " ")
	if kinds()[strings.ToLower(first)]&given != 0 {
		return true
	}
	for _, of := range e.Of {
		switch of {
		case "mr", "mrs", "ms", "dr", "professor", "president", "employe", "manager", "engineer", "doctor":
			return true
		}
	}
	return false
}

// isPlaceOrFirm is true of names that end in what firms and places are called.
func isPlaceOrFirm(name string) bool {
	last := name[strings.LastIndexByte(name, ' ')+1:]
	switch strings.ToLower(last) {
	case "inc", "corp", "ltd", "llc", "gmbh", "company", "group", "university", "college", "street", "city", "county", "river", "lake", "museum", "bank", "labs", "industries", "foods", "systems":
		return true
	}
	return false
}
