package understand

import "strings"

// A layout is where the words of a gist stand. The auxiliary comes first, wherever it
// stood: "when will it open" and "when it will open". Phrases behind prepositions are
// parts that may change places: one that begins the question, and two at its end. With
// more, or with a clause behind them, it would be open what belongs to what.
type layout struct {
	auxiliary  string // with an "is" or "are" wherever it stood
	main, rest string // rest is a clause behind the first, in its order
	parts      []string
	inPart     bool
	inClause   bool
	seen       bool // an auxiliary
	way        bool // it asks how one does something
}

func (l *layout) empty() bool { return !l.seen && l.main == "" && len(l.parts) == 0 }

// how is true behind a "how" that begins a question.
func (l *layout) how() bool { return l.main == " HOW" && len(l.parts) == 0 }

// write puts the pieces together.
func (g *gister) write() string {
	var l layout
	for i := range g.pieces {
		p := &g.pieces[i]
		next := &piece{gap: sentence, kind: function}
		if i+1 < len(g.pieces) {
			next = &g.pieces[i+1]
		}
		noun := next.gap == space && next.content()
		text := p.text
		switch {
		case g.gist == "":
			l.main += " " + text
			continue
		case p.group == "-":
			if (noun || next.group == "-") && p.kind&(pronoun|demonstrative) == 0 {
				continue
			}
		case p.group == "I":
			if !g.asker(i) {
				break
			}
			l.way = l.way || i == 1 && l.how()
			l.inPart = l.inPart && g.pieces[i-1].kind&preposition != 0
			if text = "I"; !g.subject {
				continue
			}
		case p.group != "":
			text = p.group
		case g.code != english:
		case p.text == "on" && mSunday <= next.mark && next.mark <= mSaturday:
			continue // "on Saturday" and "Saturday"
		case p.mark == mWhat && noun:
			text = "WHICH" // as before any noun
		}
		l.place(g, i, text)
	}
	if len(l.parts) == 2 && l.rest == "" && l.parts[0] > l.parts[1] {
		l.parts[0], l.parts[1] = l.parts[1], l.parts[0]
	}
	asked := ""
	if g.asked {
		asked = "?"
	}
	return asked + l.auxiliary + "\n" + l.main + "\n" + strings.Join(l.parts, "\n") + "\n" + l.rest
}

// asker is true of a piece that is the one who asks: what stands before it is a small
// word. In "World War I" it is not, and "one" is a number unless an auxiliary stands there.
func (g *gister) asker(i int) bool {
	before := &piece{}
	if i > 0 {
		before = &g.pieces[i-1]
	}
	if g.pieces[i].text == "one" {
		return before.kind&auxiliary != 0
	}
	return i == 0 || g.pieces[i].gap >= pause || before.kind&function != 0 || before.group != "" && before.group != "-"
}

// place adds a word.
func (l *layout) place(g *gister, i int, text string) {
	p := &g.pieces[i]
	if !l.empty() && (p.kind&(clause|wh) != 0 || p.text == ".") {
		l.inClause = true
	}
	if l.inClause {
		l.rest += " " + text
		return
	}
	modal, auxiliary := p.group == "CAN" || p.group == "MUST", g.code == english && !l.seen && p.kind&auxiliary != 0
	l.way = l.way || i == 1 && l.how() && (modal || auxiliary)
	switch {
	case p.group == "BE", modal && strings.Trim(l.auxiliary, "+") == "", auxiliary:
		g.asked = g.asked || l.main == "" && !l.seen && g.code <= german
		l.seen, l.inPart = true, false
		switch {
		case p.group == "BE":
			l.auxiliary = "+" + l.auxiliary
		case p.group != "DO" && (p.group != "CAN" || !l.way):
			l.auxiliary += text
		}
		return
	case i == 1 && l.how() && text == "to":
		return
	case p.gap >= pause && i > 0, p.mark == mYou && i > 0 && g.pieces[i-1].kind&preposition == 0:
		l.inPart = false
	}
	switch last := len(l.parts) - 1; {
	case p.kind&preposition != 0 && p.mark != mOf && p.group == "":
		l.parts, l.inPart = append(l.parts, text), true
	case l.inPart:
		l.parts[last] += " " + text
	default:
		l.main += " " + text
	}
}
