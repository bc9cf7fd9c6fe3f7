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
// as Path does for those who look at them, took four times as long.
func (s *Store) Tail(ctx context.Context, leaf chat.UID, count int) (out []chat.Message, total int, err error) {
	if count <= 0 || count > maxWindow {
		return nil, 0, fault.New(fault.Invalid, "Between 1 and %d messages can be read at once.", maxWindow)
	}
	err = s.read(ctx, func() error {
		out, total = nil, 0
		id, _, err := s.messageID(leaf)
		if err != nil {
			return err
		}
		return s.db.Each(`WITH RECURSIVE path (id, parent_id, n) AS (
				SELECT id, parent_id, 1 FROM messages WHERE id = ?
				UNION ALL SELECT m.id, m.parent_id, n + 1 FROM path JOIN messages m ON m.id = path.parent_id WHERE n < ?
			)
			SELECT m.uid, m.depth, m.role, m.content, m.status, m.updated_at, m.token_count, m.encoding
			FROM path CROSS JOIN messages m ON m.id = path.id`,
			func(st *sqlite.Stmt) error {
				out = append(out, chat.Message{UID: uidAt(st, 0), Depth: st.Int(1), Role: chat.Role(st.Text(2)), Content: st.Text(3),
					Status: chat.Status(st.Text(4)), UpdatedAt: st.Int64(5), Tokens: st.Int(6), Encoding: st.Text(7)})
				return nil
			}, id, count)
	})
	if len(out) > 0 {
		total = out[0].Depth + 1
	}
	slices.Reverse(out)
	return out, total, err
}
