//go:build !js && !nosqlite

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
	"github.com/ncruces/go-sqlite3/ext/serdes"
	"github.com/ncruces/go-sqlite3/vfs/readervfs"

	"burrow/internal/say"
)

func init() {
	// FTS5 is an extension of this build, not a part of it.
	sqlite3.AutoExtension(fts5.Register)
}

type conn struct {
	c      *sqlite3.Conn
	reader string // the name of an image among the readers
	home   Home
}

func pragmas(name string, o Options) []string {
	all := []string{"PRAGMA busy_timeout = 5000", "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", "PRAGMA foreign_keys = ON", "PRAGMA temp_store = MEMORY"}
	if o.ReadOnly {
		return append(all, "PRAGMA query_only = ON")
	}
	return append(all, "PRAGMA journal_mode = "+o.Journal, "PRAGMA synchronous = FULL", "PRAGMA secure_delete = ON")
}

func (c *conn) open(name string, o Options) error {
	flags := sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE | sqlite3.OPEN_URI
	if o.ReadOnly {
		flags = sqlite3.OPEN_READONLY | sqlite3.OPEN_URI
	}
	if err := onlyFiles(name); err != nil {
		return err
	}
	opened, err := sqlite3.OpenFlags(name, flags)
	if err != nil {
		return wrap(err)
	}
	c.c = opened
	c.limit()
	// Otherwise a statement with LIMIT ? or < ? is planned anew for every value.
	if _, err := opened.Config(sqlite3.DBCONFIG_ENABLE_QPSG, true); err != nil {
		c.close()
		return wrap(err)
	}
	c.home = Home{Kept: name != Memory}
	if !c.home.Kept {
		c.home.Reason = say.T("It was asked for in memory.")
	}
	return nil
}

// Home says where the database lives.
func (c *conn) Home() Home { return c.home }

// images numbers the readers, which have a name space of the process.
var images atomic.Int64

func (c *conn) openImage(im *Image) error {
	name := fmt.Sprintf("image%d.db", images.Add(1))
	readervfs.Create(name, im)
	opened, err := sqlite3.OpenFlags("file:"+name+"?vfs=reader&immutable=1&mode=ro", sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		readervfs.Delete(name)
		return wrap(err)
	}
	c.c, c.reader = opened, name
	c.limit()
	c.home = Home{Reason: say.T("It is a copy.")}
	if err := c.defend(true); err != nil {
		c.close()
		return err
	}
	return nil
}

// onlyFiles refuses what is there and is no ordinary file: a pipe would be waited
// for.
func onlyFiles(name string) error {
	path, _, _ := strings.Cut(strings.TrimPrefix(name, "file:"), "?")
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if info, err := os.Stat(path + suffix); err == nil && !info.Mode().IsRegular() {
			return &Error{Code: CantOpen, Extended: int(CantOpen), Message: "not an ordinary file"}
		}
	}
	return nil
}

func (c *conn) limit() {
	for _, l := range limits {
		c.c.Limit(sqlite3.LimitCategory(l.limit), int(l.most))
	}
}

func (c *conn) defend(on bool) error {
	_, err := c.c.Config(sqlite3.DBCONFIG_DEFENSIVE, on)
	return wrap(err)
}

func (c *conn) close() error {
	if c.c == nil {
		return nil
	}
	err := c.c.Close()
	if c.reader != "" {
		readervfs.Delete(c.reader)
	}
	c.c = nil
	return wrap(err)
}

func (c *conn) exec(sql string) (err error) {
	defer catch(&err)
	return wrap(c.c.Exec(sql))
}

// catch makes an error of the library's panic when there is no memory left. Its
// memory has a limit, which a sort of long texts can reach.
func catch(err *error) {
	problem := recover()
	if problem == nil {
		return
	}
	if said, ok := problem.(error); ok && strings.HasSuffix(said.Error(), "out of memory") {
		*err = &Error{Code: NoMemory, Extended: int(NoMemory), Message: said.Error()}
		return
	}
	panic(problem)
}

func (c *conn) prepare(sql string, s *Stmt) (err error) {
	defer catch(&err)
	compiled, tail, err := c.c.PrepareFlags(sql, sqlite3.PREPARE_PERSISTENT)
	if err != nil {
		return wrap(err)
	}
	if compiled == nil {
		return misuse("no statement in " + strconv.Quote(sql))
	}
	if !blank(tail) {
		compiled.Close()
		return misuse("more than one statement in " + strconv.Quote(sql))
	}
	s.stmt = stmt{compiled}
	return nil
}

func (c *conn) lastID() int64    { return c.c.LastInsertRowID() }
func (c *conn) changes() int     { return int(c.c.Changes()) }
func (c *conn) autocommit() bool { return c.c.GetAutocommit() }

func (c *conn) guard(ctx context.Context, _ int32) func() {
	before := c.c.SetInterrupt(ctx)
	return func() {
		if c.c != nil {
			c.c.SetInterrupt(before)
		}
	}
}

func (c *conn) image() (*Image, error) {
	bytes, err := serdes.Serialize(c.c, "main")
	if err != nil {
		return nil, wrap(err)
	}
	return &Image{memory{bytes}, len(bytes)}, nil
}

type stmt struct{ s *sqlite3.Stmt }

func (s *stmt) parameters() int { return s.s.BindCount() }

func (s *stmt) bind(args []any) (err error) {
	defer catch(&err)
	for i, arg := range args {
		var err error
		switch arg := arg.(type) {
		case nil:
			err = s.s.BindNull(i + 1)
		case bool:
			err = s.s.BindBool(i+1, arg)
		case int:
			err = s.s.BindInt64(i+1, int64(arg))
		case int64:
			err = s.s.BindInt64(i+1, arg)
		case float64:
			err = s.s.BindFloat(i+1, arg)
		case string:
			err = s.s.BindText(i+1, arg)
		case []byte:
			switch {
			case arg == nil:
				err = s.s.BindNull(i + 1)
			case len(arg) == 0:
				err = s.s.BindZeroBlob(i+1, 0)
			default:
				err = s.s.BindBlob(i+1, arg)
			}
		default:
			// Without naming it: what is printed would have to be on the heap.
			return misuse("parameter " + strconv.Itoa(i+1) + " is of a type that cannot be bound")
		}
		if err != nil {
			return wrap(err)
		}
	}
	return nil
}

func (s *stmt) step() (there bool, err error) {
	defer catch(&err)
	if s.s.Step() {
		return true, nil
	}
	return false, wrap(s.s.Err())
}

func (s *stmt) reset() (err error) {
	defer catch(&err)
	return wrap(s.s.Reset())
}

func (s *stmt) finalize()           { s.s.Close() }
func (s *stmt) columns() int        { return s.s.ColumnCount() }
func (s *stmt) name(i int) string   { return s.s.ColumnName(i) }
func (s *stmt) kind(i int) Type     { return Type(s.s.ColumnType(i)) }
func (s *stmt) int64(i int) int64   { return s.s.ColumnInt64(i) }
func (s *stmt) float(i int) float64 { return s.s.ColumnFloat(i) }
func (s *stmt) text(i int) string   { return s.s.ColumnText(i) }
func (s *stmt) bytes(i int) []byte  { return s.s.ColumnBlob(i, nil) }

// wrap turns an error of the library into one of this package.
func wrap(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return &Error{Code: Full, Extended: int(Full), Message: err.Error()}
	}
	var extended sqlite3.ExtendedErrorCode
	if !errors.As(err, &extended) {
		return err
	}
	if extended == sqlite3.IOERR_WRITE {
		// The library loses the system's own error; a disk that takes no more is
		// nearly always why a write fails.
		return &Error{Code: Full, Extended: int(extended), Message: err.Error()}
	}
	// The library's text begins with the code's, which Error says in its own words.
	_, message, _ := strings.Cut(strings.TrimPrefix(err.Error(), "sqlite3: "), ": ")
	return &Error{Code: Code(extended & 0xff), Extended: int(extended), Message: message}
}
