package wire

import "burrow/internal/chat"

// The methods of remembered facts: what was named, preferences and choices.
var (
	// RememberedList lists remembered facts, newest first: of a session, or of all.
	RememberedList = Method[RememberedListParams, RememberedItems]{"remembered.list"}
	// RememberedKeep adds one in the user's own words.
	RememberedKeep = Method[RememberedKeepParams, chat.Remembered]{"remembered.keep"}
	// RememberedEdit rewords one.
	RememberedEdit = Method[RememberedEditParams, chat.Remembered]{"remembered.edit"}
	// RememberedErase removes one, all of a session, or all.
	RememberedErase = Method[RememberedEraseParams, RememberedErased]{"remembered.erase"}
)

// RememberedListParams names the session, all if not given.
type RememberedListParams struct {
	Session string `json:"session,omitempty"`
	// Limit is 200 if not given.
	Limit int `json:"limit,omitempty"`
}

// RememberedItems is a list of remembered facts.
type RememberedItems struct {
	Remembered []chat.Remembered `json:"remembered"`
	// More says that the list is not all.
	More bool `json:"more,omitempty"`
}

// RememberedKeepParams is a fact to remember.
type RememberedKeepParams struct {
	Session string              `json:"session"`
	Kind    chat.RememberedKind `json:"kind"`
	Text    string              `json:"text"`
	Of      []string            `json:"of,omitempty"`
	Value   string              `json:"value,omitempty"`
}

// RememberedEditParams rewords a remembered fact.
type RememberedEditParams struct {
	UID  string `json:"uid"`
	Text string `json:"text"`
}

// RememberedEraseParams says what to erase, by one of these.
type RememberedEraseParams struct {
	UID     string `json:"uid,omitempty"`
	Session string `json:"session,omitempty"`
	All     bool   `json:"all,omitempty"`
}

// RememberedErased says how many were erased.
type RememberedErased struct {
	Count int `json:"count"`
}
