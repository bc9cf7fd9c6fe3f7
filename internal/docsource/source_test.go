package docsource

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/gather"
	"burrow/internal/store"
)

func openSource(t *testing.T, texts map[string]string) (*Source, map[string]chat.UID) {
	t.Helper()
	s, err := store.Open(":memory:", store.Options{}, 1)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	uids := map[string]chat.UID{}
	for name, text := range texts {
		u, err := s.NewUpload(t.Context(), 1)
		require.NoError(t, err)
		require.NoError(t, s.Write(t.Context(), u, []byte(text)))
		d, err := s.AddDocument(t.Context(), u, store.NewDocument{Name: name, Chunks: document.Cut(document.Markdown(text))}, 1)
		require.NoError(t, err)
		uids[name] = d.UID
	}
	return &Source{Store: s}, uids
}

// gathered are the passages for a question, by the names of their documents.
func gathered(t *testing.T, s *Source, question string, documents ...chat.UID) (names []string, text string) {
	t.Helper()
	out, err := s.Gather(t.Context(), gather.Question{Asked: chat.Message{Content: question}, Means: question, Documents: documents}, nil)
	require.NoError(t, err)
	for _, p := range out.Passages {
		names = append(names, p.Source.Name)
		text += p.Text + "\n"
	}
	return names, text
}

// chapters is a text with a sentence in one chapter of several.
func chapters(subject, sentence string) string {
	var b strings.Builder
	b.WriteString("# " + subject + "\n\n")
	for i, name := range []string{"Spring", "Summer", "Autumn", "Winter"} {
		b.WriteString("## " + name + "\n\n" + strings.Repeat("In "+name+" nothing is to be said of this. ", 40) + "\n\n")
		if i == 2 {
			b.WriteString(sentence + "\n\n")
		}
	}
	return b.String()
}

func TestBestPassagesOfAllDocuments(t *testing.T) {
	s, uids := openSource(t, map[string]string{
		"moles.md":   chapters("Moles", "Moles store earthworms in a larder below the roots."),
		"badgers.md": chapters("Badgers", "Badgers line their setts with dry leaves."),
		"foxes.md":   chapters("Foxes", "Foxes store mice below leaves."),
	})
	all := []chat.UID{uids["moles.md"], uids["badgers.md"], uids["foxes.md"]}
	names, text := gathered(t, s, "Where do moles store their earthworms?", all...)
	require.Equal(t, "moles.md", names[0])
	require.Contains(t, text, "in a larder below the roots")
	require.LessOrEqual(t, len(names), passages)
	names, _ = gathered(t, s, "Where do moles store their earthworms?", uids["badgers.md"])
	require.Empty(t, names, "only what was attached is looked at")
	names, _ = gathered(t, s, "Who won the football cup?", all...)
	require.Empty(t, names)
	names, _ = gathered(t, s, "Who won?")
	require.Empty(t, names)
}

// A question may ask for several things, one of which is in the documents.
func TestOneClauseIsEnough(t *testing.T) {
	s, uids := openSource(t, map[string]string{"badgers.md": chapters("Badgers", "Badgers line their setts with dry leaves.")})
	_, text := gathered(t, s, "Who discovered oxygen, why did Rome fall, and what lines a badger's sett?", uids["badgers.md"])
	require.Contains(t, text, "dry leaves")
}

// A passage that was cut in two is one again, and the best one has what stands around it.
func TestNeighboursAreJoined(t *testing.T) {
	long := "# Moles\n\n## Larder\n\n" + strings.Repeat("The larder of a mole has earthworms in it. ", 80) + "\n\n## Nest\n\nIt sleeps on grass.\n"
	s, uids := openSource(t, map[string]string{"moles.md": long})
	names, text := gathered(t, s, "What does a mole have in its larder?", uids["moles.md"])
	require.Len(t, names, 1)
	require.Equal(t, 80, strings.Count(text, "The larder of a mole has earthworms in it."))
	require.NotContains(t, text, "grass")
}

func TestAQuestionAboutAllOfItGetsAnOverview(t *testing.T) {
	s, uids := openSource(t, map[string]string{"moles.md": chapters("Moles", "Moles store earthworms.")})
	for _, question := range []string{"Summarise this.", "What is it about?", "What is this document about?", "tl;dr, summary?", "Worum geht es in dieser Datei?", "De quoi parle ce document ?", "请总结这个文件", "Key points?"} {
		_, text := gathered(t, s, question, uids["moles.md"])
		require.Contains(t, text, "Headings of the whole document:\n- Moles › Spring", question)
		require.Contains(t, text, "In Winter", question)
	}
	_, text := gathered(t, s, "What is said about earthworms in this document?", uids["moles.md"])
	require.NotContains(t, text, "Headings of")

	// Of a long one that is a sample, which model and reader are told.
	var long strings.Builder
	for i := range 30 {
		long.WriteString("# Part " + strconv.Itoa(i) + "\n\n" + strings.Repeat("Nothing is to be said of this. ", 100) + "\n\n")
	}
	s, uids = openSource(t, map[string]string{"long.md": long.String()})
	out, err := s.Gather(t.Context(), gather.Question{Asked: chat.Message{Content: "Summarise this."}, Documents: []chat.UID{uids["long.md"]}}, nil)
	require.NoError(t, err)
	require.Regexp(t, `^\(These are 10 of the document's \d+ passages`, out.Passages[0].Text)
	require.Len(t, out.Receipt, 1)
	require.Regexp(t, `^10 of \d+ passages, spread over the document$`, out.Receipt[0].Text)
}

// A follow-up says little itself; what it means has the words to look for.
func TestAFollowUpIsLookedForByWhatItMeans(t *testing.T) {
	s, uids := openSource(t, map[string]string{"badgers.md": chapters("Badgers", "Badgers line their setts with dry leaves.")})
	out, err := s.Gather(t.Context(), gather.Question{Asked: chat.Message{Content: "And why?"}, Means: "And why (badgers line their setts)?", Documents: []chat.UID{uids["badgers.md"]}}, nil)
	require.NoError(t, err)
	require.NotEmpty(t, out.Passages)
	require.NotContains(t, out.Passages[0].Text, "Headings of")
	for _, question := range []string{"Thanks!", "And then?", "Yes, please.", "What about it?"} {
		names, _ := gathered(t, s, question, uids["badgers.md"])
		require.Empty(t, names, question)
	}
}

func TestClauses(t *testing.T) {
	for question, want := range map[string][]string{
		"Who and why":          {"Who", " why"},
		"One, two; three? Yes": {"One", " two", " three", " Yes"},
		"Brandy or candy":      {"Brandy", " candy"},
		"Nothing to cut":       nil,
	} {
		require.Equal(t, want, cutClauses(question), question)
	}
}

// A question in another language is looked for by its words, not by its articles, and a
// sheet by its name.
func TestQuestionsInOtherLanguagesAndSheets(t *testing.T) {
	s, uids := openSource(t, map[string]string{
		"rechnung.txt": "Rechnung Nr. 117 der Müller GbR. Gesamtbetrag: 1.284,50 Euro, zahlbar bis 13. April. Skonto 2 Prozent bei Zahlung innerhalb von 10 Tagen.",
		"moles.md":     chapters("Moles", "Moles store earthworms in a larder below the roots."),
	})
	_, text := gathered(t, s, "Bis wann ist die Rechnung von Müller zu bezahlen und wie viel Skonto gibt es?", uids["rechnung.txt"], uids["moles.md"])
	require.Contains(t, text, "13. April")

	u, err := s.Store.(*store.Store).NewUpload(t.Context(), 1)
	require.NoError(t, err)
	require.NoError(t, s.Store.(*store.Store).Write(t.Context(), u, []byte("x")))
	d, err := s.Store.(*store.Store).AddDocument(t.Context(), u, store.NewDocument{Name: "figures.xlsx", Chunks: []document.Chunk{
		{Place: document.Place{Kind: document.Sheet, Number: 1, Label: "Budget 2025"}, Text: "| Item | Planned | Actual |\n| Electricity | 120000 | 134500 |\n"},
		{Place: document.Place{Kind: document.Sheet, Number: 1, Label: "Staff"}, Text: "| Name | Salary |\n| Ada | 70000 |\n"},
	}}, 1)
	require.NoError(t, err)
	_, text = gathered(t, s, "How much over budget was electricity?", d.UID, uids["moles.md"])
	require.Contains(t, text, "134500")
}

// Rows are cited by the sheet that they are on.
func TestSheetsAreNotJoined(t *testing.T) {
	s, err := store.Open(":memory:", store.Options{}, 1)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	var blocks []document.Block
	for _, sheet := range []string{"Sales", "Staff"} {
		blocks = append(blocks, document.Block{Kind: document.Row, Place: document.Place{Kind: document.Sheet, Number: 1, Label: sheet}, Text: "Lindqvist | " + sheet})
	}
	u, err := s.NewUpload(t.Context(), 1)
	require.NoError(t, err)
	require.NoError(t, s.Write(t.Context(), u, []byte("x")))
	d, err := s.AddDocument(t.Context(), u, store.NewDocument{Name: "figures.xlsx", Chunks: document.Cut(blocks)}, 1)
	require.NoError(t, err)
	chunks, err := s.DocumentChunks(t.Context(), d.UID, 0, 0)
	require.NoError(t, err)
	var hits []store.ChunkHit
	for _, c := range chunks {
		hits = append(hits, store.ChunkHit{DocumentChunk: c, Document: d.UID, Name: d.Name})
	}
	for _, found := range [][]store.ChunkHit{hits, hits[1:], hits[:1]} {
		passages, err := (&Source{Store: s}).best(t.Context(), found)
		require.NoError(t, err)
		require.Len(t, passages, len(found))
		for _, p := range passages {
			require.Equal(t, "| Lindqvist | "+document.SheetOf(p.Source.Place)+" |", strings.TrimSpace(p.Text))
		}
	}
}
