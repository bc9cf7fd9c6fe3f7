package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const events = `{"Action":"start","Package":"p/good"}
{"Action":"output","Package":"p/good","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Package":"p/good","Test":"TestA","Output":"    a_test.go:1: said\n"}
{"Action":"output","Package":"p/good","Test":"TestA","Output":"--- PASS: TestA (0.00s)\n"}
{"Action":"pass","Package":"p/good","Test":"TestA"}
{"Action":"skip","Package":"p/good","Test":"TestB"}
{"Action":"output","Package":"p/good","Output":"PASS\n"}
{"Action":"output","Package":"p/good","Output":"ok  \tp/good\t0.1s\n"}
{"Action":"pass","Package":"p/good"}
{"ImportPath":"p/broken","Action":"build-output","Output":"p/broken/a.go:1: undefined: x\n"}
{"ImportPath":"p/broken","Action":"build-fail"}
{"Action":"output","Package":"p/broken","Output":"FAIL\tp/broken [build failed]\n"}
{"Action":"fail","Package":"p/broken"}
{"Action":"output","Package":"p/bad","Test":"TestC/one","Output":"    c_test.go:1: wrong\n"}
{"Action":"output","Package":"p/bad","Test":"TestC/one","Output":"    --- FAIL: TestC/one (0.00s)\n"}
{"Action":"output","Package":"p/bad","Test":"TestD","Output":"    d_test.go:1: fine\n"}
{"Action":"fail","Package":"p/bad","Test":"TestC/one"}
{"Action":"fail","Package":"p/bad","Test":"TestC"}
{"Action":"pass","Package":"p/bad","Test":"TestD"}
{"Action":"output","Package":"p/bad","Output":"FAIL\tp/bad\t0.1s\n"}
{"Action":"fail","Package":"p/bad"}
a line of another program
`

func TestWhatFailedIsSaidLast(t *testing.T) {
	var w strings.Builder
	r := newReport(&w, false)
	r.read(strings.NewReader(events))
	r.end()
	require.Equal(t, "ok  \tp/good\t0.1s\n"+
		"p/broken/a.go:1: undefined: x\n"+
		"FAIL\tp/broken [build failed]\n"+
		"    c_test.go:1: wrong\n"+
		"    --- FAIL: TestC/one (0.00s)\n"+
		"FAIL\tp/bad\t0.1s\n"+
		"a line of another program\n"+
		"5 tests, 2 failed, 1 skipped\n"+
		"  failed p/broken\n"+
		"  failed p/bad TestC/one\n", w.String())
	require.Equal(t, 5, r.Tests)
	require.Equal(t, []string{"p/broken", "p/bad TestC/one"}, r.Failed)
}

func TestVerboseShowsWhatPassed(t *testing.T) {
	var w strings.Builder
	r := newReport(&w, true)
	r.read(strings.NewReader(events))
	require.Contains(t, w.String(), "    a_test.go:1: said\n")
	require.NotContains(t, w.String(), "=== RUN")
	require.NotContains(t, w.String(), "--- PASS")
}
