package main

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"burrow/internal/recall"
)

// A ranker chooses turns for a question. prepare is called once a conversation;
// the chooser it returns gets a budget and what each turn costs.
type ranker struct {
	name    string
	prepare func(c conversation) chooser
}

type chooser func(q question, p prices) []int

// prices are what a ranker may spend and on what. Whoever takes the first turn of a
// day also pays for its date.
type prices struct {
	BudgetTokens int
	Turn         func(i int) int
	Day          int
}

// rankers are in the order of the table; the last is the product's own.
var rankers = []ranker{
	{"the last 20", func(c conversation) chooser {
		return func(_ question, p prices) []int {
			return fill(c, p, backwards(len(c.Turns))[:min(20, len(c.Turns))], false)
		}
	}},
	{"the last that fit", func(c conversation) chooser {
		return func(_ question, p prices) []int { return fill(c, p, backwards(len(c.Turns)), true) }
	}},
	{"plain BM25", func(c conversation) chooser {
		b := newBM25(c)
		return func(q question, p prices) []int { return fill(c, p, b.rank(q.Text), false) }
	}},
	{"recall", func(c conversation) chooser { return recalling(c, nil, recall.LeastHeld) }},
}

// recalling is the product's own ranking; meant says how close the turns are to a
// question, nil if nobody knows, least how much of a question they must hold.
func recalling(c conversation, meant func(text string) []float32, least float32) chooser {
	x := new(recall.Index)
	for _, t := range c.Turns {
		x.Add(recall.Message{Speaker: t.Role, Text: t.Text, Time: t.Time})
	}
	return func(q question, p prices) []int {
		query := recall.Query{Text: q.Text, Now: c.now(), DayCost: p.Day, Related: recall.Embedded(), Least: least}
		if meant != nil {
			query.Meant = meant(q.Text)
		}
		var chosen []int
		for _, h := range x.Pick(query, p.BudgetTokens, p.Turn) {
			chosen = append(chosen, h.Index)
		}
		return chosen
	}
}

func backwards(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = n - 1 - i
	}
	return all
}

// fill takes turns in the order given. What does not fit is left out, or ends the
// list.
func fill(c conversation, p prices, order []int, untilFull bool) []int {
	var taken []int
	days := make(map[string]bool)
	left := p.BudgetTokens
	for _, i := range order {
		price, day := p.Turn(i), c.Turns[i].day()
		if !days[day] {
			price += p.Day
		}
		if price > left {
			if untilFull {
				break
			}
			continue
		}
		left -= price
		days[day] = true
		taken = append(taken, i)
	}
	return taken
}

// bm25 is the textbook's: words in lower case, single turns, nothing else.
type bm25 struct {
	turns []map[string]float64
	words []float64 // by turn
	with  map[string]float64
	mean  float64
}

func newBM25(c conversation) *bm25 {
	b := &bm25{with: make(map[string]float64)}
	for _, t := range c.Turns {
		times := make(map[string]float64)
		all := plainWords(t.Text)
		for _, w := range all {
			if times[w]++; times[w] == 1 {
				b.with[w]++
			}
		}
		b.turns, b.words = append(b.turns, times), append(b.words, float64(len(all)))
		b.mean += float64(len(all)) / float64(len(c.Turns))
	}
	return b
}

func (b *bm25) rank(text string) []int {
	const k1, length = 1.2, 0.75
	scores := make([]float64, len(b.turns))
	n := float64(len(b.turns))
	for _, w := range plainWords(text) {
		rarity := math.Log(1 + (n-b.with[w]+0.5)/(b.with[w]+0.5))
		for i, times := range b.turns {
			scores[i] += rarity * times[w] * (k1 + 1) / (times[w] + k1*(1-length+length*b.words[i]/b.mean))
		}
	}
	order := backwards(len(scores))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	return order
}

func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}
