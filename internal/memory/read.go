package memory

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/say"
)

// Report says what became of a model's answer.
type Report struct {
	// Items is how many items the answer had.
	Items int
	// Salvaged says that the answer was incomplete, and its whole items were used.
	Salvaged bool
	// Dropped has a short sentence for each thing that was left out. They quote
	// words of the answer: they are for the user, not for a log.
	Dropped []string
}

// maxDropped bounds a report.
const maxDropped = 40

func (r *Report) drop(sentence string) {
	if len(r.Dropped) < maxDropped {
		r.Dropped = append(r.Dropped, sentence)
	}
}

// maxAnswer is how much of an answer is read.
const maxAnswer = 256 << 10

// Read makes a summary of a model's answer to Request. finish is why the model
// stopped, sources are the messages of the request, share is the most tokens that
// the summary may have when rendered, by count.
//
// Of an incomplete answer the whole items are used. Items that the messages do not
// support are dropped, and so are repeats and what exceeds the share, the least
// valuable first. An error, with code Upstream and a sentence for Retry, means that
// nothing is left.
func Read(text, finish string, sources []Message, share int, count func(string) int) (chat.Summary, Report, error) {
	shown := make([]source, len(sources))
	for i := range sources {
		m := &sources[i]
		shown[i] = source{text: m.Content, uids: []chat.UID{m.UID}, time: m.Time}
	}
	return read(text, finish, shown, nil, share, count)
}

// ReadMerge makes one summary of a model's answer to RequestMerge. The user's own
// words are in it as they are, whatever the model said and whatever the share.
func ReadMerge(text, finish string, summaries []chat.Summary, share int, count func(string) int) (chat.Summary, Report, error) {
	shown, edited := mergeable(summaries)
	return read(text, finish, shown, edited, share, count)
}

// mergeable divides summaries into what a model is to merge and what it must not
// touch.
func mergeable(summaries []chat.Summary) (shown []source, edited []*entry) {
	for _, e := range entriesOf(summaries) {
		if e.item.Edited {
			edited = append(edited, e)
		} else {
			shown = append(shown, source{text: e.item.Text, uids: e.item.Sources, superseded: e.item.SupersededBy})
		}
	}
	return shown, edited
}

func read(text, finish string, shown []source, edited []*entry, share int, count func(string) int) (summary chat.Summary, report Report, err error) {
	text, thought := WithoutThoughts(strings.ToValidUTF8(text[:min(len(text), maxAnswer)], "\uFFFD"))
	got := salvageFrom(text)
	report.Items, report.Salvaged = len(got.items)+got.odd, got.broken || finish == "length"
	if len(got.items) == 0 {
		err = problem(unusable(text, finish, thought, got))
		return
	}
	if got.odd > 0 {
		report.drop(say.Plural(got.odd, "{n} item without text was left out.", "{n} items without text were left out."))
	}
	entries, why := check(got.items, shown, edited, &report)
	if why == "" {
		fitted := fit(entries, share, count)
		if n := len(entries) - len(fitted); n > 0 {
			report.drop(say.Plural(n, "{n} item was left out to stay within {most} tokens.", "{n} items were left out to stay within {most} tokens.", "most", share))
		}
		if len(fitted) == 0 {
			why = "Every item of the answer is too long."
		}
		summary = assemble(fitted)
	}
	if why != "" {
		summary, err = chat.Summary{}, problem(why)
	}
	return
}

// check returns the edited entries and those of the items that the sources
// support, without repeats. why says why there are none.
func check(items []*found, shown []source, edited []*entry, report *Report) (entries []*entry, why say.English) {
	g := newGround(shown)
	entries = slices.Clip(edited)
	names := make([]string, len(edited))
	for i, it := range items {
		name := say.T("{list}, item {number}", "list", listNames[it.list], "number", i+1)
		e, why, word := g.check(it)
		if why != "" {
			report.drop(say.T("{item}: {why}.", "item", name, "why", say.T(why, "word", strconv.Quote(word))))
			continue
		}
		entries, names = append(entries, e), append(names, name)
	}
	if len(entries) == len(edited) {
		return nil, "The messages support none of the answer's items."
	}
	entries, repeated := distinct(entries, false)
	for _, i := range repeated {
		report.drop(say.T("{item}: {why}.", "item", names[i], "why", say.T("it repeats another")))
	}
	return entries, ""
}

// check makes an entry of an item if the sources support it, and says why not
// otherwise, with the word that why names.
func (g *ground) check(it *found) (e *entry, why say.English, word string) {
	text := tidy(it.text)
	words := wordsOf(text)
	switch {
	case len(words) == 0:
		return nil, "it says nothing", ""
	case refuses(text):
		return nil, "it is a refusal", ""
	case len(text) > 20 && strings.Contains(instructions, text):
		return nil, "it is our own text", ""
	}
	if missing := g.missing(words); missing != "" {
		return nil, "{word} is not in the messages", shorten(missing, 40)
	}
	var valid []int
	for _, n := range it.sources {
		if n >= 1 && n <= len(g.sources) {
			valid = insert(valid, n-1)
		}
	}
	if len(valid) == 0 {
		if valid = g.supporting(words); len(valid) == 0 {
			return nil, "no message says so", ""
		}
	}
	e = newEntry(it.list, &chat.SummaryItem{Text: text})
	for _, n := range valid {
		e.item.Sources = addUIDs(e.item.Sources, g.sources[n].uids)
	}
	return e, "", ""
}

func addUIDs(to, more []chat.UID) []chat.UID {
	to = slices.Clip(to)
	for _, uid := range more {
		if !slices.Contains(to, uid) {
			to = append(to, uid)
		}
	}
	return to
}

// WithoutThoughts removes a model's reasoning before its answer. thought says that
// there is nothing else.
func WithoutThoughts(text string) (answer string, thought bool) {
	text = strings.TrimSpace(text)
	for _, tag := range []string{"think>", "thinking>", "reasoning>"} {
		before, after, closed := strings.Cut(text, "</"+tag)
		switch {
		case closed && (strings.HasPrefix(text, "<"+tag) || !strings.Contains(before, "{")):
			return after, strings.TrimSpace(after) == ""
		case strings.HasPrefix(text, "<"+tag):
			return "", true
		}
	}
	return text, false
}

// unusable says what is wrong with an answer without items.
func unusable(text, finish string, thought bool, got *salvage) (why say.English) {
	why = "The answer was prose, without the JSON object."
	switch {
	case thought:
		why = "The answer was only reasoning, without the JSON object."
	case strings.TrimSpace(text) == "":
		why = "The answer was empty."
	case finish == "length" || got.broken && got.lists:
		why = "The answer broke off before its first item was complete."
	case got.odd > 0:
		why = "The lists had no items with a text."
	case got.lists:
		why = "All lists were empty."
	case strings.Contains(text, fenceRule):
		why = "The answer repeated the instructions."
	case refuses(text):
		why = "The answer was a refusal."
	case strings.HasPrefix(strings.TrimSpace(text), "{"):
		why = "The JSON object had none of the five lists."
	}
	return why
}

// problem is an error in English: a model is told of it too.
func problem(sentence say.English) error {
	return &fault.Error{Code: fault.Upstream, Message: string(sentence)}
}

var refusals = [...]string{"i'm sorry", "i am sorry", "sorry, ", "sorry but", "i cannot", "i can't", "i can not", "i'm unable", "i am unable", "i'm not able", "i am not able", "i won't", "unfortunately, i", "as an ai", "as a language model"}

// refuses reports whether a text begins like a refusal.
func refuses(text string) bool {
	start := strings.ToLower(strings.ReplaceAll(shorten(strings.TrimLeft(text, " \t\r\n\"'*#>`"), 40), "’", "'"))
	for _, r := range refusals {
		if strings.HasPrefix(start, r) {
			return true
		}
	}
	return false
}

// tidy makes one line of an item: without control characters and hidden ones,
// list marks, and the fence of our request.
func tidy(text string) string {
	var out strings.Builder
	space := false
	for _, r := range text {
		if isSpace(r) {
			space = out.Len() > 0
			continue
		}
		if isHidden(r) {
			continue
		}
		if space {
			out.WriteByte(' ')
			space = false
		}
		out.WriteRune(r)
	}
	line := out.String()
	if rest := strings.TrimLeft(line, "0123456789"); strings.HasPrefix(rest, "| ") {
		line = rest
	}
	return withoutMarks(line)
}

// withoutMarks returns a line without the marks of headings, lists and quotes. A
// space follows these marks: -5 and #5 have none.
func withoutMarks(line string) string {
	for {
		line = strings.TrimLeft(line, " \t")
		rest := strings.TrimLeft(line, "#")
		for _, mark := range []string{"-", "*", "+", "•", ">", "|"} {
			rest = strings.TrimPrefix(rest, mark)
			if rest != line {
				break
			}
		}
		if rest == line || rest != "" && rest[0] != ' ' {
			return line
		}
		line = rest
	}
}

func isSpace(r rune) bool {
	return r <= ' ' || r == 0x7F || r >= 0x80 && r <= 0xA0 || r == 0x2028 || r == 0x2029 || r == 0x3000
}

// isHidden is true for marks of direction, joiners that are not needed to write a
// language, and tags.
func isHidden(r rune) bool {
	switch {
	case r == 0xAD, r == 0x200B, r == 0x200E, r == 0x200F, r == 0xFEFF, r == utf8.RuneError:
		return true
	}
	return r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x206F || r >= 0xE0000 && r <= 0xE007F
}

// shorten returns the first n runes of a text.
func shorten(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
