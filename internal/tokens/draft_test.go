package tokens_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"burrow/internal/tokens"
)

// requireDraft compares a draft with a full recount.
func requireDraft(t *testing.T, e *tokens.Encoding, d *tokens.Draft, want string) {
	t.Helper()
	require.True(t, want == d.Text(), "text of the draft, want %.80q", want)
	require.Equal(t, e.Count(want), d.Count(), "count of %.300q", want)
	require.Equal(t, len(want), d.Len())
}

func TestDraftEqualsRecountAfterRandomEdits(t *testing.T) {
	for _, name := range tokens.Names() {
		e := embedded(t, name)
		seeds := uint64(60)
		if testing.Short() {
			seeds = 6
		}
		for seed := range seeds {
			r := rand.New(rand.NewPCG(seed, 1))
			var b strings.Builder
			for range r.IntN(200) {
				b.WriteString(randomText(r))
			}
			text := b.String()
			d := tokens.NewDraft(e, text)
			requireDraft(t, e, d, text)
			for edit := range 60 {
				from := r.IntN(len(text) + 1)
				to := from + min(len(text)-from, []int{0, 0, 1, 2, 5, 40, 3000}[r.IntN(7)])
				insert := ""
				if r.IntN(3) > 0 {
					insert = randomText(r)
				}
				require.NoError(t, d.Replace(from, to, insert))
				text = text[:from] + insert + text[to:]
				if e.Count(text) != d.Count() || d.Text() != text {
					t.Fatalf("%s: seed %d edit %d at %d: draft has %d tokens, a recount %d", name, seed, edit, from, d.Count(), e.Count(text))
				}
			}
			requireDraft(t, e, d, text)
		}
	}
}

func TestDraftTypedCharacterByCharacter(t *testing.T) {
	text := "  The café's 会議 — it’s ABCdef,\n\n\t\tfunc main() { return 12345 }  \r\n👩‍👩‍👧 end  "
	for _, name := range tokens.Names() {
		e := embedded(t, name)
		d := tokens.NewDraft(e, "")
		typed := ""
		for _, r := range text {
			require.NoError(t, d.ReplaceUTF16(d.LenUTF16(), d.LenUTF16(), string(r)))
			typed += string(r)
			requireDraft(t, e, d, typed)
		}
		for units := utf16.Encode([]rune(text)); len(units) > 0; {
			n := 1
			if utf16.IsSurrogate(rune(units[len(units)-1])) {
				n = 2
			}
			require.NoError(t, d.ReplaceUTF16(len(units)-n, len(units), ""))
			units = units[:len(units)-n]
			requireDraft(t, e, d, string(utf16.Decode(units)))
		}
	}
}

func TestDraftLooksBehindCapitalsAndWhiteSpace(t *testing.T) {
	for _, c := range []struct {
		name     tokens.Name
		text     string
		from, to int
		insert   string
	}{
		{tokens.O200k, "x 中" + strings.Repeat("A", 3000), 3004, 3004, "a"},
		{tokens.O200k, "y\n" + strings.Repeat(" ", 3000) + "z", 2500, 2500, "\n"},
		{tokens.Cl100k, "y\n" + strings.Repeat(" ", 3000) + "z", 3001, 3002, ""},
		{tokens.Cl100k, "it'", 3, 3, "s"},
		{tokens.Cl100k, "12", 2, 2, "345"},
	} {
		e := embedded(t, c.name)
		d := tokens.NewDraft(e, c.text)
		require.NoError(t, d.Replace(c.from, c.to, c.insert))
		requireDraft(t, e, d, c.text[:c.from]+c.insert+c.text[c.to:])
	}
}

func TestDraftRefusesEditsOutside(t *testing.T) {
	e := embedded(t, tokens.Cl100k)
	d := tokens.NewDraft(e, "añ😀")
	for _, r := range [][2]int{{-1, 0}, {2, 1}, {0, 8}, {8, 8}} {
		require.ErrorIs(t, d.Replace(r[0], r[1], "x"), tokens.ErrRange)
	}
	for _, r := range [][2]int{{-1, 0}, {2, 1}, {0, 5}, {5, 5}} {
		require.ErrorIs(t, d.ReplaceUTF16(r[0], r[1], "x"), tokens.ErrRange)
	}
	requireDraft(t, e, d, "añ😀")
	require.Equal(t, 4, d.LenUTF16())
	require.NoError(t, d.ReplaceUTF16(2, 4, "!"))
	requireDraft(t, e, d, "añ!")
}

// A text field may hand over an offset between the halves of a character, when the
// reader's keyboard takes half of it away.
func TestAnOffsetInsideACharacterIsMovedToItsStart(t *testing.T) {
	e := embedded(t, tokens.Cl100k)
	for _, text := range []string{"a😀b", "😀", "ñ😀😀é", "\uffff\U00010000\ue000", "plain 👩‍👧 text", "会議😀" + strings.Repeat("x", 5000) + "😀y"} {
		units := utf16.Encode([]rune(text))
		// at is the offset in bytes of one in units.
		at := func(unit int) int {
			if unit < len(units) && unit > 0 && utf16.IsSurrogate(rune(units[unit])) && units[unit] >= 0xdc00 {
				unit--
			}
			return len(string(utf16.Decode(units[:unit])))
		}
		step := max(1, len(units)/40)
		for from := 0; from <= len(units); from += step {
			for _, to := range []int{from, from + 1, from + 2, len(units)} {
				if to = min(to, len(units)); to < from {
					continue
				}
				d := tokens.NewDraft(e, text)
				require.NoError(t, d.ReplaceUTF16(from, to, "!"))
				requireDraft(t, e, d, text[:at(from)]+"!"+text[at(to):])
			}
		}
	}
}
