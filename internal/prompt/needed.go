package prompt

import (
	"slices"

	"burrow/internal/chat"
)

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
	p.kept = make([]keeping, len(p.open))
	if l := &p.limits; l.Window > 0 && (l.MaxContext == 0 || l.MaxContext > l.Window) {
		l.MaxContext = l.Window
	}
	if p.limits.Window == 0 {
		p.material.Needed = nil
	}
	for _, need := range spoken(p.material.Needed) {
		at := len(p.open)
		for at > 0 && p.open[at-1].Depth >= need.Depth {
			at--
		}
		if at < len(p.open) && p.open[at].Depth == need.Depth {
			p.kept[at] = openNeed
			continue
		}
		p.open = slices.Insert(slices.Clone(p.open), at, need)
		p.kept = slices.Insert(p.kept, at, condensedNeed)
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
		message, limit := p.open[i], p.costs[i]-over
		short := shortened(message.Content, func(text string) bool { return p.counter.Message(message.Role, text) <= limit })
		if short == "" {
			short = restMark
		}
		message.Content = short
		tokens := p.counter.Message(message.Role, short)
		if tokens >= p.costs[i] {
			continue
		}
		saved := p.costs[i] - tokens
		p.open[i], p.costs[i] = message, tokens
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
