//go:build !js

package rpc_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/say"
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
