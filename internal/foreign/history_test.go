package foreign_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/foreign"
	"burrow/internal/store"
	"burrow/internal/store/storetest"
	"burrow/internal/transfer"
)

var ctx = context.Background()

const clock = storetest.Clock

var (
	open         = storetest.Open
	export       = storetest.Export
	contents     = storetest.Contents
	requirePlain = storetest.RequirePlain
	sample       = storetest.Sample
	damage       = storetest.Damage
)

// parts reads a whole file.
func parts(file []byte) (out []foreign.Part, report foreign.Report, err error) {
	f, err := foreign.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, report, err
	}
	for {
		part, err := f.Next()
		if err == io.EOF {
			return out, f.Report(), nil
		}
		if err != nil {
			return out, f.Report(), err
		}
		out = append(out, part)
	}
}

// bring imports a file as the programs do, and adds up both reports.
func bring(t testing.TB, s *store.Store, file string, now int64) (transfer.ImportReport, error) {
	t.Helper()
	all, found, err := parts([]byte(file))
	sum := transfer.ImportReport{Refused: found.Refused, Problems: append([]string{}, found.Problems...)}
	for _, part := range all {
		report, err := transfer.ImportPart(ctx, s, bytes.NewReader(part.Lines), max(part.First, 1), now, func(string, string) (int, string) { return 3, "fake" })
		require.NoError(t, err)
		sum.Sessions += report.Sessions
		sum.Messages += report.Messages
		sum.Known += report.Known
		sum.Refused += report.Refused
		sum.Problems = append(sum.Problems, report.Problems...)
	}
	return sum, err
}

// requireWhole checks the whole database, and that an export of it comes back as it
// was.
func requireWhole(t testing.TB, s *store.Store) {
	t.Helper()
	storetest.RequireWhole(t, s)
	storetest.RequireRoundTrip(t, s)
}

// pathOf reads the path of a conversation that is shown.
func pathOf(t testing.TB, s *store.Store, name string) (chat.Session, []chat.Message) {
	t.Helper()
	session, err := s.Resolve(ctx, name)
	require.NoError(t, err)
	w, err := s.Path(ctx, session.UID, chat.UID{}, 0, 100)
	require.NoError(t, err)
	return session, w.Messages
}

// requireImportedOnce wants that a second import of a file adds nothing.
func requireImportedOnce(t testing.TB, s *store.Store, file string) {
	t.Helper()
	requireWhole(t, s)
	before := export(t, s)
	again, err := bring(t, s, file, clock+5)
	require.NoError(t, err)
	require.Zero(t, again.Sessions)
	require.Zero(t, again.Messages)
	require.Equal(t, before, export(t, s))
}
