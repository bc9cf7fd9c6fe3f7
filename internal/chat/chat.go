// Package chat declares what a conversation is made of: sessions, messages and
// their names across devices. It holds no behaviour; keeping them is left to
// package store, and what they mean in a prompt to the packages that build one.
//
// Times are Unix milliseconds and say when something happened, never its order:
// clocks jump. The order of messages is their depth.
package chat

// Session is a conversation: a tree of messages with one path that is shown.
type Session struct {
	UID       UID    `json:"uid"`
	UserID    string `json:"userId,omitempty"`
	CompanyID string `json:"companyId,omitempty"`
	// ExternalID is the name an imported session had elsewhere.
	ExternalID string `json:"externalId,omitempty"`
	Name       string `json:"name"`
	NamedBy    Namer  `json:"namedBy,omitempty"`
	CreatedAt  int64  `json:"createdAt"`
	UpdatedAt  int64  `json:"updatedAt"`
	// LastMessageAt is CreatedAt while there are no messages.
	LastMessageAt int64 `json:"lastMessageAt"`
	// MessageCount counts all messages of the tree, shown or not.
	MessageCount int  `json:"messageCount"`
	Pinned       bool `json:"pinned,omitempty"`
	Archived     bool `json:"archived,omitempty"`
	// DeletedAt is when the session went into the bin, 0 if it is not there.
	DeletedAt int64 `json:"deletedAt,omitempty"`
	// Head is the leaf of the path that is shown, zero in an empty session.
	Head     UID     `json:"head,omitzero"`
	Draft    string  `json:"draft,omitempty"`
	Settings RawJSON `json:"settings,omitempty"`
	Metadata RawJSON `json:"metadata,omitempty"`
	// Tags are what the user sorts the session by, in the order given. They are
	// kept among its metadata.
	Tags []string `json:"tags,omitempty"`
}

// Namer is who gave a session its name. A user's name is never replaced by
// another's.
type Namer string

// The namers. Unnamed sessions have none.
const (
	NamedByUser  Namer = "user"
	NamedByModel Namer = "model"
	NamedByText  Namer = "text" // taken from the first question
)

// Known reports whether n is one of the namers, or none.
func (n Namer) Known() bool {
	return n == "" || n == NamedByUser || n == NamedByModel || n == NamedByText
}

// Role is who speaks in a message.
type Role string

// The roles.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// Known reports whether r is one of the roles.
func (r Role) Known() bool {
	return r == System || r == User || r == Assistant || r == Tool
}

// Status is how far a message got.
type Status string

// The statuses. Streaming is the only one that more text can follow.
const (
	Streaming Status = "streaming"
	Complete  Status = "complete"
	Stopped   Status = "stopped"
	Failed    Status = "failed"
)

// Known reports whether s is one of the statuses.
func (s Status) Known() bool {
	return s == Streaming || s == Complete || s == Stopped || s == Failed
}

// Message is one node of a session's tree.
type Message struct {
	UID     UID `json:"uid"`
	Session UID `json:"session"`
	// Parent is zero for a message that begins its session.
	Parent UID `json:"parent,omitzero"`
	// Depth is the number of messages before this one, on every path it is on.
	Depth     int    `json:"depth"`
	Role      Role   `json:"role"`
	Content   string `json:"content"`
	Status    Status `json:"status"`
	CreatedAt int64  `json:"createdAt"`
	UpdatedAt int64  `json:"updatedAt"`
	// Tokens is the count of content and role plus 4, in Encoding. Without an
	// encoding it has not been counted.
	Tokens   int    `json:"tokens"`
	Encoding string `json:"encoding,omitempty"`
	Pinned   bool   `json:"pinned,omitempty"`
	// ExternalID is the name an imported message had elsewhere.
	ExternalID string  `json:"externalId,omitempty"`
	Metadata   RawJSON `json:"metadata,omitempty"`
	// Summarized says that a summary stands for the message on this path.
	Summarized bool `json:"summarized,omitempty"`
	// Sibling of Siblings is this message's place among the answers to its
	// parent, from 1 on. Both are 0 where nobody asked.
	Sibling  int `json:"sibling,omitempty"`
	Siblings int `json:"siblings,omitempty"`
}
