package store

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

// Rows is the history inside one transaction, row by row and by integer keys. It
// is for package transfer, which carries whole histories in and out; everybody
// else uses the methods of Store. It ends with the function it was given to.
type Rows struct{ s *Store }

// ReadRows runs f, which only reads and sees the history as it is at one moment.
func (s *Store) ReadRows(ctx context.Context, f func(Rows) error) error {
	return s.snapshot(ctx, func() error { return f(Rows{s}) })
}

// WriteRows runs f in one transaction. An error of f undoes all of it.
func (s *Store) WriteRows(ctx context.Context, f func(Rows) error) error {
	return s.write(ctx, func() error { return f(Rows{s}) })
}

// Image copies the whole database file, as it is at one moment. It is refused
// where other people have chats too.
func (s *Store) Image(ctx context.Context) (out *sqlite.Image, err error) {
	err = s.read(ctx, func() error {
		others, err := s.others()
		if err != nil {
			return err
		}
		if others {
			return fault.New(fault.Invalid, "This database also holds other people's chats. Export yours instead.")
		}
		out, err = s.db.Image()
		return err
	})
	return out, err
}

// ChangeAll says that the transaction changes more than a list can hold.
func (r Rows) ChangeAll() { r.s.pending.All = true }

// SessionRow is a session with the keys of its row and of its head.
type SessionRow struct {
	ID, HeadID int64
	chat.Session
}

// FindSession returns a session of the store's owner. Its ID is 0 if there is none.
func (r Rows) FindSession(uid chat.UID) (SessionRow, error) {
	return r.findSession(`s.uid = ?`, uid[:])
}

// FindSessionNamed is FindSession by the name it was imported under.
func (r Rows) FindSessionNamed(externalID string) (SessionRow, error) {
	return r.findSession(`s.external_id = ?`, valid(externalID))
}

func (r Rows) findSession(where string, key any) (out SessionRow, err error) {
	err = r.s.db.Each(`SELECT `+sessionColumns+`, s.id, s.head_id FROM sessions s WHERE `+where+` AND s.user_id = ? AND s.company_id = ?`,
		func(st *sqlite.Stmt) error { out = SessionRow{st.Int64(17), st.Int64(18), scanSession(st)}; return nil },
		key, r.s.scope.UserID, r.s.scope.CompanyID)
	return out, err
}

// Sessions are those of the store's owner that are not in the bin, in the order
// they were made.
func (r Rows) Sessions() (out []chat.UID, err error) {
	err = r.s.db.Each(`SELECT uid FROM sessions WHERE user_id = ? AND company_id = ? AND deleted_at IS NULL ORDER BY id`,
		func(st *sqlite.Stmt) error { out = append(out, uidAt(st, 0)); return nil }, r.s.scope.UserID, r.s.scope.CompanyID)
	return out, err
}

// Foreign reports whether the uid names a session or a message of another owner.
func (r Rows) Foreign(uid chat.UID) (bool, error) {
	n, err := r.s.db.Int(`SELECT EXISTS (SELECT 1 FROM sessions WHERE uid = ?1 AND (user_id <> ?2 OR company_id <> ?3)) OR
		EXISTS (SELECT 1 FROM messages m JOIN sessions s ON s.id = m.session_id WHERE m.uid = ?1 AND (s.user_id <> ?2 OR s.company_id <> ?3))`,
		uid[:], r.s.scope.UserID, r.s.scope.CompanyID)
	return n != 0, err
}

// AddSession writes a new row. Counts and the head follow with the messages. A
// name that is taken is a fault.Conflict.
func (r Rows) AddSession(in *chat.Session) (id int64, err error) { return r.s.insertSession(in) }

// ReplaceSession writes the fields that a newer copy of a session brings.
func (r Rows) ReplaceSession(id int64, in chat.Session) error {
	settings, metadata, err := objects(in)
	if err != nil {
		return err
	}
	r.s.touch(in.UID, false)
	return r.s.db.Each(`UPDATE sessions SET name = ?, named_by = ?, pinned = ?, archived = ?, deleted_at = ?, draft = ?, settings = ?, metadata = ?,
		updated_at = ?, last_message_at = max(last_message_at, ?), device = ?, revision = revision + 1 WHERE id = ?`, nil,
		CleanName(in.Name), string(in.NamedBy), in.Pinned, in.Archived, timeOrNull(in.DeletedAt), valid(in.Draft), settings, metadata,
		in.UpdatedAt, in.LastMessageAt, r.s.device, id)
}

// DescribeSession writes what an import says of a session, if it was made by the
// import or is older here.
func (r Rows) DescribeSession(id int64, in chat.Session, made bool) error {
	if !in.NamedBy.Known() {
		return errNamer
	}
	settings, metadata, err := objects(in)
	if err != nil {
		return err
	}
	return r.s.db.Each(`UPDATE sessions SET name = ?, named_by = ?, pinned = ?, archived = ?, deleted_at = ?, draft = ?, settings = ?, metadata = ?,
		last_message_at = CASE WHEN ?9 > 0 THEN ?9 ELSE last_message_at END, updated_at = CASE WHEN ?10 > 0 THEN ?10 ELSE updated_at END,
		head_id = coalesce((SELECT m.id FROM messages m WHERE m.uid = ?11 AND m.session_id = ?12), head_id)
		WHERE id = ?12 AND (?13 OR updated_at < ?10)`, nil,
		CleanName(in.Name), string(in.NamedBy), in.Pinned, in.Archived, timeOrNull(in.DeletedAt), valid(in.Draft), settings, metadata,
		in.LastMessageAt, in.UpdatedAt, in.Head[:], id, made)
}

// objects are a session's settings and metadata as they are kept.
func objects(in chat.Session) (settings, metadata string, err error) {
	if settings, err = object(in.Settings); err == nil {
		metadata, err = object(in.Metadata)
	}
	return settings, metadata, err
}

// ExtendSession counts messages that were added to a session and makes the last
// of them its head. newest is the time of the newest; dated says that the
// session's own time comes from elsewhere.
func (r Rows) ExtendSession(id int64, added int, head, newest int64, dated bool) error {
	return r.s.db.Each(`UPDATE sessions SET message_count = message_count + ?, head_id = ?, last_message_at = max(last_message_at, ?),
		updated_at = CASE WHEN ? THEN updated_at ELSE max(updated_at, ?) END, device = ?, revision = revision + 1 WHERE id = ?`, nil,
		added, head, newest, dated, newest, r.s.device, id)
}

// SettleSession counts the messages of a session anew. The head, 0 for none, is
// taken if the session had none or if newer says that it comes with newer fields.
func (r Rows) SettleSession(id, head int64, newer bool) error {
	return r.s.db.Each(`UPDATE sessions SET message_count = (SELECT count(*) FROM messages WHERE session_id = ?1),
		last_message_at = max(last_message_at, coalesce((SELECT max(created_at) FROM messages WHERE session_id = ?1 AND ?3), 0)),
		head_id = coalesce(CASE WHEN ?3 THEN ?2 END, head_id, ?2, (SELECT max(id) FROM messages WHERE session_id = ?1)) WHERE id = ?1`, nil,
		id, idOrNull(head), newer)
}

// MessageRow is a message with the keys of its row and of its session.
type MessageRow struct {
	ID, SessionID int64
	chat.Message
}

// FindMessage returns a message, whoever it belongs to. Its ID is 0 if there is
// none.
func (r Rows) FindMessage(uid chat.UID) (MessageRow, error) {
	return r.findMessage(`m.uid = ?`, uid[:])
}

// FindMessageNamed is FindMessage by the name it was imported under.
func (r Rows) FindMessageNamed(sessionID int64, externalID string) (MessageRow, error) {
	return r.findMessage(`m.session_id = ? AND m.external_id = ?`, sessionID, valid(externalID))
}

func (r Rows) findMessage(where string, keys ...any) (out MessageRow, err error) {
	err = r.s.db.Each(`SELECT `+messageColumns+`, m.id, m.session_id FROM messages m JOIN sessions s ON s.id = m.session_id WHERE `+where,
		func(st *sqlite.Stmt) error { out = MessageRow{st.Int64(14), st.Int64(15), scanMessage(st)}; return nil }, keys...)
	return out, err
}

// Messages reads messages of a session behind a key, in the order they were
// written, which puts parents first.
func (r Rows) Messages(sessionID, after int64, limit int) (out []MessageRow, err error) {
	err = r.s.db.Each(`SELECT `+messageColumns+`, m.id, m.session_id, m.id IN (SELECT message_id FROM summarized_messages WHERE session_id = ?1)
		FROM messages m JOIN sessions s ON s.id = m.session_id WHERE m.session_id = ?1 AND m.id > ?2 ORDER BY m.id LIMIT ?3`,
		func(st *sqlite.Stmt) error {
			row := MessageRow{st.Int64(14), st.Int64(15), scanMessage(st)}
			row.Summarized = st.Bool(16)
			out = append(out, row)
			return nil
		}, sessionID, after, limit)
	return out, err
}

// AddMessage writes a message below its parent, 0 for none. The session's counts
// and head are left to the caller. A name that is taken is a fault.Conflict.
func (r Rows) AddMessage(sessionID, parentID int64, m *chat.Message) (id int64, err error) {
	return r.s.insertMessage(sessionID, parentID, m)
}

// ReplaceMessage writes the fields that a newer copy of a message brings.
func (r Rows) ReplaceMessage(old MessageRow, m chat.Message) error {
	metadata, err := object(m.Metadata)
	if err != nil {
		return err
	}
	r.s.touch(m.Session, true)
	if err := r.s.db.Each(`UPDATE messages SET content = ?, status = ?, token_count = ?, encoding = ?, pinned = ?, metadata = ?, updated_at = ?,
		device = ?, revision = revision + 1 WHERE id = ?`, nil,
		m.Content, string(m.Status), m.Tokens, m.Encoding, m.Pinned, metadata, m.UpdatedAt, r.s.device, old.ID); err != nil {
		return err
	}
	return r.s.reindexMessage(old.ID, old.SessionID, old.Message, m)
}

// SummaryRow is a summary as it is kept. From and To are its first and last
// message.
type SummaryRow struct {
	UID                            chat.UID
	Level                          int
	From, To                       chat.UID
	TokensBefore, TokensAfter      int
	Encoding, MadeBy               string
	CreatedAt, UpdatedAt, UndoneAt int64
	Summary                        chat.RawJSON
}

// Summaries are all summaries of a session, in the order they were made.
func (r Rows) Summaries(sessionID int64) (out []SummaryRow, err error) {
	err = r.s.db.Each(`SELECT u.uid, u.level, a.uid, b.uid, u.tokens_before, u.tokens_after, u.encoding, u.made_by,
		u.created_at, u.updated_at, u.undone_at, u.summary
		FROM session_summaries u JOIN messages a ON a.id = u.from_id JOIN messages b ON b.id = u.to_id
		WHERE u.session_id = ? AND u.tombstone = 0 ORDER BY u.id`, func(st *sqlite.Stmt) error {
		out = append(out, SummaryRow{
			UID: uidAt(st, 0), Level: st.Int(1), From: uidAt(st, 2), To: uidAt(st, 3), TokensBefore: st.Int(4), TokensAfter: st.Int(5),
			Encoding: st.Text(6), MadeBy: st.Text(7), CreatedAt: st.Int64(8), UpdatedAt: st.Int64(9), UndoneAt: st.Int64(10),
			Summary: chat.RawJSON(st.Text(11)),
		})
		return nil
	}, sessionID)
	return out, err
}

// AddSummary adds a summary, unless it is here already or its messages are not.
func (r Rows) AddSummary(sessionID int64, in SummaryRow) error {
	text, err := object(in.Summary)
	if err != nil {
		return err
	}
	return r.s.db.Each(`INSERT OR IGNORE INTO session_summaries (uid, session_id, level, from_depth, to_depth, from_id, to_id, tokens_before, tokens_after,
		encoding, made_by, created_at, updated_at, undone_at, device, summary)
		SELECT ?, a.session_id, ?, a.depth, b.depth, a.id, b.id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM messages a JOIN messages b ON b.session_id = a.session_id
		WHERE a.session_id = ? AND a.uid = ? AND b.uid = ? AND a.depth <= b.depth`, nil,
		in.UID[:], in.Level, in.TokensBefore, in.TokensAfter, valid(in.Encoding), valid(in.MadeBy), in.CreatedAt, in.UpdatedAt, timeOrNull(in.UndoneAt),
		r.s.device, text, sessionID, in.From[:], in.To[:])
}

// Insert writes a row into a table that has no rules of its own, and returns its
// key: 0 if such a row is here already. Table and columns are names of the schema.
func (r Rows) Insert(table string, columns []string, values []any) (id int64, err error) {
	before, err := r.s.db.Int(`SELECT total_changes()`)
	if err != nil {
		return 0, err
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")
	if err := r.s.db.Each(`INSERT INTO `+table+` (`+strings.Join(columns, ", ")+`) VALUES (`+marks+`) ON CONFLICT DO NOTHING`, nil, values...); err != nil {
		return 0, err
	}
	if after, err := r.s.db.Int(`SELECT total_changes()`); err != nil || after == before {
		return 0, err
	}
	return r.s.db.LastID(), nil
}

// Find returns the key of the row that has these values, 0 if there is none.
func (r Rows) Find(table string, columns []string, values []any) (id int64, err error) {
	return r.s.db.Int(`SELECT id FROM `+table+` WHERE `+strings.Join(columns, " = ? AND ")+` = ?`, values...)
}

// Clear removes everything of the store's owner.
func (r Rows) Clear() error {
	s := r.s
	others, err := s.others()
	if err != nil {
		return err
	}
	if !others {
		// Taking the terms out one by one would take long.
		err = s.emptyIndex()
	} else {
		err = s.db.Each(`SELECT id FROM sessions WHERE user_id = ? AND company_id = ?`,
			func(st *sqlite.Stmt) error { return s.unindexSession(st.Int64(0)) }, s.scope.UserID, s.scope.CompanyID)
		if err == nil {
			_, err = s.removeDocuments(`1`)
		}
	}
	if err != nil {
		return err
	}
	for _, t := range []string{"sessions", "documents", "faq", "settings"} {
		if err := s.db.Each(`DELETE FROM `+t+` WHERE user_id = ? AND company_id = ?`, nil, s.scope.UserID, s.scope.CompanyID); err != nil {
			return err
		}
	}
	s.scrub = true
	if err := s.db.Exec(`DELETE FROM blobs WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.blob_id = blobs.id)`); err != nil {
		return err
	}
	return s.db.Each(`UPDATE requests SET result = NULL, sessions = x'' WHERE user_id = ? AND company_id = ?`, nil, s.scope.UserID, s.scope.CompanyID)
}

// IndexDocuments puts the chunks that a restore has brought into the search index.
func (r Rows) IndexDocuments() error { return r.s.indexChunks() }

// others reports whether there are sessions, documents or pairs of other owners.
func (s *Store) others() (bool, error) {
	n, err := s.db.Int(`SELECT EXISTS (SELECT 1 FROM sessions WHERE user_id <> ?1 OR company_id <> ?2)
		OR EXISTS (SELECT 1 FROM documents WHERE user_id <> ?1 OR company_id <> ?2)
		OR EXISTS (SELECT 1 FROM faq WHERE user_id <> ?1 OR company_id <> ?2)`, s.scope.UserID, s.scope.CompanyID)
	return n != 0, err
}
