//go:build !js

package rpc_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/foreign"
	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/lookup"
	"burrow/internal/say"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
	"burrow/internal/wire"
)

// translate uses a translation that puts each sentence of the catalogue into
// brackets, until the test ends. What stands outside of them is not in it.
func translate(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile("../say/sentences.json")
	require.NoError(t, err)
	var catalogue struct {
		Sentences map[string][]string
		Plurals   map[string]struct{ One string }
	}
	require.NoError(t, json.Unmarshal(text, &catalogue))
	require.NotEmpty(t, catalogue.Sentences)
	sentences, plurals := map[string]string{}, map[string]map[string]string{}
	for english := range catalogue.Sentences {
		sentences[english] = "⟦" + english + "⟧"
	}
	for other, forms := range catalogue.Plurals {
		plurals[other] = map[string]string{"one": "⟦" + forms.One + "⟧", "other": "⟦" + other + "⟧"}
	}
	text, err = json.Marshal(map[string]any{"language": "en-XA", "sentences": sentences, "plurals": plurals})
	require.NoError(t, err)
	translation, err := say.Read(text)
	require.NoError(t, err)
	require.Empty(t, translation.Refused)
	say.Use(translation)
	t.Cleanup(func() { say.Use(nil) })
}

// spoken are the members of frames that have sentences for a reader.
var spoken = []string{"message", "problem", "problems", "notes", "reason", "routeReason", "reasons", "fell", "label", "questions", "interpretations"}

// unsaid returns the sentences in a frame that are not translated.
func unsaid(name string, value any) (found []string) {
	switch value := value.(type) {
	case map[string]any:
		for member, inside := range value {
			found = append(found, unsaid(member, inside)...)
		}
	case []any:
		for _, inside := range value {
			found = append(found, unsaid(name, inside)...)
		}
	case string:
		// A message may also be meant by its uid.
		if slices.Contains(spoken, name) && strings.Contains(value, " ") && !(strings.HasPrefix(value, "⟦") && strings.HasSuffix(value, "⟧")) {
			found = append(found, name+": "+value)
		}
	}
	return found
}

// bracketless is a core that speaks the translation. It takes the brackets off
// again, so that a transcript in English fits.
type bracketless struct {
	host
	out chan string
}

func listen(t *testing.T, h host) *bracketless {
	b := &bracketless{h, make(chan string)}
	go func() {
		defer close(b.out)
		for frame := range h.frames() {
			var value any
			if json.Unmarshal([]byte(frame), &value) != nil {
				t.Errorf("not JSON: %s", short(frame))
			}
			for _, text := range unsaid("", value) {
				t.Errorf("not in the catalogue: %s", text)
			}
			b.out <- strings.NewReplacer("⟦", "", "⟧", "").Replace(frame)
		}
	}()
	return b
}

func (b *bracketless) frames() <-chan string { return b.out }

func TestEverySentenceOfTheTranscriptsIsTranslated(t *testing.T) {
	translate(t)
	for _, tr := range readTranscripts(t) {
		if tr.faults {
			continue // this test's program is built without them
		}
		t.Run(tr.name, func(t *testing.T) { tr.play(t, listen(t, startInProcess(t, options()))) })
	}
}

func TestASentenceOutsideOfTheCatalogueIsNoticed(t *testing.T) {
	var frame any
	require.NoError(t, json.Unmarshal([]byte(`{"message":"⟦Fine.⟧","result":{"message":"0123","problems":["⟦Fine.⟧ ⟦Too.⟧","Not fine."],"problem":{"message":"⟦Half⟧ fine."}}}`), &frame))
	require.ElementsMatch(t, []string{"problems: Not fine.", "message: ⟦Half⟧ fine."}, unsaid("", frame))
}

// requireSaid checks sentences that no transcript has.
func requireSaid(t *testing.T, sentences ...string) {
	t.Helper()
	require.NotEmpty(t, sentences)
	for _, text := range sentences {
		require.True(t, strings.HasPrefix(text, "⟦") && strings.HasSuffix(text, "⟧"), "%q", text)
	}
}

func TestReportsOfAHistoryAreTranslated(t *testing.T) {
	translate(t)
	path := filepath.Join(t.TempDir(), "chats.db")
	s, err := store.Open(path, store.Options{}, 1)
	require.NoError(t, err)
	lines := `{"session":"a","role":"user","content":"x","timestamp":"2026-01-01T00:00:00Z"}
{"session":"a","role":"user"}
{"session":"a","role":"judge","content":"x"}
{"session":"a","role":5,"content":"x"}
{"session":"a","role":"user","content":"x","timestamp":"yesterday"}
{"session":"a","role":"user","content":"x","uid":"zz"}
no JSON`
	report, err := transfer.Import(t.Context(), s, strings.NewReader(lines), 1, nil)
	require.NoError(t, err)
	require.Len(t, report.Problems, 6)
	requireSaid(t, report.Problems...)
	tree := `[{"title":"t","mapping":{"a":{"id":"a","parent":"gone","message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["x",{"y":1}]}}}}},{}]`
	file, err := foreign.Open(strings.NewReader(tree), int64(len(tree)))
	require.NoError(t, err)
	_, err = file.Next()
	require.NoError(t, err)
	require.Len(t, file.Report().Problems, 3)
	requireSaid(t, file.Report().Problems...)
	require.NoError(t, s.Close())

	db, err := sqlite.Open(path, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, db.Exec(`UPDATE sessions SET message_count = 9, head_id = NULL`))
	require.NoError(t, db.Exec(`UPDATE messages SET depth = 9`))
	require.NoError(t, db.Close())
	s, err = store.Open(path, store.Options{}, 1)
	require.NoError(t, err)
	check, err := s.Check(t.Context())
	require.NoError(t, err)
	require.NoError(t, s.Close())
	requireSaid(t, check.Problems...)

	_, err = store.Open(filepath.Join(t.TempDir(), "none", "chats.db"), store.Options{}, 1)
	requireSaid(t, fault.From(err).Message)
}

func TestTheLadderIsTranslated(t *testing.T) {
	translate(t)
	settings := chat.DefaultSettings()
	for _, status := range []wire.HostStatus{
		ladder.StatusOf(wire.ServerStatus{}, fault.Unauthorized, nil), ladder.StatusOf(wire.ServerStatus{}, fault.Unavailable, nil), ladder.StatusOf(wire.ServerStatus{}, nil, nil),
	} {
		requireSaid(t, status.Message)
		for _, local := range [][]string{nil, {"small"}} {
			rungs := ladder.Rungs{Server: ladder.FromStatus(status, nil), Local: local}
			for _, kind := range []chat.Rung{chat.AnyRung, chat.RemoteRung, chat.MachineRung, chat.BrowserRung} {
				settings.Answers = &kind
				next := rungs.Next(settings)
				if next.Problem != "" {
					requireSaid(t, next.Problem)
					continue
				}
				requireSaid(t, next.Provider)
				who, err := rungs.Answerer(settings, false)
				require.NoError(t, err)
				if who.Fell != "" {
					requireSaid(t, who.Fell)
				}
			}
		}
	}
	require.ErrorIs(t, ladder.ErrNoModel, fault.NoModel)
	requireSaid(t, fault.From(ladder.ErrNoModel).Message)
}

func TestWhatASearchAnswersIsTranslated(t *testing.T) {
	translate(t)
	var found store.Found
	model := lookup.Model{Search: func(context.Context, string, store.SearchOptions) (store.Found, error) { return found, nil }}
	for _, question := range []string{"Where is the blue teapot?", "what?"} {
		reply, err := model.Stream(t.Context(), llm.Request{Asked: llm.Asked{Means: question}}, llm.Observer{})
		require.NoError(t, err)
		requireSaid(t, reply.Content)
	}
	near := lookup.Model{FAQ: func(context.Context, string) ([]chat.Pair, error) {
		return []chat.Pair{{Question: "Which teapot?", Answer: "The blue one."}, {Question: "Where?", Answer: "Here."}}, nil
	}}
	offered, err := near.Stream(t.Context(), llm.Request{Asked: llm.Asked{Means: "Where is the teapot?"}}, llm.Observer{})
	require.NoError(t, err)
	near.FAQ = func(context.Context, string) ([]chat.Pair, error) {
		return []chat.Pair{{Question: "Which teapot?"}}, nil
	}
	one, err := near.Stream(t.Context(), llm.Request{Asked: llm.Asked{Means: "Where is the teapot?"}}, llm.Observer{})
	require.NoError(t, err)
	alone, _, _ := strings.Cut(one.Content, "\n")
	requireSaid(t, alone)
	first, rest, _ := strings.Cut(offered.Content, "\n")
	requireSaid(t, first)
	require.Equal(t, "\n1. Which teapot? [1]\n\n   > The blue one.\n\n2. Where? “Here.” [2]", rest)
	requireSaid(t, offered.Sources[0].Place)

	found.Hits = []store.Hit{{Message: chat.NewUID(1), Role: chat.Assistant, Snippet: []store.Part{{Text: "On the shelf"}}}, {Message: chat.NewUID(2), Role: chat.User}}
	reply, err := model.Stream(t.Context(), llm.Request{Asked: llm.Asked{Means: "Where is the blue teapot?", Followup: true}}, llm.Observer{})
	require.NoError(t, err)
	for line := range strings.SplitSeq(reply.Content, "\n") {
		line = strings.TrimRight(strings.TrimLeft(line, "12. "), "[12] ") // its number and source
		if line != "" {
			requireSaid(t, line)
		}
	}
}
