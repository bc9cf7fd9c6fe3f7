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
	// Kept says that it stays when no chat has it any more.
	Kept bool
	// Warnings are sentences that say what could not be read, or is hidden in it.
	Warnings []string
}
