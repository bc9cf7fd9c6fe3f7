package read

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/document"
)

// FuzzRead: any file of any name ends with sound blocks or a sentence, and the same
// bytes give the same.
//
//	go test ./internal/document/read -run '^$' -fuzz FuzzRead
func FuzzRead(f *testing.F) {
	for _, name := range documents(f) {
		f.Add(name, fixture(f, name))
	}
	for name := range refused {
		f.Add(name, fixture(f, name))
	}
	f.Fuzz(func(t *testing.T, name string, file []byte) {
		text, err := Reader{}.Read(context.Background(), name, bytes.NewReader(file), int64(len(file)), nil)
		if err != nil {
			requireSentence(t, err)
		}
		for _, b := range text.Blocks {
			requireSound(t, b)
		}
		again, _ := Reader{}.Read(context.Background(), name, bytes.NewReader(file), int64(len(file)), nil)
		require.Equal(t, text, again)
	})
}

// fuzzed reads a part of a file as a fuzzer made it.
func fuzzed(t *testing.T, name string, file []byte) {
	text, err := Reader{}.Read(context.Background(), name, bytes.NewReader(file), int64(len(file)), nil)
	if err != nil {
		requireSentence(t, err)
	}
	for _, b := range text.Blocks {
		requireSound(t, b)
	}
	_ = document.Cut(text.Blocks)
}

// FuzzWord: any text in the part of a document ends with sound blocks.
//
//	go test ./internal/document/read -run '^$' -fuzz FuzzWord
func FuzzWord(f *testing.F) {
	f.Add(string(partsOf(f)["marks.docx/word/document.xml"]), testStyles, testNumbering)
	f.Add(wordBegin+styled("Eigene", "Two")+in("1", "1", "b")+in("2", "0", "c")+p(r("a")+`<w:del><w:r><w:delText>old</w:delText></w:r></w:del>`+run(`<w:rStyle w:val="Geheim"/>`, "x"))+wordEnd, testStyles, testNumbering)
	f.Add(wordBegin+`<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr><w:trPr><w:tblHeader/><w:gridBefore w:val="1"/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val="2"/><w:vMerge/></w:tcPr>`+p(r("a"))+`</w:tc></w:tr></w:tbl>`+wordEnd, "<s/>", "<n/>")
	f.Fuzz(func(t *testing.T, text, styles, numbering string) {
		rels := `<Relationships><Relationship Id="s" Type="x/styles" Target="styles.xml"/><Relationship Id="n" Type="x/numbering" Target="numbering.xml"/></Relationships>`
		fuzzed(t, "a.docx", wordWith(t, text, "word/_rels/document.xml.rels", rels, "word/styles.xml", styles, "word/numbering.xml", numbering))
	})
}

// FuzzSheet: any text in the parts of a workbook ends with sound blocks.
//
//	go test ./internal/document/read -run '^$' -fuzz FuzzSheet
func FuzzSheet(f *testing.F) {
	parts := partsOf(f)
	for _, name := range []string{"openpyxl.xlsx", "xlsxwriter.xlsx"} {
		f.Add(string(parts[name+"/xl/worksheets/sheet1.xml"]), string(parts[name+"/xl/styles.xml"]), string(parts[name+"/xl/sharedStrings.xml"]))
	}
	f.Fuzz(func(t *testing.T, sheet, styles, shared string) {
		rels := strings.Replace(oneSheetRel, "<Relationship ", `<Relationship Id="y" Type="x/styles" Target="styles.xml"/><Relationship `, 1)
		fuzzed(t, "a.xlsx", pack(t, "_rels/.rels", excelRels, "xl/workbook.xml", oneSheet, "xl/_rels/workbook.xml.rels", rels, "xl/sheet.xml", sheet, "xl/styles.xml", styles, "xl/shared.xml", shared))
	})
}

// FuzzSlide: any text in a slide ends with sound blocks.
//
//	go test ./internal/document/read -run '^$' -fuzz FuzzSlide
func FuzzSlide(f *testing.F) {
	for name, part := range partsOf(f) {
		if strings.Contains(name, "/ppt/slides/slide") {
			f.Add(string(part))
		}
	}
	f.Fuzz(func(t *testing.T, slide string) {
		fuzzed(t, "a.pptx", pack(t, "_rels/.rels", slideRels, "ppt/presentation.xml", `<p:presentation><p:sldSz cx="9144000" cy="6858000"/><p:sldIdLst><p:sldId id="1" r:id="r"/></p:sldIdLst></p:presentation>`,
			"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="r" Type="x/slide" Target="slide.xml"/></Relationships>`, "ppt/slide.xml", slide))
	})
}

// FuzzText: any text read as each kind of text ends with sound blocks.
//
//	go test ./internal/document/read -run '^$' -fuzz FuzzText
func FuzzText(f *testing.F) {
	for _, name := range documents(f) {
		if officeByName[ending(name)] == "" {
			f.Add(fixture(f, name))
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, name := range []string{"a.html", "a.csv", "a.json", "a.jsonl", "a.md", "a.go", "a.txt"} {
			fuzzed(t, name, file)
		}
	})
}

// FuzzFormat: any format shows any number and text without a panic.
//
//	go test ./internal/document/read -run '^$' -fuzz FuzzFormat
func FuzzFormat(f *testing.F) {
	for _, code := range builtin {
		f.Add(code, 1234.5)
	}
	f.Add(`[>=1000]0.0,"k";[Red]-0.00%;@`, -0.5)
	f.Add(`[h]:mm:ss.000 AM/PM;_($* #,##0.00_);"x"0`, 45000.123)
	f.Fuzz(func(t *testing.T, code string, n float64) {
		format := parseFormat(code)
		_ = format.number(n, dates{}) + format.number(-n, dates{since1904: true}) + format.text(code)
	})
}
