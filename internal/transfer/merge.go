package transfer

import (
	"errors"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
)

// copySessions merges the sessions. If the file has one owner, all of them go to
// the store's owner; if it has several, only those of the same owner do.
func (r *restorer) copySessions() error {
	t := sessionsTable
	owners := map[store.Scope]bool{}
	err := r.f.rows(t, "ORDER BY id", func(from row) error {
		owners[owner(from)] = true
		return nil
	})
	if err != nil {
		return err
	}
	return r.f.rows(t, "ORDER BY id", func(from row) error {
		if len(owners) > 1 && owner(from) != r.s.Scope() {
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

// owner returns the owner of a session in the file.
func owner(from row) store.Scope {
	return store.Scope{UserID: from.text(sessionsTable, "user_id"), CompanyID: from.text(sessionsTable, "company_id")}
}

func (r *restorer) mergeSession(from row) error {
	t := sessionsTable
	uid, err := r.im.local(from.uid(t))
	if err != nil {
		return err
	}
	known, err := r.rows.FindSession(uid)
	if err != nil {
		return err
	}
	of := &restoredSession{id: known.ID, uid: uid, head: from.int(t, "head_id")}
	switch {
	case of.id == 0:
		r.report.NewSessions++
		of.takes = true
		if err := r.addSession(of, from); err != nil {
			return err
		}
	case from.time(t, "updated_at") > known.UpdatedAt:
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
	if r.dry {
		of.id = r.newID()
		return nil
	}
	in := sessionOf(of, from)
	of.id, err = r.rows.AddSession(&in)
	if errors.Is(err, fault.Conflict) { // its external name
		in.ExternalID = ""
		of.id, err = r.rows.AddSession(&in)
	}
	return err
}

// sessionOf returns a session as the file has it.
func sessionOf(of *restoredSession, from row) chat.Session {
	t := sessionsTable
	return chat.Session{
		UID: of.uid, ExternalID: from.text(t, "external_id"), Name: from.text(t, "name"), NamedBy: chat.Namer(from.text(t, "named_by")),
		CreatedAt: from.time(t, "created_at"), UpdatedAt: from.time(t, "updated_at"), LastMessageAt: from.time(t, "last_message_at"),
		Pinned: from.int(t, "pinned") != 0, Archived: from.int(t, "archived") != 0, DeletedAt: from.time(t, "deleted_at"),
		Draft: from.text(t, "draft"), Settings: from.object(t, "settings"), Metadata: from.object(t, "metadata"),
	}
}

func (r *restorer) changeSession(of *restoredSession, from row) error {
	if r.dry {
		return nil
	}
	return r.rows.ReplaceSession(of.id, sessionOf(of, from))
}

// family puts messages in order, parents first. Our own files have that order. In
// others a message waits for its parent. If the parent is not in the file, the
// message starts its session; messages that wait for each other are left out; and
// those behind one that was left out follow the one before it.
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

// drain takes what is ready, and what becomes ready by that.
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

// release readies the messages whose parent is not in the file, and reports whether
// there were any.
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
// parent in the file, here its key in this database. It reports whether the message
// now exists.
func (r *restorer) mergeMessage(from row, parent, here int64) (done bool, err error) {
	t := messagesTable
	of := r.sessions[from.int(t, "session_id")]
	m := chat.Message{
		Session: of.uid, Role: chat.Role(from.text(t, "role")), Status: chat.Status(from.text(t, "status")), Content: from.text(t, "content"),
		CreatedAt: from.time(t, "created_at"), UpdatedAt: from.time(t, "updated_at"), Tokens: int(from.int(t, "token_count")),
		Encoding: from.text(t, "encoding"), Pinned: from.int(t, "pinned") != 0, ExternalID: from.text(t, "external_id"),
		Metadata: from.object(t, "metadata"),
	}
	if from.bad != "" || store.CheckMessage(&m) != nil || from.uid(t).IsZero() {
		r.left["value"]++
		return false, nil
	}
	if m.UID, err = r.im.local(from.uid(t)); err != nil {
		return false, err
	}
	known, err := r.rows.FindMessage(m.UID)
	id := known.ID
	switch {
	case err != nil:
		return false, err
	case id != 0 && known.SessionID != of.id, parent != 0 && !r.inSession(here, of.id):
		r.left["place"]++ // a message of another session
		return false, nil
	case id != 0:
		err = r.changeMessage(of, known, m)
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

// place and inSession remember which session a message of this restore is in.
func (r *restorer) place(id, session int64)          { r.note("session of", id, session) }
func (r *restorer) inSession(id, session int64) bool { return r.ids["session of"][id] == session }

func (r *restorer) addMessage(sessionID, parent int64, m *chat.Message) (id int64, err error) {
	if r.dry {
		return r.newID(), nil
	}
	id, err = r.rows.AddMessage(sessionID, parent, m)
	if errors.Is(err, fault.Conflict) { // its external name
		m.ExternalID = ""
		id, err = r.rows.AddMessage(sessionID, parent, m)
	}
	return id, err
}

func (r *restorer) changeMessage(of *restoredSession, old store.MessageRow, m chat.Message) error {
	if m.UpdatedAt <= old.UpdatedAt {
		return nil
	}
	r.report.ChangedMessages++
	if r.dry {
		return nil
	}
	of.active = true
	return r.rows.ReplaceMessage(old, m)
}

// concludeSessions writes counts and heads once all messages exist. The file's head
// is taken if its session is newer or there was no head.
func (r *restorer) concludeSessions() error {
	for _, of := range r.sessions {
		if !of.takes && !of.active {
			continue
		}
		head := r.ids["messages"][of.head]
		if head != 0 && !r.inSession(head, of.id) {
			head = 0
		}
		if err := r.rows.SettleSession(of.id, head, of.takes); err != nil {
			return err
		}
	}
	return nil
}
