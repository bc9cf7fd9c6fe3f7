package turn_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

var (
	errProbed   = fault.New(fault.Upstream, "Only looking.")
	errTakeBack = errors.New("take it back")
)

// prompt is what would be sent with a question after the head. The turn is taken
// back, question and all.
func (b *rememberer) prompt(t *testing.T, session chat.UID, question string) (sent []llm.Message) {
	t.Helper()
	var answer call
	b.mind.set(func(m *mind) {
		answer = m.answer
		m.answer = func(_ context.Context, r llm.Request, _ llm.Observer) (llm.Reply, error) {
			sent = r.Messages
			return llm.Reply{}, errProbed
		}
	})
	err := b.store.Together(t.Context(), func(ctx context.Context) error {
		_, err := b.Send(ctx, turn.Question{Session: session, Text: question}, func(wire.CoreEvent) {})
		require.NoError(t, err)
		return errTakeBack
	})
	require.ErrorIs(t, err, errTakeBack)
	b.mind.set(func(m *mind) { m.answer = answer })
	require.NotEmpty(t, sent)
	return sent
}

func TestUndoRestoresTheExactContext(t *testing.T) {
	for name, threshold := range map[string]int{"all of it fits": 10_000, "the rest is recalled": 300} {
		t.Run(name, func(t *testing.T) {
			b := openRememberer(t, ":memory:", threshold)
			b.with(func(o *turn.Options) { o.Background = false })
			session, _ := crossing(t, b)
			last := b.ask(t, session, "What does parcel 103 weigh, and where does parcel 112 go?")
			again := func() []llm.Message {
				_, err := b.Again(t.Context(), last.Question, turn.Wish{}, "", func(wire.CoreEvent) {})
				require.NoError(t, err)
				return b.mind.last()
			}
			assembled := func() turn.Assembly {
				out, err := b.Assemble(t.Context(), b.at(t, session), "What about parcel 104?", b.who(), 0)
				require.NoError(t, err)
				return out
			}
			before, parts := again(), assembled()
			made, err := b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{KeepLast: new(2)}, b.who(), func(wire.CoreEvent) {})
			require.NoError(t, err)
			require.Equal(t, 31, made.To)
			condensed, fewer := again(), assembled()
			require.NotEqual(t, before, condensed)
			require.Contains(t, condensed[0].Content, "condensed:")
			require.NotEqual(t, parts, fewer)

			_, err = b.store.UndoSummary(t.Context(), made.UID, true, b.now().UnixMilli())
			require.NoError(t, err)
			require.Equal(t, before, again(), "byte for byte")
			require.Equal(t, parts.Tokens, assembled().Tokens)
			_, err = b.store.UndoSummary(t.Context(), made.UID, false, b.now().UnixMilli())
			require.NoError(t, err)
			require.Equal(t, condensed, again())
		})
	}
}

func TestAnEditInsideACondensedPartOpensTheOriginalsAgain(t *testing.T) {
	b := openRememberer(t, ":memory:", 10_000)
	session, kept := crossing(t, b)
	edit := func(beside chat.UID, text string) []llm.Message {
		_, err := b.Send(t.Context(), turn.Question{Session: session, Text: text, Beside: beside}, func(wire.CoreEvent) {})
		require.NoError(t, err)
		return b.mind.last()
	}
	whole := edit(kept[20].UID, "Parcel 110 does not go anywhere.")
	require.Len(t, whole, 1+20+1)
	_, err := b.store.SetHead(t.Context(), kept[31].UID, b.now().UnixMilli())
	require.NoError(t, err)
	_, err = b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	require.Len(t, b.prompt(t, session, "Well?"), 2+2, "all of it is condensed, and the last exchange goes along as it was")

	require.Equal(t, whole, edit(kept[20].UID, "Parcel 110 does not go anywhere."), "as if nothing had been condensed")
	require.False(t, b.summaries(t, session)[0].Applies)
	_, err = b.store.SetHead(t.Context(), kept[31].UID, b.now().UnixMilli())
	require.NoError(t, err)
	require.True(t, b.summaries(t, session)[0].Applies, "the other branch has its summary still")
	require.Len(t, b.prompt(t, session, "Well?"), 2+2)
}

// Whoever was killed before an answer, has forked or imported such a conversation
// has a question at its end, for which a summary can stand.
func TestAQuestionForWhichASummaryStandsCanBeAnswered(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session := b.session(t)
	kept := b.keep(t, session, chat.User, parcels(0, manyParcels)[:31]...)
	made, err := b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	for name, ask := range map[string]func() (wire.Turn, error){
		"resumed": func() (wire.Turn, error) {
			return b.Resume(t.Context(), turn.Target{Session: session}, turn.Wish{}, func(wire.CoreEvent) {})
		},
		"again": func() (wire.Turn, error) {
			return b.Again(t.Context(), kept[30].UID, turn.Wish{}, "", func(wire.CoreEvent) {})
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.NotPanics(t, func() {
				out, err := ask()
				require.NoError(t, err, "the summary ends at %d", made.To)
				require.Equal(t, chat.Complete, out.Message.Status)
				prompt := b.mind.last()
				require.Contains(t, prompt[len(prompt)-1].Content, kept[30].Content, "the question is what is asked")
			})
		})
	}
}

func TestWhatTheUserOpenedAgainIsCondensedByTheUserOnly(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, _ := crossing(t, b)
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	first := b.summaries(t, session)[0]
	_, err := b.store.UndoSummary(t.Context(), first.UID, true, b.now().UnixMilli())
	require.NoError(t, err)
	for i := range 15 {
		b.ask(t, session, parcels(20+i, 1)[0])
		b.Keeper.Idle()
	}
	for _, s := range b.summaries(t, session)[1:] {
		require.Greater(t, s.From, 31, "the program leaves it open")
	}
	require.Greater(t, len(b.summaries(t, session)), 1, "and condenses what follows")
	made, err := b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	require.Equal(t, 0, made.From, "the user may")
}

func TestAPreviewKeepsNothingUntilItIsKept(t *testing.T) {
	b := openRememberer(t, ":memory:", 10_000)
	session, kept := crossing(t, b)
	preview := func() wire.Condensed {
		shown, err := b.Keeper.Preview(t.Context(), b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
		require.NoError(t, err)
		return shown
	}
	before := b.prompt(t, session, probe)
	shown := preview()
	require.Equal(t, []int{0, 31, 32}, []int{shown.From, shown.To, shown.Messages})
	require.Empty(t, b.summaries(t, session))
	require.Equal(t, before, b.prompt(t, session, probe))

	// On another branch what was shown is another part.
	_, err := b.store.Rewind(t.Context(), kept[15].UID, b.now().UnixMilli())
	require.NoError(t, err)
	_, err = b.Keeper.KeepPreview(t.Context(), b.at(t, session), shown, b.who(), "")
	require.ErrorIs(t, err, fault.Conflict)
	_, err = b.store.SetHead(t.Context(), kept[31].UID, b.now().UnixMilli())
	require.NoError(t, err)
	_, err = b.Keeper.KeepPreview(t.Context(), b.at(t, session), wire.Condensed{From: 0, To: 31}, b.who(), "")
	require.ErrorIs(t, err, fault.Invalid, "an empty one")
	require.Empty(t, b.summaries(t, session))

	shown.Summary.Facts[0].Text = "In my own words."
	made, err := b.Keeper.KeepPreview(t.Context(), b.at(t, session), shown, b.who(), "")
	require.NoError(t, err)
	require.Equal(t, "In my own words.", made.Summary.Facts[0].Text)
	_, err = b.Keeper.KeepPreview(t.Context(), b.at(t, session), shown, b.who(), "")
	require.ErrorIs(t, err, fault.Conflict, "it is kept already")
	require.Len(t, b.summaries(t, session), 1)
}

// A tab that takes the lead sends again what has no answer.
func TestCondensingThatIsSentAgainIsAnsweredAsBefore(t *testing.T) {
	b := openRememberer(t, ":memory:", 10_000)
	for name, send := range map[string]func(session chat.UID) (store.Summary, error){
		"condensed": func(session chat.UID) (store.Summary, error) {
			return b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{Key: "a"}, b.who(), func(wire.CoreEvent) {})
		},
		"a preview": func(session chat.UID) (store.Summary, error) {
			shown := wire.Condensed{From: 0, To: 31, Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "Parcels."}}}}
			return b.Keeper.KeepPreview(t.Context(), b.at(t, session), shown, b.who(), "b")
		},
	} {
		t.Run(name, func(t *testing.T) {
			session, _ := crossing(t, b)
			made, err := send(session)
			require.NoError(t, err)
			_, asked, _ := b.mind.asked()
			again, err := send(session)
			require.NoError(t, err)
			require.Equal(t, made.UID, again.UID)
			require.Len(t, b.summaries(t, session), 1)
			_, now, _ := b.mind.asked()
			require.Equal(t, asked, now, "and nobody pays twice")
		})
	}
}

func TestAnItemIsChangedWhereItWasSeen(t *testing.T) {
	b := openRememberer(t, ":memory:", 10_000)
	session, _ := crossing(t, b)
	made, err := b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	facts := made.Summary.Facts
	require.Greater(t, len(facts), 1)
	edit := func(list wire.SummaryList, item int, was, text string) (store.Summary, error) {
		return b.Keeper.EditItem(t.Context(), made.UID, list, item, was, text, "scripted-1")
	}
	for _, wrong := range []struct {
		list      wire.SummaryList
		item      int
		was, text string
		code      fault.Code
	}{
		{wire.FactsList, 0, "something else", "x", fault.Conflict},
		{wire.FactsList, -1, facts[0].Text, "x", fault.Conflict},
		{wire.FactsList, len(facts) + 1, "", "x", fault.Conflict},
		{wire.FactsList, len(facts), "", "", fault.Conflict},
		{wire.FactsList, 0, facts[0].Text, string(make([]byte, 3000)), fault.TooLarge},
		{"other", 0, "", "x", fault.Invalid},
	} {
		_, err := edit(wrong.list, wrong.item, wrong.was, wrong.text)
		require.ErrorIs(t, err, wrong.code, "%+v", wrong)
	}
	got, err := b.store.Summary(t.Context(), made.UID)
	require.NoError(t, err)
	require.Equal(t, made, got)

	_, err = edit(wire.FactsList, 0, facts[0].Text, "")
	require.NoError(t, err)
	got, err = edit(wire.TodosList, 0, "", "Call Aarhus.")
	require.NoError(t, err)
	require.Equal(t, facts[1:], got.Summary.Facts)
	require.Equal(t, []chat.SummaryItem{{Text: "Call Aarhus.", Sources: []chat.UID{}, Edited: true}}, got.Summary.Todos)
	require.Contains(t, b.prompt(t, session, probe)[0].Content, "To do:\n- Call Aarhus.\n")
	for _, item := range facts[1:] {
		_, err = edit(wire.FactsList, 0, item.Text, "")
		require.NoError(t, err)
	}
	_, err = edit(wire.TodosList, 0, "Call Aarhus.", "")
	require.ErrorIs(t, err, fault.Invalid, "the last item stays: an empty summary stands for nothing")
}

func TestPinnedMessagesGoAlongBesideTheirSummary(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, kept := crossing(t, b)
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	require.Len(t, b.summaries(t, session), 1)
	_, err := b.store.PinMessage(t.Context(), kept[5].UID, true, b.now().UnixMilli())
	require.NoError(t, err)
	require.Contains(t, b.prompt(t, session, "Hm?"), llm.Message{Role: kept[5].Role, Content: kept[5].Content})
	_, err = b.store.PinMessage(t.Context(), kept[5].UID, false, b.now().UnixMilli())
	require.NoError(t, err)
	require.NotContains(t, b.prompt(t, session, "Hm?"), llm.Message{Role: kept[5].Role, Content: kept[5].Content})
}

// world is what a random walk knows of a session by itself.
type world struct {
	*rememberer
	t         *testing.T
	r         *rand.Rand
	session   chat.UID
	messages  map[chat.UID]chat.Message
	order     []chat.UID
	summaries map[chat.UID]store.Summary
	count     int
	// byHand says that the user condenses: then what was opened again may be, too.
	byHand bool
	log    []string
}

// TestAnySequenceKeepsTheMemorySound does random things to a conversation, and
// compares what the store says of every path with a tree in memory.
func TestAnySequenceKeepsTheMemorySound(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { walkAtRandom(t, seed, (*world).checkPath) })
	}
}

// What is shown as condensed is what is condensed.
func TestAnySequenceShowsWhatIsSent(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { walkAtRandom(t, seed, (*world).checkShown) })
	}
}

func walkAtRandom(t *testing.T, seed uint64, checkPath func(w *world, leaf chat.UID)) {
	w := &world{t: t, r: rand.New(rand.NewPCG(seed, 11)), messages: map[chat.UID]chat.Message{}, summaries: map[chat.UID]store.Summary{}}
	w.rememberer = openRememberer(t, ":memory:", []int{160, 400, 300, 10_000}[seed%4])
	background := seed%4 < 2
	w.with(func(o *turn.Options) { o.Background = background })
	w.session = w.rememberer.session(t)
	defer func() {
		if t.Failed() {
			t.Logf("seed %d: %q", seed, w.log)
		}
	}()
	for range 4 {
		w.ask(chat.UID{})
		w.Keeper.Idle()
	}
	for range 50 {
		w.step()
		w.Keeper.Idle()
		w.check()
		checkPath(w, w.head())
		checkPath(w, w.order[w.r.IntN(len(w.order))])
	}
	require.NotEmpty(t, w.summaries)
}

func (w *world) step() {
	path := w.path(w.head())
	any := path[w.r.IntN(len(path))]
	switch w.r.IntN(12) {
	case 0, 1, 2, 3:
		w.ask(chat.UID{})
	case 4:
		if any.Role == chat.User {
			w.ask(any.UID)
		}
	case 5:
		w.log = append(w.log, fmt.Sprint("again ", any.Depth))
		out, err := w.Again(w.t.Context(), any.UID, turn.Wish{}, "", func(wire.CoreEvent) {})
		require.NoError(w.t, err)
		w.learn(out.Message.UID)
	case 6, 7:
		w.condense()
	case 8:
		w.undoOrRedo()
	case 9:
		pinned := !any.Pinned
		w.log = append(w.log, fmt.Sprint("pin ", any.Depth, " ", pinned))
		_, err := w.store.PinMessage(w.t.Context(), any.UID, pinned, w.now().UnixMilli())
		require.NoError(w.t, err)
		any.Pinned = pinned
		w.messages[any.UID] = any
	case 10:
		w.editItem()
	case 11:
		to := w.order[w.r.IntN(len(w.order))]
		w.log = append(w.log, fmt.Sprint("go to ", w.messages[to].Depth))
		_, err := w.store.SetHead(w.t.Context(), to, w.now().UnixMilli())
		require.NoError(w.t, err)
	}
}

func (w *world) ask(beside chat.UID) {
	w.count++
	w.log = append(w.log, fmt.Sprint("ask, beside ", !beside.IsZero()))
	texts := parcels(w.count, 1)
	w.mind.set(func(m *mind) { m.answer = say(texts[1]) })
	out, err := w.Send(w.t.Context(), turn.Question{Session: w.session, Text: texts[0], Beside: beside}, func(wire.CoreEvent) {})
	require.NoError(w.t, err)
	w.learn(out.Question)
	w.learn(out.Message.UID)
}

const probe = "What does parcel 103 weigh, and where does parcel 105 go?"

func (w *world) condense() {
	before := w.prompt(w.t, w.session, probe)
	keep := w.r.IntN(5)
	w.log = append(w.log, fmt.Sprint("condense, keep ", keep))
	made, err := w.Keeper.Condense(w.t.Context(), w.at(w.t, w.session), condense.Wanted{KeepLast: &keep}, w.who(), func(wire.CoreEvent) {})
	if err != nil {
		require.ErrorIs(w.t, err, fault.Invalid, "nothing to condense is the one reason")
		require.Equal(w.t, before, w.prompt(w.t, w.session, probe))
		return
	}
	after := w.prompt(w.t, w.session, probe)
	require.NotEqual(w.t, before, after)
	w.byHand = true
	for _, undone := range []bool{true, false, true, false} {
		_, err := w.store.UndoSummary(w.t.Context(), made.UID, undone, w.now().UnixMilli())
		require.NoError(w.t, err)
		want := after
		if undone {
			want = before
		}
		require.Equal(w.t, want, w.prompt(w.t, w.session, probe))
	}
}

// any returns a summary, if there is one.
func (w *world) any() (store.Summary, bool) {
	if len(w.summaries) == 0 {
		return store.Summary{}, false
	}
	all := w.rememberer.summaries(w.t, w.session)
	return all[w.r.IntN(len(all))], true
}

func (w *world) undoOrRedo() {
	s, ok := w.any()
	if !ok {
		return
	}
	undo := s.UndoneAt == 0
	w.log = append(w.log, fmt.Sprintf("undo %v %d–%d/%d", undo, s.From, s.To, s.Level))
	// Something else stands there, on the path to its own end or on the one shown.
	taken := func(leaf chat.UID) bool {
		return slices.ContainsFunc(w.standing(leaf), func(o store.Summary) bool {
			return o.To >= s.From && o.From <= s.To && (o.From < s.From || o.Level >= s.Level)
		})
	}
	_, err := w.store.UndoSummary(w.t.Context(), s.UID, undo, w.now().UnixMilli())
	switch {
	case undo:
		require.NoError(w.t, err)
		s.UndoneAt = 1
	case taken(s.Last):
		require.ErrorIs(w.t, err, fault.Conflict)
	case err != nil:
		require.ErrorIs(w.t, err, fault.Conflict)
		require.True(w.t, taken(w.head()))
	default:
		s.UndoneAt = 0
	}
	w.summaries[s.UID] = s
}

func (w *world) editItem() {
	s, ok := w.any()
	if !ok || len(s.Summary.Facts) == 0 {
		return
	}
	w.count++
	text := fmt.Sprintf("Remember parcel %d above all.", w.count)
	w.log = append(w.log, fmt.Sprintf("edit %d–%d/%d", s.From, s.To, s.Level))
	_, err := w.Keeper.EditItem(w.t.Context(), s.UID, wire.FactsList, 0, s.Summary.Facts[0].Text, text, "scripted-1")
	require.NoError(w.t, err)
	now, err := w.store.Summary(w.t.Context(), s.UID)
	require.NoError(w.t, err)
	require.Equal(w.t, chat.SummaryItem{Text: text, Sources: s.Summary.Facts[0].Sources, Edited: true}, now.Summary.Facts[0])
	require.Equal(w.t, s.Summary.Facts[1:], now.Summary.Facts[1:])
}

func (w *world) learn(uid chat.UID) {
	require.NotContains(w.t, w.messages, uid)
	m, err := w.store.Message(w.t.Context(), uid)
	require.NoError(w.t, err)
	w.messages[uid] = m
	w.order = append(w.order, uid)
}

func (w *world) head() chat.UID { return w.at(w.t, w.session).Head }

// path is the way from the beginning to a message, by the tree in memory.
func (w *world) path(leaf chat.UID) (out []chat.Message) {
	for m, ok := w.messages[leaf]; ok; m, ok = w.messages[m.Parent] {
		out = append(out, m)
	}
	slices.Reverse(out)
	return out
}

// standing are the summaries that should apply on a path: from its end on, those
// of the highest level that do not overlap.
func (w *world) standing(leaf chat.UID) (out []store.Summary) {
	path := w.path(leaf)
	var all []store.Summary
	for _, s := range w.summaries {
		if s.UndoneAt == 0 && s.To < len(path) && path[s.To].UID == s.Last {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b store.Summary) int {
		if a.To != b.To {
			return b.To - a.To
		}
		return b.Level - a.Level
	})
	end := len(path)
	for _, s := range all {
		if s.To < end {
			out = append(out, s)
			end = s.From
		}
	}
	slices.Reverse(out)
	return out
}

// check compares the store with what is known.
func (w *world) check() {
	t := w.t
	require.Equal(t, len(w.messages), w.at(t, w.session).MessageCount, "nothing is removed")
	for uid, want := range w.messages {
		got, err := w.store.Message(t.Context(), uid)
		require.NoError(t, err)
		require.Equal(t, []any{want.Parent, want.Depth, want.Role, want.Content, want.Status, want.Tokens, want.Pinned},
			[]any{got.Parent, got.Depth, got.Role, got.Content, got.Status, got.Tokens, got.Pinned})
	}
	w.learnSummaries()
}

// learnSummaries takes note of new summaries and checks that the old ones stay.
func (w *world) learnSummaries() {
	t, found, before := w.t, 0, len(w.summaries)
	for _, s := range w.rememberer.summaries(t, w.session) {
		old, known := w.summaries[s.UID]
		if known {
			found++
			require.Equal(t, []any{old.From, old.To, old.Level, old.First, old.Last, old.UndoneAt == 0}, []any{s.From, s.To, s.Level, s.First, s.Last, s.UndoneAt == 0})
		}
		require.Positive(t, s.Summary.Len())
		path := w.path(s.Last)
		for _, undone := range w.summaries {
			if known || w.byHand || undone.UndoneAt == 0 || undone.To >= len(path) || path[undone.To].UID != undone.Last || (undone.Level > 0) != (s.Level > 0) {
				continue
			}
			require.True(t, undone.To < s.From || undone.From > s.To, "%d–%d was opened by the user, and %d–%d condensed again", undone.From, undone.To, s.From, s.To)
		}
		require.Len(t, path, s.To+1)
		require.Equal(t, path[s.From].UID, s.First)
		w.summaries[s.UID] = s
	}
	require.Equal(t, before, found, "no summary is removed")
	w.byHand = false
}

func (w *world) checkPath(leaf chat.UID) {
	t, path, standing := w.t, w.path(leaf), w.standing(leaf)
	got, err := w.store.Recollect(t.Context(), leaf, 1000)
	require.NoError(t, err)
	require.Equal(t, ranges(standing), ranges(got.Summaries))
	require.Equal(t, len(path), got.Total)
	require.Zero(t, got.Left)
	times := make([]int, len(path))
	for i, s := range got.Summaries {
		require.Equal(t, standing[i].UID, s.UID)
		require.Equal(t, path[s.To].UID, s.Last)
		for depth := s.From; depth <= s.To; depth++ {
			times[depth]++
		}
	}
	var open []chat.UID
	for _, m := range path {
		require.LessOrEqual(t, times[m.Depth], 1, "summaries that apply do not overlap")
		if times[m.Depth] == 0 || m.Pinned {
			open = append(open, m.UID)
		}
	}
	var said []chat.UID
	for _, m := range got.Open {
		said = append(said, m.UID)
		require.Equal(t, w.messages[m.UID].Content, m.Content)
	}
	require.Equal(t, open, said, "a message is open, or stood for once, or pinned and both")
}

func (w *world) checkShown(leaf chat.UID) {
	shown, err := w.store.Path(w.t.Context(), w.session, leaf, 0, 1000)
	require.NoError(w.t, err)
	for _, m := range shown.Messages {
		stood := slices.ContainsFunc(w.standing(leaf), func(s store.Summary) bool { return m.Depth >= s.From && m.Depth <= s.To })
		require.Equal(w.t, stood, m.Summarized, "message %d of %d", m.Depth, len(shown.Messages))
	}
}
