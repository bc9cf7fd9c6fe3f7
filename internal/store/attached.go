package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
)

// A chat has the documents that it was given. Those that were taken away again are not
// asked about, but can still be opened from the message that they came with.

// AttachedDocument is a document of a chat.
type AttachedDocument struct {
	chat.Document
	// Active says that it is asked about.
	Active bool
	// Pinned says that it goes along whole, if there is room.
	Pinned bool
}

// Attach gives a chat documents, or gives them back. Those that are here already stay
// where they are.
func (s *Store) Attach(ctx context.Context, session chat.UID, documents []chat.UID, now int64) error {
	return s.write(ctx, func() error {
		id, err := s.sessionID(session)
		if err != nil {
			return err
		}
		for _, uid := range documents {
			row, err := s.findDocument(uid)
			if err != nil {
				return err
			}
			if err := s.db.Each(`INSERT INTO active_documents (session_id, document_id, created_at) VALUES (?, ?, ?)
				ON CONFLICT (session_id, document_id) DO UPDATE SET detached_at = NULL`, nil, id, row.id, now); err != nil {
				return err
			}
		}
		s.touch(session, false)
		s.pending.Documents = true
		return nil
	})
}

// Detach has a chat no longer ask about a document.
func (s *Store) Detach(ctx context.Context, session, document chat.UID, now int64) error {
	return s.setAttached(ctx, session, document, `detached_at = coalesce(detached_at, ?)`, now)
}

// PinDocument has a document go along whole, or by passages.
func (s *Store) PinDocument(ctx context.Context, session, document chat.UID, pinned bool) error {
	return s.setAttached(ctx, session, document, `pinned = ?`, pinned)
}

func (s *Store) setAttached(ctx context.Context, session, document chat.UID, set string, value any) error {
	return s.write(ctx, func() error {
		id, err := s.sessionID(session)
		if err != nil {
			return err
		}
		row, err := s.findDocument(document)
		if err != nil {
			return err
		}
		s.touch(session, false)
		s.pending.Documents = true
		return s.db.Each(`UPDATE active_documents SET `+set+` WHERE session_id = ? AND document_id = ?`, nil, value, id, row.id)
	})
}

// Attached are the documents of a chat, in the order in which it was given them.
func (s *Store) Attached(ctx context.Context, session chat.UID) (out []AttachedDocument, err error) {
	err = s.read(ctx, func() error {
		id, err := s.sessionID(session)
		if err != nil {
			return err
		}
		out = nil
		return s.db.Each(`SELECT `+documentColumns+`, a.detached_at IS NULL, a.pinned FROM active_documents a JOIN documents d ON d.id = a.document_id
			WHERE a.session_id = ? ORDER BY a.id`, func(st *sqlite.Stmt) error {
			out = append(out, AttachedDocument{scanDocument(st), st.Bool(13), st.Bool(14)})
			return nil
		}, id)
	})
	return out, err
}
