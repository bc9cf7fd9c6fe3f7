//go:build !js && !wasip1

package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
)

func TestRemovedPairIsGoneFromTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "h.db")
	s, err := store.Open(name, store.Options{}, 1)
	require.NoError(t, err)
	defer s.Close()
	has := func(word string) bool {
		for _, file := range []string{name, name + "-wal"} {
			text, err := os.ReadFile(file)
			require.True(t, err == nil || os.IsNotExist(err))
			if bytes.Contains(text, []byte(word)) {
				return true
			}
		}
		return false
	}
	p := keepPair(t, s, chat.Pair{Question: "Where is the blunderbuss?", Also: []string{"Whither kerfuffle?"}, Answer: "In the gazebo."}, 1)
	require.True(t, has("gazebo") && has("blunderbuss") && has("kerfuffle"))
	p.Also, p.Answer = nil, "In the shed."
	p = keepPair(t, s, p, 2)
	require.False(t, has("gazebo"), "the old words")
	require.False(t, has("kerfuffle"))
	removePair(t, s, p.UID)
	require.False(t, has("blunderbuss"))
}
