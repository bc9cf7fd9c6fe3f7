package database

import (
	"context"
	"crypto/tls"
	"errors"
	"slices"

	"github.com/go-sql-driver/mysql"
)

// Code is what went wrong, as far as somebody who asks has to know.
type Code string

const (
	// Unavailable: the server cannot be reached, or went away.
	Unavailable Code = "database_unavailable"
	// Denied: the account may not connect, or not read what was asked for.
	Denied Code = "database_denied"
	// Untrusted: the server does not encrypt, or its certificate is not one to trust.
	Untrusted Code = "database_untrusted"
	// Writable: the account can write.
	Writable Code = "database_writable"
	// Unsafe: the server does not keep to the settings of a session.
	Unsafe Code = "database_unsafe"
	// TimedOut: the query took longer than it may.
	TimedOut Code = "database_timeout"
	// Refused: the server did not understand the query, or a name in it.
	Refused Code = "database_refused"
	// TooLarge: a value is larger than what is read.
	TooLarge Code = "database_too_large"
	// Busy: all connections are taken.
	Busy Code = "database_busy"
	// Hangs: there are connections, and the server says nothing on them.
	Hangs Code = "database_hangs"
	// Locked: others hold the rows, so that the query was ended and can be run again.
	Locked Code = "database_locked"
)

var sentences = map[Code]string{
	Unavailable: "The database can't be reached right now.",
	Denied:      "The database didn't let this account in.",
	Untrusted:   "The database's encryption can't be trusted: check DB_TLS, DB_TLS_CA and its certificate.",
	Writable:    "The database account can change data. Burrow only uses accounts that can't: grant it nothing but SELECT.",
	Unsafe:      "The database doesn't keep to the settings of a session, so it isn't asked anything.",
	TimedOut:    "The query took too long and was stopped.",
	Refused:     "The database couldn't run this query.",
	TooLarge:    "A value in the result is too large to be read.",
	Busy:        "Too many questions are being answered at once. Try again in a moment.",
	Hangs:       "The database is connected, but it isn't responding. Try again later, or check whether it is overloaded.",
	Locked:      "The database was busy with other changes to these rows. Try again in a moment.",
}

// Error is what a caller learns: a code and a sentence. What the server said may have
// names, values and hosts in it, and goes to the log alone.
type Error struct {
	Code   Code
	detail string
	hint   string
}

func (e *Error) Error() string { return sentences[e.Code] }

// Passes reports whether the same query may work in a moment.
func (e *Error) Passes() bool { return e.Code == Unavailable || e.Code == Locked }

// Hint is what the server said of a query that it did not understand, as far as it speaks
// of names and grammar alone; "" if it may have values in it. It is for whoever wrote the
// query.
func (e *Error) Hint() string { return e.hint }

// aboutNames are the errors whose messages have nothing in them but what stood in the
// query: names that are not there, and grammar. Others quote values of rows.
var aboutNames = []uint16{
	1052, 1054, 1055, 1056, 1060, 1064, 1066, 1109, 1111, 1140, 1146, 1222, 1241, 1242, 1247, 1248, 1305, 1582, 1630, 3029, 3065,
}

// Errors by MySQL's list of numbers.
const (
	accessDenied    = 1045
	unknownDatabase = 1049
	tooMany         = 1040
	tableDenied     = 1142
	columnDenied    = 1143
	databaseDenied  = 1044
	rightMissing    = 1227
	interrupted     = 1317
	maxTimeMySQL    = 3024
	maxTimeMariaDB  = 1969
	packetTooLarge  = 1153
	lockWait        = 1205
	deadlock        = 1213
)

// fail makes an *Error of what the driver said, and logs that. Errors of a context stay
// what they are.
func (db *DB) fail(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if known, ok := errors.AsType[*Error](err); ok {
		db.settings.Log.Warn("database", "code", known.Code, "detail", known.detail)
		return known
	}
	code := codeOf(err)
	db.settings.Log.Warn("database", "code", code, "error", err)
	known := &Error{Code: code, detail: err.Error()}
	if said, ok := errors.AsType[*mysql.MySQLError](err); ok && code == Refused && slices.Contains(aboutNames, said.Number) {
		known.hint = said.Message
	}
	return known
}

func codeOf(err error) Code {
	if said, ok := errors.AsType[*mysql.MySQLError](err); ok {
		switch said.Number {
		case accessDenied, unknownDatabase, databaseDenied, tableDenied, columnDenied, rightMissing:
			return Denied
		case tooMany:
			return Busy
		case maxTimeMySQL, maxTimeMariaDB, interrupted:
			return TimedOut
		case packetTooLarge:
			return TooLarge
		case lockWait, deadlock:
			return Locked
		}
		return Refused
	}
	if errors.Is(err, mysql.ErrPktTooLarge) {
		return TooLarge
	}
	if _, bad := errors.AsType[*tls.CertificateVerificationError](err); bad || errors.Is(err, mysql.ErrNoTLS) {
		return Untrusted
	}
	return Unavailable
}
