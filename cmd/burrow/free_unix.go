//go:build linux || darwin

package main

import (
	"os"
	"syscall"
)

// freeBytes is how much free disk there is where browsers keep what is the user's, 0
// if that is unknown.
func freeBytes() int64 {
	home, err := os.UserHomeDir()
	if err != nil {
		return 0
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(home, &disk); err != nil {
		return 0
	}
	return int64(disk.Bavail) * int64(disk.Bsize)
}
