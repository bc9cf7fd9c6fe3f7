package chat

// Room is how much room the disk has for more.
type Room string

// From much to none.
const (
	RoomAmple Room = ""
	// RoomLow is enough for now.
	RoomLow Room = "low"
	// RoomFull begins nothing new.
	RoomFull Room = "full"
	// RoomGone is too late: the browser has deleted the files. What is still open can
	// be copied.
	RoomGone Room = "gone"
)
