// Package burrow holds the built page, so that the native program is one file.
// It decides nothing: tools/bundle writes web/dist, internal/proxy serves it.
package burrow

import (
	"embed"
	"io/fs"
)

// The `all:` prefix takes .gitkeep along, which lets a checkout that has not
// been built compile; the server then says that the page is missing.
//
//go:embed all:web/dist
var dist embed.FS

// Page returns the files of web/dist as they were when the program was built.
func Page() fs.FS {
	page, err := fs.Sub(dist, "web/dist")
	if err != nil {
		panic(err) // the embed pattern above names this directory
	}
	return page
}
