package prompt

import "burrow/internal/chat"

// A small model in the browser reads some twenty tokens a second, so its prompt is
// another one than that of a large model: a sentence of instructions and the last
// messages. What it has read before it does not read again, as long as a prompt
// begins as the one before did. So messages are left out in big steps: the window
// grows by smallWindow, and then begins anew with the last exchange.

const (
	smallWindow = 400
	// SmallInstructions stand for the user's own, unless these are as short. Small
	// models answer best to the words that they were trained with: told to be brief,
	// SmolLM2 calls Le Grand Croix the capital of France.
	SmallInstructions = "You are a helpful AI assistant."
	maxSmallOwn       = 80 // bytes of own instructions that are taken
	// SmallOutput is the most that a small model may write: more would fill its
	// window, and take minutes.
	SmallOutput = 256
	// SmallRoom is what can be sent to it of the 4,096 tokens that the browser gives
	// it (web/src/models/local/ram.ts): they also hold the answer, and its tokens are
	// not the ones that we count.
	SmallRoom = 3300
)

// beginSmall is Begin for a small model: what it prefers to know it is not told,
// and nothing is recalled for it.
func (p *Plan) beginSmall() {
	m, c := &p.material, p.counter
	m.Preferences, m.Summaries, m.Covered = nil, "", 0
	if len(m.Instructions) > maxSmallOwn || m.Instructions == "" {
		m.Instructions = SmallInstructions
	}
	p.system = m.Instructions
	p.instructions = c.Message(chat.System, p.system)
	p.costs = make([]int, len(p.open))
	for i, message := range p.open {
		p.costs[i] = c.Kept(message)
	}
	p.beginWindow()
	for i := range p.open[:p.from] {
		if p.stays(i) {
			p.pinned += p.costs[i]
		}
	}
	p.note = m.Note + m.Wish
	p.question = c.Message(chat.User, m.Question.Content+p.note)
	p.Sum = p.taken + p.question
	p.shrink()
}

// beginWindow decides where the window begins: anew with an exchange if the answer in
// it has filled the last one.
func (p *Plan) beginWindow() {
	first := 0 // tokens that the window began with
	for i, message := range p.open {
		p.taken += p.costs[i]
		if message.Role != chat.Assistant || p.taken-first <= smallWindow {
			continue
		}
		if p.from, p.taken = i, p.costs[i]; i > 0 && p.open[i-1].Role == chat.User {
			p.from, p.taken = i-1, p.taken+p.costs[i-1]
		}
		// One that is longer than a window goes along once, as the last.
		if first = p.taken; first > smallWindow {
			first = 0
		}
	}
}
