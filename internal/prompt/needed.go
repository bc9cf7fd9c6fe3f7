package prompt

import "burrow/internal/chat"

// What a question needs, the last exchange and what it refers to, goes along whole
// beyond the room of the chat, because an answer to half a function is worth nothing.
// Only if the model cannot hold it, it is shortened, the oldest first: blocks of code
// and tables go whole or not at all, and a mark says what is missing.

// keeping is why a message goes along whatever the room.
type keeping int

const (
	unkept keeping = iota
	openNeed
	condensedNeed // a summary stands for it
)

// takeNeeded puts what is needed among the open messages, by depth.
func (p *Plan) takeNeeded() {
	if l := &p.limits; l.Window > 0 && (l.MaxContext == 0 || l.MaxContext > l.Window) {
		l.MaxContext = l.Window
	}
	if p.limits.Window == 0 {
		p.material.Needed = nil
	}
	open, needed := p.open, spoken(p.material.Needed)
	p.open, p.kept = nil, nil
	for len(open)+len(needed) > 0 {
		from, why := &open, unkept
		switch {
		case len(needed) == 0:
		case len(open) == 0 || needed[0].Depth < open[0].Depth:
			from, why = &needed, condensedNeed
		case needed[0].Depth == open[0].Depth:
			why, needed = openNeed, needed[1:]
		}
		p.open, p.kept = append(p.open, (*from)[0]), append(p.kept, why)
		*from = (*from)[1:]
	}
}

// stays reports whether a message goes along even if those after it do not.
func (p *Plan) stays(i int) bool {
	return p.kept[i] != unkept || p.open[i].Pinned && !p.limits.Small
}

// needs is what a message weighs that the question needs, 0 of any other.
func (p *Plan) needs(i int) int {
	if p.kept[i] == unkept {
		return 0
	}
	return p.costs[i]
}

// last is where the last messages begin that go along if not all do, and what they
// weigh: those that are needed, else those of the last exchange that are within its
// share.
func (p *Plan) last() (from, taken int) {
	for from = len(p.open); from > 0; from-- {
		cost := p.costs[from-1]
		within := from > len(p.open)-2 && taken+cost <= p.free/exchangeShare
		if p.kept[from-1] == unkept && !within {
			break
		}
		taken += cost
	}
	return from, taken
}

// shrink shortens what is needed if the model cannot hold it, the oldest first.
func (p *Plan) shrink() {
	if p.limits.Window == 0 {
		return
	}
	for i := range p.open {
		over := -p.left()
		if over <= 0 {
			return
		}
		if p.kept[i] == unkept {
			continue
		}
		role, limit := p.open[i].Role, p.costs[i]-over
		short := shortened(p.open[i].Content, func(text string) bool { return p.counter.Message(role, text) <= limit })
		if short == "" {
			short = restMark
		}
		tokens := p.counter.Message(role, short)
		if tokens >= p.costs[i] {
			continue
		}
		saved := p.costs[i] - tokens
		p.open[i].Content, p.costs[i] = short, tokens
		if i < p.from {
			p.pinned -= saved
			p.needed -= saved
		} else {
			p.taken -= saved
		}
		p.noteCut(saved)
	}
}

// noteCut says that a message was shortened.
func (p *Plan) noteCut(tokens int) {
	if len(p.cut) == 0 {
		p.cut = []chat.Cut{{Kind: chat.MessagesPart, Why: chat.Shortened}}
	}
	p.cut[0].Passages++
	p.cut[0].Tokens += tokens
}
