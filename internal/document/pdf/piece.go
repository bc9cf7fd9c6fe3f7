package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/document"
)

// piece is what becomes a block: a paragraph, a row of a table, or a heading, which only
// the sizes of the whole document tell apart.
type piece struct {
	kind document.Kind
	text string
	// cells are those of a row.
	cells  []string
	page   int
	side   side
	box    box
	y      float64 // of its first line
	size   float64
	isBold bool
	lines  int
	// marker is what an item of a list begins with.
	marker string
	level  int
}

// joiner puts lines together, and words that are divided between them.
type joiner struct {
	out      strings.Builder
	isBroken bool
}

func (j *joiner) add(text string, isBroken bool) {
	if j.out.Len() > 0 {
		switch {
		case j.isBroken && !beginsWith(text, unicode.IsLower):
			j.out.WriteByte('-') // Baden-Baden
		case !j.isBroken && !isDense(j.out.String(), text):
			j.out.WriteByte(' ')
		}
	}
	j.out.WriteString(text)
	j.isBroken = isBroken
}

// text is the whole. A hyphen at its end belongs to a word that goes on elsewhere.
func (j *joiner) text() string {
	if j.isBroken {
		j.out.WriteByte('-')
		j.isBroken = false
	}
	return strings.Join(strings.Fields(withoutLeaders(j.out.String())), " ")
}

// withoutLeaders puts an ellipsis for the dots between a title and the number of its page.
func withoutLeaders(text string) string {
	const least = 4
	var out strings.Builder
	dots, from := 0, 0
	flush := func(end int) {
		if dots >= least {
			out.WriteString("… ")
		} else {
			out.WriteString(text[from:end])
		}
		dots, from = 0, end
	}
	for i, r := range text {
		switch {
		case r == '.':
			if dots == 0 {
				out.WriteString(text[from:i])
				from = i
			}
			dots++
		case r == ' ' && dots > 0:
		case dots > 0:
			flush(i)
		}
	}
	if dots > 0 {
		flush(len(text))
	}
	out.WriteString(text[from:])
	return out.String()
}

func beginsWith(text string, is func(rune) bool) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return is(r)
}

// isDense reports whether two lines are of a script that has no spaces.
func isDense(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return isDenseRune(last) && isDenseRune(first)
}

func isDenseRune(r rune) bool {
	return r >= 0x2e80 && r < 0xa000 || r >= 0xf900 && r < 0xfb00 || r >= 0xff00 && r < 0xffef || r >= 0x20000 && r < 0x32000
}

// pieces are those of one side of a page, in the order in which they are read.
func (p *page) pieces(of side) (out []piece) {
	all := lines(p.segments(of))
	if of == (side{}) {
		p.addBullets(all)
	}
	var open []line
	flush := func() {
		out = append(out, paragraphs(open)...)
		open = nil
	}
	for i := 0; i < len(all); {
		g, taken := gridAt(all[i:])
		switch {
		case taken > 0 && g.isProse():
			flush()
			for at := range g.columns {
				for _, r := range g.rows {
					if s := r.cells[at]; s != nil {
						open = append(open, alone(*s))
					}
				}
				flush()
			}
			i += taken
		case taken > 0 && g.isTable():
			flush()
			out = append(out, g.pieces()...)
			i += taken
		default:
			open = append(open, all[i])
			i++
		}
	}
	flush()
	out = joinColumns(out)
	for i := range out {
		out[i].side = of
	}
	return out
}

// paragraphs puts lines together.
func paragraphs(lines []line) (out []piece) {
	for from := 0; from < len(lines); {
		end := from + 1
		for end < len(lines) && isBelow(lines[end-1], lines[end]) {
			end++
		}
		c := column{lines: lines[from:end]}
		c.measure()
		out = append(out, c.paragraphs()...)
		from = end
	}
	return out
}

// isBelow reports whether a line is in the same column as the one before.
func isBelow(before, l line) bool {
	overlap := min(before.box.right, l.box.right) - max(before.box.left, l.box.left)
	return l.y < before.y+0.3*l.size && overlap > 0.2*min(before.box.width(), l.box.width())
}

// column is lines below each other.
type column struct {
	lines []line
	left  float64
	right float64
	// step is how far lines of a paragraph are apart, in sizes of their letters.
	step float64
}

func (c *column) measure() {
	c.left, c.right, c.step = math.Inf(1), math.Inf(-1), 0
	var steps []float64
	for i, l := range c.lines {
		c.left, c.right = min(c.left, l.box.left), max(c.right, l.box.right)
		if i > 0 && sameSize(l.size, c.lines[i-1].size) {
			if step := (c.lines[i-1].y - l.y) / l.size; step >= 0.8 && step < 2.6 {
				steps = append(steps, step)
			}
		}
	}
	// Most are those inside of paragraphs, which are also the shorter ones.
	slices.Sort(steps)
	if len(steps) > 0 {
		c.step = steps[(len(steps)-1)/4]
	}
}

// rightOf is where lines end beside one. Further away, the column may be wider.
func (c *column) rightOf(at int) float64 {
	const near = 4
	right := math.Inf(-1)
	for i := max(0, at-1-near); i < min(len(c.lines), at+near); i++ {
		if sameSize(c.lines[i].size, c.lines[at].size) {
			right = max(right, c.lines[i].box.right)
		}
	}
	return right
}

func sameSize(a, b float64) bool { return max(a, b) <= 1.1*min(a, b) }

// paragraphs divides a column.
func (c *column) paragraphs() (out []piece) {
	for from := 0; from < len(c.lines); {
		end := from + 1
		for end < len(c.lines) && !c.begins(from, end) {
			end++
		}
		out = append(out, c.piece(c.lines[from:end]))
		from = end
	}
	return out
}

// begins reports whether a line begins a paragraph, if the one before began with another
// line.
func (c *column) begins(first, at int) bool {
	before, l := &c.lines[at-1], &c.lines[at]
	em := l.size
	text, _ := l.text()
	_, isBroken := before.text()
	step := (before.y - l.y) / l.size
	switch {
	case !sameSize(before.size, l.size) && math.Abs(step) > 0.3 && !isBroken, before.isBold != l.isBold && !isBroken && c.isStyled(first, at):
		return true
	case step > 1.3*max(c.step, 1) || step > 2.6:
		return true
	case isBroken:
		return false
	case bullet(text) != "":
		return true
	}
	opening, _ := c.lines[first].text()
	isItem := bullet(opening) != "" || number(opening) != ""
	goesOn := beginsWith(text, unicode.IsLower) && !endsSentence(before)
	slack := 0.5 * em
	if goesOn {
		slack = 5 * em
	}
	isShort := before.box.right+l.firstWord()+slack < c.rightOf(at)
	if number(text) != "" && (isShort || isItem || endsSentence(before)) {
		return true
	}
	if l.isBold && before.isBold || l.segments[0].isRight || c.isCentred(before) && c.isCentred(l) {
		return false
	}
	indent := l.box.left - before.box.left
	if at-first == 1 { // a first line may stand to the left, or to the right
		return isShort || indent > em && !isItem && !goesOn || indent > 12*em
	}
	return isShort || math.Abs(indent) > 0.8*em
}

// isStyled reports whether a change of weight is one of whole paragraphs: what was before
// is a single weight, and so is what comes.
func (c *column) isStyled(first, at int) bool {
	for _, l := range c.lines[first:at] {
		if l.isBold != c.lines[first].isBold {
			return false
		}
	}
	return c.lines[first].isBold || c.lines[at].isBold
}

func (c *column) isCentred(l *line) bool {
	left, right := l.box.left-c.left, c.right-l.box.right
	return left > l.size && right > l.size && math.Abs(left-right) < l.size
}

// firstWord is about how wide the first word is, which could have stood in the line
// before if it was short.
func (l *line) firstWord() float64 {
	s := l.segments[0]
	word, _, _ := strings.Cut(s.text, " ")
	if isDenseRune(firstRune(word)) {
		return s.size
	}
	return s.box.width() * float64(utf8.RuneCountInString(word)) / float64(max(utf8.RuneCountInString(s.text), 1))
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

func endsSentence(l *line) bool {
	text, _ := l.text()
	return endsWithStop(text)
}

func endsWithStop(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".:;!?。", last)
}

func (c *column) piece(lines []line) piece {
	out := piece{kind: document.Paragraph, box: lines[0].box, y: lines[0].y, isBold: true, lines: len(lines)}
	var join joiner
	letters := make(map[float64]int)
	for _, l := range lines {
		join.add(l.text())
		out.box = out.box.and(l.box)
		out.isBold = out.isBold && l.isBold
		for _, s := range l.segments {
			letters[s.size] += len(s.text)
		}
	}
	most := 0
	for size, n := range letters {
		if n > most || n == most && size > out.size {
			most, out.size = n, size
		}
	}
	out.text = join.text()
	if mark := bullet(out.text); mark != "" {
		out.kind, out.marker = document.Item, mark
		out.text = strings.TrimSpace(out.text[len(mark):])
	} else if mark := number(out.text); mark != "" {
		out.marker = mark
	}
	return out
}

// joinColumns joins a paragraph that begins at the foot of a column and ends at the head
// of the next one.
func joinColumns(all []piece) (out []piece) {
	for _, p := range all {
		if len(out) > 0 {
			last := &out[len(out)-1]
			isNext := p.box.top > last.box.bottom && p.box.left > last.box.right-last.size
			if isNext && p.kind == document.Paragraph && p.marker == "" && sameSize(p.size, last.size) && p.isBold == last.isBold &&
				beginsWith(p.text, unicode.IsLower) && !endsWithStop(last.text) && last.lines > 1 {
				join := joiner{}
				text, isBroken := strings.CutSuffix(last.text, "-")
				join.add(text, isBroken)
				join.add(p.text, false)
				last.text = join.text()
				last.lines += p.lines
				continue
			}
		}
		out = append(out, p)
	}
	return out
}
