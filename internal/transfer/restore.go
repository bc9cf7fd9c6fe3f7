package transfer

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/say"
	"burrow/internal/sqlite"
	"burrow/internal/store"
)

// RestoreMode says what happens to the chats that are already here.
type RestoreMode string

// The modes.
const (
	// Merge adds what is missing here and takes the newer of what both have. It
	// removes nothing.
	Merge RestoreMode = "merge"
	// Replace removes everything first.
	Replace RestoreMode = "replace"
)

// RestoreReport says what is in a backup and what a restore does, or would do.
type RestoreReport struct {
	// Verified says that the file has a checksum and matches it.
	Verified bool
	// Version is the format of the file.
	Version int
	// Sessions and Messages are in the file.
	Sessions int
	Messages int
	// The others are what a merge adds and changes here.
	NewSessions     int
	NewMessages     int
	ChangedSessions int
	ChangedMessages int
	// Problems are sentences that say what was left out or repaired.
	Problems []string
}

// Inspect checks a file and reports what merging it would do. The caller keeps the
// image.
func Inspect(ctx context.Context, s *store.Store, image *sqlite.Image) (RestoreReport, error) {
	f, err := openCopy(ctx, image)
	if err != nil {
		return RestoreReport{}, store.Failure(ctx, err)
	}
	defer f.close()
	r := newRestorer(s, f, Merge)
	r.dry = true
	err = s.ReadRows(ctx, func(rows store.Rows) error { return r.run(ctx, rows) })
	return r.report, err
}

// Restore copies the rows of a file into the history in one transaction: after an
// error nothing has changed. The store's owner becomes the owner of the rows. The
// caller keeps the image.
func Restore(ctx context.Context, s *store.Store, image *sqlite.Image, mode RestoreMode, now int64) (RestoreReport, error) {
	if mode != Merge && mode != Replace {
		return RestoreReport{}, fault.New(fault.Invalid, "A backup can be merged with your chats or replace them.")
	}
	if err := s.NeedRoom(); err != nil {
		return RestoreReport{}, err
	}
	f, err := openCopy(ctx, image)
	if err != nil {
		return RestoreReport{}, store.Failure(ctx, err)
	}
	defer f.close()
	r := newRestorer(s, f, mode)
	err = s.WriteRows(ctx, func(rows store.Rows) error {
		r.reset()
		rows.ChangeAll()
		if mode == Replace {
			if err := rows.Clear(); err != nil {
				return err
			}
		}
		return r.run(ctx, rows)
	})
	return r.report, err
}

// restorer copies rows. ids maps keys of the file to keys of this database, by table.
type restorer struct {
	s        *store.Store
	rows     store.Rows // of the transaction under way
	f        *copyFile
	im       *importer // for names that another user has here
	mode     RestoreMode
	dry      bool
	report   RestoreReport
	ids      map[string]map[int64]int64
	sessions map[int64]*restoredSession // by their key in the file
	others   map[int64]bool             // sessions of other owners
	left     map[string]int             // rows left out, by why
	fake     int64                      // the last key given out by a dry run
}

type restoredSession struct {
	id     int64
	uid    chat.UID
	head   int64 // in the file
	takes  bool  // the file's fields are the newer ones
	active bool  // messages were added or changed
}

func newRestorer(s *store.Store, f *copyFile, mode RestoreMode) *restorer {
	r := &restorer{s: s, f: f, mode: mode, im: &importer{s: s}}
	r.reset()
	return r
}

func (r *restorer) reset() {
	r.report = RestoreReport{Verified: r.f.verified, Version: r.f.version}
	r.others = map[int64]bool{}
	r.ids, r.sessions, r.left, r.fake = map[string]map[int64]int64{}, map[int64]*restoredSession{}, map[string]int{}, 0
}

func (r *restorer) run(ctx context.Context, rows store.Rows) error {
	r.rows, r.im.rows = rows, rows
	defer store.Guard(ctx, r.f.db)()
	if err := r.copySessions(); err != nil {
		return err
	}
	if err := r.copyMessages(); err != nil {
		return err
	}
	if !r.dry {
		if err := r.concludeSessions(); err != nil {
			return err
		}
		for _, t := range copiedTables {
			if err := r.copyTable(t); err != nil {
				return err
			}
		}
		if err := rows.IndexDocuments(); err != nil {
			return err
		}
	}
	r.tell("owner", "{n} chat of somebody else was left out.", "{n} chats of other people were left out.")
	r.tell("value", "{n} row with invalid values was left out.", "{n} rows with invalid values were left out.")
	r.tell("place", "{n} row that belongs to nothing was left out.", "{n} rows that belong to nothing were left out.")
	r.tell("cycle", "{n} message that replies to itself was left out.", "{n} messages that reply to themselves were left out.")
	r.tell("parent", "{n} message replies to a missing message and now starts its chat.", "{n} messages reply to a missing message and now start their chat.")
	return nil
}

// tell reports how many rows were left out, or changed, for a reason.
func (r *restorer) tell(why string, one, other say.English) {
	if n := r.left[why]; n > 0 {
		r.report.Problems = append(r.report.Problems, say.Plural(n, one, other))
	}
}

// note remembers the key that a row of the file has here.
func (r *restorer) note(table string, from, to int64) {
	if r.ids[table] == nil {
		r.ids[table] = map[int64]int64{}
	}
	r.ids[table][from] = to
}

// newID returns a key for a row that a dry run does not write.
func (r *restorer) newID() int64 { r.fake--; return r.fake }

// copyTable copies the rows of a table without rules of its own. Existing rows stay
// as they are, unless they are pairs of the FAQ: people change these, and of two the newer
// counts.
func (r *restorer) copyTable(t table) error {
	return r.f.rows(t, "ORDER BY id", func(from row) error {
		if from.bad != "" {
			r.left["value"]++
			return nil
		}
		for i, c := range t.columns {
			if c.kind == 'r' && from.values[i] != nil {
				id := r.ids[c.ref][from.values[i].(int64)]
				if id == 0 && !c.null {
					if len(r.others) == 0 {
						r.left["place"]++
					}
					return nil
				}
				if from.values[i] = id; id == 0 {
					from.values[i] = nil
				}
			}
		}
		if at := t.at("user_id"); at >= 0 {
			from.values[at], from.values[t.at("company_id")] = r.s.Scope().UserID, r.s.Scope().CompanyID
		}
		id, err := r.rows.Insert(t.name, t.names(), from.values)
		if err != nil || t.key == "" {
			return err
		}
		if id != 0 {
			r.note(t.name, from.id, id)
			return nil
		}
		if t.name == "faq" {
			return r.rows.ReplacePair(t.names(), from.values, from.values[t.at(t.key)], from.time(t, "updated_at"))
		}
		return r.found(t, from)
	})
}

// found notes the key of a row that already exists, if it belongs to this owner.
func (r *restorer) found(t table, from row) error {
	columns, values := []string{t.key}, []any{from.values[t.at(t.key)]}
	for _, name := range []string{"session_id", "user_id", "company_id"} {
		if at := t.at(name); at >= 0 {
			columns, values = append(columns, name), append(values, from.values[at])
		}
	}
	id, err := r.rows.Find(t.name, columns, values)
	if err == nil && id != 0 {
		r.note(t.name, from.id, id)
	}
	return err
}
