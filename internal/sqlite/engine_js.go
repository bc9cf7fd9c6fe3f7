package sqlite

import (
	"context"
	"strconv"
	"syscall/js"
	"unsafe"

	"burrow/internal/say"
)

// The engine of the browser: SQLite's official build is a module of its own with
// a memory of its own. Its functions are imported by the core, wasm to wasm, so a
// call costs no more than a few instructions and 64-bit numbers pass as they are.
// Bytes are copied from one memory into the other by the host (web/src/core/sqlite.ts).
//
// The host loads SQLite before the core, and sets globalThis.burrow.files to
// {kept, reason}: whether the pool of files is installed.

type conn struct {
	db      uint32
	home    Home
	buffer  []byte // where a Bind's texts are put together
	scratch region // and where they go
	guarded guarded
}

const poolVFS = "opfs-sahpool"

// The order is fixed: exclusive locking comes before the first read, else the log
// that a killed worker left would need shared memory, which the pool has not.
func pragmas(name string, o Options) []string {
	all := []string{"PRAGMA locking_mode = EXCLUSIVE", "PRAGMA trusted_schema = OFF", "PRAGMA foreign_keys = ON", "PRAGMA temp_store = MEMORY"}
	if o.ReadOnly {
		return append(all, "PRAGMA query_only = ON")
	}
	return append(all, "PRAGMA journal_mode = "+o.Journal, "PRAGMA synchronous = FULL", "PRAGMA secure_delete = ON")
}

func (c *conn) open(name string, o Options) error {
	vfs := poolVFS
	c.home = Home{Kept: true}
	if files := js.Global().Get("burrow").Get("files"); name == Memory {
		vfs, c.home = "", Home{Reason: say.T("It was asked for in memory.")}
	} else if !files.Get("kept").Bool() {
		name, vfs, c.home = Memory, "", Home{Reason: files.Get("reason").String()}
	} else {
		name = "/" + name
	}
	flags := int32(openReadWrite | openCreate)
	if o.ReadOnly && c.home.Kept {
		flags = openReadOnly
	}
	return c.openVFS(name, vfs, flags)
}

const (
	openReadOnly  = 1
	openReadWrite = 2
	openCreate    = 4
)

func (c *conn) openVFS(name, vfs string, flags int32) error {
	both := name + "\x00" + vfs + "\x00"
	// The four bytes before the names are where SQLite puts the handle.
	at, err := c.scratch.fill(append([]byte{0, 0, 0, 0}, both...))
	if err != nil {
		return err
	}
	vfsAt := uint32(0)
	if vfs != "" {
		vfsAt = at + 4 + uint32(len(name)) + 1
	}
	rc := sqliteOpen(at+4, at, flags, vfsAt)
	c.db = peek32(at)
	if rc != 0 {
		err := c.fail(rc)
		c.close()
		return err
	}
	sqliteExtendedCodes(c.db, 1)
	for _, l := range limits {
		sqliteLimit(c.db, l.limit, l.most)
	}
	// Otherwise a statement with LIMIT ? or < ? is planned anew for every value.
	const stablePlans = 1007 // SQLITE_DBCONFIG_ENABLE_QPSG
	if rc := sqliteConfig(c.db, stablePlans, 1, 0); rc != 0 {
		err := c.fail(rc)
		c.close()
		return err
	}
	return nil
}

// Home says where the database lives.
func (c *conn) Home() Home { return c.home }

func (c *conn) openImage(im *Image) error {
	if err := c.openVFS(Memory, "", openReadWrite|openCreate); err != nil {
		return err
	}
	c.home = Home{Reason: say.T("It is a copy.")}
	at, err := c.scratch.fill([]byte("main\x00"))
	if err != nil {
		c.close()
		return err
	}
	const readOnly = 4
	size := int64(im.size)
	if rc := sqliteDeserialize(c.db, at, im.at, size, size, readOnly); rc != 0 {
		err := c.fail(rc)
		c.close()
		return err
	}
	if err := c.defend(true); err != nil {
		c.close()
		return err
	}
	return nil
}

func (c *conn) defend(on bool) error {
	const defensive = 1010 // SQLITE_DBCONFIG_DEFENSIVE
	is := int32(0)
	if on {
		is = 1
	}
	if rc := sqliteConfig(c.db, defensive, is, 0); rc != 0 {
		return c.fail(rc)
	}
	return nil
}

func (c *conn) close() error {
	var err error
	if c.db != 0 {
		hostUnguard(c.db)
		if rc := sqliteClose(c.db); rc != 0 {
			err = c.fail(rc)
		}
	}
	c.scratch.free()
	c.db = 0
	return err
}

func (c *conn) exec(sql string) error {
	at, err := c.scratch.fill(append([]byte(sql), 0))
	if err != nil {
		return err
	}
	if rc := sqliteExec(c.db, at, 0, 0, 0); rc != 0 {
		return c.fail(rc)
	}
	return nil
}

func (c *conn) prepare(sql string, s *Stmt) error {
	at, err := c.scratch.fill(append(make([]byte, 8), sql...))
	if err != nil {
		return err
	}
	const persistent = 1
	rc := sqlitePrepare(c.db, at+8, int32(len(sql)), persistent, at, at+4)
	if rc != 0 {
		return c.fail(rc)
	}
	handle, tail := peek32(at), peek32(at+4)
	if handle == 0 {
		return misuse("no statement in " + strconv.Quote(sql))
	}
	if rest := sql[tail-at-8:]; !blank(rest) {
		sqliteFinalize(handle)
		return misuse("more than one statement in " + strconv.Quote(sql))
	}
	s.stmt = stmt{c: c, handle: handle, count: int(sqliteParameters(handle))}
	return nil
}

func (c *conn) lastID() int64    { return sqliteLastID(c.db) }
func (c *conn) changes() int     { return int(sqliteChanges(c.db)) }
func (c *conn) autocommit() bool { return sqliteAutocommit(c.db) != 0 }

// guarded is what may end a statement: a flag of the page, a time in Unix
// milliseconds, 0 for neither.
type guarded struct {
	flag  int32
	limit float64
}

func (c *conn) guard(ctx context.Context, flag int32) func() {
	before := c.guarded
	g := guarded{flag: flag}
	if deadline, there := ctx.Deadline(); there {
		g.limit = float64(deadline.UnixMilli())
	}
	if ctx.Err() != nil {
		g.limit = 1 // long ago
	}
	c.setGuard(g)
	return func() {
		if c.db != 0 {
			c.setGuard(before)
		}
	}
}

func (c *conn) setGuard(g guarded) {
	if g == c.guarded {
		return
	}
	c.guarded = g
	if g == (guarded{}) {
		hostUnguard(c.db)
		return
	}
	hostGuard(c.db, g.flag, g.limit)
}

// fail makes an error of a result and what SQLite says about it.
func (c *conn) fail(rc int32) error {
	if c.db == 0 {
		return &Error{Code: Code(rc & 0xff), Extended: int(rc)}
	}
	text := sqliteErrorText(c.db)
	message := string(region{at: text}.bytes(int(cLength(text))))
	code := Code(rc & 0xff)
	// Browsers report a full disk as a short write or a nonsensical count, and
	// SQLite what it makes of that.
	if full := hostStorageFull() != 0; full && (code == IO || code == CantOpen) {
		return &Error{Code: Full, Extended: int(Full), Message: "no room was left for a write"}
	}
	return &Error{Code: code, Extended: int(rc), Message: message}
}

func (c *conn) image() (*Image, error) {
	at, err := c.scratch.fill(append(make([]byte, 8), "main\x00"...))
	if err != nil {
		return nil, err
	}
	copied := sqliteSerialize(c.db, at+8, at, 0)
	size := int64(peek32(at)) | int64(peek32(at+4))<<32
	if copied == 0 {
		if size == 0 { // a database without a page
			return NewImage(0)
		}
		return nil, NoMemory
	}
	return &Image{memory{copied}, int(size)}, nil
}

type stmt struct {
	c      *conn
	handle uint32
	count  int
}

func (s *stmt) parameters() int { return s.count }

func (s *stmt) bind(args []any) error {
	buffer := s.c.buffer[:0]
	for _, arg := range args {
		switch arg := arg.(type) {
		case string:
			buffer = append(buffer, arg...)
		case []byte:
			buffer = append(buffer, arg...)
		}
	}
	// Even empty texts need an address that is not NULL.
	at, err := s.c.scratch.fill(buffer)
	if err != nil {
		return err
	}
	if s.c.buffer = buffer; cap(buffer) > keptBytes {
		s.c.buffer = nil
	}
	const transient = ^uint32(0) // SQLite copies before it returns
	for i, arg := range args {
		var rc int32
		n := int32(i + 1)
		switch arg := arg.(type) {
		case nil:
			rc = sqliteBindNull(s.handle, n)
		case bool:
			number := int64(0)
			if arg {
				number = 1
			}
			rc = sqliteBindInt64(s.handle, n, number)
		case int:
			rc = sqliteBindInt64(s.handle, n, int64(arg))
		case int64:
			rc = sqliteBindInt64(s.handle, n, arg)
		case float64:
			rc = sqliteBindDouble(s.handle, n, arg)
		case string:
			rc = sqliteBindText(s.handle, n, at, int32(len(arg)), transient)
			at += uint32(len(arg))
		case []byte:
			switch {
			case arg == nil:
				rc = sqliteBindNull(s.handle, n)
			case len(arg) == 0:
				rc = sqliteBindZeroBlob(s.handle, n, 0)
			default:
				rc = sqliteBindBlob(s.handle, n, at, int32(len(arg)), transient)
				at += uint32(len(arg))
			}
		default:
			// Without naming it: what is printed would have to be on the heap.
			return misuse("parameter " + strconv.Itoa(int(n)) + " is of a type that cannot be bound")
		}
		if rc != 0 {
			return s.c.fail(rc)
		}
	}
	s.c.scratch.shrink()
	return nil
}

func (s *stmt) step() (bool, error) {
	const row, done = 100, 101
	switch rc := sqliteStep(s.handle); rc {
	case row:
		return true, nil
	case done:
		return false, nil
	default:
		return false, s.c.fail(rc)
	}
}

// reset reports the error of the last step again, which its caller knows.
func (s *stmt) reset() error {
	sqliteReset(s.handle)
	return nil
}

func (s *stmt) finalize() {
	sqliteFinalize(s.handle)
	s.handle = 0
}

func (s *stmt) columns() int { return int(sqliteColumns(s.handle)) }

func (s *stmt) name(i int) string {
	at := sqliteColumnName(s.handle, int32(i))
	return string(region{at: at}.bytes(int(cLength(at))))
}

func (s *stmt) kind(i int) Type     { return Type(sqliteColumnType(s.handle, int32(i))) }
func (s *stmt) int64(i int) int64   { return sqliteColumnInt64(s.handle, int32(i)) }
func (s *stmt) float(i int) float64 { return sqliteColumnDouble(s.handle, int32(i)) }

func (s *stmt) text(i int) string {
	at := sqliteColumnText(s.handle, int32(i))
	if at == 0 {
		return ""
	}
	copied := region{at: at}.bytes(int(sqliteColumnBytes(s.handle, int32(i))))
	return unsafe.String(unsafe.SliceData(copied), len(copied)) // nobody else has it
}

func (s *stmt) bytes(i int) []byte {
	if s.kind(i) == Null {
		return nil
	}
	at := sqliteColumnBlob(s.handle, int32(i))
	if at == 0 {
		return []byte{} // an empty blob has no address
	}
	return region{at: at}.bytes(int(sqliteColumnBytes(s.handle, int32(i))))
}
