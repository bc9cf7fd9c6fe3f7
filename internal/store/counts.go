package store

import (
	"context"

	"burrow/internal/sqlite"
)

// Counts is how much there is.
type Counts struct {
	Sessions, Messages int
	// Bytes is the size of the database.
	Bytes int64
}

// Counts counts the sessions that are not in the bin, and their messages.
func (s *Store) Counts(ctx context.Context) (out Counts, err error) {
	err = s.read(ctx, func() error {
		err := s.db.Each(`SELECT count(*), ifnull(sum(message_count), 0) FROM sessions WHERE user_id = ? AND company_id = ? AND deleted_at IS NULL`,
			func(st *sqlite.Stmt) error { out.Sessions, out.Messages = st.Int(0), st.Int(1); return nil }, s.scope.UserID, s.scope.CompanyID)
		if err != nil {
			return err
		}
		out.Bytes, err = s.db.Int(`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`)
		return err
	})
	return out, err
}
