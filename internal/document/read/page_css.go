package read

import (
	"slices"
	"strings"
)

// A page's own style sheets are read for what hides text: rules of simple selectors. What
// is not understood changes nothing, except that it may show what others hide.

// pageRules are the rules of a page's style sheets that hide or show, by what an element
// must have for them: its name, ".class" or "#id".
type pageRules struct {
	rules map[string][]rule
	count int
	// work is how much comparing is left: a hostile page may have any number of rules and
	// elements. Then the sheets change nothing.
	work int
}

// Limits of a page.
const (
	mostRules = 10_000
	mostWork  = 30_000_000
)

// rule is one selector with its declarations.
type rule struct {
	selector
	order        int
	declarations []declaration
}

// selector is an element's name, its id and its classes, each if it is asked for.
type selector struct {
	name, id string
	classes  []string
	// isPart says that more is asked for, which is not understood.
	isPart bool
}

func (s *selector) weight() int {
	weight := 10 * len(s.classes)
	if s.name != "" {
		weight++
	}
	if s.id != "" {
		weight += 1000
	}
	return weight
}

type declaration struct {
	name, value string
	isImportant bool
}

// hiding are the properties that are read of rules.
const hiding = " display visibility opacity font-size "

// isHiding reports whether a declaration hides by itself.
func (d *declaration) isHiding() bool {
	var l pageLook
	(&styleOf{}).read(&l, d.name, d.value)
	return l.seen() != ""
}

// rulesOf reads all style elements of a page, wherever they stand.
func rulesOf(text string) *pageRules {
	if !hasStyle(text) {
		return nil
	}
	s := &pageRules{rules: make(map[string][]rule), work: mostWork}
	for t := (tags{text: text}); t.next(); {
		switch {
		case t.name == "style":
			media, _ := t.get("media")
			css := t.raw(t.name)
			if media = strings.ToLower(strings.TrimSpace(media)); media == "" || media == "all" || media == "screen" {
				s.read(css)
			}
		case t.name == "" || t.name[0] == '/':
		case is(unread, t.name):
			t.raw(t.name)
		case is(passed, t.name):
			t.pass(t.name)
		}
	}
	if s.count == 0 || s.count > mostRules {
		return nil
	}
	return s
}

// hasStyle reports whether a page might have a style element, which most work is saved by.
func hasStyle(text string) bool {
	for {
		at := strings.IndexByte(text, '<')
		if at < 0 {
			return false
		}
		if text = text[at+1:]; hasPrefixFold(text, "style") {
			return true
		}
	}
}

// read reads a style sheet.
func (s *pageRules) read(css string) {
	for css != "" && s.count <= mostRules {
		var prelude, body string
		prelude, css = cutCSS(css, "{")
		// What ends with a semicolon before it is an import or the like.
		if at := strings.LastIndexByte(prelude, ';'); at >= 0 {
			prelude = prelude[at+1:]
		}
		body, css = cutCSS(css, "}")
		if prelude = strings.TrimSpace(prelude); prelude == "" || prelude[0] == '@' || strings.ContainsAny(prelude, `\"'`) {
			continue
		}
		if all := declarationsOf(body); len(all) > 0 {
			for one := range strings.SplitSeq(prelude, ",") {
				if s.add(one, all); s.count > mostRules {
					return
				}
			}
		}
	}
}

// cutCSS cuts a style sheet at a mark that stands outside of strings and of blocks within
// this one. What comes before it is without comments.
func cutCSS(css, mark string) (before, after string) {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(css); i++ {
		switch c := css[i]; {
		case c == '/' && strings.HasPrefix(css[i:], "/*"):
			end := strings.Index(css[i+2:], "*/")
			if end < 0 {
				return b.String(), ""
			}
			i += 2 + end + 1
			b.WriteByte(' ')
			continue
		case c == '"' || c == '\'':
			from := i
			for i++; i < len(css) && css[i] != c && css[i] != '\n'; i++ {
				if css[i] == '\\' {
					i++
				}
			}
			b.WriteString(css[from:min(i+1, len(css))])
			continue
		case depth == 0 && c == mark[0]:
			return b.String(), css[i+1:]
		case c == '{':
			depth++
		case c == '}' && depth > 0:
			depth--
		}
		b.WriteByte(css[i])
	}
	return b.String(), ""
}

// declarationsOf are those of a block that hide or show. A block that moves something
// shows in the end what it hides in the beginning.
func declarationsOf(body string) (out []declaration) {
	if strings.ContainsAny(body, "{}") {
		return nil
	}
	isMoving := false
	for one := range strings.SplitSeq(body, ";") {
		name, value, _ := strings.Cut(strings.ToLower(one), ":")
		value, important, _ := strings.Cut(value, "!")
		name = strings.TrimSpace(name)
		isMoving = isMoving || strings.Contains(name, "animation") || strings.Contains(name, "transition")
		if is(hiding, name) {
			out = append(out, declaration{name, strings.TrimSpace(value), strings.TrimSpace(important) == "important"})
		}
	}
	if isMoving {
		out = slices.DeleteFunc(out, func(d declaration) bool { return d.name != "display" && d.isHiding() })
	}
	return out
}

// add adds a rule for a selector. Of one that is not understood, what it shows counts for
// all that its end fits.
func (s *pageRules) add(text string, all []declaration) {
	of, ok := selectorOf(text)
	if !ok {
		return
	}
	if of.isPart {
		all = slices.DeleteFunc(slices.Clone(all), func(d declaration) bool { return d.isHiding() })
	}
	if len(all) == 0 {
		return
	}
	key := of.name
	switch {
	case of.id != "":
		key = "#" + of.id
	case len(of.classes) > 0:
		key = "." + of.classes[0]
	}
	s.count++
	s.rules[key] = append(s.rules[key], rule{of, s.count, all})
}

// selectorOf reads a selector, or the end of a longer one.
func selectorOf(text string) (s selector, ok bool) {
	const longest, most = 200, 4
	if text = strings.TrimSpace(text); len(text) > longest {
		return s, false
	}
	if at := strings.LastIndexAny(text, " \t\n\r\f>+~"); at >= 0 {
		s.isPart = true
		text = text[at+1:]
	}
	if at := strings.IndexAny(text, ":["); at >= 0 {
		if pseudo := text[at:]; strings.Contains(pseudo, "::") || strings.Contains(pseudo, ":before") || strings.Contains(pseudo, ":after") {
			return s, false
		}
		s.isPart = true
		text = text[:at]
	}
	for text != "" {
		end := 1 + strings.IndexAny(text[1:]+".", ".#")
		part := text[:end]
		text = text[end:]
		if !isNameOfCSS(strings.TrimLeft(part, ".#")) {
			return s, false
		}
		switch part[0] {
		case '.':
			s.classes = append(s.classes, part[1:])
		case '#':
			s.id = part[1:]
		default:
			s.name = strings.ToLower(part)
		}
	}
	return s, s.weight() > 0 && len(s.classes) <= most
}

func isNameOfCSS(name string) bool {
	for i := range len(name) {
		if c := name[i]; !isLetter(c) && !(c >= '0' && c <= '9') && c != '-' && c != '_' && c < 0x80 {
			return false
		}
	}
	return name != ""
}
