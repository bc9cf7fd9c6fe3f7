package read

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const testStyles = `<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:basedOn w:val="N"/></w:style>
<w:style w:type="paragraph" w:styleId="Eigene"><w:name w:val="Eigene"/><w:basedOn w:val="berschrift1"/></w:style>
<w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="character" w:styleId="Geheim"><w:name w:val="Geheim"/><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:type="table" w:styleId="Bunt"><w:name w:val="Bunt"/><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style></w:styles>`

const testNumbering = `<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num></w:numbering>`

// p and r write a paragraph and a run.
func p(inside string) string { return "<w:p>" + inside + "</w:p>" }
func r(text string) string   { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }
func in(list, level, text string) string {
	return p(`<w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + list + `"/></w:numPr></w:pPr>` + r(text))
}
func styled(style, text string) string {
	return p(`<w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>` + r(text))
}
func run(properties, text string) string {
	return `<w:r><w:rPr>` + properties + `</w:rPr><w:t>` + text + `</w:t></w:r>`
}

func TestWordDocuments(t *testing.T) {
	box := `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>` + p(r("boxed")) + `</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>` + p(r("boxed")) + `</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
	field := `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF x \h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` + r("result") + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
	cell := func(text string) string { return "<w:tc>" + p(r(text)) + "</w:tc>" }
	grid := `<w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>`
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"headings": {styled("berschrift1", "One") + styled("Eigene", "Two") + p(`<w:pPr><w:outlineLvl w:val="7"/></w:pPr>`+r("Deep")) + p(`<w:pPr><w:pStyle w:val="Eigene"/><w:outlineLvl w:val="9"/></w:pPr>`+r("Text")),
			[]string{"heading 1: One", "heading 1: Two", "heading 6: Deep", "paragraph: Text"}},
		"contents": {styled("Verzeichnis1", "One ... 1") + p(r("x")), []string{"paragraph: x"}},
		"lists": {in("1", "0", "a") + in("1", "1", "b") + in("1", "1", "c") + p(r("between")) + in("1", "0", "d") + in("1", "1", "e") + in("2", "0", "f") + in("2", "0", "g") + in("0", "0", "none") + in("9", "0", "bullet"),
			[]string{"item 1: 1. a", "item 2: 1.a) b", "item 2: 1.b) c", "paragraph: between", "item 1: 2. d", "item 2: 2.a) e", "item 1: 5. f", "item 1: 6. g", "paragraph: none", "item 1: bullet"}},
		"changes": {p(r("a ") + `<w:ins>` + r("new ") + `</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>` + r("b") + `<w:moveFrom>` + r("from") + `</w:moveFrom><w:moveTo>` + r(" to") + `</w:moveTo>`),
			[]string{"paragraph: a new b to", "paragraph [hidden]: old from"}},
		"veils": {p(r("seen") + run(`<w:rStyle w:val="Geheim"/>`, "styled") + run(`<w:rStyle w:val="Geheim"/><w:vanish w:val="0"/>`, " shown") + run(`<w:color w:val="FEFEFE"/>`, "white") + run(`<w:sz w:val="3"/>`, "tiny") + run(`<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>`, " light")),
			[]string{"paragraph: seen shown light", "paragraph [pale]: white", "paragraph [tiny]: tiny", "paragraph [hidden]: styled"}},
		"box and field": {p(r("before ") + box + field + `<w:smartTag>` + r(" tagged") + `</w:smartTag><w:hyperlink r:id="x">` + r(" link") + `</w:hyperlink><w:r><w:tab/><w:noBreakHyphen/><w:softHyphen/><w:br/></w:r>` + r("end")),
			[]string{"paragraph: before result tagged link - end", "paragraph: boxed"}},
		"ruby": {p(`<w:r><w:ruby><w:rt>` + r("かん") + `</w:rt><w:rubyBase>` + r("漢") + `</w:rubyBase></w:ruby></w:r>`), []string{"paragraph: 漢"}},
		"table": {`<w:tbl><w:tblPr/>` + grid + `<w:tr><w:trPr><w:tblHeader/></w:trPr>` + cell("A") + cell("B|C") + `</w:tr><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>` + p(r("1")) + `</w:tc>` + cell("2") + `</w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>` + cell("3") + `</w:tr>` +
			`<w:tr><w:trPr><w:del/></w:trPr>` + cell("gone") + cell("too") + `</w:tr><w:tr>` + cell("") + cell("") + `</w:tr></w:tbl>`,
			[]string{`head: A | B\|C`, "row: 1 | 2", "row:  | 3", "row [hidden]: gone | too"}},
		"styled table": {`<w:tbl><w:tblPr><w:tblStyle w:val="Bunt"/><w:tblLook w:val="04A0"/></w:tblPr>` + grid + `<w:tr><w:tc>` + p(run(`<w:color w:val="FFFFFF"/>`, "A")) + `</w:tc>` + cell("B") + `</w:tr><w:tr>` + cell("1") + cell("2") + `</w:tr></w:tbl>`,
			[]string{"head: A | B", "row: 1 | 2"}},
		"plain table": {`<w:tbl>` + grid + `<w:tr><w:tc>` + p(r("x")+run(`<w:color w:val="FFFFFF"/>`, "A")) + `</w:tc>` + cell("B") + `</w:tr></w:tbl>`, []string{"row: x | B", "paragraph [pale]: A"}},
		"frame":       {`<w:tbl><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>` + styled("berschrift1", "In") + in("9", "0", "item") + `</w:tc></w:tr></w:tbl>`, []string{"heading 1: In", "item 1: item"}},
		"nested":      {`<w:tbl>` + grid + `<w:tr>` + cell("a") + `<w:tc>` + p(r("b:")) + `<w:tbl>` + grid + `<w:tr>` + cell("c") + cell("d") + `</w:tr></w:tbl><w:p/></w:tc></w:tr></w:tbl>`, []string{"row: a | b: c, d;"}},
		"controls": {`<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>` + p(r("Contents")) + `</w:sdtContent></w:sdt><w:sdt><w:sdtContent>` + p(r("kept ")+`<w:sdt><w:sdtContent>`+r("too")+`</w:sdtContent></w:sdt>`) + `</w:sdtContent></w:sdt>`,
			[]string{"paragraph: kept too"}},
		"formula": {p(`<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f><m:sSup><m:e><m:r><m:t>+x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>`), []string{"paragraph: a/b+x^2"}},
	} {
		rels := `<Relationships><Relationship Id="s" Type="x/styles" Target="styles.xml"/><Relationship Id="n" Type="x/numbering" Target="/word/numbering.xml"/></Relationships>`
		got, err := read(t, "a.docx", wordWith(t, wordBegin+c.body+wordEnd, "word/_rels/document.xml.rels", rels, "word/styles.xml", testStyles, "word/numbering.xml", testNumbering))
		require.NoError(t, err, name)
		var lines []string
		for _, b := range got.Blocks {
			lines = append(lines, line(b))
		}
		require.Equal(t, c.want, lines, name)
	}
}
