package store_test

import (
	"burrow/internal/chat"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What tests of the store use of package transfer.

func export(t testing.TB, s *store.Store, sessions ...chat.UID) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, transfer.Export(ctx, s, &b, sessions...))
	return b.String()
}

// requireRoundTrip wants that an export comes back as it was.
func requireRoundTrip(t testing.TB, s *store.Store) {
	t.Helper()
	first := export(t, s)
	back := openWith(t, sqlite.Memory, store.Options{Scope: s.Scope()})
	report, err := transfer.Import(ctx, back, strings.NewReader(first), clock+1, func(string, string) (int, string) { return 99, "other" })
	require.NoError(t, err)
	require.Empty(t, report.Problems)
	require.Equal(t, first, export(t, back))
	requireWhole(t, back)
}

// file is a backup's bytes.
func file(t testing.TB, s *store.Store) []byte {
	t.Helper()
	b, err := transfer.NewBackup(ctx, s)
	require.NoError(t, err)
	defer b.Close()
	out := make([]byte, b.Len())
	n, err := b.ReadAt(out, 0)
	require.NoError(t, err)
	require.Equal(t, b.Len(), n)
	// Parts are the same bytes.
	part := make([]byte, 50)
	at := b.Len() - transfer.TrailerSize - 20
	_, err = b.ReadAt(part, int64(at))
	require.NoError(t, err)
	require.Equal(t, out[at:at+50], part)
	return out
}

func image(t testing.TB, bytes []byte) *sqlite.Image {
	t.Helper()
	im, err := sqlite.NewImage(len(bytes))
	require.NoError(t, err)
	_, err = im.WriteAt(bytes, 0)
	require.NoError(t, err)
	t.Cleanup(im.Close)
	return im
}
