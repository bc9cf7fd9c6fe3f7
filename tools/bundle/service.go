package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"burrow/internal/proxy"
)

// serviceScript is the service worker. Its name has no hash: the browser asks for
// it by this one for as long as the page is kept.
const serviceScript = "service.js"

// When the service worker keeps a file.
const (
	keepFirst = "first" // or the page is not kept at all
	keepLater = "later" // after those
	keepOnUse = "use"   // when the page first asks for it
)

// The files without which the page does not start.
var essential = []string{
	"main.js", "chunk.js", "main.css", "worker.js", "core.wasm", "sqlite3.wasm",
	"cl100k_base.bin", "inter-latin-wght-normal.woff2", "favicon.svg", "manifest.webmanifest",
}

// serviceList is what the service worker is told: web/src/service/list.ts.
type serviceList struct {
	Version string        `json:"version"`
	Build   string        `json:"build"`
	Files   []serviceFile `json:"files"`
}

type serviceFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	Type   string `json:"type"`
	Keep   string `json:"keep"`
}

// finish adds the licences, names the build and adds the two files that know its
// name: the service worker, with the list of all others, and the shell, last, so that an interrupted
// run leaves no page that looks complete.
//
// The name is a digest of everything else and of what these two are made from.
func (p *page) finish(version string) (shell, string, error) {
	source, err := p.read("index.html", "it is the page's shell")
	if err != nil {
		return shell{}, "", err
	}
	bare, err := p.service(serviceList{Version: version, Files: []serviceFile{}})
	if err != nil {
		return shell{}, "", err
	}
	licences, err := p.licenses()
	if err != nil {
		return shell{}, "", err
	}
	p.files = append(p.files, output{licensesFile, licensesFile, licences})
	build := p.digest(source, bare)
	p.urls["build"] = build
	made, err := makeShell(string(source), p.urls)
	if err != nil {
		return shell{}, "", fmt.Errorf("index.html: %w", err)
	}
	index := output{"index.html", "index.html", []byte(made.html)}
	list := serviceList{Version: version, Build: build}
	// The shell is served under the page's addresses, and not under its own name.
	list.Files = append(list.Files, serviceFile{"/", sha256Hex(index.data), proxy.ContentType(index.path), keepFirst})
	for _, f := range p.files {
		list.Files = append(list.Files, serviceFile{"/" + f.path, sha256Hex(f.data), proxy.ContentType(f.path), keepWhen(f.name)})
	}
	script, err := p.service(list)
	if err != nil {
		return shell{}, "", err
	}
	p.files = append(p.files, output{serviceScript, serviceScript, script}, index)
	return made, build, nil
}

func (p *page) service(list serviceList) ([]byte, error) {
	const entry = "web/src/service/worker.ts"
	compiled, err := p.compile(entry, map[string]any{"__SERVICE__": list})
	if err != nil {
		return nil, err
	}
	if len(compiled) != 1 {
		return nil, fmt.Errorf("%s gives %d files, not one", entry, len(compiled))
	}
	return compiled[0].data, nil
}

// digest is of the names and contents of all files so far and of the others.
func (p *page) digest(others ...[]byte) string {
	var lines []string
	for _, f := range p.files {
		lines = append(lines, f.path+" "+sha256Hex(f.data))
	}
	slices.Sort(lines)
	for _, data := range others {
		lines = append(lines, sha256Hex(data))
	}
	return sha256Hex([]byte(strings.Join(lines, "\n")))[:16]
}

// keepWhen tells by a file's name. A model in the browser is for those who use it:
// its engine alone is larger than the page. Most machines have a font for formulas.
func keepWhen(name string) string {
	switch {
	case slices.Contains(essential, name):
		return keepFirst
	case name == "model.js", name == "related.bin", name == "pdfium.wasm", name == "manual.zip", name == licensesFile, strings.HasPrefix(name, "wllama"), strings.HasPrefix(name, "stix-"):
		return keepOnUse
	}
	return keepLater
}

func sha256Hex(data []byte) string {
	digest := sha256.Sum256(data)
	return hex.EncodeToString(digest[:])
}
