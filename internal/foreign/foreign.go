// Package foreign reads the histories that other programs export, as JSON or in a
// ZIP file, and writes them as the lines that package transfer imports. It decides
// which format a file has, what of it becomes text, and what has to be left out.
//
// Nothing that a file says of itself is trusted: sizes have limits, names are names
// and never paths, and whatever was left out or changed is named in a report. The
// package knows nothing of the store, so that a browser can load it by itself when
// a file is first imported.
package foreign

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"

	"burrow/internal/archive"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/say"
)

const (
	// partSize is how many bytes of lines a part has at least, if there are as many.
	partSize = 1 << 20
	// maxPart ends a part even within a chat: a frame of the protocol has to hold it.
	maxPart = 16 << 20
	// maxValue is the most bytes of one chat, or of a whole history in one object.
	maxValue = 128 << 20
	// maxProblems are named, the rest is counted.
	maxProblems = 100
)

// File is a file whose chats are read one after another. It belongs to one
// goroutine.
type File struct {
	documents []document // still to be opened
	// One of these is the document that is being read.
	values  *valueReader
	lines   *lineReader
	waiting []*conversation // read and not yet written
	number  int             // of chats so far
	unknown int             // values of no format that we know
	damaged bool            // a document broke off
	size    int64
	read    *int64 // bytes so far
	report  Report
	tally   tally
}

// document is a part of a file that may hold chats.
type document struct {
	name string // within an archive, "" for the file itself
	open func() (io.Reader, error)
}

// Part is some of a file's chats.
type Part struct {
	// Lines are lines of JSON. They have whole chats, unless a chat is very large or
	// the lines are somebody's own.
	Lines []byte
	// First is the number of the first line, if the file itself has lines.
	First int
}

// Report says what has been found so far.
type Report struct {
	Formats []Found `json:"formats"`
	// Refused counts chats and messages that were left out.
	Refused int `json:"refused"`
	// Problems are sentences that say what was left out or changed, and why.
	Problems []string `json:"problems"`
	unsaid   int
}

// Found is what a file has of one format.
type Found struct {
	Format   Format `json:"format"`
	Chats    int    `json:"chats"`
	Messages int    `json:"messages"`
}

// Format is the name of a program whose files are read.
type Format string

// The formats.
const (
	Burrow    Format = "Burrow"
	ChatGPT   Format = "ChatGPT"
	Claude    Format = "Claude"
	OpenWebUI Format = "Open WebUI"
	LibreChat Format = "LibreChat"
	LobeHub   Format = "LobeHub"
	Chatbox   Format = "Chatbox"
	ShareGPT  Format = "ShareGPT"
)

// errUnknown is for a file that nobody here can read.
func errUnknown() error {
	return fault.New(fault.Invalid, "Burrow can’t read this file. It can import exports of ChatGPT, Claude, Open WebUI, LibreChat, LobeHub, Chatbox and ShareGPT, as JSON or ZIP, and Burrow’s own JSON Lines files.")
}

// Open looks at a file and says whether it can be read. Errors are a *fault.Error,
// or those of the reader.
func Open(r io.ReaderAt, size int64) (*File, error) {
	if size == 0 {
		return nil, fault.New(fault.Invalid, "This file is empty.")
	}
	head := make([]byte, min(size, 16))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if bytes.HasPrefix(head, []byte("SQLite format 3\x00")) {
		return nil, fault.New(fault.Invalid, "This is a backup. Use Restore instead.")
	}
	counted := &counter{r: r}
	f := &File{size: size, read: &counted.n}
	if bytes.HasPrefix(head, []byte("PK")) {
		a, err := openArchive(counted, size)
		if err != nil {
			return nil, err
		}
		if f.documents, f.tally.beside, f.size = packedDocuments(a, size); len(f.documents) == 0 {
			return nil, errUnknown()
		}
		counted.n = 0
		return f, nil
	}
	f.documents = []document{{open: func() (io.Reader, error) { return io.NewSectionReader(counted, 0, size), nil }}}
	if err := f.openNext(); err != nil {
		return nil, err
	}
	return f, nil
}

// counter counts the bytes that were read.
type counter struct {
	r io.ReaderAt
	n int64
}

func (c *counter) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.r.ReadAt(p, at)
	c.n += int64(n)
	return n, err
}

// Progress is how much of the file has been read, from 0 to 1.
func (f *File) Progress() float64 { return min(1, float64(*f.read)/float64(max(f.size, 1))) }

// Next returns the next part, or io.EOF after the last. What cannot be read is in
// the report. A file without any chat that we know, or can read, is an error.
func (f *File) Next() (part Part, err error) {
	for len(part.Lines) < partSize {
		if f.lines != nil && len(part.Lines) == 0 {
			return f.ownLines()
		}
		c, err := f.conversation()
		switch {
		case err == io.EOF && len(part.Lines) > 0:
			return part, nil
		case err == io.EOF && len(f.report.Formats) == 0 && f.unknown > 0 && f.unknown == f.report.Refused:
			return part, errUnknown()
		case err == io.EOF && len(f.report.Formats) == 0 && f.damaged:
			return part, fault.New(fault.Invalid, "This file is damaged or cut off, and no chat in it can be read. Export or download it again.")
		case err == errOwnLines:
			if len(part.Lines) > 0 {
				return part, nil
			}
			continue
		case err != nil:
			return part, err
		}
		if part.Lines, err = f.write(part.Lines, c); err != nil {
			return part, err
		}
	}
	return part, nil
}

// errOwnLines says that the next document has lines of our own.
var errOwnLines = errors.New("lines follow")

// conversation returns the next chat that can be read.
func (f *File) conversation() (*conversation, error) {
	for len(f.waiting) == 0 {
		if f.lines != nil {
			return nil, errOwnLines
		}
		if f.values == nil {
			if err := f.openNext(); err != nil {
				return nil, err
			}
			continue
		}
		text, err := f.values.next()
		if err != nil {
			if err = f.endDocument(err); err != nil {
				return nil, err
			}
			continue
		}
		all, err := readValue(text)
		if err != nil {
			f.number++
			if err == errNoFormat {
				f.unknown++
			}
			f.leaveOut(say.T("Chat {number} was left out. {why}", "number", f.number, "why", misread(err)))
			continue
		}
		f.waiting = all
	}
	c := f.waiting[0]
	f.waiting = f.waiting[1:]
	f.number++
	return c, nil
}

// openNext opens the next document, or returns io.EOF. One of an unknown kind is
// an error if it is the file itself, and is passed over in an archive.
func (f *File) openNext() error {
	for len(f.documents) > 0 {
		d := f.documents[0]
		f.documents = f.documents[1:]
		r, err := d.open()
		if err != nil {
			return err
		}
		in := bufio.NewReaderSize(r, peekSize)
		switch kindOf(in) {
		case ownLines:
			f.lines = newLineReader(in)
			return nil
		case chatValues:
			f.values = &valueReader{in: in}
			return nil
		}
		if d.name == "" {
			return errUnknown()
		}
		f.unknown++
		f.leaveOut(say.T("The file {name} was left out: it has no chats that Burrow can read.", "name", d.name))
	}
	return io.EOF
}

// ownLines returns a part of the lines of our own.
func (f *File) ownLines() (Part, error) {
	part, err := f.lines.next(f.leaveOut)
	f.found(Burrow, f.lines.chats, f.lines.messages)
	f.lines.chats, f.lines.messages = 0, 0
	if err == io.EOF && len(part.Lines) == 0 {
		f.lines = nil
		return f.Next()
	}
	if err != nil && err != io.EOF {
		return part, err
	}
	return part, nil
}

// endDocument takes the error that ended a document. It passes on those of the
// reader itself.
func (f *File) endDocument(err error) error {
	next := f.number + 1
	switch {
	case err == io.EOF:
	case f.values.ended && errors.Is(err, json.ErrNotJSON):
		f.leaveOut(say.T("What follows the last chat was left out: it is not JSON."))
	case errors.Is(err, errLong):
		f.leaveOut(say.T("From chat {number} on, the file was left out: the chat is larger than {most} MiB.", "number", next, "most", maxValue>>20))
	case errors.Is(err, json.ErrNotJSON), errors.Is(err, io.ErrUnexpectedEOF):
		f.damaged = true
		f.leaveOut(say.T("From chat {number} on, the file was left out: it is damaged or cut off.", "number", next))
	case errors.Is(err, archive.ErrUnpacked):
		f.leaveOut(say.T("From chat {number} on, the file was left out: unpacked it has more than {most} MiB.", "number", next, "most", maxUnpacked>>20))
	default:
		return err
	}
	f.values = nil
	return nil
}

func misread(err error) string {
	if wrong := (*json.MemberError)(nil); errors.As(err, &wrong) && wrong.Member != "" {
		return say.T("Its member {member} {what}.", "member", strconv.Quote(wrong.Member), "what", wrong.What)
	}
	switch err {
	case errNoFormat:
		return say.T("Burrow doesn’t know its format.")
	case errNoMessages:
		return say.T("It has no messages.")
	}
	return say.T("It is not a JSON object.")
}

func (f *File) leaveOut(sentence string) {
	f.report.Refused++
	f.problem(sentence)
}

func (f *File) problem(sentence string) {
	if len(f.report.Problems) == maxProblems {
		f.report.unsaid++
		return
	}
	f.report.Problems = append(f.report.Problems, sentence)
}

// found counts chats and messages of a format.
func (f *File) found(format Format, chats, messages int) {
	if chats+messages == 0 {
		return
	}
	for i := range f.report.Formats {
		if of := &f.report.Formats[i]; of.Format == format {
			of.Chats += chats
			of.Messages += messages
			return
		}
	}
	f.report.Formats = append(f.report.Formats, Found{format, chats, messages})
}

// Report says what has been found so far. The slices are the caller's.
func (f *File) Report() Report {
	out := f.report
	out.Formats = append([]Found{}, out.Formats...)
	out.Problems = append(f.tally.sentences(), out.Problems...)
	if out.unsaid > 0 {
		out.Problems = append(out.Problems, say.Plural(out.unsaid, "There was {n} more problem.", "There were {n} more problems."))
	}
	return out
}
