package read

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// sp writes a shape: what it is, where it stands, and its paragraphs.
func sp(about, properties, paragraphs string) string {
	return `<p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr>` + about + `</p:nvPr></p:nvSpPr><p:spPr>` + properties + `</p:spPr><p:txBody><a:bodyPr/>` + paragraphs + `</p:txBody></p:sp>`
}

func drawnP(properties, text string) string {
	return `<a:p><a:pPr ` + properties + `</a:pPr><a:r><a:t>` + text + `</a:t></a:r></a:p>`
}

func slideOf(shapes string) string {
	return `<p:sld><p:cSld><p:spTree>` + shapes + `</p:spTree></p:cSld></p:sld>`
}

func TestSlides(t *testing.T) {
	one := slideOf(
		sp(`<p:ph type="ftr"/>`, "", drawnP(">", "ACME")) + sp(`<p:ph type="sldNum"/>`, "", drawnP(">", "1")) +
			sp(`<p:ph idx="1"/>`, "", drawnP(`lvl="0"><a:buAutoNum type="arabicPeriod" startAt="3"/>`, "three")+drawnP(`lvl="1"><a:buAutoNum type="alphaLcParenR"/>`, "inside")+drawnP(`lvl="0"><a:buAutoNum type="arabicPeriod"/>`, "four")+drawnP(`><a:buNone/>`, "plain")+drawnP(`lvl="2">`, "deep")) +
			sp(`<p:ph type="title"/>`, "", drawnP(">", "A title")+drawnP(">", "of two lines")) +
			`<p:grpSp><p:nvGrpSpPr><p:cNvPr id="2"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="100" cy="100"/><a:chOff x="5000" y="5000"/><a:chExt cx="1000" cy="1000"/></a:xfrm></p:grpSpPr>` +
			sp("", `<a:xfrm><a:off x="5500" y="5500"/><a:ext cx="10" cy="10"/></a:xfrm>`, drawnP(">", "within")) +
			sp("", `<a:xfrm><a:off x="0" y="0"/><a:ext cx="10" cy="10"/></a:xfrm>`, drawnP(">", "far")) + `</p:grpSp>` +
			`<mc:AlternateContent><mc:Choice>` + sp("", "", drawnP(">", "chosen")) + `</mc:Choice><mc:Fallback>` + sp("", "", drawnP(">", "fallback")) + `</mc:Fallback></mc:AlternateContent>` +
			`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9"/></p:nvGraphicFramePr><a:graphic><a:graphicData><dgm:relIds r:dm="d"/></a:graphicData></a:graphic></p:graphicFrame>` +
			`<p:sp><p:nvSpPr><p:cNvPr id="7" hidden="1"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>hidden</a:t></a:r><a:br/><a:r><a:t>shape</a:t></a:r></a:p></p:txBody></p:sp>`)
	two := slideOf(sp(`<p:ph type="ftr"/>`, "", drawnP(">", "ACME")) + sp(`<p:ph type="ctrTitle"/>`, "", `<a:p><a:r><a:rPr sz="4000"/><a:t>Se</a:t></a:r><a:r><a:t>cond</a:t></a:r><a:fld type="slidenum"><a:t>2</a:t></a:fld></a:p>`))
	file := pack(t, "_rels/.rels", slideRels,
		"ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/><p:sldId id="258" r:id="gone"/></p:sldIdLst><p:sldSz cx="1000" cy="1000"/></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="a" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="b" Type="x/slide" Target="/ppt/slides/slide2.xml"/></Relationships>`,
		"ppt/slides/slide1.xml", one, "ppt/slides/slide2.xml", two,
		"ppt/slides/_rels/slide1.xml.rels", `<Relationships><Relationship Id="d" Type="x/diagramData" Target="../diagrams/data1.xml"/><Relationship Id="c" Type="x/comments" Target="../comments/c.xml"/></Relationships>`,
		"ppt/diagrams/data1.xml", `<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:bodyPr/><a:p><a:r><a:t>step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
		"ppt/comments/c.xml", `<p:cmLst><p:cm><p:pos/><p:text>Really?</p:text></p:cm></p:cmLst>`)
	got, err := read(t, "a.pptx", file)
	require.NoError(t, err)
	var lines []string
	for _, b := range got.Blocks {
		lines = append(lines, line(b))
	}
	require.Equal(t, []string{
		"heading 1 (slide 1): Second", "note (slide 1): ACME",
		"heading 2 (slide 2): A title of two lines", "item 1 (slide 2): 3. three", "item 2 (slide 2): a) inside", "item 1 (slide 2): 4. four", "paragraph (slide 2): plain", "item 3 (slide 2): deep",
		"paragraph (slide 2): within", "paragraph (slide 2) [outside]: far", "paragraph (slide 2): chosen", "item 1 (slide 2): step", "paragraph (slide 2) [hidden]: hidden shape", "note (slide 2): Really?",
	}, lines)
	require.Equal(t, "Second", got.Title)
}

func TestSheets(t *testing.T) {
	sheet := `<x:worksheet><x:cols><x:col min="4" max="5" hidden="1"/></x:cols><x:sheetData><x:row r="2"><x:c r="B2" t="inlineStr"><x:is><x:r><x:t>Na</x:t></x:r><x:r><x:t>me</x:t></x:r><x:rPh><x:t>read aloud</x:t></x:rPh></x:is></x:c><x:c t="s"><x:v>1</x:v></x:c><x:c r="E2"><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row>` +
		`<x:row hidden="1"><x:c r="B3"><x:v>7</x:v></x:c></x:row><x:row r="9"><x:c r="C9" t="s"><x:v>0</x:v></x:c><x:c r="ZZZ9" t="s"><x:v>99</x:v></x:c><x:c r="D9"/></x:row></x:sheetData></x:worksheet>`
	got, err := read(t, "a.xlsx", excelWith(t, sheet, "xl/shared.xml", `<sst><si><t>two_x000D_
lines _x0041_ _x_ _xZZZZ_</t></si><si><t xml:space="preserve"> Price </t></si></sst>`))
	require.NoError(t, err)
	var lines []string
	for _, b := range got.Blocks {
		lines = append(lines, line(b))
	}
	require.Equal(t, []string{
		"head (sheet S, row 2): Name | Price", "row (sheet S, row 2) [hidden]: 2", "row (sheet S, row 3) [hidden]: 7", "row (sheet S, row 9):  | two lines A _x_ _xZZZZ_",
	}, lines)
}
