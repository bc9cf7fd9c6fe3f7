package chat

// Remembered is a remembered fact: what users say of themselves and how they want to
// be answered, what they call by name, or what was chosen on a clarifying card. Also
// what a conversation has named, for its own later questions: those are not shown, and
// no other conversation uses them.
type Remembered struct {
	UID     UID `json:"uid"`
	Session UID `json:"session"`
	// Message is where it was last said, zero if that is gone.
	Message UID            `json:"message,omitzero"`
	Kind    RememberedKind `json:"kind"`
	Text    string         `json:"text"`
	// Of are nouns that say what it is, stems in what a conversation has named; of a choice it is the point that was asked
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

// The kinds that are shown.
const (
	PreferenceKind RememberedKind = "preference"
	ThingKind      RememberedKind = "thing"
	ChoiceKind     RememberedKind = "choice"
)

// RouteKind is a route that the user chose: Text is the question, Of its point, Value
// the route.
const RouteKind RememberedKind = "route"

// The kinds of what a conversation has named.
const (
	IdentifierKind RememberedKind = "identifier"
	NameKind       RememberedKind = "name"
	TitleKind      RememberedKind = "title"
	ItemKind       RememberedKind = "item"
	RowKind        RememberedKind = "row"
	DocumentKind   RememberedKind = "document"
)
