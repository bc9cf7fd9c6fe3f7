package gather

import (
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/say"
)

// A source may have more than can be kept: a pending write and an answer's metadata
// have limits, and a turn must not fail by them. These are far below, since JSON
// writes some characters in six bytes, and far above what a prompt has room for.
const (
	// mostPassages is the most bytes of passages, or of a whole answer.
	mostPassages = 256 << 10
	// MostShown is the most bytes of what the reader is shown by all sources of an
	// answer together.
	MostShown = 256 << 10
)

// keepable leaves out what is too much to be kept, and says so in the receipt.
func (f *Found) keepable() {
	e, room, whole := &f.Evidence, mostPassages, true
	clip := func(text string) string {
		if len(text) > room {
			text, whole = Clip(text, room), false
		}
		room -= len(text)
		return text
	}
	e.Answer = clip(e.Answer)
	for i := range e.Passages {
		p := &e.Passages[i]
		if p.Source != nil {
			room = max(room-len(p.Source.Name)-len(p.Source.Place)-len(p.Source.ID), 0)
		}
		if p.Text = clip(p.Text); room == 0 {
			whole = whole && i+1 == len(e.Passages)
			e.Passages = e.Passages[:i+1]
			break
		}
	}
	if !whole {
		f.Gathered.Receipt = append(slices.Clip(f.Gathered.Receipt), leftOut())
	}
	Show(&f.Gathered, MostShown)
}

// Clip returns the first bytes of a text, without half a character at their end.
func Clip(text string, bytes int) string { return strings.ToValidUTF8(text[:bytes], "") }

func leftOut() chat.ReceiptLine {
	return chat.ReceiptLine{Label: say.T("Left out"), Text: say.T("There was more than fits with the answer.")}
}

// Show leaves out what is more than so many bytes for the reader, and says so in the
// receipt. It returns how many are left.
func Show(g *chat.Gathered, room int) int {
	whole := true
	takes := func(bytes int) bool {
		if bytes > room {
			whole = false
			return false
		}
		room -= bytes
		return true
	}
	for i, line := range g.Receipt {
		if !takes(len(line.Label) + len(line.Text)) {
			g.Receipt = g.Receipt[:i]
			break
		}
	}
	if g.Card != nil {
		card := *g.Card
		if g.Card = &card; !takes(len(card.Title) + len(card.Text) + bytesOf(card.Columns)) {
			g.Card, card.Rows = nil, nil
		}
		for i, row := range card.Rows {
			if !takes(bytesOf(row)) {
				card.Rows = card.Rows[:i]
				break
			}
		}
	}
	if !takes(len(g.Data)) {
		g.Data = nil
	}
	if line := leftOut(); !whole && !slices.Contains(g.Receipt, line) {
		g.Receipt = append(slices.Clip(g.Receipt), line)
	}
	return room
}

func bytesOf(texts []string) (n int) {
	for _, text := range texts {
		n += len(text) + 3
	}
	return n
}
