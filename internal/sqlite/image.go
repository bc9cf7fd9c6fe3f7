package sqlite

import "io"

// Image is a copy of a database in memory, in the browser in SQLite's own.
type Image struct {
	memory
	size int
}

// MaxImage is the most bytes an image has. The browser's memory for SQLite ends
// at 4 GB, and a second copy must fit.
const MaxImage = 1 << 30

// NewImage makes an image of so many bytes, to be written.
func NewImage(size int) (*Image, error) {
	if size < 0 || size > MaxImage {
		return nil, TooBig
	}
	m, err := newMemory(size)
	if err != nil {
		return nil, err
	}
	return &Image{m, size}, nil
}

// Size is the number of bytes. The error is always nil.
func (im *Image) Size() (int64, error) { return int64(im.size), nil }

// Len is the number of bytes.
func (im *Image) Len() int { return im.size }

// Truncate shortens the image.
func (im *Image) Truncate(size int) { im.size = min(im.size, size) }

// ReadAt copies bytes out, as io.ReaderAt wants it.
func (im *Image) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 || at >= int64(im.size) {
		return 0, io.EOF
	}
	n := min(len(p), im.size-int(at))
	im.read(p[:n], int(at))
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// WriteAt copies bytes in, which must fit.
func (im *Image) WriteAt(p []byte, at int64) (int, error) {
	if at < 0 || at+int64(len(p)) > int64(im.size) {
		return 0, Range
	}
	im.write(p, int(at))
	return len(p), nil
}

// Close frees the image. A database opened on it must be closed first.
func (im *Image) Close() { im.free(); im.size = 0 }

// forgetJournal makes the header say that there is no write-ahead log: a copy in
// memory has none beside it and cannot be opened otherwise.
func (im *Image) forgetJournal() {
	const versions = 18 // of the file format, to write and to read
	var of [2]byte
	if n, _ := im.ReadAt(of[:], versions); n == 2 && of == [2]byte{2, 2} {
		im.write([]byte{1, 1}, versions)
	}
}
