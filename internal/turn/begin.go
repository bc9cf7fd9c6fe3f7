package turn

import (
	"cmp"
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/store"
)

// Question is what a user asks.
type Question struct {
	_ [0]func() // not to be compared
	// Session is a new one if zero.
	Session chat.UID
	Text    string
	// Documents are attached to the chat with it. A question may have these alone.
	Documents []chat.UID
	// Beside is the question that this one replaces on the path that is shown.
	Beside chat.UID
	Wish
	// Key names the turn: a second Send with it goes on with the first one's.
	Key string

	name string // of a new chat, if not the question's words
}

// opening is where a question comes in: a session and the message that its path
// ends with, both zero if they are still to be made. They are read once a turn.
type opening struct {
	session chat.Session
	head    chat.Message
}

func (e *Engine) openingOf(ctx context.Context, session chat.UID) (at opening, err error) {
	if session.IsZero() {
		return at, nil
	}
	if at.session, err = e.Store.Session(ctx, session); err != nil || at.session.Head.IsZero() {
		return at, err
	}
	at.head, err = e.Store.Message(ctx, at.session.Head)
	return at, err
}

// begun is what the first commit of a turn leaves behind, kept under its key.
type begun struct {
	Session    chat.UID `json:"session"`
	Turn       chat.UID `json:"turn"`
	Question   chat.UID `json:"question"`
	Checkpoint chat.UID `json:"checkpoint"`
}

// counted is the length of a question.
type counted struct {
	_        [0]func() // not to be compared
	tokens   int
	encoding string
}

var errEmpty = fault.New(fault.Invalid, "The question is empty.")

// begin keeps the question with its first checkpoint. A new session is named after
// the question, and is where the turn opens then.
func (e *Engine) begin(ctx context.Context, at *opening, q Question, count counted) (b begun, replayed bool, err error) {
	if count.encoding == "" {
		// A question that cannot be counted is kept all the same.
		var countErr error
		if count.tokens, count.encoding, countErr = e.Count(ctx, "", chat.User, q.Text); countErr != nil {
			e.Log(countErr)
		}
	}
	question := chat.Message{Role: chat.User, Content: q.Text, Status: chat.Complete, Tokens: count.tokens, Encoding: count.encoding}
	return e.once(ctx, q.Key, func(ctx context.Context, now int64) (begun, error) {
		if err := e.nameOpening(ctx, at, q, now); err != nil {
			return begun{}, err
		}
		if err := e.settleHead(ctx, at.head, now); err != nil {
			return begun{}, err
		}
		if len(q.Documents) > 0 {
			with, err := e.attachedTo(ctx, q)
			if err != nil {
				return begun{}, err
			}
			question.Metadata = encode(with)
			if err := e.Store.Attach(ctx, at.session.UID, q.Documents, now); err != nil {
				return begun{}, err
			}
		}
		var kept chat.Message
		var err error
		if q.Beside.IsZero() {
			kept, err = e.Store.Append(ctx, at.session.UID, question, now)
		} else {
			kept, err = e.Store.AppendBeside(ctx, q.Beside, question, now)
		}
		if err != nil {
			return begun{}, err
		}
		if kept.Session != at.session.UID {
			return begun{}, fault.New(fault.Invalid, "That question belongs to another chat.")
		}
		if err := e.nameAnew(ctx, at, q, kept, now); err != nil {
			return begun{}, err
		}
		return e.first(ctx, at.head, kept, Wish{}, now)
	})
}

// beginAgain begins another turn for a question that is there.
func (e *Engine) beginAgain(ctx context.Context, at opening, question chat.Message, w Wish, key string) (begun, bool, error) {
	return e.once(ctx, key, func(ctx context.Context, now int64) (begun, error) {
		if err := e.settleHead(ctx, at.head, now); err != nil {
			return begun{}, err
		}
		return e.first(ctx, at.head, question, w, now)
	})
}

func (e *Engine) once(ctx context.Context, key string, f func(ctx context.Context, now int64) (begun, error)) (b begun, replayed bool, err error) {
	now := e.now()
	kept, replayed, err := e.Store.Once(ctx, key, now, func(ctx context.Context) ([]byte, error) {
		if err := e.Store.NeedRoom(); err != nil {
			return nil, err
		}
		b, err := f(ctx, now)
		return encode(b), err
	})
	if err != nil {
		return b, false, err
	}
	if err := json.Unmarshal(kept, &b); err != nil || b.Turn.IsZero() {
		return b, false, fault.New(fault.Conflict, "This key belongs to another request.")
	}
	return b, replayed, nil
}

// first keeps the first checkpoint of a turn. It comes after the last one of the
// turn that made the message before the question, which is mostly the head.
func (e *Engine) first(ctx context.Context, head, question chat.Message, w Wish, now int64) (begun, error) {
	c := store.Checkpoint{Session: question.Session, Turn: chat.NewUID(now), Node: string(input), Source: fromInput,
		State: encode(state{Question: question.UID, Length: w.Length, Direct: w.direct})}
	if !question.Parent.IsZero() {
		before := head
		var err error
		if before.UID != question.Parent {
			if before, err = e.Store.Message(ctx, question.Parent); err != nil {
				return begun{}, err
			}
		}
		if turn := store.AnswerOf(before).Turn; !turn.IsZero() {
			if c.Parent, err = e.Store.LastCheckpoint(ctx, question.Session, turn); err != nil {
				return begun{}, err
			}
		}
	}
	c, err := e.Store.AddCheckpoint(ctx, c, now)
	return begun{c.Session, c.Turn, question.UID, c.UID}, err
}

// nameOpening makes the session of a question that has none, and names one that has
// no name yet. What the question attaches is the session's from then on.
func (e *Engine) nameOpening(ctx context.Context, at *opening, q Question, now int64) (err error) {
	switch {
	case at.session.UID.IsZero():
		if err := (chat.Settings{Sources: q.Sources}).Check(); err != nil {
			return err
		}
		at.session, err = e.Store.Create(ctx, newSession(q), now)
	case at.session.MessageCount == 0 && at.session.Name == "":
		at.session, err = e.Store.Rename(ctx, at.session.UID, title(cmp.Or(q.name, q.Text)), chat.NamedByText, now)
	}
	return err
}

// nameAnew names a session after the question that its path begins with now, if it was
// named after the one before and not by the user.
func (e *Engine) nameAnew(ctx context.Context, at *opening, q Question, kept chat.Message, now int64) (err error) {
	by := at.session.NamedBy
	if q.Beside.IsZero() || kept.Depth > 0 || by != chat.NamedByText && by != chat.NamedByModel {
		return nil
	}
	at.session, err = e.Store.Rename(ctx, at.session.UID, title(cmp.Or(q.name, q.Text)), chat.NamedByText, now)
	return err
}

// newSession is the session of a question that has none.
func newSession(q Question) chat.Session {
	s := chat.Session{Name: title(cmp.Or(q.name, q.Text)), NamedBy: chat.NamedByText}
	if q.Sources != nil {
		s.Settings = encode(chat.Settings{Sources: q.Sources})
	}
	return s
}

// settleHead marks the answer at the end of the path as stopped if it is still
// streaming: turns of a session run one after another, so this one's program has
// ended.
func (e *Engine) settleHead(ctx context.Context, head chat.Message, now int64) error {
	if head.Status != chat.Streaming {
		return nil
	}
	_, err := e.Store.Update(ctx, head.UID, store.Patch{Status: new(chat.Stopped)}, now)
	return err
}

// questionOf returns the question that a message is, or answers.
func (e *Engine) questionOf(ctx context.Context, uid chat.UID) (chat.Message, error) {
	m, err := e.Store.Message(ctx, uid)
	for err == nil && m.Role != chat.User && !m.Parent.IsZero() {
		m, err = e.Store.Message(ctx, m.Parent)
	}
	if err == nil && m.Role != chat.User {
		err = fault.New(fault.Invalid, "There is no question before this message.")
	}
	return m, err
}

// titleRunes is how long a name taken from a question may be.
const titleRunes = 60

// title is the beginning of the first line of a question, cut between words.
func title(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.Join(strings.Fields(line), " ")
	runes := []rune(line)
	if len(runes) <= titleRunes {
		return line
	}
	cut := string(runes[:titleRunes])
	if space := strings.LastIndexByte(cut, ' '); space > len(cut)/2 {
		cut = cut[:space]
	}
	return strings.TrimRight(cut, " ,.;:") + "…"
}
