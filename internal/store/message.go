package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

// MaxContent is the most bytes that a message can have.
const MaxContent = 16 << 20

var errNoMessage = fault.New(fault.NotFound, "This message no longer exists.")

// Append adds a message under m.Parent, or at the end of the path that is shown
// if that is zero. The message becomes the head of its session. A zero UID gets a
// new one, an empty Status is Complete; of the other fields Role, Content, Tokens,
// Encoding, Pinned, ExternalID and Metadata count.
func (s *Store) Append(ctx context.Context, session chat.UID, m chat.Message, now int64) (out chat.Message, err error) {
	err = s.write(ctx, func() error {
		id, head, err := s.open(session)
		if err != nil {
			return err
		}
		parent := head
		if !m.Parent.IsZero() {
			var of int64
			if parent, of, err = s.messageID(m.Parent); err != nil {
				return err
			}
			if of != id {
				return fault.New(fault.Invalid, "The previous message belongs to another chat.")
			}
		}
		out, err = s.add(session, id, parent, m, now)
		return err
	})
	return out, err
}

// AppendBeside adds a message as another answer to the parent of one that is
// there: what editing and asking again do. It works beside a first message too.
func (s *Store) AppendBeside(ctx context.Context, sibling chat.UID, m chat.Message, now int64) (out chat.Message, err error) {
	err = s.write(ctx, func() error {
		beside, err := s.message(sibling)
		if err != nil {
			return err
		}
		id, _, err := s.open(beside.Session)
		if err != nil {
			return err
		}
		parent := int64(0)
		if !beside.Parent.IsZero() {
			if parent, _, err = s.messageID(beside.Parent); err != nil {
				return err
			}
		}
		out, err = s.add(beside.Session, id, parent, m, now)
		return err
	})
	return out, err
}

// open returns the keys of a session that can be written to and of its head.
func (s *Store) open(uid chat.UID) (id, head int64, err error) {
	binned := false
	err = s.db.Each(`SELECT id, head_id, deleted_at IS NOT NULL FROM sessions WHERE uid = ? AND user_id = ? AND company_id = ?`,
		func(st *sqlite.Stmt) error { id, head, binned = st.Int64(0), st.Int64(1), st.Bool(2); return nil },
		uid[:], s.scope.UserID, s.scope.CompanyID)
	if err == nil && id == 0 {
		err = ErrNoSession
	}
	if err == nil && binned {
		err = fault.New(fault.Conflict, "This chat is in the bin. Restore it first.")
	}
	return id, head, err
}

// add writes a new message and moves its session's head to it.
func (s *Store) add(session chat.UID, sessionID, parentID int64, m chat.Message, now int64) (chat.Message, error) {
	if m.UID.IsZero() {
		m.UID = chat.NewUID(now)
	}
	if m.Status == "" {
		m.Status = chat.Complete
	}
	m.Session, m.CreatedAt, m.UpdatedAt = session, now, now
	id, err := s.insertMessage(sessionID, parentID, &m)
	if err != nil {
		return chat.Message{}, err
	}
	if err := s.db.Each(`UPDATE sessions SET head_id = ?, message_count = message_count + 1, last_message_at = max(last_message_at, ?),
		updated_at = max(updated_at + 1, ?), device = ?, revision = revision + 1 WHERE id = ?`, nil, id, now, now, s.device, sessionID); err != nil {
		return chat.Message{}, err
	}
	return s.message(m.UID)
}

// insertMessage writes the row of a message and its search terms. The session's
// counts and head are left to the caller.
func (s *Store) insertMessage(sessionID, parentID int64, m *chat.Message) (id int64, err error) {
	metadata, err := checkMessage(m)
	if err != nil {
		return 0, err
	}
	at, err := s.placeUnder(parentID)
	if err != nil {
		return 0, err
	}
	content := valid(m.Content)
	err = s.db.Each(`INSERT INTO messages (uid, session_id, parent_id, jump_id, depth, role, status, created_at, updated_at,
		token_count, encoding, pinned, external_id, device, content, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, nil,
		m.UID[:], sessionID, idOrNull(parentID), idOrNull(at.jump), at.depth, string(m.Role), string(m.Status), m.CreatedAt, m.UpdatedAt,
		m.Tokens, valid(m.Encoding), m.Pinned, orNull(valid(m.ExternalID)), s.device, content, metadata)
	if taken(err) {
		return 0, fault.Wrap(err, fault.Conflict, "This message already exists.")
	}
	if err != nil {
		return 0, err
	}
	id = s.db.LastID()
	s.touch(m.Session, true)
	if m.Status == chat.Streaming {
		return id, nil
	}
	return id, s.index(id, sessionID, s.scope, content)
}

// checkMessage refuses an invalid message, and returns its metadata as they are
// kept.
func checkMessage(m *chat.Message) (metadata string, err error) {
	if !m.Role.Known() {
		return "", fault.New(fault.Invalid, "The role of a message must be system, user, assistant or tool.")
	}
	if !m.Status.Known() {
		return "", fault.New(fault.Invalid, "The status of a message must be streaming, complete, stopped or failed.")
	}
	if len(m.Content) > MaxContent {
		return "", errTooLong
	}
	return object(m.Metadata)
}

// CheckMessage refuses an invalid message.
func CheckMessage(m *chat.Message) error {
	_, err := checkMessage(m)
	return err
}

var errTooLong = fault.New(fault.TooLarge, "A message can have at most {most} MiB.", "most", MaxContent>>20)

const messageColumns = `m.uid, s.uid, (SELECT p.uid FROM messages p WHERE p.id = m.parent_id), m.depth, m.role, m.content, m.status,
	m.created_at, m.updated_at, m.token_count, m.encoding, m.pinned, m.external_id, m.metadata`

func scanMessage(st *sqlite.Stmt) chat.Message {
	return chat.Message{
		UID: uidAt(st, 0), Session: uidAt(st, 1), Parent: uidAt(st, 2), Depth: st.Int(3), Role: chat.Role(st.Text(4)), Content: st.Text(5),
		Status: chat.Status(st.Text(6)), CreatedAt: st.Int64(7), UpdatedAt: st.Int64(8), Tokens: st.Int(9), Encoding: st.Text(10),
		Pinned: st.Bool(11), ExternalID: st.Text(12), Metadata: rawAt(st, 13),
	}
}

// message reads a message of the scope.
func (s *Store) message(uid chat.UID) (out chat.Message, err error) {
	found := false
	err = s.db.Each(`SELECT `+messageColumns+` FROM messages m JOIN sessions s ON s.id = m.session_id
		WHERE m.uid = ? AND s.user_id = ? AND s.company_id = ?`,
		func(st *sqlite.Stmt) error { out, found = scanMessage(st), true; return nil }, uid[:], s.scope.UserID, s.scope.CompanyID)
	if err == nil && !found {
		err = errNoMessage
	}
	return out, err
}

// messageID returns the keys of a message of the scope and of its session.
func (s *Store) messageID(uid chat.UID) (id, sessionID int64, err error) {
	err = s.db.Each(`SELECT m.id, m.session_id FROM messages m JOIN sessions s ON s.id = m.session_id
		WHERE m.uid = ? AND s.user_id = ? AND s.company_id = ?`,
		func(st *sqlite.Stmt) error { id, sessionID = st.Int64(0), st.Int64(1); return nil }, uid[:], s.scope.UserID, s.scope.CompanyID)
	if err == nil && id == 0 {
		err = errNoMessage
	}
	return id, sessionID, err
}

// Message returns a message.
func (s *Store) Message(ctx context.Context, uid chat.UID) (out chat.Message, err error) {
	err = s.read(ctx, func() error { out, err = s.message(uid); return err })
	return out, err
}

// Patch is what to change in a message. Nil fields stay as they are.
type Patch struct {
	Content  *string
	Status   *chat.Status
	Tokens   *int
	Encoding *string
	Pinned   *bool
	Metadata chat.RawJSON
}

// Update changes a message. Its search terms are written when it is no longer
// streaming: a partial text is saved every second, and indexing all of it each time
// would cost more the longer the answer gets.
func (s *Store) Update(ctx context.Context, uid chat.UID, p Patch, now int64) (out chat.Message, err error) {
	err = s.write(ctx, func() error {
		old, err := s.message(uid)
		if err != nil {
			return err
		}
		changed, err := p.apply(old)
		if err != nil {
			return err
		}
		metadata, err := object(changed.Metadata)
		if err != nil {
			return err
		}
		id, sessionID, err := s.messageID(uid)
		if err != nil {
			return err
		}
		if err := s.db.Each(`UPDATE messages SET content = ?, status = ?, token_count = ?, encoding = ?, pinned = ?, metadata = ?,
			updated_at = max(updated_at + 1, ?), device = ?, revision = revision + 1 WHERE id = ?`, nil,
			changed.Content, string(changed.Status), changed.Tokens, changed.Encoding, changed.Pinned, metadata, now, s.device, id); err != nil {
			return err
		}
		s.touch(old.Session, true)
		if err := s.reindexMessage(id, sessionID, old, changed); err != nil {
			return err
		}
		out, err = s.message(uid)
		return err
	})
	return out, err
}

func (p Patch) apply(m chat.Message) (chat.Message, error) {
	if p.Content != nil {
		if len(*p.Content) > MaxContent {
			return m, errTooLong
		}
		m.Content = valid(*p.Content)
	}
	if p.Status != nil {
		if !p.Status.Known() {
			return m, fault.New(fault.Invalid, "The status of a message must be streaming, complete, stopped or failed.")
		}
		m.Status = *p.Status
	}
	if p.Tokens != nil {
		m.Tokens = *p.Tokens
	}
	if p.Encoding != nil {
		m.Encoding = valid(*p.Encoding)
	}
	if p.Pinned != nil {
		m.Pinned = *p.Pinned
	}
	if p.Metadata != nil {
		m.Metadata = p.Metadata
	}
	return m, nil
}

// PinMessage pins or unpins a message.
func (s *Store) PinMessage(ctx context.Context, uid chat.UID, pinned bool, now int64) (chat.Message, error) {
	return s.Update(ctx, uid, Patch{Pinned: &pinned}, now)
}

// Settle marks messages that are still streaming as stopped: at the start they are
// what a killed program left behind. It returns their number.
// Only the one writer of a database may call it.
func (s *Store) Settle(ctx context.Context, now int64) (count int, err error) {
	var left []chat.UID
	err = s.read(ctx, func() error {
		return s.db.Each(`SELECT m.uid FROM messages m JOIN sessions s ON s.id = m.session_id
			WHERE m.status = 'streaming' AND s.user_id = ? AND s.company_id = ?`,
			func(st *sqlite.Stmt) error { left = append(left, uidAt(st, 0)); return nil }, s.scope.UserID, s.scope.CompanyID)
	})
	if err != nil {
		return 0, err
	}
	stopped := chat.Stopped
	for _, uid := range left {
		if _, err := s.Update(ctx, uid, Patch{Status: &stopped}, now); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}
