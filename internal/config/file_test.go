//go:build unix

package config

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Opening a pipe waits for somebody who writes to it. The start must not.
func TestSettingsThatAreNoFileAreRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	pipe, link, socket, gone := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "socket"), filepath.Join(dir, "gone")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	require.NoError(t, os.Symlink(pipe, link))
	require.NoError(t, os.Symlink(filepath.Join(dir, "nothing"), gone))
	l, err := net.Listen("unix", socket)
	require.NoError(t, err)
	defer l.Close()
	for file, want := range map[string]string{
		pipe:        pipe + " is not a file: settings are read from a plain file",
		link:        link + " is not a file: settings are read from a plain file",
		socket:      socket + " is not a file: settings are read from a plain file",
		dir:         dir + " is not a file: settings are read from a plain file",
		"/dev/zero": "/dev/zero is not a file: settings are read from a plain file",
		gone:        gone + ": there is no such file",
	} {
		done := make(chan error, 1)
		go func() {
			_, err := Load(nil, file)
			done <- err
		}()
		select {
		case err := <-done:
			require.EqualError(t, err, want)
		case <-time.After(10 * time.Second):
			require.Fail(t, "the start hangs", file)
		}
	}
}

func TestDefaultFileThatIsAPipeIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo(DefaultFile, 0o600))
	done := make(chan error, 1)
	go func() {
		_, err := Load(nil, "")
		done <- err
	}()
	select {
	case err := <-done:
		require.EqualError(t, err, ".env is not a file: settings are read from a plain file")
	case <-time.After(10 * time.Second):
		require.Fail(t, "the start hangs")
	}
}
