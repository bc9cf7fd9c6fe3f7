package store

import (
	"context"
	"strings"
	"unicode/utf8"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// What was learnt from chats is in the table entities: one row for each thing of a
// session, however often it is mentioned. It is deleted with its session.

var errNotRemembered = fault.New(fault.NotFound, "This is no longer remembered.")

// The most that is kept of one thing.
const (
	maxRemembered      = 500 // bytes of its text, or characters of one that the user gave it
	maxRememberedValue = 2000
	maxRememberedOf    = 8
)

// rememberedValue is what the column value has.
type rememberedValue struct {
	Of       []string `json:"of,omitempty"`
	Value    string   `json:"value,omitempty"`
	Mentions int      `json:"mentions"`
	Edited   bool     `json:"edited,omitempty"`
}

// RememberedFilter says what to look for, newest first.
type RememberedFilter struct {
	// Session limits it to one session; otherwise all that are not in the bin.
	Session chat.UID
	// Kinds limits it to these, if there are any.
	Kinds []chat.RememberedKind
	Limit int
}

const rememberedColumns = `e.uid, s.uid, m.uid, e.kind, e.name, e.created_at, e.value
	FROM entities e JOIN sessions s ON s.id = e.session_id LEFT JOIN messages m ON m.id = e.message_id`

func scanRemembered(st *sqlite.Stmt) chat.Remembered {
	out := chat.Remembered{UID: uidAt(st, 0), Session: uidAt(st, 1), Message: uidAt(st, 2), Kind: chat.RememberedKind(st.Text(3)), Text: st.Text(4), CreatedAt: st.Int64(5)}
	var value rememberedValue
	if json.Unmarshal([]byte(st.Text(6)), &value) == nil {
		out.Of, out.Value, out.Mentions, out.Edited = value.Of, value.Value, value.Mentions, value.Edited
	}
	return out
}

// Remembered returns what is remembered, the latest first.
func (s *Store) Remembered(ctx context.Context, f RememberedFilter) (out []chat.Remembered, err error) {
	where := `s.user_id = ? AND s.company_id = ? AND e.tombstone = 0`
	args := []any{s.scope.UserID, s.scope.CompanyID}
	if f.Session.IsZero() {
		where += ` AND s.deleted_at IS NULL`
	} else {
		where += ` AND s.uid = ?`
		args = append(args, f.Session[:])
	}
	if len(f.Kinds) > 0 {
		where += ` AND e.kind IN (?` + strings.Repeat(`, ?`, len(f.Kinds)-1) + `)`
		for _, kind := range f.Kinds {
			args = append(args, string(kind))
		}
	}
	args = append(args, f.Limit)
	err = s.read(ctx, func() error {
		return s.db.Each(`SELECT `+rememberedColumns+` WHERE `+where+` ORDER BY e.created_at DESC, e.sequence DESC LIMIT ?`,
			func(st *sqlite.Stmt) error { out = append(out, scanRemembered(st)); return nil }, args...)
	})
	return out, err
}

// Remember keeps things of a session, in order. One that is there already, of the
// same kind and name, is counted again and moves to the end; words that the user
// gave it stay.
func (s *Store) Remember(ctx context.Context, session chat.UID, things []chat.Remembered, now int64) error {
	if len(things) == 0 {
		return nil
	}
	return s.write(ctx, func() error {
		sessionID, err := s.sessionID(session)
		if err != nil {
			return err
		}
		sequence, err := s.db.Int(`SELECT max(sequence) FROM entities WHERE session_id = ?`, sessionID)
		if err != nil {
			return err
		}
		for _, thing := range things {
			if thing.Text = cut(valid(strings.TrimSpace(thing.Text)), maxRemembered); thing.Text == "" {
				continue
			}
			thing.Value = cut(valid(thing.Value), maxRememberedValue)
			thing.Of = thing.Of[:min(len(thing.Of), maxRememberedOf)]
			sequence++
			if err := s.keepThing(sessionID, thing, sequence, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) keepThing(sessionID int64, thing chat.Remembered, sequence, now int64) error {
	var id int64
	var value rememberedValue
	err := s.db.Each(`SELECT id, value FROM entities WHERE session_id = ? AND kind = ? AND name = ? AND tombstone = 0`,
		func(st *sqlite.Stmt) error {
			id, value = st.Int64(0), rememberedValue{}
			// What another program wrote and cannot be read here counts as nothing.
			if json.Unmarshal([]byte(st.Text(1)), &value) != nil {
				value = rememberedValue{}
			}
			return nil
		}, sessionID, string(thing.Kind), thing.Text)
	if err != nil {
		return err
	}
	value.Mentions++
	value.Edited = value.Edited || thing.Edited
	if thing.Value != "" || thing.Kind == chat.ChoiceKind {
		value.Value = thing.Value
	}
	if len(thing.Of) > 0 {
		value.Of = thing.Of
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if id != 0 {
		return s.db.Each(`UPDATE entities SET sequence = ?, created_at = ?, value = ?, revision = revision + 1,
			message_id = coalesce((SELECT m.id FROM messages m WHERE m.uid = ? AND m.session_id = entities.session_id), message_id) WHERE id = ?`,
			nil, sequence, now, string(encoded), uidOrNull(thing.Message), id)
	}
	if thing.UID.IsZero() {
		thing.UID = chat.NewUID(now)
	}
	return s.db.Each(`INSERT INTO entities (uid, session_id, message_id, sequence, kind, name, created_at, device, value)
		VALUES (?, ?, (SELECT m.id FROM messages m WHERE m.uid = ? AND m.session_id = ?), ?, ?, ?, ?, ?, ?)`,
		nil, thing.UID[:], sessionID, uidOrNull(thing.Message), sessionID, sequence, string(thing.Kind), thing.Text, now, s.device, string(encoded))
}

// cut shortens a text to a number of bytes, between characters.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && text[most]&0xc0 == 0x80 {
		most--
	}
	return text[:most]
}

// EditRemembered gives something other words, which are the user's from then on.
func (s *Store) EditRemembered(ctx context.Context, uid chat.UID, text string, now int64) (out chat.Remembered, err error) {
	text = valid(strings.TrimSpace(text))
	if text == "" || utf8.RuneCountInString(text) > maxRemembered {
		return out, fault.New(fault.Invalid, "A remembered item must have 1 to {most} characters.", "most", maxRemembered)
	}
	err = s.write(ctx, func() error {
		if out, err = s.rememberedBy(uid); err != nil {
			return err
		}
		out.Text, out.Edited = text, true
		encoded, err := json.Marshal(rememberedValue{Of: out.Of, Value: out.Value, Mentions: out.Mentions, Edited: true})
		if err != nil {
			return err
		}
		s.scrub = true // the old words are gone for good
		return s.db.Each(`UPDATE entities SET name = ?, value = ?, revision = revision + 1 WHERE uid = ?`, nil, text, string(encoded), uid[:])
	})
	return out, err
}

func (s *Store) rememberedBy(uid chat.UID) (out chat.Remembered, err error) {
	found := false
	err = s.db.Each(`SELECT `+rememberedColumns+` WHERE e.uid = ? AND s.user_id = ? AND s.company_id = ? AND e.tombstone = 0`,
		func(st *sqlite.Stmt) error { out, found = scanRemembered(st), true; return nil }, uid[:], s.scope.UserID, s.scope.CompanyID)
	if err == nil && !found {
		err = errNotRemembered
	}
	return out, err
}

// EraseRemembered removes one thing for good.
func (s *Store) EraseRemembered(ctx context.Context, uid chat.UID) error {
	return s.write(ctx, func() error {
		if _, err := s.rememberedBy(uid); err != nil {
			return err
		}
		s.scrub = true
		return s.db.Each(`DELETE FROM entities WHERE uid = ?`, nil, uid[:])
	})
}

// EraseAllRemembered removes everything that is remembered of a session, or of all
// sessions if it is zero, and returns how much it was.
func (s *Store) EraseAllRemembered(ctx context.Context, session chat.UID) (count int, err error) {
	err = s.write(ctx, func() error {
		s.scrub = true
		if session.IsZero() {
			err = s.db.Each(`DELETE FROM entities WHERE session_id IN (SELECT id FROM sessions WHERE user_id = ? AND company_id = ?)`,
				nil, s.scope.UserID, s.scope.CompanyID)
		} else {
			var id int64
			if id, err = s.sessionID(session); err == nil {
				err = s.db.Each(`DELETE FROM entities WHERE session_id = ?`, nil, id)
			}
		}
		count = s.db.Changes()
		return err
	})
	return count, err
}
