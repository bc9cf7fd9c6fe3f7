package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundlePage builds what the browser loads into build/: the page and its worker
// with the npm libraries, and the core.
func bundlePage(modules string) (string, error) {
	dir, err := filepath.Abs(filepath.Join(buildDir, "page"))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	progress("building the page")
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(toolDir, "browser", "page.ts"), filepath.Join(toolDir, "browser", "worker.ts")},
		NodePaths:   []string{modules},
		Outdir:      dir,
		Bundle:      true,
		// A worker then loads only the library and the encoding that it runs.
		Splitting: true,
		Format:    api.FormatESModule,
		Platform:  api.PlatformBrowser,
		Target:    api.ES2022,
		Write:     true,
	})
	if len(result.Errors) > 0 {
		return "", fmt.Errorf("bundle the page: %s", result.Errors[0].Text)
	}
	progress("building the core for the browser")
	env := []string{"GOOS=js", "GOARCH=wasm"}
	core := "./" + toolDir + "/browser/core"
	// Built as the Makefile builds the core.
	err = runIn(".", env, "go", "build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-gcflags=burrow/internal/tokens=", "-o", filepath.Join(dir, "core.wasm"), core)
	if err != nil {
		return "", err
	}
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("ask go for its root: %w", err)
	}
	exec, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(dir, "wasm_exec.js"), exec, 0o644)
}

// findChromium returns the browser to run: $CHROME, or what the path has.
func findChromium() (string, error) {
	if path := os.Getenv("CHROME"); path != "" {
		return path, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("this machine has no Chromium; name one in $CHROME")
}
