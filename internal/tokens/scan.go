package tokens

// The split patterns, as functions.
//
// An encoding first divides a text into pieces by a regular expression and then
// encodes each piece alone. The expressions have no look-behind and leave no
// character unmatched, so where a piece ends depends only on the text from its
// start on. These are the patterns, in OpenAI's tiktoken (possessive marks left
// out where they change nothing):
//
//	cl100k_base
//	1  '(?i:[sdmt]|ll|ve|re)
//	2  [^\r\n\p{L}\p{N}]?\p{L}+
//	3  \p{N}{1,3}
//	4   ?[^\s\p{L}\p{N}]+[\r\n]*
//	5  \s+$
//	6  \s*[\r\n]
//	7  \s+(?!\S)
//	8  \s
//
//	o200k_base, with U = [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}], L = [\p{Ll}\p{Lm}\p{Lo}\p{M}]
//	and C = (?i:'s|'t|'re|'ve|'m|'ll|'d)
//	1  [^\r\n\p{L}\p{N}]? U* L+ C?
//	2  [^\r\n\p{L}\p{N}]? U+ L* C?
//	3  \p{N}{1,3}
//	4   ?[^\s\p{L}\p{N}]+[\r\n/]*
//	5  \s*[\r\n]+
//	6  \s+(?!\S)
//	7  \s+
//
// The i flag folds by Unicode, so (?i:s) also matches U+017F, the long s.

// next returns where the piece that starts at p ends, and whether it is valid
// UTF-8. A byte that is not stands for U+FFFD, a symbol.
func (e *Encoding) next(s string, p int) (end int, valid bool) {
	if e.splitsCase {
		return nextO200k(s, p)
	}
	return nextCl100k(s, p)
}

func nextCl100k(s string, p int) (end int, valid bool) {
	c, size := classAt(s, p)
	q := p + size
	valid = c != invalid
	switch {
	case c.letter():
		return letters(s, q), true
	case c == number:
		return numbers(s, q), true
	case c == newline:
		return blanks(s, p, true), true
	case c == other && s[p] == '\'':
		if n := contraction(s, p); n > 0 {
			return p + n, true
		}
	}
	if q < len(s) {
		following, size := classAt(s, q)
		if following.letter() {
			return letters(s, q+size), valid
		}
		if s[p] == ' ' && following.symbol() {
			return symbols(s, q, false)
		}
	}
	if c == space {
		return blanks(s, p, true), true
	}
	return symbols(s, p, false)
}

func nextO200k(s string, p int) (end int, valid bool) {
	c, size := classAt(s, p)
	q := p + size
	valid = c != invalid
	switch {
	case c == number:
		return numbers(s, q), true
	case c == newline:
		return blanks(s, p, false), true
	case c.letter():
		end, _ = casedWord(s, p)
		return end, true
	}
	// The first character may stand before a word: patterns 1 and 2 with it,
	// then pattern 1 without it, which a mark alone can still match.
	end, lowered := casedWord(s, q)
	if c == mark && !lowered {
		end, _ = casedWord(s, p)
		return end, true
	}
	if end > q {
		return end, valid
	}
	if c == space {
		if s[p] == ' ' && q < len(s) {
			if following, _ := classAt(s, q); following.symbol() {
				return symbols(s, q, true)
			}
		}
		return blanks(s, p, false), true
	}
	return symbols(s, p, true)
}

// letters returns where a run of letters ends.
func letters(s string, p int) int {
	for p < len(s) {
		if p+8 <= len(s) && asciiLetters(load64(s, p)) == highs {
			p += 8
			continue
		}
		c, size := classAt(s, p)
		if !c.letter() {
			break
		}
		p += size
	}
	return p
}

// numbers returns the end of up to three numbers, the first of which is before p.
func numbers(s string, p int) int {
	for i := 0; i < 2 && p < len(s); i++ {
		c, size := classAt(s, p)
		if c != number {
			break
		}
		p += size
	}
	return p
}

// symbols returns the end of what is neither space, letter nor number, with the
// line breaks behind it.
func symbols(s string, p int, slashes bool) (end int, valid bool) {
	valid = true
	for p < len(s) {
		c, size := classAt(s, p)
		if !c.symbol() {
			break
		}
		valid = valid && c != invalid
		p += size
	}
	for p < len(s) && (s[p] == '\n' || s[p] == '\r' || slashes && s[p] == '/') {
		p++
	}
	return p, valid
}

// blanks returns the end of the piece that white space at p begins: up to the
// last line break of the run; without one, all but the last character, which
// belongs to what follows; all of it at the end of the text. There toEnd says
// whether what stands behind the last line break belongs to the piece as well.
func blanks(s string, p int, toEnd bool) int {
	last, lastBreak, end := p, 0, p
	for end < len(s) {
		c, size := classAt(s, end)
		if !c.blank() {
			break
		}
		last = end
		end += size
		if c == newline {
			lastBreak = end
		}
	}
	switch {
	case end == len(s) && (toEnd || lastBreak == 0):
		return end
	case lastBreak > 0:
		return lastBreak
	case last > p:
		return last
	}
	return end
}

// casedWord matches U*L+ or, failing that, U+L*, and the contraction behind it.
// It returns p when there is no such word, and whether U*L+ matched.
func casedWord(s string, p int) (end int, lowered bool) {
	end = p
	afterCaseless := 0 // behind the last character that may end U* and begin L+
	c, size := class(other), 0
	for end < len(s) {
		c, size = classAt(s, end)
		if c != upper && !c.caseless() {
			break
		}
		end += size
		if c.caseless() {
			afterCaseless = end
		}
	}
	switch {
	case end < len(s) && c == lower:
		for end < len(s) {
			if end+8 <= len(s) && smallLetters(load64(s, end)) == highs {
				end += 8
				continue
			}
			c, size = classAt(s, end)
			if c != lower && !c.caseless() {
				break
			}
			end += size
		}
	case afterCaseless > 0:
		end = afterCaseless
	case end == p:
		return p, false
	default:
		return end + contraction(s, end), false
	}
	return end + contraction(s, end), true
}

// contraction returns the length of an English contraction such as 's or 'LL at
// p, or 0.
func contraction(s string, p int) int {
	if p+1 >= len(s) || s[p] != '\'' {
		return 0
	}
	first := s[p+1] | 0x20
	switch first {
	case 's', 't', 'm', 'd':
		return 2
	case 0xc5 | 0x20:
		if p+2 < len(s) && s[p+1] == 0xc5 && s[p+2] == 0xbf {
			return 3
		}
		return 0
	}
	if p+2 < len(s) {
		second := s[p+2] | 0x20
		if first == 'l' && second == 'l' || second == 'e' && (first == 'v' || first == 'r') {
			return 3
		}
	}
	return 0
}
