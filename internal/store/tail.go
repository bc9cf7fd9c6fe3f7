package store

import (
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

// Recollection is what there is to go along with a question: the summaries that
// apply on the path to a message, and the messages that no summary stands for.
type Recollection struct {
	Summaries []Summary
	// Open are the messages between and after the summaries, and pinned ones that
	// a summary stands for; the message that was asked for is the last.
	Open []chat.Message
	// Reopened are the ranges of summaries that were undone: they are not to be
	// condensed again by themselves.
	Reopened []Reopened
	// Total is the number of messages on the path, Left how many open ones were
	// not read because there are too many.
	Total, Left int
}

// Texts are what the summaries say.
func (r Recollection) Texts() []chat.Summary {
	out := make([]chat.Summary, len(r.Summaries))
	for i, s := range r.Summaries {
		out[i] = s.Summary
	}
	return out
}

// Covered is how many messages the summaries stand for.
func (r Recollection) Covered() (n int) {
	for _, s := range r.Summaries {
		n += s.To - s.From + 1
	}
	return n
}

// Range is a part of a path, by depths; both ends belong to it.
type Range struct{ From, To int }

// Has reports whether a depth is in the range.
func (r Range) Has(depth int) bool { return depth >= r.From && depth <= r.To }

// Reopened is the range of a summary that was undone.
type Reopened struct {
	Range
	Level int
}

// Recollect reads what can go along on the path to leaf. Of open messages it reads
// the last ones, at most limit; the fields are those of Span.
func (s *Store) Recollect(ctx context.Context, leaf chat.UID, limit int) (out Recollection, err error) {
	if limit <= 0 || limit > maxWindow {
		return out, fault.New(fault.Invalid, "Between 1 and {most} messages can be read at once.", "most", maxWindow)
	}
	err = s.read(ctx, func() error {
		out = Recollection{}
		leafID, sessionID, err := s.messageID(leaf)
		if err != nil {
			return err
		}
		depth, err := s.db.Int(`SELECT depth FROM messages WHERE id = ?`, leafID)
		if err != nil {
			return err
		}
		out.Total = int(depth) + 1
		if out.Summaries, err = s.applying(sessionID, leafID); err != nil {
			return err
		}
		// From the end on, what stands between summaries.
		to := int(depth)
		for i := len(out.Summaries); i >= 0; i-- {
			from := 0
			if i > 0 {
				from = out.Summaries[i-1].To + 1
			}
			if from <= to {
				kept := max(from, to-(limit-len(out.Open))+1)
				out.Left += kept - from
				if kept <= to {
					if err := s.span(leafID, sessionID, kept, to, &out.Open); err != nil {
						return err
					}
				}
			}
			if i > 0 {
				to = out.Summaries[i-1].From - 1
			}
		}
		if len(out.Summaries) > 0 {
			if err := s.addPinned(leafID, sessionID, &out); err != nil {
				return err
			}
		}
		sortByDepth(out.Open)
		return s.reopened(leafID, sessionID, &out)
	})
	return out, err
}

// sortByDepth puts messages in the order of their path. They come in runs from
// the end on, so that turning them round leaves little to do.
func sortByDepth(messages []chat.Message) {
	slices.Reverse(messages)
	for i := range messages {
		for ; i > 0 && messages[i].Depth < messages[i-1].Depth; i-- {
			messages[i], messages[i-1] = messages[i-1], messages[i]
		}
	}
}

// addPinned adds pinned messages for which a summary stands.
func (s *Store) addPinned(leafID, sessionID int64, out *Recollection) error {
	var pinned []Range
	err := s.db.Each(`SELECT depth FROM messages WHERE session_id = ? AND pinned = 1 AND depth < ? ORDER BY depth DESC LIMIT 100`,
		func(st *sqlite.Stmt) error { pinned = append(pinned, Range{st.Int(0), st.Int(0)}); return nil }, sessionID, out.Total)
	if err != nil {
		return err
	}
	for _, at := range slices.Compact(pinned) {
		if !slices.ContainsFunc(out.Summaries, func(sum Summary) bool { return (Range{sum.From, sum.To}).Has(at.From) }) {
			continue
		}
		before := len(out.Open)
		if err := s.span(leafID, sessionID, at.From, at.To, &out.Open); err != nil {
			return err
		}
		if len(out.Open) > before && !out.Open[before].Pinned {
			out.Open = out.Open[:before] // another branch's is pinned
		}
	}
	return nil
}

// reopened reads the last ranges of the path whose summaries were undone.
func (s *Store) reopened(leafID, sessionID int64, out *Recollection) error {
	type undone struct {
		Reopened
		last int64
	}
	var all []undone
	err := s.db.Each(`SELECT from_depth, to_depth, level, to_id FROM session_summaries
		WHERE session_id = ? AND to_depth < ? AND undone_at IS NOT NULL AND tombstone = 0 ORDER BY to_depth DESC LIMIT 100`,
		func(st *sqlite.Stmt) error {
			all = append(all, undone{Reopened{Range{st.Int(0), st.Int(1)}, st.Int(2)}, st.Int64(3)})
			return nil
		}, sessionID, out.Total)
	if err != nil {
		return err
	}
	for _, u := range all {
		at, err := s.ancestor(leafID, u.To)
		if err != nil {
			return err
		}
		if at == u.last {
			out.Reopened = append(out.Reopened, u.Reopened)
		}
	}
	return nil
}

// Span returns the messages from one depth to another on the path to leaf. Of them
// it reads UID, Depth, Role, Content, Status, CreatedAt, UpdatedAt, Tokens,
// Encoding, Pinned and ExternalID; reading the rest, as Path does for those who
// look at them, takes several times as long. An answer that only says that a source has
// none comes without its Content: it stands in the history, and tells a model nothing.
func (s *Store) Span(ctx context.Context, leaf chat.UID, from, to int) (out []chat.Message, err error) {
	if from < 0 || to-from >= maxWindow {
		return nil, fault.New(fault.Invalid, "At most {most} messages can be read at once.", "most", maxWindow)
	}
	err = s.read(ctx, func() error {
		leafID, sessionID, err := s.messageID(leaf)
		if err != nil {
			return err
		}
		return s.span(leafID, sessionID, from, to, &out)
	})
	slices.Reverse(out)
	return out, err
}

// refused is true of an answer for which a source gave its reason to have none: see
// chat.Gathered. Such metadata are short; long ones are not looked into, which would have
// them read from other pages than the rest of the row.
const refused = `role = 'assistant' AND octet_length(metadata) < 16384 AND instr(metadata, '"answered":false') > 0`

// span adds messages of a path, the last one first.
func (s *Store) span(leafID, sessionID int64, from, to int, out *[]chat.Message) error {
	next, err := s.ancestor(leafID, to)
	if err != nil {
		return err
	}
	// One walk along the index of depths instead of a search for each parent. What
	// is of another branch is passed by, and its text not read.
	return s.db.Each(`SELECT id, parent_id, uid, depth, role, iif(`+refused+`, '', content), status, created_at, updated_at, token_count, encoding, pinned, external_id FROM messages
		WHERE session_id = ? AND depth <= ? AND depth >= ? ORDER BY depth DESC`,
		func(st *sqlite.Stmt) error {
			if st.Int64(0) != next {
				return nil
			}
			next = st.Int64(1)
			*out = append(*out, chat.Message{UID: uidAt(st, 2), Depth: st.Int(3), Role: chat.Role(st.Text(4)), Content: st.Text(5), Status: chat.Status(st.Text(6)),
				CreatedAt: st.Int64(7), UpdatedAt: st.Int64(8), Tokens: st.Int(9), Encoding: st.Text(10), Pinned: st.Bool(11), ExternalID: st.Text(12)})
			return nil
		}, sessionID, to, from)
}

// Ancestor returns the message of this depth on the path to leaf.
func (s *Store) Ancestor(ctx context.Context, leaf chat.UID, depth int) (out chat.UID, err error) {
	err = s.read(ctx, func() error {
		leafID, _, err := s.messageID(leaf)
		if err != nil {
			return err
		}
		id, err := s.ancestor(leafID, depth)
		if err != nil {
			return err
		}
		return s.db.Each(`SELECT uid FROM messages WHERE id = ?`, func(st *sqlite.Stmt) error { out = uidAt(st, 0); return nil }, id)
	})
	return out, err
}
