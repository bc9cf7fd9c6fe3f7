package store

import (
	"context"
	"io"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// exportedAtOnce is how many messages are read before they are written out. The
// database is free in between.
const exportedAtOnce = 200

// Export writes sessions as JSON lines, one a message: all that are not in the
// bin, or the given ones. An import into an empty store and another export give
// the same bytes.
func (s *Store) Export(ctx context.Context, w io.Writer, sessions ...chat.UID) error {
	if len(sessions) == 0 {
		err := s.read(ctx, func() error {
			return s.db.Each(`SELECT uid FROM sessions WHERE user_id = ? AND company_id = ? AND deleted_at IS NULL ORDER BY id`,
				func(st *sqlite.Stmt) error { sessions = append(sessions, uidAt(st, 0)); return nil }, s.scope.UserID, s.scope.CompanyID)
		})
		if err != nil {
			return err
		}
	}
	for _, uid := range sessions {
		if err := s.exportSession(ctx, w, uid); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) exportSession(ctx context.Context, w io.Writer, uid chat.UID) error {
	var info *sessionLine
	var id int64
	name := uid.String()
	err := s.snapshot(ctx, func() error {
		session, err := s.session(uid)
		if err != nil {
			return err
		}
		info = about(session)
		if id, err = s.sessionID(uid); err != nil {
			return err
		}
		info.Summaries, err = s.summaryLines(id)
		return err
	})
	if err != nil {
		return err
	}
	for after := int64(0); ; {
		var messages []chat.Message
		if err := s.snapshot(ctx, func() error {
			messages, after, err = s.exported(id, after)
			return err
		}); err != nil {
			return err
		}
		for _, m := range messages {
			l := lineOf(name, m)
			l.About, info = info, nil
			if err := writeLine(w, l); err != nil {
				return err
			}
		}
		if len(messages) < exportedAtOnce {
			break
		}
	}
	if info != nil {
		return writeLine(w, line{Session: &name, About: info})
	}
	return nil
}

func writeLine(w io.Writer, l line) error {
	text, err := json.Append(nil, l)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// exported reads the messages of a session behind a key, in the order they were
// written, which puts parents first.
func (s *Store) exported(sessionID, after int64) (out []chat.Message, last int64, err error) {
	last = after
	err = s.db.Each(`SELECT `+messageColumns+`, m.id, m.id IN (SELECT message_id FROM summarized_messages WHERE session_id = ?1)
		FROM messages m JOIN sessions s ON s.id = m.session_id WHERE m.session_id = ?1 AND m.id > ?2 ORDER BY m.id LIMIT ?3`,
		func(st *sqlite.Stmt) error {
			m := scanMessage(st)
			last, m.Summarized = st.Int64(14), st.Bool(15)
			out = append(out, m)
			return nil
		}, sessionID, after, exportedAtOnce)
	return out, last, err
}

func (s *Store) summaryLines(sessionID int64) (out []summaryLine, err error) {
	err = s.db.Each(`SELECT u.uid, u.level, a.uid, b.uid, u.tokens_before, u.tokens_after, u.encoding, u.made_by,
		u.created_at, u.updated_at, u.undone_at, u.summary
		FROM session_summaries u JOIN messages a ON a.id = u.from_id JOIN messages b ON b.id = u.to_id
		WHERE u.session_id = ? AND u.tombstone = 0 ORDER BY u.id`, func(st *sqlite.Stmt) error {
		out = append(out, summaryLine{
			UID: uidAt(st, 0), Level: st.Int(1), From: uidAt(st, 2), To: uidAt(st, 3), TokensBefore: st.Int(4), TokensAfter: st.Int(5),
			Encoding: st.Text(6), MadeBy: st.Text(7), CreatedAt: stamp(st.Int64(8)), UpdatedAt: stamp(st.Int64(9)), UndoneAt: stamp(st.Int64(10)),
			Summary: chat.RawJSON(st.Text(11)),
		})
		return nil
	}, sessionID)
	return out, err
}
