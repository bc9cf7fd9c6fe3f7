//go:build !js && !wasip1

package transfer_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/store"
	"burrow/internal/transfer"
)

func TestStripChecksumLeavesADatabase(t *testing.T) {
	from := open(t)
	say(t, from, newSession(t, from, "a").UID, "x")
	whole := file(t, from)
	path := filepath.Join(t.TempDir(), "backup.db")
	require.NoError(t, os.WriteFile(path, whole, 0o600))
	s, err := store.Open(path, store.Options{}, clock) // a backup opens as it is
	require.NoError(t, err)
	require.Equal(t, export(t, from), export(t, s))
	require.NoError(t, s.Close())

	require.NoError(t, os.WriteFile(path, whole, 0o600))
	for range 2 {
		require.NoError(t, transfer.StripChecksum(path))
		all, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, bytes.Equal(whole[:len(whole)-transfer.TrailerSize], all))
	}
	require.NoError(t, transfer.StripChecksum(path+".missing"))
}
