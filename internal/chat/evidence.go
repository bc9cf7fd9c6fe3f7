package chat

// Source is a place that an answer draws on.
type Source struct {
	// Kind is what it is, MessageSource if empty: answers kept by older versions
	// say nothing.
	Kind SourceKind `json:"kind,omitempty"`
	// Name is what the reader knows it by: a chat's name, a file's, a table's.
	Name string `json:"name"`
	// Session, Message, Role and At are those of a message.
	Session UID   `json:"session,omitzero"`
	Message UID   `json:"message,omitzero"`
	Role    Role  `json:"role,omitempty"`
	At      int64 `json:"at,omitempty"`
	// ID names a chunk, a row or an entry in its source, Place says where in the
	// source it stands, such as "page 3".
	ID    string `json:"id,omitempty"`
	Place string `json:"place,omitempty"`
	// Heading is the one that a chunk stands below.
	Heading string `json:"heading,omitempty"`
	// Number is the number it has in the answer, if that is not its place in the list.
	Number int `json:"number,omitempty"`
}

// SourceKind is what a source is.
type SourceKind string

// The kinds.
const (
	MessageSource SourceKind = "message"
	ChunkSource   SourceKind = "chunk"
	RowSource     SourceKind = "row"
	FAQSource     SourceKind = "faq"
)

// Gathered is what one source had to say to a question. It is kept with the answer
// and shown beside it.
type Gathered struct {
	// From is the gatherer's name, Label what the reader calls it.
	From  string `json:"from"`
	Label string `json:"label"`
	// Took is in milliseconds.
	Took int64 `json:"took"`
	// Problem says why there is nothing, if so.
	Problem string `json:"problem,omitempty"`
	// Aside says that the source left the question to others, and nothing else is kept
	// of it then.
	Aside string `json:"aside,omitempty"`
	// Receipt says what was done, a line each.
	Receipt []ReceiptLine `json:"receipt,omitempty"`
	Card    *Card         `json:"card,omitempty"`
	// Data is for programs, in a shape of the gatherer's own.
	Data RawJSON `json:"data,omitempty"`
}

// ReceiptLine is a line of a receipt: "Rows" and "12 of 340".
type ReceiptLine struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// Card is what the reader is shown above an answer: a text, a table, or both.
type Card struct {
	Title   string     `json:"title"`
	Text    string     `json:"text,omitempty"`
	Columns []string   `json:"columns,omitempty"`
	Rows    [][]string `json:"rows,omitempty"`
}

// Cut is evidence that did not go along whole.
type Cut struct {
	Kind PartKind  `json:"kind"`
	Why  CutReason `json:"why"`
	// Passages is how many, Tokens how many of theirs stayed out.
	Passages int `json:"passages"`
	Tokens   int `json:"tokens"`
}

// CutReason is why evidence stayed out.
type CutReason string

// The reasons.
const (
	// Repeated says that another passage has the same words.
	Repeated CutReason = "repeated"
	// Shortened says that a passage was cut at the end of a sentence.
	Shortened CutReason = "shortened"
	// NoRoom says that the budget was used up.
	NoRoom CutReason = "no_room"
)
