package tables

import (
	"sort"
	"strings"

	"burrow/internal/sqlagent/schema"
	"burrow/internal/words"
)

// stop are words of questions that say nothing of tables.
const stop = ` a an the of in on at to for from by with without and or not no nor is are was were be been being am do does did done
 has have had having will would shall should can could may might must this that these those there here it its they them their
 we us our you your i me my he she his her who whom whose which what when where why how many much more most less least few
 all any each every both either neither some such same other others than then as if so also just only ever never
 please show list find give get tell return display count calculate compute want know see let
 between among into over under above below up down out off about per via during within
 one two three first second last along across respectively does s t d ll re ve `

// longest is how many words of a question are read.
const longest = 200

// terms reads a question.
func (x *Index) terms(question string) []term {
	var said []string
	var c words.Cutter
	c.Each(question, func(t words.Term) bool {
		if t.Kind != words.Tail {
			said = append(said, string(t.Text))
		}
		return len(said) < longest
	})
	var terms []term
	seen := make(map[string]bool)
	for i, word := range said {
		if words.Among(stop, word) {
			continue
		}
		s := schema.Stem(word)
		if seen[s] {
			continue
		}
		seen[s] = true
		var v variants
		x.vary(&v, word, s)
		// "work orders" may be written as one word.
		for _, j := range []int{i - 1, i} {
			if j >= 0 && j+1 < len(said) {
				x.same(&v, schema.Stem(said[j]+said[j+1]))
			}
		}
		if len(v) > 0 {
			terms = append(terms, term{v})
		}
	}
	return terms
}

type variants []variant

func (v *variants) add(word int32, quality float32) {
	for i := range *v {
		if (*v)[i].word == word {
			(*v)[i].quality = max((*v)[i].quality, quality)
			return
		}
	}
	*v = append(*v, variant{word, quality})
}

// same collects a word of the index and those that mean the same.
func (x *Index) same(v *variants, s string) {
	if id, ok := x.vocab[s]; ok {
		v.add(id, 1)
	}
	for _, other := range related[s] {
		if id, ok := x.vocab[other.stem]; ok {
			v.add(id, other.quality)
		}
	}
}

// vary collects the words of the index that a word of a question may stand for.
func (x *Index) vary(v *variants, word, s string) {
	x.same(v, s)
	for _, id := range x.family[porter(s)] {
		v.add(id, asFamily)
	}
	if len(s) < 3 || s[0] < 'a' {
		return
	}
	// "dept" is in "department", and "account" begins "accountant".
	for _, id := range x.startingWith(s) {
		if len(x.words[id]) > len(s) && len(s) >= 4 {
			v.add(id, asPrefix)
		}
	}
	for n := 3; n < len(s); n++ {
		if id, ok := x.vocab[s[:n]]; ok && (n >= 4 || 2*n > len(s)) {
			v.add(id, asPrefix)
		}
	}
	// "timesheet" is "time sheet", and "yearmonth" has the month.
	if _, known := x.vocab[s]; !known {
		for n := 3; n+3 <= len(word); n++ {
			a, okA := x.vocab[schema.Stem(word[:n])]
			b, okB := x.vocab[schema.Stem(word[n:])]
			if okA && okB {
				v.add(a, asPart)
				v.add(b, asPart)
			}
		}
	}
	if len(s) >= 4 {
		for id, other := range x.words {
			if len(other) > len(s)+2 && strings.HasSuffix(other, s) {
				v.add(int32(id), asPart)
			}
		}
	}
}

// startingWith are the words of the index that begin with another.
func (x *Index) startingWith(prefix string) []int32 {
	begin := sort.Search(len(x.sorted), func(i int) bool { return x.words[x.sorted[i]] >= prefix })
	end := begin
	for end < len(x.sorted) && strings.HasPrefix(x.words[x.sorted[end]], prefix) {
		end++
	}
	return x.sorted[begin:end]
}
