package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
)

// Collections are those that the owner has, in the order of their names. A collection is
// there as long as it has documents.
func (s *Store) Collections(ctx context.Context) (out []chat.Collection, err error) {
	err = s.read(ctx, func() error {
		out = nil
		return s.db.Each(`SELECT json_extract(d.metadata, '$.collection') AS collection, count(*), sum(coalesce(json_extract(d.metadata, '$.tokens'), 0)), max(d.updated_at)
			FROM documents d WHERE d.user_id = ? AND d.company_id = ? AND collection <> '' GROUP BY collection ORDER BY collection`, func(st *sqlite.Stmt) error {
			out = append(out, chat.Collection{Name: st.Text(0), Documents: st.Int(1), Tokens: st.Int(2), UpdatedAt: st.Int64(3)})
			return nil
		}, s.scope.UserID, s.scope.CompanyID)
	})
	return out, err
}

// RemoveCollection removes all documents of a collection for good.
func (s *Store) RemoveCollection(ctx context.Context, name string) (count int, err error) {
	err = s.write(ctx, func() error {
		count, err = s.removeDocuments(`json_extract(d.metadata, '$.collection') = ?`, name)
		if err != nil || count == 0 {
			return err
		}
		return s.db.Tx(s.scrubNames)
	})
	return count, err
}
