package proxy

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"burrow/internal/fault"
	"burrow/internal/say"
)

// A browser may lose what a page has kept. If the user wants that, the page sends its
// history after each change, and it is kept here: one file for each browser, the last
// one whole until the next one is, for its owner alone.

const (
	copyPath = "/api/copy"
	// maxCopyBytes is as much as a page restores.
	maxCopyBytes = 1 << 30
	maxCopyTime  = 5 * time.Minute
	// maxCopies are those of as many browsers; the one that is written longest ago goes.
	maxCopies = 8
	copyEnd   = ".sqlite"
	// copySpare is what must be left of the disk.
	copySpare = 200 << 20
)

var (
	copyName = regexp.MustCompile(`^[0-9a-f]{32}$`)
	sqliteIs = []byte("SQLite format 3\x00")
)

// copies is the folder of the histories of pages.
type copies struct {
	folder string
	free   func() int64
	mu     sync.Mutex
}

// copyList is the answer to GET /api/copy.
type copyList struct {
	Folder string `json:"folder"`
	// Copies are the newest first.
	Copies []copyEntry `json:"copies"`
}

type copyEntry struct {
	// Of is a name that a browser has given itself.
	Of    string `json:"of"`
	At    int64  `json:"at"` // Unix milliseconds
	Bytes int64  `json:"bytes"`
}

func (p *Proxy) copyRoutes() []route {
	if p.options.Copies == "" {
		return nil
	}
	c := &copies{folder: p.options.Copies, free: p.options.Free}
	handle := func(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if !fromThisMachine(r) {
				refuseUnread(w, r, refusal{http.StatusForbidden, "invalid", say.T("Copies are kept only on the machine that Burrow runs on.")})
				return
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			if err := handle(w, r); err != nil {
				p.log.printf("the copy of a history: %v", err)
				refuseUnread(w, r, refusalOf(err))
			}
		}
	}
	return []route{
		{method: http.MethodGet, path: copyPath, handle: handle(c.get)},
		{method: http.MethodPost, path: copyPath, handle: handle(c.keep)},
		{method: http.MethodDelete, path: copyPath, handle: handle(c.remove)},
	}
}

// get lists the copies, or answers with one.
func (c *copies) get(w http.ResponseWriter, r *http.Request) error {
	if !r.URL.Query().Has("of") {
		list, err := c.list()
		if err == nil {
			answerJSON(w, http.StatusOK, list)
		}
		return err
	}
	name, err := c.file(r)
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return missing(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/vnd.sqlite3")
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	// Whoever reads it notices if it ends too soon.
	io.Copy(w, f)
	return nil
}

func (c *copies) keep(w http.ResponseWriter, r *http.Request) error {
	name, err := c.file(r)
	if err != nil {
		return err
	}
	if r.ContentLength > maxCopyBytes {
		return fault.New(fault.TooLarge, "The history is too large for a copy. Back it up in parts, or delete old chats.")
	}
	if c.free != nil {
		if free := c.free(); free > 0 && free < r.ContentLength+copySpare {
			return fault.New(fault.Unavailable, "The disk is almost full, so no copy was kept.")
		}
	}
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return unkept(err)
	}
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(maxCopyTime))
	if err := c.write(name, r); err != nil {
		return err
	}
	list, err := c.list()
	if err != nil {
		return err
	}
	for len(list.Copies) > maxCopies {
		last := len(list.Copies) - 1
		os.Remove(filepath.Join(c.folder, list.Copies[last].Of+copyEnd))
		list.Copies = list.Copies[:last]
	}
	answerJSON(w, http.StatusOK, list)
	return nil
}

// write puts a request's body in the place of a file, once it is there whole.
func (c *copies) write(name string, r *http.Request) (err error) {
	f, err := os.CreateTemp(c.folder, ".copy-*") // mode 0600
	if err != nil {
		return unkept(err)
	}
	defer func() {
		f.Close()
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	begin := make([]byte, len(sqliteIs))
	if _, err := io.ReadFull(r.Body, begin); err != nil || !bytes.Equal(begin, sqliteIs) {
		return fault.New(fault.Invalid, "This is not a Burrow history.")
	}
	n, err := io.Copy(f, io.MultiReader(bytes.NewReader(begin), io.LimitReader(r.Body, maxCopyBytes)))
	switch {
	case err != nil:
		return unkept(err)
	case r.ContentLength >= 0 && n != r.ContentLength, n > maxCopyBytes:
		return fault.New(fault.Invalid, "The copy was cut off.")
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return unkept(err)
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return unkept(err)
	}
	return nil
}

func (c *copies) remove(w http.ResponseWriter, r *http.Request) error {
	name, err := c.file(r)
	if err != nil {
		return err
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(err, fault.Unavailable, "The copy could not be deleted.")
	}
	list, err := c.list()
	if err == nil {
		answerJSON(w, http.StatusOK, list)
	}
	return err
}

func (c *copies) list() (copyList, error) {
	list := copyList{Folder: c.folder, Copies: []copyEntry{}}
	files, err := os.ReadDir(c.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return list, fault.Wrap(err, fault.Unavailable, "The folder of the copies could not be read.")
	}
	for _, f := range files {
		of, ok := strings.CutSuffix(f.Name(), copyEnd)
		info, err := f.Info()
		if ok && err == nil && copyName.MatchString(of) && info.Mode().IsRegular() {
			list.Copies = append(list.Copies, copyEntry{of, info.ModTime().UnixMilli(), info.Size()})
		}
	}
	slices.SortFunc(list.Copies, func(a, b copyEntry) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.Of, b.Of)) })
	return list, nil
}

// file is the file of the browser that a request names.
func (c *copies) file(r *http.Request) (string, error) {
	of := r.URL.Query().Get("of")
	if !copyName.MatchString(of) {
		return "", fault.New(fault.Invalid, "A copy is named by 32 hexadecimal digits.")
	}
	return filepath.Join(c.folder, of+copyEnd), nil
}

func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.NotFound, "There is no such copy any more.")
	}
	return fault.Wrap(err, fault.Unavailable, "The copy could not be read.")
}

func unkept(err error) error {
	return fault.Wrap(err, fault.Unavailable, "The copy could not be saved.")
}
