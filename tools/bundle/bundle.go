package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"burrow/internal/proxy"
)

// The encodings whose vocabularies are assets of the page.
var vocabularies = []string{"cl100k_base", "o200k_base"}

// page collects the files of a build in memory.
type page struct {
	root  string
	files []output
	urls  map[string]string // placeholder of index.html to address
	// packages are the npm packages in the page, with their directories.
	packages map[string]string
}

// output is one file of the page before it is compressed.
type output struct {
	name string // without the hash
	path string // below web/dist
	data []byte
}

// bundle builds the page of the project at root and replaces its web/dist.
func bundle(root, version string) (proxy.Bundle, error) {
	return bundleInto(filepath.Join(root, "web", "dist"), root, version, best(root))
}

// bundleInto builds the page of the project at root and replaces what is in dist.
// The order is that of the names: the core's and the vocabularies' addresses go
// into the worker, the worker's into the page's script, all of them into the
// shell and into the list of the service worker.
func bundleInto(dist, root, version string, e effort) (proxy.Bundle, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return proxy.Bundle{}, err
	}
	if _, err := os.Stat(filepath.Join(root, "web", "node_modules")); err != nil {
		return proxy.Bundle{}, errors.New("web/node_modules is missing: run `make setup`")
	}
	p := newPage(root)
	assets, err := p.addData()
	if err != nil {
		return proxy.Bundle{}, err
	}
	if err := p.addScripts(assets, version); err != nil {
		return proxy.Bundle{}, err
	}
	if err := p.addStatic(); err != nil {
		return proxy.Bundle{}, err
	}
	shell, build, err := p.finish(version)
	if err != nil {
		return proxy.Bundle{}, err
	}
	stored, err := compressAll(p.files, e)
	if err != nil {
		return proxy.Bundle{}, err
	}
	list := proxy.Bundle{Build: build, Scripts: shell.scripts, Styles: shell.styles}
	for _, s := range stored {
		list.Files = append(list.Files, s.listed())
	}
	return list, writeDist(dist, list, stored)
}

func newPage(root string) *page {
	return &page{root: root, urls: make(map[string]string), packages: make(map[string]string)}
}

// read returns an input file; a missing one is reported with what to do.
func (p *page) read(name, remedy string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(p.root, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing: %s", name, remedy)
	}
	p.use(name)
	return data, err
}

// add puts a file under its hashed name and returns its address. The hash is of
// the content, so a changed file has a new name and an old name never lies.
func (p *page) add(name string, data []byte) string {
	digest := sha256.Sum256(data)
	ext := path.Ext(name)
	file := "assets/" + strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(digest[:5]) + ext
	p.files = append(p.files, output{name, file, data})
	return "/" + file
}

// addData adds what the worker loads at run time and returns the addresses by
// the names the worker knows.
func (p *page) addData() (map[string]string, error) {
	core, err := p.read("build/core.wasm", "run `make build`")
	if err != nil {
		return nil, err
	}
	sqlite, err := p.read("web/node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm", "run `make setup`")
	if err != nil {
		return nil, err
	}
	assets := map[string]string{"core": p.add("core.wasm", core), "sqlite": p.add("sqlite3.wasm", sqlite)}
	for _, name := range vocabularies {
		packed, err := p.read("internal/tokens/vocab/"+name+".bin", "run `go run ./tools/packvocab`")
		if err != nil {
			return nil, err
		}
		assets[name] = p.add(name+".bin", packed)
	}
	related, err := p.read("internal/recall/related.bin", "run `go run ./tools/relatedwords`")
	if err != nil {
		return nil, err
	}
	assets["related"] = p.add("related.bin", related)
	languages, err := p.languages()
	if err != nil {
		return nil, err
	}
	assets["languages"] = p.add("languages.txt", languages)
	for name, url := range assets {
		p.urls[name] = url
	}
	return assets, nil
}

// languages are the tables of other languages than English, in one file.
func (p *page) languages() (all []byte, err error) {
	const folder = "internal/understand/languages/"
	names, err := filepath.Glob(filepath.Join(p.root, folder, "*.txt"))
	for _, name := range names {
		text, err := p.read(folder+filepath.Base(name), "it is in the repository")
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	if len(names) == 0 && err == nil {
		err = errors.New(folder + " is missing: it is in the repository")
	}
	if err != nil {
		return nil, err
	}
	corrections, err := p.read("internal/memory/corrections.txt", "it is in the repository")
	return append(all, corrections...), err
}

func (p *page) addScripts(assets map[string]string, version string) error {
	worker, err := p.compile("web/src/core/worker.ts", map[string]any{
		"__ASSETS__":  assets,
		"__VERSION__": version,
	}, leanSQLite)
	if err != nil {
		return err
	}
	p.urls["worker"] = p.addCompiled(worker)["worker.js"]

	if err := p.addLocal(); err != nil {
		return err
	}
	if err := p.addProse(); err != nil {
		return err
	}
	if err := p.addReader(); err != nil {
		return err
	}
	style, err := p.compile("web/src/style/later.css", nil)
	if err != nil {
		return err
	}
	main, err := p.compile("web/src/app/main.tsx", map[string]any{
		"__WORKER__":    p.urls["worker"],
		"__LOCAL__":     p.urls["local"],
		"__CODE__":      p.urls["code"],
		"__INCOMING__":  p.urls["incoming"],
		"__DOCUMENTS__": p.urls["documents"],
		"__MANUAL__":    p.urls["manual"],
		"__MATHS__":     map[string]string{"script": p.urls["maths"], "style": p.urls["maths.css"]},
		"__LATER__":     p.addCompiled(style)["later.css"],
		"__VERSION__":   version,
	})
	if err != nil {
		return err
	}
	return p.addMain(main)
}

// addMain adds the page's script: what every visit loads, which is main.js and what it
// shares with the rest, chunk.js, and the rest, later.js. A second file that is shared
// would be one more to wait for, and in no budget.
func (p *page) addMain(results []output) error {
	shared := 0
	for _, r := range results {
		if r.name == "chunk.js" {
			shared++
		}
	}
	if shared > 1 {
		return fmt.Errorf("the page's script falls into %d shared files: import what comes later in one place", shared)
	}
	for name, url := range p.addCompiled(results) {
		switch name {
		case "main.js", "main.css", "chunk.js":
			p.urls[name] = url
		case "inter-latin-wght-normal.woff2":
			p.urls["inter"] = url
		}
	}
	return nil
}

// addLocal adds what runs a model in the browser, none of which a first visit loads:
// the library's WebAssembly, the worker around it, and the script that starts it.
func (p *page) addLocal() error {
	library, err := p.read("web/node_modules/@wllama/wllama/esm/wasm/wllama.wasm", "run `make setup`")
	if err != nil {
		return err
	}
	worker, err := p.compile("web/src/models/local/worker.ts", map[string]any{"__WLLAMA__": p.add("wllama.wasm", library)})
	if err != nil {
		return err
	}
	// The server knows it by this name: it has a policy of its own.
	address := p.add("model.js", worker[0].data)
	local, err := p.compile("web/src/models/local/local.ts", map[string]any{"__MODEL_WORKER__": address})
	if err != nil {
		return err
	}
	p.urls["local"] = p.addCompiled(local)["local.js"]
	return nil
}

// addProse adds what colours code and sets formulas, none of which a first visit loads:
// a worker with the script that asks it, and a script with its style sheet and font.
func (p *page) addProse() error {
	worker, err := p.compile("web/src/prose/highlight.ts", nil)
	if err != nil {
		return err
	}
	code, err := p.compile("web/src/prose/code.ts", map[string]any{"__HIGHLIGHT__": p.addCompiled(worker)["highlight.js"]})
	if err != nil {
		return err
	}
	p.urls["code"] = p.addCompiled(code)["code.js"]
	maths, err := p.compile("web/src/prose/maths.ts", nil)
	if err != nil {
		return err
	}
	added := p.addCompiled(maths)
	p.urls["maths"], p.urls["maths.css"] = added["maths.js"], added["maths.css"]
	return nil
}

// addCompiled adds the results of a compilation and returns their addresses by
// name. What esbuild has named already (fonts, since the style sheet refers to
// them) keeps that name.
func (p *page) addCompiled(results []output) map[string]string {
	urls := make(map[string]string)
	for _, r := range results {
		if r.path == "" {
			urls[r.name] = p.add(r.name, r.data)
			continue
		}
		p.files = append(p.files, r)
		urls[r.name] = "/" + r.path
	}
	return urls
}

// addStatic adds the files of web/static, if there are any, under the names they
// have there: browsers ask for some of them, such as /favicon.svg, by name.
func (p *page) addStatic() error {
	dir := filepath.Join(p.root, "web", "static")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	static := os.DirFS(dir)
	return fs.WalkDir(static, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if name == "index.html" || name == serviceScript || name == licensesFile || name == proxy.BundleFile || strings.HasPrefix(name, "assets/") {
			return fmt.Errorf("web/static/%s has the name of a built file", name)
		}
		data, err := fs.ReadFile(static, name)
		if err != nil {
			return err
		}
		p.files = append(p.files, output{name, name, data})
		return nil
	})
}

// writeDist replaces the content of dir. index.html, the last of the files, is
// what the Makefile takes for the sign of a complete build; the list comes first,
// so that a server started on half a build finds out.
func writeDist(dir string, list proxy.Bundle, stored []compressed) error {
	for _, s := range stored {
		if proxy.ContentType(s.path) == "" {
			return fmt.Errorf("%s has an extension the server does not know", s.path)
		}
	}
	if err := clearDist(dir); err != nil {
		return err
	}
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	if err := writeFile(dir, proxy.BundleFile, append(text, '\n')); err != nil {
		return err
	}
	for _, s := range stored {
		for suffix, data := range map[string][]byte{".br": s.brotli, ".gz": s.gzip} {
			if len(data) == 0 {
				continue
			}
			if err := writeFile(dir, s.path+suffix, data); err != nil {
				return err
			}
		}
		if err := writeFile(dir, s.path, s.data); err != nil {
			return err
		}
	}
	return nil
}

// clearDist keeps .gitkeep, which holds the directory in the repository.
func clearDist(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if e.Name() == ".gitkeep" {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(dir, name string, data []byte) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}
