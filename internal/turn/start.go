package turn

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// beginSend keeps a question, and as much of its turn as needs nobody else.
func (e *Engine) beginSend(ctx context.Context, q Question, emit Emit) (*run, error) {
	if err := e.spoken(ctx, &q); err != nil {
		return nil, err
	}
	at, err := e.openingOf(ctx, q.Session)
	if err != nil {
		return nil, err
	}
	r, err := e.beginAtOnce(ctx, at, q, emit)
	if r != nil || err != nil {
		return r, err
	}
	begun, replayed, err := e.begin(ctx, &at, q, counted{})
	if err != nil {
		return nil, err
	}
	return e.take(ctx, at, begun, replayed, q.Wish, emit)
}

// beginAtOnce keeps the question and the row of its answer in one commit, if it is
// known who answers. It returns nil if it is not, or if that commit failed: then
// the question is to be kept by itself, and the turn to find out what is wrong.
func (e *Engine) beginAtOnce(ctx context.Context, at opening, q Question, emit Emit) (*run, error) {
	if e.Ready == nil || !e.Ready() {
		return nil, nil
	}
	// What is to be searched is read before the transaction, too.
	if !at.head.UID.IsZero() && q.Beside.IsZero() {
		if err := e.history.Prime(ctx, at.head); err != nil {
			return nil, err
		}
		e.history.ReadQuestion(q.Text)
	}
	session := at.session
	if session.UID.IsZero() {
		session = newSession(q)
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
		at := at // a transaction that is tried again begins where this one did
		b, replayed, err := e.begin(ctx, &at, q, count)
		if err != nil {
			return err
		}
		if r, err = e.take(ctx, at, b, replayed, q.Wish, emit); err != nil || replayed {
			return err
		}
		r.who = who
		r.early.at, r.early.err = r.prepare(ctx)
		if r.early.err != nil && r.early.at == deciding {
			return r.early.err // a card is kept whole or not at all
		}
		if r.early.at != answer {
			// A question that cannot be answered is kept, and one that somebody must
			// be asked about first.
			return nil
		}
		return r.open(ctx)
	})
	if err != nil {
		return nil, nil
	}
	return r, nil
}

// take takes up a turn: at its beginning, unless its key was seen before.
func (e *Engine) take(ctx context.Context, at opening, b begun, replayed bool, w Wish, emit Emit) (*run, error) {
	session := at.session
	if session.UID != b.Session {
		// The key was seen before, and its turn made a session of its own.
		var err error
		if session, err = e.Store.Session(ctx, b.Session); err != nil {
			return nil, err
		}
	}
	r := e.start(session, b, w, emit)
	if replayed {
		return r, r.recover(ctx)
	}
	return r, nil
}

// start makes a run of a turn whose first commit is done.
func (e *Engine) start(session chat.Session, b begun, w Wish, emit Emit) *run {
	return &run{
		Engine: e, emit: emit, session: session, began: e.Now(),
		journal: journal{store: e.Store, session: b.Session, turn: b.Turn,
			last:  store.Checkpoint{UID: b.Checkpoint, Node: string(input)},
			state: state{Question: b.Question, Length: w.Length, Direct: w.direct}},
		meta:  chat.Answer{Turn: b.Turn},
		asked: asked{wish: w, as: strings.TrimSpace(w.As)},
	}
}
