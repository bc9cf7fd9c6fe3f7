package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// Setting returns the JSON value kept under a key, nil if there is none.
func (s *Store) Setting(ctx context.Context, key string) (value chat.RawJSON, err error) {
	err = s.read(ctx, func() error {
		value = nil
		return s.db.Each(`SELECT value FROM settings WHERE user_id = ? AND company_id = ? AND key = ?`,
			func(st *sqlite.Stmt) error { value = chat.RawJSON(st.Text(0)); return nil }, s.scope.UserID, s.scope.CompanyID, key)
	})
	return value, err
}

// SetSetting keeps a JSON value under a key. A nil value removes it.
func (s *Store) SetSetting(ctx context.Context, key string, value chat.RawJSON, now int64) error {
	if key == "" || len(key) > maxKey || valid(key) != key {
		return fault.New(fault.Invalid, "A setting's name must have 1 to {most} bytes.", "most", maxKey)
	}
	if len(value) > maxJSON {
		return fault.New(fault.TooLarge, "A setting can have at most {most} MiB.", "most", maxJSON>>20)
	}
	if value != nil && !json.Valid(string(value)) {
		return fault.New(fault.Invalid, "A setting's value must be JSON.")
	}
	return s.write(ctx, func() error {
		s.pending.Settings = true
		if value == nil {
			return s.db.Each(`DELETE FROM settings WHERE user_id = ? AND company_id = ? AND key = ?`, nil, s.scope.UserID, s.scope.CompanyID, key)
		}
		return s.db.Each(`INSERT INTO settings (user_id, company_id, key, updated_at, value) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (user_id, company_id, key) DO UPDATE SET value = excluded.value, updated_at = max(updated_at + 1, excluded.updated_at)`, nil,
			s.scope.UserID, s.scope.CompanyID, key, now, valid(string(value)))
	})
}

// Settings returns all values by their keys.
func (s *Store) Settings(ctx context.Context) (values map[string]chat.RawJSON, err error) {
	err = s.read(ctx, func() error {
		values = map[string]chat.RawJSON{}
		return s.db.Each(`SELECT key, value FROM settings WHERE user_id = ? AND company_id = ?`,
			func(st *sqlite.Stmt) error { values[st.Text(0)] = chat.RawJSON(st.Text(1)); return nil }, s.scope.UserID, s.scope.CompanyID)
	})
	return values, err
}
