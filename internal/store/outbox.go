package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// Waiting is a question that waits to be sent.
type Waiting struct {
	Session chat.UID
	// Question is asked, Message the row of its answer.
	Question, Message chat.UID
	// Model is the model that was asked for, "" if none was.
	Model string
	// Text is the question.
	Text      string
	Attempts  int
	CreatedAt int64
}

// waitingPayload is what the column payload has.
type waitingPayload struct {
	Question chat.UID `json:"question"`
	Message  chat.UID `json:"message"`
	Model    string   `json:"model,omitempty"`
}

// questionKind is the kind of a question in the outbox.
const questionKind = "question"

// Enqueue puts a question at the end of the outbox. If it is already there, it keeps
// its place and counts one more attempt.
func (s *Store) Enqueue(ctx context.Context, w Waiting, now int64) error {
	payload, err := json.Marshal(waitingPayload{w.Question, w.Message, w.Model})
	if err != nil {
		return err
	}
	return s.write(ctx, func() error {
		session, err := s.sessionID(w.Session)
		if err != nil {
			return err
		}
		s.touch(w.Session, false)
		// The row is named after the answer's, so that it is there once.
		return s.db.Each(`INSERT INTO outbox (uid, session_id, kind, attempts, created_at, payload) VALUES (?, ?, ?, 1, ?, ?)
			ON CONFLICT (uid) DO UPDATE SET attempts = attempts + 1`, nil, w.Message[:], session, questionKind, now, string(payload))
	})
}

// Outbox returns what waits, oldest first. Sessions in the bin wait for nothing.
func (s *Store) Outbox(ctx context.Context) (out []Waiting, err error) {
	err = s.read(ctx, func() error {
		return s.db.Each(`SELECT s.uid, o.attempts, o.created_at, o.payload, m.content FROM outbox o
			JOIN sessions s ON s.id = o.session_id JOIN messages a ON a.uid = o.uid JOIN messages m ON m.id = a.parent_id
			WHERE s.user_id = ? AND s.company_id = ? AND s.deleted_at IS NULL AND o.kind = ? ORDER BY o.id`,
			func(st *sqlite.Stmt) error {
				var payload waitingPayload
				// Unreadable here, so not ours to send.
				if json.Unmarshal([]byte(st.Text(3)), &payload) == nil && !payload.Message.IsZero() {
					out = append(out, Waiting{Session: uidAt(st, 0), Question: payload.Question, Message: payload.Message, Model: payload.Model,
						Text: st.Text(4), Attempts: st.Int(1), CreatedAt: st.Int64(2)})
				}
				return nil
			}, s.scope.UserID, s.scope.CompanyID, questionKind)
	})
	return out, err
}

// Dequeue takes a question out, by the row of its answer. It reports whether it
// was there.
func (s *Store) Dequeue(ctx context.Context, message chat.UID) (found bool, err error) {
	err = s.write(ctx, func() error {
		err := s.db.Each(`DELETE FROM outbox WHERE uid = ? AND kind = ? AND session_id IN (SELECT id FROM sessions WHERE user_id = ? AND company_id = ?)`,
			nil, message[:], questionKind, s.scope.UserID, s.scope.CompanyID)
		found = s.db.Changes() > 0
		return err
	})
	return found, err
}
