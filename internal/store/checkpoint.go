package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

// Checkpoint is the state of a turn after one of its steps. Package turn decides
// what the state means; here it is a JSON object.
type Checkpoint struct {
	UID     chat.UID
	Session chat.UID
	// Parent is the checkpoint that this one came after, of the same turn or of
	// the one before.
	Parent chat.UID
	// Turn is the run of the workflow, Step its number in it, from 0.
	Turn      chat.UID
	Step      int
	Node      string
	Source    string
	CreatedAt int64
	State     chat.RawJSON
	// Writes counts the pending writes.
	Writes int
}

// Write is a result that a step got before it ended. It is kept so that the step,
// when resumed, does not fetch it again.
type Write struct {
	// Task and Sequence name it within the checkpoint after which the step began.
	Task     string
	Sequence int
	Channel  string
	Value    chat.RawJSON
}

// maxState bounds a checkpoint: it refers to messages and copies none.
const maxState = 64 << 10

var errNoCheckpoint = fault.New(fault.NotFound, "This step no longer exists.")

// Together runs f, whose calls to the store with the context it gets become one
// transaction. f must return the error of a call that writes, and must not hand
// that context to another goroutine.
func (s *Store) Together(ctx context.Context, f func(context.Context) error) error {
	return s.write(ctx, func() error { return f(context.WithValue(ctx, insideKey{}, s.shared)) })
}

// AddCheckpoint keeps a checkpoint. A zero UID gets a new one.
func (s *Store) AddCheckpoint(ctx context.Context, c Checkpoint, now int64) (Checkpoint, error) {
	if len(c.State) > maxState {
		return c, fault.New(fault.TooLarge, "The state of a step can have at most {most} kB.", "most", maxState>>10)
	}
	if c.UID.IsZero() {
		c.UID = chat.NewUID(now)
	}
	c.CreatedAt = now
	err := s.write(ctx, func() error {
		state, err := object(c.State)
		if err != nil {
			return err
		}
		s.touch(c.Session, false)
		if err := s.db.Each(`INSERT INTO checkpoints (uid, session_id, parent_id, namespace, step, node, source, created_at, device, state)
			SELECT ?, s.id, (SELECT p.id FROM checkpoints p WHERE p.uid = ? AND p.session_id = s.id), ?, ?, ?, ?, ?, ?, ?
			FROM sessions s WHERE s.uid = ? AND s.user_id = ? AND s.company_id = ?`, nil,
			c.UID[:], uidOrNull(c.Parent), c.Turn.String(), c.Step, c.Node, c.Source, now, s.device, state,
			c.Session[:], s.scope.UserID, s.scope.CompanyID); err != nil {
			return err
		}
		if s.db.Changes() == 0 {
			return ErrNoSession
		}
		return nil
	})
	return c, err
}

func (s *Store) checkpointID(uid chat.UID) (id int64, err error) {
	err = s.db.Each(`SELECT c.id FROM checkpoints c JOIN sessions s ON s.id = c.session_id WHERE c.uid = ? AND s.user_id = ? AND s.company_id = ?`,
		func(st *sqlite.Stmt) error { id = st.Int64(0); return nil }, uid[:], s.scope.UserID, s.scope.CompanyID)
	if err == nil && id == 0 {
		err = errNoCheckpoint
	}
	return id, err
}

// AddWrite keeps a result of the step after the checkpoint. An existing one stays.
func (s *Store) AddWrite(ctx context.Context, checkpoint chat.UID, w Write) error {
	if len(w.Value) > maxJSON {
		return fault.New(fault.TooLarge, "The result of a step can have at most {most} MiB.", "most", maxJSON>>20)
	}
	return s.write(ctx, func() error {
		id, err := s.checkpointID(checkpoint)
		if err != nil {
			return err
		}
		return s.db.Each(`INSERT INTO checkpoint_writes (checkpoint_id, task, sequence, channel, value) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, nil, id, w.Task, w.Sequence, w.Channel, valid(string(w.Value)))
	})
}

// Writes returns the pending writes of all checkpoints of a turn, in the order in
// which they were made.
func (s *Store) Writes(ctx context.Context, session, turn chat.UID) (out []Write, err error) {
	err = s.read(ctx, func() error {
		id, err := s.sessionID(session)
		if err != nil {
			return err
		}
		return s.db.Each(`SELECT w.task, w.sequence, w.channel, w.value FROM checkpoints c JOIN checkpoint_writes w ON w.checkpoint_id = c.id
			WHERE c.session_id = ? AND c.namespace = ? ORDER BY w.id`, func(st *sqlite.Stmt) error {
			out = append(out, Write{st.Text(0), st.Int(1), st.Text(2), chat.RawJSON(st.Text(3))})
			return nil
		}, id, turn.String())
	})
	return out, err
}

const checkpointColumns = `c.uid, s.uid, (SELECT p.uid FROM checkpoints p WHERE p.id = c.parent_id), c.namespace, c.step, c.node, c.source,
	c.created_at, c.state, (SELECT count(*) FROM checkpoint_writes w WHERE w.checkpoint_id = c.id)`

func scanCheckpoint(st *sqlite.Stmt) Checkpoint {
	c := Checkpoint{UID: uidAt(st, 0), Session: uidAt(st, 1), Parent: uidAt(st, 2), Step: st.Int(4), Node: st.Text(5), Source: st.Text(6),
		CreatedAt: st.Int64(7), State: chat.RawJSON(st.Text(8)), Writes: st.Int(9)}
	// An unreadable name belongs to no turn.
	c.Turn, _ = chat.ParseUID(st.Text(3))
	return c
}

// Checkpoint returns a checkpoint.
func (s *Store) Checkpoint(ctx context.Context, uid chat.UID) (out Checkpoint, err error) {
	err = s.read(ctx, func() error {
		id, err := s.checkpointID(uid)
		if err != nil {
			return err
		}
		return s.db.Each(`SELECT `+checkpointColumns+` FROM checkpoints c JOIN sessions s ON s.id = c.session_id WHERE c.id = ?`,
			func(st *sqlite.Stmt) error { out = scanCheckpoint(st); return nil }, id)
	})
	return out, err
}

// LastCheckpoint names the newest checkpoint of a turn, zero if there is none.
func (s *Store) LastCheckpoint(ctx context.Context, session, turn chat.UID) (uid chat.UID, err error) {
	err = s.read(ctx, func() error {
		uid = chat.UID{}
		id, err := s.sessionID(session)
		if err != nil {
			return err
		}
		return s.db.Each(`SELECT uid FROM checkpoints WHERE session_id = ? AND namespace = ? ORDER BY id DESC LIMIT 1`,
			func(st *sqlite.Stmt) error { uid = uidAt(st, 0); return nil }, id, turn.String())
	})
	return uid, err
}

// CheckpointFilter says which checkpoints of a session.
type CheckpointFilter struct {
	// Turn is one turn only, unless it is zero.
	Turn chat.UID
	// Before continues a list behind its last one, unless it is zero.
	Before chat.UID
	// Limit is 100 if zero.
	Limit int
}

// Checkpoints lists checkpoints of a session, newest first.
func (s *Store) Checkpoints(ctx context.Context, session chat.UID, f CheckpointFilter) (out []Checkpoint, err error) {
	if f.Limit == 0 {
		f.Limit = 100
	}
	if f.Limit < 0 || f.Limit > maxWindow {
		return nil, fault.New(fault.Invalid, "Between 1 and {most} steps can be read at once.", "most", maxWindow)
	}
	err = s.snapshot(ctx, func() error {
		id, err := s.sessionID(session)
		if err != nil {
			return err
		}
		from := `FROM checkpoints c JOIN sessions s ON s.id = c.session_id WHERE c.session_id = ?`
		args := []any{id}
		if !f.Before.IsZero() {
			before, err := s.checkpointID(f.Before)
			if err != nil {
				return err
			}
			from += ` AND c.id < ?`
			args = append(args, before)
		}
		if !f.Turn.IsZero() {
			from += ` AND c.namespace = ?`
			args = append(args, f.Turn.String())
		}
		return s.db.Each(`SELECT `+checkpointColumns+` `+from+` ORDER BY c.id DESC LIMIT ?`,
			func(st *sqlite.Stmt) error { out = append(out, scanCheckpoint(st)); return nil }, append(args, f.Limit)...)
	})
	return out, err
}
