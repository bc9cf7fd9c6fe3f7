package pdf

import "slices"

// height is how high something reaches.
type height struct{ bottom, top float64 }

// band is what stands at one height of a page: a line, or columns beside each other.
type band struct {
	height
	pieces []int
	size   float64
}

// atEdges finds the lines that might be running headers and footers: the outermost of
// their page, near its end, and set off from the text by more than its lines are from
// each other.
func atEdges(pieces []piece, sheets []height) (out []int) {
	var pages [][]band
	var gaps []float64
	for from := 0; from < len(pieces); {
		end := from
		for end < len(pieces) && pieces[end].page == pieces[from].page {
			end++
		}
		bands := bandsOf(pieces, from, end)
		pages = append(pages, bands)
		gaps = append(gaps, inner(bands)...)
		from = end
	}
	usual := middle(gaps)
	for _, bands := range pages {
		if len(bands) == 0 {
			continue
		}
		page := pieces[bands[0].pieces[0]].page
		if page >= len(sheets) {
			continue
		}
		least := max(usual, middle(inner(bands)))
		out = append(out, outermost(pieces, bands, sheets[page], least)...)
		slices.Reverse(bands)
		out = append(out, outermost(pieces, bands, sheets[page], least)...)
	}
	return out
}

// bandsOf are the bands of a page, from above.
func bandsOf(pieces []piece, from, end int) (out []band) {
	var all []int
	for i := from; i < end; i++ {
		if p := &pieces[i]; p.side == (side{}) {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		switch a, b := pieces[a].box.top, pieces[b].box.top; {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	for _, i := range all {
		p := &pieces[i]
		if n := len(out); n > 0 && p.box.top > out[n-1].bottom+0.3*p.size {
			b := &out[n-1]
			b.pieces = append(b.pieces, i)
			b.bottom, b.size = min(b.bottom, p.box.bottom), max(b.size, p.size)
			continue
		}
		out = append(out, band{height{p.box.bottom, p.box.top}, []int{i}, p.size})
	}
	return out
}

// inner are the gaps between bands, but for the first and the last: those may set off
// what is looked for.
func inner(bands []band) (out []float64) {
	for i := 2; i+1 < len(bands); i++ {
		out = append(out, gap(bands[i-1], bands[i]))
	}
	return out
}

func gap(a, b band) float64 { return max(a.bottom-b.top, b.bottom-a.top) }

func middle(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[(len(all)-1)/2]
}

// outermost are the short lines before the first wide gap, if that comes soon and they
// all begin in the outer part of the sheet.
func outermost(pieces []piece, bands []band, sheet height, usual float64) (out []int) {
	const most = 3
	margin := (sheet.top - sheet.bottom) / 6
	for i := 0; i+1 < len(bands) && i < most; i++ {
		b := bands[i]
		if b.top < sheet.top-margin && b.bottom > sheet.bottom+margin {
			return nil
		}
		for _, at := range b.pieces {
			// A row of a table has others beside it.
			if p := &pieces[at]; p.lines <= 2 && len(p.cells) == 0 {
				out = append(out, at)
			}
		}
		if space := gap(b, bands[i+1]); space >= 1.4*usual && space >= 0.8*b.size {
			return out
		}
	}
	return nil
}

// sheet is the height of a page as a reader holds it: straighten turns its text so, too.
func (p *page) sheet() height {
	switch p.turned & 3 {
	case 1:
		return height{-p.box.right, -p.box.left}
	case 2:
		return height{-p.box.top, -p.box.bottom}
	case 3:
		return height{p.box.left, p.box.right}
	}
	return height{p.box.bottom, p.box.top}
}
