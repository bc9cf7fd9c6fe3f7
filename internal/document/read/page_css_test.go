package read

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/document"
)

// veilsOf are the texts of a page that are not seen, and those that are.
func veilsOf(t *testing.T, page string) (seen, hidden []string) {
	t.Helper()
	text, err := read(t, "a.html", []byte(page))
	require.NoError(t, err)
	for _, b := range text.Blocks {
		if b.Veil == document.Seen {
			seen = append(seen, b.Text)
		} else {
			hidden = append(hidden, string(b.Veil)+": "+b.Text)
		}
	}
	return seen, hidden
}

func TestRulesOfThePagesOwnSheetHideText(t *testing.T) {
	for css, want := range map[string]string{
		".h{display:none}": "hidden",
		"/* a { */ .a, P.h , .b {color:red;DISPLAY: None}": "hidden",
		"#i { visibility : hidden }":                       "hidden",
		"p { font-size: 0 }":                               "tiny",
		".h{opacity:0}":                                    "pale",
		"@import url(x.css); .h{display:none}":             "hidden",
		"@media print{.h{display:block}} .h{display:none}": "hidden",
		".x{content:'}.y{'} .h{display:none !important}":   "hidden",
		"p{display:block} .h{display:none}":                "hidden",
		".h{display:none} p{display:block}":                "hidden",
		".h.j#i{display:none}":                             "hidden",
		".h::before{display:block} .h{display:none}":       "hidden",
		".h{display:none;transition:all 1s}":               "hidden",
		// What shows it again, or is not understood.
		".h{display:none} .h{display:block}":            "",
		".h{display:none} .h.j{display:block}":          "",
		"#i{display:block} .h{display:none}":            "",
		".h{display:none} body > .h{display:block}":     "",
		".h:hover{display:block} .h{display:none}":      "",
		"@media print{.h{display:none}}":                "",
		".x .h{display:none}":                           "",
		".h:empty{display:none}":                        "",
		".h[data-x]{display:none}":                      "",
		".H{display:none}":                              "",
		".h.k{display:none}":                            "",
		"div.h{display:none}":                           "",
		".x{content:'.h{display:none}'}":                "",
		"/*.h{display:none}*/":                          "",
		"body,html{opacity:0}":                          "",
		".h{opacity:0;animation:come 1s forwards}":      "",
		".h{x:{display:none}}":                          "",
		".h\\:x{display:none}":                          "",
		"{display:none} .h{} } .h{display":              "",
		strings.Repeat(".h{display:none}", mostRules+1): "",
	} {
		_, hidden := veilsOf(t, "<body><p>Seen</p><div><p id=i class='g h j'>Text <b>and more</b></p></div><style>"+css+"</style>")
		if want == "" {
			require.Empty(t, hidden, css)
			continue
		}
		require.Contains(t, hidden, want+": Text and more", css)
	}
}

func TestAnElementsOwnStyleIsStronger(t *testing.T) {
	seen, hidden := veilsOf(t, `<style>.h{display:none}.i{display:none!important}.v{visibility:hidden}.w{visibility:visible}</style>
		<p class=h style="display:block">one<p class=i style="display:block">two<p class=i style="display:block !important">three
		<div class=v>four<p class=w>five</p></div><div class=h><p style="display:block">six</div>`)
	require.Equal(t, []string{"one", "three", "five"}, seen)
	require.Equal(t, []string{"hidden: two", "hidden: four", "hidden: six"}, hidden)
}

func TestOnlySheetsOfTheScreenCount(t *testing.T) {
	for attributes, want := range map[string]int{"": 1, " media=screen": 1, " media='ALL'": 1, " type=text/css": 1, " media=print": 0, " media='(max-width: 9px)'": 0} {
		_, hidden := veilsOf(t, "<style"+attributes+">.h{display:none}</style><p>Seen<p class=h>Text")
		require.Len(t, hidden, want, attributes)
	}
	_, hidden := veilsOf(t, "<!--<style>p{display:none}</style>--><script>'<style>p{display:none}</style>'</script><template><style>p{display:none}</style></template><p>Seen")
	require.Empty(t, hidden)
}

// Rules and elements that are many, in sheets that do not end.
func TestHostileSheetsAreReadToTheirEnd(t *testing.T) {
	for _, page := range []string{
		"<style>" + strings.Repeat(".a.b.c.d{display:none}", 9_000) + "</style>" + strings.Repeat("<p class='a b c'>x", 100_000),
		"<style>" + strings.Repeat("{", 4<<20),
		"<style>" + strings.Repeat("a{/*", 1<<20),
		"<style>" + strings.Repeat("a{'", 1<<20),
		"<style>" + strings.Repeat("a,", 2<<20) + "{display:none}</style>x",
		"<style>" + strings.Repeat("a{display:none;", 1<<18) + "</style>x",
		strings.Repeat("<style>a{display:none", 1<<18),
		strings.Repeat("<style>a{display:none}</style>", 1<<17) + "x",
		"<style>.a{display:none}</style><p class='" + strings.Repeat("a ", 2<<20) + "'>x",
		"<style>." + strings.Repeat("a.", 2<<20) + "{display:none}</style>x",
	} {
		rules := rulesOf(page)
		for tag := (tags{text: page}); rules != nil && tag.next(); {
			rules.of(&tag)
			require.Greater(t, rules.work, -1_000)
		}
		_, err := read(t, "a.html", []byte(page))
		if err != nil {
			require.ErrorContains(t, err, "no text", page[:30])
		}
	}
}
