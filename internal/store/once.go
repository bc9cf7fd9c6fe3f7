package store

import (
	"context"

	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

const (
	// keptRequests and keptRequestDays bound how many answers are kept. A
	// page sends a write again within seconds.
	keptRequests    = 10_000
	keptRequestDays = 7
	maxKey          = 200
)

// Once runs f and keeps its answer under the key, both in one transaction. A
// second call with the key gets that answer without running f. An error of f
// undoes what f wrote and is not kept.
//
// f must use the context it is given for its calls to the store, must return the
// error of one that writes, and must not hand the context to another goroutine. An
// empty key runs f every time.
func (s *Store) Once(ctx context.Context, key string, now int64, f func(context.Context) ([]byte, error)) (result []byte, replayed bool, err error) {
	if len(key) > maxKey {
		return nil, false, fault.New(fault.Invalid, "The key of a write can have at most {most} bytes.", "most", maxKey)
	}
	err = s.write(ctx, func() error {
		result, replayed = nil, false
		if key != "" {
			if result, replayed, err = s.answer(key); err != nil || replayed {
				return err
			}
		}
		result, err = f(context.WithValue(ctx, insideKey{}, s.shared))
		if err != nil || key == "" {
			return err
		}
		return s.keepAnswer(key, result, now)
	})
	if err != nil {
		return nil, false, err
	}
	return result, replayed, nil
}

func (s *Store) answer(key string) (result []byte, found bool, err error) {
	gone := false
	err = s.db.Each(`SELECT result FROM requests WHERE user_id = ? AND company_id = ? AND key = ?`, func(st *sqlite.Stmt) error {
		found, gone = true, st.Type(0) == sqlite.Null
		result = st.Bytes(0)
		return nil
	}, s.scope.UserID, s.scope.CompanyID, key)
	if err == nil && gone {
		err = fault.New(fault.NotFound, "This was already done, and the chat has been deleted since.")
	}
	return result, found, err
}

func (s *Store) keepAnswer(key string, result []byte, now int64) error {
	sessions := []byte{}
	for _, u := range s.pending.Sessions {
		sessions = append(sessions, u[:]...)
	}
	if result == nil {
		result = []byte{}
	}
	if err := s.db.Each(`INSERT INTO requests (user_id, company_id, key, created_at, sessions, result) VALUES (?, ?, ?, ?, ?, ?)`, nil,
		s.scope.UserID, s.scope.CompanyID, key, now, sessions, result); err != nil {
		return err
	}
	const day = 24 * 60 * 60 * 1000
	newest := s.db.LastID()
	return s.db.Each(`DELETE FROM requests WHERE id <= ? OR id < ? AND created_at < ?`, nil, newest-keptRequests, newest, now-keptRequestDays*day)
}
