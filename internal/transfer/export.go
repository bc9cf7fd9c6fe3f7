package transfer

import (
	"context"
	"io"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/store"
)

// exportedAtOnce is how many messages are read before they are written out. The
// database is free in between.
const exportedAtOnce = 200

// Export writes sessions as JSON lines, one a message: all that are not in the
// bin, or the given ones. An import into an empty store and another export give
// the same bytes.
func Export(ctx context.Context, s *store.Store, w io.Writer, sessions ...chat.UID) error {
	if len(sessions) == 0 {
		err := s.ReadRows(ctx, func(rows store.Rows) (err error) {
			sessions, err = rows.Sessions()
			return err
		})
		if err != nil {
			return err
		}
	}
	for _, uid := range sessions {
		if err := exportSession(ctx, s, w, uid); err != nil {
			return err
		}
	}
	return nil
}

func exportSession(ctx context.Context, s *store.Store, w io.Writer, uid chat.UID) error {
	var info *sessionLine
	var id int64
	name := uid.String()
	err := s.ReadRows(ctx, func(rows store.Rows) error {
		session, err := rows.FindSession(uid)
		if err != nil {
			return err
		}
		if session.ID == 0 {
			return store.ErrNoSession
		}
		id, info = session.ID, about(session.Session)
		info.Summaries, err = summaryLines(rows, id)
		return err
	})
	if err != nil {
		return err
	}
	for after := int64(0); ; {
		var messages []store.MessageRow
		if err := s.ReadRows(ctx, func(rows store.Rows) error {
			messages, err = rows.Messages(id, after, exportedAtOnce)
			return err
		}); err != nil {
			return err
		}
		for _, m := range messages {
			after = m.ID
			l := lineOf(name, m.Message)
			l.About, info = info, nil
			if err := writeLine(w, l); err != nil {
				return err
			}
		}
		if len(messages) < exportedAtOnce {
			break
		}
	}
	if info != nil {
		if err := writeLine(w, line{Session: &name, About: info}); err != nil {
			return err
		}
	}
	return exportDocuments(ctx, s, w, name, id)
}

func writeLine(w io.Writer, l line) error {
	text, err := json.Append(nil, l)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

func summaryLines(rows store.Rows, sessionID int64) (out []summaryLine, err error) {
	all, err := rows.Summaries(sessionID)
	for _, s := range all {
		out = append(out, summaryLine{
			UID: s.UID, Level: s.Level, From: s.From, To: s.To, TokensBefore: s.TokensBefore, TokensAfter: s.TokensAfter,
			Encoding: s.Encoding, MadeBy: s.MadeBy, CreatedAt: stamp(s.CreatedAt), UpdatedAt: stamp(s.UpdatedAt), UndoneAt: stamp(s.UndoneAt),
			Summary: s.Summary,
		})
	}
	return out, err
}
