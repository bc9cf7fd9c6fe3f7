package main

import (
	"context"
	"fmt"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// listSummaries shows the summaries of the older messages of a chat.
func listSummaries(ctx context.Context, history *store.Store, call *sessionsCall) error {
	found, err := call.resolve(ctx, history, call.args[0])
	if err != nil {
		return err
	}
	all, err := history.Summaries(ctx, found[0].UID, chat.UID{})
	if err != nil {
		return err
	}
	for _, s := range all {
		if call.json {
			if err := call.print(condense.Describe(s)); err != nil {
				return err
			}
			continue
		}
		call.showSummary(s)
	}
	if len(all) == 0 && !call.json {
		fmt.Fprintln(call.std.out, say.T("Nothing in this chat has been condensed."))
	}
	return nil
}

func (call *sessionsCall) showSummary(s store.Summary) {
	by := s.MadeBy
	if by == "" {
		by = say.T("no model")
	}
	line := say.T("messages {from} to {to}, {before} → {after} tokens, by {model}",
		"from", s.From, "to", s.To, "before", s.TokensBefore, "after", s.TokensAfter, "model", by)
	switch {
	case s.UndoneAt != 0:
		line = say.T("{summary}, undone", "summary", line)
	case !s.Applies:
		line = say.T("{summary}, not on this path", "summary", line)
	}
	fmt.Fprintf(call.std.out, "%s  %s\n", short(s.UID), line)
	for i, list := range s.Summary.Lists() {
		for _, item := range *list {
			fmt.Fprintf(call.std.out, "    %s: %s\n", say.T([...]say.English{"about you", "fact", "decision", "open", "to do"}[i]), item.Text)
		}
	}
}

// condense condenses a chat now.
func (call *sessionsCall) condense(ctx context.Context, session chat.Session) error {
	a := &call.asker
	who, err := a.answerers.find(ctx, session, turn.Wish{Model: a.model})
	if err != nil || !who.Helps() {
		// Without a model there is a way of our own.
		who.Model = nil
		fmt.Fprintln(a.std.err, say.T("No model is available, so the summary is made without one."))
	}
	wanted := condense.Wanted{Instruction: strings.Join(call.args[1:], " ")}
	if call.keep >= 0 {
		wanted.KeepLast = &call.keep
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.signals.onInterrupt(cancel)
	if call.preview {
		made, err := a.engine.Keeper.Preview(ctx, session, wanted, who, func(wire.CoreEvent) {})
		if err != nil {
			return err
		}
		if call.json {
			return call.print(made)
		}
		call.showSummary(store.Summary{From: made.From, To: made.To, TokensBefore: made.TokensBefore, TokensAfter: made.TokensAfter, MadeBy: made.MadeBy, Summary: made.Summary, Applies: true})
		for _, note := range made.Notes {
			fmt.Fprintf(call.std.out, "    %s\n", say.T("note: {note}", "note", note))
		}
		return nil
	}
	kept, err := a.engine.Keeper.Condense(ctx, session, wanted, who, func(wire.CoreEvent) {})
	if err != nil {
		return err
	}
	kept.Applies = true
	if call.json {
		return call.print(condense.Describe(kept))
	}
	call.showSummary(kept)
	return nil
}

// undoSummary takes a summary away, or puts it back.
func undoSummary(ctx context.Context, history *store.Store, call *sessionsCall) error {
	found, err := call.resolve(ctx, history, call.args[0])
	if err != nil {
		return err
	}
	all, err := history.Summaries(ctx, found[0].UID, chat.UID{})
	if err != nil {
		return err
	}
	var named []store.Summary
	for _, s := range all {
		if name := strings.ToLower(call.args[1]); len(name) >= 4 && strings.HasSuffix(s.UID.String(), name) {
			named = append(named, s)
		}
	}
	if len(named) != 1 {
		return say.Error("name a summary by the digits that `burrow sessions summaries` shows")
	}
	changed, err := history.UndoSummary(ctx, named[0].UID, !call.undo, now())
	if err != nil {
		return err
	}
	if call.json {
		return call.print(condense.Describe(changed))
	}
	if call.undo {
		fmt.Fprintln(call.std.out, say.T("The summary replaces its messages again."))
	} else {
		fmt.Fprintln(call.std.out, say.T("The messages are sent in full again."))
	}
	return nil
}
