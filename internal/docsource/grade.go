package docsource

import (
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/say"
	"burrow/internal/store"
)

// Passages are graded before any goes along: one that has none of the question's rare
// words was found by its common ones, and says something about something else.
const (
	// rareShare is the share of the rarest word's weight from which on a word is rare.
	rareShare = 0.5
	// beginning is how many letters two stems have in common that may be one word.
	beginning = 5
	// broader is how many times as many candidates a broader search has.
	broader = 3
)

// grade is what became of the passages found.
type grade struct {
	found, kept int
	// isBroader says that none was left, so that another search was made.
	isBroader bool
}

// receipt tells of it, if there is something to tell.
func (g grade) receipt() (out []chat.ReceiptLine) {
	if g.isBroader {
		out = append(out, chat.ReceiptLine{Label: say.T("Search"), Text: say.T("no passage had the rare words of the question, so it was searched for more broadly")})
	}
	if g.kept < g.found {
		out = append(out, chat.ReceiptLine{Label: say.T("Passages"), Text: say.T("{kept} of {found}; the others had only common words of the question", "kept", g.kept, "found", g.found)})
	}
	return out
}

// graded are the best passages that have a rare word of the question. If there are none,
// one broader search is made: with the words of the question as it was asked and as it is
// meant, by their beginnings too, among more candidates.
func (s *Source) graded(ctx context.Context, found ranked, clauses []string, words string, in store.ChunkOptions) (out []store.ChunkHit, g grade, err error) {
	hits := found.near(clauses, passages)
	out = found.withRare(hits)
	if g = (grade{found: len(hits), kept: len(out)}); len(out) > 0 || len(hits) == 0 {
		return out, g, nil
	}
	in.Limit = broader * candidates
	wide, err := s.rank(ctx, words, in)
	if err != nil {
		return nil, g, err
	}
	hits = wide.hits(in.Limit)
	out = wide.withRare(hits)
	out = out[:min(len(out), passages)]
	return out, grade{len(out), len(out), true}, nil
}

// withRare are those of the best passages that have a rare word.
func (r ranked) withRare(hits []store.ChunkHit) (out []store.ChunkHit) {
	most := 0.0
	for _, w := range r.asked {
		// What no passage has tells none from another: questions say "van" where the
		// manual says "vehicle".
		if w.weight > most && slices.ContainsFunc(r.all, func(c *candidate) bool { return r.has(c, w.term) }) {
			most = w.weight
		}
	}
	for i := range hits {
		for _, w := range r.asked {
			if w.weight >= rareShare*most && r.has(r.all[i], w.term) {
				out = append(out, hits[i])
				break
			}
		}
	}
	return out
}

// has reports whether a passage, or a heading above it, has a stem or one that begins
// alike.
func (r ranked) has(c *candidate, term int) bool {
	is := func(t int) bool {
		stem, other := r.stems[term], r.stems[t]
		return t == term || len(stem) >= beginning && len(other) >= beginning && stem[:beginning] == other[:beginning]
	}
	return slices.ContainsFunc(c.terms, is) || slices.ContainsFunc(c.above, is)
}
