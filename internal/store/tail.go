package store

import (
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

// Tail returns the last messages of the path to leaf, at most count, and how many
// messages the path has: what goes into a prompt. Of the messages it reads UID,
// Depth, Role, Content, Status, UpdatedAt, Tokens and Encoding; reading the rest,
// as Path does for those who look at them, takes several times as long.
func (s *Store) Tail(ctx context.Context, leaf chat.UID, count int) (out []chat.Message, total int, err error) {
	if count <= 0 || count > maxWindow {
		return nil, 0, fault.New(fault.Invalid, "Between 1 and %d messages can be read at once.", maxWindow)
	}
	err = s.read(ctx, func() error {
		out, total = nil, 0
		next, sessionID, err := s.messageID(leaf)
		if err != nil {
			return err
		}
		depth, err := s.db.Int(`SELECT depth FROM messages WHERE id = ?`, next)
		if err != nil {
			return err
		}
		total = int(depth) + 1
		// One walk along the index of depths instead of a search for each parent.
		// What is of another branch is passed by, and its text not read.
		err = s.db.Each(`SELECT id, parent_id, uid, depth, role, content, status, updated_at, token_count, encoding FROM messages
			WHERE session_id = ? AND depth <= ? AND depth > ? ORDER BY depth DESC`,
			func(st *sqlite.Stmt) error {
				if st.Int64(0) != next {
					return nil
				}
				next = st.Int64(1)
				out = append(out, chat.Message{UID: uidAt(st, 2), Depth: st.Int(3), Role: chat.Role(st.Text(4)), Content: st.Text(5),
					Status: chat.Status(st.Text(6)), UpdatedAt: st.Int64(7), Tokens: st.Int(8), Encoding: st.Text(9)})
				return nil
			}, sessionID, depth, depth-int64(count))
		return err
	})
	slices.Reverse(out)
	return out, total, err
}
