// Package docsource is the gatherer of documents: it finds the passages that a question
// needs of those documents of a chat that do not go along whole. Where nothing in them is
// near the question it has nothing to say; a question about a document as a whole gets
// its beginning, its headings and places spread over it.
package docsource

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/gather"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/understand"
)

// Name is what it is called in receipts.
const Name = "documents"

// Store is what is needed of the history. *store.Store is one.
type Store interface {
	SearchChunks(ctx context.Context, query string, o store.ChunkOptions) ([]store.ChunkHit, error)
	ChunkRarity(ctx context.Context, stems []string) ([]float64, error)
	Document(ctx context.Context, uid chat.UID) (chat.Document, error)
	DocumentChunks(ctx context.Context, uid chat.UID, from, to int) ([]store.DocumentChunk, error)
}

// Source is the gatherer.
type Source struct {
	Store Store
}

// About says what it is. It has no route: a question that needs a document of its chat
// needs it whatever else is asked.
func (s *Source) About() gather.About {
	return gather.About{Name: Name, Label: say.T("Documents")}
}

const (
	// passages is how many go along, of all documents together.
	passages = 5
	// near is the score that the best passage must have, so that there is any; among is
	// the share of it that the others must have. Of forty questions that the manual of
	// the demo's company answers all pass, of ten that have nothing to do with it three.
	near  = 0.6
	among = 0.45
)

// Gather finds the passages that a question needs.
func (s *Source) Gather(ctx context.Context, q gather.Question, _ func(string)) (out gather.Evidence, err error) {
	if len(q.Documents)+len(q.Collections) == 0 {
		return out, nil
	}
	if q.Reading == nil {
		q.Reading = &understand.Options{}
	}
	asked := readWords(q.Asked.Content, q.Reading)
	hits, graded, err := s.nearest(ctx, asked, q.Means, q.Reading, store.ChunkOptions{Documents: q.Documents, Collections: q.Collections})
	if err != nil {
		return out, err
	}
	out.Receipt = graded.receipt()
	switch {
	case len(hits) > 0:
		out.Passages, err = s.best(ctx, hits)
	case asked.isOfAll:
		err = s.overview(ctx, &out, q.Documents)
	default:
		// What came with the question is what it is about even if it names nothing in it:
		// "Translate this."
		err = s.overview(ctx, &out, both(q.Documents, q.Came))
	}
	return out, err
}

// nearest are the best passages for what a question means. One that asks for all of a
// document, and for nothing in it, has none: what it means has words of the chat, too.
func (s *Source) nearest(ctx context.Context, asked reading, means string, o *understand.Options, in store.ChunkOptions) (out []store.ChunkHit, g grade, err error) {
	words := asked
	if means != "" {
		words = readWords(means, o)
	}
	if words.content == "" || asked.content == "" && asked.isOfAll {
		return nil, g, nil
	}
	found, err := s.rank(ctx, words.content, in)
	if err != nil {
		return nil, g, err
	}
	return s.graded(ctx, found, words.clauses, words.content+" "+asked.content, in)
}

// both are those of one list that are in the other.
func both(a, b []chat.UID) (out []chat.UID) {
	for _, uid := range a {
		if slices.Contains(b, uid) {
			out = append(out, uid)
		}
	}
	return out
}

// Quotes are what documents say about a question where no model answers: the best
// passages for what it means, or their beginnings if it is about all of them.
func (s *Source) Quotes(ctx context.Context, asked, means string, in store.ChunkOptions) (out []store.ChunkHit, err error) {
	documents := in.Documents
	if len(documents)+len(in.Collections) == 0 {
		return nil, nil
	}
	o := &understand.Options{}
	words := readWords(asked, o)
	if out, _, err = s.nearest(ctx, words, means, o, in); err != nil || len(out) > 0 || !words.isOfAll {
		return withSnippets(out, contentOf(asked+" "+means, o)), err
	}
	for _, uid := range documents[:min(len(documents), passages)] {
		d, err := s.Store.Document(ctx, uid)
		if err != nil {
			return nil, err
		}
		first, err := s.Store.DocumentChunks(ctx, uid, 0, 1)
		if err != nil {
			return nil, err
		}
		if len(first) > 0 && first[0].Veil == "" {
			out = append(out, store.ChunkHit{Document: uid, Name: d.Name, Title: d.Title, DocumentChunk: first[0], Snippet: []store.Part{{Text: first[0].Text}}})
		}
	}
	return out, nil
}

// Search finds the passages that have any of a question's words, the best first.
func (s *Source) Search(ctx context.Context, question string, o store.ChunkOptions) ([]store.ChunkHit, error) {
	words := strings.Join(understand.ContentWords(question), " ")
	if words == "" {
		words = question
	}
	found, err := s.rank(ctx, words, o)
	most := o.Limit
	if most <= 0 {
		most = searched
	}
	return withSnippets(found.hits(most), words), err
}

// withSnippets says of each hit where most of the words stand.
func withSnippets(hits []store.ChunkHit, words string) []store.ChunkHit {
	for i := range hits {
		hits[i].Snippet = store.ChunkSnippet(hits[i].Text, words)
	}
	return hits
}

// searched is how many passages a search returns without a limit.
const searched = 20

// best are the best passages, each with what belongs to it: hits that stand next to each
// other, on one sheet, are one passage, and the first has its neighbours under the same
// heading.
func (s *Source) best(ctx context.Context, hits []store.ChunkHit) (out []prompt.Passage, err error) {
	joined := map[string]bool{}
	for i, h := range hits {
		if joined[id(h)] {
			continue
		}
		from, to := h.Sequence, h.Sequence+1
		for _, other := range hits {
			if other.Document == h.Document && other.Sequence == to && !joined[id(other)] && isSameSheet(other.Place, h.Place) {
				to++
			}
		}
		chunks := []store.DocumentChunk{h.DocumentChunk}
		if i == 0 || to-from > 1 {
			if chunks, err = s.around(ctx, h, from, to, i == 0); err != nil {
				return nil, err
			}
		}
		passage := passageOf(h.Document, h.Name, chunks[0], h.Score)
		for _, c := range chunks[1:] {
			passage.Text += c.Text
		}
		for _, c := range chunks {
			joined[store.ChunkID(h.Document, c.Sequence)] = true
		}
		out = append(out, passage)
	}
	return out, nil
}

// isSameSheet reports whether two places are not on different sheets: rows of one must not
// be cited as those of another.
func isSameSheet(a, b string) bool { return document.SheetOf(a) == document.SheetOf(b) }

func id(h store.ChunkHit) string { return store.ChunkID(h.Document, h.Sequence) }

// around reads chunks from one to before another, with their neighbours under the same
// heading if wanted.
func (s *Source) around(ctx context.Context, h store.ChunkHit, from, to int, wide bool) (out []store.DocumentChunk, err error) {
	first, last := from, to
	if wide {
		first, last = max(from-1, 0), to+1
	}
	chunks, err := s.Store.DocumentChunks(ctx, h.Document, first, last)
	for _, c := range chunks {
		isInside := c.Sequence >= from && c.Sequence < to
		if c.Veil == "" && (isInside || c.Heading == h.Heading && isSameSheet(c.Place, h.Place)) {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		out = []store.DocumentChunk{h.DocumentChunk}
	}
	return out, err
}

func passageOf(document chat.UID, name string, c store.DocumentChunk, score float64) prompt.Passage {
	text := c.Text
	if c.Heading != "" {
		text = "(" + c.Heading + ")\n" + text
	}
	return prompt.Passage{Kind: chat.DocumentsPart, Text: text, Score: score,
		Source: new(c.Source(document, name))}
}

// How much an overview has: chunks of all documents together, and bytes of the headings
// of each.
const (
	overviewChunks   = 10
	overviewHeadings = 1_500
)

// overview adds the beginnings of documents, their headings and places spread over them, and
// says how much of each that is.
func (s *Source) overview(ctx context.Context, out *gather.Evidence, documents []chat.UID) error {
	for _, uid := range documents {
		d, err := s.Store.Document(ctx, uid)
		if err != nil {
			return err
		}
		all, err := s.Store.DocumentChunks(ctx, uid, 0, 0)
		if err != nil {
			return err
		}
		var seen []store.DocumentChunk
		for _, c := range all {
			if c.Veil == "" {
				seen = append(seen, c)
			}
		}
		each := max(overviewChunks/len(documents), 1)
		for i := range min(each, len(seen)) {
			// The first of each stretch, so that the beginning is in it.
			p := passageOf(uid, d.Name, seen[i*len(seen)/min(each, len(seen))], 1-float64(len(out.Passages))/1000)
			if i == 0 {
				p.Text = samples(each, len(seen)) + p.Text + headings(seen)
			}
			out.Passages = append(out.Passages, p)
		}
		if each < len(seen) {
			out.Receipt = append(out.Receipt, chat.ReceiptLine{Label: d.Name, Text: say.T("{some} of {all} passages, spread over the document", "some", each, "all", len(seen))})
		}
	}
	return nil
}

// samples tells a model that it has only a part of a document.
func samples(of, all int) string {
	if of >= all {
		return ""
	}
	return "(These are " + strconv.Itoa(of) + " of the document's " + strconv.Itoa(all) + " passages, spread over it; the rest is not here.)\n"
}

// headings are those of a document, each once, with their places.
func headings(chunks []store.DocumentChunk) string {
	var b strings.Builder
	last := ""
	for _, c := range chunks {
		if c.Heading == "" || c.Heading == last {
			continue
		}
		if last = c.Heading; b.Len() == 0 {
			b.WriteString("\n\nHeadings of the whole document:\n")
		}
		if line := "- " + strings.TrimSpace(c.Heading+" "+c.Place) + "\n"; b.Len()+len(line) < overviewHeadings {
			b.WriteString(line)
		}
	}
	return b.String()
}
