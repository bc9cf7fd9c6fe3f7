package store

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/sqlite"
)

// DocumentHit is a place in a document that a search over all chats found.
type DocumentHit struct {
	ChunkHit
	// Session is the chat that was last used of those that have the document, zero if it is
	// kept without one.
	Session     chat.UID
	SessionName string
}

// SearchDocuments finds the chunks that have all words of a query, as they are or as the
// beginning of a word, in the documents of chats and in those that are kept. The best come
// first, at most three of a document.
func (s *Store) SearchDocuments(ctx context.Context, query string, limit int) (out []DocumentHit, err error) {
	var terms []string
	for _, t := range QueryStems(query) {
		if term := `"` + t + `"`; len(t) > 2 {
			terms = append(terms, term+` *`)
		} else {
			terms = append(terms, term)
		}
	}
	if len(terms) == 0 {
		return nil, nil
	}
	limit = max(1, min(limit, 100))
	phrases := snippetPhrases(query)
	match := `place : (` + ownerTerm(s.scope) + `) AND {title heading text} : (` + strings.Join(terms, ` AND `) + `)`
	err = s.snapshot(ctx, func() error {
		out = nil
		ofDocument := map[chat.UID]int{}
		// Deleted chats still have their documents. Only the best are read whole.
		return s.db.Each(`SELECT d.uid, d.name, coalesce(json_extract(d.metadata, '$.title'), ''), c.sequence, c.place, c.heading, c.content, -b.score, s.uid, s.name
			FROM (SELECT f.rowid AS id, bm25(chunks_fts, 0.5, 0.5, 1.0, 0.0) AS score FROM chunks_fts f WHERE chunks_fts MATCH ? ORDER BY score LIMIT ?) AS b
			CROSS JOIN chunks c ON c.id = b.id CROSS JOIN documents d ON d.id = c.document_id
			LEFT JOIN sessions s ON s.id = (SELECT t.id FROM active_documents a JOIN sessions t ON t.id = a.session_id
				WHERE a.document_id = d.id AND t.deleted_at IS NULL ORDER BY t.last_message_at DESC LIMIT 1)
			WHERE d.user_id = ? AND d.company_id = ? AND (s.id IS NOT NULL OR json_extract(d.metadata, '$.kept')) ORDER BY b.score`, func(st *sqlite.Stmt) error {
			uid, text := uidAt(st, 0), st.Text(6)
			if ofDocument[uid]++; ofDocument[uid] > 3 || len(out) == limit {
				return nil
			}
			hit := DocumentHit{ChunkHit: ChunkHit{uid, st.Text(1), st.Text(2), DocumentChunk{st.Int(3), st.Text(4), st.Text(5), text, document.Seen}, st.Float(7), snippet(text, phrases)}}
			if st.Type(8) != sqlite.Null {
				hit.Session, hit.SessionName = uidAt(st, 8), st.Text(9)
			}
			out = append(out, hit)
			return nil
		}, match, 10*limit, s.scope.UserID, s.scope.CompanyID)
	})
	return out, err
}
