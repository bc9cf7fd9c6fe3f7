// Package document is what is known of a document's text: blocks, as readers give
// them, each with the place it stands at, and the chunks that are searched and cited.
package document

import (
	"strconv"
	"strings"
)

// Kind is what a block is.
type Kind string

const (
	Paragraph Kind = "paragraph"
	Heading   Kind = "heading"
	Item      Kind = "item" // of a list
	// Head is the row of a table that names its columns. Row is another row; both have
	// Between between their cells.
	Head Kind = "head"
	Row  Kind = "row"
	Code Kind = "code"
	// Note stands beside the text: a footnote, a comment, a speaker's note.
	Note Kind = "note"
)

// Between is what stands between the cells of a row.
const Between = " | "

// Veil is why a reader of the page does not see a block. Such text is kept and marked,
// and never sent.
type Veil string

const (
	Seen Veil = ""
	// Pale is text of its background's colour, or invisible altogether.
	Pale Veil = "pale"
	// Tiny is too small to be read.
	Tiny Veil = "tiny"
	// Outside is off the page.
	Outside Veil = "outside"
	// Hidden is what the program that made the document does not show: hidden text,
	// sheets, rows, slides, and deleted text that is still recorded.
	Hidden Veil = "hidden"
)

// Known reports whether it is one of the veils.
func (v Veil) Known() bool {
	return v == Seen || v == Pale || v == Tiny || v == Outside || v == Hidden
}

// Block is a piece of a document, in the order in which it is read.
type Block struct {
	Kind Kind
	// Level of a heading is 1 to 6; of an item, how deep its list is, from 1.
	Level int
	Place Place
	// Text is clean UTF-8 without control characters. Only code and paragraphs of plain
	// text have line breaks and more than one space in a row.
	Text string
	Veil Veil
}

// PlaceKind is what a document's places are.
type PlaceKind string

const (
	Nowhere PlaceKind = ""
	Line    PlaceKind = "line"
	Page    PlaceKind = "page"
	Slide   PlaceKind = "slide"
	Sheet   PlaceKind = "sheet"
)

// Place is where a block stands, as a reader would find it again.
type Place struct {
	Kind PlaceKind
	// Number is that of the line, page or slide, or of the row of a sheet, from 1.
	Number int
	// Label is the name of a sheet, or what a page calls itself if that is not its
	// number.
	Label string
}

// What is around the name of a sheet, as places are kept.
const onSheet, atRow = "sheet ", ", row "

// SheetOf is the name of the sheet of a place that is kept, "" if it is on none.
func SheetOf(place string) string {
	name, isSheet := strings.CutPrefix(place, onSheet)
	at := strings.LastIndex(name, atRow)
	if !isSheet || at < 0 {
		return ""
	}
	return name[:at]
}

// String is the place as it is kept and cited: "page 3", "sheet Prices, row 12".
func (p Place) String() string {
	number := strconv.Itoa(p.Number)
	switch {
	case p.Kind == Nowhere:
		return ""
	case p.Kind == Sheet:
		return onSheet + p.Label + atRow + number
	case p.Label != "":
		return string(p.Kind) + " " + p.Label
	}
	return string(p.Kind) + " " + number
}
