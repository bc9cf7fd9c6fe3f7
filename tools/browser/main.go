// Command browser prints the path of a Chromium that runs on this machine, for
// the browser tests, and installs one where it may. It looks at $CHROME, then
// at the PATH; as root on Debian it installs the distribution's package,
// elsewhere Playwright's build. With -shell it is Chromium's headless shell, where
// there is one. With -firefox it is a Firefox, by $FIREFOX, the PATH
// or Debian's package, and exit code 3 says that none can be had. Only the path goes
// to standard output.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"burrow/tools/debian"
)

func main() {
	firefox := flag.Bool("firefox", false, "look for a Firefox")
	shell := flag.Bool("shell", false, "look for Chromium's headless shell")
	flag.Parse()
	m := machine{mayInstall: debian.May(), web: filepath.Join(".", "web"), log: os.Stderr}
	find := m.find
	switch {
	case *firefox:
		find = m.firefox
	case *shell:
		find = m.shell
	}
	path, err := find(context.Background())
	if err != nil {
		fmt.Fprintf(os.Stderr, "browser: %v\n", err)
		if errors.Is(err, errNoFirefox) {
			os.Exit(3)
		}
		os.Exit(1)
	}
	fmt.Println(path)
}
