package understand

import "strings"

// besides reads "in Torino" behind "the one": the only entry of the newest message with
// such an entry whose line says so.
func (p *phrase) besides(i int) ([]int, int) {
	if p.word(i).kind&preposition == 0 || i >= len(p.words) {
		return nil, i
	}
	for i++; p.word(i).kind&(article|preposition) != 0; i++ {
	}
	if i >= len(p.words) || p.words[i].kind&(function|digits) != 0 || len(p.words[i].text) < 3 {
		return nil, i
	}
	found := -1
	for k := len(p.entities) - 1; k >= 0; k-- {
		e := &p.entities[k]
		if found >= 0 && !sameMessage(e, &p.entities[found]) {
			break
		}
		if strings.Contains(lowered(e.beside), p.words[i].text) {
			if found >= 0 {
				return nil, i
			}
			found = k
		}
	}
	if found < 0 {
		return nil, i
	}
	p.rule, p.firm = "place", true
	return []int{found}, i + 1
}

// several is true of "those", "celles", "quelli".
func several(text string) bool {
	return strings.Contains("those these celles ceux los las quelli quelle quei quegli diejenigen", text)
}

// letterOf reads the letter of "option B"; 0 is none.
func (p *phrase) letterOf(i int) int {
	if w := p.word(i); i > 0 && p.mark(i-1) == mOption && len(w.text) == 1 && 'a' <= w.text[0] && w.text[0] <= 'h' {
		return int(w.text[0]-'a') + 1
	}
	return 0
}

// optionEnd returns where "Option B:" ends at the beginning of a line, 0 if the line
// does not begin like that.
func optionEnd(line []word, text string) int {
	if len(line) < 3 || line[0].mark != mOption || len(line[1].text) != 1 || line[2].gap <= space {
		return 0
	}
	return len(text) - len(strings.TrimLeft(text[line[1].end:], " :).：）"))
}
