package store

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

// BinDays is how long a deleted session can be restored.
const BinDays = 30

const (
	maxNameRunes = 200
	// MaxDraft is the most bytes that a draft has.
	MaxDraft = 1 << 20
)

// Create makes an empty session. A zero UID gets a new one; of the other fields
// Name, NamedBy, ExternalID, Pinned, Archived, Settings and Metadata count.
func (s *Store) Create(ctx context.Context, in chat.Session, now int64) (out chat.Session, err error) {
	if in.UID.IsZero() {
		in.UID = chat.NewUID(now)
	}
	in.CreatedAt, in.UpdatedAt, in.LastMessageAt, in.DeletedAt = now, now, now, 0
	err = s.write(ctx, func() error {
		if _, err := s.insertSession(&in); err != nil {
			return err
		}
		out, err = s.session(in.UID)
		return err
	})
	return out, err
}

// insertSession writes a new row. Counts and the head follow with the messages.
func (s *Store) insertSession(in *chat.Session) (id int64, err error) {
	if !in.NamedBy.Known() {
		return 0, errNamer
	}
	settings, metadata, err := objects(*in)
	if err != nil {
		return 0, err
	}
	err = s.db.Each(`INSERT INTO sessions (uid, user_id, company_id, external_id, created_at, updated_at, last_message_at,
		pinned, archived, deleted_at, device, named_by, name, draft, settings, metadata)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, nil,
		in.UID[:], s.scope.UserID, s.scope.CompanyID, orNull(in.ExternalID), in.CreatedAt, in.UpdatedAt, in.LastMessageAt,
		in.Pinned, in.Archived, timeOrNull(in.DeletedAt), s.device, string(in.NamedBy), CleanName(in.Name), valid(in.Draft), settings, metadata)
	if taken(err) {
		return 0, fault.Wrap(err, fault.Conflict, "A chat with that name already exists.")
	}
	if err != nil {
		return 0, err
	}
	s.touch(in.UID, false)
	return s.db.LastID(), nil
}

const sessionColumns = `s.uid, s.user_id, s.company_id, s.external_id, s.name, s.named_by, s.created_at, s.updated_at,
	s.last_message_at, s.message_count, s.pinned, s.archived, s.deleted_at,
	(SELECT m.uid FROM messages m WHERE m.id = s.head_id), s.draft, s.settings, s.metadata`

func scanSession(st *sqlite.Stmt) chat.Session {
	metadata := rawAt(st, 16)
	return chat.Session{
		UID: uidAt(st, 0), UserID: st.Text(1), CompanyID: st.Text(2), ExternalID: st.Text(3), Name: st.Text(4), NamedBy: chat.Namer(st.Text(5)),
		CreatedAt: st.Int64(6), UpdatedAt: st.Int64(7), LastMessageAt: st.Int64(8), MessageCount: st.Int(9),
		Pinned: st.Bool(10), Archived: st.Bool(11), DeletedAt: st.Int64(12), Head: uidAt(st, 13),
		Draft: st.Text(14), Settings: rawAt(st, 15), Metadata: metadata, Tags: tagsIn(metadata),
	}
}

var errNamer = fault.New(fault.Invalid, "A name must come from the user, the model or the text.")

// ErrNoSession is the answer about a session that is not there.
var ErrNoSession = fault.New(fault.NotFound, "This chat no longer exists.")

// session reads a session of the scope.
func (s *Store) session(uid chat.UID) (out chat.Session, err error) {
	found := false
	err = s.db.Each(`SELECT `+sessionColumns+` FROM sessions s WHERE s.uid = ? AND s.user_id = ? AND s.company_id = ?`,
		func(st *sqlite.Stmt) error { out, found = scanSession(st), true; return nil }, uid[:], s.scope.UserID, s.scope.CompanyID)
	if err == nil && !found {
		err = ErrNoSession
	}
	return out, err
}

// sessionID returns the key of a session of the scope.
func (s *Store) sessionID(uid chat.UID) (id int64, err error) {
	id, err = s.db.Int(`SELECT id FROM sessions WHERE uid = ? AND user_id = ? AND company_id = ?`, uid[:], s.scope.UserID, s.scope.CompanyID)
	if err == nil && id == 0 {
		err = ErrNoSession
	}
	return id, err
}

// Session returns a session, in the bin or not.
func (s *Store) Session(ctx context.Context, uid chat.UID) (out chat.Session, err error) {
	err = s.read(ctx, func() error { out, err = s.session(uid); return err })
	return out, err
}

// Resolve finds the session that a person names: by its UID, by the name it was
// imported under, or by at least 4 digits that only its UID begins or ends with.
// Beginnings are times and much alike; endings are random.
func (s *Store) Resolve(ctx context.Context, name string) (out chat.Session, err error) {
	err = s.read(ctx, func() error {
		var found []chat.UID
		add := func(st *sqlite.Stmt) error { found = append(found, uidAt(st, 0)); return nil }
		const mine = `SELECT uid FROM sessions WHERE user_id = ? AND company_id = ? AND `
		if uid, err := chat.ParseUID(name); err == nil {
			if out, err = s.session(uid); !errors.Is(err, fault.NotFound) {
				return err
			}
		}
		if err := s.db.Each(mine+`external_id = ?`, add, s.scope.UserID, s.scope.CompanyID, name); err != nil {
			return err
		}
		digits := strings.ToUpper(name)
		if len(found) == 0 && len(digits) >= 4 && strings.Trim(digits, "0123456789ABCDEF") == "" {
			if err := s.db.Each(mine+`(substr(hex(uid), 1, ?) = ? OR substr(hex(uid), -?) = ?) LIMIT 2`, add,
				s.scope.UserID, s.scope.CompanyID, len(digits), digits, len(digits), digits); err != nil {
				return err
			}
		}
		switch len(found) {
		case 0:
			if _, err := chat.ParseUID(name); err == nil {
				return ErrNoSession // a name that no person has typed
			}
			return fault.New(fault.NotFound, "There is no chat {name}.", "name", strconv.Quote(name))
		case 1:
			out, err = s.session(found[0])
			return err
		}
		return fault.New(fault.Invalid, "More than one chat matches {name}. Add more digits.", "name", strconv.Quote(name))
	})
	return out, err
}

// Shelf is where sessions are listed from.
type Shelf string

// The shelves. The empty one is Active.
const (
	Active   Shelf = "active"   // neither archived nor deleted
	Archived Shelf = "archived" // archived and not deleted
	Kept     Shelf = "kept"     // both of these
	Bin      Shelf = "bin"      // deleted, newest first
)

// ListOptions say which sessions to list.
type ListOptions struct {
	Shelf Shelf
	// Limit is how many to return at most, 100 if 0.
	Limit int
	// Cursor goes on where an earlier list ended.
	Cursor string
	// Tag lists the sessions that have it, if it is not empty.
	Tag string
}

var shelves = map[Shelf]string{
	Active:   `s.deleted_at IS NULL AND s.archived = 0 AND (s.pinned, s.last_message_at, s.id) < (?, ?, ?) ORDER BY s.pinned DESC, s.last_message_at DESC, s.id DESC`,
	Archived: `s.deleted_at IS NULL AND s.archived = 1 AND (s.pinned, s.last_message_at, s.id) < (?, ?, ?) ORDER BY s.pinned DESC, s.last_message_at DESC, s.id DESC`,
	Kept:     `s.deleted_at IS NULL AND (s.pinned, s.last_message_at, s.id) < (?, ?, ?) ORDER BY s.pinned DESC, s.last_message_at DESC, s.id DESC`,
	Bin:      `s.deleted_at IS NOT NULL AND (0, s.deleted_at, s.id) < (?, ?, ?) ORDER BY s.deleted_at DESC, s.id DESC`,
}

// List returns sessions, pinned ones first, then those with the newest message,
// and the cursor of what follows, "" at the end.
func (s *Store) List(ctx context.Context, o ListOptions) (out []chat.Session, next string, err error) {
	where, known := shelves[o.Shelf]
	if o.Shelf == "" {
		where, known = shelves[Active], true
	}
	if !known {
		return nil, "", fault.New(fault.Invalid, "There is no shelf {shelf}.", "shelf", strconv.Quote(string(o.Shelf)))
	}
	after, err := parseCursor(o.Cursor)
	if err != nil {
		return nil, "", err
	}
	limit := o.Limit
	if limit <= 0 {
		limit = 100
	}
	err = s.read(ctx, func() error {
		out, next = nil, ""
		var last [3]int64
		args, tagged := []any{s.scope.UserID, s.scope.CompanyID}, ""
		if o.Tag != "" {
			spellings, err := s.spellings(o.Tag)
			if err != nil {
				return err
			}
			tagged = hasSpelling + ` AND `
			args = append(args, spellings)
		}
		args = append(args, after[0], after[1], after[2], limit+1)
		return s.db.Each(`SELECT `+sessionColumns+`, s.id FROM sessions s WHERE s.user_id = ? AND s.company_id = ? AND `+tagged+where+` LIMIT ?`,
			func(st *sqlite.Stmt) error {
				if len(out) == limit {
					next = formatCursor(last)
					return nil
				}
				one := scanSession(st)
				out = append(out, one)
				last = [3]int64{0, one.LastMessageAt, st.Int64(17)}
				if o.Shelf == Bin {
					last[1] = one.DeletedAt
				} else if one.Pinned {
					last[0] = 1
				}
				return nil
			}, args...)
	})
	return out, next, err
}

// A cursor is the sort key of the last row that was seen: pinned, time, id.
func formatCursor(key [3]int64) string {
	return strconv.FormatInt(key[0], 10) + "." + strconv.FormatInt(key[1], 10) + "." + strconv.FormatInt(key[2], 10)
}

func parseCursor(cursor string) (key [3]int64, err error) {
	if cursor == "" {
		return [3]int64{2, 0, 0}, nil
	}
	parts := strings.Split(cursor, ".")
	if len(parts) != len(key) {
		return key, errCursor
	}
	for i, part := range parts {
		if key[i], err = strconv.ParseInt(part, 10, 64); err != nil {
			return key, errCursor
		}
	}
	return key, nil
}

var errCursor = fault.New(fault.Invalid, "The list cannot continue from there. Load it again.")

// change sets columns of a session and returns it as it is then.
func (s *Store) change(ctx context.Context, uid chat.UID, now int64, set string, args ...any) (out chat.Session, err error) {
	err = s.write(ctx, func() error { out, err = s.set(uid, now, set, args...); return err })
	return out, err
}

// set is change inside a transaction.
func (s *Store) set(uid chat.UID, now int64, set string, args ...any) (out chat.Session, err error) {
	id, err := s.sessionID(uid)
	if err != nil {
		return out, err
	}
	// A change is newer than the one before it, whatever the clock says.
	args = append(args, now, s.device, id)
	if err := s.db.Each(`UPDATE sessions SET `+set+`, updated_at = max(updated_at + 1, ?), device = ?, revision = revision + 1 WHERE id = ?`, nil, args...); err != nil {
		return out, err
	}
	s.touch(uid, false)
	return s.session(uid)
}

// Rename gives a session a name. A name that the user gave is kept when anyone
// else tries.
func (s *Store) Rename(ctx context.Context, uid chat.UID, name string, by chat.Namer, now int64) (out chat.Session, err error) {
	name = CleanName(name)
	if !by.Known() || by == "" {
		return out, fault.New(fault.Invalid, "A name must come from the user, the model or the text.")
	}
	if name == "" {
		by = ""
	}
	err = s.write(ctx, func() error {
		if out, err = s.session(uid); err != nil {
			return err
		}
		if out.NamedBy == chat.NamedByUser && by != chat.NamedByUser && name != "" {
			return nil
		}
		out, err = s.set(uid, now, `name = ?, named_by = ?`, name, string(by))
		return err
	})
	return out, err
}

// Pin puts a session above the others, or back.
func (s *Store) Pin(ctx context.Context, uid chat.UID, pinned bool, now int64) (chat.Session, error) {
	return s.change(ctx, uid, now, `pinned = ?`, pinned)
}

// Archive takes a session out of the list without deleting it, or back.
func (s *Store) Archive(ctx context.Context, uid chat.UID, archived bool, now int64) (chat.Session, error) {
	return s.change(ctx, uid, now, `archived = ?`, archived)
}

// Delete puts a session into the bin, from where it can be restored for BinDays.
func (s *Store) Delete(ctx context.Context, uid chat.UID, now int64) (chat.Session, error) {
	return s.change(ctx, uid, now, `deleted_at = coalesce(deleted_at, ?)`, max(now, 1))
}

// Restore takes a session out of the bin.
func (s *Store) Restore(ctx context.Context, uid chat.UID, now int64) (chat.Session, error) {
	return s.change(ctx, uid, now, `deleted_at = NULL`)
}

// SetDraft keeps what is typed and not yet sent.
func (s *Store) SetDraft(ctx context.Context, uid chat.UID, draft string, now int64) (chat.Session, error) {
	if len(draft) > MaxDraft {
		return chat.Session{}, fault.New(fault.TooLarge, "A draft can have at most {most} MiB.", "most", MaxDraft>>20)
	}
	return s.change(ctx, uid, now, `draft = ?`, valid(draft))
}

// SetSettings replaces the settings of a session, a JSON object.
func (s *Store) SetSettings(ctx context.Context, uid chat.UID, settings chat.RawJSON, now int64) (chat.Session, error) {
	text, err := object(settings)
	if err != nil {
		return chat.Session{}, err
	}
	return s.change(ctx, uid, now, `settings = ?`, text)
}
