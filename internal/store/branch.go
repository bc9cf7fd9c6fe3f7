package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/say"
)

// Branch copies the path to a message into a session of its own and returns it.
// The session's metadata say where it comes from: "branchOf" names the session, with
// the name it had, and the message, and how many messages were copied. Its messages are new ones: what
// is changed here changes nothing there. Turns stay where they were run.
func (s *Store) Branch(ctx context.Context, message chat.UID, now int64) (out chat.Session, err error) {
	err = s.write(ctx, func() error {
		last, err := s.message(message)
		if err != nil {
			return err
		}
		from, err := s.session(last.Session)
		if err != nil {
			return err
		}
		made := chat.Session{UID: chat.NewUID(now), Settings: from.Settings, CreatedAt: now, UpdatedAt: now, LastMessageAt: now}
		if from.Name != "" {
			made.Name, made.NamedBy = say.T("{name} (branch)", "name", from.Name), chat.NamedByUser
		}
		id, err := s.insertSession(&made)
		if err != nil {
			return err
		}
		head, count, err := s.copyPath(made.UID, id, last)
		if err != nil {
			return err
		}
		// What was attached by then goes along.
		if err := s.db.Each(`INSERT INTO active_documents (session_id, document_id, created_at, detached_at, pinned)
			SELECT ?, document_id, created_at, detached_at, pinned FROM active_documents
			WHERE session_id = (SELECT id FROM sessions WHERE uid = ?) AND created_at <= ? ORDER BY id`, nil, id, from.UID[:], last.CreatedAt); err != nil {
			return err
		}
		if err := s.db.Each(`UPDATE messages SET metadata = json_remove(metadata, '$.turn', '$.waiting') WHERE session_id = ?`, nil, id); err != nil {
			return err
		}
		if err := s.db.Each(`UPDATE sessions SET head_id = ?, message_count = ?, metadata =
			json_set(metadata, '$.branchOf', json_object('session', ?, 'name', ?, 'message', ?, 'messages', ?)) WHERE id = ?`, nil,
			head, count, from.UID.String(), from.Name, message.String(), count, id); err != nil {
			return err
		}
		out, err = s.session(made.UID)
		return err
	})
	return out, err
}

// copyPath writes the messages of the path to one again, under another session,
// and returns the key of the last and their number. Erased ones are left out.
func (s *Store) copyPath(to chat.UID, toID int64, last chat.Message) (head int64, count int, err error) {
	const part = 500
	for from := 0; from <= last.Depth; from += part {
		window, err := s.window(last.Session, last.UID, from, part)
		if err != nil {
			return 0, 0, err
		}
		for _, m := range window.Messages {
			if Erased(m) {
				continue
			}
			m.UID, m.Session, m.ExternalID = chat.NewUID(m.CreatedAt), to, ""
			if m.Status == chat.Streaming {
				m.Status = chat.Stopped
			}
			if head, err = s.insertMessage(toID, head, &m); err != nil {
				return 0, 0, err
			}
			count++
		}
	}
	return head, count, nil
}
