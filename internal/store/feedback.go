package store

import (
	"context"
	"strings"
	"unicode/utf8"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
)

// maxReasonRunes is the length of the longest reason for a rating.
const maxReasonRunes = 500

// Rate keeps the reader's rating of an answer in its metadata, which go wherever
// the message goes; nil removes it. Other metadata stay.
func (s *Store) Rate(ctx context.Context, uid chat.UID, feedback *chat.Feedback, now int64) (out chat.Message, err error) {
	set, kept := `json_remove(metadata, ?)`, "$.feedback"
	if feedback != nil {
		clean := chat.Feedback{Up: feedback.Up, Reason: strings.TrimSpace(oneLine(valid(feedback.Reason)))}
		if utf8.RuneCountInString(clean.Reason) > maxReasonRunes {
			return out, fault.New(fault.TooLarge, "A reason can have at most {most} characters.", "most", maxReasonRunes)
		}
		text, err := json.Append(nil, clean)
		if err != nil {
			return out, err
		}
		set, kept = `json_set(metadata, '$.feedback', json(?))`, string(text)
	}
	err = s.write(ctx, func() error {
		if out, err = s.message(uid); err != nil {
			return err
		}
		if out.Role != chat.Assistant {
			return fault.New(fault.Invalid, "Only answers can be rated.")
		}
		if out.Status == chat.Streaming {
			// Its metadata are overwritten until it has ended.
			return fault.New(fault.Conflict, "This answer is still being written.")
		}
		if err := s.db.Each(`UPDATE messages SET metadata = `+set+`, updated_at = max(updated_at + 1, ?), device = ?, revision = revision + 1
			WHERE uid = ?`, nil, kept, now, s.device, uid[:]); err != nil {
			return err
		}
		s.touch(out.Session, true)
		out, err = s.message(uid)
		return err
	})
	return out, err
}
