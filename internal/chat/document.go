package chat

import "strings"

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
	// Collection is what it is kept in, "" for no collection.
	Collection string `json:"collection,omitempty"`
	// Warnings are sentences that say what could not be read, or is hidden in it.
	Warnings []string `json:"warnings,omitempty"`
}

// Collection is a number of documents that are kept together, such as a manual. A chat asks
// all of them, or none.
type Collection struct {
	Name      string `json:"name"`
	Documents int    `json:"documents"`
	Tokens    int    `json:"tokens"`
	UpdatedAt int64  `json:"updatedAt"`
}

// inSources is how the sources of a chat name a collection.
const inSources = "collection/"

// CollectionSource is the name of a collection among the sources of a chat.
func CollectionSource(name string) string { return inSources + name }

// Collections are those that a chat with these settings asks.
func (s Settings) Collections() (out []string) {
	if s.Sources != nil {
		for _, source := range *s.Sources {
			if name, is := strings.CutPrefix(source, inSources); is && name != "" {
				out = append(out, name)
			}
		}
	}
	return out
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
