package turn

import (
	"burrow/internal/chat"
	"burrow/internal/llm"
)

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
	smallOutput       = 256
)

// assembleSmall makes the prompt of a small model.
func (e *Engine) assembleSmall(m material, settings chat.Settings, c *counter) (a assembled) {
	system := *settings.Instructions
	if len(system) > maxSmallOwn || system == "" {
		system = SmallInstructions
	}
	instructions := c.message(chat.System, system)
	a.prompt = append(a.prompt, llm.Message{Role: chat.System, Content: system})
	open := spoken(m.Open)
	from, tokens := 0, 0
	for i, message := range open {
		tokens += c.kept(message)
		if tokens > smallWindow && message.Role == chat.Assistant {
			// The next question begins a new window, with this exchange if it is short.
			if from, tokens = i+1, 0; i > 0 {
				if exchange := c.kept(open[i-1]) + c.kept(message); exchange <= smallRestart {
					from, tokens = i-1, exchange
				}
			}
		}
	}
	a.taken = open[from:]
	for _, message := range a.taken {
		a.prompt = append(a.prompt, llm.Message{Role: message.Role, Content: message.Content})
	}
	asked := m.question.Content + m.note + m.wish
	question := c.message(chat.User, asked)
	a.prompt = append(a.prompt, llm.Message{Role: chat.User, Content: asked})
	a.left = m.Left + len(open) - len(a.taken)
	a.sum = tokens + question
	a.tokens = instructions + tokens + question
	a.parts = parts([]chat.Part{
		{Kind: chat.InstructionsPart, Tokens: instructions},
		{Kind: chat.MessagesPart, Tokens: tokens, Messages: len(a.taken)},
		{Kind: chat.QuestionPart, Tokens: question},
	})
	return a
}
