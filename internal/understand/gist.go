package understand

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// A Gist is what a question asks, without the words that change nothing of it. Two
// questions of one gist have one answer, so a gist must be sure: it leaves out only what a
// closed class of its language's table has, and compares everything else as it is
// written. Questions that mean the same in other words have different gists.
//
//	"Could you tell me how I reset my password?"   how reset password
//	"How can we reset the password, please?"       how reset password
//	"How do I reset your password?"                how reset your password
//
// The table of a language has lines, each a group with its name first, and an underline
// between the words of a phrase:
//
//	"-"    what is left out in front of a noun: articles, and what is the asker's
//	"~"    what is left out everywhere: please
//	"<"    greetings and thanks, at either end
//	"/"    what asks in a roundabout way, in front of a word that asks: could you tell me
//	IF     what such words have before a question of yes or no: whether
//	I      the asker: I, we, one
//	DO BE  auxiliaries of English in the present
//	CAN    may and can; MUST is apart
//	HOW    how, of which a possibility changes nothing: how can I, how do I, how to
//
// Any other name stands for the words of its line, which are forms of one word. A
// language without lines, or whose table is not there yet, has only its words.
type Gist string

// maxGist is how long a question may be that has a gist: a longer one says more than it
// asks.
const maxGist = 600

// GistOf returns the gist of a question; false if it asks nothing or is too long. Of the
// options only Languages and DayFirst count, so that a gist is the same on another day.
func GistOf(question string, o Options) (Gist, bool) {
	if len(question) > maxGist || !utf8.ValidString(question) {
		return "", false
	}
	if !strings.ContainsFunc(question, unicode.IsLower) && strings.Contains(strings.TrimSpace(question), " ") {
		question = strings.ToLower(question) // it is shouted
	}
	o = Options{DayFirst: o.DayFirst, Languages: o.languages()}
	l := o.Languages.of(nil, question)
	if l.code == english {
		question = inFull(question)
	}
	g := gister{language: l}
	g.read(question, o)
	g.fold()
	if len(g.pieces) == 0 {
		return "", false
	}
	return Gist(string(rune('a'+l.code)) + g.write()), true
}

// inFullForms are endings of English words, each with its full form.
const inFullForms = "’ ' can't can_not n't _not 'm _am 're _are 've _have 'll _will 'd _would hat's hat_is here's here_is ho's ho_is ow's ow_is it's it_is cannot can_not "

// inFull writes contractions in full: "don't" and "what's".
func inFull(text string) string {
	for rest := inFullForms; rest != ""; {
		short, after, _ := strings.Cut(rest, " ")
		full, more, _ := strings.Cut(after, " ")
		text, rest = strings.ReplaceAll(text, short, strings.ReplaceAll(full, "_", " ")), more
	}
	return text
}

// A piece is a word, a number, a date or a sign of a question.
type piece struct {
	_     [0]func() // not to be compared
	text  string
	group string // the name of its group
	kind  kind
	mark  mark
	gap   gap
	name  bool // maybe, since it has a capital
}

// content is true of a piece that is no small word.
func (p *piece) content() bool { return p.kind&function == 0 && p.group == "" }

type gister struct {
	*language
	pieces []piece
	// asked says that it is a question of yes or no, subject that it asks for a person or
	// thing, which may be the one that does it or the one that it is done to: "Who can
	// visit?" is not "Who can I visit?".
	asked, subject bool
}

// grouped is a word or phrase of a language's lines: the group that has it, and whether
// phrases begin with it.
type grouped struct {
	name   string
	begins bool
}

// grouped are the lines of a language, read when they are first needed.
func (l *language) grouped() map[string]grouped {
	if read := l.groups.Load(); read != nil {
		return *read
	}
	all := map[string]grouped{}
	for _, line := range strings.Split(l.gist, "\n") {
		name, phrases, _ := strings.Cut(line, " ")
		for phrase := range strings.FieldsSeq(phrases) {
			all[phrase] = grouped{name, all[phrase].begins}
			if first, _, longer := strings.Cut(phrase, "_"); longer {
				all[first] = grouped{all[first].name, true}
			}
		}
	}
	l.groups.Store(&all)
	return all
}

// maxPhrase is the most words of a phrase.
const maxPhrase = 6

// group returns the group of the longest phrase at a piece, and how many pieces that has.
func (g *gister) group(i int) (name string, n int) {
	all, joined := g.grouped(), g.pieces[i].text
	one := all[joined]
	name, n = one.name, 1
	for k := i + 1; one.begins && k < len(g.pieces) && k < i+maxPhrase && g.pieces[k].gap == space; k++ {
		joined += "_" + g.pieces[k].text
		if of := all[joined].name; of != "" {
			name, n = of, k+1-i
		}
	}
	return name, n
}

// read cuts a question into pieces.
func (g *gister) read(text string, o Options) {
	list := cutIn(g.language, text)
	known := facts(g.language, text, list, o)
	end := 0
	for i := range list {
		w := &list[i]
		if w.start < end {
			end = max(end, w.end) // of a number or a date
			continue
		}
		for len(known) > 0 && known[0].End <= w.start {
			known = known[1:]
		}
		begin, p := w.start, piece{text: w.text, gap: w.gap}
		from := end
		value, after, n := numberAt(g.language, text, list, i, o.DayFirst, false)
		switch {
		case len(known) > 0 && known[0].Start <= begin && !strings.ContainsAny(known[0].Text, "+*=<>&@#|~^_\\"):
			f := &known[0]
			begin, end, p.text = f.Start, f.End, string(f.Kind)+plainNumber(f.Value)+f.Unit
		case n > 0 && w.text != "one":
			end, p.text = after, plainNumber(value)
		case mTwo <= w.mark && w.mark <= mTen:
			end, p.text = w.end, strconv.Itoa(int(w.mark-mTwo)+2)
		default:
			end, p.kind, p.mark, p.name = w.end, w.kind, w.mark, w.capital && w.gap != sentence
			if raw := text[begin:end]; words.Among(" US IT WHO ", raw) {
				p.text = raw
			}
			g.subject = g.subject || mWhat <= p.mark && p.mark <= mWhom
		}
		g.signs(text, from, min(begin, w.start), w.gap)
		g.add(p)
	}
	g.signs(text, end, len(text), space)
}

// plainNumber writes a number in one way only, unless it may be a code: "007".
func plainNumber(value string) string {
	if strings.Contains(value, "-") || strings.HasPrefix(value, "0") && !strings.Contains(value, ".") {
		return value
	}
	return words.Plain(value)
}

// add adds a piece: of other languages than English without what a table joins.
func (g *gister) add(p piece) {
	if g.code != english && p.mark|mark(p.kind) != 0 {
		for at := strings.IndexAny(p.text, " -'’"); at > 0; at = strings.IndexAny(p.text, " -'’") {
			first := p
			first.text = p.text[:at]
			g.pieces = append(g.pieces, first)
			_, size := utf8.DecodeRuneInString(p.text[at:])
			p.text, p.gap = p.text[at+size:], space
		}
	}
	g.pieces = append(g.pieces, p)
}

// signs adds what stands between two words and is no mere mark: the signs of "C++" and
// "-5". The end of a sentence is one, too.
func (g *gister) signs(text string, from, to int, before gap) {
	if before == sentence && len(g.pieces) > 0 {
		g.add(piece{text: ".", gap: sentence})
	}
	for i, r := range text[min(from, to):to] {
		i += from
		switch {
		case unicode.IsSpace(r) || isWordRune(r) || words.IsIgnored(r) || strings.ContainsRune(`!?;:'"()[]…«»“”‘’„¿¡。，、？！；：（）「」《》`, r):
			continue
		case strings.ContainsRune(".,-–—", r):
			// A mark, unless it belongs to a number: "-5", ".5".
			next := i + utf8.RuneLen(r)
			if next >= len(text) || !words.IsDigit(text[next]) || i > 0 && text[i-1] != ' ' {
				continue
			}
		}
		g.add(piece{text: string(r)})
	}
}

// single is a word without the s of many things, or of what one does. words.StemLength
// takes more off, and makes one word of "part" and "party".
func (g *gister) single(text string) string {
	n := len(text) - 1
	if g.code != english && g.code != spanish || n < 3 || text[n] != 's' || strings.IndexByte("sui'", text[n-1]) >= 0 {
		return text
	}
	if rest, found := strings.CutSuffix(text, "ies"); found && g.code == english {
		return rest + "y"
	}
	if n > 3 && text[n-1] == 'e' && g.code == english && words.Among(" ch sh ss ", text[n-3:n-1]) {
		n--
	}
	return text[:n]
}

// fold takes off courtesy, and makes one piece of each phrase.
func (g *gister) fold() {
	var out []piece
	for i := 0; i < len(g.pieces); {
		name, n := g.group(i)
		one := g.pieces[i]
		i += n
		next := &piece{gap: sentence}
		if i < len(g.pieces) {
			next = &g.pieces[i]
		}
		switch {
		case name == "~", one.text == "." && (len(out) == 0 || next.gap == sentence),
			name == "<" && (len(out) == 0 || one.gap >= pause) && (next.gap >= pause || next.kind&function != 0):
			continue
		case name == "/" && len(out) == 0 && g.grouped()[next.text].name == "IF":
			i++
			g.asked = true
			continue
		case name == "/" && len(out) == 0 && next.kind&wh != 0:
			continue
		case name == "<", name == "/", name == "MUST" && n > 1 && g.code == english && g.subject:
			i -= n - 1 // "What do I need to …" may ask for what it takes
			name = g.grouped()[one.text].name
		}
		if one.group = name; name == "<" || name == "/" || name == "IF" || name == "-" && one.name {
			one.group = "" // "vitamin A"
		}
		if short := g.single(one.text); one.group == "" && short != one.text {
			day := wordTable().find(folded(short))
			if day.kind&calendar != 0 {
				one.mark = day.mark // of "Saturdays"
			}
			if !one.name || day.kind&calendar != 0 {
				one.text = short
			}
		}
		out = append(out, one)
	}
	for len(out) > 0 && out[len(out)-1].text == "." {
		out = out[:len(out)-1]
	}
	g.pieces = out
}
