package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"burrow/tools/debian"
)

// machine is what find may know and use of the computer beside its environment.
type machine struct {
	mayInstall bool   // Debian's packages
	web        string // the directory with Playwright's node_modules
	log        io.Writer
}

var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// shellName is what the headless shell is called, as a program and as a package.
const shellName = "chromium-headless-shell"

var errNone = errors.New("no Chromium was found and none could be installed: install one, or set CHROME to its path")

// find returns the path of a browser that starts.
func (m machine) find(ctx context.Context) (string, error) {
	// A path that was asked for is used or refused, never replaced: tests of
	// another browser than the one meant would mislead.
	if path := os.Getenv("CHROME"); path != "" {
		if !m.starts(ctx, path) {
			return "", fmt.Errorf("CHROME is %q, which does not start", path)
		}
		return path, nil
	}
	if path, ok := m.onPath(ctx, names...); ok {
		return path, nil
	}
	if path, ok := m.playwright(ctx); ok {
		return path, nil
	}
	if m.mayInstall {
		m.say("installing Debian's chromium")
		if debian.Install(ctx, m.log, "chromium") {
			if path, ok := m.onPath(ctx, names...); ok {
				return path, nil
			}
		}
	}
	m.say("installing Playwright's chromium")
	if m.run(ctx, "npx", "playwright", "install", "chromium") {
		if path, ok := m.playwright(ctx); ok {
			return path, nil
		}
	}
	return "", errNone
}

// shell returns the path of Chromium's headless shell: the same engine without a window
// around it, which takes half as long to open a page. Where there is none it is the
// whole browser, which does the same.
func (m machine) shell(ctx context.Context) (string, error) {
	if os.Getenv("CHROME") != "" {
		return m.find(ctx)
	}
	if path, ok := m.onPath(ctx, shellName); ok {
		return path, nil
	}
	if m.mayInstall {
		m.say("installing Debian's " + shellName)
		if debian.Install(ctx, m.log, shellName) {
			if path, ok := m.onPath(ctx, shellName); ok {
				return path, nil
			}
		}
	}
	return m.find(ctx)
}

func (m machine) onPath(ctx context.Context, names ...string) (string, bool) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil && m.starts(ctx, path) {
			return path, true
		}
	}
	return "", false
}

// starts runs the browser: some distributions put a script at its name that only
// says where to get it.
func (m machine) starts(ctx context.Context, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return exec.CommandContext(ctx, path, "--version").Run() == nil
}

// playwright asks Playwright where its own build is or would be.
func (m machine) playwright(ctx context.Context) (string, bool) {
	const script = `import { chromium } from "@playwright/test"; console.log(chromium.executablePath());`
	cmd := exec.CommandContext(ctx, "node", "--input-type=module", "--eval", script)
	cmd.Dir = m.web
	out, err := cmd.Output()
	path := strings.TrimSpace(string(out))
	return path, err == nil && path != "" && m.starts(ctx, path)
}

// run reports whether a command succeeded; its output is progress for people.
func (m machine) run(ctx context.Context, name string, args ...string) bool {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = m.web
	cmd.Stdout, cmd.Stderr = m.log, m.log
	if err := cmd.Run(); err != nil {
		m.say(fmt.Sprintf("%s: %v", name, err))
		return false
	}
	return true
}

func (m machine) say(sentence string) { fmt.Fprintf(m.log, "browser: %s\n", sentence) }
