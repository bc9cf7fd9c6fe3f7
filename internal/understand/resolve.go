package understand

// Reference is a phrase of a question and what it stands for.
type Reference struct {
	Text  string `json:"text"`
	Start int    `json:"start"` // byte offsets in the question
	End   int    `json:"end"`
	// Rule is how it was resolved: "place", "last", "first", "former", "latter",
	// "all", "other", "before", "after", "noun", "pronoun", "same".
	Rule     string   `json:"rule"`
	Entities []string `json:"entities"`
}

// Resolve finds the phrases of a question that point at entities, and at which:
// "the last mentioned" is the last of its list, "the other two" are those of a list
// that were not talked about since. What points at nothing known is left out.
func Resolve(question string, entities []Entity) []Reference {
	out := []Reference{}
	if len(entities) == 0 {
		return out
	}
	s := newScene(entities)
	q := cut(nil, question)
	for i := 0; i < len(q); {
		p := phrase{scene: s, question: question, words: q, at: i}
		found, end := p.read()
		if len(found) == 0 {
			i++
			continue
		}
		begin := q[i].start
		if begin > 0 && question[begin-1] == '#' {
			begin--
		}
		r := Reference{Text: question[begin:q[end-1].end], Start: begin, End: q[end-1].end, Rule: p.rule}
		for _, e := range found {
			r.Entities = append(r.Entities, entities[e].Text)
			s.mentioned = append(s.mentioned, entities[e].Text)
		}
		out = append(out, r)
		i = end
	}
	return out
}

// A phrase is a place in a question at which a reference may begin.
type phrase struct {
	*scene
	question string
	words    []word
	at       int
	rule     string
}

// text returns the word at i, "" behind the end or behind a sentence's end.
func (p *phrase) text(i int) string {
	if i >= len(p.words) || i > p.at && p.words[i].gap == sentence {
		return ""
	}
	return p.words[i].text
}

// read returns the entities that a phrase stands for and where the phrase ends.
func (p *phrase) read() ([]int, int) {
	i := p.at
	w := &p.words[i]
	switch w.text {
	case "the":
		return p.definite(i + 1)
	case "both", "either", "neither", "all", "each":
		return p.whole(i)
	case "others":
		return p.definite(i)
	case "this", "that", "these", "those", "such":
		return p.demonstrative(i)
	case "number", "no", "option", "item", "entry", "nr", "choice":
		if n := numberOf(p.text(i + 1)); n > 0 && !p.contentAt(i+2) && (i == 0 || p.words[i-1].text != "a") {
			return p.place(n, noNoun, i+2)
		}
	case "second", "third", "fourth", "fifth", "first", "last":
		if p.text(i+1) == "one" || i == 0 && len(p.words) <= 2 || p.lead(i) && i+1 == len(p.words) {
			return p.definite(i)
		}
	}
	if w.start > 0 && p.question[w.start-1] == '#' && w.is(digits) {
		if n := numberOf(w.text); n > 0 {
			return p.place(n, noNoun, i+1)
		}
	}
	if w.is(pronoun) {
		return p.pronoun(i)
	}
	return nil, i
}

// contentAt is true if a word with a subject follows at i: "number 1 hit".
func (p *phrase) contentAt(i int) bool {
	return p.text(i) != "" && (p.words[i].content() || p.words[i].text == "on") && !p.words[i].is(verb)
}

// lead is true if only "and", "or", "what about" and their like stand before i.
func (p *phrase) lead(i int) bool {
	for _, w := range p.words[:i] {
		switch w.text {
		case "and", "or", "what", "how", "about", "why", "so", "but":
		default:
			return false
		}
	}
	return true
}

// definite reads what follows "the".
func (p *phrase) definite(i int) ([]int, int) {
	t := p.text(i)
	if t == "very" || t == "top" && numberOf(p.text(i+1)) == 0 {
		i++
		if t == "top" {
			p.rule = "place"
			return p.places(1, 1, i)
		}
		t = p.text(i)
	}
	switch t {
	case "":
		return nil, i
	case "former":
		return p.ofPair(0, t, i+1)
	case "latter":
		return p.ofPair(1, t, i+1)
	case "middle":
		return p.middle(i + 1)
	case "penultimate":
		return p.fromEnd(2, i+1)
	case "bottom", "final":
		return p.fromEnd(1, i+1)
	case "other", "others", "rest", "remaining":
		return p.others(i)
	case "previous", "preceding", "prior":
		return p.beside(-1, i+1)
	case "next", "following":
		return p.beside(1, i+1)
	case "same":
		return p.same(i + 1)
	case "one", "ones":
		return p.theOne(i + 1)
	case "last", "latest", "most":
		return p.last(i)
	case "top":
		return p.first(numberOf(p.text(i+1)), i+2)
	}
	if n := ordinalOf(t); n > 0 {
		return p.ordinal(n, i+1)
	}
	if n := numberOf(t); n > 1 {
		noun, end := p.noun(i + 1)
		if end < 0 {
			return nil, i
		}
		p.rule = "all"
		return p.group(n, noun), end
	}
	return p.known(i)
}

// ordinal reads what follows "the second".
func (p *phrase) ordinal(n, i int) ([]int, int) {
	switch p.text(i) {
	case "to":
		if p.text(i+1) == "last" {
			return p.fromEnd(n, i+2)
		}
	case "last":
		return p.fromEnd(n, i+1)
	case "and", "or":
		k := i + 1
		if p.text(k) == "the" {
			k++
		}
		if m := ordinalOf(p.text(k)); m > 0 || p.text(k) == "last" {
			return p.two(n, m, k+1)
		}
	}
	if n == 1 {
		if count := numberOf(p.text(i)); count > 1 {
			return p.first(count, i+1)
		}
	}
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	return p.place(n, noun, end)
}

// two reads "the first and the third".
func (p *phrase) two(n, m, i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	members := p.group(max(n, m, 2), noun)
	if members == nil {
		return nil, i
	}
	if m == 0 {
		m = len(members)
	}
	p.rule = "place"
	return []int{members[n-1], members[m-1]}, end
}

func (p *phrase) place(n int, noun string, end int) ([]int, int) {
	p.rule = "place"
	members := p.group(max(n, 2), noun)
	if members == nil {
		return nil, end
	}
	return members[n-1 : n], end
}

// places reads a noun and returns the entries from one place to another.
func (p *phrase) places(from, to, i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	members := p.group(max(to, 2), noun)
	if members == nil {
		return nil, i
	}
	return members[from-1 : to], end
}

func (p *phrase) first(count, i int) ([]int, int) {
	p.rule = "first"
	return p.places(1, max(count, 1), i)
}

func (p *phrase) fromEnd(n, i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	p.rule = "last"
	members := p.group(max(n, 2), noun)
	if members == nil {
		return nil, i
	}
	at := len(members) - n
	return members[at : at+1], end
}

// last reads "last", "last mentioned", "last two", "most recent", "latest".
func (p *phrase) last(i int) ([]int, int) {
	t := p.text(i)
	i++
	if t == "most" {
		if next := p.text(i); next != "recent" && next != "recently" {
			return nil, i
		}
		i++
	}
	for p.text(i) == "mentioned" || p.text(i) == "listed" || p.text(i) == "named" {
		i++
	}
	p.rule = "last"
	if n := numberOf(p.text(i)); n > 1 {
		noun, end := p.noun(i + 1)
		if end < 0 {
			return nil, i
		}
		members := p.group(n, noun)
		if members == nil {
			return nil, i
		}
		return members[len(members)-n:], end
	}
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	for p.text(end) == "mentioned" || p.text(end) == "listed" || p.text(end) == "named" {
		end++
	}
	if members := p.latest(noun); members != nil {
		return members[len(members)-1:], end
	}
	return nil, i
}

func (p *phrase) middle(i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 {
		return nil, i
	}
	members := p.group(3, noun)
	if members == nil || len(members)%2 == 0 {
		return nil, i
	}
	p.rule = "place"
	return members[len(members)/2 : len(members)/2+1], end
}

// ofPair reads the former and the latter: the first and last of the newest pair.
func (p *phrase) ofPair(which int, rule string, i int) ([]int, int) {
	noun, end := p.noun(i)
	if end < 0 || noun != noNoun && !p.anyOf(noun) {
		return nil, i // "the former president"
	}
	p.rule = rule
	members := p.group(2, noun)
	if members == nil {
		return nil, i
	}
	if which == 0 {
		return members[:1], end
	}
	return members[len(members)-1:], end
}

// whole reads "both", "all three", "either of them", "each of the projects".
func (p *phrase) whole(i int) ([]int, int) {
	count := 0
	if t := p.text(i); t == "both" || t == "either" || t == "neither" {
		count = 2
	}
	end, explicit := i+1, count == 2
	if p.text(end) == "of" {
		end++
		explicit = true
	}
	switch p.text(end) {
	case "the", "these", "those", "them":
		explicit = true
		end++
	}
	if n := numberOf(p.text(end)); n > 1 {
		count, explicit = n, true
		end++
	}
	noun := noNoun
	if p.text(end-1) != "them" {
		n, e := p.noun(end)
		known := e > 0 && (n == noNoun || p.anyOf(n))
		if !known && count != 2 {
			return nil, i // "all the time"
		}
		if known {
			explicit = explicit && (e > end || p.text(end-1) != "the") || n != noNoun
			noun, end = n, e
		}
	}
	if !explicit {
		return nil, i
	}
	p.rule = "all"
	members := p.exactly(count, noun)
	return members, end
}
