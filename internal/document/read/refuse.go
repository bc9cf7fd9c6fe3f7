package read

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf16"

	"burrow/internal/archive"
	"burrow/internal/fault"
)

func errOther() error {
	return fault.New(fault.Invalid, "Burrow can’t read this kind of file. It reads PDF, Word, Excel, PowerPoint, web pages, CSV, JSON, Markdown and plain text. Save it as one of these.")
}

func errPicture() error {
	return fault.New(fault.Invalid, "This is a picture, and Burrow reads text only. Add a document that has its text.")
}

func errSound() error {
	return fault.New(fault.Invalid, "This is audio or video, and Burrow reads text only. Add a transcript of it.")
}

func errArchive() error {
	return fault.New(fault.Invalid, "This is an archive. Unpack it, and add the documents in it.")
}

func errProgram() error {
	return fault.New(fault.Invalid, "This is a program and not a document. Add a file with text.")
}

func errBook() error {
	return fault.New(fault.Invalid, "Burrow can’t read e-books. Convert it to PDF, and add that.")
}

// errSaveAs is for a file that its own program can save in a way that is read.
func errSaveAs(old, better string) error {
	return fault.New(fault.Invalid, "Burrow can’t read {old} files. Save it as {better} or PDF, and add that.", "old", old, "better", better)
}

func errLocked() error {
	return fault.New(fault.Invalid, "This file is protected with a password. Save a copy without the password, and add that.")
}

func errDamaged() error {
	return fault.New(fault.Invalid, "This file is damaged or cut off. Open it in its program and save it again, or download it again.")
}

// known are kinds of files that are not read, by what stands at a place in them.
var known = []struct {
	at    int
	mark  string
	error func() error
}{
	{0, "\x89PNG", errPicture}, {0, "\xff\xd8\xff", errPicture}, {0, "GIF8", errPicture}, {0, "BM", errPicture}, {0, "II*\x00", errPicture}, {0, "MM\x00*", errPicture},
	{8, "WEBP", errPicture}, {4, "ftypheic", errPicture}, {4, "ftypheix", errPicture}, {4, "ftypmif1", errPicture}, {4, "ftypavif", errPicture}, {0, "8BPS", errPicture},
	{0, "\x00\x00\x01\x00", errPicture}, {0, "\xff\x0a", errPicture}, {0, "\x00\x00\x00\x0cJXL ", errPicture}, {0, "\x00\x00\x00\x0cjP  ", errPicture},
	{0, "ID3", errSound}, {0, "\xff\xfb", errSound}, {0, "\xff\xf3", errSound}, {0, "\xff\xf1", errSound}, {0, "fLaC", errSound}, {0, "OggS", errSound}, {8, "WAVE", errSound},
	{8, "AVI ", errSound}, {4, "ftyp", errSound}, {0, "\x1aE\xdf\xa3", errSound}, {0, "FORM", errSound}, {0, "MThd", errSound}, {0, "\x00\x00\x01\xba", errSound}, {0, "FLV\x01", errSound},
	{0, "\x1f\x8b", errArchive}, {0, "BZh", errArchive}, {0, "\xfd7zXZ", errArchive}, {0, "7z\xbc\xaf", errArchive}, {0, "Rar!", errArchive}, {257, "ustar", errArchive},
	{0, "\x28\xb5\x2f\xfd", errArchive}, {0, "MSCF", errArchive},
	{0, "MZ", errProgram}, {0, "\x7fELF", errProgram}, {0, "\xfe\xed\xfa", errProgram}, {0, "\xcf\xfa\xed\xfe", errProgram}, {0, "\xca\xfe\xba\xbe", errProgram}, {0, "\x00asm", errProgram},
	{0, `{\rtf`, func() error { return errSaveAs("RTF", ".docx") }},
	{60, "BOOKMOBI", errBook},
	{0, compound, errOther},
}

// isOtherKnown reports whether a file is of a kind that is known and not read. Marks
// of letters alone may also begin a text.
func isOtherKnown(head []byte) bool { return otherKnown(head) != nil }

func otherKnown(head []byte) func() error {
	for _, of := range known {
		if len(head) >= of.at+len(of.mark) && string(head[of.at:of.at+len(of.mark)]) == of.mark && (hasControls(of.mark) || of.mark[0] == '{' || !isText(head)) {
			return of.error
		}
	}
	return nil
}

// hasControls reports whether a mark has bytes that no text has.
func hasControls(mark string) bool {
	return strings.IndexFunc(mark, func(r rune) bool { return r < ' ' || r > '~' }) >= 0
}

// refusal is the sentence for a file that is not read.
func (d *reading) refusal(head []byte) error {
	switch end := ending(d.name); {
	case bytes.HasPrefix(head, []byte(compound)):
		return d.compoundRefusal()
	case d.text.Type == PDF:
		return fault.New(fault.Invalid, "PDF files can’t be read here. Save it as .docx or text, and add that.")
	case otherKnown(head) != nil:
		return otherKnown(head)()
	case end == "svg":
		return errPicture()
	case end == "mht" || end == "mhtml":
		return errSaveAs(".mht", ".html")
	}
	return errOther()
}

// compound begins the files of old Office programs. They hold streams with names.
const compound = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// compoundRefusal tells by the names of its streams what such a file is.
func (d *reading) compoundRefusal() error {
	names, err := d.streams()
	if err != nil {
		return err
	}
	for _, of := range []struct {
		stream string
		error  func() error
	}{
		{"EncryptedPackage", errLocked},
		{"WordDocument", func() error { return errSaveAs(".doc", ".docx") }},
		{"Workbook", func() error { return errSaveAs(".xls", ".xlsx") }},
		{"Book", func() error { return errSaveAs(".xls", ".xlsx") }},
		{"PowerPoint Document", func() error { return errSaveAs(".ppt", ".pptx") }},
		{"__properties_version1.0", func() error { return errSaveAs(".msg", ".txt") }},
	} {
		if names[of.stream] {
			return of.error()
		}
	}
	if end := ending(d.name); end == "doc" || end == "xls" || end == "ppt" {
		return errSaveAs("."+end, "."+end+"x")
	}
	return errOther()
}

// streams are the names in the directory of a compound file. Sectors that the file's
// header does not list are not followed: the first ones have the names that count.
func (d *reading) streams() (map[string]bool, error) {
	names := map[string]bool{}
	le := binary.LittleEndian
	header := make([]byte, 512)
	if _, err := d.ReadAt(header, 0); err != nil && err != io.EOF {
		return nil, err
	}
	shift := le.Uint16(header[30:])
	if shift != 9 && shift != 12 {
		return names, nil
	}
	sector := make([]byte, 1<<shift)
	read := func(n uint32) error {
		_, err := d.ReadAt(sector, (int64(n)+1)<<shift)
		if err == io.EOF {
			err = nil
		}
		return err
	}
	perSector := uint32(len(sector) / 4)
	for n, count := le.Uint32(header[48:]), 0; n < 0xfffffff0 && count < 100; count++ {
		if err := read(n); err != nil {
			return nil, err
		}
		for at := 0; at+128 <= len(sector); at += 128 {
			entry := sector[at : at+128]
			units := make([]uint16, min(int(le.Uint16(entry[64:])), 64)/2)
			for i := range units {
				units[i] = le.Uint16(entry[2*i:])
			}
			names[strings.TrimRight(string(utf16.Decode(units)), "\x00")] = true
		}
		table := n / perSector
		if table >= 109 {
			break
		}
		if err := read(le.Uint32(header[76+4*table:])); err != nil {
			return nil, err
		}
		n = le.Uint32(sector[4*(n%perSector):])
	}
	return names, nil
}

// toldOf returns the sentence for what is wrong with an Office file, and other errors
// as they are.
func toldOf(err error) error {
	switch {
	case errors.Is(err, archive.ErrDamaged), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, errBroken):
		return errDamaged()
	case errors.Is(err, archive.ErrParts):
		return fault.New(fault.Invalid, "This file is one of several parts. Put them together, and add the whole file.")
	case errors.Is(err, archive.ErrEntries):
		return fault.New(fault.TooLarge, "This file has more than {most} parts. Split it, and add the pieces.", "most", maxEntries)
	case errors.Is(err, archive.ErrEncrypted):
		return errLocked()
	case errors.Is(err, archive.ErrMethod):
		return fault.New(fault.Invalid, "This file is packed in a way that Burrow can’t read. Open it in its program and save it again.")
	case errors.Is(err, archive.ErrUnpacked):
		return fault.New(fault.TooLarge, "Unpacked, this file is larger than {most} MB. Split it, and add the pieces.", "most", maxUnpacked>>20)
	case errors.Is(err, errDTD):
		return fault.New(fault.Invalid, "This file has a document type definition, which may be harmful. Open it in its program and save it again.")
	case errors.Is(err, errDeep):
		return fault.New(fault.Invalid, "This file is nested too deeply to be read. Copy its text into a new document, and add that.")
	case errors.Is(err, errTwice):
		return fault.New(fault.Invalid, "This file has two parts of the same name, so it isn’t clear which one counts. Open it in its program and save it again.")
	}
	return err
}
