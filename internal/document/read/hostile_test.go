package read

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/document"
	"burrow/internal/fault"
)

// pack makes a ZIP file: names and contents by turns. Contents are strings or readers.
func pack(t testing.TB, entries ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed) })
	for i := 0; i < len(entries); i += 2 {
		in, isReader := entries[i+1].(io.Reader)
		method := zip.Deflate
		if text, _ := entries[i+1].(string); !isReader && len(text) < 200 {
			method = zip.Store
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: entries[i].(string), Method: method})
		require.NoError(t, err)
		if !isReader {
			in = strings.NewReader(entries[i+1].(string))
		}
		_, err = io.Copy(f, in)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// again gives a text many times, between a beginning and an end.
func again(begin, text string, times int, end string) io.Reader {
	return io.MultiReader(strings.NewReader(begin), &repeated{text: []byte(strings.Repeat(text, 1+65536/len(text))), left: times * len(text)}, strings.NewReader(end))
}

type repeated struct {
	text     []byte
	at, left int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.left)], r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	r.left -= n
	return n, nil
}

const (
	wordRels    = `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>`
	wordBegin   = `<w:document><w:body>`
	wordEnd     = `</w:body></w:document>`
	excelRels   = `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	oneSheet    = `<workbook><sheets><sheet name="S" r:id="s"/></sheets></workbook>`
	oneSheetRel = `<Relationships><Relationship Id="s" Type="x/worksheet" Target="sheet.xml"/><Relationship Id="t" Type="x/sharedStrings" Target="shared.xml"/></Relationships>`
	slideRels   = `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="ppt/presentation.xml"/></Relationships>`
)

func wordWith(t testing.TB, body any, more ...any) []byte {
	return pack(t, append([]any{"_rels/.rels", wordRels, "word/document.xml", body}, more...)...)
}

func excelWith(t testing.TB, sheet any, more ...any) []byte {
	return pack(t, append([]any{"_rels/.rels", excelRels, "xl/workbook.xml", oneSheet, "xl/_rels/workbook.xml.rels", oneSheetRel, "xl/sheet.xml", sheet}, more...)...)
}

// peak runs f, and returns by how much memory grew meanwhile.
func peak(f func()) (bytes uint64) {
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	before := stats.HeapInuse
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			var now runtime.MemStats
			runtime.ReadMemStats(&now)
			bytes = max(bytes, now.HeapInuse-min(before, now.HeapInuse))
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	})
	f()
	close(done)
	watch.Wait()
	return bytes
}

const mostMemory = 300 << 20

// requireSentence: an error is one that a user may read, and says what to do.
func requireSentence(t testing.TB, err error) string {
	t.Helper()
	said := fault.From(err)
	require.NotEqual(t, fault.Internal, said.Code, "%v", err)
	require.True(t, strings.HasSuffix(said.Message, ".") && !strings.Contains(said.Message, "{"), said.Message)
	return said.Message
}

func TestWhatUnpacksToMuchEndsInBoundedMemory(t *testing.T) {
	if testing.Short() || runtime.GOOS == "js" {
		t.Skip("unpacks gigabytes")
	}
	const much = 300 << 20
	row := `<row><c><v>1</v></c><c><v>2</v></c></row>`
	for name, of := range map[string]struct {
		file func() []byte
		want string // a sentence, or a warning
	}{
		"spaces between": {func() []byte { return wordWith(t, again(wordBegin, "        ", much/8, wordEnd)) }, "Unpacked, this file is larger than 256 MB."},
		"spaces in text": {func() []byte {
			return wordWith(t, again(wordBegin+"<w:p><w:r><w:t>", "        ", much/8, "</w:t></w:r></w:p>"+wordEnd))
		}, "There is no text in this file."},
		"letters": {func() []byte {
			return wordWith(t, again(wordBegin+"<w:p><w:r><w:t>", "abcdefg ", much/8, "</w:t></w:r></w:p>"+wordEnd))
		}, "This document is very long."},
		"paragraphs": {func() []byte {
			return wordWith(t, again(wordBegin, "<w:p><w:r><w:t>a</w:t></w:r></w:p>", much/34, wordEnd))
		}, "This document is very long."},
		"cells": {func() []byte {
			return wordWith(t, again(wordBegin+"<w:tbl><w:tr>", "<w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc>", much/47, "</w:tr></w:tbl>"+wordEnd))
		}, "This document is very long."},
		"wide cells": {func() []byte {
			return wordWith(t, again(wordBegin+"<w:tbl>", `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="999"/></w:tcPr></w:tc><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr>`, much/120, "</w:tbl>"+wordEnd))
		}, "This document is very long."},
		"hidden and seen": {func() []byte {
			return wordWith(t, again(wordBegin+"<w:p>", `<w:r><w:t>a</w:t></w:r><w:del><w:r><w:delText>b</w:delText></w:r></w:del>`, much/75, "</w:p>"+wordEnd))
		}, "Unpacked, this file is larger than 256 MB."},
		"a comment": {func() []byte { return wordWith(t, again("<!--", "-------x", much/8, "--><a/>")) }, "Unpacked, this file is larger than 256 MB."},
		"styles": {func() []byte {
			return wordWith(t, wordBegin+"<w:p/>"+wordEnd, "word/_rels/document.xml.rels", `<Relationships><Relationship Id="s" Type="x/styles" Target="styles.xml"/></Relationships>`,
				"word/styles.xml", again("<styles>", `<style styleId="a"/>`, much/20, "</styles>"))
		}, "Unpacked, this file is larger than 256 MB."},
		"rows": {func() []byte {
			return excelWith(t, again("<worksheet><sheetData>", row, 500_000, "</sheetData></worksheet>"))
		}, "This workbook has more than 200000 cells. It was read up to row 100000 of the sheet S."},
		"far cells": {func() []byte {
			return excelWith(t, again(`<worksheet><sheetData><row>`+strings.Repeat("<c><v>1</v></c>", 16_000)+`</row>`, `<row><c r="XFA1"><v>1</v></c></row>`, 150_000, "</sheetData></worksheet>"))
		}, "This document is very long."},
		"one shared text": {func() []byte {
			return excelWith(t, again("<worksheet><sheetData>", `<row><c t="s"><v>0</v></c></row>`, 100_000, "</sheetData></worksheet>"), "xl/shared.xml", `<sst><si><t>`+strings.Repeat("x", 1<<20)+`</t></si></sst>`)
		}, "This document is very long."},
		"shared texts": {func() []byte {
			return excelWith(t, "<worksheet><sheetData>"+row+"</sheetData></worksheet>", "xl/shared.xml", again("<sst>", "<si><t>ab</t></si>", 10_000_000, "</sst>"))
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := of.file()
			var text Text
			var err error
			used := peak(func() { text, err = read(t, "a.docx", file) })
			t.Logf("%d KB, %d MB of memory, %d blocks", len(file)>>10, used>>20, len(text.Blocks))
			require.Less(t, used, uint64(mostMemory))
			if err != nil {
				require.Contains(t, requireSentence(t, err), of.want)
				require.NotEmpty(t, of.want)
				return
			}
			require.Contains(t, strings.Join(text.Warnings, " "), of.want)
		})
	}
}

func TestLargeTextsAreReadInBoundedMemory(t *testing.T) {
	if testing.Short() || runtime.GOOS == "js" {
		t.Skip("reads hundreds of megabytes")
	}
	const long = "very long"
	for name, of := range map[string]struct {
		begin, text string
		size        int
		warns       string
	}{
		"line.txt":       {"", "Moles dig in the ground. ", 32 << 20, ""},
		"letters.txt":    {"", "x", 40 << 20, long},
		"japanese.txt":   {"x", "日本語", 40 << 20, long},
		"lines.txt":      {"", "a\n\n", 32 << 20, long},
		"western.txt":    {"", "caf\xe9 ", 32 << 20, long},
		"utf16.txt":      {markUTF16LE, "a\x00b\x00", 64 << 20, long},
		"line.md":        {"", "* a long list of moles ", 32 << 20, ""},
		"items.md":       {"", "* x\n", 32 << 20, long},
		"code.go":        {"", "x := 1\n", 32 << 20, ""},
		"cells.csv":      {"", "a,b\n", 32 << 20, long},
		"cell.csv":       {"", "\"a\"\"\n", 32 << 20, long},
		"commas.csv":     {"", ",", 32 << 20, "no text"},
		"array.json":     {"[", "1,", 20 << 20, "valid"},
		"objects.jsonl":  {"", "{\"a\":1}\n", 32 << 20, long},
		"deep.json":      {"", "[", 20 << 20, "valid"},
		"tags.html":      {"", "<b>", 10 << 20, "nested"},
		"ends.html":      {"<p>", "</x>", 31 << 20, "no text"},
		"rows.html":      {"<table>", "<tr><td>a<td>b", 32 << 20, long},
		"tables.html":    {"", "<table><tr><td>", 32 << 20, "nested"},
		"items.html":     {"", "<li>a", 32 << 20, long},
		"less.html":      {"", "< ", 32 << 20, ""},
		"attribute.html": {"<a ", "b=c ", 31 << 20, "no text"},
	} {
		t.Run(name, func(t *testing.T) {
			file := []byte(of.begin + strings.Repeat(of.text, of.size/len(of.text)))
			var text Text
			var err error
			began := time.Now()
			used := peak(func() { text, err = read(t, name, file) })
			t.Logf("%d MB of memory, %d blocks, %v", used>>20, len(text.Blocks), time.Since(began))
			require.Less(t, used, uint64(mostMemory))
			said := strings.Join(text.Warnings, " ")
			if err != nil {
				said = requireSentence(t, err)
				require.NotEmpty(t, of.warns)
			}
			require.Contains(t, said, of.warns)
		})
	}
}

func TestHostileFilesEndWithTheirSentence(t *testing.T) {
	plain := "<w:p><w:r><w:t>x</w:t></w:r></w:p>"
	deep := strings.Repeat("<w:sdt><w:sdtContent>", 300)
	var many []any
	for i := range maxEntries {
		many = append(many, "x/"+strconv.Itoa(i), "")
	}
	for name, of := range map[string]struct {
		file []byte
		name string
		want string
	}{
		"laughs":   {wordWith(t, `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><w:document>&c;</w:document>`), "a.docx", "This file has a document type definition"},
		"depth":    {wordWith(t, wordBegin+deep), "a.docx", "This file is nested too deeply to be read."},
		"broken":   {wordWith(t, wordBegin+plain), "a.docx", "This file is damaged or cut off."},
		"no root":  {wordWith(t, ""), "a.docx", "This file is damaged or cut off."},
		"twice":    {pack(t, "_rels/.rels", wordRels, "word/document.xml", "<a/>", "WORD/document.xml", wordBegin+plain+wordEnd), "a.docx", "This file has two parts of the same name"},
		"entries":  {wordWith(t, wordBegin+plain+wordEnd, many...), "a.docx", "This file has more than 20000 parts."},
		"no text":  {wordWith(t, wordBegin+"<w:p/>"+wordEnd), "a.docx", "There is no text in this file."},
		"archive":  {pack(t, "a.txt", "text"), "a.zip", "This is an archive."},
		"claims":   {pack(t, "a.txt", "text"), "a.docx", "This file is no Office document"},
		"empty":    {nil, "a.docx", "This file is empty."},
		"blank":    {[]byte(" \n\t\n"), "a.txt", "There is no text in this file."},
		"binary":   {wordWith(t, wordBegin+plain+wordEnd, "word/x", "")[:3], "a.docx", "Burrow can’t read this kind of file."},
		"xlsb":     {pack(t, "_rels/.rels", `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/xl/workbook.bin"/></Relationships>`), "a.xlsb", "Burrow can’t read .xlsb files. Save it as .xlsx"},
		"picture":  {[]byte("\x89PNG\r\n\x1a\n"), "a.docx", "This is a picture"},
		"drawing":  {[]byte("<svg/>"), "a.svg", "This is a picture"},
		"sound":    {[]byte("ID3\x04\x00\x00\x00"), "a.mp3", "This is audio or video"},
		"video":    {[]byte("\x00\x00\x00\x20ftypisom"), "a.txt", "This is audio or video"},
		"gzip":     {[]byte("\x1f\x8b\x08\x00"), "a.csv", "This is an archive."},
		"program":  {[]byte("MZ\x90\x00\x03\x00"), "a.docx", "This is a program"},
		"mail":     {compoundWith("__properties_version1.0"), "a.msg", "Burrow can’t read .msg files."},
		"talk":     {compoundWith("PowerPoint Document"), "a.docx", "Burrow can’t read .ppt files. Save it as .pptx"},
		"locked":   {compoundWith("EncryptedPackage"), "a.xlsx", "This file is protected with a password."},
		"unknown":  {compoundWith("Contents"), "a.xlsx", "Burrow can’t read this kind of file."},
		"pages":    {pack(t, "Index/Document.iwa", "x"), "a.pages", "Burrow can’t read Pages files. Save it as .docx"},
		"numbers":  {pack(t, "Index/Document.iwa", "x"), "a.numbers", "Burrow can’t read Numbers files. Save it as .xlsx"},
		"web page": {[]byte("From: <Saved by Blink>\nMIME-Version: 1.0\n"), "a.mhtml", "Burrow can’t read .mht files. Save it as .html"},
		"pdf":      {[]byte("%PDF-1.7\n"), "a.docx", "PDF files can’t be read here."},
		"charset":  {[]byte("<meta charset=shift_jis><p>\x82\xa0\x82\xa2</p>"), "a.html", "This page is in the encoding shift_jis, which Burrow can’t read."},
	} {
		_, err := read(t, of.name, of.file)
		require.Error(t, err, name)
		require.Contains(t, requireSentence(t, err), of.want, name)
	}
	_, err := Reader{}.Read(context.Background(), "a.txt", strings.NewReader("x"), maxFile+1, nil)
	require.ErrorIs(t, err, fault.TooLarge)
}

// compoundWith is a file of an old Office program with one stream.
func compoundWith(stream string) []byte {
	file := make([]byte, 512*3)
	copy(file, compound)
	le := binary.LittleEndian
	le.PutUint16(file[30:], 9)
	le.PutUint32(file[48:], 1) // the directory is sector 1, its table sector 0
	le.PutUint32(file[512+4:], 0xfffffffe)
	for i, c := range stream {
		file[1024+2*i] = byte(c)
	}
	le.PutUint16(file[1024+64:], uint16(2*len(stream)+2))
	return file
}

func TestCyclesEnd(t *testing.T) {
	self := func(kinds ...string) string {
		out := "<Relationships>"
		for i, kind := range kinds {
			out += `<Relationship Id="r` + strconv.Itoa(i) + `" Type="x/` + kind + `" Target="document.xml"/>`
		}
		return out + "</Relationships>"
	}
	styles := `<w:styles><w:style w:styleId="a"><w:name w:val="A"/><w:basedOn w:val="b"/></w:style><w:style w:styleId="b"><w:basedOn w:val="a"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`
	body := wordBegin + `<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr><w:r><w:t>one</w:t><w:footnoteReference w:id="1"/></w:r></w:p><w:sectPr><w:headerReference r:id="r0"/></w:sectPr>` + wordEnd
	text, err := read(t, "a.docx", wordWith(t, body, "word/_rels/document.xml.rels", self("header", "footnotes", "endnotes", "comments", "numbering")+"", "word/styles.xml", styles))
	require.NoError(t, err)
	require.Equal(t, "one", text.Blocks[0].Text)
	rels := strings.Replace(self("header"), "<Relationship ", `<Relationship Id="s" Type="x/styles" Target="styles.xml"/><Relationship `, 1)
	text, err = read(t, "a.docx", wordWith(t, body, "word/_rels/document.xml.rels", rels, "word/styles.xml", styles))
	require.NoError(t, err)
	require.Equal(t, document.Heading, text.Blocks[0].Kind)
	require.Equal(t, 2, text.Blocks[0].Level)

	slide := `<p:sld><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`
	text, err = read(t, "a.pptx", pack(t, "_rels/.rels", slideRels, "ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r0"/><p:sldId id="2" r:id="r0"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", self("slide"), "ppt/document.xml", slide, "ppt/_rels/document.xml.rels", self("notesSlide", "comments", "slide")))
	require.NoError(t, err)
	require.Len(t, text.Blocks, 6)
}

func TestCutFilesEndWithASentence(t *testing.T) {
	for _, name := range documents(t) {
		file := fixture(t, name)
		for part := range 20 {
			text, err := read(t, name, file[:len(file)*part/20])
			if err != nil {
				requireSentence(t, err)
			} else {
				require.Empty(t, officeByName[ending(name)], "%s cut to %d/20", name, part)
				require.NotEmpty(t, text.Blocks)
			}
		}
	}
}

func TestNamesDoNotDecide(t *testing.T) {
	for _, name := range documents(t) {
		want, err := read(t, name, fixture(t, name))
		require.NoError(t, err)
		if officeByName[ending(name)] == "" {
			continue
		}
		for _, called := range []string{"a.txt", "a.pdf", "a.html", "a.xlsx", "docx", ""} {
			got, err := read(t, called, fixture(t, name))
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		file := fixture(t, name)
		require.Equal(t, want.Type, KindOf(file[:min(len(file), headSize)], name))
	}
}

// damaged changes some bytes of a file.
func damaged(r *rand.Rand, file []byte) []byte {
	file = bytes.Clone(file)
	for range 1 + r.IntN(4) {
		file[r.IntN(len(file))] = byte(r.Uint32())
	}
	return file
}

func TestDamagedFilesHurtNothing(t *testing.T) {
	for i, name := range documents(t) {
		file := fixture(t, name)
		for seed := range uint64(60) {
			text, err := read(t, name, damaged(rand.New(rand.NewPCG(seed, uint64(i))), file))
			if err != nil {
				requireSentence(t, err)
			}
			for _, b := range text.Blocks {
				requireSound(t, b)
			}
		}
	}
}

func TestReadingStopsWhenItIsAskedTo(t *testing.T) {
	for _, name := range documents(t) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		file := fixture(t, name)
		_, err := Reader{}.Read(ctx, name, bytes.NewReader(file), int64(len(file)), nil)
		require.ErrorIs(t, err, context.Canceled, name)
	}
	// In the middle: of a large sheet, a large table, a large page.
	for name, file := range map[string][]byte{
		"a.xlsx": excelWith(t, again("<worksheet><sheetData>", "<row><c><v>1</v></c></row>", 1_000_000, "</sheetData></worksheet>")),
		"a.docx": wordWith(t, again(wordBegin, "<w:p/>", 10_000_000, wordEnd)),
		"a.csv":  bytes.Repeat([]byte("a,b\n"), 1_000_000),
		"a.html": bytes.Repeat([]byte("<p>a"), 1_000_000),
	} {
		ctx, cancel := context.WithCancel(context.Background())
		began := time.Now()
		_, err := Reader{}.Read(ctx, name, bytes.NewReader(file), int64(len(file)), func(done float64) {
			if done > 0.2 {
				cancel()
			}
		})
		cancel()
		require.ErrorIs(t, err, context.Canceled, name)
		require.Less(t, time.Since(began), 5*time.Second, name)
	}
}
