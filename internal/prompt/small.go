package prompt

import "burrow/internal/chat"

// A small model in the browser reads some twenty tokens a second, so its prompt is
// another one than that of a large model: a sentence of instructions and the last
// messages. What it has read before it does not read again, as long as a prompt
// begins as the one before did. So messages are left out in big steps: the window
// grows until smallWindow is full, and then begins anew with the last exchange.

const (
	smallWindow  = 400
	smallRestart = 50
	// SmallInstructions stand for the user's own, unless these are as short. Small
	// models answer best to the words that they were trained with: told to be brief,
	// SmolLM2 calls Le Grand Croix the capital of France.
	SmallInstructions = "You are a helpful AI assistant."
	maxSmallOwn       = 80 // bytes of own instructions that are taken
	// SmallOutput is the most that a small model may write: more would fill its
	// window, and take minutes.
	SmallOutput = 256
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
	for i, message := range p.open {
		p.taken += c.Kept(message)
		if p.taken > smallWindow && message.Role == chat.Assistant {
			// The next question begins a new window, with this exchange if it is short.
			if p.from, p.taken = i+1, 0; i > 0 {
				if exchange := c.Kept(p.open[i-1]) + c.Kept(message); exchange <= smallRestart {
					p.from, p.taken = i-1, exchange
				}
			}
		}
	}
	p.note = m.Note + m.Wish
	p.question = c.Message(chat.User, m.Question.Content+p.note)
	p.Sum = p.taken + p.question
}
