package prompt

import (
	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/say"
)

// Refusal is the error of a prompt that is longer than limit, with the way out that
// fits; nil if it is not. A limit of 0 is none.
func (p Prompt) Refusal(limit int) error {
	if limit <= 0 || p.Tokens <= limit {
		return nil
	}
	question := p.Part(chat.QuestionPart).Tokens
	if question+p.Part(chat.InstructionsPart).Tokens > limit {
		return fault.New(fault.TooLarge, "This question alone has {question} tokens, and at most {limit} can be sent. Shorten it, or ask about part of it.", "question", question, "limit", limit)
	}
	return &fault.Error{Code: fault.TooLarge, Message: say.Plural(len(p.Taken),
		"The question and the message before it have {tokens} tokens, and at most {limit} can be sent. Condense the chat, send fewer messages with the question, or start a new chat.",
		"The question and the {n} messages before it have {tokens} tokens, and at most {limit} can be sent. Condense the chat, send fewer messages with the question, or start a new chat.",
		"tokens", p.Tokens, "limit", limit)}
}
