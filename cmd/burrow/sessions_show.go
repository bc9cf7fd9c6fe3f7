package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"burrow/internal/chat"
	"burrow/internal/say"
	"burrow/internal/store"
)

func listSessions(ctx context.Context, history *store.Store, call *sessionsCall) error {
	o := store.ListOptions{Shelf: store.Active, Limit: call.limit, Tag: call.tag}
	switch {
	case call.bin:
		o.Shelf = store.Bin
	case call.archived:
		o.Shelf = store.Archived
	}
	if o.Limit == 0 {
		o.Limit = 1000
	}
	list, next, err := history.List(ctx, o)
	if err != nil {
		return err
	}
	if call.json {
		for _, s := range list {
			if err := call.print(s); err != nil {
				return err
			}
		}
		return nil
	}
	if len(list) == 0 {
		fmt.Fprintln(call.std.err, say.T("No chats."))
		return nil
	}
	w := tabwriter.NewWriter(call.std.out, 0, 0, 2, ' ', 0)
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", short(s.UID), date(s.LastMessageAt), s.MessageCount, printable(titled(s)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if next != "" {
		fmt.Fprintln(call.std.err, say.T("There are more. Use --limit {n} to see them.", "n", 2*o.Limit))
	}
	return nil
}

func titled(s chat.Session) string {
	name := s.Name
	if name == "" {
		name = say.T("(no name)")
	}
	if s.Pinned {
		name += " " + say.T("(pinned)")
	}
	if len(s.Tags) > 0 {
		name += " [" + strings.Join(s.Tags, ", ") + "]"
	}
	return name
}

// printable keeps what a terminal would act on from it: control characters, and
// those that turn or hide text.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20 || r >= 0x7f && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r >= 0xe0000 && r <= 0xe007f:
			return '\ufffd'
		}
		return r
	}, text)
}

func showSession(ctx context.Context, history *store.Store, call *sessionsCall) error {
	sessions, err := call.resolve(ctx, history, call.args...)
	if err != nil {
		return err
	}
	if !call.json {
		fmt.Fprintf(call.std.out, "%s\n", printable(titled(sessions[0])))
	}
	return eachMessage(ctx, history, sessions[0].UID, call.limit, func(m chat.Message) error {
		if call.json {
			return call.print(m)
		}
		name := short(m.UID)
		if m.ExternalID != "" {
			name = m.ExternalID
		}
		branch := ""
		if m.Siblings > 1 {
			branch = ", " + say.T("{n} of {all}", "n", m.Sibling, "all", m.Siblings)
		}
		_, err := fmt.Fprintf(call.std.out, "\n%d. %s, %s, %s%s\n%s\n%s", m.Depth, m.Role, date(m.CreatedAt), printable(name), branch, printable(m.Content), ended(m)+rated(m))
		return err
	})
}

// ended is a line that says why a message is not whole, if it is not.
func ended(m chat.Message) string {
	answer := store.AnswerOf(m)
	switch {
	case store.Erased(m):
		return "(" + say.T("Deleted.") + ")\n"
	case m.Status == chat.Failed && answer.Problem != nil:
		return "(" + say.T("Not finished: {problem}", "problem", printable(answer.Problem.Message)) + ")\n"
	case m.Status == chat.Failed, m.Status == chat.Streaming:
		return "(" + say.T("Not finished.") + ")\n"
	case m.Status == chat.Stopped && answer.Clarify != nil && m.Content == "":
		return "(" + say.T("Asked back: {question}", "question", printable(answer.Clarify.Question)) + ")\n"
	case m.Status == chat.Stopped:
		return "(" + say.T("Stopped.") + ")\n"
	case answer.Finish == "length":
		return "(" + say.T("The answer reached its length limit.") + ")\n"
	}
	return ""
}

// rated is a line that says what the reader thought of an answer, if anything.
func rated(m chat.Message) string {
	feedback := store.AnswerOf(m).Feedback
	switch {
	case feedback == nil:
		return ""
	case feedback.Up:
		return say.T("(Marked as good.)") + "\n"
	case feedback.Reason == "":
		return say.T("(Marked as bad.)") + "\n"
	}
	return say.T("(Marked as bad: {why})", "why", printable(feedback.Reason)) + "\n"
}

// eachMessage reads the shown path in windows.
func eachMessage(ctx context.Context, history *store.Store, session chat.UID, limit int, f func(chat.Message) error) error {
	const window = 500
	for from := 0; ; from += window {
		part, err := history.Path(ctx, session, chat.UID{}, from, window)
		if err != nil {
			return err
		}
		for _, m := range part.Messages {
			if limit > 0 && m.Depth >= limit {
				return nil
			}
			if err := f(m); err != nil {
				return err
			}
		}
		if from+window >= part.Total {
			return nil
		}
	}
}

func searchSessions(ctx context.Context, history *store.Store, call *sessionsCall) error {
	o := store.SearchOptions{Limit: call.limit}
	if call.session != "" {
		session, err := history.Resolve(ctx, call.session)
		if err != nil {
			return err
		}
		o.Session = session.UID
	}
	found, err := history.Search(ctx, strings.Join(call.args, " "), o)
	if err != nil {
		return err
	}
	if len(found.Hits) == 0 && !call.json {
		fmt.Fprintln(call.std.err, say.T("Nothing found."))
	}
	for _, hit := range found.Hits {
		if call.json {
			if err := call.print(hit); err != nil {
				return err
			}
			continue
		}
		name := short(hit.Message)
		if hit.ExternalID != "" {
			name = hit.ExternalID
		}
		fmt.Fprintf(call.std.out, "%s  %s  %s, %s: %s\n", short(hit.Session), printable(name), hit.Role, date(hit.At), marked(hit.Snippet))
	}
	return nil
}
