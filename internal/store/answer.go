package store

import (
	"burrow/internal/chat"
	"burrow/internal/json"
)

// AnswerOf reads the metadata of an answer; what is not ours is left out.
func AnswerOf(m chat.Message) (a chat.Answer) {
	if len(m.Metadata) > 0 && json.Unmarshal(m.Metadata, &a) != nil {
		return chat.Answer{}
	}
	return a
}

// QuestionOf reads the metadata of a question; what is not ours is left out.
func QuestionOf(m chat.Message) (q chat.Question) {
	if m.Role != chat.User || len(m.Metadata) > 0 && json.Unmarshal(m.Metadata, &q) != nil {
		return chat.Question{}
	}
	return q
}
