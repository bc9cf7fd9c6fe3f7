package understand

import "slices"

// A scene is the entities as a question finds them: which belong together, which
// were talked about last.
type scene struct {
	entities  []Entity
	groups    []group // the newest first
	mentioned []root
}

// A group is a list, or what one message names of one kind.
type group struct {
	members []int
	loose   bool
}

func newScene(entities []Entity) *scene {
	s := &scene{entities: entities}
	for end := len(entities); end > 0; {
		begin := end - 1
		for begin > 0 && sameMessage(&entities[begin-1], &entities[end-1]) {
			begin--
		}
		s.addGroups(begin, end)
		end = begin
	}
	return s
}

func sameMessage(a, b *Entity) bool { return a.Exchange == b.Exchange && a.InAnswer == b.InAnswer }

// addGroups adds the lists of one message: those that were written as lists first,
// then those of running text, the last one first, then what is of one kind.
func (s *scene) addGroups(begin, end int) {
	for i := begin; i < end; i++ {
		s.addList(begin, end, i, true)
	}
	for i := end - 1; i >= begin; i-- {
		s.addList(begin, end, i, false)
	}
	for _, kind := range [...]EntityKind{Identifier, Title, Name} {
		if g, _ := s.membersOf(begin, end, 0, kind); len(g) > 1 {
			s.groups = append(s.groups, group{g, true})
		}
	}
}

// addList adds the list that an entity is the first of, if it was written as a list, or
// if it was not.
func (s *scene) addList(begin, end, first int, written bool) {
	if e := &s.entities[first]; e.List > 0 && e.Place == 1 {
		if g, is := s.membersOf(begin, end, e.List, ""); is == written {
			s.groups = append(s.groups, group{g, false})
		}
	}
}

// membersOf returns the entities of a list, or of a kind if that is given, and whether
// one of them is an entry or a row.
func (s *scene) membersOf(begin, end, list int, kind EntityKind) (members []int, written bool) {
	for i := begin; i < end; i++ {
		if e := &s.entities[i]; e.Kind == kind || kind == "" && e.List == list {
			members = append(members, i)
			written = written || e.Kind == Item || e.Kind == Row
		}
	}
	return members, written
}

// noNoun is the noun of "the second one".
const noNoun = ""

// isOf is true if an entity is known to be what a noun says.
func (e *Entity) isOf(noun string) bool {
	return slices.Contains(e.Of, noun)
}

func (s *scene) isOf(i int, noun string) bool {
	return s.entities[i].isOf(noun)
}

// fits tells how well a group fits a noun: 2 if it is known to be of it, 1 if
// nothing is known of it or no noun is given, 0 if it is of something else.
func (s *scene) fits(g group, noun string) int {
	if noun == noNoun {
		return 1
	}
	for _, i := range g.members {
		if s.isOf(i, noun) {
			return 2
		}
	}
	return 0
}

// group returns the newest group with at least so many members that fits a noun.
func (p *phrase) group(least int, noun string) []int {
	for _, fit := range [...]int{2, 1} {
		for _, g := range p.groups {
			if len(g.members) >= least && p.fits(g, noun) >= fit {
				p.firm = p.holds(g) || fit == 2
				return g.members
			}
		}
	}
	if noun == noNoun {
		return nil
	}
	// The noun says no more than what kind of things they are.
	for _, g := range p.groups {
		if len(g.members) >= least && !g.loose && !p.ofSomething(g) {
			p.firm = true
			return g.members
		}
	}
	return nil
}

// ofSomething is true if it is known what a group's members are.
func (p *phrase) ofSomething(g group) bool {
	for _, i := range g.members {
		if len(p.entities[i].Of) > 0 {
			return true
		}
	}
	return false
}

// exactly returns the newest group with so many members, 0 for any number.
func (p *phrase) exactly(count int, noun string) []int {
	for _, fit := range [...]int{2, 1} {
		for _, g := range p.groups {
			if (len(g.members) == count || count == 0 && len(g.members) > 1) && p.fits(g, noun) >= fit {
				p.firm = p.holds(g) || fit == 2
				return g.members
			}
		}
	}
	if count == 2 {
		return p.lastTwo(noun)
	}
	return p.group(max(count, 2), noun)
}

// lastTwo returns two entities that were named one after the other.
func (p *phrase) lastTwo(noun string) []int {
	var out []int
	for i := len(p.entities) - 1; i >= 0 && len(out) < 2; i-- {
		if (noun == noNoun || p.isOf(i, noun)) && (len(out) == 0 || p.entities[out[0]].Text != p.entities[i].Text && p.entities[out[0]].Kind == p.entities[i].Kind) {
			out = append(out, i)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return []int{out[1], out[0]}
}

// latest returns the newest group that fits, or the newest entity alone.
func (p *phrase) latest(noun string) []int {
	last := len(p.entities) - 1
	for i := last; i >= 0; i-- {
		if noun == noNoun || p.isOf(i, noun) {
			// An answer about one thing after a list: the last mentioned is that thing.
			if members := p.group(2, noun); members != nil && sameMessage(&p.entities[members[0]], &p.entities[i]) {
				return members
			}
			p.firm = noun != noNoun || p.entities[i].Kind == Identifier
			return []int{i}
		}
	}
	return p.group(2, noun)
}

// talkedAbout is true if an entity was named after its group, or in this question.
func (s *scene) talkedAbout(i int, g []int) bool {
	if amongOthers([]root{folded(s.entities[i].Text)}, s.mentioned) > 0 {
		return true
	}
	last := g[len(g)-1]
	for k := range s.entities {
		e := &s.entities[k]
		later := k > last && !sameMessage(e, &s.entities[last])
		asked := e.Exchange == s.entities[last].Exchange && !e.InAnswer && s.entities[last].InAnswer
		if (later || asked) && sameName(e.Text, s.entities[i].Text) {
			return true
		}
	}
	return false
}

// sameName is true of a name and its last part.
func sameName(a, b string) bool {
	cutoff := len(b) - len(a)
	return cutoff == 0 && folded(a) == folded(b) || cutoff > 0 && len(a) > 3 && b[cutoff-1] == ' ' && folded(a) == folded(b[cutoff:])
}

// holds is true of a group that was written as a list, or names things by number.
func (s *scene) holds(g group) bool { return !g.loose || s.entities[g.members[0]].Kind == Identifier }
