package faqsource

import (
	"context"
	"math"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/understand"
)

const (
	// mostNear is how many pairs go along with a question.
	mostNear = 3
	// leastNear is the share of a wording's words that a question must have, each word
	// weighed by how few wordings have it, and leastOfQuestion the share of the question
	// that this must be. Of 53 everyday questions, three come near to one of forty pairs.
	leastNear       = 0.4
	leastOfQuestion = 0.1
)

// Near is the gatherer of pairs that a question comes near to. They answer nothing by
// themselves: a model gets them as material, or the reader as a quotation, and decides.
type Near struct{ *Source }

// About says what it is.
func (Near) About() gather.About { return gather.About{Name: Name + ".near", Label: say.T("FAQ")} }

// Gather finds the nearest pairs. A follow-up is looked for by what it means.
func (n Near) Gather(ctx context.Context, q gather.Question, _ func(string)) (out gather.Evidence, err error) {
	asked := q.Means
	if asked == "" {
		asked = q.Asked.Content
	}
	found, err := n.Pairs(ctx, asked)
	for i, p := range found {
		out.Passages = append(out.Passages, prompt.Passage{Kind: chat.KnowledgePart, Score: 1 - float64(i)/10,
			Text: p.Answer, Source: &chat.Source{Kind: chat.FAQSource, Name: p.Question, ID: p.UID.String(), Place: say.T("FAQ")}})
	}
	return out, err
}

// NearOf finds the pairs that a question comes near to, where no model is asked.
func NearOf(s Store) func(ctx context.Context, question string) ([]chat.Pair, error) {
	return Near{&Source{Store: s}}.Pairs
}

// Pairs are those that a question comes near to, the nearest first.
func (n Near) Pairs(ctx context.Context, question string) (out []chat.Pair, err error) {
	mark, err := n.Store.PairsMark(ctx)
	if err != nil || mark == "" {
		return nil, err
	}
	wordings := n.wordings.Load()
	if wordings == nil || wordings.mark != mark {
		pairs, err := n.Store.Pairs(ctx)
		if err != nil {
			return nil, err
		}
		wordings = newWordings(pairs)
		wordings.mark = mark
		n.wordings.Store(wordings)
	}
	return wordings.near(question), nil
}

// wordingIndex has the wordings of all pairs, by their stems.
type wordingIndex struct {
	mark  string
	pairs []chat.Pair
	all   []wording
	// with counts the wordings that have a stem.
	with map[string]int
}

// wording is one of a pair's questions.
type wording struct {
	pair  int
	stems []string
}

func newWordings(pairs []chat.Pair) *wordingIndex {
	out := &wordingIndex{pairs: pairs, with: map[string]int{}}
	for i := range pairs {
		for _, text := range wordings(&pairs[i]) {
			one := wording{i, stemsOf(text)}
			for _, stem := range one.stems {
				out.with[stem]++
			}
			out.all = append(out.all, one)
		}
	}
	return out
}

// stemsOf are the stems of the words that say what is asked, each once.
func stemsOf(text string) []string {
	return store.QueryStems(strings.Join(understand.ContentWords(text), " "))
}

// weight is more the fewer wordings have a stem.
func (x *wordingIndex) weight(stem string) float64 {
	return math.Log(1 + float64(len(x.all))/float64(x.with[stem]+1))
}

// near are the pairs that a question has enough of, the most alike first.
func (x *wordingIndex) near(question string) (out []chat.Pair) {
	asked := stemsOf(question)
	best := map[int]float64{}
	for _, one := range x.all {
		if alike, is := x.alike(asked, one.stems); is {
			best[one.pair] = max(best[one.pair], alike)
		}
	}
	for len(best) > 0 && len(out) < mostNear {
		nearest := -1
		for i, near := range best {
			if nearest < 0 || near > best[nearest] || near == best[nearest] && i < nearest {
				nearest = i
			}
		}
		out = append(out, x.pairs[nearest])
		delete(best, nearest)
	}
	return out
}

// alike is the share of their words that a question and a wording have in common, and
// whether that is enough. Of a long text it is next to nothing.
func (x *wordingIndex) alike(asked, of []string) (share float64, enough bool) {
	var question, wording, common float64
	for _, stem := range asked {
		question += x.weight(stem)
	}
	for _, stem := range of {
		weight := x.weight(stem)
		wording += weight
		if slices.Contains(asked, stem) {
			common += weight
		}
	}
	return 2 * common / (question + wording), common > 0 && common >= leastNear*wording && common >= leastOfQuestion*question
}
