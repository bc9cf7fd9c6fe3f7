package read

import (
	"strconv"
	"strings"
)

// Word keeps how lists are numbered in a part of its own: a number (num) names an
// abstract list, whose nine levels have a format, a beginning and a pattern such as
// "%1.%2". Paragraphs of all numbers of one abstract list are counted together.

const listLevels = 9

type wordNumbering struct {
	abstract map[string]*abstractList
	numbers  map[string]*listNumber
}

type abstractList struct {
	levels [listLevels]listLevel
	count  [listLevels]int // of the last paragraph, 0 before the first
}

type listLevel struct {
	format, pattern string
	start           int
	style           string // of the paragraphs of this level
}

type listNumber struct {
	list   *abstractList
	starts map[int]int // levels that begin anew
}

func readNumbering(x *xmlReader) (wordNumbering, error) {
	n := wordNumbering{abstract: map[string]*abstractList{}, numbers: map[string]*listNumber{}}
	err := x.each(func() error {
		switch {
		case x.name == "abstractNum" && len(n.abstract) < maxEntries:
			list := &abstractList{}
			n.abstract[x.attribute("abstractNumId")] = list
			return x.each(func() error {
				if x.name == "lvl" {
					return list.readLevel(x)
				}
				return nil
			})
		case x.name == "num" && len(n.numbers) < maxEntries:
			return n.readNumber(x)
		}
		return nil
	})
	return n, err
}

func (l *abstractList) readLevel(x *xmlReader) error {
	at := x.number("ilvl", 0)
	if at < 0 || at >= listLevels {
		return nil
	}
	of := listLevel{start: 1}
	err := x.each(func() error {
		switch x.name {
		case "start":
			of.start = x.number("val", 1)
		case "numFmt":
			of.format = x.attribute("val")
		case "lvlText":
			of.pattern = x.attribute("val")
		case "pStyle":
			of.style = x.attribute("val")
		}
		return nil
	})
	l.levels[at] = of
	return err
}

func (n *wordNumbering) readNumber(x *xmlReader) error {
	number := &listNumber{starts: map[int]int{}}
	n.numbers[x.attribute("numId")] = number
	return x.each(func() error {
		switch x.name {
		case "abstractNumId":
			number.list = n.abstract[x.attribute("val")]
		case "lvlOverride":
			level := x.number("ilvl", 0)
			return x.each(func() error {
				if x.name == "startOverride" && level >= 0 && level < listLevels {
					number.starts[level] = x.number("val", 1)
				}
				return nil
			})
		}
		return nil
	})
}

// next counts a paragraph, and returns its mark: "2.1", "c)" or "" for a bullet.
func (n *wordNumbering) next(in wordList) (mark string, level int) {
	level = min(max(in.level, 0), listLevels-1)
	number := n.numbers[in.id]
	if number == nil || number.list == nil {
		return "", level
	}
	list := number.list
	if start, ok := number.starts[level]; ok {
		delete(number.starts, level)
		list.count[level] = start - 1
		clear(list.count[level+1:])
		list.count[level]++
	} else if list.count[level] == 0 {
		list.count[level] = list.levels[level].start
	} else {
		list.count[level]++
	}
	clear(list.count[level+1:])
	of := list.levels[level]
	if of.format == "bullet" || of.format == "none" {
		return "", level
	}
	mark = of.pattern
	for i := level; i >= 0; i-- {
		value := list.count[i]
		if value == 0 {
			value = list.levels[i].start
		}
		mark = strings.ReplaceAll(mark, "%"+strconv.Itoa(i+1), counted(value, list.levels[i].format))
	}
	return oneLine(mark), level
}

// levelOf is the level of the paragraphs of a style, by the list itself.
func (n *wordNumbering) levelOf(id, style string) int {
	if number := n.numbers[id]; number != nil && number.list != nil {
		for i, level := range number.list.levels {
			if level.style == style {
				return i
			}
		}
	}
	return 0
}

// counted writes a number in one of the formats of Office.
func counted(n int, format string) string {
	switch {
	case n <= 0:
	case strings.HasPrefix(format, "lowerLetter"), strings.HasPrefix(format, "alphaLc"):
		return letters(n, 'a')
	case strings.HasPrefix(format, "upperLetter"), strings.HasPrefix(format, "alphaUc"):
		return letters(n, 'A')
	case strings.HasPrefix(format, "lowerRoman"), strings.HasPrefix(format, "romanLc"):
		return strings.ToLower(roman(n))
	case strings.HasPrefix(format, "upperRoman"), strings.HasPrefix(format, "romanUc"):
		return roman(n)
	case format == "decimalZero" && n < 10:
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// letters counts a to z, then aa, bb and so on.
func letters(n int, first byte) string {
	return strings.Repeat(string(first+byte((n-1)%26)), min(1+(n-1)/26, 20))
}

func roman(n int) string {
	if n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, of := range []struct {
		value int
		digit string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= of.value; n -= of.value {
			b.WriteString(of.digit)
		}
	}
	return b.String()
}
