// Command mariadb prints the path of a MariaDB server for tests, and installs Debian's
// package as root on Debian: the one with the server alone, which starts no service. Exit
// code 3 says that none can be had. Only the path goes to standard output.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"burrow/tools/debian"
)

func main() {
	path, ok := find(context.Background(), debian.May())
	if !ok {
		fmt.Fprintln(os.Stderr, "mariadb: no MariaDB was found and none could be installed: install mariadb-server-core, or set MARIADBD to the path of mariadbd")
		os.Exit(3)
	}
	fmt.Println(path)
}

func find(ctx context.Context, mayInstall bool) (path string, ok bool) {
	if path := os.Getenv("MARIADBD"); path != "" {
		return path, true
	}
	if path, err := exec.LookPath("mariadbd"); err == nil {
		return path, true
	}
	if mayInstall {
		fmt.Fprintln(os.Stderr, "mariadb: installing Debian's mariadb-server-core")
		if debian.Install(ctx, os.Stderr, "mariadb-server-core") {
			if path, err := exec.LookPath("mariadbd"); err == nil {
				return path, true
			}
		}
	}
	return "", false
}
