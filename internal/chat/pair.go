package chat

// Pair is a question with the answer that people have agreed on for it.
type Pair struct {
	UID      UID    `json:"uid"`
	Question string `json:"question"`
	// Also are other wordings of the question.
	Also      []string `json:"also,omitempty"`
	Answer    string   `json:"answer"`
	CreatedAt int64    `json:"createdAt"`
	UpdatedAt int64    `json:"updatedAt"`
}
