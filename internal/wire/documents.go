package wire

import "burrow/internal/chat"

// The methods of documents. A file comes in parts, and with it what a reader outside of
// the core has read of it; text is read by the core. What is not ended, and what no chat
// is given, is removed after a day.
var (
	// DocumentsBegin begins to keep a file.
	DocumentsBegin = Method[DocumentsBeginParams, Nothing]{"documents.begin"}
	// DocumentsWrite takes the next bytes of it.
	DocumentsWrite = Method[DocumentsWriteParams, Nothing]{"documents.write"}
	// DocumentsBlocks takes the next blocks that a reader has made of it.
	DocumentsBlocks = Method[DocumentsBlocksParams, Nothing]{"documents.blocks"}
	// DocumentsEnd makes a document of it.
	DocumentsEnd = Method[DocumentsEndParams, chat.Document]{"documents.end"}
	// DocumentsDrop forgets a file that is not wanted any more.
	DocumentsDrop = Method[UploadParams, Nothing]{"documents.drop"}
	// DocumentsList lists the documents of a chat, or those that are kept.
	DocumentsList = Method[DocumentsListParams, Documents]{"documents.list"}
	// DocumentsCollections lists the collections of kept documents.
	DocumentsCollections = Method[Nothing, Collections]{"documents.collections"}
	// DocumentsKnown says which files a collection has already, with the same bytes.
	DocumentsKnown = Method[DocumentsKnownParams, KnownFiles]{"documents.known"}
	// DocumentsRemoveCollection removes a collection with its documents for good.
	DocumentsRemoveCollection = Method[CollectionParams, Nothing]{"documents.removeCollection"}
	// DocumentsAttach gives documents to a chat, or gives them back.
	DocumentsAttach = Method[DocumentsAttachParams, Documents]{"documents.attach"}
	// DocumentsDetach has a chat no longer ask about a document.
	DocumentsDetach = Method[DocumentOfChatParams, Documents]{"documents.detach"}
	// DocumentsPin has a document go along whole, or by passages.
	DocumentsPin = Method[DocumentsPinParams, Documents]{"documents.pin"}
	// DocumentsRead reads bytes of the file.
	DocumentsRead = Method[DocumentsReadParams, Part]{"documents.read"}
	// DocumentsPieces reads pieces of the text.
	DocumentsPieces = Method[DocumentsPiecesParams, Pieces]{"documents.pieces"}
	// DocumentsSearch finds places in the documents of all chats, and in those that are kept.
	DocumentsSearch = Method[DocumentsSearchParams, FoundPlaces]{"documents.search"}
	// DocumentsRemove removes a document for good.
	DocumentsRemove = Method[DocumentParams, Nothing]{"documents.remove"}
)

// DocumentsBeginParams is a file that will come.
type DocumentsBeginParams struct {
	// Upload is what the client calls it, as long as it comes.
	Upload string `json:"upload"`
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
}

// UploadParams names a file that is coming.
type UploadParams struct {
	Upload string `json:"upload"`
}

// DocumentsWriteParams is a part of a file.
type DocumentsWriteParams struct {
	Upload string `json:"upload"`
	Offset int64  `json:"offset"`
	// Data is at most 8 MiB in base64.
	Data string `json:"data"`
}

// Block is a piece of a document as a reader gives it: see package document.
type Block struct {
	Kind   string `json:"kind"`
	Level  int    `json:"level,omitempty"`
	Place  string `json:"place,omitempty"` // the kind: line, page, slide, sheet
	Number int    `json:"number,omitempty"`
	Label  string `json:"label,omitempty"`
	Text   string `json:"text"`
	Veil   string `json:"veil,omitempty"`
}

// DocumentsBlocksParams are blocks of a file, in their order.
type DocumentsBlocksParams struct {
	Upload string  `json:"upload"`
	Blocks []Block `json:"blocks"`
}

// DocumentsEndParams end a file.
type DocumentsEndParams struct {
	Upload string `json:"upload"`
	// Type, Title and Warnings are what a reader says of it.
	Type     string   `json:"type,omitempty"`
	Title    string   `json:"title,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	// Text is that of a file which is text; blocks are made of it.
	Text string `json:"text,omitempty"`
	// Kept says that it stays when no chat has it, Collection in what it is kept.
	Kept       bool   `json:"kept,omitempty"`
	Collection string `json:"collection,omitempty"`
}

// DocumentsListParams name a chat.
type DocumentsListParams struct {
	// Session is none for the documents that are kept.
	Session string `json:"session,omitempty"`
}

// Documents are those of a chat, or those that are kept.
type Documents struct {
	Documents []ChatDocument `json:"documents"`
}

// ChatDocument is a document, as a chat has it.
type ChatDocument struct {
	Document chat.Document `json:"document"`
	// Detached says that the chat no longer asks about it.
	Detached bool `json:"detached,omitempty"`
	// Pinned says that it goes along whole, if there is room.
	Pinned bool `json:"pinned,omitempty"`
}

// DocumentsAttachParams are a chat and documents.
type DocumentsAttachParams struct {
	Session   string   `json:"session"`
	Documents []string `json:"documents"`
}

// DocumentOfChatParams are a chat and one of its documents.
type DocumentOfChatParams struct {
	Session  string `json:"session"`
	Document string `json:"document"`
}

// DocumentsPinParams are a chat, one of its documents and whether that is pinned.
type DocumentsPinParams struct {
	Session  string `json:"session"`
	Document string `json:"document"`
	Pinned   bool   `json:"pinned"`
}

// DocumentParams name a document.
type DocumentParams struct {
	Document string `json:"document"`
}

// DocumentsReadParams say which bytes.
type DocumentsReadParams struct {
	Document string `json:"document"`
	Offset   int64  `json:"offset"`
	// Length is at most 8 MiB.
	Length int `json:"length"`
}

// DocumentsPiecesParams say which pieces: from one to before another, all for 0 and 0.
type DocumentsPiecesParams struct {
	Document string `json:"document"`
	From     int    `json:"from,omitempty"`
	To       int    `json:"to,omitempty"`
}

// Pieces are pieces of a document's text.
type Pieces struct {
	Document chat.Document `json:"document"`
	Pieces   []Piece       `json:"pieces"`
}

// Piece is a piece of a document's text. Veil says why its reader does not see it.
type Piece struct {
	Number  int    `json:"number"`
	Place   string `json:"place,omitempty"`
	Heading string `json:"heading,omitempty"`
	Text    string `json:"text"`
	Veil    string `json:"veil,omitempty"`
}

// DocumentsSearchParams are the words that a place has, the last of them as far as they are
// written.
type DocumentsSearchParams struct {
	Query string `json:"query"`
	// Limit is 10 if not given.
	Limit int `json:"limit,omitempty"`
}

// FoundPlaces are places in documents, the best first.
type FoundPlaces struct {
	Places []FoundPlace `json:"places"`
}

// FoundPlace is a piece of a document that matches.
type FoundPlace struct {
	Document chat.UID `json:"document"`
	Name     string   `json:"name"`
	Piece    int      `json:"piece"`
	Place    string   `json:"place,omitempty"`
	Heading  string   `json:"heading,omitempty"`
	// Session is the chat that was last used of those that have it, none if it is only kept.
	Session     string `json:"session,omitempty"`
	SessionName string `json:"sessionName,omitempty"`
	// Snippet is the text around the matches.
	Snippet []Span `json:"snippet"`
}

// Collections are numbers of documents that chats ask as a whole.
type Collections struct {
	Collections []chat.Collection `json:"collections"`
}

// CollectionParams name a collection.
type CollectionParams struct {
	Collection string `json:"collection"`
}

// DocumentsKnownParams are files that may be in a collection.
type DocumentsKnownParams struct {
	Collection string       `json:"collection"`
	Files      []FileDigest `json:"files"`
}

// FileDigest is a file's name with the SHA-256 of its bytes, in hexadecimal digits.
type FileDigest struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

// KnownFiles say of each file whether it is there.
type KnownFiles struct {
	Known []bool `json:"known"`
}
