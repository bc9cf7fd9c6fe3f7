package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFindLooksAtTheSettingAndThePath(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	t.Setenv("MARIADBD", "")
	_, ok := find(t.Context(), false)
	require.False(t, ok)

	program := filepath.Join(bin, "mariadbd")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755))
	path, ok := find(t.Context(), false)
	require.True(t, ok)
	require.Equal(t, program, path)

	t.Setenv("MARIADBD", "/elsewhere/mariadbd")
	path, ok = find(t.Context(), false)
	require.True(t, ok)
	require.Equal(t, "/elsewhere/mariadbd", path)
}
