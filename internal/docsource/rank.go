package docsource

import (
	"context"
	"math"
	"slices"

	"burrow/internal/store"
	"burrow/internal/words"
)

// The index finds candidates by the question's words; here they are put into order. What
// counts is how often the words stand in a passage and in the headings above it, how close
// together, and whether the passage has what the best ones have in common (RM3), which
// finds what is said in other words. The constants were chosen by hand on the questions of
// the Cranfield collection, in a few steps each: see tools/evalknowledge.
const (
	candidates = 40
	// How soon repeating a word stops mattering, and how much length matters: k1 and b
	// of BM25.
	saturation   = 1.8
	lengthWeight = 0.75
	// headingTimes is how often a word of a heading counts as standing in the text.
	headingTimes = 1
	nearWeight   = 0.4
	nearWithin   = 8 // words

	feedbackPassages = 8
	feedbackTerms    = 15
	feedbackWeight   = 0.3
	// feedbackLength keeps very short passages from deciding alone.
	feedbackLength = 20
)

// vocabulary has the stems of a search: each is a number from there on, which compares
// faster. Most words come again and again, and are stemmed once.
type vocabulary struct {
	words, numbers map[string]int
	stems          []string
}

// candidate is a passage that may fit: its stems in the order of the text, and those of
// its headings, each once.
type candidate struct {
	store.ChunkHit
	terms, above []int
	score        float64
}

// weighed is a stem and how much it tells passages apart.
type weighed struct {
	term   int
	weight float64
}

// ranked are passages in their order, with what they were asked for. Their scores compare
// between questions: 1 is about what a passage has that says all of the question's words.
type ranked struct {
	*vocabulary
	all   []*candidate
	asked []weighed
	// mean is how long a passage is.
	mean float64
}

// rank finds the passages that have any of the question's words.
func (s *Source) rank(ctx context.Context, query string, o store.ChunkOptions) (out ranked, err error) {
	o.Limit = max(candidates, o.Limit)
	hits, err := s.Store.SearchChunks(ctx, query, o)
	if err != nil || len(hits) == 0 {
		return out, err
	}
	v := &vocabulary{words: map[string]int{}, numbers: map[string]int{}}
	asked, err := s.weigh(ctx, v, once(v.read(query)))
	if err != nil {
		return out, err
	}
	all, length := make([]*candidate, len(hits)), 0
	for i, h := range hits {
		all[i] = &candidate{ChunkHit: h, terms: v.read(h.Text), above: once(v.read(h.Title + " " + h.Heading + " " + h.Place))}
		length += len(all[i].terms)
	}
	mean := float64(length) / float64(len(all))
	total := sum(asked)
	for _, c := range all {
		c.score = (c.single(asked, mean) + nearWeight*c.near(asked)) / total
	}
	order(all)
	common, err := s.common(ctx, v, all, asked)
	if err != nil {
		return out, err
	}
	if total := sum(common); total > 0 {
		for _, c := range all {
			c.score += feedbackWeight * c.single(common, mean) / total
		}
		order(all)
	}
	return ranked{v, all, asked, mean}, nil
}

// hits are the best passages.
func (r ranked) hits(most int) []store.ChunkHit {
	out := make([]store.ChunkHit, min(len(r.all), most))
	for i := range out {
		out[i] = r.all[i].ChunkHit
		out[i].Score = r.all[i].score
	}
	return out
}

// near are the best passages without those that are not near the question. There are some
// if one has enough of the question's words, or of those of one of its clauses: a question
// may ask for several things.
func (r ranked) near(clauses []string, most int) []store.ChunkHit {
	if len(r.all) == 0 || r.all[0].score < near && !r.isNearAny(clauses) {
		return nil
	}
	out := r.hits(most)
	for i, h := range out {
		if h.Score < among*out[0].Score {
			return out[:i]
		}
	}
	return out
}

func (r ranked) isNearAny(clauses []string) bool {
	for _, clause := range clauses {
		var part []weighed
		for _, t := range r.read(clause) {
			if i := slices.IndexFunc(r.asked, func(w weighed) bool { return w.term == t }); i >= 0 {
				part = append(part, r.asked[i])
			}
		}
		for _, c := range r.all[:min(passages, len(r.all))] {
			if len(part) > 1 && (c.single(part, r.mean)+nearWeight*c.near(part))/sum(part) >= near {
				return true
			}
		}
	}
	return false
}

// read are the stems of a text as the index has them.
func (v *vocabulary) read(text string) (out []int) {
	out = make([]int, 0, len(text)/6)
	var cutter words.Cutter
	cutter.Each(text, func(t words.Term) bool {
		n, known := v.words[string(t.Text)]
		if !known {
			word := string(t.Text)
			n = v.number(store.StemTerm(t))
			v.words[word] = n
		}
		out = append(out, n)
		return true
	})
	return out
}

func (v *vocabulary) number(stem []byte) int {
	n, known := v.numbers[string(stem)]
	if !known {
		n = len(v.stems)
		v.stems = append(v.stems, string(stem))
		v.numbers[v.stems[n]] = n
	}
	return n
}

// once has each of them once, in their order.
func once(terms []int) []int {
	out := terms[:0]
	for _, t := range terms {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// times is how often a passage has a stem; a word of its headings counts as well.
func (c *candidate) times(term int) (n float64) {
	for _, t := range c.terms {
		if t == term {
			n++
		}
	}
	if slices.Contains(c.above, term) {
		n += headingTimes
	}
	return n
}

// single is BM25's sum.
func (c *candidate) single(question []weighed, mean float64) (sum float64) {
	norm := saturation * (1 - lengthWeight + lengthWeight*float64(len(c.terms))/mean)
	for _, w := range question {
		n := c.times(w.term)
		sum += w.weight * n / (n + norm)
	}
	return sum * (saturation + 1)
}

// near is what pairs of the question's words are worth that stand close together, each
// pair where it is closest.
func (c *candidate) near(question []weighed) (sum float64) {
	last := make([]int, len(question)) // places, from 1
	best := make([]float64, len(question)*len(question))
	for at, t := range c.terms {
		i := slices.IndexFunc(question, func(w weighed) bool { return w.term == t })
		if i < 0 {
			continue
		}
		for j, was := range last {
			if distance := at + 1 - was; was > 0 && j != i && distance <= nearWithin {
				pair := min(i, j)*len(question) + max(i, j)
				best[pair] = max(best[pair], min(question[i].weight, question[j].weight)/math.Sqrt(float64(distance)))
			}
		}
		last[i] = at + 1
	}
	for _, v := range best {
		sum += v
	}
	return sum
}

// common are the words that the best passages have in common, without the question's.
func (s *Source) common(ctx context.Context, v *vocabulary, all []*candidate, asked []weighed) ([]weighed, error) {
	best := all[:min(feedbackPassages, len(all))]
	weights, in, last := make([]float64, len(v.stems)), make([]int, len(v.stems)), make([]*candidate, len(v.stems))
	for _, c := range best {
		for _, terms := range [][]int{c.terms, c.above} {
			for _, t := range terms {
				if last[t] != c {
					last[t] = c
					in[t]++
				}
			}
		}
		for _, t := range c.terms {
			weights[t] += c.score / float64(len(c.terms)+feedbackLength)
		}
	}
	for _, w := range asked {
		weights[w.term] = 0
	}
	var found []weighed
	for _, c := range best {
		for _, t := range c.terms {
			if weights[t] > 0 && in[t] > 1 && len(v.stems[t]) > 2 {
				found = append(found, weighed{t, weights[t]})
				in[t] = 0 // each once
			}
		}
	}
	// Rarity has to be looked up, so that only the most frequent are.
	found = heaviest(found, 2*feedbackTerms)
	terms := make([]int, len(found))
	for i, w := range found {
		terms[i] = w.term
	}
	rarities, err := s.weigh(ctx, v, terms)
	if err != nil {
		return nil, err
	}
	for i := range found {
		found[i].weight *= rarities[i].weight
	}
	return heaviest(found, feedbackTerms), nil
}

// weigh looks up how much stems tell passages apart.
func (s *Source) weigh(ctx context.Context, v *vocabulary, terms []int) ([]weighed, error) {
	stems := make([]string, len(terms))
	for i, t := range terms {
		stems[i] = v.stems[t]
	}
	rarities, err := s.Store.ChunkRarity(ctx, stems)
	if err != nil {
		return nil, err
	}
	out := make([]weighed, len(terms))
	for i, t := range terms {
		out[i] = weighed{t, rarities[i]}
	}
	return out, nil
}

// heaviest are at most so many, the heaviest first. They are few: sorting by a function
// would be 11 kB of the core.
func heaviest(all []weighed, most int) []weighed {
	for i := range all {
		for j := i; j > 0 && all[j-1].weight < all[j].weight; j-- {
			all[j-1], all[j] = all[j], all[j-1]
		}
	}
	return all[:min(most, len(all))]
}

// order puts the best first.
func order(all []*candidate) {
	for i := range all {
		for j := i; j > 0 && all[j-1].score < all[j].score; j-- {
			all[j-1], all[j] = all[j], all[j-1]
		}
	}
}

func sum(all []weighed) (out float64) {
	for _, w := range all {
		out += w.weight
	}
	return out
}
