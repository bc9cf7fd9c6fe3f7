package store

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/digest"
	"burrow/internal/document"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// Documents belong to an owner, not to a chat: the same one may be asked about in
// several. A chat has those it was given (attached.go). One that no chat has is
// removed after a day, unless it is kept.
//
// The original bytes are kept once, by their digest. The text is that of the chunks,
// one after another; the index has a row for each of them that is not veiled.

// NewDocument is what a reader made of a file.
type NewDocument struct {
	Name, Type, Title string
	Chunks            []document.Chunk
	Warnings          []string
	// Tokens is how long the text is that may be sent.
	Tokens int
	// Kept says that it stays when no chat has it. What is in a collection is kept.
	Kept       bool
	Collection string
	// Tell, if there is one, is called after each piece with how many bytes of the text are
	// kept by then. It may take its time; what it returns ends the work, and nothing is kept.
	Tell func(bytes int) error
}

// documentFacts are what the metadata of a document says.
type documentFacts struct {
	Title      string   `json:"title,omitempty"`
	Kept       bool     `json:"kept,omitempty"`
	Collection string   `json:"collection,omitempty"`
	Tokens     int      `json:"tokens,omitempty"`
	Warnings   []string `json:"warnings,omitempty"`
}

// AddDocument ends an upload: the file becomes a document. If the owner has the same
// bytes under the same name, that is the document, and it is read anew. Among the kept
// ones of a collection, or of none, a name stands for one document: a new file takes the
// place of the old one.
func (s *Store) AddDocument(ctx context.Context, u *Upload, in NewDocument, now int64) (out chat.Document, err error) {
	err = s.write(ctx, func() error {
		out, err = s.addDocument(u, in, now)
		return err
	})
	return out, err
}

func (s *Store) addDocument(u *Upload, in NewDocument, now int64) (out chat.Document, err error) {
	blob, err := s.keepBlob(u, in.Type)
	if err != nil {
		return out, err
	}
	name, collection := CleanName(in.Name), CleanName(in.Collection)
	in.Kept = in.Kept || collection != ""
	row := documentRow{uid: chat.NewUID(now), name: name}
	err = s.db.Each(`SELECT `+documentRowColumns+` FROM documents d WHERE d.name = ? AND d.user_id = ? AND d.company_id = ?
			AND coalesce(json_extract(d.metadata, '$.collection'), '') = ?
			AND (d.blob_id = ? OR ? AND json_extract(d.metadata, '$.kept')) ORDER BY d.blob_id = ?`,
		func(st *sqlite.Stmt) error { row = scanDocumentRow(st); return nil }, name, s.scope.UserID, s.scope.CompanyID, collection, blob, in.Kept, blob)
	if err != nil {
		return out, err
	}
	if row.id != 0 {
		if err := s.dropChunks(row); err != nil {
			return out, err
		}
	}
	facts, err := json.Append(nil, documentFacts{valid(in.Title), in.Kept || row.kept, collection, in.Tokens, append(slices.Clip(in.Warnings), document.Remarks(in.Chunks)...)})
	if err != nil {
		return out, err
	}
	if row.id == 0 {
		err = s.db.Each(`INSERT INTO documents (uid, user_id, company_id, blob_id, name, type, created_at, updated_at, device, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, nil,
			row.uid[:], s.scope.UserID, s.scope.CompanyID, blob, name, valid(in.Type), now, now, s.device, string(facts))
		row.id = s.db.LastID()
	} else {
		err = s.db.Each(`UPDATE documents SET blob_id = ?, type = ?, updated_at = ?, revision = revision + 1, metadata = ? WHERE id = ?`, nil,
			blob, valid(in.Type), now, string(facts), row.id)
		if err == nil && row.blob != blob {
			err = s.dropBlob(row.blob)
		}
	}
	if err != nil {
		return out, err
	}
	row.title = valid(in.Title)
	if err := s.addChunks(row, piecesOf(in.Chunks), in.Tell); err != nil {
		return out, err
	}
	s.pending.Documents = true
	return s.documentOf(row.id)
}

func piecesOf(chunks []document.Chunk) []DocumentChunk {
	out := make([]DocumentChunk, len(chunks))
	for i, c := range chunks {
		out[i] = DocumentChunk{i, c.Place.String(), c.Heading, c.Text, c.Veil}
	}
	return out
}

func (s *Store) addChunks(row documentRow, pieces []DocumentChunk, tell func(bytes int) error) error {
	at, next := 0, 0
	err := s.db.Each(`SELECT coalesce(max(last_byte), 0), coalesce(max(sequence), -1) + 1 FROM chunks WHERE document_id = ?`,
		func(st *sqlite.Stmt) error { at, next = st.Int(0), st.Int(1); return nil }, row.id)
	if err != nil {
		return err
	}
	for i, c := range pieces {
		text := valid(c.Text)
		if err := s.db.Each(`INSERT INTO chunks (document_id, sequence, first_byte, last_byte, heading, content, place, veil) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, nil,
			row.id, next+i, at, at+len(text), valid(c.Heading), text, CleanName(c.Place), string(c.Veil)); err != nil {
			return err
		}
		at += len(text)
		if c.Veil == document.Seen {
			if err := s.indexChunk(s.db.LastID(), row, s.scope, c.Heading, text); err != nil {
				return err
			}
		}
		if tell == nil {
			continue
		}
		if err := tell(at); err != nil {
			return err
		}
	}
	return nil
}

// documentRow is what the index needs to know of a document.
type documentRow struct {
	id          int64
	uid         chat.UID
	name, title string
	kept        bool
	blob        int64
}

const documentRowColumns = `d.id, d.uid, d.name, coalesce(json_extract(d.metadata, '$.title'), ''), coalesce(json_extract(d.metadata, '$.kept'), 0), coalesce(d.blob_id, 0)`

func scanDocumentRow(st *sqlite.Stmt) documentRow {
	return documentRow{st.Int64(0), uidAt(st, 1), st.Text(2), st.Text(3), st.Bool(4), st.Int64(5)}
}

// findDocument returns a document of the store's owner.
func (s *Store) findDocument(uid chat.UID) (row documentRow, err error) {
	err = s.db.Each(`SELECT `+documentRowColumns+` FROM documents d WHERE d.uid = ? AND d.user_id = ? AND d.company_id = ?`,
		func(st *sqlite.Stmt) error { row = scanDocumentRow(st); return nil }, uid[:], s.scope.UserID, s.scope.CompanyID)
	if err == nil && row.id == 0 {
		err = errNoDocument
	}
	return row, err
}

var errNoDocument = fault.New(fault.NotFound, "There is no such document. It may have been removed.")

const documentColumns = `d.uid, d.name, d.type, coalesce(json_extract(d.metadata, '$.title'), ''), coalesce(json_extract(d.metadata, '$.kept'), 0),
	coalesce((SELECT b.size FROM blobs b WHERE b.id = d.blob_id), 0), (SELECT coalesce(max(c.last_byte), 0) FROM chunks c WHERE c.document_id = d.id),
	(SELECT count(*) FROM chunks c WHERE c.document_id = d.id), d.created_at, d.updated_at, coalesce(json_extract(d.metadata, '$.warnings'), '[]'),
	coalesce(json_extract(d.metadata, '$.tokens'), 0), coalesce(json_extract(d.metadata, '$.collection'), '')`

func scanDocument(st *sqlite.Stmt) (d chat.Document) {
	d = chat.Document{
		UID: uidAt(st, 0), Name: st.Text(1), Type: st.Text(2), Title: st.Text(3), Kept: st.Bool(4),
		Bytes: st.Int64(5), Text: st.Int64(6), Chunks: st.Int(7), AddedAt: st.Int64(8), UpdatedAt: st.Int64(9), Tokens: st.Int(11), Collection: st.Text(12),
	}
	var facts documentFacts
	if json.Unmarshal([]byte(`{"warnings":`+st.Text(10)+`}`), &facts) == nil {
		d.Warnings = facts.Warnings
	}
	return d
}

func (s *Store) documentOf(id int64) (out chat.Document, err error) {
	err = s.db.Each(`SELECT `+documentColumns+` FROM documents d WHERE d.id = ?`, func(st *sqlite.Stmt) error { out = scanDocument(st); return nil }, id)
	return out, err
}

// Documents are those that the owner keeps, the newest first.
func (s *Store) Documents(ctx context.Context) (out []chat.Document, err error) {
	err = s.read(ctx, func() error {
		out = nil
		return s.db.Each(`SELECT `+documentColumns+` FROM documents d WHERE d.user_id = ? AND d.company_id = ? AND json_extract(d.metadata, '$.kept') ORDER BY d.id DESC`,
			func(st *sqlite.Stmt) error { out = append(out, scanDocument(st)); return nil }, s.scope.UserID, s.scope.CompanyID)
	})
	return out, err
}

// Document returns one document.
func (s *Store) Document(ctx context.Context, uid chat.UID) (out chat.Document, err error) {
	err = s.read(ctx, func() error {
		row, err := s.findDocument(uid)
		if err != nil {
			return err
		}
		out, err = s.documentOf(row.id)
		return err
	})
	return out, err
}

// KeepDocument has a document stay when no chat has it, or ends that.
func (s *Store) KeepDocument(ctx context.Context, uid chat.UID, keep bool, now int64) error {
	return s.write(ctx, func() error {
		row, err := s.findDocument(uid)
		if err != nil {
			return err
		}
		s.pending.Documents = true
		return s.db.Each(`UPDATE documents SET metadata = json_set(metadata, '$.kept', json(?)), updated_at = ?, revision = revision + 1 WHERE id = ?`, nil,
			map[bool]string{true: "true", false: "false"}[keep], now, row.id)
	})
}

// ChunkID names a piece of a document's text as a source.
func ChunkID(document chat.UID, sequence int) string {
	return document.String() + ":" + strconv.Itoa(sequence)
}

// DocumentChunk is a piece of a document's text.
type DocumentChunk struct {
	Sequence             int
	Place, Heading, Text string
	Veil                 document.Veil
}

// Source is a piece as what an answer draws on.
func (c DocumentChunk) Source(of chat.UID, name string) chat.Source {
	return chat.Source{Kind: chat.ChunkSource, Name: name, ID: ChunkID(of, c.Sequence), Place: c.Place, Heading: document.Innermost(c.Heading)}
}

// allPieces is more than any document has.
const allPieces = 1 << 30

// DocumentChunks returns the pieces of a document's text from one to before another, all
// of them for 0 and 0.
func (s *Store) DocumentChunks(ctx context.Context, uid chat.UID, from, to int) (out []DocumentChunk, err error) {
	if to == 0 {
		to = allPieces
	}
	err = s.read(ctx, func() error {
		row, err := s.findDocument(uid)
		if err == nil {
			out, err = s.pieces(row.id, from, to)
		}
		return err
	})
	return out, err
}

func (s *Store) pieces(id int64, from, to int) (out []DocumentChunk, err error) {
	err = s.db.Each(`SELECT sequence, place, heading, content, veil FROM chunks WHERE document_id = ? AND sequence >= ? AND sequence < ? ORDER BY sequence`,
		func(st *sqlite.Stmt) error {
			out = append(out, DocumentChunk{st.Int(0), st.Text(1), st.Text(2), st.Text(3), document.Veil(st.Text(4))})
			return nil
		}, id, from, to)
	return out, err
}

// Original reads bytes of a document's file from a place on: at most length, fewer at
// its end.
func (s *Store) Original(ctx context.Context, uid chat.UID, offset int64, length int) (out []byte, err error) {
	err = s.read(ctx, func() error {
		row, err := s.findDocument(uid)
		if err != nil {
			return err
		}
		out, err = s.bytesOf(row.blob, offset, length)
		return err
	})
	return out, err
}

func (s *Store) bytesOf(blob, offset int64, length int) (out []byte, err error) {
	err = s.db.Each(`SELECT sequence, bytes FROM blob_chunks WHERE blob_id = ? AND sequence >= ? AND sequence <= ? ORDER BY sequence`, func(st *sqlite.Stmt) error {
		bytes := st.Bytes(1)
		if skip := offset - st.Int64(0)*blobPart; skip > 0 {
			bytes = bytes[min(int(skip), len(bytes)):]
		}
		out = append(out, bytes[:min(len(bytes), length-len(out))]...)
		return nil
	}, blob, offset/blobPart, (offset+int64(length))/blobPart)
	return out, err
}

// FindKept returns the kept document of this name in a collection, or in none, with exactly
// these bytes, so that they need not be read again. Its UID is zero if there is none.
func (s *Store) FindKept(ctx context.Context, collection, name string, sum [digest.Size]byte) (out chat.Document, err error) {
	err = s.read(ctx, func() error {
		out = chat.Document{}
		return s.db.Each(`SELECT `+documentColumns+` FROM documents d JOIN blobs b ON b.id = d.blob_id WHERE b.digest = ? AND d.name = ? AND d.user_id = ? AND d.company_id = ?
			AND json_extract(d.metadata, '$.kept') AND coalesce(json_extract(d.metadata, '$.collection'), '') = ?`,
			func(st *sqlite.Stmt) error { out = scanDocument(st); return nil }, sum[:], CleanName(name), s.scope.UserID, s.scope.CompanyID, CleanName(collection))
	})
	return out, err
}

// RemoveDocument removes a document for good: from all chats, from the search index, and
// its bytes if nothing else has them. What it held is overwritten in the file.
func (s *Store) RemoveDocument(ctx context.Context, uid chat.UID) error {
	return s.write(ctx, func() error {
		row, err := s.findDocument(uid)
		if err != nil {
			return err
		}
		if err := s.removeDocument(row); err != nil {
			return err
		}
		return s.db.Tx(s.scrubNames)
	})
}

// removeDocument is RemoveDocument inside a transaction. scrubNames follows.
func (s *Store) removeDocument(row documentRow) error {
	if err := s.dropChunks(row); err != nil {
		return err
	}
	s.scrub, s.pending.Documents = true, true
	// Other rows follow by their foreign keys.
	if err := s.db.Each(`DELETE FROM documents WHERE id = ?`, nil, row.id); err != nil {
		return err
	}
	return s.dropBlob(row.blob)
}

// dropChunks takes a document's text out of the index and of its table.
func (s *Store) dropChunks(row documentRow) error {
	if err := s.unindexChunks(row, s.scope); err != nil {
		return err
	}
	s.scrub = true
	return s.db.Each(`DELETE FROM chunks WHERE document_id = ?`, nil, row.id)
}

// removeDocuments removes those that a query finds.
func (s *Store) removeDocuments(where string, args ...any) (count int, err error) {
	var all []documentRow
	err = s.db.Each(`SELECT `+documentRowColumns+` FROM documents d WHERE d.user_id = ? AND d.company_id = ? AND `+where,
		func(st *sqlite.Stmt) error { all = append(all, scanDocumentRow(st)); return nil }, append([]any{s.scope.UserID, s.scope.CompanyID}, args...)...)
	for _, row := range all {
		if err == nil {
			err = s.removeDocument(row)
		}
	}
	return len(all), err
}

// unused is true of documents that no chat has and that need not stay.
const unused = `NOT coalesce(json_extract(d.metadata, '$.kept'), 0) AND NOT EXISTS (SELECT 1 FROM active_documents a WHERE a.document_id = d.id)`

// removeUnused removes what has been uploaded and not used for a day.
func (s *Store) removeUnused(now int64) (count int, err error) {
	const day = 24 * 60 * 60 * 1000
	if count, err = s.removeDocuments(unused+` AND d.updated_at < ?`, now-day); err != nil {
		return count, err
	}
	return count, s.db.Each(`DELETE FROM blobs WHERE created_at < ? AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.blob_id = blobs.id) RETURNING id`,
		func(*sqlite.Stmt) error { s.scrub = true; return nil }, now-day)
}

// titleOf is what a document is found by, beside its text.
func (row documentRow) titleOf() string {
	name := row.name
	if at := strings.LastIndexByte(name, '.'); at > 0 {
		name = name[:at]
	}
	return row.title + " " + name
}
