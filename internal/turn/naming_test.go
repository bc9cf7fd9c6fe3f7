// The names of conversations.

package turn_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
)

func TestAConversationIsNamedAfterItsFirstExchange(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	b.mind.title = say("\"Parcels for Aarhus.\"")
	session := b.ask(t, chat.UID{}, "Which of the parcels in the yard goes to Aarhus?").Session
	b.Keeper.Idle()
	got := b.at(t, session)
	require.Equal(t, "Parcels for Aarhus", got.Name)
	require.Equal(t, chat.NamedByModel, got.NamedBy)
	b.mind.set(func(m *mind) { m.title = say("Another name") })
	b.ask(t, session, "And to Bergen?")
	b.Keeper.Idle()
	require.Equal(t, "Parcels for Aarhus", b.at(t, session).Name)
	_, _, titles := b.mind.asked()
	require.Equal(t, 1, titles)
}

func TestANameThatTheUserGaveMeanwhileStays(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	begun, release := make(chan struct{}), make(chan struct{})
	b.mind.title = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		close(begun)
		<-release
		return say("Parcels for Aarhus")(ctx, r, o)
	}
	session := b.ask(t, chat.UID{}, "Which of the parcels in the yard goes to Aarhus?").Session
	<-begun
	_, err := b.store.Rename(t.Context(), session, "Mine", chat.NamedByUser, b.now().UnixMilli())
	require.NoError(t, err)
	b.ask(t, session, "Nobody waits for a name?")
	close(release)
	b.Keeper.Idle()
	got := b.at(t, session)
	require.Equal(t, "Mine", got.Name)
	require.Equal(t, chat.NamedByUser, got.NamedBy)
}

func TestANameThatIsNoneLeavesTheBeginningOfTheQuestion(t *testing.T) {
	const question = "Which of the parcels in the yard goes to Aarhus?"
	system, user := memory.TitleRequest(question, "Noted.")
	for name, c := range map[string]call{
		"a refusal":  say("I'm sorry, I cannot name this conversation."),
		"an echo":    say(system + "\n" + user),
		"JSON":       say(`{"title":"Parcels"}`),
		"nothing":    say(""),
		"marks":      say("— … !!! —"),
		"prose":      say(strings.Repeat("This conversation is about the parcels that stand in the yard. ", 40)),
		"an error":   breakOff("", fault.New(fault.Upstream, "It is down.")),
		"broken off": breakOff("Parcels for", errors.New("odd")),
		"thoughts":   say("<think>The user wants a name for this."),
		"10 MB": func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			text := strings.Repeat("name ", 2<<20)
			o.Delta(llm.Delta{Text: text})
			return llm.Reply{Content: text, Finish: "stop"}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := openRememberer(t, ":memory:", 300)
			b.mind.title = c
			session := b.ask(t, chat.UID{}, question).Session
			b.Keeper.Idle()
			_, _, titles := b.mind.asked()
			require.Equal(t, 1, titles)
			got := b.at(t, session)
			require.Equal(t, question, got.Name)
			require.Equal(t, chat.NamedByText, got.NamedBy)
			b.ask(t, session, "And then?")
		})
	}
}

func TestAGreetingIsNamedByItsAnswerWithoutAModel(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	b.settings.Condense = new(chat.CondenseLocal)
	b.mind.answer = say("The yard opens at seven. What do you bring?")
	b.mind.title = say("Never asked for")
	session := b.ask(t, chat.UID{}, "Hello!").Session
	b.Keeper.Idle()
	_, _, titles := b.mind.asked()
	require.Zero(t, titles, "local means without a model")
	got := b.at(t, session)
	require.Equal(t, "The yard opens at seven", got.Name)
	require.Equal(t, chat.NamedByText, got.NamedBy)
}
