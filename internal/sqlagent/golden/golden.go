// Package golden keeps answers that somebody confirmed: a question, its SQL, and what the
// schema and the person's rights were then. It decides when another question is the same
// one. Whether the SQL may still run is decided by package guard, each time anew.
//
// The file is one JSON document for its owner alone. It is written whole or not at all;
// of two programs that write at once the later one counts.
package golden

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"burrow/internal/say"
)

// Entry is a confirmed answer.
type Entry struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	SQL      string `json:"sql"`
	// Tables are those that the SQL reads.
	Tables []string `json:"tables,omitempty"`
	// Schema and Rights are digests of what those tables were like, and of what the
	// person might see, when it was kept.
	Schema string `json:"schema"`
	Rights string `json:"rights"`
	// Kept is when, in Unix milliseconds.
	Kept int64 `json:"kept"`
}

// Limits of the file.
const (
	version   = 1
	mostBytes = 16 << 20
	// Most is how many answers are kept; the oldest go first.
	Most = 2000
	// mostText is how long a question may be, and a query.
	mostText = 32 << 10
)

// ErrNotFound says that there is no answer of this id.
var ErrNotFound = errors.New("there is no such answer")

// Book is a file of answers. It is safe for concurrent use.
type Book struct {
	path string
	now  func() time.Time

	mu      sync.Mutex
	entries []Entry
	read    fs.FileInfo // the file as it was read last; nil if there was none
}

type file struct {
	Version int     `json:"version"`
	Answers []Entry `json:"answers"`
}

// Open reads a file, which need not exist. now is the clock; nil is the system's.
func Open(path string, now func() time.Time) (*Book, error) {
	if now == nil {
		now = time.Now
	}
	b := &Book{path: path, now: now}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b, b.refresh()
}

// refresh reads the file if it has changed. The lock is held.
func (b *Book) refresh() error {
	info, err := os.Stat(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		b.entries, b.read = nil, nil
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", b.path, err)
	}
	if b.read != nil && os.SameFile(info, b.read) && info.Size() == b.read.Size() && info.ModTime().Equal(b.read.ModTime()) {
		return nil
	}
	if info.Size() > mostBytes {
		return say.Error("{file} is too large for a file of confirmed answers", "file", b.path)
	}
	text, err := os.ReadFile(b.path)
	if err != nil {
		return fmt.Errorf("read %s: %w", b.path, err)
	}
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		return say.Error("{file} is not a file of confirmed answers", "file", b.path)
	}
	if f.Version > version {
		return say.Error("{file} was written by a newer version of Burrow", "file", b.path)
	}
	b.entries, b.read = f.Answers, info
	return nil
}

// write puts the answers in the place of the file. The lock is held.
func (b *Book) write(entries []Entry) (err error) {
	text, err := json.MarshalIndent(file{version, entries}, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(b.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, filepath.Base(b.path)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(append(text, '\n'))
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), b.path); err != nil {
		return err
	}
	b.entries = entries
	b.read, err = os.Stat(b.path)
	return err
}

// List are all answers, the newest first.
func (b *Book) List() ([]Entry, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.refresh()
	list := slices.Clone(b.entries)
	slices.Reverse(list)
	return list, err
}

// Keep keeps an answer. One with an id takes the place of the answer of that id; one
// without takes the place of the answer to the same question with the same rights, or is
// added.
func (b *Book) Keep(e Entry) (Entry, error) {
	e.Question, e.SQL = strings.TrimSpace(e.Question), strings.TrimSpace(e.SQL)
	if e.Question == "" || e.SQL == "" || len(e.Question) > mostText || len(e.SQL) > mostText {
		return Entry{}, say.Error("a question and its query are needed")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.refresh(); err != nil {
		return Entry{}, err
	}
	entries := slices.Clone(b.entries)
	at := slices.IndexFunc(entries, func(o Entry) bool { return o.ID == e.ID })
	if e.ID != "" && at < 0 {
		return Entry{}, ErrNotFound
	}
	if e.ID == "" {
		at = slices.IndexFunc(entries, func(o Entry) bool { return o.Rights == e.Rights && key(o.Question) == key(e.Question) })
	}
	e.Kept = b.now().UnixMilli()
	if at >= 0 {
		e.ID = entries[at].ID
		entries[at] = e
	} else {
		e.ID = strings.ToLower(rand.Text()[:12])
		entries = append(entries, e)
	}
	if len(entries) > Most {
		entries = entries[len(entries)-Most:]
	}
	return e, b.write(entries)
}

// Delete removes an answer.
func (b *Book) Delete(id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.refresh(); err != nil {
		return err
	}
	entries := slices.DeleteFunc(slices.Clone(b.entries), func(e Entry) bool { return e.ID == id })
	if len(entries) == len(b.entries) {
		return ErrNotFound
	}
	return b.write(entries)
}

// Find finds the answer to the same question, the newest that valid accepts.
func (b *Book) Find(question string, valid func(Entry) bool) (Entry, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.refresh() != nil {
		return Entry{}, false
	}
	wanted := key(question)
	if wanted == "" {
		return Entry{}, false
	}
	for _, e := range slices.Backward(b.entries) {
		if key(e.Question) == wanted && b.holds(e) && valid(e) {
			return e, true
		}
	}
	return Entry{}, false
}

// Similar are answers to questions that share words with this one, the nearest first, as
// hints for a model.
func (b *Book) Similar(question string, most int, valid func(Entry) bool) []Entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.refresh() != nil {
		return nil
	}
	type scored struct {
		e     Entry
		score float64
	}
	words := strings.Fields(key(question))
	var found []scored
	for _, e := range slices.Backward(b.entries) {
		if s := shared(words, strings.Fields(key(e.Question))); s >= .4 && valid(e) {
			found = append(found, scored{e, s})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	var out []Entry
	for _, s := range found[:min(most, len(found))] {
		out = append(out, s.e)
	}
	return out
}

// shared is how much two lists of words have in common, from 0 to 1.
func shared(a, b []string) float64 {
	same := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			same++
		}
	}
	if len(a)+len(b) == same {
		return 0
	}
	return float64(same) / float64(len(a)+len(b)-same)
}
