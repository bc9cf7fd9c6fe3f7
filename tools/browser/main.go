// Command browser prints the path of a Chromium that runs on this machine, for
// the browser tests, and installs one where it may. It looks at $CHROME, then
// at the PATH; as root on Debian it installs the distribution's package,
// elsewhere Playwright's build. Only the path goes to standard output.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	_, err := os.Stat("/etc/debian_version")
	m := machine{
		root:   os.Geteuid() == 0,
		debian: err == nil,
		web:    filepath.Join(".", "web"),
		log:    os.Stderr,
	}
	path, err := m.find(context.Background())
	if err != nil {
		fmt.Fprintf(os.Stderr, "browser: %v\n", err)
		os.Exit(1)
	}
	fmt.Println(path)
}
