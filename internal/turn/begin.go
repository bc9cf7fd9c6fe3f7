package turn

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/store"
)

// begun is what the first commit of a turn leaves behind, kept under its key.
type begun struct {
	Session    chat.UID `json:"session"`
	Turn       chat.UID `json:"turn"`
	Question   chat.UID `json:"question"`
	Checkpoint chat.UID `json:"checkpoint"`
}

// counted is the length of a question.
type counted struct {
	tokens   int
	encoding string
}

// beginAtOnce keeps the question and the row of its answer in one commit, if it is
// known who answers. It returns nil if it is not, or if that commit failed: then
// the question is to be kept by itself, and the turn to find out what is wrong.
func (e *Engine) beginAtOnce(ctx context.Context, q Question, emit Emit) (*run, error) {
	if e.Ready == nil || !e.Ready() || strings.TrimSpace(q.Text) == "" {
		return nil, nil
	}
	var session chat.Session
	var err error
	if !q.Session.IsZero() {
		if session, err = e.Store.Session(ctx, q.Session); err != nil {
			return nil, err
		}
		// What is to be searched is read before the transaction, too.
		if !session.Head.IsZero() && q.Beside.IsZero() {
			if err := e.prime(ctx, session); err != nil {
				return nil, err
			}
		}
	}
	who, err := e.Answerer(ctx, session, q.Wish)
	if err != nil || who.Settings.Model == nil {
		return nil, nil
	}
	// The vocabulary may have to be fetched, so this comes before the transaction.
	var count counted
	if count.tokens, count.encoding, err = e.Count(ctx, *who.Settings.Model, chat.User, q.Text); err != nil {
		return nil, nil
	}
	var r *run
	err = e.Store.Together(ctx, func(ctx context.Context) error {
		b, replayed, err := e.begin(ctx, q, count)
		if err != nil {
			return err
		}
		if r, err = e.take(ctx, b, replayed, q.Wish, emit); err != nil || replayed {
			return err
		}
		r.who = who
		r.early.at, r.early.err = r.prepare(ctx)
		if r.early.err != nil || r.early.at != answer {
			// A question that cannot be answered is kept, and one that somebody must
			// be asked about first.
			r.early.ended = r.early.at == done
			return nil
		}
		return r.open(ctx)
	})
	if err != nil {
		return nil, nil
	}
	return r, nil
}

// prepare runs the steps that only compute, up to one that asks somebody.
func (r *run) prepare(ctx context.Context) (at node, err error) {
	for at = load; at != answer && at != consult && at != done; {
		following, err := r.step(ctx, at)
		if err != nil {
			return at, err
		}
		at = following
	}
	return at, nil
}

// begin keeps the question with its first checkpoint. A new session is named after
// the question.
func (e *Engine) begin(ctx context.Context, q Question, count counted) (b begun, replayed bool, err error) {
	if strings.TrimSpace(q.Text) == "" {
		return b, false, fault.New(fault.Invalid, "The question is empty.")
	}
	if count.encoding == "" {
		// A question that cannot be counted is kept all the same.
		var countErr error
		if count.tokens, count.encoding, countErr = e.Count(ctx, "", chat.User, q.Text); countErr != nil {
			e.Log(countErr)
		}
	}
	question := chat.Message{Role: chat.User, Content: q.Text, Status: chat.Complete, Tokens: count.tokens, Encoding: count.encoding}
	return e.once(ctx, q.Key, func(ctx context.Context, now int64) (begun, error) {
		session, err := e.sessionFor(ctx, q, now)
		if err != nil {
			return begun{}, err
		}
		if err := e.settleHead(ctx, session, now); err != nil {
			return begun{}, err
		}
		var kept chat.Message
		if q.Beside.IsZero() {
			kept, err = e.Store.Append(ctx, session.UID, question, now)
		} else {
			kept, err = e.Store.AppendBeside(ctx, q.Beside, question, now)
		}
		if err != nil {
			return begun{}, err
		}
		if kept.Session != session.UID {
			return begun{}, fault.New(fault.Invalid, "The question to stand beside is of another conversation.")
		}
		return e.first(ctx, kept, "", now)
	})
}

// beginAgain begins another turn for a question that is there.
func (e *Engine) beginAgain(ctx context.Context, question chat.Message, length chat.Length, key string) (begun, bool, error) {
	return e.once(ctx, key, func(ctx context.Context, now int64) (begun, error) {
		session, err := e.Store.Session(ctx, question.Session)
		if err != nil {
			return begun{}, err
		}
		if err := e.settleHead(ctx, session, now); err != nil {
			return begun{}, err
		}
		return e.first(ctx, question, length, now)
	})
}

func (e *Engine) once(ctx context.Context, key string, f func(ctx context.Context, now int64) (begun, error)) (b begun, replayed bool, err error) {
	now := e.now()
	kept, replayed, err := e.Store.Once(ctx, key, now, func(ctx context.Context) ([]byte, error) {
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
// turn that made the message before the question.
func (e *Engine) first(ctx context.Context, question chat.Message, length chat.Length, now int64) (begun, error) {
	c := store.Checkpoint{Session: question.Session, Turn: chat.NewUID(now), Node: string(input), Source: fromInput,
		State: encode(state{Question: question.UID, Length: length})}
	if !question.Parent.IsZero() {
		before, err := e.Store.Message(ctx, question.Parent)
		if err != nil {
			return begun{}, err
		}
		if turn := AnswerOf(before).Turn; !turn.IsZero() {
			if c.Parent, err = e.Store.LastCheckpoint(ctx, question.Session, turn); err != nil {
				return begun{}, err
			}
		}
	}
	c, err := e.Store.AddCheckpoint(ctx, c, now)
	return begun{c.Session, c.Turn, question.UID, c.UID}, err
}

func (e *Engine) sessionFor(ctx context.Context, q Question, now int64) (chat.Session, error) {
	if q.Session.IsZero() {
		return e.Store.Create(ctx, chat.Session{Name: title(q.Text), NamedBy: chat.NamedByText}, now)
	}
	session, err := e.Store.Session(ctx, q.Session)
	if err != nil || session.MessageCount > 0 || session.Name != "" {
		return session, err
	}
	return e.Store.Rename(ctx, session.UID, title(q.Text), chat.NamedByText, now)
}

// settleHead marks the answer at the end of the path as stopped if it is still
// streaming: turns of a session run one after another, so this one's program has
// ended.
func (e *Engine) settleHead(ctx context.Context, session chat.Session, now int64) error {
	if session.Head.IsZero() {
		return nil
	}
	head, err := e.Store.Message(ctx, session.Head)
	if err != nil || head.Status != chat.Streaming {
		return err
	}
	_, err = e.Store.Update(ctx, head.UID, store.Patch{Status: new(chat.Stopped)}, now)
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
