// Killwriter writes to a database until it is killed, and tells of every commit
// after it was acknowledged; or it looks at what a killed one left. The tests of
// `make test-kill` run it natively and in Chromium.
package main

import (
	"fmt"
	"strings"

	"burrow/internal/sqlite"
)

// rowsPerGroup and smallCache make a transaction larger than SQLite's cache, so
// that pages reach the file long before the commit.
const (
	rowsPerGroup = 3000
	smallCache   = `PRAGMA cache_size = -256`
)

// write commits group after group, each one transaction that also changes rows
// of the groups before it, and calls acked with the number of each.
func write(db *sqlite.DB, acked func(group int)) error {
	err := db.Exec(smallCache + `;
		CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, grp INTEGER, changed INTEGER, filling TEXT);
		CREATE INDEX IF NOT EXISTS rows_grp ON rows (grp)`)
	if err != nil {
		return err
	}
	last, err := db.Int(`SELECT max(grp) FROM rows`)
	if err != nil {
		return err
	}
	filling := strings.Repeat("filling ", 40)
	for group := int(last) + 1; ; group++ {
		err := db.Tx(func() error {
			// Torn, this shows: all rows must have been changed by the last group.
			if err := db.Exec(`UPDATE rows SET changed = ? WHERE id % 7 = 0`, group); err != nil {
				return err
			}
			for i := range rowsPerGroup {
				if err := db.Exec(`INSERT INTO rows (grp, changed, filling) VALUES (?, ?, ?)`, group, group, filling[i%8:]); err != nil {
					return err
				}
			}
			return db.Exec(`DELETE FROM rows WHERE grp = ?`, group-5)
		})
		if err != nil {
			return err
		}
		acked(group)
	}
}

// verify says what is wrong, or nothing, and which group was committed last.
func verify(db *sqlite.DB) (last int, wrong string, err error) {
	there, err := db.Int(`SELECT count(*) FROM sqlite_schema WHERE name = 'rows'`)
	if err != nil || there == 0 {
		return 0, "", err
	}
	if text, err := db.Text(`PRAGMA integrity_check`); err != nil || text != "ok" {
		return 0, "integrity: " + text, err
	}
	newest, err := db.Int(`SELECT max(grp) FROM rows`)
	if err != nil {
		return 0, "", err
	}
	err = db.Each(`SELECT grp, count(*) FROM rows GROUP BY grp`, func(s *sqlite.Stmt) error {
		if s.Int(1) != rowsPerGroup {
			wrong = fmt.Sprintf("group %d has %d rows of %d", s.Int(0), s.Int(1), rowsPerGroup)
		}
		if s.Int64(0) <= newest-5 {
			wrong = fmt.Sprintf("group %d should be gone", s.Int(0))
		}
		return nil
	})
	if err != nil || wrong != "" {
		return int(newest), wrong, err
	}
	stale, err := db.Int(`SELECT count(*) FROM rows WHERE id % 7 = 0 AND changed != ?`, newest)
	if stale > 0 {
		wrong = fmt.Sprintf("%d rows were not changed by group %d", stale, newest)
	}
	return int(newest), wrong, err
}
