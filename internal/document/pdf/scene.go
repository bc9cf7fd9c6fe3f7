package pdf

// color is what is drawn with, each part from 0 to 255.
type color struct{ red, green, blue, alpha uint8 }

// differs reports whether a reader can tell two colours from each other.
func (c color) differs(other color) bool {
	return apart(c.red, other.red) || apart(c.green, other.green) || apart(c.blue, other.blue)
}

// apart reports whether two parts of a colour are more apart than what a reader
// overlooks. Letters of thin lines are drawn at half their strength: #dddddd on white
// is just seen.
func apart(a, b uint8) bool {
	const least = 12
	return max(a, b)-min(a, b) > least
}

// kind is what an object of a page is, as PDFium numbers them.
type kind uint32

const (
	isPath  kind = 2
	isImage kind = 3
	isForm  kind = 5
)

// object is something that is drawn.
type object struct {
	handle uint32
	kind   kind
	box    box
	// color is what a path is filled with; without a filling, its alpha is 0.
	color color
	// isHuge says that a picture has so many points that drawing it is refused.
	isHuge bool
}

// scene is what a page shows beside text, in the order in which it is drawn.
type scene struct {
	objects []object
	// at is where in that order each object of the page itself comes, texts too. Those
	// inside forms are not in it.
	at map[uint32]int
	// huge is where pictures are that are not drawn.
	huge []box
	// hasForms says that there may be text inside of them.
	hasForms bool
}

const (
	// maxObjects is how many are looked at. Maps have more.
	maxObjects = 20_000
	// maxPoints is how large a picture may be that is drawn.
	maxPoints = 6 << 20
)

// loadScene reads what is drawn on a page.
func (p *pdfium) loadScene(page uint32) (out scene) {
	count := min(int(int32(p.call("FPDFPage_CountObjects", page))), maxObjects)
	if count <= 0 {
		return out
	}
	args := make([]uint32, 0, 2*count)
	for i := range count {
		args = append(args, page, uint32(i))
	}
	handles := p.each("FPDFPage_GetObject", args, count)
	kinds := p.each("FPDFPageObj_GetType", handles, count)
	out.at = make(map[uint32]int, count)
	var seen []uint32
	for i, handle := range handles {
		out.at[handle] = i
		switch k := kind(kinds[i]); k {
		case isPath, isImage:
			seen = append(seen, handle)
			out.objects = append(out.objects, object{handle: handle, kind: k})
		case isForm:
			out.hasForms = true
		}
	}
	_, bounds := p.eachInto("FPDFPageObj_GetBounds", seen, 1, 4, 4)
	for i := range out.objects {
		out.objects[i].box = box{bounds.float(4 * i), bounds.float(4*i + 1), bounds.float(4*i + 2), bounds.float(4*i + 3)}.upright()
	}
	for i, c := range p.colors(seen, "FPDFPageObj_GetFillColor") {
		out.objects[i].color = c
	}
	p.loadSorts(out.objects)
	return out
}

// loadSorts reads which paths are filled and which pictures are huge.
func (p *pdfium) loadSorts(objects []object) {
	var paths, images []int
	var pathHandles, imageHandles []uint32
	for i, o := range objects {
		if o.kind == isPath {
			paths, pathHandles = append(paths, i), append(pathHandles, o.handle)
		} else {
			images, imageHandles = append(images, i), append(imageHandles, o.handle)
		}
	}
	_, modes := p.eachInto("FPDFPath_GetDrawMode", pathHandles, 1, 2, 4)
	for i, at := range paths {
		if modes.integer(2*i) == 0 {
			objects[at].color.alpha = 0
		}
	}
	_, sizes := p.eachInto("FPDFImageObj_GetImagePixelSize", imageHandles, 1, 2, 4)
	for i, at := range images {
		objects[at].isHuge = uint64(sizes.integer(2*i))*uint64(sizes.integer(2*i+1)) > maxPoints
	}
}

// colors asks for the colour of each of some objects.
func (p *pdfium) colors(handles []uint32, name string) []color {
	ok, parts := p.eachInto(name, handles, 1, 4, 4)
	out := make([]color, len(handles))
	for i := range out {
		if ok[i] != 0 {
			out[i] = color{uint8(parts.integer(4 * i)), uint8(parts.integer(4*i + 1)), uint8(parts.integer(4*i + 2)), uint8(parts.integer(4*i + 3))}
		}
	}
	return out
}

// pictured is how much of a box is covered by pictures, from 0 to 1 or a little more
// where they overlap.
func (s scene) pictured(whole box) float64 {
	area := 0.0
	for _, o := range s.objects {
		if o.kind == isImage {
			part := box{max(o.box.left, whole.left), max(o.box.bottom, whole.bottom), min(o.box.right, whole.right), min(o.box.top, whole.top)}
			area += float64(max(part.width(), 0) * max(part.height(), 0))
		}
	}
	return area / max(whole.width()*whole.height(), 1)
}
