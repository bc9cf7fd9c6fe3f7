package pdf

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"burrow/internal/document"
)

// Running headers and footers are lines at the edge of a page that other pages have at
// the same height, in the same words, but for numbers.

// edge is a line at the edge of a page, without its numbers.
type edge struct {
	words  string
	height float64
}

// withoutRepeats leaves out running headers and footers, except for the first of each,
// and all that are only the number of their page. Larger letters than those of the text
// with a number of their own are titles: of chapters that begin on each page.
func withoutRepeats(pieces []piece, labels []string, body float64) []piece {
	edges := make(map[int]edge)
	on := make(pagesOf)
	for from := 0; from < len(pieces); {
		end := from
		for end < len(pieces) && pieces[end].page == pieces[from].page {
			end++
		}
		for _, i := range atEdge(pieces[from:end]) {
			p := &pieces[from+i]
			e := edge{withoutNumbers(p.text), 4 * math.Round(p.y/4)}
			edges[from+i] = e
			on.add(e, p.page)
			if isNumbered(p, labels) {
				on.add(edge{numbered, e.height}, p.page)
			}
		}
		from = end
	}
	drop := make([]bool, len(pieces))
	told := make(map[string]bool)
	left := make(map[int]int) // how many texts of a page stay
	for i := range pieces {
		p := &pieces[i]
		e, ok := edges[i]
		bare := strings.Trim(p.text, "-–—.[]() ")
		isTitle := p.size > 1.2*body && strings.Contains(e.words, "#") && e.words != "#"
		switch {
		case !ok || isTitle:
		case bare == labels[p.page] || bare == strconv.Itoa(p.page+1):
			drop[i] = true
		case on.isOften(e):
			drop[i] = e.words == "#" || told[e.words]
			told[e.words] = true
		case isNumbered(p, labels) && on.isOften(edge{numbered, e.height}):
			drop[i] = true
		}
		if !drop[i] {
			left[p.page]++
		}
	}
	var out []piece
	for i, p := range pieces {
		// What a page has nothing beside is no header.
		if !drop[i] || left[p.page] == 0 {
			out = append(out, p)
		}
	}
	return out
}

// numbered stands for all lines with the number of their page. Their words may change
// with each section, whose heading they repeat.
const numbered = "\x00"

// isNumbered reports whether a line begins or ends with the number of its page.
func isNumbered(p *piece, labels []string) bool {
	words := strings.Fields(p.text)
	if len(words) == 0 || p.lines > 1 {
		return false
	}
	for _, word := range []string{words[0], words[len(words)-1]} {
		if word == strconv.Itoa(p.page+1) || word == labels[p.page] {
			return true
		}
	}
	return false
}

// pagesOf has the pages that have a line, in their order.
type pagesOf map[edge][]int

func (on pagesOf) add(e edge, page int) {
	// A height that is rounded up on one page may be rounded down on another.
	height := e.height
	for _, near := range []float64{-4, 0, 4} {
		e.height = height + near
		if of := on[e]; len(of) == 0 || of[len(of)-1] != page {
			on[e] = append(of, page)
		}
	}
}

// isOften reports whether most pages have a line, from the first that has it to the last.
// Left and right pages may have lines of their own.
func (on pagesOf) isOften(e edge) bool {
	const least = 3
	pages := on[e]
	return len(pages) >= least && 5*len(pages) >= 2*(pages[len(pages)-1]-pages[0]+1)
}

// atEdge finds the two uppermost and the two lowest short texts of a page.
func atEdge(pieces []piece) (out []int) {
	var high, low []int
	for i, p := range pieces {
		if p.side.veil != document.Seen || p.side.turn != 0 || p.lines > 2 {
			continue
		}
		high = within(high, i, func(a, b int) bool { return pieces[a].y > pieces[b].y })
		low = within(low, i, func(a, b int) bool { return pieces[a].y < pieces[b].y })
	}
	for _, i := range append(high, low...) {
		// A row of a table has others beside it.
		if len(pieces[i].cells) == 0 {
			out = append(out, i)
		}
	}
	return out
}

// within keeps the first three of some places, in an order.
func within(places []int, i int, before func(a, b int) bool) []int {
	const most = 3
	at := len(places)
	for at > 0 && before(i, places[at-1]) {
		at--
	}
	places = append(places, 0)
	copy(places[at+1:], places[at:])
	places[at] = i
	return places[:min(len(places), most)]
}

// withoutNumbers puts # for each number, also for one that is written in Roman letters
// and stands alone.
func withoutNumbers(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		if bare := strings.Trim(strings.ToLower(word), "-–—.[]()|"); bare != "" && strings.Trim(bare, "ivxlc") == "" {
			words[i] = "#"
			continue
		}
		var b strings.Builder
		wasDigit := false
		for _, r := range word {
			if isDigit := unicode.IsDigit(r); !isDigit {
				b.WriteRune(r)
			} else if !wasDigit {
				b.WriteByte('#')
			}
			wasDigit = unicode.IsDigit(r)
		}
		words[i] = b.String()
		if strings.Trim(words[i], "-–—.[]()|#") == "" && strings.Contains(words[i], "#") {
			words[i] = "#"
		}
	}
	return strings.Join(strings.Fields(strings.Trim(strings.Join(words, " "), "-–— ")), " ")
}
