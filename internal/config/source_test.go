package config

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// openSource opens settings that a test can change.
func openSource(t testing.TB, text string, environ ...string) (*Source, string) {
	t.Helper()
	file := envFile(t, text)
	s, err := Open(environ, file)
	require.NoError(t, err)
	return s, file
}

func modelOf(s *Source) string {
	c, _, _ := s.Current()
	if c.Settings.Model == nil {
		return ""
	}
	return *c.Settings.Model
}

func TestChangedFileIsNoticed(t *testing.T) {
	s, file := openSource(t, "MODEL_NAME=a\n")
	_, first, _ := s.Current()
	require.Equal(t, "a", modelOf(s))
	// As many letters within the same instant.
	require.NoError(t, os.WriteFile(file, []byte("MODEL_NAME=b\n"), 0o600))
	require.Equal(t, "b", modelOf(s))
	_, second, _ := s.Current()
	require.NotEqual(t, first, second)
	// As editors do it: another file takes the name.
	require.NoError(t, os.WriteFile(file+".new", []byte("MODEL_NAME=c\n"), 0o600))
	require.NoError(t, os.Rename(file+".new", file))
	require.Equal(t, "c", modelOf(s))
	_, third, _ := s.Current()
	require.NotEqual(t, second, third)
	// A file that is only touched says nothing new.
	require.NoError(t, os.Chtimes(file, time.Time{}, time.Now().Add(time.Hour)))
	_, fourth, _ := s.Current()
	require.Equal(t, third, fourth)
}

func TestOldFileIsNotReadAgain(t *testing.T) {
	s, file := openSource(t, "MODEL_NAME=a\n")
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(file, old, old))
	require.Equal(t, "a", modelOf(s))
	require.True(t, s.settled)
	// The same size and times: this is what reading would find out.
	require.NoError(t, os.WriteFile(file, []byte("MODEL_NAME=b\n"), 0o600))
	require.NoError(t, os.Chtimes(file, old, old))
	require.Equal(t, "a", modelOf(s))
}

func TestDefaultFileMayComeAndGo(t *testing.T) {
	t.Chdir(t.TempDir())
	s, err := Open(nil, "")
	require.NoError(t, err)
	require.Empty(t, modelOf(s))
	require.NoError(t, os.WriteFile(DefaultFile, []byte("MODEL_NAME=a"), 0o600))
	require.Equal(t, "a", modelOf(s))
	require.NoError(t, os.Remove(DefaultFile))
	require.Empty(t, modelOf(s))
	dir, err := os.Getwd()
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, DefaultFile), s.File())
}

func TestFaultyFileLeavesTheSettingsFromBefore(t *testing.T) {
	s, file := openSource(t, "MODEL_NAME=a\n")
	spoil := func(text string, mode os.FileMode) {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		require.NoError(t, os.Chmod(file, mode))
	}
	for _, tt := range []struct {
		text, want string
		mode       os.FileMode
	}{
		{"MODEL_NAME=b\nnonsense\n", ":2: write NAME=value", 0o600},
		{"MODEL_NAME=b\nOPENAI_APIKEY=" + canary, "did you mean OPENAI_API_KEY?", 0o600},
		{"MODEL_NAME=b\nOPENAI_API_KEY=" + canary, "holds a key and can be read by others", 0o644},
	} {
		spoil(tt.text, tt.mode)
		c, _, problem := s.Current()
		require.ErrorContains(t, problem, tt.want)
		require.NotContains(t, problem.Error(), "CANARY")
		require.Equal(t, "a", *c.Settings.Model)
		_, _, again := s.Current()
		require.Error(t, again, "it stays said")
	}
	require.NoError(t, os.Remove(file))
	_, _, problem := s.Current()
	require.EqualError(t, problem, file+": there is no such file")
	spoil("MODEL_NAME=a\n", 0o600)
	_, _, problem = s.Current()
	require.NoError(t, problem)
	spoil("MODEL_NAME=c\n", 0o600)
	require.Equal(t, "c", modelOf(s))
}

func TestFaultyFileAtTheStartIsRefused(t *testing.T) {
	_, err := Open(nil, envFile(t, "nonsense"))
	require.ErrorContains(t, err, "write NAME=value")
	_, err = Open([]string{"OPENAI_TEMPERATURE=9"}, envFile(t, ""))
	require.ErrorContains(t, err, "must be a number from 0 to 2")
}

// go test -bench Current ./internal/config
func BenchmarkCurrent(b *testing.B) {
	s, file := openSource(b, "OPENAI_API_KEY="+canary+"\n")
	old := time.Now().Add(-time.Hour)
	require.NoError(b, os.Chtimes(file, old, old))
	for b.Loop() {
		s.Current()
	}
}
