// Package fault gives errors that cross a border a code and a sentence.
//
// Inside the tree errors are wrapped and compared as usual. Where one leaves
// for a page, a terminal or a network client, it leaves as an *Error: a Code
// from a closed list to branch on, and a Message written for the user. The
// cause stays behind for logs; it may name files and hosts, and no border
// prints it.
package fault

import (
	"context"
	"errors"
	"time"

	"burrow/internal/say"
)

// Code says what kind of thing went wrong.
//
// It is an error itself, so that errors.Is(err, fault.NotFound) asks for the
// kind without looking at text.
type Code string

const (
	// Invalid is a request that can never succeed as it was written.
	Invalid Code = "invalid"
	// UnknownMethod is a request for a method that this build does not have.
	UnknownMethod Code = "unknown_method"
	// NotFound is a name that means nothing here, or no longer does.
	NotFound Code = "not_found"
	// Conflict is a change that assumes another state than ours.
	Conflict Code = "conflict"
	// TooLarge is input beyond a stated limit.
	TooLarge Code = "too_large"
	// Cancelled is work that the caller asked to stop.
	Cancelled Code = "cancelled"
	// Unavailable is something needed that cannot be reached now; trying
	// again may help.
	Unavailable Code = "unavailable"
	// TimedOut is something that did not answer within its limit; trying again
	// may help.
	TimedOut Code = "timed_out"
	// Unauthorized is a key or token that is missing, wrong or not enough.
	Unauthorized Code = "unauthorized"
	// RateLimited is a service that wants fewer requests; trying again later
	// helps.
	RateLimited Code = "rate_limited"
	// NoModel is a question for which no model is set up.
	NoModel Code = "no_model"
	// Upstream is a service whose answer cannot be used.
	Upstream Code = "upstream"
	// Internal is our bug, or an error without a code.
	Internal Code = "internal"
)

// Codes returns the closed list, in the order of its declaration.
func Codes() []Code {
	return []Code{Invalid, UnknownMethod, NotFound, Conflict, TooLarge, Cancelled, Unavailable, TimedOut, Unauthorized, RateLimited, NoModel, Upstream, Internal}
}

// Error lets a Code be the target of errors.Is.
func (c Code) Error() string { return string(c) }

// internalMessage is all that a user is told about an error without a code.
const internalMessage say.English = "Something went wrong inside Burrow."

// cancelledMessage stands for every cancellation, whoever noticed it.
const cancelledMessage say.English = "The request was cancelled."

// An Error is what a border may show. Message is a whole sentence for the
// user; Cause is for logs only and may be nil.
type Error struct {
	Code    Code
	Message string
	Cause   error
	// RetryAfter is how long to wait before trying again, if somebody said.
	RetryAfter time.Duration
	// Unreachable says that nobody was there: the request has not arrived.
	Unreachable bool
}

// New returns an Error without a cause. Its sentence is given as to say.T.
func New(code Code, english say.English, args ...any) *Error {
	return &Error{Code: code, Message: say.T(english, args...)}
}

// Wrap returns an Error that keeps cause for logs, errors.Is and errors.As.
func Wrap(cause error, code Code, english say.English, args ...any) *Error {
	return &Error{Code: code, Message: say.T(english, args...), Cause: cause}
}

// Error is the text for logs: code, sentence and cause. Borders send Code and
// Message instead.
func (e *Error) Error() string {
	if e.Cause == nil {
		return string(e.Code) + ": " + e.Message
	}
	return string(e.Code) + ": " + e.Message + ": " + e.Cause.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// From returns the Error inside err, or makes one: a context that was
// cancelled is Cancelled, everything else is Internal with err as its cause.
// From(nil) is nil.
//
// An Error that a variable of a package holds was made before a translation was in
// use. So its sentence is looked up once more here, on its way out.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var known *Error
	if errors.As(err, &known) {
		if said := say.T(say.English(known.Message)); said != known.Message {
			return &Error{Code: known.Code, Message: said, Cause: known.Cause, RetryAfter: known.RetryAfter, Unreachable: known.Unreachable}
		}
		return known
	}
	if errors.Is(err, context.Canceled) {
		return &Error{Code: Cancelled, Message: say.T(cancelledMessage), Cause: err}
	}
	return &Error{Code: Internal, Message: say.T(internalMessage), Cause: err}
}
