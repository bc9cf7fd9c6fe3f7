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
		b.Write(StemTerm(t))
		return true
	})
	return b.String()
}

// StemTerm is a term as the index has it. It shares the term's memory.
func StemTerm(t words.Term) []byte {
	if t.Kind == words.Word {
		return words.Stem(t.Text)
	}
	return t.Text
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

// mostScored is about how many chunks a search gives a score: that is most of what it takes
// where there are many.
const mostScored = 1000

// SearchChunks finds the chunks that fit any of the words of a query best. Words that
// most chunks have say nothing, and count only if there are no others; and where many
// chunks have the query's words, the rarer of them decide.
func (s *Store) SearchChunks(ctx context.Context, query string, o ChunkOptions) (out []ChunkHit, err error) {
	if o.Limit <= 0 {
		o.Limit = 20
	}
	o.Limit = min(o.Limit, 200)
	terms := QueryStems(query)
	if len(terms) == 0 {
		return nil, nil
	}
	err = s.snapshot(ctx, func() error {
		out = nil
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
		match := `{title heading text} : ("` + strings.Join(terms, `" OR "`) + `")`
		// Only the best are read whole.
		best := `SELECT f.rowid AS id, bm25(chunks_fts, 0.5, 0.5, 1.0, 0.0) AS score FROM chunks_fts f `
		const ofDocuments = `CROSS JOIN chunks c ON c.id = f.rowid AND c.document_id IN (SELECT d.id FROM documents d WHERE d.user_id = ?5 AND d.company_id = ?6 AND `
		switch {
		case len(o.Collections) > 0:
			best += ofDocuments + `(json_extract(d.metadata, '$.collection') IN (SELECT value FROM json_each(?1)) OR instr(?2, '"' || lower(hex(d.uid)) || '"') > 0)) `
		case len(o.Documents) == 0:
			best += ofDocuments + `json_extract(d.metadata, '$.kept')) `
		default:
			place, err := s.chunkPlace(o.Documents)
			if err != nil {
				return err
			}
			match = `place : (` + place + `) AND ` + match
		}
		return s.db.Each(`SELECT d.uid, d.name, coalesce(json_extract(d.metadata, '$.title'), ''), c.sequence, c.place, c.heading, c.content, c.veil, -score
			FROM (`+best+`WHERE chunks_fts MATCH ?3 ORDER BY score LIMIT ?4) AS b CROSS JOIN chunks c ON c.id = b.id CROSS JOIN documents d ON d.id = c.document_id
			WHERE d.user_id = ?5 AND d.company_id = ?6 ORDER BY score`, func(st *sqlite.Stmt) error {
			out = append(out, ChunkHit{Document: uidAt(st, 0), Name: st.Text(1), Title: st.Text(2), Score: st.Float(8),
				DocumentChunk: DocumentChunk{st.Int(3), st.Text(4), st.Text(5), st.Text(6), document.Veil(st.Text(7))}})
			return nil
		}, string(within), string(documents), match, o.Limit, s.scope.UserID, s.scope.CompanyID)
	})
	return out, err
}

// chunkPlace are the terms of documents to search in.
func (s *Store) chunkPlace(documents []chat.UID) (string, error) {
	var terms []string
	for _, uid := range documents {
		row, err := s.findDocument(uid)
		if err != nil {
			return "", err
		}
		terms = append(terms, documentTerm(row.id))
	}
	return strings.Join(terms, " OR "), nil
}

// telling are the words to search for, the rarest first: without those that too many
// chunks have, and as many as not too many chunks have together.
func (s *Store) telling(terms []string) (out []string, err error) {
	with, all, err := s.chunksWith(terms)
	if err != nil {
		return nil, err
	}
	for i := range terms {
		for j := i; j > 0 && with[j-1] > with[j]; j-- {
			with[j-1], with[j], terms[j-1], terms[j] = with[j], with[j-1], terms[j], terms[j-1]
		}
	}
	scored, isCommon := int64(0), all/2+20
	for i, t := range terms {
		if with[i] == 0 {
			continue
		}
		if scored += with[i]; len(out) > 0 && (with[i] > isCommon || scored > mostScored) {
			break
		}
		if out = append(out, t); with[i] > isCommon {
			isCommon = all // there are no others
		}
	}
	if len(out) == 0 {
		return terms, nil
	}
	return out, nil
}

// QueryStems are the stems of a query, each once.
func QueryStems(query string) (out []string) {
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
	for _, t := range QueryStems(query) {
		if len(out) < maxPhrases && len(t) > 2 {
			out = append(out, phrase{terms: []string{t}, prefix: true})
		}
	}
	return out
}

// ChunkSnippet is the place in a chunk's text where most of a query's words stand.
func ChunkSnippet(text, query string) []Part { return snippet(text, snippetPhrases(query)) }

// ChunkRarity is how much each stem tells chunks apart: BM25's weight of it.
func (s *Store) ChunkRarity(ctx context.Context, stems []string) (out []float64, err error) {
	err = s.read(ctx, func() error {
		with, all, err := s.chunksWith(stems)
		out = make([]float64, len(with))
		for i, n := range with {
			out[i] = math.Log(1 + (float64(all-n)+0.5)/(float64(n)+0.5))
		}
		return err
	})
	return out, err
}

// spread is how many chunks there are, and how many of them have a stem, as far as that
// was asked: common words, which take longest to count, come back in every question.
type spread struct {
	all, newest int64
	with        map[string]int64
}

// mostSpread is how many stems are remembered.
const mostSpread = 20_000

// chunksWith counts the chunks that have each stem, of all owners, and all there are. Who
// calls it has the turn.
func (s *shared) chunksWith(stems []string) (with []int64, all int64, err error) {
	newest := int64(0)
	err = s.db.Each(`SELECT (SELECT count(*) FROM chunks_fts_docsize), (SELECT coalesce(max(id), 0) FROM chunks)`, func(st *sqlite.Stmt) error {
		all, newest = st.Int64(0), st.Int64(1)
		return nil
	})
	if s.spread.with == nil || s.spread.all != all || s.spread.newest != newest || len(s.spread.with) > mostSpread {
		s.spread = spread{all, newest, map[string]int64{}}
	}
	for _, t := range stems {
		if err != nil {
			return nil, 0, err
		}
		n, known := s.spread.with[t]
		if !known {
			if n, err = s.db.Int(`SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ?`, `{title heading text} : "`+t+`"`); err == nil {
				s.spread.with[t] = n
			}
		}
		with = append(with, n)
	}
	return with, all, err
}
