// What goes wrong with memory: summarisers and stops.

package turn_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

func TestNothingThatASummariserSaysDoesHarm(t *testing.T) {
	whole := func(r llm.Request) string { return goodSummary(r) }
	const local, either = "local", "either"
	cases := map[string]struct {
		condense call
		by       string
	}{
		"prose":         {say("The user sends parcels to many towns, and the assistant keeps the list."), local},
		"nulls":         {say(`{"user_profile":null,"key_facts":null,"decisions":null,"open_questions":null,"todos":null}`), local},
		"null items":    {say(`{"user_profile":[null],"key_facts":[{"text":null,"sources":null}],"decisions":[[]],"open_questions":[7],"todos":[{}]}`), local},
		"null":          {say(`null`), local},
		"empty object":  {say(`{}`), local},
		"empty lists":   {say(`{"user_profile":[],"key_facts":[],"decisions":[],"open_questions":[],"todos":[]}`), local},
		"empty texts":   {say(`{"user_profile":[],"key_facts":[{"text":"","sources":[1]},{"text":" \n ","sources":[2]}],"decisions":[],"open_questions":[],"todos":[]}`), local},
		"nothing":       {say(""), local},
		"a refusal":     {say("I'm sorry, but I can't help with condensing this conversation."), local},
		"refusal items": {say(`{"user_profile":[],"key_facts":[{"text":"I'm sorry, but I can't help with that.","sources":[1]}],"decisions":[],"open_questions":[],"todos":[]}`), local},
		"made up":       {say(`{"user_profile":[],"key_facts":[{"text":"Parcel 99123 weighs 55555 kilos.","sources":[1]}],"decisions":[],"open_questions":[],"todos":[]}`), local},
		"its own prompt": {func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			return say(r.Messages[0].Content+"\n"+r.Messages[1].Content)(ctx, r, o)
		}, local},
		"10 MB": {func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			part := strings.Repeat("parcel after parcel ", 64<<10/20)
			var all strings.Builder
			for all.Len() < 10<<20 {
				o.Delta(llm.Delta{Text: part})
				all.WriteString(part)
			}
			return llm.Reply{Content: all.String(), Finish: "stop"}, nil
		}, local},
		"an error":         {breakOff("", fault.New(fault.Upstream, "It is down.")), local},
		"an unknown error": {breakOff("{\"key_facts\"", errors.New("odd")), local},
		"cut by length": {func(_ context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			return llm.Reply{Content: whole(r)[:60], Finish: "length"}, nil
		}, either},
		"fenced": {func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			return say("Here is the summary:\n```json\n"+whole(r)+"\n```")(ctx, r, o)
		}, "scripted-1"},
	}
	for part := 1; part < 10; part++ {
		cases[fmt.Sprintf("half JSON %d of 10", part)] = struct {
			condense call
			by       string
		}{func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			text := whole(r)
			return say(text[:len(text)*part/10])(ctx, r, o)
		}, either}
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			b := openRememberer(t, ":memory:", 300)
			b.mind.condense = c.condense
			session, kept := crossing(t, b)
			b.ask(t, session, "How many parcels are there?")
			b.Keeper.Idle()
			_, tasks, _ := b.mind.asked()
			require.Positive(t, tasks, "the model was asked")
			require.LessOrEqual(t, tasks, 2, "it gets a second try and no third")

			b.requireSound(t, session)
			all := b.summaries(t, session)
			require.Equal(t, []store.Range{{From: 0, To: 31}}, ranges(all), "another way to condense was there")
			switch c.by {
			case local:
				require.Empty(t, all[0].MadeBy)
			case either:
			default:
				require.Equal(t, c.by, all[0].MadeBy)
			}
			require.Contains(t, memory.Render([]chat.Summary{all[0].Summary}), "arcel ", "it says something of the messages")
			require.Equal(t, []wire.CondenseState{wire.CondenseStarted, wire.CondenseDone},
				slices.DeleteFunc(b.states(), func(s wire.CondenseState) bool { return s == wire.CondenseRetried }))
			require.Equal(t, kept, b.messages(t, session)[:32], "the messages stay as they are")

			b.ask(t, session, "And what is the last one?")
			b.Keeper.Idle()
			require.Contains(t, b.mind.last()[0].Content, memory.Render([]chat.Summary{all[0].Summary}))
			require.Len(t, b.messages(t, session), 36)
			require.Len(t, b.summaries(t, session), 1)
		})
	}
}

func TestASummariserThatDoesNotEndIsCutOff(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	size := 0
	b.mind.condense = func(ctx context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		for ; ctx.Err() == nil && size < 10<<20; size += 1 << 10 {
			o.Delta(llm.Delta{Text: strings.Repeat("p", 1<<10)})
		}
		return llm.Reply{}, ctx.Err()
	}
	session, _ := crossing(t, b)
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	require.Less(t, size, 2<<20)
	all := b.summaries(t, session)
	require.Len(t, all, 1, "that is no stop of the user's")
	require.Empty(t, all[0].MadeBy)
}

func TestCondensingThatIsStoppedChangesNothingAndComesLater(t *testing.T) {
	begun := make(chan struct{}, 2)
	cases := map[string]struct {
		condense call
		stop     func(*rememberer, chat.UID)
		states   []wire.CondenseState
	}{
		"while it hangs": {
			condense: hang(begun),
			stop:     func(b *rememberer, session chat.UID) { b.Keeper.StopCondensing(session) },
			states:   []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped},
		},
		"after half of it came": {
			condense: func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
				o.Delta(llm.Delta{Text: goodSummary(r)[:100]})
				begun <- struct{}{}
				<-ctx.Done()
				return llm.Reply{Content: goodSummary(r)[:100]}, ctx.Err()
			},
			stop:   func(b *rememberer, session chat.UID) { b.Keeper.StopCondensing(session) },
			states: []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped},
		},
		"when the answer is whole": {
			// A model that does not notice, and whose answer comes too late.
			condense: func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
				begun <- struct{}{}
				<-ctx.Done()
				return condenseWell(ctx, r, o)
			},
			stop:   func(b *rememberer, session chat.UID) { b.Keeper.StopCondensing(session) },
			states: []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped},
		},
		"handed over": {
			condense: hang(begun),
			stop:     func(b *rememberer, _ chat.UID) { b.HandOver() },
			states:   []wire.CondenseState{wire.CondenseStarted, wire.CondenseStopped},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			b := openRememberer(t, ":memory:", 300)
			b.mind.condense = c.condense
			session, kept := crossing(t, b)
			b.ask(t, session, "How many parcels are there?")
			<-begun
			require.True(t, b.Keeper.Condensing(session))
			c.stop(b, session)
			b.Keeper.Idle()
			require.False(t, b.Keeper.Condensing(session))
			require.Empty(t, b.summaries(t, session))
			require.NotContains(t, b.nodes(t, session), "condense")
			require.Equal(t, c.states, b.states())
			require.Equal(t, kept, b.messages(t, session)[:32])

			next := b
			if name == "handed over" {
				_, err := b.Send(t.Context(), turn.Question{Session: session, Text: "Anybody?"}, func(wire.CoreEvent) {})
				require.ErrorIs(t, err, turn.ErrHandedOver)
				next = remembererOn(t, b.store, 300)
			}
			next.mind.set(func(m *mind) { m.condense = condenseWell })
			next.ask(t, session, "And now?")
			next.Keeper.Idle()
			require.Equal(t, []store.Range{{From: 0, To: 33}}, ranges(next.summaries(t, session)), "a later turn condenses")
			next.requireSound(t, session)
			require.Equal(t, kept, next.messages(t, session)[:32])
		})
	}
}

func TestCondensingThatIsStoppedBetweenTwoTriesChangesNothing(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, kept := crossing(t, b)
	tries := 0
	b.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		if tries++; tries == 1 {
			return say("Parcels, parcels.")(ctx, r, o)
		}
		b.Keeper.StopCondensing(session)
		return condenseWell(ctx, r, o)
	}
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	require.Equal(t, 2, tries)
	require.Equal(t, []wire.CondenseState{wire.CondenseStarted, wire.CondenseRetried, wire.CondenseStopped}, b.states())
	require.Empty(t, b.summaries(t, session))
	require.Equal(t, kept, b.messages(t, session)[:32])
}

func TestCondensingByHandEndsWithItsContext(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, kept := crossing(t, b)
	begun := make(chan struct{}, 1)
	b.mind.condense = hang(begun)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := b.Keeper.Condense(ctx, b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
		ended <- err
	}()
	<-begun
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Empty(t, b.summaries(t, session))
	require.Equal(t, kept, b.messages(t, session))
	b.mind.set(func(m *mind) { m.condense = condenseWell })
	_, err := b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
	require.NoError(t, err)
	require.Len(t, b.summaries(t, session), 1)
}

func TestAModelThatMakesNoSummariesIsAskedOnlyNowAndThen(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	b.mind.condense = say("Parcels, parcels.")
	session := b.session(t)
	next := 0
	condense := func(times int) (asked int) {
		_, before, _ := b.mind.asked()
		for range times {
			b.keep(t, session, chat.User, parcels(next, 6)...)
			next += 6
			_, err := b.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
			require.NoError(t, err)
		}
		_, after, _ := b.mind.asked()
		return after - before
	}
	require.Equal(t, 6, condense(3), "twice each")
	require.LessOrEqual(t, condense(15), 2)
	b.requireSound(t, session)
	b.mind.set(func(m *mind) { m.condense = condenseWell })
	require.Positive(t, condense(30), "it is not given up for ever")
	require.Equal(t, 3, condense(3), "and trusted again as soon as it makes one")
	all := b.summaries(t, session)
	require.Equal(t, "scripted-1", all[len(all)-1].MadeBy)
}
