package prompt

import (
	"strconv"
	"strings"
)

// Piece is a part of a text: prose, or a block of code or a table, which is nothing
// if it is cut in the middle.
type Piece struct {
	_    [0]func() // not to be compared
	Text string
	// Block says what it is if it must stay whole: "code block" or "table".
	Block string
	// Lines is how many lines a block has, without its fences.
	Lines int
}

// Mark stands where a block was left out.
func (p Piece) Mark() string {
	return "[A " + p.Block + " of " + strconv.Itoa(p.Lines) + " lines is left out here, because it does not fit.]"
}

// restMark stands where the rest of a message was left out.
const restMark = "[The rest of this message is left out, because it does not fit.]"

// Pieces divides a text. Together they are the text again.
func Pieces(text string) (out []Piece) {
	lines := strings.SplitAfter(text, "\n")
	prose := 0 // where the prose before this line begins
	add := func(from, to int, block string, frame int) {
		if words := strings.Join(lines[prose:from], ""); words != "" {
			out = append(out, Piece{Text: words})
		}
		if to > from {
			out = append(out, Piece{Text: strings.Join(lines[from:to], ""), Block: block, Lines: to - from - frame})
		}
		prose = to
	}
	for i := 0; i < len(lines); {
		if fence := fenceOf(lines[i]); fence != "" {
			end, frame := i+1, 1
			for end < len(lines) && !closes(lines[end], fence) {
				end++
			}
			if end < len(lines) {
				end, frame = end+1, 2
			}
			add(i, end, "code block", frame)
			i = end
			continue
		}
		if i+1 < len(lines) && strings.Contains(lines[i], "|") && isRule(lines[i+1]) {
			end := i + 2
			for end < len(lines) && strings.Contains(lines[end], "|") {
				end++
			}
			add(i, end, "table", 0)
			i = end
			continue
		}
		i++
	}
	add(len(lines), len(lines), "", 0)
	return out
}

// fenceOf is the fence that a line opens, "" if it opens none.
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " \t>")
	for _, sign := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, sign)); n >= 3 && !(sign == "`" && strings.Contains(line[n:], sign)) {
			return line[:n]
		}
	}
	return ""
}

func closes(line, fence string) bool {
	line = strings.Trim(line, " \t\r\n>")
	return len(line) >= len(fence) && strings.Trim(line, fence[:1]) == ""
}

// isRule reports whether a line is the one below the head of a table.
func isRule(line string) bool {
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, " \t\r\n|-:") == ""
}

// HasBlock reports whether a text has code or a table in it.
func HasBlock(text string) bool {
	for _, p := range Pieces(text) {
		if p.Block != "" {
			return true
		}
	}
	return false
}

// shortened leaves out so much of a text that it fits: blocks whole, prose between
// sentences, with a mark in each place. It is "" if not even a mark fits.
func shortened(text string, fits func(string) bool) string {
	kept := ""
	for _, p := range Pieces(text) {
		if fits(kept + p.Text + "\n" + restMark) {
			kept += p.Text
			continue
		}
		if p.Block != "" {
			if with := kept + p.Mark() + "\n"; fits(with + restMark) {
				kept = with
				continue
			}
		} else {
			ends := sentenceEnds(p.Text)
			n := len(ends)
			for low := 0; low < n; { // how many sentences fit
				if middle := (low + n) / 2; fits(kept + p.Text[:ends[middle]] + "\n" + restMark) {
					low = middle + 1
				} else {
					n = middle
				}
			}
			if n > 0 {
				kept += p.Text[:ends[n-1]] + "\n"
			}
		}
		kept += restMark
		if !fits(kept) {
			return ""
		}
		return kept
	}
	return strings.TrimSuffix(kept, "\n")
}
