package understand

import "strings"

// A span is something that a text names, by its bytes.
type span struct {
	_          [0]func() // not to be compared
	start, end int
	kind       EntityKind
	of         string // the stem of the noun behind it
}

// prose reads running text: identifiers, titles and names. Those of one sentence
// that commas and "and" join make a list.
func (r *entityReader) prose(begin, end int) {
	words := r.between(begin, end)
	line := r.text[begin:end]
	spans := r.identifiers(line)
	spans = titles(spans, line)
	for i := range spans {
		spans[i].start += begin
		spans[i].end += begin
	}
	spans = plainSpans(r.nameSpans(spans, words), words)
	sortSpans(spans)
	kept := spans[:0]
	for _, s := range spans {
		if len(kept) == 0 || s.start >= kept[len(kept)-1].end {
			kept = append(kept, s)
		}
	}
	at := 0 // of the words in front of an entity
	for i := 0; i < len(kept); {
		j := i + 1
		for j < len(kept) && joined(r.text[kept[j-1].end:kept[j].start]) {
			j++
		}
		for list := i; i < j; i++ {
			s := kept[i]
			for at < len(words) && words[at].start < s.start {
				at++
			}
			e := Entity{Text: r.text[s.start:s.end], Kind: s.kind, Of: nounBefore(words[:at], s.start)}
			if s.of != "" {
				e.Of = append(e.Of, s.of)
			}
			if j-list > 1 {
				if i == list {
					r.lists++
					r.nouns = union(union(plurals(sentenceBefore(words[:at])), e.Of), r.asked)
				}
				e.List, e.Place = r.lists, i-list+1
				e.Of = union(e.Of, r.nouns)
			}
			r.add(e)
		}
	}
}

// sentenceBefore returns the words from the last sentence's beginning on: "three
// projects have slabs" before a list.
func sentenceBefore(words []word) []word {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i].gap == sentence {
			return words[i:]
		}
	}
	return words
}

// maxJoinBytes is how much may stand between two entries of a list.
const maxJoinBytes = 60

// joiningWords join the entries of a list, those from joiningArticles on stand before one.
const (
	joiningWords    = " and or & then vs versus und oder e o et ou y the a die der das il la le les el lo gli los las l "
	joiningArticles = 45
)

// joined is true of what stands between two entries of a list in running text:
// marks, "and" and its like, and what is in brackets.
func joined(between string) bool {
	if len(between) > maxJoinBytes {
		return false
	}
	if i := strings.IndexByte(between, '('); i >= 0 {
		if k := strings.IndexByte(between, ')'); k > i {
			between = between[:i] + between[k+1:]
		}
	}
	marks := false
	for begin := 0; begin < len(between); {
		end := begin
		for end < len(between) && (isLetter(between[end]) || between[end] == '&') {
			end++
		}
		switch between[begin:end] {
		case "":
			switch c := between[begin]; {
			case c == ',' || c == ';':
				marks = true
			case c == ' ' || c == '"':
			case strings.HasPrefix(between[begin:], "“") || strings.HasPrefix(between[begin:], "”"):
				end += 2
			default:
				return false
			}
			end++
		default:
			at := strings.Index(joiningWords, " "+between[begin:end]+" ")
			if at < 0 {
				return false
			}
			marks = marks || at < joiningArticles
		}
		begin = end
	}
	return marks
}

// titles adds what stands in quotation marks.
func titles(out []span, line string) []span {
	for i := 0; i < len(line); i++ {
		if line[i] != '"' && line[i] < 0x80 {
			continue
		}
		for _, marks := range [...]string{"\"\"", "“”", "«»"} {
			n := len(marks) / 2
			if !strings.HasPrefix(line[i:], marks[:n]) {
				continue
			}
			begin := i + n
			length := strings.Index(line[begin:], marks[n:])
			if length < 0 {
				break
			}
			if 0 < length && length <= maxHeadBytes {
				out = append(out, span{start: begin, end: begin + length, kind: Title})
			}
			i = begin + length + n - 1
			break
		}
	}
	return out
}

// plainSpans adds the entries of lists of three words and more that are no names:
// "employee, workTime and crew".
func plainSpans(out []span, words []word) []span {
	named, begin := len(out), 0
	for i := range words {
		w := &words[i]
		plain := w.kind&(function|asking|digits|quality) == 0 && len(w.text) > 2 && !isVerbHere(words, i)
		switch {
		case plain && w.gap == pause:
		case w.gap == space && (w.mark == mAnd || w.mark == mOr) && i-begin > 1:
			continue
		case plain && w.gap == space && i-begin > 2 && words[i-1].kind&function != 0 && (i+1 == len(words) || words[i+1].gap > space || words[i+1].kind&function != 0):
			for k := begin; k <= i; k++ {
				if s := (span{start: words[k].start, end: words[k].end, kind: Item}); k != i-1 && !overlaps(out[:named], s) {
					out = append(out, s)
				}
			}
			begin = i + 1
		case plain:
			begin = i
		default:
			begin = i + 1
		}
	}
	return out
}

// nameSpans adds runs of words with capitals that none of the spans has. The first
// word of a sentence counts if it is no common word, or another one follows.
func (r *entityReader) nameSpans(out []span, words []word) []span {
	surer := len(out)
	for i := 0; i < len(words); i++ {
		if !words[i].capital || !startsName(words, i) {
			continue
		}
		end := i
		for end+1 < len(words) && words[end+1].gap == space && !words[end].possessive && (!strings.ContainsAny(r.text[words[end].end:words[end+1].start], "/&*`_") || goesOnAfterAnd(&words[end+1])) {
			step := nameStep(words, end+1)
			if step == 0 {
				break
			}
			end += step
		}
		s := span{start: words[i].start, end: words[end].end, kind: Name}
		if end+1 < len(words) && words[end+1].gap == space && words[end+1].kind&function == 0 {
			s.of = words[end+1].stem
		}
		if !overlaps(out[:surer], s) {
			out = append(out, s)
		}
		i = end
	}
	return out
}

// goesOnAfterAnd is true of what ends a firm's name behind "&".
func goesOnAfterAnd(w *word) bool {
	switch w.text {
	case "sons", "co", "daughters", "partners", "brothers":
		return true
	}
	return false
}

// nameStep returns how many words from i on belong to the name before.
func nameStep(words []word, i int) int {
	w := &words[i]
	switch {
	case w.capital && w.kind&(wh|pronoun|auxiliary) == 0, w.kind&digits != 0 && len(w.text) <= 4:
		return 1
	case w.mark != mOf:
	case i+1 < len(words) && words[i+1].capital:
		return 2 // "Bank of America"
	case i+2 < len(words) && words[i+1].mark == mThe && words[i+2].capital:
		return 3 // "Lord of the Rings"
	}
	return 0
}

func startsName(words []word, i int) bool {
	w := &words[i]
	opens := w.gap == sentence || i == 0
	if w.kind&(digits|calendar) != 0 || w.kind&function != 0 && (opens || len(w.text) < 3) {
		return false
	}
	if !opens {
		return w.kind&function == 0
	}
	next := i+1 < len(words) && words[i+1].gap == space && words[i+1].capital && words[i+1].kind&function == 0
	return next && w.kind&asking == 0 || w.specific() && w.kind&(common|abstract) == 0 && !strings.HasSuffix(w.text, "s")
}

func sortSpans(spans []span) {
	for i := 1; i < len(spans); i++ {
		for k := i; k > 0 && spans[k].start < spans[k-1].start; k-- {
			spans[k], spans[k-1] = spans[k-1], spans[k]
		}
	}
}

func overlaps(spans []span, other span) bool {
	for _, s := range spans {
		if s.start < other.end && other.start < s.end {
			return true
		}
	}
	return false
}
