package chat

// Document is a file whose text can be asked about. Its bytes are kept once, however
// often they are added.
type Document struct {
	UID  UID
	Name string
	// Type is the media type that its bytes have.
	Type string
	// Title is what the document calls itself, "" if it does not.
	Title string
	// Bytes is the size of the file, Text that of what could be read of it.
	Bytes, Text int64
	Chunks      int
	AddedAt     int64
	// UpdatedAt changes with its text.
	UpdatedAt int64
	// Kept says that it stays when no chat has it any more.
	Kept bool
	// Warnings are sentences that say what could not be read, or is hidden in it.
	Warnings []string
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
