package sqlite

import (
	"strconv"

	"burrow/internal/fault"
)

// Code is a result of SQLite, without its extension. It is an error, for
// errors.Is.
type Code int

// The codes that callers tell apart. Any other is still a Code.
const (
	General    Code = 1
	Abort      Code = 4
	Busy       Code = 5
	Locked     Code = 6
	NoMemory   Code = 7
	ReadOnly   Code = 8
	Interrupt  Code = 9
	IO         Code = 10
	Corrupt    Code = 11
	Full       Code = 13
	CantOpen   Code = 14
	Schema     Code = 17
	TooBig     Code = 18
	Constraint Code = 19
	Mismatch   Code = 20
	Misuse     Code = 21
	Range      Code = 25
	NotADB     Code = 26
)

var codeTexts = map[Code]string{
	General: "SQL error", Abort: "aborted", Busy: "the database is in use", Locked: "the table is in use",
	NoMemory: "out of memory", ReadOnly: "the database is read-only", Interrupt: "interrupted",
	IO: "reading or writing failed", Corrupt: "the database is damaged", Full: "the disk is full",
	CantOpen: "cannot open the database", Schema: "the schema changed", TooBig: "too big",
	Constraint: "constraint failed", Mismatch: "wrong type", Misuse: "misuse", Range: "out of range",
	NotADB: "not a database",
}

func (c Code) Error() string {
	if text := codeTexts[c]; text != "" {
		return text
	}
	return "SQLite result " + strconv.Itoa(int(c))
}

// misuse is a mistake of the caller, described.
func misuse(what string) error { return fault.Reworded(Misuse.Error()+": "+what, Misuse) }

// Error is a failure that SQLite reported.
type Error struct {
	Code     Code
	Extended int
	// Message is SQLite's own text, which can name tables and values.
	Message string
}

func (e *Error) Error() string {
	if e.Message == "" || e.Message == "not an error" {
		return e.Code.Error()
	}
	return e.Code.Error() + ": " + e.Message
}

// Unwrap gives the code, so that errors.Is(err, sqlite.Full) holds.
func (e *Error) Unwrap() error { return e.Code }
