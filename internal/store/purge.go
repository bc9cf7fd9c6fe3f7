package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
)

// Purge removes a session for good: its messages, summaries, checkpoints,
// entities, receipts, pseudonyms, outbox, search terms, and the answers kept by
// Once. What they held is overwritten in the file, and the log is emptied.
func (s *Store) Purge(ctx context.Context, uid chat.UID) error {
	return s.write(ctx, func() error {
		id, err := s.sessionID(uid)
		if err != nil {
			return err
		}
		if err := s.purge(id, uid); err != nil {
			return err
		}
		return s.db.Tx(s.scrubNames)
	})
}

// PurgeExpired removes the sessions that have been in the bin for BinDays, and
// returns how many there were. Documents that nothing uses go too.
func (s *Store) PurgeExpired(ctx context.Context, now int64) (count int, err error) {
	err = s.write(ctx, func() error {
		type expired struct {
			id  int64
			uid chat.UID
		}
		var all []expired
		const day = 24 * 60 * 60 * 1000
		err := s.db.Each(`SELECT id, uid FROM sessions WHERE user_id = ? AND company_id = ? AND deleted_at <= ?`,
			func(st *sqlite.Stmt) error { all = append(all, expired{st.Int64(0), uidAt(st, 1)}); return nil },
			s.scope.UserID, s.scope.CompanyID, now-BinDays*day)
		if err != nil {
			return err
		}
		for _, e := range all {
			if err := s.purge(e.id, e.uid); err != nil {
				return err
			}
		}
		documents, err := s.removeUnused(now)
		if err != nil {
			return err
		}
		if count = len(all); count+documents == 0 {
			return nil
		}
		return s.db.Tx(s.scrubNames)
	})
	return count, err
}

// purge removes a session inside a transaction. scrubNames follows, in a savepoint
// of its own: FTS5 writes its changes out when one begins.
func (s *Store) purge(id int64, uid chat.UID) error {
	if err := s.unindexSession(id); err != nil {
		return err
	}
	documents, err := s.keys(`SELECT document_id FROM active_documents WHERE session_id = ?`, id)
	if err != nil {
		return err
	}
	// All other tables follow by their foreign keys.
	if err := s.db.Each(`DELETE FROM sessions WHERE id = ?`, nil, id); err != nil {
		return err
	}
	for _, document := range documents {
		if _, err := s.removeDocuments(unused+` AND d.id = ?`, document); err != nil {
			return err
		}
	}
	// The keys stay, so that a resent write is still not applied.
	if err := s.db.Each(`UPDATE requests SET result = NULL, sessions = x'' WHERE instr(sessions, ?) > 0`, nil, uid[:]); err != nil {
		return err
	}
	s.scrub = true
	s.touch(uid, true)
	return nil
}
