package document

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

const notes = `Moles
=====

They dig tunnels.
They see little.

## Food ##

- Worms
  and grubs
- Insects
  * beetles

1. Find it.
2) Eat it.

| What | How much |
|------|---------:|
| Worms | 40 g |
| Grubs \| eggs | 2 g |

` + "```sh\nls -l\n\n# not a heading\n```" + `

* * *
### Where | to find
Below ground.
`

func TestMarkdownIsReadAsBlocks(t *testing.T) {
	var got []string
	for _, b := range Markdown(notes) {
		got = append(got, strings.Join([]string{string(b.Kind), strings.Repeat("#", b.Level), b.Place.String(), b.Text}, "/"))
	}
	require.Equal(t, []string{
		"heading/#/line 1/Moles",
		"paragraph//line 4/They dig tunnels.\nThey see little.",
		"heading/##/line 7/Food",
		"item/#/line 9/Worms and grubs",
		"item/#/line 11/Insects",
		"item/##/line 12/beetles",
		"item/#/line 14/1. Find it.",
		"item/#/line 15/2) Eat it.",
		"head//line 17/What | How much",
		"row//line 19/Worms | 40 g",
		"row//line 20/Grubs \\| eggs | 2 g",
		"code//line 22/ls -l\n\n# not a heading",
		"paragraph//line 28/* * *",
		"heading/###/line 29/Where | to find",
		"paragraph//line 30/Below ground.",
	}, got)
}

func TestPlainTextHasParagraphs(t *testing.T) {
	got := Plain("\ufeffone\r\n  two\r\n\r\n\r\n\x00# three\x1b\r")
	require.Equal(t, []Block{
		{Kind: Paragraph, Place: Place{Kind: Line, Number: 1}, Text: "one\n  two"},
		{Kind: Paragraph, Place: Place{Kind: Line, Number: 5}, Text: "# three"},
	}, got)
	require.Empty(t, Plain(" \n\t\n"))
}

// whole is the text that the chunks of blocks make.
func whole(chunks []Chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		b.WriteString(c.Text)
	}
	return b.String()
}

func TestChunksJoinToTheText(t *testing.T) {
	long := strings.Repeat("Moles dig in the ground. ", 300)
	for _, text := range []string{notes, long, strings.Repeat("x", 9_000), strings.Repeat("日本語", 3_000), strings.Repeat(notes, 20)} {
		plain := Cut(Plain(text))
		joined := whole(plain)
		require.Equal(t, strings.Fields(Clean(text)), strings.Fields(joined))
		// A text that is cut stays as it is when it is cut again.
		require.Equal(t, joined, whole(Cut(Plain(joined))))
		for _, c := range append(plain, Cut(Markdown(text))...) {
			require.NotEmpty(t, strings.TrimSpace(c.Text))
			require.LessOrEqual(t, len(c.Text), most+aim)
			require.True(t, utf8.ValidString(c.Text))
		}
	}
}

func TestMarkdownComesBack(t *testing.T) {
	first := whole(Cut(Markdown(notes)))
	require.Contains(t, first, "| What | How much |\n| --- | --- |\n| Worms | 40 g |\n")
	require.Contains(t, first, "- Insects\n  - beetles\n1. Find it.\n")
	require.Contains(t, first, "```\nls -l\n\n# not a heading\n```\n")
	require.Equal(t, first, whole(Cut(Markdown(first))))
}

func TestChunksKnowWhereTheyStand(t *testing.T) {
	sentence := strings.Repeat("Worms are eaten in the tunnels below the meadow. ", 12)
	text := "# Moles\n\nShort.\n\n## Food\n\n" + sentence + "\n\n" + sentence + "\n\n" + sentence + "\n\n# Badgers\n\nThey dig setts.\n"
	chunks := Cut(Markdown(text))
	require.Len(t, chunks, 3)
	require.Equal(t, "Moles › Food", chunks[1].Heading)
	require.Equal(t, Place{Kind: Line, Number: 11}, chunks[1].Place)
	require.Equal(t, "Badgers", chunks[2].Heading)
	require.True(t, strings.HasPrefix(chunks[2].Text, "# Badgers\n\nThey"))

	// A table that is cut keeps its head.
	rows := "| Part | Price |\n|---|---|\n" + strings.Repeat("| a rather long name of some part | 12.50 € |\n", 80)
	chunks = Cut(Markdown("# Prices\n\n" + rows))
	require.Greater(t, len(chunks), 2)
	require.Equal(t, "Prices", chunks[0].Heading)
	require.Equal(t, "Prices › Part | Price", chunks[1].Heading)
}

func TestPagesSlidesAndSheetsBeginAChunk(t *testing.T) {
	page := func(n int, label, text string) Block {
		return Block{Kind: Paragraph, Place: Place{Page, n, label}, Text: text}
	}
	chunks := Cut([]Block{page(1, "i", "one"), page(1, "i", "two"), page(2, "", "three"),
		{Kind: Row, Place: Place{Sheet, 3, "Prices"}, Text: "a | b"}, {Kind: Row, Place: Place{Sheet, 4, "Prices"}, Text: "c | d"}, {Kind: Row, Place: Place{Sheet, 1, "Old"}, Text: "e"}})
	var got []string
	for _, c := range chunks {
		got = append(got, c.Place.String()+": "+c.Text)
	}
	require.Equal(t, []string{"page i: one\n\ntwo\n\n", "page 2: three\n\n", "sheet Prices, row 3: | a | b |\n| c | d |\n", "sheet Old, row 1: | e |\n\n"}, got)
}

// What a reader of the page does not see is in no chunk with what they see.
func TestVeiledTextStandsAlone(t *testing.T) {
	chunks := Cut([]Block{{Kind: Paragraph, Text: "Seen."}, {Kind: Heading, Level: 1, Text: "Secret", Veil: Tiny}, {Kind: Paragraph, Text: "Obey.", Veil: Pale}, {Kind: Paragraph, Text: "Seen again."}})
	require.Len(t, chunks, 4)
	for i, veil := range []Veil{Seen, Tiny, Pale, Seen} {
		require.Equal(t, veil, chunks[i].Veil)
		require.NotContains(t, chunks[i].Heading, "Secret")
	}
}

func FuzzCut(f *testing.F) {
	f.Add(notes)
	f.Add("# \n```\n|a|\n|-|\n- ")
	f.Add("a\n-\n=\n1. \n| |\n|-|\n||")
	f.Fuzz(func(t *testing.T, text string) {
		for _, blocks := range [][]Block{Plain(text), Markdown(text)} {
			chunks := Cut(blocks)
			var all strings.Builder
			for i, b := range blocks {
				require.NotEmpty(t, b.Text)
				after := "\n\n"
				if i+1 < len(blocks) && sameRun(b.Kind, blocks[i+1].Kind) {
					after = "\n"
				}
				all.WriteString(mark(b) + after)
			}
			require.Equal(t, all.String(), whole(chunks))
		}
	})
}

func TestInnermostHeadings(t *testing.T) {
	for headings, want := range map[string]string{
		"":                               "",
		"Moles":                          "Moles",
		"Moles › Food › In winter":       "In winter",
		"Sales › Month | Sum":            "Sales",
		"A › " + strings.Repeat("ü", 60): strings.Repeat("ü", 40) + "…",
	} {
		require.Equal(t, want, Innermost(headings))
	}
}

func TestPlacesNameTheirSheet(t *testing.T) {
	require.Equal(t, "A, row 2", SheetOf(Place{Kind: Sheet, Number: 7, Label: "A, row 2"}.String()))
	require.Empty(t, SheetOf(Place{Kind: Page, Number: 7}.String()))
	require.Empty(t, SheetOf(Place{}.String()))
}
