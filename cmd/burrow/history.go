package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"burrow/internal/say"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

// usage is what a command does with a history.
type usage int

const (
	reads usage = iota
	previews
	changes
)

// longest is how long one call may use a history. A file can hold rows that lead
// in circles; an honest one of a gigabyte is checked in half of this.
const longest = 2 * time.Minute

// openHistory opens the file that --db names, which may come from anywhere. It
// holds private chats: nobody else on the machine may read it from then on, and
// warn says so if that cannot be arranged.
func openHistory(path string, use usage, warn io.Writer) (*store.Store, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, say.Error("{file} is not a file", "file", path)
	}
	if use == changes {
		// A changed file would no longer match its checksum.
		if err := transfer.StripChecksum(path); err != nil {
			return nil, err
		}
	}
	history, err := store.Open(path, store.Options{SQLite: sqlite.Options{ReadOnly: use == reads}, Limit: longest}, now())
	if err != nil {
		return nil, err
	}
	narrow(path, warn)
	return history, nil
}

// narrow takes away the right of others to read a history.
func narrow(path string, warn io.Writer) {
	if runtime.GOOS == "windows" || path == sqlite.Memory {
		return
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + suffix)
		if err != nil || info.Mode().Perm()&0o077 == 0 {
			continue
		}
		if os.Chmod(path+suffix, 0o600) != nil {
			fmt.Fprintf(warn, "burrow: %s\n", say.T("other users of this machine may read {file}; its permissions could not be changed", "file", path+suffix))
		}
	}
}

// withHistory opens a database for a while. One that can only be read is refused where
// something is to change.
func withHistory(path string, use usage, warn io.Writer, f func(*store.Store) error) (err error) {
	history, err := openHistory(path, use, warn)
	if err != nil {
		return err
	}
	defer func() {
		if closing := history.Close(); err == nil {
			err = closing
		}
	}()
	if readOnly, reason := history.ReadOnly(); readOnly && use != reads {
		return errors.New(reason)
	}
	return f(history)
}
