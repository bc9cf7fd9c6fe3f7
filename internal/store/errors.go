package store

import (
	"context"
	"errors"

	"burrow/internal/fault"
	"burrow/internal/say"
	"burrow/internal/sqlite"
)

// errClosed is what calls after Close get.
var errClosed = fault.New(fault.Unavailable, "The history is closed.")

func readOnlyError(why string) error { return &fault.Error{Code: fault.Conflict, Message: why} }

// sentences is the one place where results of SQLite become words for the user. They
// say what became of the call, not of the history: only who has looked can say that.
var sentences = []struct {
	code    sqlite.Code
	kind    fault.Code
	english say.English
}{
	{sqlite.Full, fault.Unavailable, "The storage is full, so this was not saved. Free some space, then try again."},
	{sqlite.Busy, fault.Unavailable, "Another program is using the history. Try again in a moment."},
	{sqlite.Locked, fault.Unavailable, "Another program is using the history. Try again in a moment."},
	{sqlite.Interrupt, fault.Cancelled, "The request was cancelled."},
	{sqlite.IO, fault.Unavailable, "The storage could not be read or written. Try again."},
	{sqlite.NoMemory, fault.Unavailable, "There is not enough memory for this."},
	{sqlite.CantOpen, fault.Unavailable, "The storage could not be opened. Try again."},
	{sqlite.ReadOnly, fault.Conflict, "The history can only be read here, not changed."},
	{sqlite.TooBig, fault.TooLarge, "This is too large to save."},
	{sqlite.Corrupt, fault.Internal, "The history is damaged. Export what can be read, then restore a backup."},
	{sqlite.NotADB, fault.Invalid, "This file is not a Burrow history."},
}

// Failure gives an error its sentence. Cancellation stays recognisable, whatever
// SQLite said.
func Failure(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sqlite.Interrupt) && ctx.Err() != nil {
		err = ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fault.Wrap(err, fault.Cancelled, "This took too long and was stopped.")
	}
	if known := (*fault.Error)(nil); errors.As(err, &known) || errors.Is(err, context.Canceled) {
		return err
	}
	for _, s := range sentences {
		if errors.Is(err, s.code) {
			return fault.Wrap(err, s.kind, s.english)
		}
	}
	return fault.From(err)
}
