package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/document"
	"burrow/internal/store"
)

// addChunks adds a document with a chunk for each text.
func addChunks(t *testing.T, s *store.Store, name string, texts ...string) {
	t.Helper()
	u, err := s.NewUpload(ctx, clock)
	require.NoError(t, err)
	require.NoError(t, s.Write(ctx, u, []byte(name)))
	in := store.NewDocument{Name: name, Collection: "Shelf"}
	for _, text := range texts {
		in.Chunks = append(in.Chunks, document.Chunk{Text: text})
	}
	_, err = s.AddDocument(ctx, u, in, clock)
	require.NoError(t, err)
}

func TestRarityFollowsTheDocuments(t *testing.T) {
	s := open(t)
	rarity := func() []float64 {
		out, err := s.ChunkRarity(ctx, []string{"mole", "badger", "whale"})
		require.NoError(t, err)
		return out
	}
	addChunks(t, s, "a.md", "A mole.", "A badger.", "A mole and a badger.", "Nothing.")
	before := rarity()
	require.Equal(t, before[0], before[1])
	require.Greater(t, before[2], before[1])
	require.Equal(t, before, rarity(), "what is remembered is the same")
	addChunks(t, s, "b.md", "A badger digs.", "Badgers sleep.")
	after := rarity()
	require.Greater(t, after[0], before[0])
	require.Less(t, after[1], before[1])
	_, err := s.RemoveCollection(ctx, "Shelf")
	require.NoError(t, err)
	require.Equal(t, rarity()[0], rarity()[2])
}

// Documents of others in the same file are not found, however well they fit.
func TestOthersChunksTakeNoPlaces(t *testing.T) {
	s := open(t)
	addChunks(t, s, "own.md", "Somewhere in this long sentence about meadows and weather a mole is mentioned once.")
	other := s.For(store.Scope{UserID: "other"})
	addChunks(t, other, "theirs.md", strings.Split(strings.Repeat("A mole, a mole! ", 50), "! ")...)
	for _, o := range []store.ChunkOptions{{Limit: 3}, {Limit: 3, Collections: []string{"Shelf"}}} {
		hits, err := s.SearchChunks(ctx, "mole", o)
		require.NoError(t, err)
		require.Len(t, hits, 1)
		require.Equal(t, "own.md", hits[0].Name)
	}
}

// Among very many chunks with the question's words, those with its rarer words are looked
// at, and a question of common words alone is still answered.
func TestRarerWordsDecideAmongMany(t *testing.T) {
	s := open(t)
	texts := make([]string, 4000)
	for i := range texts {
		texts[i] = fmt.Sprintf("Customer %d has a contract.", i)
	}
	texts[1234] = "The customer of the lighthouse has another contract with many more words in it than all of the other customers have."
	addChunks(t, s, "contracts.md", texts...)
	hits, err := s.SearchChunks(ctx, "Which contract has the customer of the lighthouse?", store.ChunkOptions{Limit: 2})
	require.NoError(t, err)
	require.Equal(t, texts[1234], hits[0].Text)
	hits, err = s.SearchChunks(ctx, "customers' contracts", store.ChunkOptions{Limit: 2})
	require.NoError(t, err)
	require.Len(t, hits, 2)
}
