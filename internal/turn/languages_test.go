package turn_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/turn"
	"burrow/internal/understand"
)

const someGerman = `language de
forms
	what was
	which welche welcher
	is ist
	the der die das
	of von
	and und
	second zweite zweiter
	how wie
	he er sie
`

// Tables of other languages are asked for by a question that may need them, and again
// if they did not come; until then it is not known what such a question means.
func TestTablesOfOtherLanguagesAreFetchedWhenTheyAreNeeded(t *testing.T) {
	b, m := withReader(t, nil)
	asked, offline := 0, errors.New("offline")
	o := b.Engine.Options
	o.Languages = func(context.Context) (*understand.Languages, error) {
		if asked++; asked == 1 {
			return nil, offline
		}
		return understand.LoadLanguages(someGerman), nil
	}
	b.Engine = turn.New(o)

	out := b.send(t, chat.UID{}, sure)
	require.Zero(t, asked, "English needs none")

	out = b.send(t, out.Session, "Welche ist die Hauptstadt von Peru und der Mongolei?")
	require.Equal(t, 1, asked)
	require.Equal(t, []error{offline}, b.logged)
	require.Equal(t, 1, m.asked, "without its table nothing is sure of a language")
	require.Equal(t, understand.FollowupThreshold, out.Answer.Understood.Score)

	out = b.send(t, out.Session, "Welche ist die Hauptstadt von Chile und der Schweiz?")
	require.Equal(t, 2, asked)
	require.NotEqual(t, understand.FollowupThreshold, out.Answer.Understood.Score)

	b.send(t, out.Session, "Wie ist die zweite?")
	require.Equal(t, 2, asked, "they are kept")
}

// Whoever only wants to know what would be sent has the question read in its language,
// too.
func TestTheMeterReadsOtherLanguages(t *testing.T) {
	b, asked := open(t), 0
	o := b.Options
	o.Languages = func(context.Context) (*understand.Languages, error) {
		asked++
		return understand.LoadLanguages(someGerman), nil
	}
	b.Engine = turn.New(o)
	who := llm.Answerer{Model: b.model, Settings: settings()}
	for _, question := range []string{sure, "Welche ist die Hauptstadt von Peru und der Mongolei?", "Wie ist die zweite?"} {
		_, err := b.Context(t.Context(), chat.Session{}, turn.Next{Text: question}, who)
		require.NoError(t, err)
	}
	require.Equal(t, 1, asked)
}
