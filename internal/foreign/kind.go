package foreign

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"burrow/internal/json"
	"burrow/internal/say"
)

// peekSize is how much of a document is looked at before it is read.
const peekSize = 256 << 10

// kind is what a document holds.
type kind int

const (
	otherKind kind = iota
	// chatValues are JSON objects, alone or in arrays.
	chatValues
	// ownLines are lines as an export of ours has them.
	ownLines
)

// kindOf looks at the beginning of a document, and skips a byte order mark.
func kindOf(in *bufio.Reader) kind {
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(3)
	}
	head, err := in.Peek(peekSize)
	text := bytes.TrimLeft(head, " \t\r\n")
	if len(text) == 0 || bytes.IndexByte(text, 0) >= 0 {
		return otherKind
	}
	if text[0] == '[' {
		return chatValues
	}
	for len(text) > 0 {
		line, rest, ended := bytes.Cut(text, []byte{'\n'})
		if session, _ := sessionOf(line); (ended || err != nil) && session != "" {
			return ownLines
		}
		text = rest
	}
	// A line may be longer than what we see.
	named := false
	json.Members(strings.ToValidUTF8(string(bytes.TrimLeft(head, " \t\r\n")), "\ufffd"), func(name string, _ json.Raw) { named = named || name == "session" })
	switch {
	case named:
		return ownLines
	case bytes.TrimLeft(head, " \t\r\n")[0] == '{':
		return chatValues
	}
	return otherKind
}

// sessionOf returns the name of the chat that a line of ours belongs to, "" for
// any other line, and whether it is a message of it.
func sessionOf(line []byte) (session string, isMessage bool) {
	if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '{' {
		return "", false
	}
	var l struct {
		Session string `json:"session"`
		Role    string `json:"role"`
	}
	if json.Unmarshal(line, &l) != nil {
		return "", false
	}
	return l.Session, l.Role != ""
}

// maxLine is the longest line that an import reads.
const maxLine = 16 << 20

// lineReader hands lines of our own on as they are: whoever imports them reads them.
type lineReader struct {
	in       *bufio.Reader
	number   int // of the next line
	sessions map[string]bool
	// chats and messages were found since they were last asked for.
	chats, messages int
	session         string // of the line before
	held            []byte // a line that belongs to the next part
}

func newLineReader(in *bufio.Reader) *lineReader {
	return &lineReader{in: in, number: 1, sessions: map[string]bool{}}
}

// next returns the lines of one part: enough of them, up to where another chat
// begins. It returns io.EOF with the last or after it.
func (r *lineReader) next(leaveOut func(string)) (part Part, err error) {
	part.First = r.number
	for err == nil {
		line := r.held
		if r.held = nil; line == nil {
			if line, err = r.line(leaveOut); err != nil && err != io.EOF {
				return part, err
			}
		}
		session, isMessage := sessionOf(line)
		if full := len(part.Lines); full+len(line) > maxPart && full > 0 || full > partSize && session != r.session && session != "" {
			r.held, err = line, nil
			return part, nil
		}
		if session != "" {
			if r.session = session; !r.sessions[session] {
				r.sessions[session] = true
				r.chats++
			}
			if isMessage {
				r.messages++
			}
		}
		part.Lines = append(part.Lines, line...)
		r.number++
	}
	return part, err
}

// line reads a line with its end. One that is too long is named, and its number
// stays taken.
func (r *lineReader) line(leaveOut func(string)) (text []byte, err error) {
	for long := false; ; {
		part, err := r.in.ReadSlice('\n')
		if long = long || len(text)+len(part) > maxLine; !long {
			text = append(text, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if long {
			leaveOut(say.T("Line {number} was left out. It is larger than {most} MiB.", "number", r.number, "most", maxLine>>20))
			text = []byte{'\n'}
		}
		return text, err
	}
}
