package pdf

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/document"
	"burrow/internal/fault"
	"burrow/internal/say"
)

// Limits of a file.
const (
	maxSize  = 256 << 20
	maxPages = 5_000
	maxText  = 32 << 20
)

// errMemory is what PDFium has no room for.
var errMemory = errors.New("pdfium has no memory left")

// Read reads a PDF file of a size with a new engine. Blocks are the same for the same
// file, whatever the engine; tell gets how much has been read, from 0 to 1, and may be
// nil. Warnings are sentences for users, and so are errors, except for those of ctx and
// of the file itself.
func Read(ctx context.Context, e Engine, r io.ReaderAt, size int64, tell func(float64)) (title string, blocks []document.Block, warnings []string, err error) {
	if err := check(r, size); err != nil {
		return "", nil, nil, err
	}
	file := &watched{r: r}
	e.Open(file, size)
	d := reading{pdfium: pdfium{e: e}, tell: tell, maxText: maxText}
	err = d.read(ctx)
	switch {
	case ctx.Err() != nil:
		return "", nil, nil, ctx.Err()
	case file.err != nil:
		return "", nil, nil, file.err
	case d.err != nil:
		return "", nil, nil, fault.Wrap(d.err, fault.Invalid, "This PDF can't be read: it is damaged, or too complex. Open it in a PDF viewer, print it to a new PDF, and add that file.")
	case err != nil:
		return "", nil, nil, err
	}
	blocks = d.blocks()
	return d.title(blocks), blocks, d.warnings, nil
}

// watched remembers why a file could not be read: PDFium would only say that it is
// damaged.
type watched struct {
	r   io.ReaderAt
	err error
}

func (w *watched) ReadAt(p []byte, at int64) (int, error) {
	n, err := w.r.ReadAt(p, at)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

// check looks at a file's size, and whether it says that it is a PDF, as it has to in its
// first bytes.
func check(r io.ReaderAt, size int64) error {
	switch {
	case size == 0:
		return fault.New(fault.Invalid, "This file is empty. If it is still being copied or downloaded, wait until that is done, and add it again.")
	case size > maxSize:
		return fault.New(fault.TooLarge, "This PDF is larger than {most} MB. Split it, and add the parts.", "most", maxSize>>20)
	}
	head := make([]byte, min(size, 1024))
	n, err := r.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return err
	}
	if !strings.Contains(string(head[:n]), "%PDF-") {
		return fault.New(fault.Invalid, "This file isn't a PDF, whatever its name says. Add it with the ending of the program that made it.")
	}
	return nil
}

// reading is a document that is being read.
type reading struct {
	pdfium
	tell     func(float64)
	pieces   []piece
	labels   []string
	sheets   []height // of the pages
	warnings []string
	// pictures are the pages that have only pictures, from 1.
	pictures []int
	// pages is how many pages were there.
	pages int
	// size is how much text there is, of at most maxText.
	size, maxText int
}

func (d *reading) read(ctx context.Context) error {
	if err := d.open(ctx); err != nil {
		return err
	}
	count := int(int32(d.call("FPDF_GetPageCount", d.document)))
	if count <= 0 {
		return fault.New(fault.Invalid, "This PDF has no pages. Export it again from the program that made it.")
	}
	most := min(count, maxPages)
	last := 0 // the last page that is there: page counts may lie
	for i := range most {
		if ctx.Err() != nil || d.err != nil {
			break
		}
		if d.readPage(i) {
			last = i + 1
			d.pages++
		}
		if d.tell != nil {
			d.tell(float64(i+1) / float64(most))
		}
		if d.size > d.maxText {
			d.warn(last, count)
			return nil
		}
	}
	switch {
	case ctx.Err() != nil || d.err != nil:
		return nil
	case d.pages == 0:
		return fault.New(fault.Invalid, "None of this PDF's pages can be read. It may have been cut off: download or export it again.")
	case len(d.pieces) == 0 && len(d.pictures) > 0:
		return fault.New(fault.Invalid, "This PDF has only pictures of pages, as a scanner makes them. Run text recognition (OCR) on it, and add the file that gives you.")
	case len(d.pieces) == 0:
		return fault.New(fault.Invalid, "This PDF has no text. If you see some, its letters are drawn as shapes: run text recognition (OCR) on it, and add the file that gives you.")
	}
	if count > most {
		d.warn(most, count)
	} else if d.pages < count {
		d.warnings = append(d.warnings, say.Plural(count-d.pages, "{n} page couldn't be read. The file may be damaged.", "{n} pages couldn't be read. The file may be damaged."))
	}
	if n := len(d.pictures); n > 0 {
		d.warnings = append(d.warnings, say.Plural(n, "{n} page has only a picture, so its text is missing: page {pages}. Text recognition (OCR) can add it.",
			"{n} pages have only pictures, so their text is missing: pages {pages}. Text recognition (OCR) can add it.", "pages", d.names(d.pictures)))
	}
	return nil
}

// warn says that a document was not read to its end.
func (d *reading) warn(read, count int) {
	d.warnings = append(d.warnings, say.T("Only the first {read} of {all} pages were read: the document is too long. Split it, and add the parts.", "read", read, "all", count))
}

// Why PDFium opens no document.
const (
	wrongPassword = 4
	wrongSecurity = 5
)

func (d *reading) open(ctx context.Context) error {
	d.call("FPDF_InitLibrary")
	d.document = d.call("FPDF_LoadDocument", d.name(fileName), 0)
	if d.document != 0 || d.err != nil || ctx.Err() != nil {
		return nil
	}
	switch d.call("FPDF_GetLastError") {
	case wrongPassword:
		return fault.New(fault.Invalid, "This PDF is locked with a password. Open it, save it without one, and add that file.")
	case wrongSecurity:
		return fault.New(fault.Invalid, "This PDF is protected in a way that Burrow doesn't know. Open it, print it to a new PDF, and add that file.")
	}
	return fault.New(fault.Invalid, "This PDF is damaged or cut off. Download or export it again, and add that file.")
}

// readPage reads a page, counted from 0. It is false if the page is not there.
func (d *reading) readPage(i int) bool {
	page, ok := d.loadPage(i)
	for len(d.labels) <= i {
		d.labels = append(d.labels, "")
		d.sheets = append(d.sheets, page.sheet())
	}
	if !ok {
		return false
	}
	if label := clean(d.text("FPDF_GetPageLabel", d.document, uint32(i))); label != strconv.Itoa(i+1) && len(label) <= 20 {
		d.labels[i] = label
	}
	sides := page.sides()
	for _, side := range sides {
		for _, p := range page.pieces(side) {
			p.page = i
			d.size += len(p.text)
			d.pieces = append(d.pieces, p)
		}
	}
	const some = 0.2
	if len(sides) == 0 && page.scene.pictured(page.box) > some {
		d.pictures = append(d.pictures, i+1)
	}
	return true
}

// names lists pages as a reader would: "2, 3, 7–12".
func (d *reading) names(pages []int) string {
	var out []string
	for i := 0; i < len(pages); {
		end := i
		for end+1 < len(pages) && pages[end+1] == pages[end]+1 {
			end++
		}
		part := d.place(pages[i])
		if end > i {
			part += "–" + d.place(pages[end])
		}
		out = append(out, part)
		i = end + 1
	}
	const most = 20
	if len(out) > most {
		out = append(out[:most], "…")
	}
	return strings.Join(out, ", ")
}

func (d *reading) place(page int) string {
	if label := d.labels[page-1]; label != "" {
		return label
	}
	return strconv.Itoa(page)
}

// clean is text of one line.
func clean(text string) string { return strings.Join(strings.Fields(document.Clean(text)), " ") }

// title is what the document calls itself, if that is no name that a program gave it,
// or its first heading.
func (d *reading) title(blocks []document.Block) string {
	if title := clean(d.text("FPDF_GetMetaText", d.document, d.pdfium.name("Title"))); isTitle(title) {
		return title
	}
	for _, b := range blocks {
		if b.Kind == document.Heading && b.Veil == document.Seen {
			return b.Text
		}
	}
	return ""
}

// isTitle reports whether a title was given by a person.
func isTitle(title string) bool {
	const least, most = 3, 300
	if n := utf8.RuneCountInString(title); n < least || n > most || !strings.ContainsFunc(title, unicode.IsLetter) {
		return false
	}
	low := strings.ToLower(title)
	for _, begin := range []string{"untitled", "unbenannt", "unknown", "microsoft word -", "microsoft powerpoint -", "powerpoint presentation", "document", "dokument", "slide 1", "file:", "http:", "https:"} {
		if strings.HasPrefix(low, begin) && (begin[len(begin)-1] == '-' || begin[len(begin)-1] == ':' || len(low) < len(begin)+4) {
			return false
		}
	}
	for _, end := range []string{".doc", ".docx", ".odt", ".rtf", ".tex", ".dvi", ".indd", ".ppt", ".pptx", ".xls", ".xlsx", ".pdf", ".qxd", ".pmd", ".html"} {
		if strings.HasSuffix(low, end) {
			return false
		}
	}
	return true
}
