package transfer

import (
	"context"
	"encoding/base64"
	"io"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/fault"
	"burrow/internal/store"
)

// Documents of chats, in exports.

const (
	// fileInLine is the most bytes that a file and its text have in a line, as base64
	// within maxLine. Of a longer one there is the text, which is what is asked about.
	fileInLine = 8 << 20
	// textInLine is how much text is in a line, before its rest follows in others.
	textInLine = 6 << 20
)

// exportDocuments writes the documents of a session, one at a time.
func exportDocuments(ctx context.Context, s *store.Store, w io.Writer, session string, id int64) error {
	for after := int64(0); ; {
		var d store.DocumentRow
		err := s.ReadRows(ctx, func(rows store.Rows) (err error) {
			d, err = rows.NextDocument(id, after, fileInLine)
			return err
		})
		if err != nil || d.ID == 0 {
			return err
		}
		after = d.ID
		for _, l := range documentLines(d) {
			if err := writeLine(w, line{Session: &session, Document: &l}); err != nil {
				return err
			}
		}
	}
}

func documentLines(d store.DocumentRow) []documentLine {
	l := documentLine{
		UID: d.UID, Name: d.Name, Type: d.Type, Title: d.Title, Warnings: d.Warnings, AddedAt: stamp(d.AddedAt), AttachedAt: stamp(d.AttachedAt),
		Detached: d.Detached, Pinned: d.Pinned, Kept: d.Kept, Tokens: d.Tokens, Text: []pieceLine{}, File: base64.StdEncoding.EncodeToString(d.File),
	}
	var out []documentLine
	size := 0
	for i, p := range d.Pieces {
		if size += len(p.Text) + len(p.Heading); size > textInLine {
			out = append(out, l)
			l.From, l.Text, l.File, size = i, []pieceLine{}, "", 0
		}
		l.Text = append(l.Text, pieceLine{p.Place, p.Heading, p.Text, string(p.Veil)})
	}
	return append(out, l)
}

// document adds a document of a session.
func (im *importer) document(of *importedSession, d *documentLine) error {
	row := store.DocumentRow{
		Document: chat.Document{UID: d.UID, Name: d.Name, Type: d.Type, Title: d.Title, Warnings: d.Warnings, Kept: d.Kept, Tokens: d.Tokens},
		Detached: d.Detached, Pinned: d.Pinned,
	}
	var err error
	if row.AddedAt, err = unstamp(d.AddedAt); err == nil {
		row.AttachedAt, err = unstamp(d.AttachedAt)
	}
	if err != nil {
		return fault.New(fault.Invalid, "Its time is not written like 2006-01-02T15:04:05Z.")
	}
	if row.Name == "" || len(row.Name) > maxExternalName || len(row.Title) > maxExternalName {
		return fault.New(fault.Invalid, "Its document needs a name of at most {most} bytes.", "most", maxExternalName)
	}
	row.UpdatedAt = row.AddedAt
	if d.File != "" {
		if row.File, err = base64.StdEncoding.DecodeString(d.File); err != nil {
			return fault.New(fault.Invalid, "Its document is not written as base64.")
		}
	}
	for i, p := range d.Text {
		row.Pieces = append(row.Pieces, store.DocumentChunk{Sequence: i, Place: p.Place, Heading: p.Heading, Text: p.Text, Veil: document.Veil(p.Veil)})
	}
	if d.From > 0 {
		return im.rows.AppendPieces(row, d.From)
	}
	return im.rows.AddChatDocument(of.id, row, im.now)
}
