//go:build !wasm

package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/document"
	"burrow/internal/fault"
)

// build makes a PDF of objects, the first of which is its catalog.
func build(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n")
	places := make([]int, len(objects))
	for i, o := range objects {
		places[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer << /Root 1 0 R /Size %d >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return b.Bytes()
}

func stream(content string, more ...string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(content), strings.Join(more, " "), content)
}

func deflated(content []byte) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write(content)
	w.Close()
	return b.String()
}

const (
	catalog = "<< /Type /Catalog /Pages 2 0 R >>"
	font    = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
	hello   = "BT /F1 12 Tf 72 700 Td (Hello moles.) Tj ET"
)

// onePage is a PDF of one page with a content.
func onePage(content string, more ...string) []byte {
	return build(append([]string{catalog, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>", stream(content), font}, more...)...)
}

// manyPages is a PDF of n pages.
func manyPages(n int, page func(i int) string) []byte {
	objects := []string{catalog, "", font}
	var kids strings.Builder
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", len(objects)+1)
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>", len(objects)+2), stream(page(i)))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", n, kids.String())
	return build(objects...)
}

// kept is a folder that gets what tests read and what came of it, so that the page is
// tested with the same: web/test/reading.spec.ts.
var kept = flag.String("kept", "", "keep hostile files in this folder")

func keep(t *testing.T, data []byte, want string) {
	for i := 1; *kept != ""; i++ {
		path := filepath.Join(*kept, fmt.Sprintf("%s-%d.pdf", t.Name(), i))
		if _, err := os.Stat(path); err != nil {
			require.NoError(t, os.WriteFile(path, data, 0o644))
			require.NoError(t, os.WriteFile(path+".want", []byte(want), 0o644))
			return
		}
	}
}

// survive reads a file, and wants blocks or a sentence, soon.
func survive(t *testing.T, data []byte) (blocks []document.Block, warnings []string, err error) {
	t.Helper()
	began := time.Now()
	title, blocks, warnings, err := read(t, data)
	keep(t, data, golden(title, blocks, warnings, err))
	require.Less(t, time.Since(began), time.Minute)
	if err != nil {
		require.NotEqual(t, fault.Internal, fault.From(err).Code, "%v", err)
		require.Empty(t, blocks)
		return nil, nil, err
	}
	for _, b := range blocks {
		require.NotEmpty(t, b.Text)
		require.Equal(t, clean(b.Text), strings.Join(strings.Fields(b.Text), " "))
	}
	return blocks, warnings, nil
}

func TestFilesThatAreCutOffEndWithASentence(t *testing.T) {
	for _, name := range []string{"linear", "article", "ocr"} {
		whole, err := os.ReadFile("testdata/" + name + ".pdf")
		require.NoError(t, err)
		for i := range 20 {
			survive(t, whole[:len(whole)*i/20])
		}
	}
}

func TestFlippedBytesEndWithASentence(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, seed))
	for _, name := range []string{"linear", "layers", "web"} {
		whole, err := os.ReadFile("testdata/" + name + ".pdf")
		require.NoError(t, err)
		for range 25 {
			data := bytes.Clone(whole)
			for range 1 + random.IntN(40) {
				data[random.IntN(len(data))] ^= byte(1 << random.IntN(8))
			}
			survive(t, data)
		}
	}
}

func TestPageCountsLie(t *testing.T) {
	for _, count := range []string{"-5", "0", "3", "4000000", "2147483647", "99999999999", "(ten)"} {
		data := build(catalog, "<< /Type /Pages /Count "+count+" /Kids [3 0 R] >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>", stream(hello), font)
		survive(t, data)
	}
}

func TestPageTreesMayBeDeepOrRound(t *testing.T) {
	deep := []string{catalog}
	for i := range 5_000 {
		deep = append(deep, fmt.Sprintf("<< /Type /Pages /Count 1 /Kids [%d 0 R] >>", i+3))
	}
	survive(t, build(append(deep, "<< /Type /Page /MediaBox [0 0 9 9] >>")...))
	survive(t, build(catalog, "<< /Type /Pages /Count 2 /Kids [2 0 R 2 0 R] >>"))
	survive(t, build(catalog, "<< /Type /Pages /Count 9 /Kids [3 0 R 3 0 R] /Parent 3 0 R >>", "<< /Type /Pages /Count 9 /Kids [2 0 R] /Parent 2 0 R >>"))
	survive(t, build("1 0 R"))
	survive(t, build("<< /Type /Catalog /Pages 1 0 R /Kids [1 0 R] /Count 1 >>"))
}

func TestFormsMayDrawThemselves(t *testing.T) {
	form := "/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 6 0 R >> /Font << /F1 5 0 R >> >>"
	survive(t, onePage(hello+" /X Do", stream("/X Do /X Do "+hello, form)))
	// Each form draws the next one ten times.
	objects := []string{}
	for i := range 12 {
		objects = append(objects, stream(strings.Repeat("/X Do ", 10)+hello, fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X %d 0 R >> /Font << /F1 5 0 R >> >>", i+7)))
	}
	survive(t, onePage(hello+" /X Do", append(objects, stream(hello))...))
}

func TestPagesMayHaveAnySize(t *testing.T) {
	for _, size := range []string{"0 0 0 0", "0 0 1e9 1e9", "-1e30 -1e30 1e30 1e30", "612 792 0 0", "0 0 nan inf", "0 0 0.001 0.001"} {
		survive(t, build(catalog, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox ["+size+"] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>", stream("1 1 1 rg "+hello), font))
	}
	for _, matrix := range []string{"0 0 0 0 0 0", "1e30 0 0 1e30 0 0", "1e-30 0 0 1e-30 0 0", "1 1 1 1 1 1", "-1 0 0 -1 1e9 1e9"} {
		survive(t, onePage("BT /F1 12 Tf "+matrix+" Tm (Hello moles.) Tj 1e20 0 Td (again) Tj ET"))
	}
}

func TestBombsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 10 s")
	}
	zeros := deflated(make([]byte, 300<<20))
	blocks, _, err := survive(t, build(catalog, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>", stream(zeros, "/Filter /FlateDecode")))
	require.Error(t, err)
	require.Empty(t, blocks)
	twice := deflated([]byte(zeros))
	survive(t, build(catalog, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>", stream(twice, "/Filter [/FlateDecode /FlateDecode]")))
	// An object stream that says it has a million objects, and inflates to 300 MB.
	survive(t, build(catalog, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>", stream(zeros, "/Type /ObjStm /N 1000000 /First 9 /Filter /FlateDecode")))
	// A picture of 60,000 times 60,000 points below white letters.
	survive(t, onePage("q 612 0 0 792 0 0 cm /X Do Q 1 1 1 rg "+hello, "<< /Type /XObject >>", stream(deflated(make([]byte, 1<<20)), "/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode")))
}

func TestLongDocumentsAreReadInPart(t *testing.T) {
	blocks, warnings, err := survive(t, manyPages(10_000, func(i int) string { return fmt.Sprintf("BT /F1 12 Tf 72 700 Td (Page number %d is short.) Tj ET", i+1) }))
	require.NoError(t, err)
	require.Equal(t, []string{"Only the first 5000 of 10000 pages were read: the document is too long. Split it, and add the parts."}, warnings)
	require.Len(t, blocks, maxPages)

	data := manyPages(20, func(int) string { return hello })
	e := newEngine(t, t.Context())
	e.Open(bytes.NewReader(data), int64(len(data)))
	d := reading{pdfium: pdfium{e: e}, maxText: 100}
	require.NoError(t, d.read(t.Context()))
	require.Equal(t, []string{"Only the first 9 of 20 pages were read: the document is too long. Split it, and add the parts."}, d.warnings)
}

// What takes long is at least linear.
func TestPagesMayBeFull(t *testing.T) {
	text := strings.Repeat("0 -1 Td "+strings.Repeat("(moles dig in the ground and ) Tj ", 500), 20)
	_, _, err := survive(t, onePage("BT /F1 2 Tf 1 790 Td "+text+" ET"))
	require.NoError(t, err)
	paths := strings.Repeat("1 1 1 rg 10 10 500 700 re f 0 0 m 9 9 l 3 4 l f ", 30_000)
	_, _, err = survive(t, onePage(strings.Repeat(hello+" ", 2_000)+paths))
	require.NoError(t, err)
}

func TestReadingStopsWhenItIsCancelled(t *testing.T) {
	data := manyPages(100, func(int) string { return hello })
	ctx, cancel := context.WithCancel(t.Context())
	pages := 0
	_, _, _, err := Read(ctx, newEngine(t, t.Context()), bytes.NewReader(data), int64(len(data)), func(share float64) {
		if pages++; pages == 10 {
			require.InDelta(t, 0.1, share, 1e-9)
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 10, pages)
}

// failing is a file that cannot be read any more.
type failing struct{ data []byte }

func (f failing) ReadAt(p []byte, at int64) (int, error) {
	if at > 1<<10 {
		return 0, io.ErrClosedPipe
	}
	return bytes.NewReader(f.data).ReadAt(p, at)
}

func TestAFileThatFailsIsNoDamagedOne(t *testing.T) {
	data, err := os.ReadFile("testdata/article.pdf")
	require.NoError(t, err)
	_, _, _, err = Read(t.Context(), newEngine(t, t.Context()), failing{data}, int64(len(data)), nil)
	require.ErrorIs(t, err, io.ErrClosedPipe)
}

func TestSentencesSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		data string
		want string
	}{
		{"", "This file is empty."},
		{"PK\x03\x04 is a zip", "This file isn't a PDF"},
		{"%PDF-1.4 and nothing else", "This PDF is damaged or cut off."},
		{string(build(catalog, "<< /Type /Pages /Count 0 /Kids [] >>")), "This PDF has no pages."},
		{string(onePage("0 0 m 100 100 l S")), "This PDF has no text."},
	} {
		_, _, err := survive(t, []byte(c.data))
		require.Error(t, err, "%.40s", c.data)
		require.True(t, strings.HasPrefix(fault.From(err).Message, c.want), "%s", fault.From(err).Message)
	}
	_, _, _, err := Read(t.Context(), newEngine(t, t.Context()), strings.NewReader("%PDF-"), maxSize+1, nil)
	require.ErrorIs(t, err, fault.TooLarge)
}

// 300 pages, as a long report has them. go test -run ^$ -bench 300 ./internal/document/pdf
func Benchmark300Pages(b *testing.B) {
	const pages = 300
	data := manyPages(pages, func(i int) string {
		var c strings.Builder
		fmt.Fprintf(&c, "BT /F1 16 Tf 72 740 Td (Chapter %d) Tj /F1 11 Tf 0 -30 Td\n", i+1)
		for line := range 45 {
			fmt.Fprintf(&c, "(Line %d of page %d tells of moles that dig below the meadow) Tj 0 -14 Td\n", line, i+1)
		}
		return c.String() + "ET"
	})
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		e := newEngine(b, b.Context())
		_, blocks, _, err := Read(b.Context(), e, bytes.NewReader(data), int64(len(data)), nil)
		require.NoError(b, err)
		require.Greater(b, len(blocks), pages)
		b.ReportMetric(float64(e.(*native).module.Memory().Size())/(1<<20), "MB-of-PDFium")
	}
	b.ReportMetric(float64(pages*b.N)/b.Elapsed().Seconds(), "pages/s")
}

// ending is an engine that ends after some calls.
type ending struct {
	Engine
	left int
}

var errTrap = errors.New("unreachable")

func (e *ending) Call(name string, args ...uint32) (uint32, error) {
	if e.left--; e.left < 0 {
		return 0, errTrap
	}
	return e.Engine.Call(name, args...)
}

func (e *ending) Each(name string, args, results []uint32) error {
	if e.left--; e.left < 0 {
		return errTrap
	}
	return e.Engine.Each(name, args, results)
}

func TestATrapEndsWithASentence(t *testing.T) {
	data, err := os.ReadFile("testdata/veiled.pdf")
	require.NoError(t, err)
	for after := range 60 {
		_, _, _, err := Read(t.Context(), &ending{newEngine(t, t.Context()), after}, bytes.NewReader(data), int64(len(data)), nil)
		require.ErrorIs(t, err, errTrap, "%d", after)
		require.Contains(t, fault.From(err).Message, "can't be read")
	}
}
