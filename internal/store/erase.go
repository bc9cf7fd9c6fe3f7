package store

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
)

// erased are the metadata of a message whose text was removed.
const erased = `{"deleted":true}`

// Erased reports whether the text of a message was removed.
func Erased(m chat.Message) bool {
	return m.Content == "" && strings.Contains(string(m.Metadata), `"deleted":true`)
}

// Erase removes the text of a message for good: its content and metadata, its search
// terms, what was learnt from it, and what the turns around it keep to go on with.
// An empty message stays in its place, so that those that follow it keep theirs; it
// goes along with no question. Summaries that stand for it stay as they are. If the
// path that is shown ends with it, another version takes its place.
func (s *Store) Erase(ctx context.Context, uid chat.UID, now int64) (out chat.Message, err error) {
	err = s.write(ctx, func() error {
		old, err := s.message(uid)
		if err != nil {
			return err
		}
		if old.Status == chat.Streaming {
			return fault.New(fault.Conflict, "This answer is still being written.")
		}
		id, sessionID, err := s.messageID(uid)
		if err != nil {
			return err
		}
		empty := old
		empty.Content, empty.Status, empty.Metadata = "", chat.Complete, chat.RawJSON(erased)
		for _, step := range []struct {
			sql  string
			args []any
		}{
			{`UPDATE messages SET content = '', status = 'complete', token_count = 0, pinned = 0, metadata = ?, tombstone = 1,
				updated_at = max(updated_at + 1, ?), device = ?, revision = revision + 1 WHERE id = ?`, []any{erased, now, s.device, id}},
			{`DELETE FROM entities WHERE message_id = ?`, []any{id}},
			{`DELETE FROM checkpoint_writes WHERE checkpoint_id IN (SELECT id FROM checkpoints WHERE session_id = ? AND namespace IN
				(SELECT namespace FROM checkpoints WHERE session_id = ? AND instr(state, ?) > 0))`, []any{sessionID, sessionID, uid.String()}},
		} {
			if err := s.db.Each(step.sql, nil, step.args...); err != nil {
				return err
			}
		}
		s.touch(old.Session, true)
		if err := s.reindexMessage(id, sessionID, old, empty); err != nil {
			return err
		}
		if err := s.leaveErased(old.Session, sessionID, now); err != nil {
			return err
		}
		out, err = s.message(uid)
		return err
	})
	return out, err
}
