package pdf

import "burrow/internal/document"

// leastSize is the size of the smallest letters that people can read, in points.
const leastSize = 2

// veil finds out which glyphs a reader of the page does not see.
//
// Sizes and places are numbers. Whether letters are visible is decided by what PDFium
// draws: a page is drawn with its doubtful text and without, and where both pictures are
// the same, that text is not seen, be it white on white, below a box, or in a layer that
// is off. Most pages have no doubtful text and are not drawn.
func (p *pdfium) veil(handle uint32, out *page) {
	if p.err != nil {
		return
	}
	layered := p.layered(out)
	picture := out.scene.pictured(out.box)
	doubtful := make([]bool, len(out.runs))
	any := false
	// With that many, drawing all of them takes less than comparing each with each.
	const most = 4 << 20
	tooMany := len(out.runs)*len(out.scene.objects) > most
	for i, r := range out.runs {
		doubtful[i] = layered[i] || tooMany && r.isDrawn() || out.isDoubtful(r)
		any = any || doubtful[i]
	}
	var shown []bool
	if any {
		shown = p.shown(handle, out, doubtful)
	}
	for i := range out.glyphs {
		g := &out.glyphs[i]
		if g.run < 0 {
			continue
		}
		r := &out.runs[g.run]
		switch {
		case r.size < leastSize && g.box.height() < leastSize && g.box.width() < leastSize:
			g.veil = document.Tiny
		case out.box.width() > 0 && !out.box.has(g.box):
			g.veil = document.Outside
		case shown != nil && doubtful[g.run] && !shown[i] && layered[g.run]:
			g.veil = document.Hidden
		case !r.isDrawn() && picture < fullPicture, shown != nil && doubtful[g.run] && !shown[i]:
			g.veil = document.Pale
		}
	}
}

// fullPicture is how much of a page pictures cover at least if the page is a scanned
// one. What text recognition found there is drawn invisibly, and can be read in the
// picture.
const fullPicture = 0.5

func (r *run) isDrawn() bool { return r.mode != drawsNone && r.mode != clipsOnly }

// isDoubtful reports whether it takes a picture to know that a run can be seen.
func (p *page) isDoubtful(r run) bool {
	if !r.isDrawn() || r.size < leastSize {
		return false
	}
	const light, clear = 200, 64
	if min(r.color.red, r.color.green, r.color.blue) >= light || r.color.alpha < clear {
		return true
	}
	at, ok := p.scene.at[r.handle]
	if !ok {
		return p.scene.hasForms && len(p.scene.at) < maxObjects
	}
	where := p.glyphs[r.first].box
	for _, o := range p.scene.objects {
		if o.kind == isPath && o.color.alpha == 0 || !o.box.has(where) {
			continue
		}
		if p.scene.at[o.handle] > at || o.kind == isPath && !o.color.differs(r.color) {
			return true
		}
	}
	return false
}

// layered reports for each run whether it is in a layer, which may be off.
func (p *pdfium) layered(out *page) []bool {
	layered := make([]bool, len(out.runs))
	handles := make([]uint32, len(out.runs))
	for i, r := range out.runs {
		handles[i] = r.handle
	}
	var args []uint32
	var owners []int
	const deepest = 32
	for i, count := range p.each("FPDFPageObj_CountMarks", handles, len(handles)) {
		for mark := range min(count, deepest) {
			args = append(args, handles[i], mark)
			owners = append(owners, i)
		}
	}
	marks := p.each("FPDFPageObj_GetMark", args, len(owners))
	// Room for "OC" in UTF-16 with its end, and how much room a name takes.
	const room, size = 8, 12
	at := p.reserve(len(marks) * size)
	args = args[:0]
	for i, mark := range marks {
		name := at + uint32(i*size)
		args = append(args, mark, name, room, name+room)
	}
	p.each("FPDFPageObjMark_GetName", args, len(marks))
	names := p.read(len(marks) * size)
	for i, owner := range owners {
		if name := names[i*size:]; string(name[:6]) == "O\x00C\x00\x00\x00" && name.integer(room/4) == 6 {
			layered[owner] = true
		}
	}
	return layered
}

// picture is a part of a page as it is drawn: four bytes a point.
type picture struct {
	points []byte
	stride int
	area   pixels
	page   box
	scale  float64
}

// pixels is a rectangle of a picture of the whole page. Its y grows downwards.
type pixels struct{ left, top, right, bottom int }

// shown draws a page with its doubtful runs and without, and reports for each glyph
// whether the word that it belongs to is seen. Drawing it at half its size takes a third
// of the time, and is enough unless a word seems to be missing.
func (p *pdfium) shown(handle uint32, out *page, doubtful []bool) (shown []bool) {
	var huge []uint32
	for _, o := range out.scene.objects {
		if o.isHuge {
			huge = append(huge, o.handle, 0)
			out.scene.huge = append(out.scene.huge, o.box)
		}
	}
	p.each("FPDFPageObj_SetIsActive", huge, len(huge)/2)
	for _, scale := range []float64{0.5, 1} {
		var isWhole bool
		if shown, isWhole = p.shownAt(scale, handle, out, doubtful); isWhole {
			break
		}
	}
	return shown
}

// shownAt is shown at one scale. It is whole if all words are seen.
func (p *pdfium) shownAt(scale float64, handle uint32, out *page, doubtful []bool) (shown []bool, isWhole bool) {
	part := out.partOf(doubtful)
	with := p.draw(handle, out, part, scale)
	p.activate(out, doubtful, 0)
	without := p.draw(handle, out, part, scale)
	p.activate(out, doubtful, 1)
	shown, isWhole = make([]bool, len(out.glyphs)), true
	for from := 0; from < len(out.glyphs); {
		end := out.wordEnd(from)
		run := out.glyphs[from].run
		if run >= 0 && doubtful[run] {
			is := out.onHuge(from) || with.differs(without, out.glyphs[from:end])
			for i := from; i < end; i++ {
				shown[i] = is
			}
			isWhole = isWhole && is
		}
		from = end
	}
	return shown, isWhole
}

// partOf is where doubtful runs stand.
func (p *page) partOf(doubtful []bool) (out box) {
	for _, g := range p.glyphs {
		switch {
		case g.run < 0 || !doubtful[g.run]:
		case out == (box{}):
			out = g.box
		default:
			out = out.and(g.box)
		}
	}
	return out
}

// activate has PDFium draw doubtful runs, or not.
func (p *pdfium) activate(out *page, doubtful []bool, is uint32) {
	var args []uint32
	for i, r := range out.runs {
		if doubtful[i] {
			args = append(args, r.handle, is)
		}
	}
	p.each("FPDFPageObj_SetIsActive", args, len(args)/2)
}

// wordEnd is where the word ends that begins at a glyph. Spaces belong to the word
// before them.
func (p *page) wordEnd(from int) int {
	end := from + 1
	for end < len(p.glyphs) && p.glyphs[end].run == p.glyphs[from].run && !(isSpace(p.glyphs[end-1].r) && !isSpace(p.glyphs[end].r)) {
		end++
	}
	return end
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' || r == 0xa0 }

// onHuge reports whether a glyph stands on a picture that is not drawn.
func (p *page) onHuge(glyph int) bool {
	const most = 100
	for _, b := range p.scene.huge[:min(len(p.scene.huge), most)] {
		if b.has(p.glyphs[glyph].box) {
			return true
		}
	}
	return false
}

// draw makes a picture of a part of a page, as it is stored, not turned. PDFium leaves out
// what is not in that part.
func (p *pdfium) draw(handle uint32, out *page, part box, scale float64) (drawn picture) {
	const most = 1200
	drawn.page = out.box
	drawn.scale = min(scale, most/max(out.box.width(), out.box.height(), 1))
	drawn.area = drawn.pixels(part)
	width, height := drawn.area.right-drawn.area.left, drawn.area.bottom-drawn.area.top
	bitmap := p.call("FPDFBitmap_Create", uint32(width), uint32(height), 0)
	if bitmap == 0 {
		return picture{}
	}
	defer func() { p.call("FPDFBitmap_Destroy", bitmap) }()
	p.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint32(width), uint32(height), 0xffffffff)
	whole := drawn.pixels(out.box)
	back := uint32(4-out.turned) & 3
	p.call("FPDF_RenderPageBitmap", bitmap, handle, uint32(-drawn.area.left), uint32(-drawn.area.top), uint32(whole.right), uint32(whole.bottom), back, 0)
	drawn.stride = int(p.call("FPDFBitmap_GetStride", bitmap))
	at := p.call("FPDFBitmap_GetBuffer", bitmap)
	if p.err != nil || drawn.stride != 4*width {
		return picture{}
	}
	drawn.points = make([]byte, drawn.stride*height)
	p.err = p.e.Read(drawn.points, at)
	return drawn
}

// pixels are the points of a picture of the whole page that a part of it covers, at least
// one.
func (p *picture) pixels(part box) pixels {
	left, top := max(part.left, p.page.left)-p.page.left, p.page.top-min(part.top, p.page.top)
	right, bottom := min(part.right, p.page.right)-p.page.left, p.page.top-max(part.bottom, p.page.bottom)
	out := pixels{int(left * p.scale), int(top * p.scale), int(right*p.scale) + 1, int(bottom*p.scale) + 1}
	return pixels{out.left, out.top, max(out.right, out.left+1), max(out.bottom, out.top+1)}
}

// differs reports whether two pictures differ where some glyphs stand. Pictures that
// could not be drawn do: nothing is known then.
func (p picture) differs(other picture, glyphs []glyph) bool {
	if len(p.points) == 0 || len(p.points) != len(other.points) {
		return true
	}
	for _, g := range glyphs {
		in := p.pixels(g.box)
		in = pixels{max(in.left, p.area.left), max(in.top, p.area.top), min(in.right, p.area.right), min(in.bottom, p.area.bottom)}
		// Of large letters, some points are enough.
		const most = 64
		right, down := 1+(in.right-in.left)/most, 1+(in.bottom-in.top)/most
		for y := in.top; y < in.bottom; y += down {
			for x := in.left; x < in.right; x += right {
				at := (y-p.area.top)*p.stride + 4*(x-p.area.left)
				a, b := p.points[at:at+3], other.points[at:at+3]
				if apart(a[0], b[0]) || apart(a[1], b[1]) || apart(a[2], b[2]) {
					return true
				}
			}
		}
	}
	return false
}
