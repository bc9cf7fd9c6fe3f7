//go:build !js && !wasip1

package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
)

// operation is what a disk does.
type operation string

const (
	reading    operation = "read"
	writing    operation = "write"
	shortWrite operation = "short write" // half is written, then the disk is full
	truncating operation = "truncate"
	syncing    operation = "sync"
)

// disk fails the Nth operation of a kind, once or from then on.
type disk struct {
	vfs.VFS
	fails   operation
	at      int
	forGood bool
	count   int
	hit     bool
}

var theDisk = &disk{VFS: vfs.Find("")}

func init() { vfs.Register("faulty", theDisk) }

// arm makes the disk fail, from now on.
func (d *disk) arm(what operation, at int, forGood bool) {
	d.fails, d.at, d.forGood, d.count, d.hit = what, at, forGood, 0, false
}

func (d *disk) mend() { d.fails = "" }

func (d *disk) fail(what operation) bool {
	if what != d.fails {
		return false
	}
	d.count++
	if d.count == d.at || d.forGood && d.count > d.at {
		d.hit = true
		return true
	}
	return false
}

func (d *disk) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := vfsutil.WrapOpenFilename(d.VFS, name, flags)
	if err != nil {
		return nil, flags, err
	}
	return &faultyFile{f, d}, flags, nil
}

type faultyFile struct {
	vfs.File
	disk *disk
}

func (f *faultyFile) Unwrap() vfs.File               { return f.File }
func (f *faultyFile) SharedMemory() vfs.SharedMemory { return vfsutil.WrapSharedMemory(f.File) }

func (f *faultyFile) ReadAt(p []byte, at int64) (int, error) {
	if f.disk.fail(reading) {
		return 0, syscall.EIO
	}
	return f.File.ReadAt(p, at)
}

func (f *faultyFile) WriteAt(p []byte, at int64) (int, error) {
	if f.disk.fail(writing) {
		return 0, syscall.EIO
	}
	if f.disk.fail(shortWrite) {
		n, _ := f.File.WriteAt(p[:len(p)/2], at)
		return n, vfs.SystemError(syscall.ENOSPC, sqlite3.FULL) // as the package means to for a real disk
	}
	return f.File.WriteAt(p, at)
}

func (f *faultyFile) Truncate(size int64) error {
	if f.disk.fail(truncating) {
		return syscall.EIO
	}
	return f.File.Truncate(size)
}

func (f *faultyFile) Sync(flags vfs.SyncFlag) error {
	if f.disk.fail(syncing) {
		return syscall.EIO
	}
	return f.File.Sync(flags)
}

// acknowledged is what the store said it has done.
type acknowledged struct {
	sessions map[chat.UID]string // by name
	messages map[chat.UID]string // by content
	purged   []chat.UID
}

// work is an hour of chatting. Every error must be one that a user can be told.
func work(t *testing.T, s *store.Store, a *acknowledged, purge chat.UID) {
	told := func(err error) bool {
		if err == nil {
			return true
		}
		known := (*fault.Error)(nil)
		require.ErrorAs(t, err, &known)
		require.NotEqual(t, "Something went wrong inside Burrow.", known.Message, "%v", err)
		if theDisk.fails == shortWrite && !errors.Is(err, fault.NotFound) {
			require.Equal(t, "The storage is full, so this was not saved. Free some space, then try again.", known.Message, "%v", err)
		}
		return false
	}
	session, err := s.Create(ctx, chat.Session{Name: "new"}, clock)
	if told(err) {
		a.sessions[session.UID] = session.Name
		for j := range 2 {
			m, err := s.Append(ctx, session.UID, chat.Message{Role: chat.User, Content: fmt.Sprint("message ", j, strings.Repeat(" word", 500*j))}, clock)
			if told(err) {
				a.messages[m.UID] = m.Content
			}
		}
		if renamed, err := s.Rename(ctx, session.UID, "renamed", chat.NamedByUser, clock); told(err) {
			a.sessions[session.UID] = renamed.Name
		}
	}
	_, err = s.Search(ctx, "word", store.SearchOptions{})
	told(err)
	if told(s.Purge(ctx, purge)) {
		a.purged = append(a.purged, purge)
		delete(a.sessions, purge)
	}
}

// TestDiskThatFailsLosesNothingAcknowledged fails every operation of a workload,
// opens the file again and looks for what was acknowledged.
func TestDiskThatFailsLosesNothingAcknowledged(t *testing.T) {
	dir := t.TempDir()
	template := filepath.Join(dir, "template.db")
	s, err := store.Open(template, store.Options{}, clock)
	require.NoError(t, err)
	purge, kept := newSession(t, s, "purge").UID, newSession(t, s, "kept").UID
	for i := range 4 {
		say(t, s, purge, fmt.Sprint("to be purged ", i))
		say(t, s, kept, fmt.Sprint("to be kept ", i))
	}
	require.NoError(t, s.Close())
	start, err := os.ReadFile(template)
	require.NoError(t, err)

	runs := 0
	for _, what := range []operation{reading, writing, shortWrite, truncating, syncing} {
		for _, forGood := range []bool{false, true} {
			for at := 1; ; at++ {
				if testing.Short() && at > 12 && at%9 != 0 {
					at += 8 - at%9
					continue
				}
				path := filepath.Join(dir, fmt.Sprint("run", runs, ".db"))
				require.NoError(t, os.WriteFile(path, start, 0o600))
				runs++
				a := &acknowledged{sessions: map[chat.UID]string{kept: "kept", purge: "purge"}, messages: map[chat.UID]string{}}
				hit := func() bool {
					theDisk.arm(what, at, forGood)
					defer theDisk.mend()
					s, err := store.Open("file:"+path+"?vfs=faulty", store.Options{}, clock)
					if err != nil {
						known := (*fault.Error)(nil)
						require.ErrorAs(t, err, &known)
						return theDisk.hit
					}
					work(t, s, a, purge)
					_ = s.Close() // a log that could not be written back stays
					return theDisk.hit
				}()
				if !hit {
					break
				}
				requireKept(t, path, a, fmt.Sprintf("%s %d, for good: %v", what, at, forGood))
				for _, end := range []string{"", "-wal", "-shm"} {
					os.Remove(path + end)
				}
			}
		}
	}
	t.Logf("%d runs", runs)
}

func requireKept(t *testing.T, path string, a *acknowledged, where string) {
	t.Helper()
	s, err := store.Open(path, store.Options{}, clock)
	require.NoError(t, err, where)
	defer s.Close()
	report, err := s.Check(ctx)
	require.NoError(t, err, where)
	require.Empty(t, report.Problems, where)
	for u, name := range a.sessions {
		session, err := s.Session(ctx, u)
		if name == "purge" && errors.Is(err, fault.NotFound) {
			continue // purged, but the answer was lost
		}
		require.NoError(t, err, "%s: %s", where, name)
		if name == "renamed" {
			require.Equal(t, name, session.Name, where)
		}
	}
	for u, content := range a.messages {
		m, err := s.Message(ctx, u)
		require.NoError(t, err, where)
		require.Equal(t, content, m.Content, where)
	}
	for _, u := range a.purged {
		_, err := s.Session(ctx, u)
		require.ErrorIs(t, err, fault.NotFound, where)
	}
}

// TestDiskThatFailsWhileAHistoryIsMade: the file is a history or none afterwards,
// and can be opened.
func TestDiskThatFailsWhileAHistoryIsMade(t *testing.T) {
	dir := t.TempDir()
	for _, what := range []operation{reading, writing, shortWrite, syncing} {
		for at := 1; ; at += 1 + at/8 {
			path := filepath.Join(dir, fmt.Sprint(what, at, ".db"))
			theDisk.arm(what, at, true)
			s, err := store.Open("file:"+path+"?vfs=faulty", store.Options{}, clock)
			if err == nil {
				_ = s.Close()
			}
			hit := theDisk.hit
			theDisk.mend()
			if !hit {
				break
			}
			again, err := store.Open(path, store.Options{}, clock)
			require.NoError(t, err, "%s %d", what, at)
			requireWhole(t, again)
			say(t, again, newSession(t, again, "a").UID, "works")
			require.NoError(t, again.Close())
		}
	}
}

// A full disk ends writing, not reading, and writing goes on when there is room.
func TestFullDiskCanBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	s := openWith(t, "file:"+path+"?vfs=faulty", store.Options{})
	session := newSession(t, s, "a").UID
	say(t, s, session, "needle")
	theDisk.arm(shortWrite, 1, true)
	for range 3 {
		_, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "x"}, clock)
		require.ErrorIs(t, err, fault.Unavailable)
		found, err := s.Search(ctx, "needle", store.SearchOptions{})
		require.NoError(t, err)
		require.Len(t, found.Hits, 1)
		require.Contains(t, export(t, s), "needle")
		file(t, s)
	}
	theDisk.mend()
	say(t, s, session, "there is room")
	requireWhole(t, s)
}
