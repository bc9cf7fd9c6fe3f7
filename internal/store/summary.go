package store

import (
	"cmp"
	"context"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strconv"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// Summary stands for the messages of a part of a path. It applies to every path
// that goes through its last message, until it is undone; a summary of a higher
// level, made of others, stands in their place while it applies.
type Summary struct {
	UID     chat.UID
	Session chat.UID
	Level   int
	// From and To are the depths of its first and last message, First and Last.
	From, To    int
	First, Last chat.UID
	// TokensBefore became TokensAfter, in Encoding.
	TokensBefore, TokensAfter int
	Encoding                  string
	// MadeBy is the model, "" for none.
	MadeBy              string
	CreatedAt, UndoneAt int64
	// Applies says that it goes along on the path that was asked for.
	Applies bool
	Summary chat.Summary

	id, last int64
}

var (
	errNoSummary = fault.New(fault.NotFound, "This summary no longer exists.")
	errCondensed = fault.New(fault.Conflict, "This part of the chat has been condensed or changed in the meantime.")
)

const summaryColumns = `u.id, u.uid, s.uid, u.level, u.from_depth, u.to_depth, a.uid, b.uid, u.tokens_before, u.tokens_after, u.encoding, u.made_by,
	u.created_at, u.undone_at, u.to_id, u.summary
	FROM session_summaries u JOIN sessions s ON s.id = u.session_id JOIN messages a ON a.id = u.from_id JOIN messages b ON b.id = u.to_id`

func scanSummary(st *sqlite.Stmt) Summary {
	out := Summary{
		id: st.Int64(0), UID: uidAt(st, 1), Session: uidAt(st, 2), Level: st.Int(3), From: st.Int(4), To: st.Int(5), First: uidAt(st, 6), Last: uidAt(st, 7),
		TokensBefore: st.Int(8), TokensAfter: st.Int(9), Encoding: st.Text(10), MadeBy: st.Text(11), CreatedAt: st.Int64(12), UndoneAt: st.Int64(13),
		last: st.Int64(14),
	}
	// What another program wrote and cannot be read here says nothing.
	if json.Unmarshal([]byte(st.Text(15)), &out.Summary) != nil {
		out.Summary = chat.Summary{}
	}
	return out
}

// Summaries returns all summaries of a session, by what they stand for. Those
// that go along on the path to leaf, or to the head if it is zero, are marked.
func (s *Store) Summaries(ctx context.Context, session, leaf chat.UID) (out []Summary, err error) {
	err = s.snapshot(ctx, func() error {
		sessionID, err := s.sessionID(session)
		if err != nil {
			return err
		}
		err = s.db.Each(`SELECT `+summaryColumns+` WHERE u.session_id = ? AND u.tombstone = 0 ORDER BY u.from_depth, u.to_depth, u.level DESC, u.id`,
			func(st *sqlite.Stmt) error { out = append(out, scanSummary(st)); return nil }, sessionID)
		if err != nil || len(out) == 0 {
			return err
		}
		leafID, err := s.leafID(sessionID, leaf)
		if err != nil || leafID == 0 {
			return err
		}
		applying, err := s.applyingIDs(sessionID, leafID)
		for i := range out {
			out[i].Applies = slices.Contains(applying, out[i].id)
		}
		return err
	})
	return out, err
}

// SummariesMark changes whenever Summaries would give something else. It is made
// without reading what the summaries say, of which a long chat has a lot. It is empty
// if there are none.
func (s *Store) SummariesMark(ctx context.Context, session, leaf chat.UID) (mark string, err error) {
	err = s.snapshot(ctx, func() error {
		mark = ""
		sessionID, err := s.sessionID(session)
		if err != nil {
			return err
		}
		h := fnv.New64a()
		found := false
		note := func(number int64) { h.Write(binary.AppendVarint(nil, number)) }
		err = s.db.Each(`SELECT uid, revision, updated_at FROM session_summaries WHERE session_id = ? AND tombstone = 0 ORDER BY id`, func(st *sqlite.Stmt) error {
			found = true
			h.Write(st.Bytes(0))
			note(st.Int64(1))
			note(st.Int64(2))
			return nil
		}, sessionID)
		if err != nil || !found {
			return err
		}
		leafID, err := s.leafID(sessionID, leaf)
		if err != nil {
			return err
		}
		if leafID != 0 {
			applying, err := s.applyingIDs(sessionID, leafID)
			if err != nil {
				return err
			}
			for _, id := range applying {
				note(id)
			}
		}
		mark = strconv.FormatUint(h.Sum64(), 36)
		return nil
	})
	return mark, err
}

// leafID is the key of a message, or of the session's head if it is zero.
func (s *Store) leafID(sessionID int64, leaf chat.UID) (int64, error) {
	if leaf.IsZero() {
		return s.db.Int(`SELECT head_id FROM sessions WHERE id = ?`, sessionID)
	}
	id, of, err := s.messageID(leaf)
	if err == nil && of != sessionID {
		err = errNoMessage
	}
	return id, err
}

// applying returns the summaries that go along on the path to a message, oldest
// first.
func (s *Store) applying(sessionID, leafID int64) (out []Summary, err error) {
	ids, err := s.applyingIDs(sessionID, leafID)
	if err != nil {
		return nil, err
	}
	for _, id := range slices.Backward(ids) {
		err := s.db.Each(`SELECT `+summaryColumns+` WHERE u.id = ?`, func(st *sqlite.Stmt) error {
			sum := scanSummary(st)
			sum.Applies = true
			out = append(out, sum)
			return nil
		}, id)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// applyingIDs finds the summaries that go along, newest first: from the path's end
// on, those of the highest level that do not overlap. Each is found by the index, so
// that it does not matter how many there are.
func (s *Store) applyingIDs(sessionID, leafID int64) (ids []int64, err error) {
	depth, err := s.db.Int(`SELECT depth FROM messages WHERE id = ?`, leafID)
	if err != nil {
		return nil, err
	}
	type found struct {
		id, last int64
		from, to int
	}
	const part = 16
	for below := depth + 1; ; {
		var some []found
		err := s.db.Each(`SELECT id, to_id, from_depth, to_depth FROM session_summaries WHERE session_id = ? AND to_depth < ? AND undone_at IS NULL AND tombstone = 0
			ORDER BY to_depth DESC, level DESC, id DESC LIMIT ?`,
			func(st *sqlite.Stmt) error {
				some = append(some, found{st.Int64(0), st.Int64(1), st.Int(2), st.Int(3)})
				return nil
			}, sessionID, below, part)
		if err != nil {
			return nil, err
		}
		before := below
		for _, sum := range some {
			if int64(sum.to) >= below {
				continue
			}
			at, err := s.ancestor(leafID, sum.to)
			if err != nil {
				return nil, err
			}
			if at == sum.last {
				ids = append(ids, sum.id)
				below = int64(sum.from)
			}
		}
		if len(some) < part {
			return ids, nil
		}
		if below == before {
			below = int64(some[len(some)-1].to) // all of them are of other branches
		}
	}
}

// AddSummary keeps a summary of the messages from in.From up to in.Last. Those of
// lower levels within it give way. replaces names a summary that it is a better
// version of. It is a conflict if another summary stands for a part of the range.
func (s *Store) AddSummary(ctx context.Context, in Summary, replaces chat.UID, now int64) (out Summary, err error) {
	text, err := json.Marshal(in.Summary)
	if err != nil {
		return out, err
	}
	if len(text) > MaxContent {
		return out, errTooLong
	}
	err = s.write(ctx, func() error {
		last, sessionID, err := s.messageID(in.Last)
		if err != nil {
			return err
		}
		m, err := s.message(in.Last)
		if err != nil {
			return err
		}
		first, err := s.ancestor(last, in.From)
		if err != nil || in.From > m.Depth || m.Session != in.Session && !in.Session.IsZero() {
			return errCondensed
		}
		if !replaces.IsZero() {
			if err := s.db.Each(`UPDATE session_summaries SET tombstone = 1, updated_at = max(updated_at + 1, ?), device = ?, revision = revision + 1
				WHERE uid = ? AND session_id = ? AND to_id = ? AND from_depth = ? AND undone_at IS NULL AND tombstone = 0`, nil,
				now, s.device, replaces[:], sessionID, last, in.From); err != nil {
				return err
			}
			if changed, err := s.db.Int(`SELECT changes()`); err != nil || changed != 1 {
				return cmp.Or(err, error(errCondensed))
			}
		}
		in.To, in.last = m.Depth, last
		if err := s.refuseOverlap(sessionID, in, false); err != nil {
			return err
		}
		if in.UID.IsZero() {
			in.UID = chat.NewUID(now)
		}
		if err := s.db.Each(`INSERT INTO session_summaries (uid, session_id, level, from_depth, to_depth, from_id, to_id, tokens_before, tokens_after,
			encoding, made_by, created_at, updated_at, device, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, nil,
			in.UID[:], sessionID, in.Level, in.From, m.Depth, first, last, in.TokensBefore, in.TokensAfter,
			valid(in.Encoding), valid(in.MadeBy), now, now, s.device, string(text)); err != nil {
			return err
		}
		s.touch(m.Session, true)
		out, err = s.summary(in.UID)
		return err
	})
	return out, err
}

// refuseOverlap refuses a summary if another stands for a part of its messages:
// before its end, or after it on the path that is shown. Those of lower
// levels within it give way to it; back says that it gives way itself to one of a
// higher level that holds it.
func (s *Store) refuseOverlap(sessionID int64, in Summary, back bool) error {
	standing, err := s.applying(sessionID, in.last)
	if err != nil {
		return err
	}
	for _, other := range standing {
		if other.To >= in.From && !(other.From >= in.From && other.Level < in.Level) && !(back && holds(other, in)) {
			return errCondensed
		}
	}
	var later []Summary
	err = s.db.Each(`SELECT `+summaryColumns+` WHERE u.session_id = ? AND u.to_depth > ? AND u.from_depth <= ? AND u.undone_at IS NULL AND u.tombstone = 0`,
		func(st *sqlite.Stmt) error { later = append(later, scanSummary(st)); return nil }, sessionID, in.To, in.To)
	if err != nil {
		return err
	}
	head, err := s.leafID(sessionID, chat.UID{})
	if err != nil || head == 0 || len(later) == 0 {
		return err
	}
	shown, err := s.db.Int(`SELECT depth FROM messages WHERE id = ?`, head)
	if err != nil {
		return err
	}
	for _, other := range later {
		if back && holds(other, in) || int64(other.To) > shown {
			continue
		}
		at, err := s.ancestor(head, other.To)
		if err != nil {
			return err
		}
		if at != other.last {
			continue
		}
		if at, err = s.ancestor(head, in.To); err != nil {
			return err
		}
		if at == in.last {
			return errCondensed
		}
	}
	return nil
}

// holds reports whether a summary of a higher level stands for all that another
// does.
func holds(a, b Summary) bool { return a.Level > b.Level && a.From <= b.From && a.To >= b.To }

func (s *Store) summary(uid chat.UID) (out Summary, err error) {
	err = s.db.Each(`SELECT `+summaryColumns+` WHERE u.uid = ? AND u.tombstone = 0 AND s.user_id = ? AND s.company_id = ?`,
		func(st *sqlite.Stmt) error { out = scanSummary(st); return nil }, uid[:], s.scope.UserID, s.scope.CompanyID)
	if err == nil && out.UID.IsZero() {
		err = errNoSummary
	}
	return out, err
}

// Summary returns a summary.
func (s *Store) Summary(ctx context.Context, uid chat.UID) (out Summary, err error) {
	err = s.read(ctx, func() error { out, err = s.summary(uid); return err })
	return out, err
}

// UndoSummary takes a summary away, so that its messages count again, or puts it
// back, which is a conflict if another one stands there by now.
func (s *Store) UndoSummary(ctx context.Context, uid chat.UID, undone bool, now int64) (out Summary, err error) {
	err = s.write(ctx, func() error {
		old, err := s.summary(uid)
		if err != nil {
			return err
		}
		if out = old; undone == (old.UndoneAt != 0) {
			return nil
		}
		at := any(now)
		if !undone {
			at = nil
			sessionID, err := s.sessionID(old.Session)
			if err != nil {
				return err
			}
			if err := s.refuseOverlap(sessionID, old, true); err != nil {
				return err
			}
		}
		return s.changeSummary(&out, now, `undone_at = ?`, at)
	})
	return out, err
}

// EditSummary replaces what a summary says.
func (s *Store) EditSummary(ctx context.Context, uid chat.UID, summary chat.Summary, tokens int, encoding string, now int64) (out Summary, err error) {
	text, err := json.Marshal(summary)
	if err != nil {
		return out, err
	}
	if len(text) > MaxContent {
		return out, errTooLong
	}
	err = s.write(ctx, func() error {
		if out, err = s.summary(uid); err != nil {
			return err
		}
		return s.changeSummary(&out, now, `summary = ?, tokens_after = ?, encoding = ?`, string(text), tokens, encoding)
	})
	return out, err
}

func (s *Store) changeSummary(sum *Summary, now int64, set string, args ...any) error {
	args = append(args, now, s.device, sum.UID[:])
	if err := s.db.Each(`UPDATE session_summaries SET `+set+`, updated_at = max(updated_at + 1, ?), device = ?, revision = revision + 1 WHERE uid = ?`, nil, args...); err != nil {
		return err
	}
	s.touch(sum.Session, true)
	var err error
	*sum, err = s.summary(sum.UID)
	return err
}
