package store

import (
	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// DocumentRow is a document of a chat with all that it has.
type DocumentRow struct {
	chat.Document
	AttachedAt       int64
	Detached, Pinned bool
	Pieces           []DocumentChunk
	// ID is that of its row in the chat.
	ID int64
	// File is nil if it is not here, or larger than wanted.
	File []byte
}

// NextDocument returns the document of a session that follows another one, with its file
// if that and the text have at most so many bytes. Its ID is 0 if there is none.
func (r Rows) NextDocument(sessionID, after, most int64) (d DocumentRow, err error) {
	var id, blob int64
	err = r.s.db.Each(`SELECT `+documentColumns+`, a.created_at, a.detached_at IS NOT NULL, a.pinned, d.id, coalesce(d.blob_id, 0), a.id
		FROM active_documents a JOIN documents d ON d.id = a.document_id WHERE a.session_id = ? AND a.id > ? ORDER BY a.id LIMIT 1`, func(st *sqlite.Stmt) error {
		d = DocumentRow{Document: scanDocument(st), AttachedAt: st.Int64(13), Detached: st.Bool(14), Pinned: st.Bool(15), ID: st.Int64(18)}
		id, blob = st.Int64(16), st.Int64(17)
		return nil
	}, sessionID, after)
	if err == nil && d.ID != 0 {
		d.Pieces, err = r.s.pieces(id, 0, allPieces)
	}
	if err == nil && d.Bytes > 0 && d.Bytes+d.Text <= most {
		d.File, err = r.s.bytesOf(blob, 0, int(d.Bytes))
	}
	return d, err
}

// AddChatDocument adds a document to a session, unless it has it. A document that is here
// already stays as it is.
func (r Rows) AddChatDocument(sessionID int64, d DocumentRow, now int64) error {
	s := r.s
	row, err := s.findDocument(d.UID)
	if err == errNoDocument {
		row, err = s.insertDocument(d, now)
	}
	if err != nil {
		return err
	}
	s.pending.Documents = true
	var detached any
	if d.Detached {
		detached = now
	}
	return s.db.Each(`INSERT INTO active_documents (session_id, document_id, created_at, detached_at, pinned) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (session_id, document_id) DO NOTHING`, nil, sessionID, row.id, d.AttachedAt, detached, d.Pinned)
}

// insertDocument makes a document of a row from elsewhere. If another owner has its uid
// it gets its own.
func (s *Store) insertDocument(d DocumentRow, now int64) (row documentRow, err error) {
	row = documentRow{uid: d.UID, name: CleanName(d.Name), title: valid(d.Title)}
	taken, err := s.db.Int(`SELECT EXISTS (SELECT 1 FROM documents WHERE uid = ?)`, d.UID[:])
	if err != nil {
		return row, err
	}
	if taken != 0 || d.UID.IsZero() {
		row.uid = chat.NewUID(now)
	}
	var blob any
	if d.File != nil {
		u, err := s.newUpload(now)
		if err == nil {
			err = s.writeUpload(u, d.File)
		}
		if err == nil {
			row.blob, err = s.keepBlob(u, d.Type)
		}
		if err != nil {
			return row, err
		}
		blob = row.blob
	}
	facts, err := json.Append(nil, documentFacts{Title: row.title, Kept: d.Kept, Collection: CleanName(d.Collection), Tokens: d.Tokens, Warnings: d.Warnings})
	if err != nil {
		return row, err
	}
	if err := s.db.Each(`INSERT INTO documents (uid, user_id, company_id, blob_id, name, type, created_at, updated_at, device, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, nil,
		row.uid[:], s.scope.UserID, s.scope.CompanyID, blob, row.name, valid(d.Type), d.AddedAt, d.UpdatedAt, s.device, string(facts)); err != nil {
		return row, err
	}
	row.id = s.db.LastID()
	return row, s.addForeign(row, d.Pieces)
}

// AppendPieces adds pieces to the text of a document that has so many: what follows in
// another line. One that has more is here already.
func (r Rows) AppendPieces(d DocumentRow, from int) error {
	row, err := r.s.findDocument(d.UID)
	if err != nil {
		return err
	}
	there, err := r.s.db.Int(`SELECT count(*) FROM chunks WHERE document_id = ?`, row.id)
	if err != nil || there > int64(from) {
		return err
	}
	return r.s.addForeign(row, d.Pieces)
}

// addForeign adds pieces from elsewhere.
func (s *Store) addForeign(row documentRow, pieces []DocumentChunk) error {
	for i, piece := range pieces {
		if !piece.Veil.Known() {
			pieces[i].Veil = document.Hidden
		}
	}
	return s.addChunks(row, pieces, nil)
}
