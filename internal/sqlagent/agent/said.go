package agent

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/sqlagent/answer"
)

// said is a query as a model wrote it, with its sentence about it.
type said struct {
	SQL     string `json:"sql"`
	Reading string `json:"reading"`
}

// What is looked at of a reply, and how many of its queries are.
const (
	mostReply   = 64 << 10
	mostQueries = 4
	// mostBeforeQuery is how far before its query a sentence about it may begin.
	mostBeforeQuery = 1000
)

// readQueries finds the queries of a reply, the likeliest first: as JSON, in fences or
// bare, whatever stands around. declines says that the model has none to give. Without
// either, the reply cannot be read.
//
// What is found is text of a stranger like any other: guard decides whether it may run. A
// query that may have broken off is none, since half of it may run, too.
func readQueries(reply llm.Reply) (found []said, declines bool) {
	whole := reply.Finish != "length" && len(reply.Content) <= mostReply
	text, _ := memory.WithoutThoughts(strings.ToValidUTF8(clip(reply.Content, mostReply), ""))
	add := func(sql, reading string) {
		for _, statement := range statements(sql) {
			if len(found) < mostQueries && !slices.ContainsFunc(found, func(s said) bool { return s.SQL == statement }) {
				found = append(found, said{statement, strings.TrimSpace(reading)})
			}
		}
	}
	for _, member := range members(text, sqlMember, 2*mostQueries) {
		if !member.closed {
			continue
		}
		reading := ""
		if after := members(text[member.end:], readingMember, 1); len(after) > 0 {
			reading = after[0].value
		} else if before := members(text[max(0, member.start-mostBeforeQuery):member.start], readingMember, 1); len(before) > 0 {
			reading = before[0].value
		}
		if isNothing(member.value) {
			declines = true
			continue
		}
		for _, block := range orWhole(blocks(member.value, true), member.value) {
			add(block, reading)
		}
	}
	if len(found) > 0 || declines {
		return found, declines && len(found) == 0
	}
	prose := text
	for _, block := range blocks(text, whole) {
		add(block, "")
		prose = strings.Replace(prose, block, "", 1)
	}
	if len(found) == 0 && whole && len(blocks(text, true)) == 0 {
		add(bare(text), "")
		prose = ""
	}
	if len(found) > 0 {
		found[0].Reading = sentenceIn(prose)
	}
	return found, false
}

// readNames finds names of a list in a reply: as JSON, or each on a line or between
// commas. ok says that the reply names some, or says that there are none.
func readNames(reply string, names []string) (chosen []string, ok bool) {
	text, _ := memory.WithoutThoughts(strings.ToValidUTF8(clip(reply, mostReply), ""))
	take := func(name string) {
		name = strings.Trim(strings.TrimSpace(name), "`'\"*_- ")
		i := slices.IndexFunc(names, func(one string) bool { return strings.EqualFold(one, name) })
		if i >= 0 && !slices.Contains(chosen, names[i]) {
			chosen = append(chosen, names[i])
		}
	}
	for at, c := range text {
		if c != '[' {
			continue
		}
		var list []string
		if json.NewDecoder(strings.NewReader(text[at:])).Decode(&list) != nil {
			continue
		}
		for _, name := range list {
			take(name)
		}
		if ok = len(list) == 0; ok || len(chosen) > 0 {
			return chosen, true
		}
	}
	for line := range strings.Lines(text) {
		line = listMark.ReplaceAllString(strings.TrimSpace(line), "")
		name, _, _ := strings.Cut(line, ":") // "customer: who pays"
		take(name)
		if strings.Contains(line, ",") {
			for one := range strings.SplitSeq(line, ",") {
				take(one)
			}
		}
	}
	return chosen, len(chosen) > 0
}

var listMark = regexp.MustCompile(`^(?:[-*•]|\d+[.)])\s+`)

// member is a member of an object, as models write objects.
type member struct {
	value      string
	start, end int
	closed     bool
}

var (
	sqlMember     = regexp.MustCompile(`(?i)["'“]?\b(?:sql|sql_query|sqlquery|query|statement)\b["'”]?\s*:\s*`)
	readingMember = regexp.MustCompile(`(?i)["'“]?\b(?:reading|explanation|interpretation)\b["'”]?\s*:\s*`)
)

// members are the first values of a name that stand in quotes, or are null: JSON, and what
// is nearly JSON, with raw line breaks, other quotes or an end that is missing.
func members(text string, name *regexp.Regexp, most int) (out []member) {
	for at := 0; at < len(text) && len(out) < most; {
		found := name.FindStringIndex(text[at:])
		if found == nil {
			break
		}
		start, from := at+found[0], at+found[1]
		value, length, closed := quoted(text[from:])
		switch {
		case length > 0:
			out = append(out, member{value, start, from + length, closed})
		case strings.HasPrefix(text[from:], "null"):
			length = len("null")
			out = append(out, member{"", start, from + length, true})
		}
		at = from + max(length, 0)
	}
	return out
}

// quoteMarks open a value; the longest come first.
var quoteMarks = [][2]string{{`"""`, `"""`}, {"'''", "'''"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}}

// quoted is a text in quotes at the beginning of another, and how long it is with them; 0
// if there is none. One that is not closed has all that is left.
func quoted(text string) (value string, length int, closed bool) {
	for _, marks := range quoteMarks {
		rest, ok := strings.CutPrefix(text, marks[0])
		if !ok {
			continue
		}
		var b strings.Builder
		for i := 0; i < len(rest); i++ {
			switch {
			case strings.HasPrefix(rest[i:], marks[1]) && endsHere(rest[i+len(marks[1]):], marks[1]):
				return b.String(), len(marks[0]) + i + len(marks[1]), true
			case rest[i] == '\\' && i+1 < len(rest):
				i++
				b.WriteString(unescaped(rest, &i))
			default:
				b.WriteByte(rest[i])
			}
		}
		return b.String(), len(text), false
	}
	return "", 0, false
}

// endsHere reports whether a quote ends the value: behind it the object ends, or has
// another member. Models forget to escape quotes within a query.
func endsHere(rest, mark string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n")
	if len(mark) == 3 && mark != "”" || rest == "" || memberAhead.MatchString(rest) {
		return true
	}
	after, comma := strings.CutPrefix(rest, ",")
	after = strings.TrimLeft(after, " \t\r\n")
	return rest[0] == '}' || rest[0] == ']' || comma && (after == "" || memberAhead.MatchString(after))
}

var memberAhead = regexp.MustCompile(`^(?:["'][\w ]{1,40}["']\s*:|})`)

// unescaped is what an escape stands for; i is at the byte behind its backslash.
func unescaped(text string, i *int) string {
	switch c := text[*i]; c {
	case 'n', 'r', 't':
		return map[byte]string{'n': "\n", 'r': "\r", 't': "\t"}[c]
	case 'u':
		var one string
		if end := *i + 5; end <= len(text) && json.Unmarshal([]byte(`"\`+text[*i:end]+`"`), &one) == nil {
			*i = end - 1
			return one
		}
	case '%', '_':
		return `\` + string(c) // of a pattern of LIKE
	}
	return text[*i : *i+1]
}

var fence = regexp.MustCompile("(?m)^[ \t]*(?:```|~~~)[\\w+-]*[ \t]*\r?$|```[\\w+-]*")

// blocks are the texts between fences. The last one need not be closed in a text that is
// whole.
func blocks(text string, whole bool) (out []string) {
	marks := fence.FindAllStringIndex(text, -1)
	for i := 0; i < len(marks); i += 2 {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		} else if !whole {
			break
		}
		if block := strings.TrimSpace(text[marks[i][1]:end]); block != "" {
			out = append(out, block)
		}
	}
	return out
}

func orWhole(parts []string, whole string) []string {
	if len(parts) == 0 {
		return []string{whole}
	}
	return parts
}

// isNothing reports whether the value of a query says that there is none.
func isNothing(value string) bool {
	switch strings.ToLower(strings.Trim(strings.TrimSpace(value), ".;")) {
	case "", "none", "null", "n/a":
		return true
	}
	return false
}

var begins = regexp.MustCompile(`(?im)(?:^|;)[ \t>]*(?:SQL:[ \t]*)?(?:\(*select\b|with\s+[\w` + "`" + `"]+\s+as\s*\()`)

// bare is a query that stands in prose without a fence: from the line that it begins to
// the end of its statement, or to an empty line.
func bare(text string) string {
	at := begins.FindStringIndex(text)
	if at == nil {
		return ""
	}
	text = text[at[0]:]
	if end := strings.Index(text, "\n\n"); end >= 0 {
		text = text[:end]
	}
	text = strings.TrimLeft(text, "; \t>")
	if len(text) > 4 && strings.EqualFold(text[:4], "sql:") {
		text = text[4:]
	}
	return text
}

// sentenceIn is the first sentence of the prose around a query that is no announcement of
// it, as far as there is one.
func sentenceIn(prose string) string {
	for line := range strings.Lines(fence.ReplaceAllString(prose, "")) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasSuffix(line, ":") && strings.ContainsAny(line, ".!") {
			return line
		}
	}
	return ""
}

// statements divides what a model took for a query into statements, without comments and
// in MySQL's quotes. What does not begin as a query is none.
func statements(sql string) (out []string) {
	var b strings.Builder
	end := func() {
		if one := strings.TrimSpace(b.String()); beginsQuery.MatchString(one) {
			out = append(out, inMySQLQuotes(one))
		}
		b.Reset()
	}
	for i := 0; i < len(sql); {
		length := tokenLength(sql[i:])
		token := sql[i : i+length]
		switch {
		case token == ";":
			end()
		case isComment(token) && !isCode(token):
			b.WriteByte(' ')
		default:
			b.WriteString(token)
		}
		i += length
	}
	end()
	return out
}

var beginsQuery = regexp.MustCompile(`(?i)^\(*\s*(?:select|with)\b`)

func isComment(token string) bool {
	return strings.HasPrefix(token, "--") || strings.HasPrefix(token, "#") || strings.HasPrefix(token, "/*")
}

// isCode reports whether a comment is one that servers run.
func isCode(comment string) bool {
	return strings.HasPrefix(comment, "/*!") || strings.HasPrefix(comment, "/*M!")
}

// tokenLength is how long a quoted text or a comment at the beginning is, or else 1.
func tokenLength(sql string) int {
	switch {
	case strings.HasPrefix(sql, "/*"):
		if end := strings.Index(sql[2:], "*/"); end >= 0 {
			return 2 + end + 2
		}
		return len(sql)
	case sql == "--" || strings.HasPrefix(sql, "-- ") || strings.HasPrefix(sql, "--\t") || strings.HasPrefix(sql, "--\n") || strings.HasPrefix(sql, "--\r"), sql[0] == '#':
		if end := strings.IndexByte(sql, '\n'); end > 0 {
			return end
		}
		return len(sql)
	}
	return answer.QuotedLength(sql)
}

var (
	ansiName    = regexp.MustCompile(`(?i)\b(?:from|join)\s+"`)
	bracketName = regexp.MustCompile(`(?i)\b(?:from|join)\s+\[\w`)
	inBrackets  = regexp.MustCompile(`\[(\w[\w ]*)\]`)
)

// inMySQLQuotes writes a query's quotes as MySQL reads them. Other servers write names in
// double quotes or brackets, which shows behind FROM; and some models write texts in the
// quotes of prose.
func inMySQLQuotes(sql string) string {
	var b strings.Builder
	ansi, brackets := ansiName.MatchString(sql), bracketName.MatchString(sql)
	plain := 0
	flush := func(to int) {
		part := strings.NewReplacer("‘", "'", "’", "'", "“", "'", "”", "'").Replace(sql[plain:to])
		if brackets {
			part = inBrackets.ReplaceAllString(part, "`$1`")
		}
		b.WriteString(part)
	}
	for i := 0; i < len(sql); {
		length := tokenLength(sql[i:])
		if length > 1 {
			flush(i)
			token := sql[i : i+length]
			if ansi && token[0] == '"' {
				token = "`" + strings.Trim(token, `"`) + "`"
			}
			b.WriteString(token)
			plain = i + length
		}
		i += length
	}
	flush(len(sql))
	return b.String()
}
