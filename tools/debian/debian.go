// Package debian installs Debian's packages for the programs of this project that
// find something missing. It decides when that is allowed: as root, on Debian. Who
// must not install anything says what is missing instead.
package debian

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// May reports whether packages can be installed here.
func May() bool { return may(os.Geteuid(), "/etc/debian_version") }

func may(user int, versionFile string) bool {
	_, err := os.Stat(versionFile)
	return err == nil && user == 0
}

// Install reports whether the packages were installed. The log gets what apt-get
// prints, and why it failed.
func Install(ctx context.Context, log io.Writer, packages ...string) bool {
	return aptGet(ctx, log, "update") && aptGet(ctx, log, append([]string{"install", "-y"}, packages...)...)
}

func aptGet(ctx context.Context, log io.Writer, args ...string) bool {
	cmd := exec.CommandContext(ctx, "apt-get", args...)
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		fmt.Fprintf(log, "apt-get: %v\n", err)
		return false
	}
	return true
}
