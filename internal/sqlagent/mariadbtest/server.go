// Package mariadbtest starts a throw-away MariaDB for tests: an unprivileged process on a
// socket of its own with its data in a temporary directory, gone with the test. It also
// loads the demo database into it.
package mariadbtest

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
)

// Options are what a test wants of the server beside being there.
type Options struct {
	// GeneralLog has the server write down every statement; Log reads it.
	GeneralLog bool
	// Certificate and Key have the server encrypt; both are PEM.
	Certificate, Key []byte
}

// Server is a running MariaDB.
type Server struct {
	Socket string

	dir string
	cmd *exec.Cmd
}

// errMissing means that there is no MariaDB.
var errMissing = errors.New("there is no MariaDB here: install mariadb-server-core, or set MARIADBD to the path of mariadbd")

// Start starts a server that ends with the test. Where there is no MariaDB the test is
// skipped; where CI is set it fails.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	path, err := find()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	s, err := start(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	return s
}

func find() (string, error) {
	if path := os.Getenv("MARIADBD"); path != "" {
		return path, nil
	}
	path, err := exec.LookPath("mariadbd")
	if err != nil {
		return "", errMissing
	}
	return path, nil
}

// nobody is the user that the server runs as where the test is root's: MariaDB refuses
// root.
const nobody = 65534

func start(path string, o Options) (*Server, error) {
	// Not the test's own directory: the path of a socket has at most 107 bytes.
	dir, err := os.MkdirTemp("", "mariadb")
	if err != nil {
		return nil, err
	}
	s := &Server{Socket: filepath.Join(dir, "socket"), dir: dir}
	err = s.launch(path, o)
	if err != nil {
		s.stop()
		return nil, fmt.Errorf("start MariaDB: %w", err)
	}
	return s, nil
}

func (s *Server) launch(path string, o Options) error {
	data := filepath.Join(s.dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		for _, name := range []string{s.dir, data} {
			if err := os.Chown(name, nobody, nobody); err != nil {
				return err
			}
		}
	}
	script, err := systemTables()
	if err != nil {
		return err
	}
	install := s.command(path, "--bootstrap", "--skip-networking", "--log-warnings=0")
	install.Stdin = strings.NewReader(script)
	if out, err := install.CombinedOutput(); err != nil {
		return fmt.Errorf("make its system tables: %w: %s", err, out)
	}
	// What --init-file says is done with all rights.
	first := filepath.Join(s.dir, "first.sql")
	if err := os.WriteFile(first, []byte("CREATE USER tester@localhost;\nGRANT ALL ON *.* TO tester@localhost WITH GRANT OPTION;\n"), 0o644); err != nil {
		return err
	}
	arguments := []string{"--skip-networking", "--init-file=" + first, "--local-infile=1", "--character-set-server=utf8mb4",
		"--innodb-flush-log-at-trx-commit=0", "--innodb-doublewrite=0", "--innodb-buffer-pool-size=256M"}
	encryption, err := s.encryption(o)
	if err != nil {
		return err
	}
	arguments = append(arguments, encryption...)
	if o.GeneralLog {
		arguments = append(arguments, "--general-log=1", "--general-log-file="+s.logFile())
	}
	s.cmd = s.command(path, arguments...)
	said, err := s.cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return err
	}
	return ready(said)
}

func (s *Server) encryption(o Options) ([]string, error) {
	if o.Certificate == nil {
		return []string{"--skip-ssl"}, nil
	}
	certificate, key := filepath.Join(s.dir, "certificate.pem"), filepath.Join(s.dir, "key.pem")
	if err := os.WriteFile(certificate, o.Certificate, 0o644); err != nil {
		return nil, err
	}
	if err := os.WriteFile(key, o.Key, 0o644); err != nil { // its directory is private
		return nil, err
	}
	return []string{"--ssl-cert=" + certificate, "--ssl-key=" + key}, nil
}

// ready returns when the server has said that it is. What it says later is read, too, so
// that it does not wait for a reader.
func ready(said io.Reader) error {
	lines := bufio.NewScanner(said)
	var all strings.Builder
	for lines.Scan() {
		fmt.Fprintln(&all, lines.Text())
		if strings.Contains(lines.Text(), "ready for connections") {
			go io.Copy(io.Discard, said)
			return nil
		}
	}
	return fmt.Errorf("it ended: %s", all.String())
}

func (s *Server) command(path string, arguments ...string) *exec.Cmd {
	cmd := exec.Command(path, append([]string{"--no-defaults", "--datadir=" + filepath.Join(s.dir, "data"), "--tmpdir=" + s.dir,
		"--socket=" + s.Socket, "--pid-file=" + filepath.Join(s.dir, "pid")}, arguments...)...)
	cmd.Dir = s.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return cmd
}

// systemTables is the script that makes the tables in which MariaDB keeps its users.
func systemTables() (string, error) {
	script := "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket=NULL;\n"
	for _, part := range []string{"system_tables.sql", "performance_tables.sql", "system_tables_data.sql"} {
		found, err := filepath.Glob("/usr/share/m*/m*_" + part)
		if err != nil {
			return "", err
		}
		if len(found) == 0 {
			return "", fmt.Errorf("MariaDB's %s is not in /usr/share/mysql", part)
		}
		text, err := os.ReadFile(found[0])
		if err != nil {
			return "", err
		}
		script += string(text) + "\n"
	}
	return script, nil
}

func (s *Server) logFile() string { return filepath.Join(s.dir, "general.log") }

// Log is what the server was asked since it started, if it writes that down.
func (s *Server) Log() (string, error) {
	text, err := os.ReadFile(s.logFile())
	return string(text), err
}

// Config is how the driver reaches a database of the server, as a user without a
// password; "tester" has all rights.
func (s *Server) Config(user, database string) *mysql.Config {
	c := mysql.NewConfig()
	c.Net, c.Addr, c.User, c.DBName = "unix", s.Socket, user, database
	c.ParseTime, c.Loc, c.Timeout = true, time.UTC, 10*time.Second
	return c
}

// Open opens a database of the server for the duration of the test.
func (s *Server) Open(t testing.TB, user, database string) *sql.DB {
	t.Helper()
	connector, err := mysql.NewConnector(s.Config(user, database))
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

// Pause has the server hang until the returned function is called, or the test ends.
func (s *Server) Pause(t testing.TB) (goOn func()) {
	t.Helper()
	send := func(signal syscall.Signal) {
		if err := s.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
	}
	send(syscall.SIGSTOP)
	// Its threads stop one after another: until the last has, a query may be taken.
	if _, err := syscall.Wait4(s.cmd.Process.Pid, nil, syscall.WUNTRACED, nil); err != nil {
		t.Fatal(err)
	}
	goOn = sync.OnceFunc(func() { send(syscall.SIGCONT) })
	t.Cleanup(goOn)
	return goOn
}

// stop kills the server: its data is temporary.
func (s *Server) stop() {
	if s.cmd != nil && s.cmd.Process != nil {
		s.cmd.Process.Kill()
		s.cmd.Wait()
	}
	os.RemoveAll(s.dir)
}
