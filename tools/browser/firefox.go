package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"burrow/tools/debian"
)

var firefoxNames = []string{"firefox-esr", "firefox"}

// errNoFirefox means that there is none and none may be installed: the caller says
// that its tests are left out.
var errNoFirefox = errors.New("no Firefox was found and none could be installed: install one, or set FIREFOX to its path")

// firefox returns the path of a Firefox that starts. Only Debian's package is
// installed by itself: the builds of test libraries are not what people use.
func (m machine) firefox(ctx context.Context) (string, error) {
	if path := os.Getenv("FIREFOX"); path != "" {
		if !m.starts(ctx, path) {
			return "", fmt.Errorf("FIREFOX is %q, which does not start", path)
		}
		return path, nil
	}
	if path, ok := m.onPath(ctx, firefoxNames...); ok {
		return path, nil
	}
	if m.mayInstall {
		m.say("installing Debian's firefox-esr")
		if debian.Install(ctx, m.log, "firefox-esr") {
			if path, ok := m.onPath(ctx, firefoxNames...); ok {
				return path, nil
			}
		}
	}
	return "", errNoFirefox
}
