package joingraph

import (
	"fmt"
	"syscall"
	"testing"
	"time"
)

// processor reports the processor's time for an operation: on a machine that others use,
// the clock says little.
func processor(b *testing.B) func() {
	begin := spent()
	return func() { b.ReportMetric(float64((spent()-begin).Microseconds())/float64(b.N), "cpu-µs/op") }
}

func spent() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Pairs that were not asked for before, and plans of 3 to 8 tables: make bench-joins.

func BenchmarkPair(b *testing.B) {
	for _, size := range [][2]int{{122, 1801}, {10_000, 150_000}} {
		b.Run(fmt.Sprintf("tables=%d", size[0]), func(b *testing.B) {
			g := random(1, size[0], size[1])
			f := New(g, Options{})
			i := int32(0)
			defer processor(b)()
			for b.Loop() {
				i++
				f.between(i*31%int32(size[0]), (i*17+5)%int32(size[0]))
			}
		})
	}
}

func BenchmarkCachedPair(b *testing.B) {
	g := random(1, 122, 1801)
	f := New(g, Options{})
	names := g.Tables()
	i := 0
	for b.Loop() {
		i++
		f.Paths(names[i%16].Name, names[60+i%16].Name)
	}
}

func BenchmarkConnect(b *testing.B) {
	for _, size := range [][2]int{{122, 1801}, {10_000, 150_000}} {
		g := random(1, size[0], size[1])
		f := New(g, Options{})
		for _, n := range []int{3, 5, 8} {
			b.Run(fmt.Sprintf("tables=%d/asked=%d", size[0], n), func(b *testing.B) {
				names := g.Tables()
				asked := make([]string, n)
				i := 0
				defer processor(b)()
				for b.Loop() {
					i++
					for k := range asked {
						asked[k] = names[(i*31+k*k*17+k)%len(names)].Name
					}
					f.Connect(asked...)
				}
			})
		}
	}
}

func BenchmarkNew(b *testing.B) {
	g := random(1, 122, 1801)
	for b.Loop() {
		New(g, Options{})
	}
}
