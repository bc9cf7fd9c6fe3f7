//go:build !js && !wasip1

package rpc

import "os"

// Stdio returns the transport of the program's own standard input and output.
func Stdio() (Transport, error) { return NewStdio(os.Stdin, os.Stdout), nil }
