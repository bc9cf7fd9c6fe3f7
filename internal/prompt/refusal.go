package prompt

import (
	"burrow/internal/chat"
	"burrow/internal/fault"
)

// Refusal is the error of a prompt that is longer than limit, with the way out that
// fits; nil if it is not. A limit of 0 is none.
func (p Prompt) Refusal(limit int) error {
	if limit <= 0 || p.Tokens <= limit {
		return nil
	}
	question := p.Part(chat.QuestionPart).Tokens
	if question+p.Part(chat.InstructionsPart).Tokens > limit {
		return fault.New(fault.TooLarge, "This question alone has {question} tokens, and at most {limit} are sent. Shorten it, or ask about a part of it.", "question", question, "limit", limit)
	}
	return fault.New(fault.TooLarge, "The question and the {taken} messages before it have {tokens} tokens, and at most {limit} are sent. Condense the conversation, send the question with fewer of them, or ask in a new one.", "taken", len(p.Taken), "tokens", p.Tokens, "limit", limit)
}
