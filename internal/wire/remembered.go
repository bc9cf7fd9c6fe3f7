package wire

import "burrow/internal/chat"

// The methods of remembered facts: what was named, preferences and choices.
var (
	// RememberedList lists what was learnt, newest first: of a session, or of all.
	RememberedList = Method[RememberedListParams, RememberedItems]{"remembered.list"}
	// RememberedKeep adds something, as the user's own words.
	RememberedKeep = Method[RememberedKeepParams, chat.Remembered]{"remembered.keep"}
	// RememberedEdit changes the words of something.
	RememberedEdit = Method[RememberedEditParams, chat.Remembered]{"remembered.edit"}
	// RememberedErase removes one thing, all of a session, or everything.
	RememberedErase = Method[RememberedEraseParams, RememberedErased]{"remembered.erase"}
)

// RememberedListParams says of which session, all if not given.
type RememberedListParams struct {
	Session string `json:"session,omitempty"`
	// Limit is 200 if not given.
	Limit int `json:"limit,omitempty"`
}

// RememberedItems is a list.
type RememberedItems struct {
	Remembered []chat.Remembered `json:"remembered"`
	// More says that there is more than the list has.
	More bool `json:"more,omitempty"`
}

// RememberedKeepParams is something to remember.
type RememberedKeepParams struct {
	Session string              `json:"session"`
	Kind    chat.RememberedKind `json:"kind"`
	Text    string              `json:"text"`
	Of      []string            `json:"of,omitempty"`
	Value   string              `json:"value,omitempty"`
}

// RememberedEditParams gives it other words.
type RememberedEditParams struct {
	UID  string `json:"uid"`
	Text string `json:"text"`
}

// RememberedEraseParams says what: one of these.
type RememberedEraseParams struct {
	UID     string `json:"uid,omitempty"`
	Session string `json:"session,omitempty"`
	All     bool   `json:"all,omitempty"`
}

// RememberedErased says how much was removed.
type RememberedErased struct {
	Count int `json:"count"`
}
