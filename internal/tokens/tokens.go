// Package tokens counts text the way models do: exactly, for the encodings
// cl100k_base and o200k_base. It decides which encoding a model counts by and
// what a message costs; what the counts are for is left to others.
//
// The counts and ids equal those of OpenAI's tiktoken for all text. Text that
// looks like a special token ("<|endoftext|>") is ordinary text here: what a
// user types must never become a control token.
//
// Any bytes may be counted. A byte that is not part of valid UTF-8 counts as
// U+FFFD, one for each such byte, since that is what a provider receives once
// the text has been through JSON. Decode(Encode(x)) is therefore x for valid
// UTF-8, and x so repaired otherwise.
package tokens

import (
	"errors"
	"strconv"
	"strings"
	"sync"
)

// Name names an encoding.
type Name string

const (
	Cl100k Name = "cl100k_base"
	O200k  Name = "o200k_base"
)

// Names returns the encodings there are.
func Names() []Name { return []Name{Cl100k, O200k} }

// ErrUnknownEncoding is returned for a name that Names does not have.
var ErrUnknownEncoding = errors.New("unknown encoding")

// ErrUnknownToken is returned by Decode for an id that the encoding does not have.
var ErrUnknownToken = errors.New("unknown token id")

// detailed is err with more to read.
type detailed struct {
	text string
	err  error
}

func (d *detailed) Error() string { return d.text }

func (d *detailed) Unwrap() error { return d.err }

func unknownEncoding(name Name) error {
	return &detailed{ErrUnknownEncoding.Error() + " " + strconv.Quote(string(name)), ErrUnknownEncoding}
}

// messageOverhead is what a message costs beside its role and content: the marks
// around it.
const messageOverhead = 4

// Encoding turns text into token ids. It does not change after Load and may be
// used by several goroutines at once.
type Encoding struct {
	name       Name
	splitsCase bool // o200k_base: "camelCase" is two pieces
	tables     *tables
	words      *words
	special    map[uint32]string
	scratches  sync.Pool
}

// Load builds an encoding from its packed vocabulary, which it does not keep.
func Load(name Name, packed []byte) (*Encoding, error) {
	e := &Encoding{name: name, splitsCase: name == O200k, words: newWords(name == O200k)}
	switch name {
	case Cl100k:
		e.special = map[uint32]string{
			100257: "<|endoftext|>", 100258: "<|fim_prefix|>", 100259: "<|fim_middle|>",
			100260: "<|fim_suffix|>", 100276: "<|endofprompt|>",
		}
	case O200k:
		e.special = map[uint32]string{199999: "<|endoftext|>", 200018: "<|endofprompt|>"}
	default:
		return nil, unknownEncoding(name)
	}
	m, err := unpack(packed)
	if err == nil {
		e.tables, err = newTables(m)
	}
	if err != nil {
		return nil, &detailed{"load " + string(name) + ": " + err.Error(), err}
	}
	e.scratches.New = func() any { return new(scratch) }
	return e, nil
}

// Name returns the encoding's name.
func (e *Encoding) Name() Name { return e.name }

// Count returns the number of tokens of text.
func (e *Encoding) Count(text string) int {
	_, count, _ := e.run(text, nil, false, len(text))
	return count
}

// CountPrefix counts whole pieces from the start of text until at least minBytes
// are counted or the text ends. Counting the rest from there on gives the same
// sum as Count of all: long texts can be counted in slices.
func (e *Encoding) CountPrefix(text string, minBytes int) (count, bytes int) {
	_, count, bytes = e.run(text, nil, false, minBytes)
	return count, bytes
}

// CountMessage returns what a message costs in a prompt: its content, its role
// and the marks around them.
func (e *Encoding) CountMessage(role, content string) int {
	return e.Count(content) + e.Count(role) + messageOverhead
}

// Encode appends the ids of text to dst.
func (e *Encoding) Encode(dst []uint32, text string) []uint32 {
	dst, _, _ = e.run(text, dst, true, len(text))
	return dst
}

// Decode appends the bytes that ids stand for to dst. A slice of ids may begin
// or end inside a character. Ids of special tokens give their names.
func (e *Encoding) Decode(dst []byte, ids []uint32) ([]byte, error) {
	for i, id := range ids {
		switch {
		case id < uint32(len(e.tables.ends)):
			dst = append(dst, e.tables.textOf(id)...)
		case e.special[id] != "":
			dst = append(dst, e.special[id]...)
		default:
			return dst, &detailed{ErrUnknownToken.Error() + " " + strconv.Itoa(int(id)) + " at index " + strconv.Itoa(i) + " of " + string(e.name), ErrUnknownToken}
		}
	}
	return dst, nil
}

// piece returns the ids of the piece s[from:to], valid until the next call.
func (e *Encoding) piece(sc *scratch, s string, from, to int, valid bool) []uint32 {
	if !valid {
		s = repair(s[from:to])
		from, to = 0, len(s)
	}
	if id := e.tables.find(s, from, to-from); id != noToken {
		sc.stack = append(sc.stack[:0], id)
		return sc.stack
	}
	if to-from < 16 && isASCII(s[from:to]) {
		return e.mergeShort(sc, s, from, to)
	}
	if to-from < 32 {
		return e.mergeLonger(sc, s, from, to)
	}
	return e.merge(sc, s, from, to)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// repair puts U+FFFD for each byte that is not part of valid UTF-8.
func repair(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}
