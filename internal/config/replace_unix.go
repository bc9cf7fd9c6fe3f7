//go:build unix

package config

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// How long a writer waits for another one, which takes some milliseconds.
const (
	lockTries = 50
	lockPause = 20 * time.Millisecond
)

var errLocked = errors.New("another program has locked the directory")

// lockDir keeps other writers of this program out until release is called, in this
// process and in others. The lock is on the directory: the file itself is replaced,
// and a file for the lock would stay behind. A system that has no locks goes without.
func lockDir(dir string) (release func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for range lockTries {
		err = syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil || !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return func() { d.Close() }, nil
		}
		time.Sleep(lockPause)
	}
	d.Close()
	return nil, errLocked
}

// keepOwner gives a file the owner of the one it replaces. If that is not possible,
// its owner could not read it any more.
func keepOwner(f *os.File, before fs.FileInfo) error {
	old, ok := before.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	if info, err := f.Stat(); err == nil {
		if now, ok := info.Sys().(*syscall.Stat_t); ok && now.Uid == old.Uid {
			return nil
		}
	}
	return f.Chown(int(old.Uid), int(old.Gid))
}
