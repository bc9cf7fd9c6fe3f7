package condense_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// condensed is a chat with a summary of one item.
func condensed(t *testing.T) (*bench, store.Summary) {
	t.Helper()
	b := open(t, 8000, 6)
	b.keep(t, 6, 30)
	made, err := b.Condense(t.Context(), b.at(t), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	require.Equal(t, []string{"Parcels were sent to Aarhus."}, texts(made.Summary.Facts))
	return b, made
}

func texts(items []chat.SummaryItem) (out []string) {
	for _, item := range items {
		out = append(out, item.Text)
	}
	return out
}

func (b *bench) facts(t *testing.T, uid chat.UID) []string {
	t.Helper()
	kept, err := b.store.Summary(t.Context(), uid)
	require.NoError(t, err)
	return texts(kept.Summary.Facts)
}

// Two tabs may edit a summary: who comes second is told, and takes nothing back.
func TestAnEditDoesNotUndoOneThatCameInBetween(t *testing.T) {
	for name, meanwhile := range map[string]struct {
		item      int
		was, text string
		want      []string
	}{
		"the same item": {0, "Parcels were sent to Aarhus.", "Parcels went to Bergen.", []string{"Parcels went to Bergen."}},
		"another one":   {1, "", "They weigh 7 kilos.", []string{"Parcels were sent to Aarhus.", "They weigh 7 kilos."}},
	} {
		t.Run(name, func(t *testing.T) {
			b, made := condensed(t)
			b.counting = func() {
				_, err := b.EditItem(t.Context(), made.UID, wire.FactsList, meanwhile.item, meanwhile.was, meanwhile.text, "scripted-1")
				require.NoError(t, err)
			}
			_, err := b.EditItem(t.Context(), made.UID, wire.FactsList, 0, "Parcels were sent to Aarhus.", "Parcels went to Cork.", "scripted-1")
			require.ErrorIs(t, err, fault.Conflict)
			require.Equal(t, meanwhile.want, b.facts(t, made.UID))
		})
	}
	t.Run("the summary is gone", func(t *testing.T) {
		b, made := condensed(t)
		b.counting = func() {
			_, err := b.store.Delete(t.Context(), b.session, b.now)
			require.NoError(t, err)
			require.NoError(t, b.store.Purge(t.Context(), b.session))
		}
		_, err := b.EditItem(t.Context(), made.UID, wire.FactsList, 0, "Parcels were sent to Aarhus.", "Parcels went to Cork.", "scripted-1")
		require.ErrorIs(t, err, fault.Conflict)
	})
	t.Run("nothing", func(t *testing.T) {
		b, made := condensed(t)
		out, err := b.EditItem(t.Context(), made.UID, wire.FactsList, 0, "Parcels were sent to Aarhus.", "Parcels went to Cork.", "scripted-1")
		require.NoError(t, err)
		require.Equal(t, []string{"Parcels went to Cork."}, b.facts(t, made.UID))
		require.True(t, out.Summary.Facts[0].Edited)
		require.NotEqual(t, made.TokensAfter, out.TokensAfter, "it is counted anew")
	})
}

func TestAnEditOfWhatIsNotThereIsRefused(t *testing.T) {
	b, made := condensed(t)
	const there = "Parcels were sent to Aarhus."
	for name, test := range map[string]struct {
		list      wire.SummaryList
		item      int
		was, text string
		want      fault.Code
	}{
		"another list":         {"secrets", 0, "", "x", fault.Invalid},
		"before the first":     {wire.FactsList, -1, there, "x", fault.Conflict},
		"behind the last":      {wire.FactsList, 2, "", "x", fault.Conflict},
		"a new one that was":   {wire.FactsList, 1, "was", "x", fault.Conflict},
		"a new one of nothing": {wire.FactsList, 1, "", " ", fault.Conflict},
		"another text":         {wire.FactsList, 0, "Something else.", "x", fault.Conflict},
		"the last one removed": {wire.FactsList, 0, there, "", fault.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := b.EditItem(t.Context(), made.UID, test.list, test.item, test.was, test.text, "scripted-1")
			require.ErrorIs(t, err, test.want)
			require.Equal(t, []string{there}, b.facts(t, made.UID))
		})
	}
}
