package main

import (
	"os"
	"path/filepath"
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

func TestThePageHasTheTypesOfTheProtocol(t *testing.T) {
	require.NoError(t, run("burrow/internal/wire", filepath.Join("..", "..", "web", "src", "core", "protocol.gen.ts"), true))
}
