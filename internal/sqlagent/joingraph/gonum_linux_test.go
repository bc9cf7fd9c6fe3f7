package joingraph

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
)

// The same pairs by gonum's Dijkstra, which finds one path and knows no ties.
func BenchmarkPairGonum(b *testing.B) {
	for _, size := range [][2]int{{122, 1801}, {10_000, 150_000}} {
		b.Run(fmt.Sprintf("tables=%d", size[0]), func(b *testing.B) {
			f := New(random(1, size[0], size[1]), Options{})
			g := simple.NewWeightedUndirectedGraph(0, 1e9)
			for _, j := range f.joins {
				if j.from != j.to {
					g.SetWeightedEdge(g.NewWeightedEdge(simple.Node(j.from), simple.Node(j.to), 1+float64(j.doubt)/1e6))
				}
			}
			i := int64(0)
			defer processor(b)()
			for b.Loop() {
				i++
				from, to := i*31%int64(size[0]), (i*17+5)%int64(size[0])
				if g.Node(from) != nil {
					path.DijkstraFrom(simple.Node(from), g).To(to)
				}
			}
		})
	}
}
