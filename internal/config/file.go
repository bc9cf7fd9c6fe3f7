package config

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// ErrNotFile means that there is something else than a file: a directory, a pipe
// or a device.
var ErrNotFile = errors.New("not a file")

// OpenFile opens a file for reading. It does not wait for whoever writes to a
// pipe: what is not a plain file is ErrNotFile.
func OpenFile(name string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		// Nobody can open a socket by its name.
		if info, statErr := os.Stat(name); statErr == nil && !info.Mode().IsRegular() {
			err = ErrNotFile
		}
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotFile
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}
