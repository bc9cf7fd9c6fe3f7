//go:build unix

package main

import "syscall"

// keepPrivate makes every file that the program creates readable by its owner
// only: nearly all of them hold chats or keys.
func keepPrivate() { syscall.Umask(0o077) }
