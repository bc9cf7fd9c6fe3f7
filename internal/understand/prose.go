package understand

import "strings"

type span struct {
	start, end int
	kind       EntityKind
	of         []string
}

// prose reads a line of running text: identifiers, titles and names. Those of one
// sentence that commas and "and" join make a list.
func (r *entityReader) prose(line string) {
	spans := append(r.identifiers(line), titles(line)...)
	surer := len(spans)
	for _, name := range r.names(line) {
		if !overlaps(spans[:surer], name) {
			spans = append(spans, name)
		}
	}
	sortSpans(spans)
	kept := spans[:0]
	for _, s := range spans {
		if len(kept) == 0 || s.start >= kept[len(kept)-1].end {
			kept = append(kept, s)
		}
	}
	for i := 0; i < len(kept); {
		j := i + 1
		for j < len(kept) && joined(line[kept[j-1].end:kept[j].start]) {
			j++
		}
		list := 0
		var of []string
		if j-i > 1 {
			r.lists++
			list = r.lists
			of = near(line, kept[i].start)
		}
		for place, s := range kept[i:j] {
			e := Entity{Text: line[s.start:s.end], Kind: s.kind}
			e.Of = append(nounsBefore(line[:s.start]), s.of...)
			if list != 0 {
				e.List, e.Place = list, place+1
				e.Of = append(append(e.Of, of...), r.asked...)
			}
			r.add(e)
		}
		i = j
	}
}

// near returns the nouns before a list in its own sentence: "three projects have
// slabs: a, b and c".
func near(line string, at int) []string {
	from := strings.LastIndex(line[:at], ". ") + 1
	return append(plurals(line[from:at]), nounsBefore(line[from:at])...)
}

// maxJoinBytes is how much may stand between two entries of a list.
const maxJoinBytes = 60

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
	marks := strings.ContainsAny(between, ",;")
	for w := range strings.FieldsFuncSeq(between, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '"' || r == '“' || r == '”' }) {
		switch w {
		case "and", "or", "&", "then", "vs", "versus":
			marks = true
		case "the", "a":
		default:
			return false
		}
	}
	return marks
}

// titles finds what stands in quotation marks and begins with a capital.
func titles(line string) (out []span) {
	for _, marks := range [...][2]string{{"\"", "\""}, {"“", "”"}, {"«", "»"}} {
		for at := 0; ; {
			open := strings.Index(line[at:], marks[0])
			if open < 0 {
				break
			}
			begin := at + open + len(marks[0])
			length := strings.Index(line[begin:], marks[1])
			if length < 0 {
				break
			}
			if 0 < length && length <= maxHeadBytes {
				out = append(out, span{start: begin, end: begin + length, kind: Title})
			}
			at = begin + length + len(marks[1])
		}
	}
	return out
}

// names finds runs of words with capitals. The first word of a sentence counts if
// it is no common word, or another one follows.
func (r *entityReader) names(line string) (out []span) {
	words := cut(nil, line)
	for i := 0; i < len(words); i++ {
		if !startsName(words, i) {
			continue
		}
		end := i
		for end+1 < len(words) && words[end+1].gap == space && !words[end].possessive && !wide(line[words[end].end:words[end+1].start]) {
			next := &words[end+1]
			if next.capital && !next.is(wh|pronoun|auxiliary) || next.is(digits) && next.text != "" && len(next.text) <= 4 {
				end++
				continue
			}
			// "Bank of America", "Lord of the Rings"
			if next.text == "of" && end+2 < len(words) && words[end+2].capital {
				end += 2
				continue
			}
			if next.text == "of" && end+3 < len(words) && words[end+2].text == "the" && words[end+3].capital {
				end += 3
				continue
			}
			break
		}
		s := span{start: words[i].start, end: words[end].end, kind: Name}
		if end+1 < len(words) && words[end+1].gap == space && words[end+1].content() {
			s.of = []string{words[end+1].stem}
		}
		out = append(out, s)
		i = end
	}
	return out
}

// wide is true of gaps that divide names: a slash does, a hyphen does not.
func wide(gap string) bool { return strings.ContainsAny(gap, "/&*`_") }

func startsName(words []word, i int) bool {
	w := &words[i]
	if !w.capital || w.is(digits) || w.is(function) && (w.gap == sentence || len(w.text) < 3) {
		return false
	}
	if w.gap != sentence {
		return !w.is(function) && !w.is(calendar)
	}
	if w.is(calendar) {
		return false
	}
	next := i+1 < len(words) && words[i+1].gap == space && words[i+1].capital && !words[i+1].is(function)
	return next && !w.is(asking) || w.kind&(function|asking|relational|verb|quality|common|abstract) == 0 && !strings.HasSuffix(w.text, "s")
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
