package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strings"
	"unicode/utf8"

	"burrow/internal/say"
)

// maxFileBytes is far more than all settings take.
const maxFileBytes = 1 << 20

// entry is a line of a file that sets something.
type entry struct {
	name, text string
	file       string
	line       int
}

// snapshot is a file as it was read.
type snapshot struct {
	name, text string
	info       fs.FileInfo // nil if there is no file
}

// readFile reads a file. DefaultFile stands for "", and need not be there.
func readFile(file string) (snapshot, error) {
	named := file != ""
	if !named {
		file = DefaultFile
	}
	s := snapshot{name: file}
	f, info, err := OpenFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return s, nil
	case errors.Is(err, fs.ErrNotExist):
		return s, say.Error("{file}: there is no such file", "file", file)
	case errors.Is(err, ErrNotFile):
		return s, say.Error("{file} is not a file: settings are read from a plain file", "file", file)
	case err != nil:
		return s, fmt.Errorf("%s: %w", say.T("read settings"), err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return s, fmt.Errorf("%s: %w", say.T("read settings"), err)
	}
	if len(text) > maxFileBytes {
		return s, say.Error("{file} is too large: settings take less than 1 MiB", "file", file)
	}
	s.text, s.info = string(text), info
	return s, nil
}

// exposed reports whether others than the owner can read a file that has a
// secret in it. Windows keeps permissions elsewhere.
func exposed(mode fs.FileMode, entries []entry) bool {
	if runtime.GOOS == "windows" || mode.Perm()&0o077 == 0 {
		return false
	}
	for _, e := range entries {
		// A name with a slip in it may be a key's.
		s := find(e.name)
		if e.text != "" && (s == nil || s.secret) {
			return true
		}
	}
	return false
}

// parse reads lines of the form NAME=value. Before the name may stand "export".
// A value ends at the line's end, or before a space with "#", which begins a
// comment; white space around it is dropped. In single quotes it is taken as it
// stands; in double quotes \n, \t, \", \\ and \$ stand for what they stand for
// in a shell. Nothing is expanded. Lines that cannot be read are named as
// problems, which show nothing of them.
func parse(file, text string) (entries []entry, problems []error) {
	lines := make(map[string]int)
	text = strings.TrimPrefix(text, "\ufeff")
	number := 0
	for line := range strings.Lines(text) {
		number++
		e, ok, err := parseLine(line)
		if err == nil && ok && lines[e.name] > 0 {
			err = say.Error("this is already set in line {line}", "line", lines[e.name])
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s:%d: %w", file, number, err))
			continue
		}
		if ok {
			e.file, e.line = file, number
			lines[e.name] = number
			entries = append(entries, e)
		}
	}
	return entries, problems
}

// parseLine reads a line; ok is false if it sets nothing.
func parseLine(line string) (e entry, ok bool, err error) {
	if !utf8.ValidString(line) || strings.ContainsRune(line, 0) {
		return e, false, say.Error("not UTF-8 text")
	}
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return e, false, nil
	}
	name, rest, found := strings.Cut(line, "=")
	if !found {
		return e, false, say.Error("write NAME=value")
	}
	if after, exported := strings.CutPrefix(name, "export"); exported && after != strings.TrimLeft(after, " \t") {
		name = strings.TrimLeft(after, " \t")
	}
	name = strings.TrimRight(name, " \t")
	if !validSetting(name) {
		return e, false, say.Error("write NAME=value")
	}
	e.name = name
	e.text, err = parseValue(strings.TrimLeft(rest, " \t"))
	return e, err == nil, err
}

// validSetting takes what shells take for a name.
func validSetting(name string) bool {
	if name == "" || len(name) > 100 || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

func parseValue(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	switch quote := text[0]; quote {
	case '"', '\'':
		value, rest, ok := cutQuoted(text[1:], quote)
		if !ok {
			return "", say.Error("a quote is not closed on its line")
		}
		if after := strings.TrimLeft(rest, " \t"); after != "" && (after[0] != '#' || after == rest) {
			return "", say.Error("text after the closing quote")
		}
		return value, nil
	case '#':
		return "", nil
	}
	for i := 1; i < len(text); i++ {
		if text[i] == '#' && (text[i-1] == ' ' || text[i-1] == '\t') {
			text = text[:i]
			break
		}
	}
	return strings.TrimRight(text, " \t"), nil
}

// cutQuoted returns what stands before the closing quote, and what behind it.
func cutQuoted(text string, quote byte) (value, rest string, ok bool) {
	if quote == '\'' {
		return strings.Cut(text, "'")
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return b.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text) && strings.IndexByte(`nt"\$`, text[i+1]) >= 0:
			i++
			b.WriteByte(unescape(text[i]))
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

func unescape(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	}
	return c
}
