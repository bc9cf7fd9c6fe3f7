package store

import (
	"sync"

	"burrow/internal/chat"
	"burrow/internal/fault"
)

// Below these many bytes of free disk nothing new begins, and the user is warned.
// What stops is twice what the page keeps in reserve, so that what is under way can
// still be saved.
const (
	fewBytes = 64 << 20
	lowBytes = 200 << 20
)

// roomSeen is what clients have seen of the disk. Go's SQLite cannot see it: in a
// browser only a failed write shows that the disk is full.
type roomSeen struct {
	mu      sync.Mutex
	written chat.Room // what writes have shown
	free    int64     // bytes, 0 if nobody knows
}

// Written keeps what writes to the disk have shown, and reports whether that changes
// how much room there is.
func (s *Store) Written(room chat.Room) (changed bool) {
	return s.seen.set(func(seen *roomSeen) { seen.written = room })
}

// Free keeps how many bytes the disk has left, 0 if that is unknown, and reports
// whether that changes how much room there is.
func (s *Store) Free(bytes int64) (changed bool) {
	return s.seen.set(func(seen *roomSeen) { seen.free = bytes })
}

// Room is how much room there is for more, as far as it is known.
func (s *Store) Room() chat.Room {
	s.seen.mu.Lock()
	defer s.seen.mu.Unlock()
	return s.seen.room()
}

// NeedRoom returns an error if there is no room to begin anything new. What is under
// way may still be saved, and chats be removed.
func (s *Store) NeedRoom() error {
	switch s.Room() {
	case chat.RoomFull:
		return fault.New(fault.Unavailable, "The disk is full. Free some space, then try again.")
	case chat.RoomGone:
		return fault.New(fault.Unavailable, "The browser has deleted the history. Save a copy of what is still open before you close this page.")
	default:
		return nil
	}
}

func (r *roomSeen) set(change func(*roomSeen)) (changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.room()
	change(r)
	return r.room() != before
}

func (r *roomSeen) room() chat.Room {
	switch {
	case r.written == chat.RoomGone || r.written == chat.RoomFull:
		return r.written
	case r.free > 0 && r.free < fewBytes:
		return chat.RoomFull
	case r.free > 0 && r.free < lowBytes:
		return chat.RoomLow
	default:
		return chat.RoomAmple
	}
}
