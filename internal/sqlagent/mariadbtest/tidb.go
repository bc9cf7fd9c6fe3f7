package mariadbtest

import (
	"database/sql"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
)

// StartTiDB starts the TiDB of the environment's TIDB and loads the demo database into it,
// without the secure views, which it cannot have. It ends with the test, which is skipped
// where TIDB is not set.
func StartTiDB(t testing.TB) (address string) {
	t.Helper()
	path := os.Getenv("TIDB")
	if path == "" {
		t.Skip("TIDB is not set to the path of tidb-server: make test-tidb")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(address)
	dir := t.TempDir()
	server := exec.Command(path, "-store", "unistore", "-path", filepath.Join(dir, "data"), "-temp-dir", filepath.Join(dir, "temp"), "-host", "127.0.0.1", "-P", port, "-report-status=false", "-L", "error")
	server.Dir = dir // it keeps a log of slow queries where it is started
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var said strings.Builder
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	loadTiDB(t, address)
	return address
}

func loadTiDB(t testing.TB, address string) {
	t.Helper()
	c := mysql.NewConfig()
	c.Net, c.Addr, c.User, c.Timeout, c.Logger = "tcp", address, "root", 10*time.Second, &mysql.NopLogger{}
	connector, err := mysql.NewConnector(c)
	if err != nil {
		t.Fatal(err)
	}
	root := sql.OpenDB(connector)
	defer root.Close()
	deadline := time.Now().Add(2 * time.Minute)
	for root.PingContext(t.Context()) != nil {
		if time.Now().After(deadline) {
			t.Fatal("TiDB does not answer")
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
	conn, err := root.Conn(t.Context())
	if err == nil {
		defer conn.Close()
		err = LoadDemo(t.Context(), conn, false)
	}
	if err != nil {
		t.Fatal(err)
	}
}
