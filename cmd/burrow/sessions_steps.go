package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"burrow/internal/chat"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// listSteps shows the checkpoints of a chat, newest first.
func listSteps(ctx context.Context, history *store.Store, call *sessionsCall) error {
	found, err := call.resolve(ctx, history, call.args[0])
	if err != nil {
		return err
	}
	list, err := history.Checkpoints(ctx, found[0].UID, store.CheckpointFilter{Limit: call.limit})
	if err != nil {
		return err
	}
	described := turn.Describe(list)
	if call.json {
		for _, c := range described {
			if err := call.print(c); err != nil {
				return err
			}
		}
		return nil
	}
	out := tabwriter.NewWriter(call.std.out, 0, 0, 2, ' ', 0)
	for _, c := range described {
		extra := ""
		if c.Writes > 0 {
			extra = say.Plural(c.Writes, "{n} saved result", "{n} saved results")
		}
		if c.Source == "fork" {
			extra = strings.TrimSpace(say.T("fork of {step}", "step", short(c.Parent)) + " " + extra)
		}
		fmt.Fprintf(out, "%s\t%s\t%d\t%s\t%s\n", short(c.UID), date(c.CreatedAt), c.Step, c.Node, extra)
	}
	return out.Flush()
}

// findStep finds a checkpoint by its whole uid or by its end.
func findStep(ctx context.Context, history *store.Store, session chat.UID, name string) (chat.UID, error) {
	if uid, err := chat.ParseUID(name); err == nil {
		return uid, nil
	}
	filter := store.CheckpointFilter{Limit: 1000}
	var found []chat.UID
	for {
		list, err := history.Checkpoints(ctx, session, filter)
		if err != nil {
			return chat.UID{}, err
		}
		for _, c := range list {
			if len(name) >= 4 && strings.HasSuffix(c.UID.String(), strings.ToLower(name)) {
				found = append(found, c.UID)
			}
			filter.Before = c.UID
		}
		if len(list) < filter.Limit {
			break
		}
	}
	switch len(found) {
	case 0:
		return chat.UID{}, say.Error("there is no step {step} in this chat", "step", strconv.Quote(name))
	case 1:
		return found[0], nil
	}
	return chat.UID{}, say.Error("{step} matches several steps: add more digits", "step", strconv.Quote(name))
}

// forkSession begins a branch at a step.
func forkSession(ctx context.Context, history *store.Store, call *sessionsCall) error {
	found, err := call.resolve(ctx, history, call.args[0])
	if err != nil {
		return err
	}
	step, err := findStep(ctx, history, found[0].UID, call.args[1])
	if err != nil {
		return err
	}
	session, err := newEngine(history, nil, nil, call.std.err).Fork(ctx, step)
	if err != nil {
		return err
	}
	if call.json {
		return call.print(session)
	}
	head, err := history.Message(ctx, session.Head)
	if err != nil {
		return err
	}
	if head.Role == chat.User {
		fmt.Fprintln(call.std.out, say.T("The chat ends with its question again. Run `burrow sessions resume {chat}` for another answer.", "chat", short(session.UID)))
	} else {
		fmt.Fprintln(call.std.out, say.T("The chat ends with this answer. Run `burrow chat --session {chat}` to continue from it.", "chat", short(session.UID)))
	}
	return nil
}

// errNoAnswer ends the program with its code; what happened has been said.
var errNoAnswer = errors.New("")

// asking does something with the chat named first, and with those
// who answer.
func (call *sessionsCall) asking(ctx context.Context, do func(context.Context, chat.Session) error) error {
	a := &call.asker
	a.db, a.json, a.std = call.db, call.json, call.std
	ctx, a.signals = catchInterrupts(ctx)
	defer a.signals.close()
	closing, err := a.open(ctx, false)
	if err != nil {
		return err
	}
	defer closing()
	session, err := a.history.Resolve(ctx, call.args[0])
	if err != nil {
		return err
	}
	return do(ctx, session)
}

// resume continues the last turn of a chat, or one of its steps.
func (call *sessionsCall) resume(ctx context.Context, session chat.Session) (err error) {
	a := &call.asker
	target := turn.Target{Session: session.UID}
	if len(call.args) > 1 {
		if target.Checkpoint, err = findStep(ctx, a.history, session.UID, call.args[1]); err != nil {
			return err
		}
	}
	done, err := a.show(ctx, func(ctx context.Context, emit turn.Emit) (wire.Turn, error) {
		return a.engine.Resume(ctx, target, turn.Wish{Model: a.model}, emit)
	})
	if err != nil {
		return err
	}
	if a.codeOf(done) != exitOK {
		return errNoAnswer
	}
	return nil
}
