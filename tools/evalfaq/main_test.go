package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// The kept half is for people who change the rules, not for a test that runs with each
// change.
func TestOpenHalf(t *testing.T) {
	r, err := measure(t.Context(), "testdata", "open")
	require.NoError(t, err)
	require.Equal(t, 25, r.near)
	require.Equal(t, 25, r.far)
	require.Zero(t, r.wrong)
	require.GreaterOrEqual(t, r.answered, 8)
	require.GreaterOrEqual(t, r.offered, 19)
	require.Equal(t, 53, r.unrelated)
	require.LessOrEqual(t, r.strayed, 3)
}

func TestAnAnswerThatIsNotTheQuestionsIsAnError(t *testing.T) {
	var r result
	r.count(probe{Kind: "far"}, "p01")
	r.count(probe{Kind: "near", Expect: "p02"}, "p01")
	r.count(probe{Kind: "near", Expect: "p02"}, "p02")
	r.count(probe{Kind: "near", Expect: "p02"}, "")
	require.Equal(t, []int{3, 1, 1, 1, 2, 1}, []int{r.near, r.far, r.farAnswered, r.answered, r.wrong, len(r.missed)})
}

func TestKeptQuestionsAreNotListed(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), &out, "testdata", "open", true))
	require.Contains(t, out.String(), "q002 p01")
	out.Reset()
	err := run(t.Context(), &out, "testdata", "kept", true)
	require.True(t, err == nil || err == errWrong)
	require.NotRegexp(t, `q\d\d\d`, out.String())
}
