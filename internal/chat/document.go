package chat

// Document is a file whose text can be asked about. Its bytes are kept once, however
// often they are added.
type Document struct {
	UID  UID    `json:"uid"`
	Name string `json:"name"`
	// Type is the media type that its bytes have.
	Type string `json:"type,omitempty"`
	// Title is what the document calls itself, "" if it does not.
	Title string `json:"title,omitempty"`
	// Bytes is the size of the file, Text that of what could be read of it, Tokens what
	// of that may be sent, 0 if it has not been counted.
	Bytes  int64 `json:"bytes"`
	Text   int64 `json:"text"`
	Tokens int   `json:"tokens,omitempty"`
	// Chunks is how many pieces its text has.
	Chunks  int   `json:"chunks"`
	AddedAt int64 `json:"addedAt"`
	// UpdatedAt changes with its text.
	UpdatedAt int64 `json:"updatedAt"`
	// Kept says that it stays when no chat has it any more.
	Kept bool `json:"kept,omitempty"`
	// Warnings are sentences that say what could not be read, or is hidden in it.
	Warnings []string `json:"warnings,omitempty"`
}

// Question is the metadata of a question's message.
type Question struct {
	// Documents are those that came with it.
	Documents []Attached `json:"documents,omitempty"`
}

// Attached is a document as a question names it, also once it is removed.
type Attached struct {
	UID   UID    `json:"uid"`
	Name  string `json:"name"`
	Type  string `json:"type,omitempty"`
	Bytes int64  `json:"bytes,omitempty"`
}
