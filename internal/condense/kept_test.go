package condense_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/fault"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/wire"
)

func nobody(wire.CoreEvent) {}

// kept are all summaries of the chat.
func (b *bench) kept(t *testing.T) []store.Summary {
	t.Helper()
	all, err := b.store.Summaries(t.Context(), b.session, chat.UID{})
	require.NoError(t, err)
	return all
}

// weight is what a summary weighs in a prompt.
func (b *bench) weight(t *testing.T, s chat.Summary) int {
	t.Helper()
	n, _, err := words(t.Context(), "", "", memory.Render([]chat.Summary{s}))
	require.NoError(t, err)
	return n - 4 // which a message has around it
}

func TestASummaryIsKeptWithAllThatIsKnownOfIt(t *testing.T) {
	b := open(t, 8000, 6)
	b.keep(t, 6, 30)
	path, err := b.store.Path(t.Context(), b.session, chat.UID{}, 0, 100)
	require.NoError(t, err)
	var told []wire.CoreEvent
	made, err := b.Condense(t.Context(), b.at(t), condense.Wanted{Instruction: " The weights. "}, b.who(), func(e wire.CoreEvent) { told = append(told, e) })
	require.NoError(t, err)
	tokens := 0
	for _, m := range path.Messages[:6] {
		tokens += m.Tokens
	}
	require.Equal(t, []any{0, 5, 0, path.Messages[0].UID, path.Messages[5].UID, tokens, b.weight(t, made.Summary), "words", "scripted-1", b.now},
		[]any{made.From, made.To, made.Level, made.First, made.Last, made.TokensBefore, made.TokensAfter, made.Encoding, made.MadeBy, made.CreatedAt})
	require.Equal(t, []wire.CoreEvent{wire.CondenseEvent{Session: b.session, State: wire.CondenseStarted, Messages: 6}}, told)
	request := b.helper.summaries[0]
	require.Contains(t, request.Messages[0].Content+request.Messages[1].Content, "The weights.")
	require.Equal(t, 1500, request.MaxOutput)
	steps, err := b.store.Checkpoints(t.Context(), b.session, store.CheckpointFilter{})
	require.NoError(t, err)
	require.Equal(t, []string{"condense", "step"}, []string{steps[0].Node, steps[0].Source})
	require.JSONEq(t, `{"question":"`+made.Last.String()+`"}`, string(steps[0].State))
}

func TestAPreviewIsKeptAsItIsShownOrChanged(t *testing.T) {
	for _, changed := range []bool{false, true} {
		b := open(t, 8000, 6)
		b.keep(t, 6, 30)
		shown, err := b.Preview(t.Context(), b.at(t), condense.Wanted{}, b.who(), nobody)
		require.NoError(t, err)
		require.Empty(t, b.kept(t))
		if changed {
			shown.Summary.Facts = append(shown.Summary.Facts, chat.SummaryItem{Text: "They weigh 7 kilos.", Edited: true})
			shown.TokensBefore, shown.TokensAfter = 1, 1 // which nobody believes
		}
		made, err := b.KeepPreview(t.Context(), b.at(t), shown, b.who(), "k")
		require.NoError(t, err)
		require.Equal(t, texts(shown.Summary.Facts), texts(made.Summary.Facts))
		require.Equal(t, changed, made.Summary.Facts[len(made.Summary.Facts)-1].Edited)
		require.Equal(t, []any{0, 5, 180, b.weight(t, made.Summary), "scripted-1", "words"},
			[]any{made.From, made.To, made.TokensBefore, made.TokensAfter, made.MadeBy, made.Encoding})
		require.Len(t, b.whole(t), 6)
		again, err := b.KeepPreview(t.Context(), b.at(t), shown, b.who(), "k")
		require.NoError(t, err)
		require.Equal(t, made.UID, again.UID, "a request that is repeated is done once")
		require.Len(t, b.kept(t), 1)
		require.Equal(t, 1, b.helper.asked())
	}
}

func TestAPreviewOfWhatHasChangedIsNotKept(t *testing.T) {
	lost := errors.New("no vocabulary")
	for name, test := range map[string]struct {
		meanwhile func(t *testing.T, b *bench, shown *wire.Condensed)
		want      error
	}{
		"condensed by another tab": {func(t *testing.T, b *bench, _ *wire.Condensed) {
			_, err := b.Condense(t.Context(), b.at(t), condense.Wanted{}, b.who(), nobody)
			require.NoError(t, err)
		}, fault.Conflict},
		"another branch": {func(t *testing.T, b *bench, _ *wire.Condensed) {
			path, err := b.store.Path(t.Context(), b.session, chat.UID{}, 0, 100)
			require.NoError(t, err)
			_, err = b.store.Rewind(t.Context(), path.Messages[1].UID, b.now)
			require.NoError(t, err)
		}, fault.Conflict},
		"beyond the chat":  {func(_ *testing.T, _ *bench, shown *wire.Condensed) { shown.To = 99 }, fault.Conflict},
		"nothing":          {func(_ *testing.T, _ *bench, shown *wire.Condensed) { shown.Summary = chat.Summary{} }, fault.Invalid},
		"without a count":  {func(_ *testing.T, b *bench, _ *wire.Condensed) { b.uncounted = lost }, lost},
		"a chat that left": {func(t *testing.T, b *bench, _ *wire.Condensed) { b.session = chat.NewUID(1) }, fault.NotFound},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, 8000, 6)
			b.keep(t, 6, 30)
			shown, err := b.Preview(t.Context(), b.at(t), condense.Wanted{}, b.who(), nobody)
			require.NoError(t, err)
			session := b.session
			test.meanwhile(t, b, &shown)
			at := chat.Session{UID: b.session, Head: b.session}
			if b.session == session {
				at = b.at(t)
			}
			b.session = session
			before := b.kept(t)
			_, err = b.KeepPreview(t.Context(), at, shown, b.who(), "")
			require.ErrorIs(t, err, test.want)
			require.Equal(t, before, b.kept(t))
		})
	}
}

func TestARequestToCondenseIsDoneOnce(t *testing.T) {
	b := open(t, 8000, 6)
	b.keep(t, 12, 30)
	wanted := condense.Wanted{Key: "k", KeepLast: new(12)}
	first, err := b.Condense(t.Context(), b.at(t), wanted, b.who(), nobody)
	require.NoError(t, err)
	again, err := b.Condense(t.Context(), b.at(t), wanted, b.who(), nobody)
	require.NoError(t, err)
	require.Equal(t, first.UID, again.UID)
	require.Equal(t, 1, b.helper.asked())
	other, err := b.Condense(t.Context(), b.at(t), condense.Wanted{Key: "another", KeepLast: new(2)}, b.who(), nobody)
	require.NoError(t, err)
	require.Equal(t, 12, other.From)

	_, _, err = b.store.Once(t.Context(), "of a turn", 1, func(context.Context) ([]byte, error) { return []byte(`{"turn":"x"}`), nil })
	require.NoError(t, err)
	_, err = b.Condense(t.Context(), b.at(t), condense.Wanted{Key: "of a turn"}, b.who(), nobody)
	require.ErrorIs(t, err, fault.Conflict)
	_, err = b.KeepPreview(t.Context(), b.at(t), wire.Condensed{From: 22, To: 23, Summary: first.Summary}, b.who(), "of a turn")
	require.ErrorIs(t, err, fault.Conflict)
	require.Len(t, b.kept(t), 2)
}

func TestNothingCanBeCondensedInAnEmptyChat(t *testing.T) {
	b := open(t, 8000, 6)
	_, err := b.Preview(t.Context(), b.at(t), condense.Wanted{}, b.who(), nobody)
	require.ErrorIs(t, err, fault.Invalid)
	require.ErrorContains(t, err, "There is nothing to condense")
}

// Who asks for it may have messages condensed whose summary was undone; what is
// pinned stays.
func TestWhatWasOpenedAgainIsCondensedOnlyForWhoAsks(t *testing.T) {
	b := open(t, 300, 0)
	b.keep(t, 6, 60)
	made, err := b.Condense(t.Context(), b.at(t), condense.Wanted{KeepLast: new(4)}, b.who(), nobody)
	require.NoError(t, err)
	require.Equal(t, []int{0, 7}, []int{made.From, made.To})
	_, err = b.store.UndoSummary(t.Context(), made.UID, true, b.now)
	require.NoError(t, err)
	for _, s := range b.after(t) {
		require.False(t, s.UndoneAt == 0 && s.From <= 7, "it was opened by somebody")
	}
	path, err := b.store.Path(t.Context(), b.session, chat.UID{}, 0, 100)
	require.NoError(t, err)
	_, err = b.store.PinMessage(t.Context(), path.Messages[2].UID, true, b.now)
	require.NoError(t, err)
	shown, err := b.Preview(t.Context(), b.at(t), condense.Wanted{KeepLast: new(2)}, b.who(), nobody)
	require.NoError(t, err)
	require.Equal(t, []int{3, 7}, []int{shown.From, shown.To}, "behind the pinned one")
}

// A summary of summaries stands for all of their messages, a level above the highest.
func TestSummariesBecomeOne(t *testing.T) {
	for name, test := range map[string]struct {
		madeBy []string
		says   []string
		want   string // who has made it
	}{
		"by the model":           {madeBy: []string{"", "scripted-1"}, says: []string{`{"user_profile":[],"key_facts":[{"text":"Parcels go to Aarhus.","sources":[1,2]}],"decisions":[],"open_questions":[],"todos":[]}`}, want: "scripted-1"},
		"if it cannot":           {madeBy: []string{"scripted-1", ""}, says: []string{"Hm.", "Hm."}},
		"without, as they were":  {madeBy: []string{"", ""}},
		"of a model that is off": {madeBy: []string{"scripted-1", "local"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, 1200, 2)
			if test.madeBy[1] == "local" {
				b.settings.Condense = new(chat.CondenseLocal)
			}
			b.helper.says = test.says
			b.keep(t, 10, 40)
			path, err := b.store.Path(t.Context(), b.session, chat.UID{}, 0, 100)
			require.NoError(t, err)
			for i, by := range test.madeBy {
				_, err := b.store.AddSummary(t.Context(), store.Summary{Session: b.session, From: 2 * i, Last: path.Messages[2*i+1].UID, TokensBefore: 60 + i, TokensAfter: 250, Encoding: "words", MadeBy: by,
					Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: []string{"Parcels go to Aarhus.", "Parcel 3 weighs 21 kilos."}[i]}}}}, chat.UID{}, b.now)
				require.NoError(t, err)
			}
			var made store.Summary
			for _, s := range b.after(t) {
				if s.Level > 0 {
					made = s
				}
			}
			require.Equal(t, []any{1, 0, 3, 121, b.weight(t, made.Summary), "words", test.want},
				[]any{made.Level, made.From, made.To, made.TokensBefore, made.TokensAfter, made.Encoding, made.MadeBy})
			require.True(t, made.Applies)
			require.Contains(t, texts(made.Summary.Facts), "Parcels go to Aarhus.")
			require.Equal(t, len(test.says), b.helper.asked())
			require.Equal(t, 4, b.told[0].Messages)
			require.Equal(t, wire.CondenseEvent{Session: b.session, State: wire.CondenseDone, Messages: 4, TokensBefore: 121, TokensAfter: made.TokensAfter}, b.told[1])

			// Whoever takes it apart wants it so.
			_, err = b.store.UndoSummary(t.Context(), made.UID, true, b.now)
			require.NoError(t, err)
			for _, s := range b.after(t) {
				require.False(t, s.Level > 0 && s.UndoneAt == 0)
			}
		})
	}
}

func TestItemsOfASummaryCanBeAddedAndRemoved(t *testing.T) {
	b, made := condensed(t)
	const there = "Parcels were sent to Aarhus."
	out, err := b.EditItem(t.Context(), made.UID, wire.TodosList, 0, "", " Call Aarhus. ", "scripted-1")
	require.NoError(t, err)
	require.Equal(t, []chat.SummaryItem{{Text: "Call Aarhus.", Sources: []chat.UID{}, Edited: true}}, out.Summary.Todos)
	require.Equal(t, b.weight(t, out.Summary), out.TokensAfter)
	require.Equal(t, "words", out.Encoding)
	_, err = b.EditItem(t.Context(), made.UID, wire.FactsList, 0, there, "", "scripted-1")
	require.NoError(t, err, "it is not the last one")
	require.Empty(t, b.facts(t, made.UID))

	long := make([]byte, 2001)
	for i := range long {
		long[i] = 'x'
	}
	_, err = b.EditItem(t.Context(), made.UID, wire.TodosList, 0, "Call Aarhus.", string(long), "scripted-1")
	require.ErrorIs(t, err, fault.TooLarge)
	out, err = b.EditItem(t.Context(), made.UID, wire.TodosList, 0, "Call Aarhus.", string(long[:2000])+" ", "scripted-1")
	require.NoError(t, err)
	require.Len(t, out.Summary.Todos[0].Text, 2000)
	_, err = b.EditItem(t.Context(), chat.NewUID(1), wire.TodosList, 0, "", "x", "scripted-1")
	require.ErrorIs(t, err, fault.NotFound)
	b.uncounted = errors.New("no vocabulary")
	_, err = b.EditItem(t.Context(), made.UID, wire.TodosList, 0, string(long[:2000]), "Call.", "scripted-1")
	require.ErrorIs(t, err, b.uncounted)
}

// Two tabs may ask for the same at once: one summary is kept, and both have it.
func TestARequestThatIsMadeTwiceAtATimeIsDoneOnce(t *testing.T) {
	b := open(t, 8000, 6)
	b.keep(t, 6, 30)
	wanted, at := condense.Wanted{Key: "k"}, b.at(t)
	var first store.Summary
	b.helper.then = func(context.Context) {
		b.helper.then = nil
		var err error
		first, err = b.Condense(t.Context(), at, wanted, b.who(), nobody)
		require.NoError(t, err)
	}
	second, err := b.Condense(t.Context(), at, wanted, b.who(), nobody)
	require.NoError(t, err)
	require.Equal(t, first.UID, second.UID)
	require.Equal(t, first.Summary, second.Summary)
	require.Len(t, b.kept(t), 1)
}

// Messages that another program counted are counted anew; if that fails nothing is
// condensed by a guess.
func TestWhatCannotBeCountedIsNotCondensed(t *testing.T) {
	lost := errors.New("no vocabulary")
	for name, encoding := range map[string]string{"messages": "another", "summaries": "words"} {
		for _, exchanges := range []int{6, 600} {
			b := open(t, 100, 2)
			at := b.at(t)
			for i := range 2 * exchanges {
				role := []chat.Role{chat.User, chat.Assistant}[i%2]
				m, err := b.store.Append(t.Context(), b.session, chat.Message{Role: role, Content: "Parcel 7 goes to Aarhus.", Tokens: 50, Encoding: encoding}, b.now)
				require.NoError(t, err)
				at.Head = m.UID
			}
			b.uncounted = lost
			_, err := b.Condense(t.Context(), at, condense.Wanted{}, b.who(), nobody)
			require.ErrorIs(t, err, lost, name)
			_, err = b.Forecast(t.Context(), at, b.who())
			require.ErrorIs(t, err, lost, name)
			b.After(b.answeredAt(t), b.who())
			b.Idle()
			require.ErrorIs(t, errors.Join(b.logs...), lost, name)
			require.Empty(t, b.kept(t), name)
		}
	}
	b := open(t, 8000, 2)
	for _, role := range []chat.Role{chat.User, chat.Assistant, chat.User, chat.Assistant} {
		_, err := b.store.Append(t.Context(), b.session, chat.Message{Role: role, Content: "Parcel 7 goes to Aarhus.", Tokens: 500, Encoding: "another"}, b.now)
		require.NoError(t, err)
	}
	made, err := b.Condense(t.Context(), b.at(t), condense.Wanted{}, b.who(), nobody)
	require.NoError(t, err)
	require.Equal(t, 2*(5+5), made.TokensBefore)
}

func TestASummaryIsDescribed(t *testing.T) {
	_, made := condensed(t)
	got := condense.Describe(made)
	require.Equal(t, wire.SummaryInfo{UID: made.UID, From: 0, To: 5, FirstMessage: made.First, LastMessage: made.Last, TokensBefore: made.TokensBefore,
		TokensAfter: made.TokensAfter, MadeBy: "scripted-1", CreatedAt: made.CreatedAt, Applies: made.Applies, Summary: made.Summary.Clean()}, got)
}

// What is offered depends on what the model holds, with what a full prompt would cost.
func TestPresetsAreThoseOfTheModel(t *testing.T) {
	s := chat.DefaultSettings()
	none := condense.Presets(&s)
	require.Empty(t, none.Model)
	require.NotEmpty(t, none.Presets)
	s.Model, s.Prices = new("gpt-4o-mini"), []chat.ModelPrice{{Model: "gpt-4o-mini", Price: chat.Price{Input: 3, Output: 9}}}
	window, known := memory.Window(&s)
	got := condense.Presets(&s)
	require.Equal(t, []any{"gpt-4o-mini", window, known, memory.PresetFor(window)}, []any{got.Model, got.Window, got.Known, got.Default})
	require.Len(t, got.Presets, len(memory.Presets(window)))
	for i, p := range memory.Presets(window) {
		require.Equal(t, []any{p.Name, p.Threshold, p.KeepLast}, []any{got.Presets[i].Name, got.Presets[i].Threshold, got.Presets[i].KeepLast})
		require.NotEmpty(t, got.Presets[i].About)
		require.InDelta(t, float64(p.Threshold)*3/1e6, got.Presets[i].Cost, 1e-12)
	}
}
