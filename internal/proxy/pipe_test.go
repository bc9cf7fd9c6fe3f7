//go:build unix

package proxy

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTokenThatIsNoFileIsRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	pipe, huge := filepath.Join(dir, "pipe"), filepath.Join(dir, "huge")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	f, err := os.OpenFile(huge, os.O_CREATE|os.O_WRONLY, 0o600)
	require.NoError(t, err)
	require.NoError(t, f.Truncate(1<<40)) // of nothing
	require.NoError(t, f.Close())
	for file, want := range map[string]string{
		pipe:        pipe + " is not a file: name another one with --token-file",
		dir:         dir + " is not a file: name another one with --token-file",
		"/dev/zero": "/dev/zero is not a file: name another one with --token-file",
		huge:        huge + " holds no token: run `burrow token --rotate` to put one there",
	} {
		done := make(chan error, 1)
		go func() {
			_, err := OpenToken(file)
			done <- err
		}()
		select {
		case err := <-done:
			require.EqualError(t, err, want)
		case <-time.After(10 * time.Second):
			require.Fail(t, "the start hangs", file)
		}
	}

	// A pipe that takes the place of the file of a running server opens nothing.
	token := testTokenFile(t)
	require.True(t, token.opens(testToken))
	require.NoError(t, os.Remove(token.File()))
	require.NoError(t, syscall.Mkfifo(token.File(), 0o600))
	require.False(t, token.opens(testToken))
	require.NoError(t, RotateToken(token.File()))
	_, err = OpenToken(token.File())
	require.NoError(t, err)
}
