package turn_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/lookup"
	"burrow/internal/prompt"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// answeredBy is a bench whose questions are answered by this one.
func answeredBy(b *bench, who llm.Answerer) *turn.Engine {
	o := engineOver(b, b.store).Options
	o.Background = true
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) { return who, nil }
	return turn.New(o)
}

func smallSettings() chat.Settings {
	s := settings()
	s.Understanding = new(chat.UnderstandingModel)
	return s
}

// TestASmallModelReadsLittleAnew: of each prompt only the end is new to a model that
// remembers the one before, however long the conversation is; and it is asked for
// nothing but answers.
func TestASmallModelReadsLittleAnew(t *testing.T) {
	b := open(t)
	b.Engine = answeredBy(b, llm.Answerer{Model: b.model, Rung: chat.BrowserRung, Small: true, Settings: smallSettings()})
	var session chat.UID
	var before []llm.Message
	restarts, most := 0, 0
	for i := range 40 {
		b.model.script = append(b.model.script, say(fmt.Sprintf("Answer %d has some words, as a small model's do when it is asked something.", i)))
		out := b.send(t, session, fmt.Sprintf("And what about number %d of the long list that we have?", i))
		b.Keeper.Idle()
		session = out.Session
		require.Equal(t, chat.Complete, out.Message.Status)
		sent := b.model.requests[len(b.model.requests)-1].Messages
		require.Equal(t, prompt.SmallInstructions, sent[0].Content)
		require.LessOrEqual(t, b.model.requests[len(b.model.requests)-1].MaxOutput, 256)
		same := 0
		for same < len(before) && same < len(sent) && before[same].Content == sent[same].Content {
			same++
		}
		fresh := 0
		// What the model wrote itself it need not read.
		for _, m := range sent[same:] {
			if m.Role == chat.User || same < len(before) {
				fresh += len(strings.Fields(m.Content)) + 5
			}
		}
		most = max(most, fresh)
		if same < len(before) {
			restarts++
		}
		before = sent
	}
	require.Len(t, b.model.requests, 40, "no names, no summaries, no reading of questions")
	require.Less(t, most, 90)
	require.Less(t, restarts, 5)
}

func TestWithoutAModelTheConversationsAnswer(t *testing.T) {
	b := open(t, say("Her cat is called Ada."), say("Nice weather."))
	first := b.send(t, chat.UID{}, "What is the name of Grace's cat?")
	b.send(t, chat.UID{}, "How is the weather in Porto?")
	b.Engine = answeredBy(b, llm.Answerer{Model: lookup.Model{Search: b.store.Search}, Provider: "No model", Rung: chat.NoRung, Small: true, Fell: "No model is set up.", Settings: settings()})
	out := b.send(t, chat.UID{}, "What was the cat called again?")
	b.Keeper.Idle()
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Contains(t, out.Message.Content, "No model answered")
	require.Contains(t, out.Message.Content, "“Her cat is called Ada.” [1]")
	require.Equal(t, chat.NoRung, out.Answer.Rung)
	require.Equal(t, "No model is set up.", out.Answer.Fell)
	require.Equal(t, first.Message.UID, out.Answer.Sources[0].Message)
	require.Equal(t, first.Session, out.Answer.Sources[0].Session)
	for _, s := range out.Answer.Sources {
		require.NotEqual(t, out.Question, s.Message, "a question is no source of its answer")
	}
	require.Len(t, b.model.requests, 2)

	out = b.send(t, chat.UID{}, "Zebras?")
	require.Contains(t, out.Message.Content, "found nothing")
	require.Empty(t, out.Answer.Sources)
	out = b.send(t, chat.UID{}, "And then?")
	require.Contains(t, out.Message.Content, "No model answered")
}

func TestTheNextRungAnswersAndSaysWhy(t *testing.T) {
	b := open(t)
	small := &model{}
	next := llm.Answerer{Model: small, Provider: "This browser", Rung: chat.BrowserRung, Small: true, Fell: "The small model answers instead.", Settings: settings()}
	n := &network{down: true}
	b.Engine = answeredBy(b, llm.Answerer{Model: n, Provider: "Far", Rung: chat.RemoteRung, Otherwise: &next, Settings: settings()})
	out := b.send(t, chat.UID{}, "Are you there?")
	require.Equal(t, "You said: Are you there?", out.Message.Content)
	require.Equal(t, chat.BrowserRung, out.Answer.Rung)
	require.Equal(t, "The model's server cannot be reached. The small model answers instead.", out.Answer.Fell)
	require.Equal(t, "This browser", out.Answer.Provider)
	var fell []wire.FellEvent
	for _, e := range b.events {
		if e, ok := e.(wire.FellEvent); ok {
			fell = append(fell, e)
		}
	}
	require.Equal(t, []wire.FellEvent{{Message: out.Answer.Fell, Rung: chat.BrowserRung, Model: "scripted-1"}}, fell)
	require.Equal(t, prompt.SmallInstructions, small.requests[0].Messages[0].Content)

	// One that refuses, or breaks off, is nobody's to stand in for.
	b = open(t, breakOff("Half", unreachable))
	b.Engine = answeredBy(b, llm.Answerer{Model: b.model, Otherwise: &next, Settings: settings()})
	out = b.send(t, chat.UID{}, "Are you there?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, "Half", out.Message.Content)
}
