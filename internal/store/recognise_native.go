//go:build !js

package store

import (
	"strconv"
	"strings"

	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

// schemaObject is a row of a database's schema.
type schemaObject struct{ kind, name, sql string }

// recognise refuses a database whose schema is not the one of its version, before
// anything is read through it or written. Triggers, views, checks and generated
// columns that somebody else put there would run with every statement of ours.
//
// A newer version may have what this program does not know. It is only read, so
// what matters is that the tables we read are tables, and that nothing is
// computed in them.
func (s *Store) recognise(version int, migrations [][]string) error {
	strange, err := s.strange(migrations)
	if err != nil || len(strange) == 0 {
		return err
	}
	// Statements that change a table leave another text than their own.
	newer := version > len(migrations)
	made, err := schemaOf(migrations[:min(version, len(migrations))])
	if err != nil {
		return err
	}
	for _, o := range strange {
		sql, known := made[o.name]
		if known && sql == o.sql {
			continue
		}
		if !newer {
			return unsafeFile(o, known)
		}
		ordinary := o.kind == "table" && !strings.HasPrefix(o.sql, "CREATE VIRTUAL")
		if ordinary {
			computed, err := s.db.Int(`SELECT count(*) FROM pragma_table_xinfo(?) WHERE hidden > 0`, o.name)
			if err != nil {
				return err
			}
			ordinary = computed == 0
		}
		if !ordinary && (known || o.kind == "table") {
			return unsafeFile(o, known)
		}
	}
	return nil
}

// strange returns what no statement of the migrations makes by itself.
func (s *Store) strange(migrations [][]string) (out []schemaObject, err error) {
	ours := map[string]bool{}
	for _, statements := range migrations {
		for _, sql := range statements {
			ours[sql] = true
		}
	}
	for _, table := range []string{"messages_fts", "chunks_fts"} {
		for _, kept := range []string{
			`_data'(id INTEGER PRIMARY KEY, block BLOB)`, `_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID`,
			`_docsize'(id INTEGER PRIMARY KEY, sz BLOB)`, `_config'(k PRIMARY KEY, v) WITHOUT ROWID`,
		} {
			ours[`CREATE TABLE '`+table+kept] = true
		}
	}
	err = s.db.Each(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL`, func(st *sqlite.Stmt) error {
		if o := (schemaObject{st.Text(0), st.Text(1), st.Text(2)}); !ours[o.sql] {
			out = append(out, o)
		}
		return nil
	})
	return out, err
}

// schemaOf is the schema that migrations make, by name.
func schemaOf(migrations [][]string) (map[string]string, error) {
	db, err := sqlite.Open(sqlite.Memory, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	for _, statements := range migrations {
		for _, sql := range statements {
			if err := db.Exec(sql); err != nil {
				return nil, err
			}
		}
	}
	made := map[string]string{}
	err = db.Each(`SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL`, func(st *sqlite.Stmt) error {
		made[st.Text(0)] = st.Text(1)
		return nil
	})
	return made, err
}

func unsafeFile(o schemaObject, known bool) error {
	if known {
		return fault.New(fault.Invalid, "This file is not safe to open: it has another {name} than Burrow makes. Nothing was changed. Restore the file as a backup in the app to copy only its chats.", "name", strconv.Quote(o.name))
	}
	return fault.New(fault.Invalid, "This file is not safe to open: it has the {kind} {name}, which Burrow did not make. Nothing was changed. Restore the file as a backup in the app to copy only its chats.", "kind", o.kind, "name", strconv.Quote(o.name))
}
