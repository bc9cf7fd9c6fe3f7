package turn_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/lookup"
	"burrow/internal/turn"
)

// lengthWords are what a model is asked for.
var lengthWords = map[chat.Length]string{
	chat.Shorter: "\n\n(Answer in far fewer words than usual: only what matters most.)",
	chat.Longer:  "\n\n(Answer at greater length than usual, with details and examples.)",
}

func TestAnotherLengthIsAskedForInOneTurn(t *testing.T) {
	for _, small := range []bool{false, true} {
		b := open(t)
		b.Engine = answeredBy(b, llm.Answerer{Model: b.model, Small: small, Settings: settings()})
		first := b.send(t, chat.UID{}, "What is a burrow?")
		require.Empty(t, first.Answer.Length)
		for length, words := range lengthWords {
			again, err := b.Again(t.Context(), first.Message.UID, turn.Wish{Length: length}, "", b.emit)
			require.NoError(t, err)
			require.Equal(t, first.Question, again.Question)
			require.Equal(t, length, again.Answer.Length)
			require.Equal(t, "You said: What is a burrow?"+words, again.Message.Content)
			require.Greater(t, again.Answer.Sent.Tokens, first.Answer.Sent.Tokens, "the words are counted")
		}
		require.Equal(t, "user complete: What is a burrow?", b.path(t, first.Session)[0])
		next := b.send(t, first.Session, "And a den?")
		require.Equal(t, "You said: And a den?", next.Message.Content)
		require.Empty(t, next.Answer.Length)
	}
}

func TestATurnThatGoesOnStillAsksForItsLength(t *testing.T) {
	b := open(t, say("A hole."), breakOff("", fault.New(fault.Unavailable, "Away.")))
	first := b.send(t, chat.UID{}, "What is a burrow?")
	failed, err := b.Again(t.Context(), first.Message.UID, turn.Wish{Length: chat.Shorter}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Failed, failed.Message.Status)
	resumed, err := b.Resume(t.Context(), turn.Target{Message: failed.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, failed.Message.UID, resumed.Message.UID)
	require.Equal(t, chat.Shorter, resumed.Answer.Length)
	require.Equal(t, "You said: What is a burrow?"+lengthWords[chat.Shorter], resumed.Message.Content)
}

func TestWhereNoModelAnswersNoLengthIsClaimed(t *testing.T) {
	b := open(t, say("A hole."))
	first := b.send(t, chat.UID{}, "What is a burrow?")
	b.Engine = answeredBy(b, llm.Answerer{Model: lookup.Model{Search: b.store.Search}, Rung: chat.NoRung, Small: true, Settings: settings()})
	again, err := b.Again(t.Context(), first.Message.UID, turn.Wish{Length: chat.Longer}, "", b.emit)
	require.NoError(t, err)
	require.Contains(t, again.Message.Content, "No model answered")
	require.Empty(t, again.Answer.Length)
}
