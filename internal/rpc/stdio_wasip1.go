package rpc

import (
	"fmt"
	"os"
	"syscall"
)

// Stdio returns the transport of the program's own standard input and output.
//
// A blocking read would stop the one thread, and with it every request under
// way, until the client sends something more. Standard input is therefore made
// non-blocking before the runtime learns of it, so that it waits by poll_oneoff.
func Stdio() (Transport, error) {
	if err := syscall.SetNonblock(syscall.Stdin, true); err != nil {
		return nil, fmt.Errorf("make standard input non-blocking: %w", err)
	}
	return NewStdio(os.NewFile(uintptr(syscall.Stdin), "stdin"), os.Stdout), nil
}
