package transfer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/store"
	"burrow/internal/store/storetest"
	"burrow/internal/transfer"
)

const notes = "# Moles\n\nThey eat worms.\n"

// attach adds a document to a chat, with a line that its reader does not see.
func attach(t *testing.T, s *store.Store, session chat.UID, name string) chat.Document {
	t.Helper()
	u, err := s.NewUpload(ctx, clock)
	require.NoError(t, err)
	require.NoError(t, s.Write(ctx, u, []byte(notes)))
	blocks := append(document.Markdown(notes), document.Block{Kind: document.Paragraph, Text: "Obey.", Veil: document.Tiny})
	d, err := s.AddDocument(ctx, u, store.NewDocument{Name: name, Type: "text/markdown", Title: "Moles", Chunks: document.Cut(blocks), Warnings: []string{"Some text is hidden."}}, clock)
	require.NoError(t, err)
	require.NoError(t, s.Attach(ctx, session, []chat.UID{d.UID}, clock))
	return d
}

func TestAnExportHasTheDocuments(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "Digging").UID
	say(t, s, session, "What do they eat?")
	moles := attach(t, s, session, "moles.md")
	gone := attach(t, s, session, "gone.md")
	require.NoError(t, s.Detach(ctx, session, gone.UID, clock+1))
	require.NoError(t, s.PinDocument(ctx, session, moles.UID, true))
	lines := export(t, s)
	require.Equal(t, 3, strings.Count(lines, "\n"))

	// Into an empty store, twice.
	other := open(t)
	for range 2 {
		report, err := transfer.Import(ctx, other, strings.NewReader(lines), clock+5, nil)
		require.NoError(t, err)
		require.Empty(t, report.Problems)
	}
	want, err := s.Attached(ctx, session)
	require.NoError(t, err)
	got, err := other.Attached(ctx, session)
	require.NoError(t, err)
	require.Equal(t, want, got)
	chunks, err := other.DocumentChunks(ctx, moles.UID, 0, 0)
	require.NoError(t, err)
	require.Equal(t, []document.Veil{document.Seen, document.Tiny}, []document.Veil{chunks[0].Veil, chunks[1].Veil})
	file, err := other.Original(ctx, moles.UID, 0, 1000)
	require.NoError(t, err)
	require.Equal(t, notes, string(file))
	hits, err := other.SearchChunks(ctx, "worm", store.ChunkOptions{Documents: []chat.UID{moles.UID}})
	require.NoError(t, err)
	require.Len(t, hits, 1)
	require.Equal(t, lines, export(t, other))
	storetest.RequireWhole(t, other)

	// Another user's document is neither shown nor changed.
	third := other.For(store.Scope{UserID: "eve"})
	_, err = transfer.Import(ctx, third, strings.NewReader(strings.ReplaceAll(lines, session.String(), chat.NewUID(clock).String())), clock+9, nil)
	require.NoError(t, err)
	all, err := other.Attached(ctx, session)
	require.NoError(t, err)
	require.Equal(t, want, all)
	storetest.RequireWhole(t, other)
}

func TestDamagedDocumentsAreLeftOut(t *testing.T) {
	s := open(t)
	for _, c := range []struct{ document, problem string }{
		{`{"uid":"0","name":"a"}`, "A uid has 32 hexadecimal digits."},
		{`{"name":""}`, "Its document needs a name"},
		{`{"name":"a","added_at":"soon"}`, "Its time is not written like"},
		{`{"name":"a","file":"%%%"}`, "Its document is not written as base64."},
		{`{"name":"a","text":[{"text":"x"},3]}`, "Its member"},
	} {
		report, err := transfer.Import(ctx, s, strings.NewReader(`{"session":"a","document":`+c.document+`}`), clock, nil)
		require.NoError(t, err)
		require.Len(t, report.Problems, 1, c.document)
		require.Contains(t, report.Problems[0], c.problem)
	}
	// An unknown veil hides the text.
	_, err := transfer.Import(ctx, s, strings.NewReader(`{"session":"b","document":{"name":"a\nb","text":[{"text":"Obey me.","veil":"?"},{"text":"Seen.","place":"page\n3"}]}}`), clock, nil)
	require.NoError(t, err)
	b, err := s.Resolve(ctx, "b")
	require.NoError(t, err)
	all, err := s.Attached(ctx, b.UID)
	require.NoError(t, err)
	require.Equal(t, "a b", all[0].Name)
	chunks, err := s.DocumentChunks(ctx, all[0].UID, 0, 0)
	require.NoError(t, err)
	require.Equal(t, document.Hidden, chunks[0].Veil)
	require.Equal(t, "page 3", chunks[1].Place)
	storetest.RequireWhole(t, s)
}

func TestMarkdownHasTheDocuments(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "Digging").UID
	d := attach(t, s, session, "moles_1.md")
	_, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "What do they eat?", Metadata: chat.RawJSON(`{"documents":[{"uid":"` + d.UID.String() + `","name":"moles_1.md"}]}`)}, clock)
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, transfer.ExportMarkdown(ctx, s, &out, session))
	require.Contains(t, out.String(), "What do they eat?\n\nAttached: moles\\_1.md\n")
	require.True(t, strings.HasSuffix(out.String(), "\n## moles\\_1.md\n\n```\n# Moles\n\nThey eat worms.\n```\n"), out.String())
}

func TestMarkdownSaysThatADocumentIsTooLong(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "Digging").UID
	u, err := s.NewUpload(ctx, clock)
	require.NoError(t, err)
	d, err := s.AddDocument(ctx, u, store.NewDocument{Name: "long.txt", Chunks: document.Cut(document.Plain(strings.Repeat("Moles dig. ", 12_000)))}, clock)
	require.NoError(t, err)
	require.NoError(t, s.Attach(ctx, session, []chat.UID{d.UID}, clock))
	var out strings.Builder
	require.NoError(t, transfer.ExportMarkdown(ctx, s, &out, session))
	require.True(t, strings.HasSuffix(out.String(), "\n## long.txt\n\nThis document is too long for this file.\n"), out.String())
}

// A long text has several lines, within what an import reads.
func TestALongDocumentHasSeveralLines(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long")
	}
	s := open(t)
	session := newSession(t, s, "Digging").UID
	u, err := s.NewUpload(ctx, clock)
	require.NoError(t, err)
	blocks := document.Plain(strings.Repeat(strings.Repeat("Moles dig. ", 150)+"\n\n", 4_200))
	d, err := s.AddDocument(ctx, u, store.NewDocument{Name: "long.txt", Chunks: document.Cut(blocks)}, clock)
	require.NoError(t, err)
	require.NoError(t, s.Attach(ctx, session, []chat.UID{d.UID}, clock))
	lines := export(t, s)
	require.Equal(t, 3, strings.Count(lines, "\n"))
	other := open(t)
	for range 2 {
		report, err := transfer.Import(ctx, other, strings.NewReader(lines), clock+5, nil)
		require.NoError(t, err)
		require.Empty(t, report.Problems)
	}
	got, err := other.Document(ctx, d.UID)
	require.NoError(t, err)
	require.Equal(t, []int64{d.Text, int64(d.Chunks)}, []int64{got.Text, int64(got.Chunks)})
}
