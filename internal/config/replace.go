package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"burrow/internal/fault"
)

// leftover stands at the end of the name of a file that is being written.
const leftover = ".burrow-*"

// resolve returns the file that a name stands for: the end of a chain of links, so
// that a link stays a link when its file is replaced.
func resolve(name string) (string, error) {
	target, err := filepath.EvalSymlinks(name)
	if err == nil {
		return target, nil
	}
	if _, missing := os.Lstat(name); errors.Is(missing, fs.ErrNotExist) {
		return name, nil
	}
	return "", fault.Wrap(err, fault.Unavailable, "{file} is a link to a file that is not there.", "file", name)
}

// replace puts text in the place of a file that was read as before: whole or not at
// all, for its owner alone. The text is written beside the file and moved there, so
// that whoever reads it, and whatever ends this program, finds one or the other.
//
// errChanged means that somebody else has written the file since.
func replace(target, text string, before fs.FileInfo, write func(*os.File, string) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(target), filepath.Base(target)+leftover) // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	err = write(f, text)
	if before != nil && err == nil {
		err = keepOwner(f, before)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	now, err := os.Stat(target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil {
		now = nil
	}
	if !sameState(now, before) {
		return errChanged
	}
	if err := os.Rename(f.Name(), target); err != nil {
		return err
	}
	syncDir(filepath.Dir(target))
	return nil
}

var errChanged = errors.New("the file was changed meanwhile")

// sameState reports whether a file has not been changed: nil is one that is not
// there.
func sameState(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && a.Mode() == b.Mode()
}

// writeWhole writes and waits until the disk has it: otherwise a machine that loses
// power could keep the new name with nothing in it.
func writeWhole(f *os.File, text string) error {
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	return f.Sync()
}

// syncDir makes the new name last. Some systems cannot, and the file is whole
// either way.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}

// removeLeftovers removes what a program left that was killed while it wrote: there
// is a key in it. The directory is locked, so that nobody is writing now.
func removeLeftovers(target string) {
	found, _ := filepath.Glob(filepath.Join(filepath.Dir(target), filepath.Base(target)+leftover))
	for _, name := range found {
		os.Remove(name)
	}
}

// unwritten says why a file could not be replaced.
func unwritten(err error, file string) error {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known
	}
	switch {
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		return fault.Wrap(err, fault.Unavailable, "The key is not saved: the disk is full.")
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		return fault.Wrap(err, fault.Unavailable, "The key is not saved: Burrow may not write {file}.", "file", file)
	case errors.Is(err, errChanged) || errors.Is(err, errLocked):
		return fault.Wrap(err, fault.Conflict, "The key is not saved: another program is changing {file}. Try again.", "file", file)
	}
	return fault.Wrap(err, fault.Unavailable, "The key is not saved: {file} cannot be written.", "file", file)
}
