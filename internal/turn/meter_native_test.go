//go:build !js && !wasip1

package turn_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/tokens"
	"burrow/internal/turn"
)

// providerCount is what OpenAI counts for a prompt: three tokens beside role and content of
// each message, and three that begin the answer.
func providerCount(encoding *tokens.Encoding, messages []llm.Message) int {
	sum := 3
	for _, m := range messages {
		sum += 3 + encoding.Count(string(m.Role)) + encoding.Count(m.Content)
	}
	return sum
}

// What the meter says before a question is sent is what a model that writes down what it
// gets has got: instructions, what is remembered, summaries, recalled messages and all.
func TestTheMeterSaysWhatARecordingModelGets(t *testing.T) {
	for _, name := range []tokens.Name{tokens.Cl100k, tokens.O200k} {
		encoding, err := tokens.Embedded(name)
		require.NoError(t, err)
		for _, test := range []struct{ turns, threshold int }{{1, 1_000_000}, {20, 1_000_000}, {20, 1200}, {200, 1_000_000}, {200, 1200}} {
			t.Run(fmt.Sprintf("%s, %d turns, threshold %d", name, test.turns, test.threshold), func(t *testing.T) {
				b := openRememberer(t, ":memory:", test.threshold)
				b.with(func(o *turn.Options) {
					o.Count = func(_ context.Context, _ string, role chat.Role, content string) (int, string, error) {
						return encoding.CountMessage(string(role), content), string(name), nil
					}
					o.Encoding = func(string) (string, bool) { return string(name), false }
				})
				b.mind.answer = say(walkOn[1])
				session := b.session(t)
				b.ask(t, session, "I prefer answers with a table. My name is Ingrid Solberg.")
				for i := 1; i < test.turns-1; i++ {
					b.keep(t, session, chat.User, walk[2+i%7]+fmt.Sprintf(" Note %d.", i), walkOn[i%len(walkOn)])
				}
				if test.turns > 1 {
					b.ask(t, session, "What do we know so far?")
				}
				b.Keeper.Idle()
				require.Equal(t, test.threshold < 2000, len(b.summaries(t, session)) > 0)
				for _, question := range []string{"What was the phone number of the hut at the saddle?", "Write a haiku about rain.", "And the second one?"} {
					meter, err := b.Context(t.Context(), b.at(t, session), turn.Next{Text: question}, b.who())
					require.NoError(t, err)
					own, _, err := b.Count(t.Context(), "", chat.User, question)
					require.NoError(t, err)
					b.ask(t, session, question)
					got := providerCount(encoding, b.mind.last())
					require.InEpsilon(t, got, meter.Sent+own, 0.02, "%q: the model got\n%s", question, strings.Join(contents(b.mind.last()), "\n---\n"))
					b.Keeper.Idle()
				}
			})
		}
	}
}

// Asking a model what a question means is a call of its own, said where rules are not sure.
func TestTheMeterSaysWhatReadingCosts(t *testing.T) {
	b := openRememberer(t, ":memory:", 1_000_000)
	session := b.session(t)
	b.ask(t, session, sure)
	b.settings.Model, b.settings.Understanding = new("gpt-4o"), new(chat.UnderstandingModel)
	meter, err := b.Context(t.Context(), b.at(t, session), turn.Next{Text: unsure}, b.who())
	require.NoError(t, err)
	require.NotNil(t, meter.Understanding)
	require.Greater(t, meter.Understanding.Tokens, 100)
	require.Positive(t, meter.Understanding.Cost)
	meter, err = b.Context(t.Context(), b.at(t, session), turn.Next{Text: sure}, b.who())
	require.NoError(t, err)
	require.Nil(t, meter.Understanding)
	b.settings.Understanding = new(chat.UnderstandingLocal)
	meter, err = b.Context(t.Context(), b.at(t, session), turn.Next{Text: unsure}, b.who())
	require.NoError(t, err)
	require.Nil(t, meter.Understanding)
}
