package transfer_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

// A preview says what the import then does, and leaves no trace.
func TestAPreviewSaysWhatAnImportDoes(t *testing.T) {
	from := open(t)
	grow(t, from, rand.New(rand.NewPCG(4, 4)), 4, 20)
	lines := export(t, from) + "no JSON\n" + `{"session":"x","role":"robot","content":"?"}` + "\n"
	half := strings.Join(strings.SplitAfter(lines, "\n")[:30], "")
	s := openWith(t, sqlite.Memory, store.Options{})
	for _, text := range []string{half, lines, lines} {
		before := export(t, s)
		foretold, err := transfer.Preview(ctx, s, strings.NewReader(text), 7, clock)
		require.NoError(t, err)
		require.Equal(t, before, export(t, s))
		requireWhole(t, s)
		done, err := transfer.ImportPart(ctx, s, strings.NewReader(text), 7, clock, nil)
		require.NoError(t, err)
		require.Equal(t, done, foretold)
	}
	report, err := transfer.ImportPart(ctx, s, strings.NewReader("no JSON\n"), 7, clock, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"Line 7 was left out. It is not a JSON object."}, report.Problems)
}

// Parts of a file may each have messages without names that say the same.
func TestEqualMessagesOfSeveralPartsAllStay(t *testing.T) {
	s := open(t)
	const line = `{"session":"a","role":"user","content":"ok"}` + "\n"
	for range 2 {
		for _, first := range []int{1, 3, 5} {
			_, err := transfer.ImportPart(ctx, s, strings.NewReader(line+line), first, clock, nil)
			require.NoError(t, err)
		}
	}
	session, err := s.Resolve(ctx, "a")
	require.NoError(t, err)
	require.Equal(t, 6, session.MessageCount)
}

// A line of another program's file names its parent by the id that it had there.
func TestForeignLinesNameParentsAndHeadsByID(t *testing.T) {
	s := open(t)
	report, err := transfer.Import(ctx, s, strings.NewReader(`{"session":"c","role":"user","content":"q","id":"1","parent":"","place":"Chat 4","session_info":{"id":"c","session_name":"","named_after":"Hello! Who digs?","head_id":"2","metadata":{"imported":{"gpt":"g"}}}}
{"session":"c","role":"assistant","content":"a","id":"2","parent":"1","place":"Chat 4"}
{"session":"c","role":"assistant","content":"b","id":"3","parent":"1","place":"Chat 4"}
{"session":"c","role":"robot","content":"b","id":"4","parent":"1","place":"Chat 4"}
`), clock, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"Chat 4 was left out. The role of a message must be system, user, assistant or tool."}, report.Problems)
	session, err := s.Resolve(ctx, "c")
	require.NoError(t, err)
	require.Equal(t, "Who digs", session.Name)
	require.JSONEq(t, `{"imported":{"gpt":"g"}}`, string(session.Metadata))
	w, err := s.Path(ctx, session.UID, session.Head, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"q", "a"}, contents(w.Messages))
	require.Equal(t, 2, w.Messages[1].Siblings)
}
