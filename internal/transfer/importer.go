package transfer

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"strconv"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/say"
	"burrow/internal/store"
)

// importer writes the sessions of a file.
type importer struct {
	s        *store.Store
	rows     store.Rows // of the transaction under way
	now      int64
	count    Counter
	report   ImportReport // with what the transaction under way does
	kept     ImportReport // what has been committed
	first    int          // number of the file's first line here
	preview  bool         // nothing of it will stay
	place    string       // where the line at hand stands, for problems with it
	note     string       // something that was mended in the line at hand
	sessions map[string]*importedSession
}

// importedSession is a session of the file.
type importedSession struct {
	id      int64
	uid     chat.UID
	about   *sessionLine
	made    bool  // by this import
	foreign bool  // what lines say of it holds for a new one only
	last    int64 // the message that the next one follows
	head    int64 // the message that its lines name as the one to show
	newest  int64 // time of a message that was added
	added   int   // messages since the session's row was written
	unnamed int   // messages without a name of their own so far
}

func (im *importer) problem(sentence string) {
	if len(im.report.Problems) == maxProblems {
		im.report.unsaid++
		return
	}
	im.report.Problems = append(im.report.Problems, sentence)
}

// transaction runs f and updates the rows of the sessions it touched.
func (im *importer) transaction(ctx context.Context, f func() error) error {
	err := im.s.WriteRows(ctx, func(rows store.Rows) error {
		im.rows = rows
		if err := f(); err != nil {
			return err
		}
		for _, of := range im.sessions {
			if err := im.flush(of); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		im.kept = im.report
		im.kept.Problems = append([]string{}, im.report.Problems...)
		im.kept.Made = append([]string(nil), im.report.Made...)
	}
	return err
}

// done returns the report of what was kept.
func (im *importer) done() ImportReport {
	out := im.kept
	if out.unsaid > 0 {
		out.Problems = append(out.Problems, say.Plural(out.unsaid, "There was {n} more problem.", "There were {n} more problems."))
	}
	if out.Problems == nil {
		out.Problems = []string{}
	}
	return out
}

// session finds or makes a session of the file. at is the time of the current
// message, 0 if it has none.
func (im *importer) session(name string, about *sessionLine, at int64) (*importedSession, error) {
	if of := im.sessions[name]; of != nil {
		if of.about == nil {
			of.about = about
		}
		return of, nil
	}
	uid, err := chat.ParseUID(name)
	named := err == nil && !uid.IsZero()
	var known store.SessionRow
	if named {
		if uid, err = im.local(uid); err == nil {
			known, err = im.rows.FindSession(uid)
		}
	} else {
		known, err = im.rows.FindSessionNamed(name)
	}
	if err != nil {
		return nil, err
	}
	of := &importedSession{id: known.ID, uid: known.UID, last: known.HeadID, about: about}
	if of.id == 0 {
		if !named {
			uid = chat.UID{}
		}
		if err := im.make(of, name, uid, at); err != nil {
			return nil, err
		}
	} else if known.DeletedAt != 0 {
		im.note = say.T("Its chat is in the bin.")
	}
	im.sessions[name] = of
	return of, nil
}

// make writes the row of a new session. What its line says about its end is
// written once its messages exist.
func (im *importer) make(of *importedSession, name string, uid chat.UID, at int64) error {
	if at == 0 {
		at = im.now
	}
	row := chat.Session{UID: uid, CreatedAt: at}
	if a := of.about; a != nil {
		var err error
		if row, err = a.session(); err != nil {
			return err
		}
		row.UID = uid
		if row.CreatedAt == 0 {
			row.CreatedAt = at
		}
	}
	if uid.IsZero() {
		row.UID, row.ExternalID = chat.NewUID(row.CreatedAt), valid(name)
		if row.Name == "" {
			row.Name, row.NamedBy = name, chat.NamedByText
		}
	}
	row.UpdatedAt, row.LastMessageAt = row.CreatedAt, row.CreatedAt
	id, err := im.rows.AddSession(&row)
	if errors.Is(err, fault.Conflict) { // another session was imported under this name
		row.ExternalID = ""
		id, err = im.rows.AddSession(&row)
	}
	if err != nil {
		return err
	}
	of.id, of.uid, of.made = id, row.UID, true
	im.report.Sessions++
	im.report.Made = append(im.report.Made, name)
	return nil
}

// session returns what a line says about a session, checked.
func (a *sessionLine) session() (out chat.Session, err error) {
	out = chat.Session{ExternalID: valid(a.ID), Name: a.Name, NamedBy: chat.Namer(a.NamedBy), Pinned: a.Pinned, Archived: a.Archived,
		Head: a.Head, Draft: a.Draft, Settings: a.Settings, Metadata: a.Metadata}
	for _, t := range []struct {
		to   *int64
		from string
	}{{&out.CreatedAt, a.CreatedAt}, {&out.UpdatedAt, a.UpdatedAt}, {&out.LastMessageAt, a.LastMessageAt}, {&out.DeletedAt, a.DeletedAt}} {
		if *t.to, err = unstamp(t.from); err != nil {
			return out, fault.New(fault.Invalid, "A time of its chat is not written like 2006-01-02T15:04:05Z.")
		}
	}
	if len(a.ID) > maxExternalName || len(a.Draft) > store.MaxDraft {
		return out, fault.New(fault.TooLarge, "The name or draft of its chat is too long.")
	}
	return out, nil
}

// local returns the uid of a row in this database. If another user already has
// that uid, a different one is derived, the same each time: an import must neither
// change nor reveal another user's rows.
func (im *importer) local(uid chat.UID) (chat.UID, error) {
	foreign, err := im.rows.Foreign(uid)
	if foreign {
		uid = im.derive(uid.Time(), uid.String())
	}
	return uid, err
}

// derive makes a uid from what is known, so that a second import finds the row.
func (im *importer) derive(at int64, parts ...string) chat.UID {
	h := fnv.New128a()
	for _, part := range append([]string{im.s.Scope().UserID, im.s.Scope().CompanyID}, parts...) {
		h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	sum := h.Sum(nil)
	return chat.MakeUID(at, binary.BigEndian.Uint64(sum), binary.BigEndian.Uint16(sum[8:]))
}

// parent finds the message that a line names as its parent: by its uid, or by its id
// in the program that it comes from. If that is missing, the previous message takes
// its place.
func (im *importer) parent(of *importedSession, name *string) (int64, error) {
	if name == nil {
		return of.last, nil
	}
	if *name == "" {
		return 0, nil
	}
	uid, err := chat.ParseUID(*name)
	if err != nil && !of.foreign {
		return 0, fault.New(fault.Invalid, "Its parent is not a uid.")
	}
	if of.foreign {
		found, err := im.rows.FindMessageNamed(of.id, *name)
		if found.ID == 0 {
			found.ID = of.last
		}
		return found.ID, err
	}
	if uid, err = im.local(uid); err != nil {
		return 0, err
	}
	found, err := im.rows.FindMessage(uid)
	if err == nil && found.SessionID != of.id {
		if !im.preview || im.first == 1 { // else it may stand in a part before
			im.note = say.T("Its parent is missing, so it follows the previous message.")
		}
		return of.last, nil
	}
	return found.ID, err
}

// put adds a message unless it already exists.
func (im *importer) put(of *importedSession, parent int64, m chat.Message) error {
	var known store.MessageRow
	var err error
	if m.UID.IsZero() {
		m.UID = im.derive(m.CreatedAt, of.uid.String(), m.ExternalID)
		known, err = im.rows.FindMessageNamed(of.id, m.ExternalID)
	} else if m.UID, err = im.local(m.UID); err == nil {
		known, err = im.rows.FindMessage(m.UID)
	}
	switch {
	case err != nil:
		return err
	case known.ID != 0 && known.SessionID != of.id:
		return fault.New(fault.Conflict, "A message in another chat has the same uid.")
	case known.ID != 0:
		im.report.Known++
		of.reach(known.ID, m.ExternalID)
		if known.Content != valid(m.Content) {
			im.note = say.T("The message already exists with different text and was left unchanged.")
		}
		return nil
	}
	if m.CreatedAt == 0 {
		m.CreatedAt = im.now
	}
	if m.UpdatedAt == 0 {
		m.UpdatedAt = m.CreatedAt
	}
	m.Session = of.uid
	id, err := im.rows.AddMessage(of.id, parent, &m)
	if errors.Is(err, fault.Conflict) {
		return fault.New(fault.Conflict, "Another message in its chat has the same id.")
	}
	if err != nil {
		return err
	}
	of.reach(id, m.ExternalID)
	of.newest = max(of.newest, m.CreatedAt)
	of.added++
	im.report.Messages++
	return nil
}

// reach notes that a message is there.
func (of *importedSession) reach(id int64, name string) {
	of.last = id
	if of.about != nil && of.about.HeadID != "" && of.about.HeadID == name {
		of.head = id
	}
}

// flush writes the counts of a session after messages were added.
func (im *importer) flush(of *importedSession) error {
	if of.added == 0 {
		return nil
	}
	added := of.added
	of.added = 0
	return im.rows.ExtendSession(of.id, added, cmp.Or(of.head, of.last), of.newest, of.about != nil && !of.foreign)
}

// finish writes what the lines said about their sessions, where that is newer.
func (im *importer) finish() error {
	for _, of := range im.sessions {
		if err := im.flush(of); err != nil {
			return err
		}
		if of.about == nil || of.foreign {
			continue
		}
		if err := im.conclude(of); err != nil {
			return err
		}
	}
	return nil
}

func (im *importer) conclude(of *importedSession) error {
	row, err := of.about.session()
	if err == nil {
		err = im.rows.DescribeSession(of.id, row, of.made)
	}
	if refusal(err) != "" {
		return nil // said when its first line was read
	}
	if err != nil {
		return err
	}
	for _, sum := range of.about.Summaries {
		if err := im.summary(of, sum); err != nil {
			return err
		}
	}
	return nil
}

// summary adds a summary if its messages exist.
func (im *importer) summary(of *importedSession, sum summaryLine) error {
	created, err1 := unstamp(sum.CreatedAt)
	updated, err2 := unstamp(sum.UpdatedAt)
	undone, err3 := unstamp(sum.UndoneAt)
	err := errors.Join(err1, err2, err3)
	if err == nil && !sum.UID.IsZero() {
		err = im.rows.AddSummary(of.id, store.SummaryRow{
			UID: sum.UID, Level: sum.Level, From: sum.From, To: sum.To, TokensBefore: sum.TokensBefore, TokensAfter: sum.TokensAfter,
			Encoding: sum.Encoding, MadeBy: sum.MadeBy, CreatedAt: created, UpdatedAt: updated, UndoneAt: undone, Summary: sum.Summary,
		})
	}
	if errors.Join(err1, err2, err3) != nil || sum.UID.IsZero() || refusal(err) != "" {
		im.problem(say.T("A summary was left out: it cannot be read."))
		return nil
	}
	return err
}
