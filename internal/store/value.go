package store

import (
	"errors"
	"strings"
	"unicode"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// maxJSON is the most bytes that settings or metadata have.
const maxJSON = 4 << 20

// object checks a JSON object and returns its shortest spelling, "{}" for none.
// It is kept in that spelling so that an export of an import is the same bytes.
func object(raw chat.RawJSON) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "{}", nil
	}
	if len(raw) > maxJSON {
		return "", fault.New(fault.TooLarge, "Metadata can have at most {most} MiB.", "most", maxJSON>>20)
	}
	compact, err := json.Compact(string(raw))
	if err != nil || compact[0] != '{' {
		return "", fault.New(fault.Invalid, "Metadata must be a JSON object.")
	}
	return valid(string(compact)), nil
}

// valid makes text that every reader reads alike: what is not UTF-8 becomes U+FFFD.
func valid(text string) string { return strings.ToValidUTF8(text, "\ufffd") }

// CleanName makes a name of one line.
func CleanName(name string) string {
	name = strings.TrimFunc(oneLine(valid(name)), unicode.IsSpace)
	count := 0
	for i := range name {
		if count == maxNameRunes {
			return strings.TrimRight(name[:i], " ") + "…"
		}
		count++
	}
	return name
}

func uidAt(st *sqlite.Stmt, column int) (u chat.UID) {
	if b := st.Bytes(column); len(b) == len(u) {
		copy(u[:], b)
	}
	return u
}

// rawAt returns a JSON object, nil for an empty one.
func rawAt(st *sqlite.Stmt, column int) chat.RawJSON {
	text := st.Text(column)
	if text == "{}" || text == "" {
		return nil
	}
	return chat.RawJSON(text)
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func timeOrNull(at int64) any {
	if at == 0 {
		return nil
	}
	return at
}

func idOrNull(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// taken reports whether a row was refused because its name is taken.
func taken(err error) bool {
	const primaryKey, unique = 19 | 6<<8, 19 | 8<<8
	e := (*sqlite.Error)(nil)
	return errors.As(err, &e) && (e.Extended == primaryKey || e.Extended == unique)
}
