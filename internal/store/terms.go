package store

import (
	"hash/fnv"
	"strconv"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
)

// The index has a row for every message that is not streaming: its terms, and in
// the column place one term for its session and one for its owner, so that a
// search inside one of these does not visit the others. The table keeps no text
// of its own, so taking a row out means giving it the same terms again.

func sessionTerm(sessionID int64) string { return "s" + strconv.FormatInt(sessionID, 10) }

func ownerTerm(owner Scope) string {
	h := fnv.New64a()
	h.Write([]byte(owner.UserID + "\x00" + owner.CompanyID))
	return "o" + strconv.FormatUint(h.Sum64(), 36)
}

func placeTerms(sessionID int64, owner Scope) string {
	return sessionTerm(sessionID) + " " + ownerTerm(owner)
}

func (s *Store) index(id, sessionID int64, owner Scope, content string) error {
	terms, _ := indexText(content)
	return s.db.Each(`INSERT INTO messages_fts (rowid, text, place) VALUES (?, ?, ?)`, nil, id, terms, placeTerms(sessionID, owner))
}

func (s *Store) unindex(id, sessionID int64, owner Scope, content string) error {
	terms, _ := indexText(content)
	return s.db.Each(`INSERT INTO messages_fts (messages_fts, rowid, text, place) VALUES ('delete', ?, ?, ?)`, nil,
		id, terms, placeTerms(sessionID, owner))
}

// reindexMessage brings the index in step with a change.
func (s *Store) reindexMessage(id, sessionID int64, old, changed chat.Message) error {
	was, is := old.Status != chat.Streaming, changed.Status != chat.Streaming
	if was == is && old.Content == changed.Content {
		return nil
	}
	if was {
		if err := s.unindex(id, sessionID, s.scope, old.Content); err != nil {
			return err
		}
		if err := s.db.Each(`DELETE FROM vectors WHERE message_id = ?`, nil, id); err != nil {
			return err
		}
	}
	if is {
		return s.index(id, sessionID, s.scope, changed.Content)
	}
	return nil
}

// unindexSession takes all messages of a session out of the index.
func (s *Store) unindexSession(sessionID int64) error {
	return s.db.Each(`SELECT id, content FROM messages WHERE session_id = ? AND status <> 'streaming'`, func(st *sqlite.Stmt) error {
		return s.unindex(st.Int64(0), sessionID, s.scope, st.Text(1))
	}, sessionID)
}

// reindex writes the whole index anew, for all owners.
func (s *Store) reindex() error {
	if err := s.emptyIndex(); err != nil {
		return err
	}
	if err := s.indexChunks(); err != nil {
		return err
	}
	err := s.db.Each(`SELECT m.id, m.session_id, s.user_id, s.company_id, m.content FROM messages m JOIN sessions s ON s.id = m.session_id
		WHERE m.status <> 'streaming' ORDER BY m.id`, func(st *sqlite.Stmt) error {
		return s.index(st.Int64(0), st.Int64(1), Scope{st.Text(2), st.Text(3)}, st.Text(4))
	})
	if err != nil {
		return err
	}
	return s.db.Each(`INSERT INTO meta (key, value) VALUES ('index', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, nil, indexVersion)
}

// emptyIndex makes the tables of both indexes anew, which works whatever became of
// them.
func (s *Store) emptyIndex() error {
	statements := append([]string{`DROP TABLE IF EXISTS messages_fts`, `DROP TABLE IF EXISTS chunks_fts`}, messagesIndex...)
	for _, statement := range append(statements, chunksIndex...) {
		if err := s.db.Exec(statement); err != nil {
			return err
		}
	}
	return nil
}
