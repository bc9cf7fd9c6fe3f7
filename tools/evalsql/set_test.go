package main

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/demo"
	"burrow/internal/sqlagent/guard"
)

func both(t *testing.T) []question {
	t.Helper()
	all, err := loadHalf("both")
	require.NoError(t, err)
	return all
}

func demoGuard(t *testing.T) *guard.Guard {
	t.Helper()
	check, err := makeGuard()
	require.NoError(t, err)
	return check
}

var makeGuard = sync.OnceValues(func() (*guard.Guard, error) {
	g, err := demoGraph()
	if err != nil {
		return nil, err
	}
	return guard.New(guard.Rules{Graph: g, Views: demo.SecureViews})
})

// The set is as large and as varied as it says, in both halves.
func TestTheSetIsWhole(t *testing.T) {
	all := both(t)
	require.GreaterOrEqual(t, len(all), 170)
	texts, ids := map[string]bool{}, map[string]bool{}
	elsewhere, followups := 0, 0
	halves := map[bool]map[string]int{false: {}, true: {}}
	for _, q := range all {
		text := q.Question
		for _, m := range q.History {
			text = m.Content + "\n" + text
		}
		require.False(t, texts[text], "%s is asked twice", q.ID)
		require.False(t, ids[q.ID], "%s is there twice", q.ID)
		texts[text], ids[q.ID] = true, true
		halves[q.kept][q.Kind]++
		if q.Language != "en" {
			elsewhere++
		}
		if len(q.History) > 0 {
			followups++
		}
	}
	require.GreaterOrEqual(t, float64(elsewhere)/float64(len(all)), .2)
	require.GreaterOrEqual(t, followups, 12)
	for _, kind := range kinds {
		require.InDelta(t, halves[false][kind], halves[true][kind], 1, kind)
	}
}

// everything are the questions of all halves.
func everything(t *testing.T) []question {
	t.Helper()
	var all []question
	for _, half := range slices.Sorted(maps.Keys(halves)) {
		part, err := loadHalf(half)
		require.NoError(t, err)
		all = append(all, part...)
	}
	return all
}

// The later set asks nothing that the first does, and chance alone divided it.
func TestTheFreshSetIsWhole(t *testing.T) {
	texts, ids := map[string]bool{}, map[string]bool{}
	for _, q := range everything(t) {
		if len(q.History) > 0 {
			continue
		}
		require.False(t, texts[strings.ToLower(q.Question)], "%s is asked twice", q.ID)
		require.False(t, ids[q.ID], "%s is there twice", q.ID)
		texts[strings.ToLower(q.Question)], ids[q.ID] = true, true
	}
	languagesSeen, kindsSeen := map[string]int{}, map[string]int{}
	for _, half := range []string{"fresh-open", "fresh"} {
		part, err := loadHalf(half)
		require.NoError(t, err)
		for _, q := range part {
			digest := sha256.Sum256([]byte(q.Question))
			require.Equal(t, half == "fresh", digest[len(digest)-1]&1 == 1, "%s is in the wrong half", q.ID)
			require.Equal(t, half == "fresh", q.kept, q.ID)
			languagesSeen[q.Language]++
			if q.Expect == expectAnswer && q.Language == "en" {
				kindsSeen[q.Kind]++
			}
		}
	}
	require.Equal(t, map[string]int{"en": 102, "de": 6, "it": 6, "es": 6, "vi": 5, "fr": 5}, languagesSeen)
	require.Equal(t, map[string]int{"single": 45, "joins": 30, "many": 9, "roles": 6}, kindsSeen)
}

func TestTheLaterSetIsDividedByItsQuestions(t *testing.T) {
	for half, count := range map[string]int{"later-open": 83, "later": 67} {
		part, err := loadHalf(half)
		require.NoError(t, err)
		require.Len(t, part, count)
		for _, q := range part {
			require.Equal(t, half == "later", sha256.Sum256([]byte(q.Question))[0]&1 == 1, "%s is in the wrong half", q.ID)
			require.Equal(t, half == "later", q.kept, q.ID)
		}
	}
}

// The plain set is of the size and the spread that main.go says, and one half of it is not looked at.
func TestThePlainSetIsWhole(t *testing.T) {
	open, err := loadHalf("plain-open")
	require.NoError(t, err)
	kept, err := loadHalf("plain")
	require.NoError(t, err)
	require.Len(t, open, len(kept))
	expected, tables := map[expect]int{}, map[string]bool{}
	for i, q := range append(open, kept...) {
		require.Equal(t, i >= len(open), q.kept, q.ID)
		require.Equal(t, "en", q.Language, q.ID)
		require.Empty(t, q.History, q.ID)
		expected[q.Expect]++
		if q.Expect == expectAnswer {
			for _, name := range q.Tables {
				tables[name] = true
			}
		}
	}
	require.Equal(t, map[expect]int{expectAnswer: 70, expectUnanswerable: 5, expectAsk: 5}, expected)
	require.GreaterOrEqual(t, len(tables), 35)
}

func TestUnknownHalvesAreRefused(t *testing.T) {
	_, err := loadHalf("stale")
	require.ErrorContains(t, err, "fresh-open")
}

// Each gold query passes the guard, and what the set says of it is so.
func TestGoldQueriesAreWhatTheSetSays(t *testing.T) {
	check := demoGuard(t)
	for _, q := range everything(t) {
		for _, query := range q.golds() {
			v := check.Check(query)
			require.True(t, v.OK, "%s: %v", q.ID, v.Refusals)
			require.Empty(t, v.Warnings, q.ID)
		}
		if q.SQL == "" {
			require.NotEqual(t, expectAnswer, q.Expect, q.ID)
			continue
		}
		s, err := shapeOf(q.SQL)
		require.NoError(t, err)
		require.Equal(t, s.tables, q.Tables, q.ID)
		require.ElementsMatch(t, s.joins, q.Joins, q.ID)
		switch n := len(q.Tables); q.Kind {
		case "single":
			require.Equal(t, 1, n, q.ID)
		case "joins":
			require.True(t, n == 2 || n == 3, q.ID)
		case "many":
			require.GreaterOrEqual(t, n, 4, q.ID)
		}
		require.Equal(t, q.Ordered, q.Ordered && strings.Contains(q.SQL, "ORDER BY"), "%s has no order", q.ID)
	}
}

func TestBadLinesOfASetAreRefused(t *testing.T) {
	const good = `{"id":"a","language":"en","question":"How many?","kind":"single","sql":"SELECT 1","ordered":false,"expect":"answer"}`
	all, err := readSet(strings.NewReader(good))
	require.NoError(t, err)
	require.Len(t, all, 1)
	for name, text := range map[string]string{
		"an id twice":          good + "\n" + good,
		"an unknown member":    strings.Replace(good, `"ordered"`, `"orderd"`, 1),
		"an unknown kind":      strings.Replace(good, `"single"`, `"easy"`, 1),
		"an answer from where": strings.Replace(good, `"sql":"SELECT 1",`, ``, 1),
		"no question":          strings.Replace(good, `How many?`, ``, 1),
	} {
		_, err := readSet(strings.NewReader(text))
		require.Error(t, err, name)
	}
}
