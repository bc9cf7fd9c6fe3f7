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
	"syscall"
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
	// Two clones that install at once take turns: apt-get does not wait for the list of
	// packages that another one fetches.
	if turn, err := os.Open("/var/lib/dpkg"); err == nil {
		defer turn.Close()
		if err := syscall.Flock(int(turn.Fd()), syscall.LOCK_EX); err != nil {
			fmt.Fprintf(log, "apt-get: %v\n", err)
		}
	}
	return aptGet(ctx, log, "update") && aptGet(ctx, log, append([]string{"install", "-y"}, packages...)...)
}

// patience has apt-get wait for who else installs something, and try again if a server
// does not answer.
var patience = []string{"-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3"}

func aptGet(ctx context.Context, log io.Writer, args ...string) bool {
	cmd := exec.CommandContext(ctx, "apt-get", append(args, patience...)...)
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		fmt.Fprintf(log, "apt-get: %v\n", err)
		return false
	}
	return true
}
