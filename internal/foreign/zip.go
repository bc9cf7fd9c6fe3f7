package foreign

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"path"
	"slices"
	"strings"

	"burrow/internal/fault"
)

// A ZIP file ends with a directory of its entries. We read that and the entries that
// may hold chats; names are only compared, nothing is written anywhere. archive/zip
// would do, but needs the package os, which has no place in a browser.

const (
	maxEntries   = 200_000
	maxDirectory = 64 << 20
	// maxUnpacked is the most bytes that the chats of an archive may have.
	maxUnpacked = 1 << 30

	endSize, end64Size, locatorSize = 22, 56, 20
	headerSize, localSize           = 46, 30
)

var errUnpacked = errors.New("the archive unpacks to too much")

// archive is a ZIP file.
type archive struct {
	r       io.ReaderAt
	size    int64
	entries []entry
	beside  int   // files that are no chats
	toRead  int64 // bytes of those that may be
	budget  int64 // bytes that may still be unpacked
}

type entry struct {
	name           string
	flags, method  uint16
	crc            uint32
	packed, length uint64
	at             uint64
}

func errDamaged() error {
	return fault.New(fault.Invalid, "This ZIP file is damaged or cut off. Download it again.")
}

// openArchive reads the directory of a ZIP file.
func openArchive(r io.ReaderAt, size int64) (*archive, error) {
	a := &archive{r: r, size: size, budget: maxUnpacked}
	count, length, at, err := a.end()
	if err != nil {
		return nil, err
	}
	if count > maxEntries || length > maxDirectory {
		return nil, fault.New(fault.TooLarge, "This ZIP file has too many files. Unpack it, and import the file with the chats.")
	}
	directory := make([]byte, length)
	if _, err := r.ReadAt(directory, int64(at)); err != nil && err != io.EOF {
		return nil, err
	}
	for range count {
		var e entry
		if e, directory, err = readEntry(directory); err != nil {
			return nil, err
		}
		a.entries = append(a.entries, e)
	}
	return a, nil
}

// end finds the record at the file's end, and returns where the directory is.
func (a *archive) end() (count, length, at uint64, err error) {
	tail := make([]byte, min(a.size, endSize+0xffff))
	if _, err := a.r.ReadAt(tail, a.size-int64(len(tail))); err != nil && err != io.EOF {
		return 0, 0, 0, err
	}
	i := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if i < 0 || len(tail)-i < endSize {
		return 0, 0, 0, errDamaged()
	}
	le, record := binary.LittleEndian, tail[i:]
	disk := le.Uint16(record[4:])
	count, length, at = uint64(le.Uint16(record[10:])), uint64(le.Uint32(record[12:])), uint64(le.Uint32(record[16:]))
	endAt := a.size - int64(len(tail)) + int64(i)
	if count == 0xffff || length == 0xffffffff || at == 0xffffffff {
		var locator [locatorSize]byte
		var wide [end64Size]byte
		if endAt < locatorSize {
			return 0, 0, 0, errDamaged()
		}
		if _, err := a.r.ReadAt(locator[:], endAt-locatorSize); err != nil && err != io.EOF {
			return 0, 0, 0, err
		}
		where := le.Uint64(locator[8:])
		if string(locator[:4]) != "PK\x06\x07" || where > uint64(a.size)-min(uint64(a.size), end64Size) {
			return 0, 0, 0, errDamaged()
		}
		if _, err := a.r.ReadAt(wide[:], int64(where)); err != nil && err != io.EOF {
			return 0, 0, 0, err
		}
		if string(wide[:4]) != "PK\x06\x06" {
			return 0, 0, 0, errDamaged()
		}
		disk = uint16(le.Uint32(wide[16:]))
		count, length, at = le.Uint64(wide[32:]), le.Uint64(wide[40:]), le.Uint64(wide[48:])
	}
	switch {
	case disk != 0 && disk != 0xffff:
		return 0, 0, 0, fault.New(fault.Invalid, "This ZIP file is one of several parts. Unpack them, and import the file with the chats.")
	case at > uint64(endAt) || length > uint64(endAt)-at || count > length/headerSize:
		return 0, 0, 0, errDamaged()
	}
	return count, length, at, nil
}

// readEntry reads one entry of the directory, and returns what follows it.
func readEntry(from []byte) (e entry, rest []byte, err error) {
	if len(from) < headerSize || string(from[:4]) != "PK\x01\x02" {
		return e, nil, errDamaged()
	}
	le := binary.LittleEndian
	e = entry{flags: le.Uint16(from[8:]), method: le.Uint16(from[10:]), crc: le.Uint32(from[16:]),
		packed: uint64(le.Uint32(from[20:])), length: uint64(le.Uint32(from[24:])), at: uint64(le.Uint32(from[42:]))}
	name, extra, comment := int(le.Uint16(from[28:])), int(le.Uint16(from[30:])), int(le.Uint16(from[32:]))
	if len(from) < headerSize+name+extra+comment {
		return e, nil, errDamaged()
	}
	e.name = strings.ToValidUTF8(string(from[headerSize:headerSize+name]), "\ufffd")
	// What does not fit in 32 bits stands in a field of its own, in this order.
	for fields := from[headerSize+name : headerSize+name+extra]; len(fields) >= 4; {
		id, size := le.Uint16(fields), int(le.Uint16(fields[2:]))
		if fields = fields[4:]; size > len(fields) {
			break
		}
		field := fields[:size]
		fields = fields[size:]
		for _, value := range []*uint64{&e.length, &e.packed, &e.at} {
			if id == 1 && *value == 0xffffffff && len(field) >= 8 {
				*value, field = le.Uint64(field), field[8:]
			}
		}
	}
	return e, from[headerSize+name+extra+comment:], nil
}

// documents are the entries that may hold chats. If some are called conversations,
// as ChatGPT and Claude call theirs, the others are about something else.
func (a *archive) documents() (out []document) {
	var named, others []entry
	for _, e := range a.entries {
		base := strings.ToLower(path.Base(strings.ReplaceAll(e.name, `\`, "/")))
		switch ext := path.Ext(base); {
		case strings.HasSuffix(e.name, "/") || strings.HasPrefix(base, ".") || strings.HasPrefix(e.name, "__MACOSX/"):
		case ext == ".json" && strings.HasPrefix(base, "conversations"):
			named = append(named, e)
		case ext == ".json" || ext == ".jsonl" || ext == ".ndjson":
			others = append(others, e)
		case ext != ".html":
			a.beside++
		}
	}
	if len(named) == 0 {
		named = others
	}
	slices.SortStableFunc(named, func(a, b entry) int {
		return cmp.Or(cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	for _, e := range named {
		a.toRead += int64(min(e.packed, uint64(a.size)))
		out = append(out, document{oneLine(path.Base(e.name)), func() (io.Reader, error) { return a.open(e) }})
	}
	return out
}

// open returns what an entry unpacks to.
func (a *archive) open(e entry) (io.Reader, error) {
	switch {
	case e.flags&1 != 0:
		return nil, fault.New(fault.Invalid, "This ZIP file is encrypted. Unpack it, and import the file with the chats.")
	case e.method != 0 && e.method != 8:
		return nil, fault.New(fault.Invalid, "This ZIP file is packed in a way that Burrow can’t read. Unpack it, and import the file with the chats.")
	case e.at > uint64(a.size)-min(uint64(a.size), localSize):
		return nil, errDamaged()
	}
	var local [localSize]byte
	if _, err := a.r.ReadAt(local[:], int64(e.at)); err != nil && err != io.EOF {
		return nil, err
	}
	le := binary.LittleEndian
	from := e.at + localSize + uint64(le.Uint16(local[26:])) + uint64(le.Uint16(local[28:]))
	if string(local[:4]) != "PK\x03\x04" || from > uint64(a.size) || e.packed > uint64(a.size)-from {
		return nil, errDamaged()
	}
	var packed io.Reader = io.NewSectionReader(a.r, int64(from), int64(e.packed))
	if e.method == 8 {
		packed = flate.NewReader(packed)
	}
	return &unpacker{a: a, e: e, r: packed, sum: crc32.NewIEEE()}, nil
}

// unpacker reads an entry, and stops when the archive gives more than it may, or
// something else than its directory says.
type unpacker struct {
	a    *archive
	e    entry
	r    io.Reader
	sum  hash.Hash32
	done uint64
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.sum.Write(p[:n])
	u.done += uint64(n)
	if u.a.budget -= int64(n); u.a.budget < 0 {
		return 0, errUnpacked
	}
	if err == io.EOF && (u.done != u.e.length || u.sum.Sum32() != u.e.crc) {
		return n, io.ErrUnexpectedEOF
	}
	if wrong := flate.CorruptInputError(0); errors.As(err, &wrong) {
		return n, io.ErrUnexpectedEOF
	}
	return n, err
}
