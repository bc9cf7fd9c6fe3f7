package graph

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// statement is one of a dump, without comments before it.
type statement struct {
	text string
	line int // where it begins
}

// statements gives those of a file that define something: CREATE and ALTER. A dump's rows
// are passed over as they are read, so that its size does not matter.
type statements struct {
	in        *bufio.Reader
	line      int
	delimiter string

	text  strings.Builder
	begin int
	skip  bool // the statement is of no use
}

func newStatements(r io.Reader) *statements {
	return &statements{in: bufio.NewReaderSize(r, 1<<16), line: 1, delimiter: ";"}
}

// longestStatement is where a definition is taken for broken.
const longestStatement = 4 << 20

// next gives the next definition, or io.EOF.
func (s *statements) next() (statement, error) {
	for {
		found, err := s.one()
		if found.text != "" && defines(found.text) {
			return found, nil
		}
		if err != nil {
			return statement{}, err
		}
	}
}

func defines(text string) bool {
	word := strings.ToUpper(firstWord(text))
	return word == "CREATE" || word == "ALTER"
}

func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || r == '(' || r == '`' })
	if end < 0 {
		return text
	}
	return text[:end]
}

// one reads up to the next delimiter.
func (s *statements) one() (statement, error) {
	s.text.Reset()
	s.begin, s.skip = 0, false
	done := func() statement { return statement{strings.TrimSpace(s.text.String()), s.begin} }
	for {
		c, err := s.read()
		if err != nil {
			return done(), err
		}
		switch {
		case c <= ' ' && strings.EqualFold(s.text.String(), "DELIMITER"):
			return statement{}, s.newDelimiter()
		case c == s.delimiter[0] && s.ahead(s.delimiter[1:]):
			return done(), nil
		case c == '-' && s.dashComment(), c == '#':
			err = s.toLineEnd()
		case c == '/' && s.comes("*") && !s.comes("*!") && !s.comes("*M!"):
			err = s.throughComment()
		case c == '\'' || c == '"' || c == '`':
			s.put(c)
			err = s.quoted(c)
		case c <= ' ' && s.text.Len() == 0:
		default:
			s.put(c)
		}
		if err != nil {
			return done(), err
		}
	}
}

// put keeps a byte, unless the statement is known to be of no use.
func (s *statements) put(c byte) {
	if s.begin == 0 {
		s.begin = s.line
	}
	if s.skip {
		return
	}
	s.text.WriteByte(c)
	if n := s.text.Len(); n == 32 && !defines(s.text.String()) || n > longestStatement {
		s.skip = true
		if n == 32 {
			s.text.Reset()
			s.text.WriteString("-") // not empty, and no definition
		}
	}
}

// newDelimiter reads the rest of "DELIMITER //", which is the client's and ends with its
// line.
func (s *statements) newDelimiter() error {
	var rest strings.Builder
	for {
		c, err := s.read()
		if err != nil || c == '\n' {
			if text := strings.TrimSpace(rest.String()); text != "" {
				s.delimiter = text
			}
			return err
		}
		rest.WriteByte(c)
	}
}

func (s *statements) read() (byte, error) {
	c, err := s.in.ReadByte()
	if c == '\n' && err == nil {
		s.line++
	}
	return c, err
}

// comes looks ahead.
func (s *statements) comes(text string) bool {
	next, _ := s.in.Peek(len(text))
	return string(next) == text
}

// ahead looks ahead, and reads the text if it is there.
func (s *statements) ahead(text string) bool {
	if !s.comes(text) {
		return false
	}
	s.in.Discard(len(text))
	return true
}

// dashComment: two dashes begin a comment only before a space.
func (s *statements) dashComment() bool {
	next, _ := s.in.Peek(2)
	return len(next) > 0 && next[0] == '-' && (len(next) == 1 || next[1] <= ' ')
}

func (s *statements) toLineEnd() error {
	for {
		if c, err := s.read(); err != nil || c == '\n' {
			return err
		}
	}
}

func (s *statements) throughComment() error {
	for last := byte(0); ; {
		c, err := s.read()
		if err != nil {
			return unended(err)
		}
		if c == '/' && last == '*' {
			return nil
		}
		last = c
	}
}

// quoted reads to the end of a quoted text. A doubled quote ends one and begins the next,
// which comes to the same.
func (s *statements) quoted(quote byte) error {
	for {
		c, err := s.read()
		if err != nil {
			return unended(err)
		}
		s.put(c)
		if c == '\\' && quote != '`' {
			if c, err = s.read(); err != nil {
				return unended(err)
			}
			s.put(c)
			continue
		}
		if c == quote {
			return nil
		}
	}
}

// unended says that a file ends where it must not.
func unended(err error) error {
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	return err
}
