package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/say"
	"burrow/internal/store"
)

func renameSession(ctx context.Context, history *store.Store, call *sessionsCall) error {
	sessions, err := call.resolve(ctx, history, call.args[0])
	if err != nil {
		return err
	}
	_, err = history.Rename(ctx, sessions[0].UID, call.args[1], chat.NamedByUser, now())
	return err
}

// eachNamed resolves all names before it changes the first: a mistyped one
// changes nothing.
func eachNamed(ctx context.Context, history *store.Store, call *sessionsCall, change func(chat.Session) error) error {
	sessions, err := call.resolve(ctx, history, call.args...)
	if err != nil {
		return err
	}
	for _, s := range sessions {
		if err := change(s); err != nil {
			return err
		}
	}
	return nil
}

func archiveSessions(ctx context.Context, history *store.Store, call *sessionsCall) error {
	return eachNamed(ctx, history, call, func(s chat.Session) error {
		_, err := history.Archive(ctx, s.UID, !call.undo, now())
		return err
	})
}

func deleteSessions(ctx context.Context, history *store.Store, call *sessionsCall) error {
	return eachNamed(ctx, history, call, func(s chat.Session) error {
		if s.DeletedAt == 0 {
			if _, err := history.Delete(ctx, s.UID, now()); err != nil {
				return err
			}
		}
		if !call.forever {
			return nil
		}
		return history.Purge(ctx, s.UID)
	})
}

func restoreSessions(ctx context.Context, history *store.Store, call *sessionsCall) error {
	return eachNamed(ctx, history, call, func(s chat.Session) error {
		_, err := history.Restore(ctx, s.UID, now())
		return err
	})
}

func checkSessions(ctx context.Context, history *store.Store, call *sessionsCall) error {
	report, err := history.Check(ctx)
	if err != nil {
		return err
	}
	if len(report.Problems) > 0 && call.repair {
		if err := history.Repair(ctx); err != nil {
			return err
		}
		for _, problem := range report.Problems {
			fmt.Fprintln(call.std.err, say.T("Was: {problem}", "problem", problem))
		}
		if report, err = history.Check(ctx); err != nil {
			return err
		}
	}
	if len(report.Problems) == 0 {
		fmt.Fprintln(call.std.out, say.T("No problems found."))
		return nil
	}
	return errors.New(strings.Join(slices.Concat([]string{"the history is damaged."}, report.Problems), "\n  "))
}
