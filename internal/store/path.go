package store

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

// A path goes from a leaf to the first message, parent by parent. To read a
// window of a long path without walking all of it, each message also names an
// ancestor further up, its jump. Jumps have the lengths of a skew binary number
// system (Myers, "An applicative random-access stack", 1983): a message jumps as
// far as its parent's jump and that one's jump together if those two are equally
// long, else to its parent. Any ancestor is then reached in about 2 log2(n)
// steps: 26 at a depth of 10,000.

// place is where a new message goes.
type place struct {
	depth int
	jump  int64
}

// placeUnder returns the place of a child of this message, or of a first message
// if it is 0.
func (s *Store) placeUnder(parentID int64) (at place, err error) {
	if parentID == 0 {
		return at, nil
	}
	found := false
	// p is the parent, j its jump, k the jump of that.
	err = s.db.Each(`SELECT p.depth, j.depth, k.depth, k.id FROM messages p
		JOIN messages j ON j.id = coalesce(p.jump_id, p.id)
		JOIN messages k ON k.id = coalesce(j.jump_id, j.id) WHERE p.id = ?`, func(st *sqlite.Stmt) error {
		p, j, k := st.Int(0), st.Int(1), st.Int(2)
		at, found = place{p + 1, parentID}, true
		if p-j == j-k {
			at.jump = st.Int64(3)
		}
		return nil
	}, parentID)
	if err == nil && !found {
		err = errNoMessage
	}
	return at, err
}

// ancestor returns the message of this depth on the path of id, which may be it.
func (s *Store) ancestor(id int64, depth int) (int64, error) {
	for {
		next, arrived := int64(0), false
		err := s.db.Each(`SELECT m.depth, m.parent_id, m.jump_id, j.depth FROM messages m LEFT JOIN messages j ON j.id = m.jump_id WHERE m.id = ?`,
			func(st *sqlite.Stmt) error {
				switch {
				case st.Int(0) == depth:
					arrived = true
				case st.Int(0) < depth:
				case st.Type(3) != sqlite.Null && st.Int(3) >= depth:
					next = st.Int64(2)
				default:
					next = st.Int64(1)
				}
				return nil
			}, id)
		if err != nil {
			return 0, err
		}
		if arrived {
			return id, nil
		}
		if next == 0 {
			return 0, errNoMessage
		}
		id = next
	}
}

// Window is a part of a path.
type Window struct {
	// From is the depth of the first message, Total the number of messages on
	// the whole path.
	From     int            `json:"from"`
	Total    int            `json:"total"`
	Leaf     chat.UID       `json:"leaf,omitzero"`
	Messages []chat.Message `json:"messages"`
}

// maxWindow is the most messages that one call returns.
const maxWindow = 1000

// Path returns messages of the path that ends in leaf, or in the session's head
// if leaf is zero: at most limit of them, from the depth on. A negative depth
// means the last ones of the path.
func (s *Store) Path(ctx context.Context, session, leaf chat.UID, from, limit int) (out Window, err error) {
	if limit <= 0 || limit > maxWindow {
		return out, fault.New(fault.Invalid, "Between 1 and {most} messages can be read at once.", "most", maxWindow)
	}
	err = s.snapshot(ctx, func() error {
		out, err = s.window(session, leaf, from, limit)
		return err
	})
	return out, err
}

func (s *Store) window(session, leaf chat.UID, from, limit int) (out Window, err error) {
	sessionID, err := s.sessionID(session)
	if err != nil {
		return out, err
	}
	end := int64(0)
	err = s.db.Each(`SELECT id, uid, depth FROM messages WHERE session_id = ?1 AND
		id = CASE WHEN ?2 IS NULL THEN (SELECT head_id FROM sessions WHERE id = ?1) ELSE (SELECT id FROM messages WHERE uid = ?2) END`,
		func(st *sqlite.Stmt) error {
			end, out.Leaf, out.Total = st.Int64(0), uidAt(st, 1), st.Int(2)+1
			return nil
		}, sessionID, uidOrNull(leaf))
	if err != nil {
		return out, err
	}
	out.Messages = []chat.Message{}
	if end == 0 {
		if !leaf.IsZero() {
			return out, errNoMessage
		}
		return out, nil
	}
	if from < 0 {
		from = max(0, out.Total-limit)
	}
	out.From = min(from, out.Total)
	count := min(limit, out.Total-out.From)
	if count == 0 {
		return out, nil
	}
	bottom, err := s.ancestor(end, out.From+count-1)
	if err != nil {
		return out, err
	}
	if err := s.climb(bottom, count, &out); err != nil {
		return out, err
	}
	return out, s.markSummarized(sessionID, end, &out)
}

// climb reads count messages of the path that ends in bottom.
func (s *Store) climb(bottom int64, count int, out *Window) error {
	return s.db.Each(`WITH RECURSIVE path (id, parent_id, n) AS (
			SELECT id, parent_id, 1 FROM messages WHERE id = ?
			UNION ALL SELECT m.id, m.parent_id, n + 1 FROM path JOIN messages m ON m.id = path.parent_id WHERE n < ?
		)
		SELECT `+messageColumns+`,
			CASE WHEN m.parent_id IS NULL
				THEN (SELECT count(*) FROM messages b WHERE b.session_id = m.session_id AND b.depth = 0 AND b.id <= m.id AND b.tombstone = 0)
				ELSE (SELECT count(*) FROM messages b WHERE b.parent_id = m.parent_id AND b.id <= m.id AND b.tombstone = 0) END,
			CASE WHEN m.parent_id IS NULL
				THEN (SELECT count(*) FROM messages b WHERE b.session_id = m.session_id AND b.depth = 0 AND b.tombstone = 0)
				ELSE (SELECT count(*) FROM messages b WHERE b.parent_id = m.parent_id AND b.tombstone = 0) END
		FROM path CROSS JOIN messages m ON m.id = path.id JOIN sessions s ON s.id = m.session_id ORDER BY m.depth`,
		func(st *sqlite.Stmt) error {
			m := scanMessage(st)
			m.Sibling, m.Siblings = st.Int(14), st.Int(15)
			out.Messages = append(out.Messages, m)
			return nil
		}, bottom, count)
}

// markSummarized marks the messages for which a summary stands on the path.
func (s *Store) markSummarized(sessionID, leaf int64, out *Window) error {
	all, err := s.applying(sessionID, leaf)
	if err != nil {
		return err
	}
	for _, sum := range all {
		for i := max(sum.From-out.From, 0); i <= sum.To-out.From && i < len(out.Messages); i++ {
			out.Messages[i].Summarized = true
		}
	}
	return nil
}

// Siblings returns the answers to a message's parent, itself among them, oldest
// first. Erased ones are none.
func (s *Store) Siblings(ctx context.Context, uid chat.UID) (out []chat.UID, err error) {
	err = s.snapshot(ctx, func() error {
		id, sessionID, err := s.messageID(uid)
		if err != nil {
			return err
		}
		add := func(st *sqlite.Stmt) error { out = append(out, uidAt(st, 0)); return nil }
		parent, err := s.db.Int(`SELECT parent_id FROM messages WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if parent == 0 {
			return s.db.Each(`SELECT uid FROM messages WHERE session_id = ? AND depth = 0 AND tombstone = 0 ORDER BY id`, add, sessionID)
		}
		return s.db.Each(`SELECT uid FROM messages WHERE parent_id = ? AND tombstone = 0 ORDER BY id`, add, parent)
	})
	return out, err
}

// newestBelow finds where the path through a message ends: at the newest message below
// it that was not erased, or at itself. Children are written after their parents, so
// that nothing is below the newest but what was erased.
const newestBelow = `WITH RECURSIVE below (id) AS (
		VALUES (?1) UNION ALL SELECT m.id FROM below JOIN messages m ON m.parent_id = below.id
	) SELECT coalesce(max(below.id), ?1) FROM below JOIN messages m ON m.id = below.id WHERE m.tombstone = 0`

// SetHead shows the path through a message, down to the newest leaf below it, and
// returns the session.
func (s *Store) SetHead(ctx context.Context, uid chat.UID, now int64) (chat.Session, error) {
	return s.moveHead(ctx, uid, now, newestBelow)
}

// leaveErased moves the head of a session off a path that ends with erased messages, if
// one of these has another version: what is there would be out of sight, with nothing
// left that leads to it. The highest of them decides: below it all was erased.
func (s *Store) leaveErased(session chat.UID, sessionID, now int64) error {
	head, err := s.db.Int(`SELECT head_id FROM sessions WHERE id = ?`, sessionID)
	if err != nil {
		return err
	}
	other := int64(0)
	for at, gone := head, true; at != 0; {
		var parent, beside int64
		if err := s.db.Each(`SELECT m.tombstone, m.parent_id, coalesce(
				(SELECT max(b.id) FROM messages b WHERE b.session_id = m.session_id AND b.parent_id IS m.parent_id AND b.tombstone = 0 AND b.id < m.id),
				(SELECT min(b.id) FROM messages b WHERE b.session_id = m.session_id AND b.parent_id IS m.parent_id AND b.tombstone = 0 AND b.id > m.id))
			FROM messages m WHERE m.id = ?`,
			func(st *sqlite.Stmt) error { gone, parent, beside = st.Bool(0), st.Int64(1), st.Int64(2); return nil }, at); err != nil {
			return err
		}
		if !gone {
			break
		}
		if beside != 0 {
			other = beside
		}
		at = parent
	}
	if other == 0 {
		return nil
	}
	if other, err = s.db.Int(newestBelow, other); err != nil {
		return err
	}
	_, err = s.set(session, now, `head_id = ?`, other)
	return err
}

// Rewind ends the path that is shown at a message. Those after it stay in the
// tree, on a branch of their own once another answer is there.
func (s *Store) Rewind(ctx context.Context, uid chat.UID, now int64) (chat.Session, error) {
	return s.moveHead(ctx, uid, now, `SELECT ?`)
}

// moveHead makes what the query finds for a message the head of its session.
func (s *Store) moveHead(ctx context.Context, uid chat.UID, now int64, query string) (out chat.Session, err error) {
	err = s.write(ctx, func() error {
		m, err := s.message(uid)
		if err != nil {
			return err
		}
		id, _, err := s.messageID(uid)
		if err != nil {
			return err
		}
		head, err := s.db.Int(query, id)
		if err != nil {
			return err
		}
		out, err = s.set(m.Session, now, `head_id = ?`, head)
		return err
	})
	return out, err
}

func uidOrNull(u chat.UID) any {
	if u.IsZero() {
		return nil
	}
	return u[:]
}
