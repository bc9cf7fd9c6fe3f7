package main

import (
	"context"
	"fmt"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
	"burrow/internal/store"
)

const chatName = "killed"

// chatWrites has a conversation as the page does: a question, an answer that
// grows, a draft, and tells of every message that is complete.
func chatWrites(name string, o sqlite.Options, acked func(int)) error {
	ctx := context.Background()
	now := int64(1_700_000_000_000)
	history, err := store.Open(name, store.Options{SQLite: o}, now)
	if err != nil {
		return err
	}
	session, err := history.Resolve(ctx, chatName)
	if err != nil {
		if session, err = history.Create(ctx, chat.Session{ExternalID: chatName, Name: "killed"}, now); err != nil {
			return err
		}
	}
	if err := finish(ctx, history, session, now); err != nil {
		return err
	}
	for n := session.MessageCount; ; n++ {
		now += 1000
		m := chat.Message{Role: chat.User, Content: content(n), Status: chat.Complete, ExternalID: fmt.Sprint(n)}
		if n%2 == 1 {
			m.Role, m.Content, m.Status = chat.Assistant, "", chat.Streaming
		}
		made, err := history.Append(ctx, session.UID, m, now)
		if err != nil {
			return err
		}
		if n%2 == 1 {
			if err := stream(ctx, history, made, content(n), now); err != nil {
				return err
			}
		}
		if _, err := history.SetDraft(ctx, session.UID, fmt.Sprint("draft ", n), now); err != nil {
			return err
		}
		acked(n + 1)
	}
}

// finish completes the answer that a kill broke off, as a person who asks again
// would have it.
func finish(ctx context.Context, history *store.Store, session chat.Session, now int64) error {
	last, err := history.Path(ctx, session.UID, chat.UID{}, -1, 1)
	if err != nil || len(last.Messages) == 0 || last.Messages[0].Status != chat.Streaming {
		return err
	}
	return stream(ctx, history, last.Messages[0], content(last.Messages[0].Depth), now)
}

// stream writes an answer in two parts, as its text arrives.
func stream(ctx context.Context, history *store.Store, m chat.Message, whole string, now int64) error {
	half, complete := whole[:len(whole)/2], chat.Complete
	if _, err := history.Update(ctx, m.UID, store.Patch{Content: &half}, now+300); err != nil {
		return err
	}
	_, err := history.Update(ctx, m.UID, store.Patch{Content: &whole, Status: &complete}, now+600)
	return err
}

func content(n int) string {
	return fmt.Sprintf("message %d %s", n, strings.Repeat("words of the conversation ", 5+n%40))
}

// verifyChat reads the conversation back. The last message may be one that was
// not acknowledged, and as such incomplete; all before it are whole.
func verifyChat(name string, o sqlite.Options) (last int, wrong string, err error) {
	ctx := context.Background()
	history, err := store.Open(name, store.Options{SQLite: o}, 1_800_000_000_000)
	if err != nil {
		return 0, "", err
	}
	defer history.Close()
	report, err := history.Check(ctx)
	if err != nil {
		return 0, "", err
	}
	if len(report.Problems) > 0 {
		return 0, strings.Join(report.Problems, " "), nil
	}
	session, err := history.Resolve(ctx, chatName)
	if err != nil {
		return 0, "", nil // killed before the first commit
	}
	const window = 500
	for from := 0; from < session.MessageCount; from += window {
		path, err := history.Path(ctx, session.UID, chat.UID{}, from, window)
		if err != nil {
			return 0, "", err
		}
		for i, m := range path.Messages {
			n := from + i
			whole := m.Content == content(n) && m.Status == chat.Complete
			switch {
			case m.Depth != n || m.ExternalID != fmt.Sprint(n):
				return 0, fmt.Sprintf("message %d stands at place %d", n, m.Depth), nil
			case whole:
				last = n + 1
			case n < path.Total-1:
				return 0, fmt.Sprintf("message %d is not whole", n), nil
			}
		}
	}
	return last, "", nil
}
