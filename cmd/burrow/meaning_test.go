package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/config"
	"burrow/internal/encoder"
)

func TestEncoderIsThatOfTheModelsDirectory(t *testing.T) {
	var log bytes.Buffer
	dir := t.TempDir()
	settings := config.Config{Models: dir}
	require.Nil(t, findEncoder(settings, &log), "there is no file")

	// A file that cannot be used is said to be, and fails what needs it.
	path := filepath.Join(dir, encoder.File)
	require.NoError(t, os.WriteFile(path, []byte("GGUF and nothing more"), 0o600))
	with := findEncoder(settings, &log)()
	require.Equal(t, "all-MiniLM-L6-v2", with.Name())
	_, err := with.Encode(t.Context(), []string{"hello"})
	require.Error(t, err)
	require.Equal(t, "burrow: "+err.Error()+"\n", log.String())

	if testing.Short() {
		t.Skip("the rest needs the encoder, of 91 MB")
	}
	real, err := os.ReadFile(filepath.Join("..", "..", "build", "models", encoder.File))
	if os.IsNotExist(err) && os.Getenv("CI") == "" {
		t.Skip("the encoder's file is not there: run `make encoder`")
	}
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, real, 0o600))
	v, err := findEncoder(settings, &log)().Encode(t.Context(), []string{"hello"})
	require.NoError(t, err)
	require.Len(t, v[0], 384)
}

func TestModelsDirectoryIsTheNearestNamed(t *testing.T) {
	require.Equal(t, "said", modelsDir("said", config.Config{Models: "set"}))
	require.Equal(t, "set", modelsDir("", config.Config{Models: "set"}))
	require.Equal(t, "models", filepath.Base(modelsDir("", config.Config{})))
}
