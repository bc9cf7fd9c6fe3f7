package main

import (
	"fmt"
	"io"
	"log"
	"strings"

	"burrow/internal/say"
)

// libraryLog takes what the standard library logs by itself. Its words may hold a
// question or a key: net/http quotes what a server sends unasked, and the value of
// a panic. So what happened is written, and never what was said.
type libraryLog struct {
	out    io.Writer
	prefix string
}

func (l libraryLog) Write(p []byte) (int, error) {
	text := strings.TrimSpace(string(p))
	switch {
	case strings.HasPrefix(text, "Unsolicited response"):
		text = say.T("a provider sent data that was not asked for; the connection was closed")
	case strings.HasPrefix(text, "http: Accept error"):
		// Of the system, such as too many open files.
	default:
		text = say.T("the HTTP library reported a problem; its words are left out because they may be private")
	}
	fmt.Fprintf(l.out, "%s: %s\n", l.prefix, text)
	return len(p), nil
}

// catchLibraries has the standard logger write to out by way of a libraryLog.
func catchLibraries(out io.Writer) {
	log.SetFlags(0)
	log.SetOutput(libraryLog{out, "burrow"})
}
