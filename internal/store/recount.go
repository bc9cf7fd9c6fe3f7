package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
)

// recountedAtOnce is how many messages are counted between two transactions.
const recountedAtOnce = 200

// Recount counts the messages of a session that were counted in another encoding,
// and returns their number. It can be stopped and called again. Counts are derived:
// they change neither time nor revision.
func (s *Store) Recount(ctx context.Context, session chat.UID, encoding string, count func(role, content string) int) (total int, err error) {
	type stale struct {
		id, revision  int64
		role, content string
		tokens        int
	}
	for after := int64(0); ; {
		var batch []stale
		err := s.read(ctx, func() error {
			id, err := s.sessionID(session)
			if err != nil {
				return err
			}
			return s.db.Each(`SELECT id, revision, role, content FROM messages WHERE session_id = ? AND id > ? AND encoding <> ? ORDER BY id LIMIT ?`,
				func(st *sqlite.Stmt) error {
					batch = append(batch, stale{id: st.Int64(0), revision: st.Int64(1), role: st.Text(2), content: st.Text(3)})
					return nil
				}, id, after, encoding, recountedAtOnce)
		})
		if err != nil || len(batch) == 0 {
			return total, err
		}
		for i := range batch {
			batch[i].tokens = count(batch[i].role, batch[i].content)
		}
		err = s.write(ctx, func() error {
			s.touch(session, true)
			for _, m := range batch {
				// Not if it was changed while it was counted.
				if err := s.db.Each(`UPDATE messages SET token_count = ?, encoding = ? WHERE id = ? AND revision = ?`, nil,
					m.tokens, encoding, m.id, m.revision); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return total, err
		}
		total += len(batch)
		after = batch[len(batch)-1].id
	}
}
