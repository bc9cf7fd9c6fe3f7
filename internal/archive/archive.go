// Package archive reads ZIP files within limits. It reads the directory at a file's
// end and the entries that a caller opens, and decides what is too much; what an
// entry means, and what a user is told, is the caller's.
//
// Nothing that a file says of itself is trusted: names are only compared, nothing is
// written anywhere, and an entry that gives something else than the directory says
// ends with an error. archive/zip would do, but needs the package os, which has no
// place in a browser.
package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"strings"
)

// What is wrong with an archive or an entry. Reading an entry that is damaged ends
// with io.ErrUnexpectedEOF.
var (
	ErrDamaged   = errors.New("the archive is damaged or cut off")
	ErrParts     = errors.New("the archive is one of several parts")
	ErrEntries   = errors.New("the archive has too many entries")
	ErrEncrypted = errors.New("the entry is encrypted")
	ErrMethod    = errors.New("the entry is packed in an unknown way")
	ErrUnpacked  = errors.New("the archive unpacks to too much")
)

const (
	maxDirectory = 64 << 20

	endSize, end64Size, locatorSize = 22, 56, 20
	headerSize, localSize           = 46, 30
)

// Limits are what an archive may have.
type Limits struct {
	Entries int
	// Unpacked is how many bytes all entries that are read may have together.
	Unpacked int64
}

// Archive is a ZIP file. It belongs to one goroutine.
type Archive struct {
	// Entries stand in the order of the directory. Two may have the same name.
	Entries []Entry
	r       io.ReaderAt
	size    int64
	budget  int64 // bytes that may still be unpacked
}

// Entry is a file within an archive. Its sizes are what the directory says.
type Entry struct {
	Name         string // valid UTF-8
	Packed, Size uint64

	flags, method uint16
	crc           uint32
	at            uint64
}

// Open reads the directory of a ZIP file. Errors are ErrDamaged, ErrParts,
// ErrEntries or those of the reader.
func Open(r io.ReaderAt, size int64, limits Limits) (*Archive, error) {
	a := &Archive{r: r, size: size, budget: limits.Unpacked}
	count, length, at, err := a.end()
	if err != nil {
		return nil, err
	}
	if count > uint64(limits.Entries) || length > maxDirectory {
		return nil, ErrEntries
	}
	directory := make([]byte, length)
	if _, err := r.ReadAt(directory, int64(at)); err != nil && err != io.EOF {
		return nil, err
	}
	for range count {
		var e Entry
		if e, directory, err = readEntry(directory); err != nil {
			return nil, err
		}
		a.Entries = append(a.Entries, e)
	}
	return a, nil
}

// end finds the record at the file's end, and returns where the directory is.
func (a *Archive) end() (count, length, at uint64, err error) {
	tail := make([]byte, min(a.size, endSize+0xffff))
	if _, err := a.r.ReadAt(tail, a.size-int64(len(tail))); err != nil && err != io.EOF {
		return 0, 0, 0, err
	}
	i := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if i < 0 || len(tail)-i < endSize {
		return 0, 0, 0, ErrDamaged
	}
	le, record := binary.LittleEndian, tail[i:]
	disk := le.Uint16(record[4:])
	count, length, at = uint64(le.Uint16(record[10:])), uint64(le.Uint32(record[12:])), uint64(le.Uint32(record[16:]))
	endAt := a.size - int64(len(tail)) + int64(i)
	if count == 0xffff || length == 0xffffffff || at == 0xffffffff {
		var locator [locatorSize]byte
		var wide [end64Size]byte
		if endAt < locatorSize {
			return 0, 0, 0, ErrDamaged
		}
		if _, err := a.r.ReadAt(locator[:], endAt-locatorSize); err != nil && err != io.EOF {
			return 0, 0, 0, err
		}
		where := le.Uint64(locator[8:])
		if string(locator[:4]) != "PK\x06\x07" || where > uint64(a.size)-min(uint64(a.size), end64Size) {
			return 0, 0, 0, ErrDamaged
		}
		if _, err := a.r.ReadAt(wide[:], int64(where)); err != nil && err != io.EOF {
			return 0, 0, 0, err
		}
		if string(wide[:4]) != "PK\x06\x06" {
			return 0, 0, 0, ErrDamaged
		}
		disk = uint16(le.Uint32(wide[16:]))
		count, length, at = le.Uint64(wide[32:]), le.Uint64(wide[40:]), le.Uint64(wide[48:])
	}
	switch {
	case disk != 0 && disk != 0xffff:
		return 0, 0, 0, ErrParts
	case at > uint64(endAt) || length > uint64(endAt)-at || count > length/headerSize:
		return 0, 0, 0, ErrDamaged
	}
	return count, length, at, nil
}

// readEntry reads one entry of the directory, and returns what follows it.
func readEntry(from []byte) (e Entry, rest []byte, err error) {
	if len(from) < headerSize || string(from[:4]) != "PK\x01\x02" {
		return e, nil, ErrDamaged
	}
	le := binary.LittleEndian
	e = Entry{flags: le.Uint16(from[8:]), method: le.Uint16(from[10:]), crc: le.Uint32(from[16:]),
		Packed: uint64(le.Uint32(from[20:])), Size: uint64(le.Uint32(from[24:])), at: uint64(le.Uint32(from[42:]))}
	name, extra, comment := int(le.Uint16(from[28:])), int(le.Uint16(from[30:])), int(le.Uint16(from[32:]))
	if len(from) < headerSize+name+extra+comment {
		return e, nil, ErrDamaged
	}
	e.Name = strings.ToValidUTF8(string(from[headerSize:headerSize+name]), "\ufffd")
	// What does not fit in 32 bits stands in a field of its own, in this order.
	for fields := from[headerSize+name : headerSize+name+extra]; len(fields) >= 4; {
		id, size := le.Uint16(fields), int(le.Uint16(fields[2:]))
		if fields = fields[4:]; size > len(fields) {
			break
		}
		field := fields[:size]
		fields = fields[size:]
		for _, value := range []*uint64{&e.Size, &e.Packed, &e.at} {
			if id == 1 && *value == 0xffffffff && len(field) >= 8 {
				*value, field = le.Uint64(field), field[8:]
			}
		}
	}
	return e, from[headerSize+name+extra+comment:], nil
}

// Open returns what an entry unpacks to. It fails with ErrUnpacked when all that was
// read of the archive is more than the limit.
func (a *Archive) Open(e Entry) (io.Reader, error) {
	switch {
	case e.flags&1 != 0:
		return nil, ErrEncrypted
	case e.method != 0 && e.method != 8:
		return nil, ErrMethod
	case e.at > uint64(a.size)-min(uint64(a.size), localSize):
		return nil, ErrDamaged
	}
	var local [localSize]byte
	if _, err := a.r.ReadAt(local[:], int64(e.at)); err != nil && err != io.EOF {
		return nil, err
	}
	le := binary.LittleEndian
	from := e.at + localSize + uint64(le.Uint16(local[26:])) + uint64(le.Uint16(local[28:]))
	if string(local[:4]) != "PK\x03\x04" || from > uint64(a.size) || e.Packed > uint64(a.size)-from {
		return nil, ErrDamaged
	}
	var packed io.Reader = io.NewSectionReader(a.r, int64(from), int64(e.Packed))
	if e.method == 8 {
		packed = flate.NewReader(packed)
	}
	return &unpacker{a: a, e: e, r: packed, sum: crc32.NewIEEE()}, nil
}

// unpacker reads an entry, and stops when the archive gives more than it may, or
// something else than its directory says.
type unpacker struct {
	a    *Archive
	e    Entry
	r    io.Reader
	sum  hash.Hash32
	done uint64
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.sum.Write(p[:n])
	u.done += uint64(n)
	if u.a.budget -= int64(n); u.a.budget < 0 {
		return 0, ErrUnpacked
	}
	if err == io.EOF && (u.done != u.e.Size || u.sum.Sum32() != u.e.crc) {
		return n, io.ErrUnexpectedEOF
	}
	if wrong := flate.CorruptInputError(0); errors.As(err, &wrong) {
		return n, io.ErrUnexpectedEOF
	}
	return n, err
}
