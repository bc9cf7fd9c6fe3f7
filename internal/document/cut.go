package document

import (
	"strings"

	"burrow/internal/words"
)

// A chunk has about as much as a passage of a book that answers one question.
const (
	// aim is how many bytes a chunk has if its blocks allow that.
	aim = 1_500
	// most is more than a block may have without being cut.
	most = 2_000
	// least is what is not left alone before a heading.
	least = 500
)

// inHeading stands between the headings above a chunk.
const inHeading = " › "

// longestHeading is how much of a heading a reader is shown, in bytes.
const longestHeading = 80

// Innermost is the lowest of the headings above a chunk, if there is one: those above it
// are the same for many, and the head of a table is none.
func Innermost(headings string) (lowest string) {
	for one := range strings.SplitSeq(headings, inHeading) {
		if !strings.Contains(one, Between) {
			lowest = one
		}
	}
	if len(lowest) > longestHeading {
		lowest = strings.ToValidUTF8(lowest[:longestHeading], "") + "…"
	}
	return lowest
}

// Chunk is a piece of a document's text, large enough to be understood and small
// enough to be found. The texts of all chunks, one after another, are the document's.
type Chunk struct {
	// Place is where its first block stands.
	Place Place
	// Heading has the headings it stands below, and the head of a table that it begins
	// in the middle of.
	Heading string
	Text    string
	// Veil is why it is not sent: "" if it is.
	Veil Veil
}

// Cut makes chunks of blocks. Headings, pages, slides and sheets begin one; what is
// veiled stands in chunks of its own.
func Cut(blocks []Block) []Chunk {
	var c cutter
	for i, b := range blocks {
		if b.Text == "" {
			continue
		}
		c.begin(b)
		after := "\n\n"
		if i+1 < len(blocks) && sameRun(b.Kind, blocks[i+1].Kind) {
			after = "\n"
		}
		for text := mark(b) + after; text != ""; {
			n := piece(text, b.Kind)
			c.add(b, text[:n])
			text = text[n:]
		}
	}
	c.flush()
	return c.out
}

type cutter struct {
	out  []Chunk
	path [7]string
	head string
	open Chunk
	text strings.Builder
	// isBare says that the open chunk has nothing but headings.
	isBare bool
}

// begin ends the open chunk where a block wants one of its own.
func (c *cutter) begin(b Block) {
	last := c.open
	switch {
	case c.text.Len() == 0:
	case b.Veil != last.Veil,
		b.Place.Kind != last.Place.Kind,
		b.Place.Kind == Sheet && b.Place.Label != last.Place.Label,
		(b.Place.Kind == Page || b.Place.Kind == Slide) && b.Place.Number != last.Place.Number,
		b.Kind == Heading && c.text.Len() >= least && !c.isBare:
		c.flush()
	}
	if b.Kind != Row {
		c.head = ""
	}
	if b.Kind == Head {
		c.head = b.Text
	}
	if b.Kind == Heading && b.Veil == Seen {
		level := min(max(b.Level, 1), len(c.path)-1)
		c.path[level] = b.Text
		clear(c.path[level+1:])
	}
}

// add adds a piece of a block to the open chunk, or to a new one if that is full.
func (c *cutter) add(b Block, piece string) {
	if c.text.Len() > 0 && !c.isBare && c.text.Len()+len(piece) > aim {
		c.flush()
	}
	if c.text.Len() == 0 {
		c.open = Chunk{Place: b.Place, Veil: b.Veil}
		c.isBare = true
	}
	if c.isBare {
		c.open.Heading = c.heading(b)
	}
	c.text.WriteString(piece)
	c.isBare = c.isBare && b.Kind == Heading
}

func (c *cutter) flush() {
	if c.text.Len() == 0 {
		return
	}
	c.open.Text = c.text.String()
	c.text.Reset()
	c.out = append(c.out, c.open)
}

// heading is what the open chunk stands below.
func (c *cutter) heading(b Block) string {
	var out []string
	for _, h := range c.path {
		if h != "" {
			out = append(out, h)
		}
	}
	if b.Kind == Row && c.head != "" && c.text.Len() == 0 {
		out = append(out, c.head)
	}
	return strings.Join(out, inHeading)
}

// sameRun reports whether there is no blank line between two kinds of blocks.
func sameRun(a, b Kind) bool {
	return a == Item && b == Item || (a == Head || a == Row) && b == Row
}

// mark is a block as the document's text has it: as Markdown, which people and models
// can read.
func mark(b Block) string {
	switch b.Kind {
	case Heading:
		return strings.Repeat("#", min(max(b.Level, 1), 6)) + " " + b.Text
	case Item:
		indent := strings.Repeat("  ", min(max(b.Level, 1), 6)-1)
		if itemMarker(b.Text) > 0 {
			return indent + b.Text
		}
		return indent + "- " + b.Text
	case Head:
		rule := strings.Repeat("| --- ", 1+strings.Count(b.Text, Between)) + "|"
		return "| " + b.Text + " |\n" + rule
	case Row:
		return "| " + b.Text + " |"
	case Code:
		mark := "```"
		for strings.Contains(b.Text, mark) {
			mark += "`"
		}
		return mark + "\n" + b.Text + "\n" + mark
	}
	return b.Text
}

// piece is how much of a block's text goes into one chunk.
func piece(text string, kind Kind) int {
	if len(text) <= most {
		return len(text)
	}
	part := text[:cutRune(text, aim)]
	if at := strings.LastIndexByte(part, '\n'); at > least {
		return at + 1
	}
	if kind != Code {
		if end := lastSentence(part); end > least {
			return end
		}
	}
	if at := strings.LastIndexByte(part, ' '); at > least {
		return at + 1
	}
	return len(part)
}

// lastSentence is where the last sentence ends that a part has whole.
func lastSentence(part string) (end int) {
	for end < len(part) {
		n := words.SentenceEnd(part[end:], false)
		for end+n < len(part) && part[end+n] == ' ' {
			n++
		}
		if n == 0 || end+n >= len(part) {
			break
		}
		end += n
	}
	return end
}
