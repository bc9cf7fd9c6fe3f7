package pdf

import (
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Running headers and footers are lines at the edge of a page that other pages have at
// the same height, in the same words, but for the number of the page. What only might be
// one stays: a line too many costs a little, one that is lost may be what is asked for.

// edge is a line at the edge of pages.
type edge struct {
	words  string
	height float64
}

// Beginnings of words that a line does not have.
const (
	// counted stands before how far a number that stands alone is from its page's.
	counted = "\x00"
	// numbered stands for all lines with the number of their page. Their words may change
	// with each section, whose heading they repeat.
	numbered = "\x01"
)

// running is what tells running lines of a document.
type running struct {
	labels []string
	body   float64
	on     pagesOf
	known  map[question]bool // what isOften found
	// whole are the pages that have text.
	whole []int
	// text has what stands elsewhere than at an edge, in lower case.
	text map[string]bool
}

// withoutRepeats leaves out running headers and footers, except for the first of each,
// and all that are only the number of their page. Sheets are the heights of the pages.
func withoutRepeats(pieces []piece, labels []string, sheets []height, body float64) []piece {
	r := running{labels: labels, body: body, on: make(pagesOf), known: make(map[question]bool), text: make(map[string]bool)}
	edges := make([]bool, len(pieces))
	for _, i := range atEdges(pieces, sheets) {
		edges[i] = true
	}
	for i := range pieces {
		p := &pieces[i]
		if n := len(r.whole); n == 0 || r.whole[n-1] != p.page {
			r.whole = append(r.whole, p.page)
		}
		if !edges[i] {
			r.text[strings.ToLower(p.text)] = true
			continue
		}
		for _, words := range r.names(p) {
			r.on.add(edge{words, p.y}, p.page)
		}
	}
	drop := make([]bool, len(pieces))
	told := make(map[string]bool)
	for i := range pieces {
		if !edges[i] || !r.isRunning(&pieces[i]) {
			continue
		}
		words := withoutNumbers(pieces[i].text)
		drop[i] = words == "#" || told[words] || r.text[r.title(&pieces[i])]
		told[words] = true
	}
	left := make(map[int]int) // how much text of a page stays, less what goes
	for i, p := range pieces {
		if drop[i] {
			left[p.page] -= len(p.text)
		} else {
			left[p.page] += len(p.text)
		}
	}
	var out []piece
	for i, p := range pieces {
		// What is most of a page is no header.
		if !drop[i] || left[p.page] <= 0 {
			out = append(out, p)
		}
	}
	return out
}

// names are the words under which a line may be known on other pages.
func (r *running) names(p *piece) []string {
	out := []string{p.text}
	if words := r.withoutPage(p); words != p.text {
		out = append(out, words)
		if r.title(p) != "" {
			out = append(out, numbered)
		}
	}
	if n, err := strconv.Atoi(strings.Trim(p.text, around)); err == nil {
		out = append(out, counted+strconv.Itoa(n-p.page))
	}
	return out
}

// isRunning reports whether a line at an edge is surely a running one.
func (r *running) isRunning(p *piece) bool {
	bare := withoutNumbers(p.text)
	hasNumber := strings.ContainsFunc(p.text, unicode.IsDigit)
	words := r.withoutPage(p)
	switch {
	case p.size > 1.2*r.body && hasNumber && bare != "#":
		// Larger letters than those of the text with a number of their own are titles: of
		// chapters that begin on each page.
		return false
	case words == "#":
		return true
	case bare == "#" && hasNumber:
		n, err := strconv.Atoi(strings.Trim(p.text, around))
		return err == nil && r.isOften(counted+strconv.Itoa(n-p.page), p, true)
	case words != p.text && r.isOften(words, p, false):
		return true
	case words != p.text:
		return r.text[r.title(p)] && r.isOften(numbered, p, false)
	case !hasNumber:
		return r.isOften(words, p, false)
	}
	// The same figure may be that of three months; a telephone's is on all pages.
	return !hasSum(p.text) && r.isOften(words, p, true)
}

// around is what may stand around the number of a page.
const around = "-–—.[]()|· "

// withoutPage puts # for the number of a line's page, where it first stands.
func (r *running) withoutPage(p *piece) string {
	number := strconv.Itoa(p.page + 1)
	words := strings.Fields(p.text)
	for i, word := range words {
		bare := strings.Trim(word, around)
		bare, of, _ := strings.Cut(bare, "/")
		if of != "" && !isDigits(of) || bare == "" || bare != number && bare != r.labels[p.page] {
			continue
		}
		words[i] = strings.Replace(word, bare, "#", 1)
		break
	}
	line := strings.Join(words, " ")
	if strings.Trim(line, around) == "#" {
		return "#"
	}
	return line
}

// title is what a line has beside the number of its page, if it begins or ends with that.
func (r *running) title(p *piece) string {
	words := r.withoutPage(p)
	for _, cut := range []func(string, string) (string, bool){strings.CutPrefix, strings.CutSuffix} {
		if title, ok := cut(strings.Trim(words, around), "#"); ok {
			return strings.ToLower(strings.Trim(title, around))
		}
	}
	return ""
}

// hasSum reports whether a line has a sum of money or another exact figure: it is what
// a page says, even if all pages say the same.
func hasSum(text string) bool {
	for _, word := range strings.Fields(text) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) {
			return true
		}
		word = strings.TrimRight(word, ".,;:)")
		at := len(word) - 3
		if at > 0 && strings.IndexByte(".,", word[at]) >= 0 && isDigits(word[at+1:]) && isDigits(word[at-1:at]) && strings.Count(word, word[at:at+1]) == 1 {
			return true
		}
	}
	return false
}

// pagesOf has the pages that have a line, in their order.
type pagesOf map[edge][]int

func (on pagesOf) add(e edge, page int) {
	// A height that is rounded up on one page may be rounded down on another.
	at := rounded(e.height)
	for _, near := range []float64{-4, 0, 4} {
		e.height = at + near
		if of := on[e]; len(of) == 0 || of[len(of)-1] != page {
			on[e] = append(of, page)
		}
	}
}

func rounded(height float64) float64 { return 4 * math.Round(height/4) }

// isOften reports whether nearly all pages have a line: those from the first that has it
// to the last or, if that is asked, those of the whole document. Left and right pages may
// have lines of their own.
func (r *running) isOften(words string, p *piece, ofWhole bool) bool {
	e := edge{words, rounded(p.y)}
	asked := question{e, ofWhole, p.page % 2}
	if often, ok := r.known[asked]; ok {
		return often
	}
	pages := r.on[e]
	of := pages
	if ofWhole {
		of = r.whole
	}
	r.known[asked] = len(pages) > 0 && (isNearlyAll(pages, of, 1, p.page) || isNearlyAll(pages, of, 2, p.page))
	return r.known[asked]
}

// question is one that has the same answer for all pages of a side.
type question struct {
	edge
	ofWhole bool
	side    int
}

// isNearlyAll looks at each page, or at each second one: those on the side of a page.
func isNearlyAll(pages, of []int, step, page int) bool {
	const least = 3
	first, last, has := -1, 0, 0
	for _, other := range of {
		if (other-page)%step == 0 {
			if first < 0 {
				first = other
			}
			last = other
		}
	}
	for _, other := range pages {
		if (other-page)%step == 0 {
			has++
		}
	}
	return has >= least && 4*has >= 3*((last-first)/step+1)
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
