package read

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	markUTF8    = "\xef\xbb\xbf"
	markUTF16LE = "\xff\xfe"
	markUTF16BE = "\xfe\xff"
	utf16Unit   = 2
	latin1Names = " iso-8859-1 iso8859-1 latin1 l1 us-ascii ascii windows-1252 cp1252 x-cp1252 iso-8859-15 "
	utf8Names   = " utf-8 utf8 unicode-1-1-utf-8 "
)

// windows1252 are the characters of its bytes 0x80 to 0x9f. The others are those of
// Unicode.
var windows1252 = [32]rune{'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ'}

// fromWindows1252 reads text of one byte a character. Browsers take ISO 8859-1 to be
// this too, since nothing else is meant by its bytes 0x80 to 0x9f.
func fromWindows1252(raw []byte) string {
	var b strings.Builder
	b.Grow(len(raw) + len(raw)/8)
	for _, c := range raw {
		switch {
		case c < utf8.RuneSelf:
			b.WriteByte(c)
		case c < 0xa0:
			b.WriteRune(windows1252[c-0x80])
		default:
			b.WriteRune(rune(c))
		}
	}
	return b.String()
}

// textOf reads a text of which no encoding is known. sure is false if it was guessed.
func textOf(raw []byte) (text string, sure bool) {
	switch {
	case bytes.HasPrefix(raw, []byte(markUTF8)):
		return string(raw[len(markUTF8):]), true
	case bytes.HasPrefix(raw, []byte(markUTF16LE)), bytes.HasPrefix(raw, []byte(markUTF16BE)):
		var b strings.Builder
		b.Grow(len(raw) / 2)
		_, _ = io.Copy(&b, newUTF16(bytes.NewReader(raw[utf16Unit:]), raw[0] == markUTF16BE[0]))
		return b.String(), true
	case isUTF8(raw):
		return string(raw), true
	}
	return fromWindows1252(raw), false
}

// unmarked returns XML as UTF-8, by the mark at its beginning.
func unmarked(in io.Reader) (io.Reader, error) {
	head := make([]byte, len(markUTF8))
	n, err := io.ReadFull(in, head)
	if err != nil && err != io.EOF && n == 0 {
		return nil, err
	}
	head = head[:n]
	switch {
	case string(head) == markUTF8:
		return in, nil
	case bytes.HasPrefix(head, []byte(markUTF16LE)), bytes.HasPrefix(head, []byte(markUTF16BE)):
		return newUTF16(io.MultiReader(bytes.NewReader(head[utf16Unit:]), in), head[0] == markUTF16BE[0]), nil
	}
	return io.MultiReader(bytes.NewReader(head), in), nil
}

// utf16Reader reads UTF-16 as UTF-8.
type utf16Reader struct {
	in        io.Reader
	bigEndian bool
	raw       []byte
	held      int // bytes of raw that are half a unit
	high      rune
	out       []byte
	err       error
}

func newUTF16(in io.Reader, bigEndian bool) *utf16Reader {
	return &utf16Reader{in: in, bigEndian: bigEndian, raw: make([]byte, window)}
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		n, err := u.in.Read(u.raw[u.held:])
		u.decode(u.raw[:u.held+n])
		if u.err = err; err == io.EOF && u.high != 0 {
			u.out, u.high = utf8.AppendRune(u.out, utf8.RuneError), 0
		}
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) decode(raw []byte) {
	u.out = u.out[:0]
	for ; len(raw) >= utf16Unit; raw = raw[utf16Unit:] {
		r := rune(raw[0]) | rune(raw[1])<<8
		if u.bigEndian {
			r = rune(raw[1]) | rune(raw[0])<<8
		}
		if u.high != 0 {
			pair := utf16.DecodeRune(u.high, r)
			u.high = 0
			u.out = utf8.AppendRune(u.out, pair)
			if pair != utf8.RuneError {
				continue
			}
		}
		if r >= 0xd800 && r < 0xdc00 {
			u.high = r
			continue
		}
		u.out = utf8.AppendRune(u.out, r) // half of a pair becomes U+FFFD
	}
	u.held = copy(u.raw, raw)
}
