package read

import (
	"bytes"
	"errors"
	"io"
)

// The XML of Office files is read token by token. encoding/xml would do, but brings
// fmt and reflect along and takes 5.5 s for 7 MB in WebAssembly. Names are compared
// without their prefix: Office chooses prefixes freely, and no two names that matter
// here mean different things in different namespaces.

const (
	maxDepth = 512
	// maxTag is more than a tag with all its attributes has.
	maxTag = 4 << 20
	// window is how much is unpacked at once.
	window = 64 << 10
	// maxNames are kept, so that a name is not made again for each tag.
	maxNames = 2_000
	maxName  = 200
)

var (
	errBroken = errors.New("the XML is broken or cut off")
	errDeep   = errors.New("the XML is nested too deeply")
	errDTD    = errors.New("the XML has a document type")
)

// xmlKind is what a token is.
type xmlKind int

const (
	xmlBegin xmlKind = iota
	xmlEnd
	xmlChars
)

type xmlAttribute struct{ name, value []byte }

// xmlReader reads one part. What it says of a token holds until the next one.
type xmlReader struct {
	in io.Reader
	// step is asked before more is unpacked whether to go on.
	step     func() error
	buf      []byte
	from, to int
	ended    bool // of in
	inData   bool // within CDATA
	isClosed bool // the element that was just begun has ended with its own tag

	name       string // of the element that begins or ends, without its prefix
	attributes []xmlAttribute
	chars      []byte // some of the text between two tags, with a rune cut at the end
	decoded    []byte // what chars and attributes with entities are
	depth      int    // of the element that was just begun, from 1
	open       []byte // the names of the open elements, one after another
	lengths    []int
	names      map[string]string
}

func newXML(in io.Reader, step func() error) *xmlReader {
	return &xmlReader{in: in, step: step, buf: make([]byte, window), names: map[string]string{}}
}

// next reads one token. It returns io.EOF after the end of the outermost element.
func (x *xmlReader) next() (xmlKind, error) {
	if x.isClosed {
		x.isClosed = false
		return x.close()
	}
	for {
		if x.from == x.to {
			if err := x.more(); err != nil {
				return 0, err
			}
		}
		if x.inData || x.buf[x.from] != '<' {
			if done, err := x.text(); done || err != nil {
				return xmlChars, err
			}
			continue
		}
		if x.to-x.from < len("<![CDATA[") && !x.ended {
			if err := x.more(); err != nil {
				return 0, err
			}
		}
		rest := x.buf[x.from:x.to]
		var err error
		switch {
		case len(rest) < 2:
			return 0, errBroken
		case rest[1] == '?':
			err = x.skipTo("?>")
		case bytes.HasPrefix(rest, []byte("<!--")):
			x.from += len("<!--")
			err = x.skipTo("-->")
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			x.inData = true
			x.from += len("<![CDATA[")
		case rest[1] == '!':
			return 0, errDTD
		case rest[1] == '/':
			return x.endTag()
		default:
			return x.beginTag()
		}
		if err != nil {
			return 0, err
		}
	}
}

// more reads on, and keeps what has not been used. It fails where nothing follows.
func (x *xmlReader) more() error {
	if x.ended {
		return errBroken
	}
	if err := x.step(); err != nil {
		return err
	}
	copy(x.buf, x.buf[x.from:x.to])
	x.to -= x.from
	x.from = 0
	if x.to == len(x.buf) {
		if len(x.buf) >= maxTag {
			return errBroken
		}
		x.buf = append(x.buf, make([]byte, len(x.buf))...)
	}
	for x.to < len(x.buf) && !x.ended {
		n, err := x.in.Read(x.buf[x.to:])
		x.to += n
		if err == io.EOF {
			x.ended = true
		} else if err != nil {
			return err
		}
	}
	if x.from == x.to {
		return errBroken
	}
	return nil
}

// skipTo goes on behind a mark.
func (x *xmlReader) skipTo(mark string) error {
	for {
		if at := bytes.Index(x.buf[x.from:x.to], []byte(mark)); at >= 0 {
			x.from += at + len(mark)
			return nil
		}
		x.from = max(x.from, x.to-len(mark)+1)
		if err := x.more(); err != nil {
			return err
		}
	}
}

// text takes the text here as far as it has been unpacked. It is not done if there
// is none.
func (x *xmlReader) text() (done bool, err error) {
	rest := x.buf[x.from:x.to]
	if x.inData {
		end := bytes.Index(rest, []byte("]]>"))
		switch {
		case end >= 0:
			x.inData = false
			x.from += len("]]>")
		case x.ended:
			return false, errBroken
		default:
			if end = len(rest) - len("]]>"); end <= 0 {
				return false, x.more()
			}
		}
		x.from += end
		x.chars = rest[:end]
		return end > 0, nil
	}
	end := bytes.IndexByte(rest, '<')
	if end < 0 {
		// An entity may go on behind the window.
		end = len(rest)
		if at := bytes.LastIndexByte(rest, '&'); at >= max(0, end-longestEntity) && !x.ended {
			if end = at; end == 0 {
				return false, x.more()
			}
		}
	}
	x.from += end
	x.chars = x.decode(rest[:end], false)
	return x.depth > 0, nil
}

// beginTag reads the tag of an element that begins.
func (x *xmlReader) beginTag() (xmlKind, error) {
	end, err := x.tagEnd()
	if err != nil {
		return 0, err
	}
	tag := x.buf[x.from+1 : x.from+end]
	x.from += end + 1
	if x.isClosed = bytes.HasSuffix(tag, []byte{'/'}); x.isClosed {
		tag = tag[:len(tag)-1]
	}
	n := 0
	for n < len(tag) && !isSpace(tag[n]) {
		n++
	}
	if n == 0 || n > maxName {
		return 0, errBroken
	}
	if x.depth++; x.depth > maxDepth {
		return 0, errDeep
	}
	x.open = append(x.open, tag[:n]...)
	x.lengths = append(x.lengths, n)
	x.name = x.local(tag[:n])
	return xmlBegin, x.readAttributes(tag[n:])
}

// tagEnd is how far the tag here goes, up to ">". That may stand in an attribute too.
func (x *xmlReader) tagEnd() (int, error) {
	at := 1
	for {
		rest := x.buf[x.from:x.to]
	within:
		for at < len(rest) {
			switch c := rest[at]; c {
			case '>':
				return at, nil
			case '<':
				return 0, errBroken
			case '"', '\'':
				end := bytes.IndexByte(rest[at+1:], c)
				if end < 0 {
					break within
				}
				at += end + 2
			default:
				at++
			}
		}
		if err := x.more(); err != nil {
			return 0, err
		}
	}
}

func (x *xmlReader) readAttributes(rest []byte) error {
	x.attributes = x.attributes[:0]
	for rest = trimSpace(rest); len(rest) > 0; rest = trimSpace(rest) {
		equals := bytes.IndexByte(rest, '=')
		if equals < 0 {
			return errBroken
		}
		name, after := rest[:equals], trimSpace(rest[equals+1:])
		for len(name) > 0 && isSpace(name[len(name)-1]) {
			name = name[:len(name)-1]
		}
		if len(after) < 2 || after[0] != '"' && after[0] != '\'' {
			return errBroken
		}
		end := bytes.IndexByte(after[1:], after[0])
		if end < 0 {
			return errBroken
		}
		x.attributes = append(x.attributes, xmlAttribute{name, after[1 : end+1]})
		rest = after[end+2:]
	}
	return nil
}

// trimSpace is text without the space in front of it. bytes.TrimLeft makes a set of the
// characters first, which costs more than all else about a tag.
func trimSpace(text []byte) []byte {
	for len(text) > 0 && isSpace(text[0]) {
		text = text[1:]
	}
	return text
}

func (x *xmlReader) endTag() (xmlKind, error) {
	end, err := x.tagEnd()
	if err != nil {
		return 0, err
	}
	name := x.buf[x.from+2 : x.from+end]
	for len(name) > 0 && isSpace(name[len(name)-1]) {
		name = name[:len(name)-1]
	}
	x.from += end + 1
	if x.depth == 0 || !bytes.Equal(name, x.open[len(x.open)-x.lengths[x.depth-1]:]) {
		return 0, errBroken
	}
	return x.close()
}

// close ends the innermost element.
func (x *xmlReader) close() (xmlKind, error) {
	if x.depth == 0 {
		return 0, io.EOF
	}
	x.depth--
	n := len(x.open) - x.lengths[x.depth]
	x.name = x.local(x.open[n:])
	x.open, x.lengths = x.open[:n], x.lengths[:x.depth]
	// What follows the outermost element is not looked at.
	x.isClosed = x.depth == 0
	return xmlEnd, nil
}

// local is a name without its prefix.
func (x *xmlReader) local(name []byte) string {
	name = localName(name)
	if known, ok := x.names[string(name)]; ok {
		return known
	}
	out := string(name)
	if len(x.names) < maxNames {
		x.names[out] = out
	}
	return out
}

func localName(name []byte) []byte { return name[bytes.IndexByte(name, ':')+1:] }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
