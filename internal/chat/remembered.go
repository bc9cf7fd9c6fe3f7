package chat

// Remembered is a remembered fact: what was named in a conversation, what the user
// prefers, or what was chosen on a clarifying card.
type Remembered struct {
	UID     UID `json:"uid"`
	Session UID `json:"session"`
	// Message is where it was last said, zero if that is gone.
	Message UID            `json:"message,omitzero"`
	Kind    RememberedKind `json:"kind"`
	Text    string         `json:"text"`
	// Of are nouns that say what it is; of a choice it is the point that was asked
	// about, Text the question, Value what was chosen.
	Of    []string `json:"of,omitempty"`
	Value string   `json:"value,omitempty"`
	// Mentions is how often it was said.
	Mentions  int   `json:"mentions"`
	CreatedAt int64 `json:"createdAt"`
	// Edited says that these are the user's words.
	Edited bool `json:"edited,omitempty"`
}

// RememberedKind is what a remembered fact is.
type RememberedKind string

// The kinds.
const (
	IdentifierKind RememberedKind = "identifier"
	NameKind       RememberedKind = "name"
	TitleKind      RememberedKind = "title"
	ItemKind       RememberedKind = "item"
	RowKind        RememberedKind = "row"
	DocumentKind   RememberedKind = "document"
	PreferenceKind RememberedKind = "preference"
	ChoiceKind     RememberedKind = "choice"
)
