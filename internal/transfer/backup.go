package transfer

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc64"
	"io"

	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
)

// A backup is the database file followed by a trailer, which SQLite ignores:
//
//	16 bytes  "burrow backup 1\n"
//	 8 bytes  the length of the file before the trailer
//	 8 bytes  CRC-64 (ECMA) of the file and of the trailer up to here
//
// Numbers are big-endian, as in SQLite's own header.

// TrailerSize is the number of bytes after the database in a backup.
const TrailerSize = 32

const trailerMagic = "burrow backup 1\n"

// IsTrailer reports whether the last bytes of a file are a backup's trailer.
func IsTrailer(last []byte) bool {
	return len(last) == TrailerSize && bytes.HasPrefix(last, []byte(trailerMagic))
}

var crcTable = crc64.MakeTable(crc64.ECMA)

// Backup is a copy of the whole history as it was at one moment.
type Backup struct {
	image   *sqlite.Image
	trailer [TrailerSize]byte
}

// NewBackup copies the history into memory, with a checksum. It copies the whole
// file, so it refuses a database that also holds other people's chats.
func NewBackup(ctx context.Context, s *store.Store) (*Backup, error) {
	image, err := s.Image(ctx)
	if err != nil {
		return nil, err
	}
	out, err := seal(ctx, image)
	return out, store.Failure(ctx, err)
}

func seal(ctx context.Context, image *sqlite.Image) (*Backup, error) {
	b := &Backup{image: image}
	copy(b.trailer[:], trailerMagic)
	binary.BigEndian.PutUint64(b.trailer[16:], uint64(image.Len()))
	sum, err := checksum(ctx, image, image.Len(), b.trailer[:24])
	if err != nil {
		image.Close()
		return nil, err
	}
	binary.BigEndian.PutUint64(b.trailer[24:], sum)
	return b, nil
}

// checksum covers the first size bytes of the image, then more.
func checksum(ctx context.Context, image *sqlite.Image, size int, more []byte) (uint64, error) {
	sum := uint64(0)
	part := make([]byte, 1<<20)
	for at := 0; at < size; {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n, err := image.ReadAt(part[:min(len(part), size-at)], int64(at))
		if err != nil && err != io.EOF {
			return 0, err
		}
		sum = crc64.Update(sum, crcTable, part[:n])
		at += n
	}
	return crc64.Update(sum, crcTable, more), nil
}

// Len is the number of bytes, the trailer included.
func (b *Backup) Len() int { return b.image.Len() + TrailerSize }

// ReadAt implements io.ReaderAt.
func (b *Backup) ReadAt(p []byte, at int64) (n int, err error) {
	if at < 0 || at >= int64(b.Len()) {
		return 0, io.EOF
	}
	if at < int64(b.image.Len()) {
		n, _ = b.image.ReadAt(p, at)
	}
	if rest := at + int64(n) - int64(b.image.Len()); n < len(p) && rest >= 0 {
		n += copy(p[n:], b.trailer[rest:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Close frees the copy.
func (b *Backup) Close() { b.image.Close() }

var (
	errNotOurs = fault.New(fault.Invalid, "This file is not a Burrow history.")
	errDamaged = fault.New(fault.Invalid, "This backup is damaged. Nothing was changed. Try another copy.")
)

// verify checks a file from outside: it must be a SQLite database, as long as its
// header says, and match its checksum if it has one.
func verify(ctx context.Context, image *sqlite.Image) (verified bool, err error) {
	const headerSize = 100
	header := make([]byte, headerSize)
	if n, _ := image.ReadAt(header, 0); n < headerSize || string(header[:16]) != "SQLite format 3\x00" {
		return false, errNotOurs
	}
	size := image.Len()
	last := make([]byte, TrailerSize)
	if n, _ := image.ReadAt(last, int64(size-TrailerSize)); n == TrailerSize && IsTrailer(last) {
		size -= TrailerSize
		sum, err := checksum(ctx, image, size, last[:24])
		if err != nil {
			return false, err
		}
		if binary.BigEndian.Uint64(last[16:]) != uint64(size) || binary.BigEndian.Uint64(last[24:]) != sum {
			return false, errDamaged
		}
		verified = true
	}
	pageSize := int(binary.BigEndian.Uint16(header[16:]))
	if pageSize == 1 {
		pageSize = 1 << 16
	}
	pages := int(binary.BigEndian.Uint32(header[28:]))
	if pageSize < 512 || pageSize&(pageSize-1) != 0 || pages*pageSize != size {
		// Also a backup whose trailer was damaged: it is longer than it says.
		return false, errDamaged
	}
	return verified, nil
}
