package main

import (
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSampleIsTranslated(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.ts")
	require.NoError(t, run("./testdata/sample", out, false))
	got, err := os.ReadFile(out)
	require.NoError(t, err)
	want, err := os.ReadFile("testdata/sample/want.ts")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}

func TestCheckTellsOfAStaleFile(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.ts")
	require.Error(t, run("./testdata/sample", out, true), "no file")
	require.NoError(t, run("./testdata/sample", out, false))
	require.NoError(t, run("./testdata/sample", out, true))

	require.NoError(t, os.WriteFile(out, []byte("export type Code = string;\n"), 0o644))
	require.ErrorContains(t, run("./testdata/sample", out, true), "run go run ./tools/gents")
	kept, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, "export type Code = string;\n", string(kept), "a check writes nothing")
}

func TestUnknownTypesAreRefusedByName(t *testing.T) {
	require.ErrorContains(t, run("./testdata/channel", filepath.Join(t.TempDir(), "out.ts"), false), "Weight.Kilos: no translation for chan int")
}

func TestAnUnknownValueIsTakenForOneThatIsStated(t *testing.T) {
	require.ErrorContains(t, run("./testdata/unstated", filepath.Join(t.TempDir(), "out.ts"), false), "FromCore.hello.mood must be there: say in others what an unknown value is taken for")
}

// TestSamplesHaveEveryEvent keeps the list of samples.go complete.
func TestSamplesHaveEveryEvent(t *testing.T) {
	p, err := load("burrow/internal/wire")
	require.NoError(t, err)
	var declared, sampled []string
	event := p.pkg.Types.Scope().Lookup("CoreEvent").Type().Underlying().(*types.Interface)
	for _, obj := range p.objects() {
		if _, isType := obj.(*types.TypeName); isType && !types.IsInterface(obj.Type()) && types.Implements(obj.Type(), event) {
			declared = append(declared, obj.Name())
		}
	}
	for _, event := range events {
		sampled = append(sampled, reflect.TypeOf(event).Name())
	}
	require.ElementsMatch(t, declared, sampled)
}

func TestThePageHasTheTypesOfTheProtocol(t *testing.T) {
	require.NoError(t, run("burrow/internal/wire", filepath.Join("..", "..", "web", "src", "core", "protocol.gen.ts"), true))
}
