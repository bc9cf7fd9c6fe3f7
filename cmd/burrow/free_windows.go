package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// freeBytes is how much free disk there is where browsers keep what is the user's, 0
// if that is unknown.
func freeBytes() int64 {
	home, err := os.UserHomeDir()
	if err != nil {
		return 0
	}
	name, err := windows.UTF16PtrFromString(home)
	if err != nil {
		return 0
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0
	}
	return int64(free)
}
