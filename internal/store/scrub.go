package store

import (
	"bytes"
	"encoding/binary"
	"errors"

	"burrow/internal/sqlite"
)

// FTS5 takes deleted terms out of its pages at once (secure-delete), but not out
// of the table messages_fts_idx or chunks_fts_idx, which names for each page a term to find it by:
// "the first on it, or as much of that as tells it from the page before". When
// that term is deleted its name stays there, and a purged word with it. So after
// a purge every name that is not of its page's first term any more is replaced by
// that term, which lies between the same neighbours. Merging all of the index
// (optimize) would do too, in seconds instead of milliseconds.
//
// Of the format, which the comment at the head of SQLite's fts5_index.c gives,
// this needs: the row of page p in segment s has the key s<<37 + p; a page begins
// with two 16-bit numbers, the second of which is where its list of terms begins;
// the list's first varint is where the page's first term is, a varint for its
// length and its bytes.

func (s *Store) scrubNames() error {
	for _, index := range []string{"messages_fts", "chunks_fts"} {
		if err := s.scrubNamesOf(index); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) scrubNamesOf(index string) error {
	type name struct {
		segment     int64
		term, first []byte
	}
	var wrong []name
	err := s.db.Each(`SELECT i.segid, i.term, d.block FROM `+index+`_idx i JOIN `+index+`_data d ON d.id = (i.segid << 37) + (i.pgno >> 1)`,
		func(st *sqlite.Stmt) error {
			term := st.Bytes(1)
			if first, ok := firstTerm(st.Bytes(2)); ok && !bytes.HasPrefix(first, term) {
				wrong = append(wrong, name{st.Int64(0), term, first})
			}
			return nil
		})
	if err != nil {
		return err
	}
	if len(wrong) == 0 {
		return nil
	}
	if err := s.db.Defend(false); err != nil {
		return err
	}
	for _, n := range wrong {
		if err := s.db.Each(`UPDATE `+index+`_idx SET term = ? WHERE segid = ? AND term = ?`, nil, n.first, n.segment, n.term); err != nil {
			return errors.Join(err, s.db.Defend(true))
		}
	}
	return s.db.Defend(true)
}

// firstTerm returns the first term of a page.
func firstTerm(page []byte) ([]byte, bool) {
	if len(page) < 4 {
		return nil, false
	}
	list := int(binary.BigEndian.Uint16(page[2:]))
	if list >= len(page) {
		return nil, false
	}
	at, n := varint(page[list:])
	if n == 0 || at >= list {
		return nil, false
	}
	length, n := varint(page[at:])
	if n == 0 || length > list-at-n {
		return nil, false
	}
	return page[at+n : at+n+length], true
}

// varint reads a number as SQLite writes it, and how many bytes it has: 0 if it
// is none, or too large for a place on a page.
func varint(b []byte) (value, size int) {
	for i := 0; i < len(b) && i < 4; i++ {
		value = value<<7 | int(b[i]&0x7f)
		if b[i] < 0x80 {
			return value, i + 1
		}
	}
	return 0, 0
}
