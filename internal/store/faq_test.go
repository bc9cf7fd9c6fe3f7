package store_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
)

func keepPair(t *testing.T, s *store.Store, p chat.Pair, now int64) chat.Pair {
	t.Helper()
	kept, err := s.KeepPairs(ctx, []chat.Pair{p}, now)
	require.NoError(t, err)
	return kept[0]
}

func removePair(t *testing.T, s *store.Store, uid chat.UID) {
	t.Helper()
	n, err := s.RemovePairs(ctx, uid)
	require.NoError(t, err)
	require.Equal(t, 1, n)
}

func TestPairsAreKeptAndChanged(t *testing.T) {
	s := open(t)
	mark, err := s.PairsMark(ctx)
	require.NoError(t, err)
	require.Empty(t, mark)
	first := keepPair(t, s, chat.Pair{Question: " When\n are you open? ", Also: []string{"", "Opening  hours"}, Answer: " From 9\r\nto 5. "}, 7)
	require.Equal(t, chat.Pair{UID: first.UID, Question: "When are you open?", Also: []string{"Opening hours"}, Answer: "From 9\nto 5.", CreatedAt: 7, UpdatedAt: 7}, first)
	second := keepPair(t, s, chat.Pair{Question: "Where?", Answer: "Here."}, 8)
	first.Answer, first.Also = "At noon.", nil
	first = keepPair(t, s, first, 9)
	require.EqualValues(t, []int64{7, 9}, []int64{first.CreatedAt, first.UpdatedAt})
	all, err := s.Pairs(ctx)
	require.NoError(t, err)
	require.Equal(t, []chat.Pair{first, second}, all)
	// They belong to their owner.
	other := s.For(store.Scope{CompanyID: "alder"})
	all, err = other.Pairs(ctx)
	require.NoError(t, err)
	require.Empty(t, all)
	_, err = other.RemovePairs(ctx, first.UID)
	require.ErrorIs(t, err, fault.NotFound)
	_, err = other.KeepPairs(ctx, []chat.Pair{first}, 10)
	require.ErrorIs(t, err, fault.NotFound)
	keepPair(t, other, chat.Pair{Question: "Who?", Answer: "Alder."}, 10)
	_, err = s.Image(ctx)
	require.ErrorIs(t, err, fault.Invalid, "a copy of the file has pairs of others")
	n, err := s.RemovePairs(ctx, chat.UID{})
	require.NoError(t, err)
	require.Equal(t, 2, n)
	all, err = other.Pairs(ctx)
	require.NoError(t, err)
	require.Len(t, all, 1)
}

func TestPairsHaveLimits(t *testing.T) {
	s := open(t)
	for _, p := range []chat.Pair{
		{Question: " ", Answer: "x"},
		{Question: "x", Answer: " \n"},
		{Question: strings.Repeat("x", store.MaxPairQuestion+1), Answer: "x"},
		{Question: "x", Answer: strings.Repeat("x", store.MaxPairAnswer+1)},
		{Question: "x", Answer: "x", Also: strings.Fields(strings.Repeat("y ", store.MaxWordings+1))},
		{Question: "x", Answer: "x", Also: []string{strings.Repeat("x", store.MaxPairQuestion+1)}},
	} {
		_, err := s.KeepPairs(ctx, []chat.Pair{{Question: "fine", Answer: "fine"}, p}, 1)
		require.Error(t, err)
	}
	many := make([]chat.Pair, store.MaxPairs+1)
	for i := range many {
		many[i] = chat.Pair{Question: "x", Answer: "x"}
	}
	_, err := s.KeepPairs(ctx, many, 1)
	require.ErrorIs(t, err, fault.TooLarge)
	all, err := s.Pairs(ctx)
	require.NoError(t, err)
	require.Empty(t, all, "all of them or none")
	_, err = s.KeepPairs(ctx, many[1:], 1)
	require.NoError(t, err)
}

func TestPairsTellOfTheirChange(t *testing.T) {
	var told []store.Change
	s, err := store.Open(":memory:", store.Options{OnChange: func(c store.Change) { told = append(told, c) }}, 1)
	require.NoError(t, err)
	defer s.Close()
	kept := keepPair(t, s, chat.Pair{Question: "x", Answer: "x"}, 1)
	removePair(t, s, kept.UID)
	require.Equal(t, []store.Change{{FAQ: true}, {FAQ: true}}, told)
}
