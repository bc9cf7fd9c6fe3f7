// Package read reads documents: it makes blocks with their places of Office files, web
// pages, tables and text. It decides what of a file is text, in which order, and what
// of it a reader of the page does not see; cutting and keeping are left to others.
//
// Bytes decide what a file is; its name only chooses among kinds of text. Nothing that
// a file says of itself is trusted: each loop has a limit, and ends when the context
// does. The same bytes give the same blocks everywhere.
package read

import (
	"context"
	"errors"
	"io"
	"unicode/utf8"

	"burrow/internal/document"
	"burrow/internal/fault"
	"burrow/internal/say"
)

const (
	maxFile     = 256 << 20
	maxUnpacked = 256 << 20
	maxEntries  = 20_000
	// maxText is how many bytes of text are read of a document, and maxBlocks how many
	// pieces: a million rows of three letters take more room than they have text.
	maxText   = 32 << 20
	maxBlocks = 400_000
)

// Text is what was read of a file.
type Text struct {
	// Type is its media type, as KindOf names it.
	Type string
	// Title is what it calls itself, "" if it doesn't.
	Title  string
	Blocks []document.Block
	// Warnings are sentences that say what was not read, or not for certain.
	Warnings []string
}

// Reader reads files. The zero value reads all kinds but PDF.
type Reader struct {
	// PDF reads those, which need another engine. It may be nil.
	PDF func(ctx context.Context, r io.ReaderAt, size int64, tell func(done float64)) (Text, error)
}

// Read reads a file of any known kind. tell may be nil; it is called with what has been
// read, from 0 to 1, at most about a hundred times. Errors are a *fault.Error with a
// sentence that says what to do, that of the context, or those of r.
func (d Reader) Read(ctx context.Context, name string, r io.ReaderAt, size int64, tell func(done float64)) (Text, error) {
	if tell == nil {
		tell = func(float64) {}
	}
	switch {
	case size == 0:
		return Text{}, fault.New(fault.Invalid, "This file is empty.")
	case size > maxFile:
		return Text{}, fault.New(fault.TooLarge, "This file is larger than {most} MB. Split it, and add its parts.", "most", maxFile>>20)
	}
	head := make([]byte, min(size, headSize))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return Text{}, err
	}
	kind := kindOf(head, name)
	if kind == PDF && d.PDF != nil {
		return d.PDF(ctx, r, size, tell)
	}
	run := &reading{ctx: ctx, tell: tell, r: r, size: size, name: name, left: maxText}
	run.text.Type = kind
	if err := run.file(kind, head); err != nil {
		return Text{}, err
	}
	return run.text, nil
}

// errFull ends reading where enough has been read.
var errFull = errors.New("the text is long enough")

// reading is one run of Read: what it has found, and how much it may still take.
type reading struct {
	ctx  context.Context
	tell func(done float64)
	told float64
	r    io.ReaderAt
	size int64
	name string
	text Text
	left int // bytes of text that may still come
	// count is how many blocks have been counted.
	count int
	// seen counts the bytes that were read of the file.
	seen int64
	// isGuessed says that the encoding of the text was guessed, and isCut that the file
	// is longer than what was read of it.
	isGuessed, isCut bool
}

// file reads the file, and says what was left out of it.
func (d *reading) file(kind string, head []byte) error {
	read := d.readerOf(kind)
	if read == nil {
		return d.refusal(head)
	}
	err := read()
	switch {
	case d.ctx.Err() != nil:
		return d.ctx.Err()
	case errors.Is(err, errFull), err == nil && d.isCut:
		d.warn(say.T("This document is very long. Only its beginning was read, about {read} MB of text.", "read", max(1, (maxText-d.left)>>20)))
	case err != nil:
		return err
	}
	if d.isGuessed {
		d.warn(say.T("The encoding of this file isn’t UTF-8, so it was read as Western European. If letters look wrong, save it as UTF-8 and add it again."))
	}
	for _, b := range d.text.Blocks {
		if b.Text != "" {
			if d.text.Title == "" {
				d.text.Title = document.Title(d.text.Blocks)
			}
			d.progress(1)
			return nil
		}
	}
	return fault.New(fault.Invalid, "There is no text in this file. If it has scanned pages or pictures, add a version with text.")
}

// readerOf is what reads a kind of file, nil for one that is not read.
func (d *reading) readerOf(kind string) func() error {
	switch kind {
	case zipped:
		return d.office
	case HTML:
		return d.html
	case CSV, TSV:
		return d.csv
	case JSON:
		return d.json
	case JSONLines:
		return d.jsonLines
	case Markdown:
		return d.markdown
	case Source:
		return d.source
	case Plain:
		return d.plain
	}
	return nil
}

// add adds a block. It fails with errFull when there is enough.
func (d *reading) add(b document.Block) (err error) {
	if b.Text, err = d.fit(b.Text); b.Text != "" {
		d.text.Blocks = append(d.text.Blocks, b)
	}
	return err
}

// fit counts the text of a block, and returns as much of it as may still be read: with
// errFull if that is not all.
func (d *reading) fit(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	if len(text) <= d.left {
		if err := d.take(len(text)); err != nil {
			return "", err
		}
		return text, nil
	}
	end := d.left
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	d.left = 0
	return text[:end], errFull
}

// addAll adds the blocks that package document has made of a text.
func (d *reading) addAll(blocks []document.Block) error {
	for _, b := range blocks {
		if err := d.add(b); err != nil {
			return err
		}
	}
	return nil
}

// take counts a block of so many bytes.
func (d *reading) take(n int) error {
	if d.left < n || d.count >= maxBlocks {
		return errFull
	}
	d.left -= n
	d.count++
	return nil
}

// step says whether to go on.
func (d *reading) step() error { return d.ctx.Err() }

// progress tells how much has been read, in steps of a hundredth.
func (d *reading) progress(done float64) {
	if done = min(done, 1); done-d.told >= 0.01 || done == 1 && d.told < 1 {
		d.told = done
		d.tell(done)
	}
}

func (d *reading) warn(sentence string) { d.text.Warnings = append(d.text.Warnings, sentence) }

// ReadAt reads the file itself, and counts what was read as progress.
func (d *reading) ReadAt(p []byte, at int64) (int, error) {
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := d.r.ReadAt(p, at)
	d.seen += int64(n)
	d.progress(0.99 * float64(d.seen) / float64(d.size))
	return n, err
}
