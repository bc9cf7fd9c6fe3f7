package turn

import (
	"context"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
)

// windowOf is how many tokens somebody can be sent.
func windowOf(who *llm.Answerer) int {
	if who.Small {
		return prompt.SmallRoom
	}
	return memory.Room(&who.Settings)
}

// mostSent is how long a prompt may be that is not refused: the limit that is set,
// and the window if it is known.
func mostSent(who *llm.Answerer) int {
	if _, known := memory.Window(&who.Settings); known && !who.Small {
		return memory.Room(&who.Settings)
	}
	return *who.Settings.MaxContext
}

// How far back a question reaches without naming what it means: the last exchange
// goes along anyway, and code or a table of some exchanges before is likely to be what
// a follow-up is about.
const (
	lastExchange = 2
	blockReach   = 8
	mostReferred = 4
)

// needed are the messages that go along with a question whole, if the model can hold
// them: the last exchange, and what the question refers to.
func (e *Engine) needed(ctx context.Context, m *material) (out []chat.Message, err error) {
	recent, err := e.recent(ctx, m)
	if err != nil || m.alone {
		return nil, err
	}
	recent = recent[max(0, len(recent)-max(m.limit, 0)):]
	last := max(0, len(recent)-lastExchange)
	wanted := referred(recent[:last], recent[last:], m.understood)
	for i, message := range recent {
		if i >= last || slices.Contains(wanted, i) {
			out = append(out, message)
		}
	}
	return out, nil
}

// referred are the messages before the last exchange that a question leans on: those
// that name last what its references stand for, and the last one with code or a table
// if it is a follow-up and the last exchange has none.
func referred(before, last []chat.Message, u *chat.Understood) (out []int) {
	if u == nil {
		return nil
	}
	add := func(is func(text string) bool, from int) {
		for i := range last {
			if is(last[i].Content) {
				return
			}
		}
		for i := len(before) - 1; i >= max(0, from); i-- {
			if is(before[i].Content) {
				out = append(out, i)
				return
			}
		}
	}
	for _, reference := range u.References {
		for _, name := range reference.Entities[:min(len(reference.Entities), mostReferred)] {
			add(func(text string) bool { return strings.Contains(text, name) }, 0)
		}
	}
	if u.Followup {
		add(prompt.HasBlock, len(before)-blockReach)
	}
	return out
}
