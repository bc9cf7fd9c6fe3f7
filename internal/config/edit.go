package config

import (
	"errors"
	"maps"
	"strings"
)

// change sets a setting in a file, or takes it out if text is "".
type change struct{ name, text string }

// errUnwritable means that a value cannot be written so that everybody reads the
// same.
var errUnwritable = errors.New("a value cannot be written to a file of settings")

// edit returns the text of a file with the changes made. Lines that no change names
// stay as they are, byte for byte; a new setting goes to the end. What comes out is
// read again and compared, so that no value can become a line of its own, whatever
// is in it.
func edit(text string, changes []change) (string, error) {
	before, problems := parse("", text)
	if len(problems) > 0 {
		return "", errors.Join(problems...)
	}
	want := make(map[string]string)
	for _, e := range before {
		want[e.name] = e.text
	}
	out := text
	for _, c := range changes {
		var err error
		if out, err = editOne(out, c); err != nil {
			return "", err
		}
		want[c.name] = c.text
		if c.text == "" {
			delete(want, c.name)
		}
	}
	after, problems := parse("", out)
	got := make(map[string]string)
	for _, e := range after {
		got[e.name] = e.text
	}
	if len(problems) > 0 || !maps.Equal(got, want) {
		return "", errUnwritable
	}
	return out, nil
}

func editOne(text string, c change) (string, error) {
	value, err := quote(c.text)
	if err != nil {
		return "", err
	}
	const mark = "\ufeff" // some editors begin a file with it
	body := strings.TrimPrefix(text, mark)
	begin := text[:len(text)-len(body)]
	var out strings.Builder
	out.WriteString(begin)
	found := false
	for line := range strings.Lines(body) {
		if e, ok, err := parseLine(line); err != nil || !ok || e.name != c.name {
			out.WriteString(line)
			continue
		}
		found = true
		if c.text != "" {
			out.WriteString(withValue(line, value))
		}
	}
	if found || c.text == "" {
		return out.String(), nil
	}
	end := "\n"
	if strings.Contains(body, "\r\n") {
		end = "\r\n"
	}
	if body != "" && !strings.HasSuffix(body, "\n") {
		out.WriteString(end)
	}
	out.WriteString(c.name + "=" + value + end)
	return out.String(), nil
}

// withValue puts a value in the place of the one that a line has. What stands before
// and behind it stays: an export, a comment, the line's end.
func withValue(line, value string) string {
	content := strings.TrimRight(line, "\r\n")
	from := strings.IndexByte(content, '=') + 1
	for from < len(content) && strings.IndexByte(" \t", content[from]) >= 0 {
		from++
	}
	rest := content[from:]
	var behind string
	switch {
	case rest == "":
	case rest[0] == '#':
		behind = " " + rest // or it would be a part of the value
	case rest[0] == '"' || rest[0] == '\'':
		_, behind, _ = cutQuoted(rest[1:], rest[0])
	default:
		old, _ := parseValue(rest)
		behind = rest[len(old):]
	}
	return content[:from] + value + behind + line[len(content):]
}

// plainValue are the characters that need no quotes, here and in a shell.
const plainValue = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:+=@%,"

// quote writes a value so that it is read as it is, here and by a shell that takes
// the file in: nothing in it is expanded or run.
func quote(text string) (string, error) {
	switch {
	case strings.ContainsAny(text, "\x00\r\n"):
		return "", errUnwritable
	case strings.Trim(text, plainValue) == "":
		return text, nil
	case !strings.Contains(text, "'"):
		return "'" + text + "'", nil
	case strings.Contains(text, "`"):
		// Within double quotes a shell would run it, and \` means nothing here.
		return "", errUnwritable
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`).Replace(text) + `"`, nil
}
