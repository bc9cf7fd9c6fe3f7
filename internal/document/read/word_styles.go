package read

import (
	"strconv"
	"strings"
)

// look is how characters are shown, as far as it decides whether they are seen. Empty
// members say nothing, and what stands above them counts.
type look struct {
	hidden, bold answer
	color        string // six hexadecimal digits, or "auto"
	fill         string // behind the characters
	size         int    // in half points
}

// answer is yes, no, or nothing said.
type answer int

const (
	unsaid answer = iota
	yes
	no
)

func answerOf(is bool) answer {
	if is {
		return yes
	}
	return no
}

// over is the look of characters that have l, where l says nothing as below.
func (l look) over(below look) look {
	if l.hidden == unsaid {
		l.hidden = below.hidden
	}
	if l.bold == unsaid {
		l.bold = below.bold
	}
	if l.color == "" {
		l.color = below.color
	}
	if l.fill == "" {
		l.fill = below.fill
	}
	if l.size == 0 {
		l.size = below.size
	}
	return l
}

// highlights are the colours of Word's marker.
var highlights = map[string]string{"black": "000000", "white": "FFFFFF", "yellow": "FFFF00", "red": "FF0000", "blue": "0000FF", "green": "00FF00", "cyan": "00FFFF", "magenta": "FF00FF",
	"darkBlue": "000080", "darkCyan": "008080", "darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000", "darkYellow": "808000", "darkGray": "808080", "lightGray": "C0C0C0"}

// runLook reads the properties of a run.
func runLook(x *xmlReader) (l look, style string, err error) {
	err = x.each(func() error {
		switch x.name {
		case "rStyle":
			style = x.attribute("val")
		case "vanish", "specVanish":
			l.hidden = answerOf(x.isOn("val"))
		case "b":
			l.bold = answerOf(x.isOn("val"))
		case "color":
			l.color = x.attribute("val")
		case "sz":
			l.size = x.number("val", 0)
		case "shd":
			l.fill = fillOf(x)
		case "highlight":
			l.fill = highlights[x.attribute("val")]
		case "textFill":
			return x.each(func() error {
				if x.name == "noFill" {
					l.hidden = yes
				}
				return nil
			})
		}
		return nil
	})
	return l, style, err
}

// fillOf is the colour that a shading has, "" if it has none.
func fillOf(x *xmlReader) string {
	if fill := x.attribute("fill"); fill != "auto" {
		return fill
	}
	return ""
}

// isSame reports whether two colours cannot be told apart.
func isSame(a, b string) bool {
	first, err := strconv.ParseUint(a, 16, 32)
	second, wrong := strconv.ParseUint(b, 16, 32)
	if err != nil || wrong != nil || len(a) != 6 || len(b) != 6 {
		return false
	}
	for shift := 0; shift < 24; shift += 8 {
		one, other := int(first>>shift&0xff), int(second>>shift&0xff)
		if one-other > 10 || other-one > 10 {
			return false
		}
	}
	return true
}

// wordStyle is a style of Word. What it says nothing of, the one it is based on says.
type wordStyle struct {
	name, base string
	outline    int // of headings from 1, 0 for text that is none, -1 if nothing is said
	look       look
	list       wordList
	// headed says that a table of this style shows its first row in another way, filled
	// that it may have colours of its own.
	headed, filled bool
	isResolved     bool
}

// wordList is the list that a paragraph is in.
type wordList struct {
	id    string // "0" for none
	level int    // from 0, -1 if nothing is said
}

type wordStyles struct {
	all map[string]*wordStyle
	// normal is the style of paragraphs that name none, and all is what all text has.
	normal string
	look   look
}

func readWordStyles(x *xmlReader) (wordStyles, error) {
	s := wordStyles{all: map[string]*wordStyle{}}
	err := x.each(func() error {
		switch x.name {
		case "docDefaults":
			return x.each(func() error { // rPrDefault
				return x.each(func() error {
					if x.name != "rPr" {
						return nil
					}
					var err error
					s.look, _, err = runLook(x)
					return err
				})
			})
		case "style":
			return s.read(x)
		}
		return nil
	})
	return s, err
}

func (s *wordStyles) read(x *xmlReader) error {
	of := &wordStyle{outline: -1, list: wordList{level: -1}}
	id, kind := x.attribute("styleId"), x.attribute("type")
	if kind == "paragraph" && x.attribute("default") != "" && x.isOn("default") {
		s.normal = id
	}
	if len(s.all) < maxEntries {
		s.all[id] = of
	}
	return x.each(func() (err error) {
		switch x.name {
		case "name":
			of.name = strings.ToLower(x.attribute("val"))
		case "basedOn":
			of.base = x.attribute("val")
		case "rPr":
			of.look, _, err = runLook(x)
		case "pPr":
			return x.each(func() error {
				switch x.name {
				case "outlineLvl":
					of.outline = outlineOf(x)
				case "numPr":
					return of.list.read(x)
				case "shd":
					of.look.fill = fillOf(x)
				}
				return nil
			})
		case "tblStylePr":
			of.filled = true
			of.headed = of.headed || x.attribute("type") == "firstRow"
		}
		return err
	})
}

// outlineOf is the level of a heading, 0 for text.
func outlineOf(x *xmlReader) int {
	if level := x.number("val", 9); level >= 0 && level < 9 {
		return min(level+1, 6)
	}
	return 0
}

func (l *wordList) read(x *xmlReader) error {
	return x.each(func() error {
		switch x.name {
		case "ilvl":
			l.level = x.number("val", 0)
		case "numId":
			l.id = x.attribute("val")
		}
		return nil
	})
}

// find returns a style with all that it inherits. A style that is based on itself
// inherits nothing from there.
func (s *wordStyles) find(id string) *wordStyle {
	of := s.all[id]
	if of == nil {
		return &wordStyle{list: wordList{level: -1}, isResolved: true}
	}
	if of.isResolved {
		return of
	}
	of.isResolved = true
	named := headingNamed(of.name)
	if of.outline < 0 && named > 0 {
		of.outline = named
	}
	base := s.find(of.base)
	if of.outline < 0 {
		of.outline = max(base.outline, 0)
	}
	of.look = of.look.over(base.look)
	if of.list.id == "" {
		of.list.id = base.list.id
	}
	of.headed = of.headed || base.headed
	of.filled = of.filled || base.filled
	return of
}

// headingNamed is the level of the heading that a style's name says, 0 for none. Word
// keeps the English names of its own styles in every language.
func headingNamed(name string) int {
	if name == "title" {
		return 1
	}
	level, found := strings.CutPrefix(name, "heading ")
	if n, err := strconv.Atoi(level); found && err == nil && n > 0 {
		return min(n, 6)
	}
	return 0
}
