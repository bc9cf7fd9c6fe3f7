package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The program runs at the root of the module.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

const (
	sample = "./tools/mutate/testdata/sample"
	at     = "tools/mutate/testdata/sample/sample.go "
)

// wanted is what to try where.
type wanted struct {
	options
	pattern string
}

func tried(t *testing.T, o wanted) (report []string) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), &out, o.pattern, o.options)
	if o.floor == 0 {
		require.NoError(t, err)
	} else {
		require.Error(t, err)
	}
	for line := range strings.Lines(out.String()) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		report = append(report, fields[len(fields)-1])
	}
	return report
}

func TestASampleIsTried(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "equivalent.txt")
	require.NoError(t, os.WriteFile(list, []byte(`# It is false
# anyway.
`+at+`Half: without whole = false
`+at+`Gone: not n > 0
`), 0o644))
	o := wanted{options{kept: dir, equivalent: list, limit: time.Minute}, sample}
	report := tried(t, o)
	require.Equal(t, []string{
		list + ": there is no such change any more: " + at + "Gone: not n > 0",
		"tools/mutate/testdata/sample: 37 changes, 37 of them tried",
		// Nobody asks for the sum of a zero.
		at + "Sum: border of n < 0",
		at + "Sum: twice 0",
		at + "Half: without else { whole = false }",
		at + "Untested: border of n > 1",
		at + "Untested: not n > 1",
		at + "Untested: twice 1",
		at + "Untested: nothing instead of return n - 1",
		at + "Untested: other sign in n - 1",
		at + "Untested: twice 1 (2)",
		at + "Untested: nothing instead of return n",
	}, report[:len(report)-1])
	require.Regexp(t, `^tools/mutate/testdata/sample: (\d+) of (\d+) killed \(72\.2 %\), 0 of these by time; 2 alive, 8 not reached by any test; 1 equivalent, 0 not compiled$`, report[len(report)-1])

	// What is known is not tried again: there would be no time to.
	o.most = 1
	require.Equal(t, report, tried(t, o))
	o.floor = 90
	require.Equal(t, report, tried(t, o))
}

func TestAChangeThatDoesNotEndIsEnded(t *testing.T) {
	list := filepath.Join(t.TempDir(), "equivalent.txt")
	require.NoError(t, os.WriteFile(list, nil, 0o644))
	o := wanted{options{kept: t.TempDir(), equivalent: list, limit: time.Second, only: "Count: without n--"}, "./tools/mutate/testdata/endless"}
	report := tried(t, o)
	require.Contains(t, report[len(report)-1], ": 1 of 1 killed (100.0 %), 1 of these by time;")
	// A change that does not compile is left out, and the others are tried.
	o.only, o.limit = "Named", time.Minute
	report = tried(t, o)
	require.Regexp(t, `: 1 of 1 killed .* 1 not compiled$`, report[len(report)-1])
}

func TestASampleDependsOnItsSeedAlone(t *testing.T) {
	p, err := load(sample, "")
	require.NoError(t, err)
	names := func(seed uint64, all []*mutant) (out []string) {
		for _, m := range choose(all, options{sample: 10, seed: seed}) {
			out = append(out, m.name)
		}
		return out
	}
	all := p.find()
	require.Equal(t, names(1, all), names(1, p.find()))
	require.NotEqual(t, names(1, all), names(2, all))
	// Without one of the others the sample is the same.
	first := names(1, all)
	for i, m := range all {
		if !slices.Contains(first, m.name) {
			require.Equal(t, first, names(1, slices.Delete(slices.Clone(all), i, i+1)))
		}
	}
}

func TestEditsStandInsideEachOther(t *testing.T) {
	got := apply([]byte("a < b"), []edit{
		{at: 0, to: -1, text: "(", order: 1}, {at: 5, to: -1, text: ")", closes: true, order: 1},
		{at: 0, to: -1, text: "f(", order: 2}, {at: 2, to: 3, text: ",", order: 2}, {at: 5, to: -1, text: ")2", closes: true, order: 2},
		{at: 4, to: -1, text: "<", order: 3}, {at: 5, to: -1, text: ">", closes: true, order: 3},
	})
	require.Equal(t, "(f(a , <b>)2)", string(got))
}

func TestAnEquivalentChangeHasAReason(t *testing.T) {
	list := filepath.Join(t.TempDir(), "equivalent.txt")
	require.NoError(t, os.WriteFile(list, []byte("# A reason.\n\n"+at+"Sum: not n < 0\n"), 0o644))
	_, err := readEquivalent(list, "", nil)
	require.ErrorContains(t, err, "no reason")
}
