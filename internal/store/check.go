package store

import (
	"context"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlite"
)

// CheckReport is what a check found.
type CheckReport struct {
	// Problems are sentences. There are none if all is well.
	Problems []string
	// Repairable says that Repair fixes all of them.
	Repairable bool
}

// checks are queries that count invalid rows. Those with a repair are fixed by it,
// or by rebuilding the index.
var checks = []struct {
	count      string
	one, other say.English
	repair     string
}{
	{`SELECT count(*) FROM sessions s WHERE s.message_count <> (SELECT count(*) FROM messages m WHERE m.session_id = s.id)`,
		"{n} chat has a wrong message count.", "{n} chats have a wrong message count.",
		`UPDATE sessions SET message_count = (SELECT count(*) FROM messages m WHERE m.session_id = sessions.id)
			WHERE message_count <> (SELECT count(*) FROM messages m WHERE m.session_id = sessions.id)`},
	{`SELECT count(*) FROM sessions s WHERE (s.head_id IS NOT NULL OR EXISTS (SELECT 1 FROM messages m WHERE m.session_id = s.id))
			AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = s.head_id AND m.session_id = s.id)`,
		"{n} chat has lost track of its last message.", "{n} chats have lost track of their last message.",
		`UPDATE sessions SET head_id = (SELECT max(m.id) FROM messages m WHERE m.session_id = sessions.id)
			WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = sessions.head_id AND m.session_id = sessions.id)`},
	{`SELECT count(*) FROM messages m LEFT JOIN messages p ON p.id = m.parent_id
			WHERE m.depth <> coalesce(p.depth + 1, 0) OR p.session_id <> m.session_id`,
		"{n} message has a wrong position.", "{n} messages have a wrong position.", ``},
	// See placeUnder for the rule.
	{`SELECT count(*) FROM messages m LEFT JOIN messages p ON p.id = m.parent_id
			LEFT JOIN messages j ON j.id = coalesce(p.jump_id, p.id) LEFT JOIN messages k ON k.id = coalesce(j.jump_id, j.id)
			WHERE m.jump_id IS NOT CASE WHEN p.id IS NULL THEN NULL WHEN p.depth - j.depth = j.depth - k.depth THEN k.id ELSE p.id END`,
		"{n} message has a wrong link to an earlier one.", "{n} messages have a wrong link to an earlier one.", ``},
	{`SELECT (SELECT count(*) FROM messages m WHERE m.status <> 'streaming' AND NOT EXISTS (SELECT 1 FROM messages_fts_docsize d WHERE d.id = m.id))
			+ (SELECT count(*) FROM messages_fts_docsize d WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = d.id AND m.status <> 'streaming'))`,
		"{n} message is wrong or missing in the search index.", "{n} messages are wrong or missing in the search index.", `index`},
	{`SELECT (SELECT count(*) FROM chunks c WHERE c.veil = '' AND NOT EXISTS (SELECT 1 FROM chunks_fts_docsize d WHERE d.id = c.id))
			+ (SELECT count(*) FROM chunks_fts_docsize d WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = d.id AND c.veil = ''))`,
		"{n} passage of a document is wrong or missing in the search index.", "{n} passages of documents are wrong or missing in the search index.", `index`},
	{`SELECT count(*) FROM blobs b WHERE b.size <> (SELECT coalesce(sum(length(c.bytes)), 0) FROM blob_chunks c WHERE c.blob_id = b.id)
			AND EXISTS (SELECT 1 FROM documents d WHERE d.blob_id = b.id)`,
		"{n} file of a document is not whole.", "{n} files of documents are not whole.", ``},
}

// Check looks for damage: in the file, between the tables, in the tree of
// messages, in the search index, and in what is derived from other rows.
func (s *Store) Check(ctx context.Context) (out CheckReport, err error) {
	err = s.snapshot(ctx, func() error {
		out = CheckReport{Repairable: true}
		for _, check := range []func(*CheckReport) error{s.checkFile, s.checkKeys, s.checkRows, s.checkTerms} {
			if err := check(&out); err != nil {
				return err
			}
		}
		out.Repairable = out.Repairable && len(out.Problems) > 0
		return nil
	})
	return out, err
}

func (r *CheckReport) add(repairable bool, sentence string) {
	r.Problems = append(r.Problems, sentence)
	r.Repairable = r.Repairable && repairable
}

// checkFile lets SQLite check the file, and FTS5 the structure of its index.
func (s *Store) checkFile(out *CheckReport) error {
	return s.db.Each(`PRAGMA integrity_check(20)`, func(st *sqlite.Stmt) error {
		switch text := st.Text(0); {
		case text == "ok":
		case strings.Contains(text, "_fts"):
			out.add(true, say.T("The search index is damaged."))
		default:
			out.add(false, say.T("The file is damaged: {what}.", "what", text))
		}
		return nil
	})
}

func (s *Store) checkKeys(out *CheckReport) error {
	return s.db.Each(`SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2`, func(st *sqlite.Stmt) error {
		out.add(false, say.Plural(st.Int(2), "{n} row of {table} refers to one of {other} that is missing.", "{n} rows of {table} refer to {other} that are missing.", "table", st.Text(0), "other", st.Text(1)))
		return nil
	})
}

func (s *Store) checkRows(out *CheckReport) error {
	for _, c := range checks {
		n, err := s.db.Int(c.count)
		if err != nil {
			return err
		}
		if n > 0 {
			out.add(c.repair != "", say.Plural(int(n), c.one, c.other))
		}
	}
	return nil
}

// checkTerms compares, for each message, the number of terms in the index with that
// of its text. The index knows no more: it keeps no text.
func (s *Store) checkTerms(out *CheckReport) error {
	wrong := 0
	err := s.db.Each(`SELECT m.content, d.sz FROM messages m JOIN messages_fts_docsize d ON d.id = m.id WHERE m.status <> 'streaming'`,
		func(st *sqlite.Stmt) error {
			_, terms := indexText(st.Text(0))
			const placeTerms = 2
			if string(st.Bytes(1)) != string(append(appendVarint(nil, terms), placeTerms)) {
				wrong++
			}
			return nil
		})
	if wrong > 0 {
		out.add(true, say.Plural(wrong, "{n} message has different words in the search index than in its text.", "{n} messages have different words in the search index than in their text."))
	}
	return err
}

// appendVarint writes a number as SQLite does: seven bits per byte, the highest
// first.
func appendVarint(b []byte, n int) []byte {
	shift := 0
	for n>>(shift+7) != 0 {
		shift += 7
	}
	for ; shift > 0; shift -= 7 {
		b = append(b, byte(n>>shift)|0x80)
	}
	return append(b, byte(n)&0x7f)
}

// Repair rebuilds what is derived from the messages: the search index, counts and
// heads. It cannot bring back what the file itself has lost.
func (s *Store) Repair(ctx context.Context) error {
	return s.write(ctx, func() error {
		s.pending.All = true
		if err := s.db.Exec(`REINDEX`); err != nil {
			return err
		}
		for _, c := range checks {
			if c.repair == "" || c.repair == "index" {
				continue
			}
			if err := s.db.Exec(c.repair); err != nil {
				return err
			}
		}
		return s.reindex()
	})
}
