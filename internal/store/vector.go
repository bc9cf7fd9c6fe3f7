package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
)

// Vectors say what messages mean, so that they are found in other words. They are made
// by an encoder while nobody waits, go when the message's text does, and are in no
// export: whoever has an encoder makes them again.

// Vector is what an encoder made of a message.
type Vector struct {
	_ [0]func() // not to be compared
	// ID grows with time: a later one was kept later.
	ID      int64
	Message chat.UID
	Depth   int
	// UpdatedAt is the message's when it was read. If it has changed since, the vector
	// is of another text and is not kept.
	UpdatedAt int64
	// Each number is that of the vector divided by Scale, a signed byte.
	Scale   float32
	Numbers []byte
}

// Vectors returns what an encoder made of a session's messages, kept after the vector
// of this ID, in the order in which they were kept.
func (s *Store) Vectors(ctx context.Context, session chat.UID, encoder string, after int64) (out []*Vector, err error) {
	err = s.read(ctx, func() error {
		out = nil
		return s.db.Each(`SELECT v.id, m.uid, m.depth, v.scale, v.numbers FROM vectors v JOIN messages m ON m.id = v.message_id
			JOIN sessions s ON s.id = m.session_id
			WHERE s.uid = ? AND s.user_id = ? AND s.company_id = ? AND v.encoder = ? AND v.id > ? ORDER BY v.id`,
			func(st *sqlite.Stmt) error {
				out = append(out, &Vector{ID: st.Int64(0), Message: uidAt(st, 1), Depth: st.Int(2), Scale: float32(st.Float(3)), Numbers: st.Bytes(4)})
				return nil
			}, session[:], s.scope.UserID, s.scope.CompanyID, encoder, after)
	})
	return out, err
}

// toRead are the messages that an encoder reads, with what it made of them; unread are
// those it has still to read.
const (
	toRead = ` FROM messages m JOIN sessions s ON s.id = m.session_id LEFT JOIN vectors v ON v.message_id = m.id AND v.encoder = ?
	WHERE s.user_id = ? AND s.company_id = ? AND s.deleted_at IS NULL
	AND m.role IN ('user', 'assistant') AND m.status <> 'streaming' AND m.content <> ''`
	unread = toRead + ` AND v.id IS NULL`
)

// Unread returns the texts of messages that an encoder has not read, the newest first,
// and their vectors, still without numbers: of one session, or of all that are not in
// the bin.
func (s *Store) Unread(ctx context.Context, session chat.UID, encoder string, limit int) (of []*Vector, texts []string, err error) {
	where := ` AND s.uid = ?`
	if session.IsZero() {
		where = ` AND ? IS NOT NULL`
	}
	err = s.read(ctx, func() error {
		of, texts = nil, nil
		return s.db.Each(`SELECT m.uid, m.updated_at, m.content`+unread+where+` ORDER BY m.id DESC LIMIT ?`, func(st *sqlite.Stmt) error {
			of, texts = append(of, &Vector{Message: uidAt(st, 0), UpdatedAt: st.Int64(1)}), append(texts, st.Text(2))
			return nil
		}, encoder, s.scope.UserID, s.scope.CompanyID, session[:], limit)
	})
	return of, texts, err
}

// CountRead says how many messages an encoder has read, and how many there are for it, in
// all sessions.
func (s *Store) CountRead(ctx context.Context, encoder string) (read, total int, err error) {
	err = s.read(ctx, func() error {
		return s.db.Each(`SELECT count(v.id), count(*)`+toRead, func(st *sqlite.Stmt) error {
			read, total = st.Int(0), st.Int(1)
			return nil
		}, encoder, s.scope.UserID, s.scope.CompanyID)
	})
	return read, total, err
}

// DropVectors forgets what encoders made of messages.
func (s *Store) DropVectors(ctx context.Context) error {
	return s.write(ctx, func() error {
		return s.db.Each(`DELETE FROM vectors WHERE message_id IN
			(SELECT m.id FROM messages m JOIN sessions s ON s.id = m.session_id WHERE s.user_id = ? AND s.company_id = ?)`, nil, s.scope.UserID, s.scope.CompanyID)
	})
}

// KeepVectors keeps what an encoder made of messages, in place of what another one did.
// Messages that are gone or have changed are left out.
func (s *Store) KeepVectors(ctx context.Context, encoder string, all []*Vector) error {
	return s.write(ctx, func() error {
		for _, v := range all {
			if err := s.db.Each(`INSERT OR REPLACE INTO vectors (message_id, encoder, scale, numbers)
				SELECT m.id, ?, ?, ? FROM messages m JOIN sessions s ON s.id = m.session_id
				WHERE m.uid = ? AND m.updated_at = ? AND s.user_id = ? AND s.company_id = ?`, nil,
				valid(encoder), float64(v.Scale), v.Numbers, v.Message[:], v.UpdatedAt, s.scope.UserID, s.scope.CompanyID); err != nil {
				return err
			}
		}
		return nil
	})
}
