//go:build !js

package transfer

import (
	"io"
	"os"

	"burrow/internal/fault"
)

// StripChecksum removes the trailer of a backup that is about to change, since its
// checksum would no longer match. It leaves other files alone, and a missing file is
// not an error.
func StripChecksum(path string) (err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "The history could not be opened for changes.")
	}
	defer func() {
		if closing := f.Close(); err == nil {
			err = closing
		}
	}()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size < TrailerSize {
		return err
	}
	last := make([]byte, TrailerSize)
	if _, err := f.ReadAt(last, size-TrailerSize); err != nil {
		return err
	}
	if !IsTrailer(last) {
		return nil
	}
	return f.Truncate(size - TrailerSize)
}
