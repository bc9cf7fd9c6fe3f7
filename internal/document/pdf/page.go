package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"burrow/internal/document"
)

// glyph is a character as it stands on a page.
type glyph struct {
	r rune
	// box is as wide as the way to the next one, and as high as letters are.
	box box
	// y is the height of the line that it stands on; x is that line's place if it is
	// upright.
	x, y float64
	run  int32 // what it belongs to, an index of page.runs; -1 for what PDFium added
	veil document.Veil
}

// run is text that is drawn at once: a text object of PDFium.
type run struct {
	handle uint32
	first  int // glyph
	size   float64
	isBold bool
	turn   turn
	// along is where the next letter stands, if it is slanted: a vector of length 1.
	along [2]float64
	mode  uint32
	color color
}

// How text is drawn: PDF 1.7, table 106.
const (
	strokesOnly = 1
	drawsNone   = 3
	clipsOnly   = 7
)

// turn is how often a line is turned by 90 degrees against the clock, as a reader sees
// the page.
type turn uint8

// slanted is no multiple of 90 degrees: a watermark.
const slanted turn = 4

// page is what is drawn on a page.
type page struct {
	// box is the part of the sheet that a reader sees.
	box    box
	turned turn
	glyphs []glyph
	runs   []run
	scene  scene
}

// maxGlyphs is how many characters a page may have: the rest is left out.
const maxGlyphs = 1 << 18

// batch is how many characters are asked for at once.
const batch = 8 << 10

// loadPage reads page number i, counted from 0. It is false if there is no such page,
// whatever the document says.
func (p *pdfium) loadPage(i int) (out page, ok bool) {
	handle := p.call("FPDF_LoadPage", p.document, uint32(i))
	if handle == 0 {
		return out, false
	}
	// The page before is closed only now: fonts that both use are not read again, which
	// halves the time.
	p.keep(handle)
	if p.call("FPDF_GetPageBoundingBox", handle, p.reserve(16)) != 0 {
		out.box = p.read(16).box(0)
	}
	out.turned = turn(p.call("FPDFPage_GetRotation", handle) & 3)
	out.scene = p.loadScene(handle)
	text := p.call("FPDFText_LoadPage", handle)
	if text == 0 {
		return out, p.err == nil
	}
	defer func() { p.call("FPDFText_ClosePage", text) }()
	p.loadGlyphs(text, &out)
	p.loadRuns(text, &out)
	p.veil(handle, &out)
	for i := range out.glyphs {
		out.straighten(&out.glyphs[i])
	}
	turnLigatures(out.glyphs)
	return out, p.err == nil
}

// keep closes the page that was open so far, but not this one.
func (p *pdfium) keep(page uint32) {
	if p.kept != 0 {
		p.call("FPDF_ClosePage", p.kept)
	}
	p.kept = page
}

// loadGlyphs reads the characters of a page, and which run each belongs to.
func (p *pdfium) loadGlyphs(text uint32, out *page) {
	count := min(int(int32(p.call("FPDFText_CountChars", text))), maxGlyphs)
	known := make(map[uint32]int32)
	for from := 0; from < count && p.err == nil; from += batch {
		n := min(batch, count-from)
		places := make([]uint32, 0, 2*n)
		for i := range n {
			places = append(places, text, uint32(from+i))
		}
		runes := p.each("FPDFText_GetUnicode", places, n)
		objects := p.each("FPDFText_GetTextObject", places, n)
		_, origins := p.eachInto("FPDFText_GetCharOrigin", places, 2, 2, 8)
		for i, r := range runes {
			out.glyphs = append(out.glyphs, glyph{r: rune(r), x: origins.double(2 * i), y: origins.double(2*i + 1), run: -1})
		}
		_, boxes := p.eachInto("FPDFText_GetLooseCharBox", places, 2, 1, 16)
		for i, handle := range objects {
			g := &out.glyphs[from+i]
			g.box = boxes.box(4 * i)
			if handle == 0 {
				continue
			}
			at, ok := known[handle]
			if !ok {
				at = int32(len(out.runs))
				known[handle] = at
				out.runs = append(out.runs, run{handle: handle, first: from + i})
			}
			g.run = at
		}
	}
}

// loadRuns reads how each run is drawn.
func (p *pdfium) loadRuns(text uint32, out *page) {
	var handles, firsts []uint32
	for _, r := range out.runs {
		handles, firsts = append(handles, r.handle), append(firsts, text, uint32(r.first))
	}
	modes := p.each("FPDFTextObj_GetTextRenderMode", handles, len(handles))
	fonts := p.each("FPDFTextObj_GetFont", handles, len(handles))
	_, sizes := p.eachInto("FPDFTextObj_GetFontSize", handles, 1, 1, 4)
	for i := range out.runs {
		out.runs[i].size = math.Abs(sizes.float(i))
		out.runs[i].mode = modes[i]
	}
	_, matrices := p.eachInto("FPDFText_GetMatrix", firsts, 2, 1, 24)
	for i := range out.runs {
		r := &out.runs[i]
		a, b, c, d := matrices.float(6*i), matrices.float(6*i+1), matrices.float(6*i+2), matrices.float(6*i+3)
		r.size *= math.Sqrt(float64(c*c) + float64(d*d))
		r.turn = (turnOf(a, b) + 4 - out.turned) & 3
		if turnOf(a, b) == slanted {
			long := math.Sqrt(float64(a*a) + float64(b*b))
			r.turn, r.along = slanted, [2]float64{a / long, b / long}
		}
	}
	for i, c := range p.colors(handles, "FPDFPageObj_GetFillColor") {
		out.runs[i].color = c
	}
	for i, c := range p.colors(handles, "FPDFPageObj_GetStrokeColor") {
		if out.runs[i].mode == strokesOnly {
			out.runs[i].color = c
		}
	}
	bold := make(map[uint32]bool)
	for i, font := range fonts {
		is, ok := bold[font]
		if !ok {
			is = p.isBold(font)
			bold[font] = is
		}
		out.runs[i].isBold = is
	}
}

// turnOf is how text of a matrix runs, which begins with a and b.
func turnOf(a, b float64) turn {
	const slope = 0.05
	switch {
	case math.Abs(b) <= slope*math.Abs(a) && a >= 0:
		return 0
	case math.Abs(b) <= slope*math.Abs(a):
		return 2
	case math.Abs(a) <= slope*math.Abs(b) && b > 0:
		return 1
	case math.Abs(a) <= slope*math.Abs(b):
		return 3
	}
	return slanted
}

// isBold reports whether letters of a font are bold. Files say that in different ways,
// or only in its name.
func (p *pdfium) isBold(font uint32) bool {
	if font == 0 {
		return false
	}
	const forceBold = 1 << 18
	if p.call("FPDFFont_GetFlags", font, p.reserve(4)) != 0 && p.read(4).integer(0)&forceBold != 0 {
		return true
	}
	const most = 128
	size := p.call("FPDFFont_GetBaseFontName", font, p.reserve(most), most)
	if size < 2 || size > most {
		// PDFium guesses it from the width of stems, which Ghostscript makes up.
		weight := int32(p.call("FPDFFont_GetWeight", font))
		return weight >= 600 && weight <= 1000
	}
	name := strings.ToLower(string(p.read(int(size))))
	for _, sign := range []string{"bold", "black", "heavy", "demi", "cmbx", "ecbx", "sfbx", "tcbx"} {
		if strings.Contains(name, sign) {
			return true
		}
	}
	return false
}

// straighten turns a glyph so that its line runs to the right.
func (p *page) straighten(g *glyph) {
	if g.run < 0 {
		return
	}
	r := &p.runs[g.run]
	if r.turn == slanted {
		x := float64(g.x*r.along[0]) + float64(g.y*r.along[1])
		g.y = float64(g.y*r.along[0]) - float64(g.x*r.along[1])
		g.box = box{x, g.y, x + 0.6*r.size, g.y + r.size}
		return
	}
	switch (r.turn + p.turned) & 3 {
	case 1: // upwards
		g.box = box{g.box.bottom, -g.box.right, g.box.top, -g.box.left}
		g.y = -g.x
	case 2:
		g.box = box{-g.box.right, -g.box.top, -g.box.left, -g.box.bottom}
		g.y = -g.y
	case 3:
		g.box = box{-g.box.top, g.box.left, -g.box.bottom, g.box.right}
		g.y = g.x
	}
}

// turnLigatures puts the letters of ligatures right that run from right to left. PDFium
// turns lines letter by letter, so that those of one sign, which stand for lam and alef,
// come in the wrong order.
func turnLigatures(glyphs []glyph) {
	for from := 0; from < len(glyphs); {
		end := from + 1
		first := &glyphs[from]
		for end < len(glyphs) && isTurned(glyphs[end].r) && glyphs[end].x == first.x && glyphs[end].y == first.y && glyphs[end].run == first.run {
			end++
		}
		if isTurned(first.r) && first.run >= 0 {
			slices.Reverse(glyphs[from:end])
		}
		from = end
	}
}

func isTurned(r rune) bool { return isRightToLeft(r) && unicode.IsLetter(r) }
