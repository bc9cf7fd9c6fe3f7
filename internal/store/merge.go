package store

import (
	"burrow/internal/chat"
	"burrow/internal/sqlite"
)

// copySessions merges the sessions. A file with one owner is the owner's of the
// store, wherever it comes from; of one with several only those of the same name
// are.
func (r *restorer) copySessions() error {
	t := sessionsTable
	owners := map[Scope]bool{}
	err := r.f.rows(t, "ORDER BY id", func(from row) error {
		owners[Scope{from.text(t, "user_id"), from.text(t, "company_id")}] = true
		return nil
	})
	if err != nil {
		return err
	}
	return r.f.rows(t, "ORDER BY id", func(from row) error {
		if len(owners) > 1 && (Scope{from.text(t, "user_id"), from.text(t, "company_id")}) != r.s.scope {
			r.left["owner"]++
			r.others[from.id] = true
			return nil
		}
		r.report.Sessions++
		if from.bad != "" || !chat.Namer(from.text(t, "named_by")).Known() || from.uid(t).IsZero() {
			r.left["value"]++
			return nil
		}
		return r.mergeSession(from)
	})
}

func (r *restorer) mergeSession(from row) error {
	t, s := sessionsTable, r.s
	uid, err := r.im.local(from.uid(t), `SELECT user_id, company_id FROM sessions WHERE uid = ?`)
	if err != nil {
		return err
	}
	of := &restoredSession{uid: uid, head: from.int(t, "head_id")}
	updated := int64(0)
	err = s.db.Each(`SELECT id, updated_at FROM sessions WHERE uid = ?`,
		func(st *sqlite.Stmt) error { of.id, updated = st.Int64(0), st.Int64(1); return nil }, uid[:])
	if err != nil {
		return err
	}
	switch {
	case of.id == 0:
		r.report.NewSessions++
		of.takes = true
		if err := r.addSession(of, from); err != nil {
			return err
		}
	case from.time(t, "updated_at") > updated:
		r.report.ChangedSessions++
		of.takes = true
		if err := r.changeSession(of, from); err != nil {
			return err
		}
	}
	r.sessions[from.id] = of
	r.note(t.name, from.id, of.id)
	return nil
}

func (r *restorer) addSession(of *restoredSession, from row) (err error) {
	t := sessionsTable
	if r.dry {
		of.id = r.newID()
		return nil
	}
	in := chat.Session{
		UID: of.uid, ExternalID: from.text(t, "external_id"), Name: from.text(t, "name"), NamedBy: chat.Namer(from.text(t, "named_by")),
		CreatedAt: from.time(t, "created_at"), UpdatedAt: from.time(t, "updated_at"), LastMessageAt: from.time(t, "last_message_at"),
		Pinned: from.int(t, "pinned") != 0, Archived: from.int(t, "archived") != 0, DeletedAt: from.time(t, "deleted_at"),
		Draft: from.text(t, "draft"), Settings: chat.RawJSON(from.text(t, "settings")), Metadata: chat.RawJSON(from.text(t, "metadata")),
	}
	of.id, err = r.s.insertSession(&in)
	if taken(err) { // its external name
		in.ExternalID = ""
		of.id, err = r.s.insertSession(&in)
	}
	return err
}

func (r *restorer) changeSession(of *restoredSession, from row) error {
	t := sessionsTable
	if r.dry {
		return nil
	}
	r.s.touch(of.uid, false)
	return r.s.db.Each(`UPDATE sessions SET name = ?, named_by = ?, pinned = ?, archived = ?, deleted_at = ?, draft = ?, settings = ?, metadata = ?,
		updated_at = ?, last_message_at = max(last_message_at, ?), device = ?, revision = revision + 1 WHERE id = ?`, nil,
		cleanName(from.text(t, "name")), from.text(t, "named_by"), from.int(t, "pinned") != 0, from.int(t, "archived") != 0,
		timeOrNull(from.time(t, "deleted_at")), from.text(t, "draft"), from.text(t, "settings"), from.text(t, "metadata"),
		from.time(t, "updated_at"), from.time(t, "last_message_at"), r.s.device, of.id)
}

// family brings messages into an order in which parents come first. In a file of
// ours they stand in that order. In others a message waits for its parent; those
// that wait for one that never comes begin anew, those that wait for each other
// are left out, and those behind one that was left out follow the one before it.
type family struct {
	*restorer
	waiting map[int64][]int64 // children by their parent
	instead map[int64]int64   // the parents of messages that were left out
	ready   []arrival
}

type arrival struct {
	id     int64
	orphan bool
}

func (r *restorer) copyMessages() error {
	f := &family{r, map[int64][]int64{}, map[int64]int64{}, nil}
	err := r.f.rows(messagesTable, "ORDER BY id", func(from row) error {
		if session := from.int(messagesTable, "session_id"); r.sessions[session] == nil {
			if !r.others[session] {
				r.left["place"]++
			}
			return nil
		}
		r.report.Messages++
		return f.take(from, false)
	})
	for more := true; more && err == nil; {
		if err = f.drain(); err == nil {
			more, err = f.release()
		}
	}
	for _, children := range f.waiting {
		r.left["cycle"] += len(children)
	}
	return err
}

// take merges a message whose parent is there, or lets it wait.
func (f *family) take(from row, orphan bool) error {
	parent, here := from.int(messagesTable, "parent_id"), int64(0)
	for up, left := f.instead[parent]; left; up, left = f.instead[parent] {
		parent = up
	}
	if orphan {
		parent = 0
	}
	if parent != 0 {
		if here = f.ids[messagesTable.name][parent]; here == 0 {
			f.waiting[parent] = append(f.waiting[parent], from.id)
			return nil
		}
	}
	done, err := f.mergeMessage(from, parent, here)
	if !done {
		f.instead[from.id] = parent
	}
	for _, child := range f.waiting[from.id] {
		f.ready = append(f.ready, arrival{child, false})
	}
	delete(f.waiting, from.id)
	return err
}

// drain takes what is ready, and what becomes so.
func (f *family) drain() error {
	for len(f.ready) > 0 {
		next := f.ready[0]
		f.ready = f.ready[1:]
		if err := f.f.rows(messagesTable, "WHERE id = ?", func(from row) error { return f.take(from, next.orphan) }, next.id); err != nil {
			return err
		}
	}
	return nil
}

// release makes ready what waits for a message that is not in the file. It
// reports whether there was any.
func (f *family) release() (any bool, err error) {
	for parent, children := range f.waiting {
		there, err := f.f.db.Int(`SELECT count(*) FROM main.messages WHERE id = ?`, parent)
		if err != nil {
			return false, unreadable(err)
		}
		if there > 0 {
			continue
		}
		delete(f.waiting, parent)
		f.left["parent"] += len(children)
		for _, child := range children {
			f.ready = append(f.ready, arrival{child, true})
		}
		any = true
	}
	return any, nil
}

// mergeMessage adds a message or takes the newer of two. parent is the key of its
// parent in the file, here the one in this database. It reports whether there is
// one now.
func (r *restorer) mergeMessage(from row, parent, here int64) (done bool, err error) {
	t := messagesTable
	of := r.sessions[from.int(t, "session_id")]
	m := chat.Message{
		Session: of.uid, Role: chat.Role(from.text(t, "role")), Status: chat.Status(from.text(t, "status")), Content: from.text(t, "content"),
		CreatedAt: from.time(t, "created_at"), UpdatedAt: from.time(t, "updated_at"), Tokens: int(from.int(t, "token_count")),
		Encoding: from.text(t, "encoding"), Pinned: from.int(t, "pinned") != 0, ExternalID: from.text(t, "external_id"),
		Metadata: chat.RawJSON(from.text(t, "metadata")),
	}
	if _, wrong := checkMessage(&m); from.bad != "" || wrong != nil || from.uid(t).IsZero() {
		r.left["value"]++
		return false, nil
	}
	if m.UID, err = r.im.local(from.uid(t), ownerOfMessage); err != nil {
		return false, err
	}
	id, session, old, err := r.known(m.UID)
	switch {
	case err != nil:
		return false, err
	case id != 0 && session != of.id, parent != 0 && !r.inSession(here, of.id):
		r.left["place"]++ // a message of another conversation
		return false, nil
	case id != 0:
		err = r.changeMessage(of, id, old, m)
	default:
		r.report.NewMessages++
		of.active = true
		if id, err = r.addMessage(of.id, here, &m); err != nil && refusal(err) != "" {
			r.left["value"]++
			return false, nil
		}
	}
	if err == nil {
		r.note(t.name, from.id, id)
		r.place(id, of.id)
	}
	return err == nil, err
}

// known finds a message by its name.
func (r *restorer) known(uid chat.UID) (id, session int64, old chat.Message, err error) {
	err = r.s.db.Each(`SELECT `+messageColumns+`, m.id, m.session_id FROM messages m JOIN sessions s ON s.id = m.session_id WHERE m.uid = ?`,
		func(st *sqlite.Stmt) error {
			old, id, session = scanMessage(st), st.Int64(14), st.Int64(15)
			return nil
		}, uid[:])
	return id, session, old, err
}

// place and inSession note which session a message of this restore is in.
func (r *restorer) place(id, session int64)          { r.note("session of", id, session) }
func (r *restorer) inSession(id, session int64) bool { return r.ids["session of"][id] == session }

func (r *restorer) addMessage(sessionID, parent int64, m *chat.Message) (id int64, err error) {
	if r.dry {
		return r.newID(), nil
	}
	id, err = r.s.insertMessage(sessionID, parent, m)
	if taken(err) { // its external name
		m.ExternalID = ""
		id, err = r.s.insertMessage(sessionID, parent, m)
	}
	return id, err
}

func (r *restorer) changeMessage(of *restoredSession, id int64, old, m chat.Message) error {
	if m.UpdatedAt <= old.UpdatedAt {
		return nil
	}
	r.report.ChangedMessages++
	if r.dry {
		return nil
	}
	of.active = true
	metadata, err := object(m.Metadata)
	if err != nil {
		return err
	}
	r.s.touch(of.uid, true)
	if err := r.s.db.Each(`UPDATE messages SET content = ?, status = ?, token_count = ?, encoding = ?, pinned = ?, metadata = ?, updated_at = ?,
		device = ?, revision = revision + 1 WHERE id = ?`, nil,
		m.Content, string(m.Status), m.Tokens, m.Encoding, m.Pinned, metadata, m.UpdatedAt, r.s.device, id); err != nil {
		return err
	}
	return r.s.reindexMessage(id, of.id, old, m)
}

// concludeSessions writes counts and heads when all messages are there. The head
// is the file's if its session is the newer one or had none.
func (r *restorer) concludeSessions() error {
	for _, of := range r.sessions {
		if !of.takes && !of.active {
			continue
		}
		head := r.ids["messages"][of.head]
		if head != 0 && !r.inSession(head, of.id) {
			head = 0
		}
		if err := r.s.db.Each(`UPDATE sessions SET message_count = (SELECT count(*) FROM messages WHERE session_id = ?1),
			last_message_at = max(last_message_at, coalesce((SELECT max(created_at) FROM messages WHERE session_id = ?1 AND ?3), 0)),
			head_id = coalesce(CASE WHEN ?3 THEN ?2 END, head_id, ?2, (SELECT max(id) FROM messages WHERE session_id = ?1)) WHERE id = ?1`, nil,
			of.id, idOrNull(head), of.takes); err != nil {
			return err
		}
	}
	return nil
}
