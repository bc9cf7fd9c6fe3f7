package store

import (
	"context"
	"math"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/json"
	"burrow/internal/sqlite"
	"burrow/internal/words"
)

// The index of chunks has stems instead of words: people ask a document in other forms
// of its words, and what they look for is the best place, not every place. In the column
// place a chunk has one term for its document and one for its owner.

func documentTerm(id int64) string { return "d" + strconv.FormatInt(id, 10) }

// StemText is indexText with stems, which are of English words alone.
func StemText(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	var cutter words.Cutter
	cutter.Each(text, func(t words.Term) bool {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if t.Kind == words.Word {
			b.Write(words.Stem(t.Text))
		} else {
			b.Write(t.Text)
		}
		return true
	})
	return b.String()
}

func (row documentRow) terms(owner Scope, heading, text string) [4]any {
	return [4]any{StemText(row.titleOf()), StemText(heading), StemText(text), documentTerm(row.id) + " " + ownerTerm(owner)}
}

func (s *Store) indexChunk(id int64, row documentRow, owner Scope, heading, text string) error {
	t := row.terms(owner, heading, text)
	return s.db.Each(`INSERT INTO chunks_fts (rowid, title, heading, text, place) VALUES (?, ?, ?, ?, ?)`, nil, id, t[0], t[1], t[2], t[3])
}

// unindexChunks takes a document out of the index. To take out what is not there would
// damage it.
func (s *Store) unindexChunks(row documentRow, owner Scope) error {
	indexed, err := s.keys(`SELECT c.id FROM chunks c JOIN chunks_fts_docsize z ON z.id = c.id WHERE c.document_id = ?`, row.id)
	for _, id := range indexed {
		if err != nil {
			return err
		}
		err = s.db.Each(`SELECT heading, content FROM chunks WHERE id = ?`, func(st *sqlite.Stmt) error {
			t := row.terms(owner, st.Text(0), st.Text(1))
			return s.db.Each(`INSERT INTO chunks_fts (chunks_fts, rowid, title, heading, text, place) VALUES ('delete', ?, ?, ?, ?, ?)`, nil, id, t[0], t[1], t[2], t[3])
		}, id)
	}
	return err
}

// keys are those that a query selects.
func (s *Store) keys(query string, args ...any) (out []int64, err error) {
	err = s.db.Each(query, func(st *sqlite.Stmt) error { out = append(out, st.Int64(0)); return nil }, args...)
	return out, err
}

// indexChunks puts all chunks into the index that are missing there, for all owners.
func (s *Store) indexChunks() error {
	missing, err := s.keys(`SELECT id FROM chunks c WHERE veil = '' AND NOT EXISTS (SELECT 1 FROM chunks_fts_docsize z WHERE z.id = c.id) ORDER BY id`)
	for _, id := range missing {
		if err != nil {
			return err
		}
		err = s.db.Each(`SELECT `+documentRowColumns+`, d.user_id, d.company_id, c.heading, c.content FROM chunks c JOIN documents d ON d.id = c.document_id
			WHERE c.id = ?`, func(st *sqlite.Stmt) error {
			return s.indexChunk(id, scanDocumentRow(st), Scope{st.Text(6), st.Text(7)}, st.Text(8), st.Text(9))
		}, id)
	}
	return err
}

// ChunkOptions say where to search. The zero value is all documents that are kept.
type ChunkOptions struct {
	// Documents and Collections are what to search in.
	Documents   []chat.UID
	Collections []string
	// Limit is how many hits to return at most, 20 if 0, at most 200.
	Limit int
}

// ChunkHit is a chunk that a search found.
type ChunkHit struct {
	Document    chat.UID
	Name, Title string
	DocumentChunk
	// Score is how well it fits; it compares within one search.
	Score float64
	// Snippet is the place in it where most of the words stand.
	Snippet []Part
}

// SearchChunks finds the chunks that fit any of the words of a query best. Words that
// most chunks have say nothing, and count only if there are no others.
func (s *Store) SearchChunks(ctx context.Context, query string, o ChunkOptions) (out []ChunkHit, err error) {
	if o.Limit <= 0 {
		o.Limit = 20
	}
	o.Limit = min(o.Limit, 200)
	terms := queryStems(query)
	if len(terms) == 0 {
		return nil, nil
	}
	phrases := snippetPhrases(query)
	err = s.snapshot(ctx, func() error {
		out = nil
		place, err := s.chunkPlace(o)
		if err != nil {
			return err
		}
		within, err := json.Marshal(o.Collections)
		if err != nil {
			return err
		}
		documents, err := json.Marshal(o.Documents)
		if err != nil {
			return err
		}
		if terms, err = s.telling(terms); err != nil {
			return err
		}
		// Only the best are read whole.
		best := `SELECT f.rowid AS id, bm25(chunks_fts, 0.5, 0.5, 1.0, 0.0) AS score FROM chunks_fts f `
		const ofChunk = `CROSS JOIN chunks c ON c.id = f.rowid CROSS JOIN documents d ON d.id = c.document_id AND `
		switch {
		case len(o.Collections) > 0:
			best += ofChunk + `(json_extract(d.metadata, '$.collection') IN (SELECT value FROM json_each(?1)) OR instr(?2, '"' || lower(hex(d.uid)) || '"') > 0) `
		case len(o.Documents) == 0:
			best += ofChunk + `json_extract(d.metadata, '$.kept') `
		}
		match := `place : (` + place + `) AND {title heading text} : ("` + strings.Join(terms, `" OR "`) + `")`
		return s.db.Each(`SELECT d.uid, d.name, coalesce(json_extract(d.metadata, '$.title'), ''), c.sequence, c.place, c.heading, c.content, c.veil, -score
			FROM (`+best+`WHERE chunks_fts MATCH ?3 ORDER BY score LIMIT ?4) AS b CROSS JOIN chunks c ON c.id = b.id CROSS JOIN documents d ON d.id = c.document_id
			WHERE d.user_id = ?5 AND d.company_id = ?6 ORDER BY score`, func(st *sqlite.Stmt) error {
			text := st.Text(6)
			out = append(out, ChunkHit{uidAt(st, 0), st.Text(1), st.Text(2),
				DocumentChunk{st.Int(3), st.Text(4), st.Text(5), text, document.Veil(st.Text(7))}, st.Float(8), snippet(text, phrases)})
			return nil
		}, string(within), string(documents), match, o.Limit, s.scope.UserID, s.scope.CompanyID)
	})
	return out, err
}

// chunkPlace are the terms of where to search.
func (s *Store) chunkPlace(o ChunkOptions) (string, error) {
	if len(o.Documents) == 0 || len(o.Collections) > 0 {
		return ownerTerm(s.scope), nil
	}
	var terms []string
	for _, uid := range o.Documents {
		row, err := s.findDocument(uid)
		if err != nil {
			return "", err
		}
		terms = append(terms, documentTerm(row.id))
	}
	return strings.Join(terms, " OR "), nil
}

// telling leaves out the words that too many chunks have, unless all are such.
func (s *Store) telling(terms []string) ([]string, error) {
	all, err := s.db.Int(`SELECT count(*) FROM chunks_fts_docsize`)
	if err != nil {
		return nil, err
	}
	var rare []string
	for _, t := range terms {
		limit := all/2 + 20
		n, err := s.db.Int(`SELECT count(*) FROM (SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH ? LIMIT ?)`, `{title heading text} : "`+t+`"`, limit+1)
		if err != nil {
			return nil, err
		}
		if n <= limit {
			rare = append(rare, t)
		}
	}
	if len(rare) == 0 {
		return terms, nil
	}
	return rare, nil
}

// queryStems are the terms of a query, each once.
func queryStems(query string) (out []string) {
	seen := map[string]bool{}
	for t := range strings.FieldsSeq(StemText(query)) {
		if !seen[t] && len(out) < maxTerms {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

// snippetPhrases are the words of a query as a snippet marks them: all that begin like
// their stems.
func snippetPhrases(query string) (out []phrase) {
	for _, t := range queryStems(query) {
		if len(out) < maxPhrases && len(t) > 2 {
			out = append(out, phrase{terms: []string{t}, prefix: true})
		}
	}
	return out
}

// ChunkRarity is how much each stem tells chunks apart: BM25's weight of it.
func (s *Store) ChunkRarity(ctx context.Context, stems []string) (out []float64, err error) {
	err = s.read(ctx, func() error {
		out = out[:0]
		all, err := s.db.Int(`SELECT count(*) FROM chunks_fts_docsize`)
		for _, t := range stems {
			if err != nil {
				return err
			}
			var n int64
			n, err = s.db.Int(`SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ?`, `{title heading text} : "`+t+`"`)
			out = append(out, math.Log(1+(float64(all-n)+0.5)/(float64(n)+0.5)))
		}
		return err
	})
	return out, err
}
