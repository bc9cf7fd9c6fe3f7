package rpc

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"burrow/internal/fault"
	"burrow/internal/wire"
)

// keptBytes of a frame that is too large are kept, to find its id in them.
const keptBytes = 4 << 10

// lines carries a frame a line.
type lines struct {
	in     *bufio.Reader
	closer io.Closer
	out    io.Writer
}

// NewStdio returns a transport of lines. Blank lines are skipped. It closes in
// when it is closed itself, which ends a read that waits if in is a pipe.
func NewStdio(in io.ReadCloser, out io.Writer) Transport {
	return &lines{in: bufio.NewReaderSize(in, 64<<10), closer: in, out: out}
}

func (l *lines) Receive() (string, error) {
	for {
		line, err := l.line()
		if err != nil || strings.TrimSpace(line) != "" {
			return line, err
		}
	}
}

// line reads up to the next line break or the end. At the end it returns io.EOF
// only if there is no text left.
func (l *lines) line() (string, error) {
	var line []byte
	tooLarge := false
	for {
		part, err := l.in.ReadSlice('\n')
		if !tooLarge {
			line = append(line, part...)
		}
		if len(line) > wire.MaxFrameBytes+len("\n") {
			line, tooLarge = append([]byte(nil), line[:keptBytes]...), true
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0):
			return "", err
		case tooLarge:
			return string(line), frameTooLarge()
		}
		return strings.TrimRight(string(line), "\r\n"), nil
	}
}

func frameTooLarge() error {
	return fault.New(fault.TooLarge, "The request is larger than {most} MiB.", "most", wire.MaxFrameBytes>>20)
}

func (l *lines) Send(frame []byte) error {
	_, err := l.out.Write(append(frame, '\n'))
	return err
}

func (l *lines) Close() error { return l.closer.Close() }
