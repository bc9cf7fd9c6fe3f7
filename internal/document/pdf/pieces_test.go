package pdf

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
)

func TestItemsBeginWithASign(t *testing.T) {
	for text, want := range map[string]string{
		"• moles": "•", "•moles": "•", "– moles": "–", "-5 degrees": "", "- 5 degrees": "-", "* *": "*", "moles": "", "": "", "·": "", "\uf0b7 moles": "\uf0b7",
	} {
		require.Equal(t, want, bullet(text), "%q", text)
	}
	for text, want := range map[string]string{
		"1. moles": "1.", "12) moles": "12)", "(a) moles": "(a)", "iv. moles": "iv.", "a) moles": "a)", "1984. It was": "", "1.1 Sand": "", "(1. moles": "", "Dr. Mole": "", ". x": "", "1.": "",
	} {
		require.Equal(t, want, number(text), "%q", text)
	}
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{"1.", "2.", true}, {"9)", "10)", true}, {"(a)", "(b)", true}, {"iii.", "iv.", true}, {"ix.", "x.", true}, {"h.", "i.", true}, {"1.", "2)", false}, {"1.", "3.", false}, {"i.", "v.", false}, {"", "1.", false},
	} {
		require.Equal(t, c.want, succeeds(c.before, c.after), "%s %s", c.before, c.after)
	}
}

func TestTitlesAreThoseThatPeopleGive(t *testing.T) {
	for title, want := range map[string]bool{
		"Moles of the Northern Meadows": true, "Document management": true, "Unknown Pleasures": true, "Html for moles": true,
		"": false, "ab": false, "123456": false, "Untitled 1": false, "Microsoft Word - moles.doc": false, "report.docx": false, "Document1": false, "http://example.com/": false, strings.Repeat("mole ", 100): false,
	} {
		require.Equal(t, want, isTitle(title), "%q", title)
	}
}

func TestHeadersAreTheSameButForNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"12": "#", "- 12 -": "#", "xiv": "#", "[7]": "#", "Page 3 of 10": "Page # of #", "Page 12 of 100": "Page # of #", "Chapter 3: Clay": "Chapter #: Clay", "2024-03-01": "#", "Moles": "Moles",
	} {
		require.Equal(t, want, withoutNumbers(text), "%q", text)
	}
}

func TestLinesAreJoined(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"moles dig", "tunnels"}, "moles dig tunnels"},
		{[]string{"under\x02", "ground"}, "underground"},
		{[]string{"Baden\x02", "Baden"}, "Baden-Baden"},
		{[]string{"a tun\x02"}, "a tun-"},
		{[]string{"モグラは", "地中"}, "モグラは地中"},
		{[]string{"Sand . . . . . . . 7", "Clay.......9"}, "Sand … 7 Clay… 9"},
		{[]string{"And so on... or not. Yes."}, "And so on... or not. Yes."},
	} {
		var j joiner
		for _, l := range c.lines {
			text, isBroken := strings.CutSuffix(l, "\x02")
			j.add(text, isBroken)
		}
		require.Equal(t, c.want, j.text())
	}
}

func TestPagesAreNamedAsPeopleNameThem(t *testing.T) {
	d := reading{labels: []string{"i", "ii", "", "", "", "", ""}}
	require.Equal(t, "i–ii, 4, 6–7", d.names([]int{1, 2, 4, 6, 7}))
}

func TestTextIsTurned(t *testing.T) {
	for _, c := range []struct {
		a, b float64
		want turn
	}{{1, 0, 0}, {0, 1, 1}, {-1, 0, 2}, {0, -1, 3}, {1, 1, slanted}, {12, 0.1, 0}, {0, 0, 0}} {
		require.Equal(t, c.want, turnOf(c.a, c.b), "%v", c)
	}
}

// lying is an engine that gives anything, as PDFium might after it was made to fail.
type lying struct{ random *rand.Rand }

func (l lying) Open(io.ReaderAt, int64) {}

func (l lying) Call(name string, _ ...uint32) (uint32, error) {
	switch name {
	case "FPDF_GetPageCount":
		return l.random.Uint32N(20), nil
	case "FPDFText_CountChars":
		return l.random.Uint32N(5_000), nil
	}
	return l.any(), nil
}

func (l lying) any() uint32 {
	switch l.random.IntN(8) {
	case 0:
		return 1 << l.random.IntN(32) >> 1
	case 1:
		return 0
	}
	return l.random.Uint32N(400)
}

func (l lying) Each(_ string, _ []uint32, results []uint32) error {
	for i := range results {
		results[i] = l.any()
	}
	return nil
}

func (l lying) Read(p []byte, _ uint32) error {
	for i := range p {
		p[i] = byte(l.random.Uint32())
	}
	return nil
}

func (l lying) Write(uint32, []byte) error { return nil }
func (l lying) Close() error               { return nil }

func TestWhateverPDFiumSaysNothingPanics(t *testing.T) {
	const seeds = 30
	for seed := range uint64(seeds) {
		_, blocks, _, err := Read(t.Context(), lying{rand.New(rand.NewPCG(seed, seed))}, strings.NewReader("%PDF-1.4"), 8, nil)
		if err != nil {
			require.NotEqual(t, fault.Internal, fault.From(err).Code, "seed %d: %v", seed, err)
		}
		for _, b := range blocks {
			require.Equal(t, clean(b.Text), strings.Join(strings.Fields(b.Text), " "), "seed %d", seed)
		}
	}
}
