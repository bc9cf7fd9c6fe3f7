package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"burrow/internal/proxy"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// project writes the fixture into a new directory.
func project(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/site.txtar")
	require.NoError(t, err)
	root := t.TempDir()
	for _, f := range archive.Files {
		require.NoError(t, writeFile(root, f.Name, f.Data))
	}
	return root
}

func readDist(t *testing.T, root string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	dist := os.DirFS(filepath.Join(root, "web", "dist"))
	require.NoError(t, fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dist, name)
		files[name] = string(data)
		return err
	}))
	return files
}

func pathOf(t *testing.T, list proxy.Bundle, name string) string {
	t.Helper()
	i := slices.IndexFunc(list.Files, func(f proxy.File) bool { return f.Name == name })
	require.GreaterOrEqual(t, i, 0, "%s was not built", name)
	return list.Files[i].Path
}

func TestNamesLeadFromTheShellToTheCore(t *testing.T) {
	root := project(t)
	list, err := bundle(root, "1.2.3")
	require.NoError(t, err)
	dist := readDist(t, root)

	core, worker := pathOf(t, list, "core.wasm"), pathOf(t, list, "worker.js")
	script, style := pathOf(t, list, "main.js"), pathOf(t, list, "main.css")
	font := pathOf(t, list, "inter-latin-wght-normal.woff2")
	cl100k, o200k := pathOf(t, list, "cl100k_base.bin"), pathOf(t, list, "o200k_base.bin")
	for _, path := range []string{core, worker, script, style, font, cl100k, o200k} {
		require.Regexp(t, `^assets/[a-z0-9_-]+-[A-Za-z0-9]{8,10}\.[a-z0-9]+$`, path)
	}

	languages := pathOf(t, list, "languages.txt")
	for _, path := range []string{core, cl100k, o200k, languages} {
		require.Contains(t, dist[worker], "/"+path)
	}
	require.Regexp(t, `^language de\n(.*\n)*language it\ncorrections now jetzt\n$`, dist[languages])
	require.Contains(t, dist[worker], "1.2.3")
	require.Contains(t, dist[worker], "globalThis.Go=class", "Go's own loader is part of the worker")
	require.Contains(t, dist[script], "/"+worker)
	require.Contains(t, dist[script], "1.2.3")
	require.Contains(t, dist[style], `url("/`+font+`")`)
	for _, path := range []string{core, cl100k, worker, script, style, font} {
		require.Contains(t, dist["index.html"], `"/`+path+`"`)
	}
	require.NotRegexp(t, `%[a-z]`, dist["index.html"])
	require.Contains(t, dist["index.html"], "width: 50%; height: 100%", "a percentage is no placeholder")
	require.Contains(t, dist, "favicon.svg")
}

func TestNamesLeadToTheModelOnlyByAScriptOfItsOwn(t *testing.T) {
	root := project(t)
	list, err := bundle(root, "1")
	require.NoError(t, err)
	dist := readDist(t, root)
	library, worker, local := pathOf(t, list, "wllama.wasm"), pathOf(t, list, "model.js"), pathOf(t, list, "local.js")
	require.Contains(t, dist[worker], "/"+library)
	require.Contains(t, dist[local], "/"+worker)
	require.NotContains(t, dist["index.html"], "wllama")
	require.NotContains(t, dist["index.html"], local)
}

func TestColoursAndFormulasAreScriptsOfTheirOwn(t *testing.T) {
	root := project(t)
	list, err := bundle(root, "1")
	require.NoError(t, err)
	dist := readDist(t, root)
	for name, from := range map[string]string{"code.js": "main.js", "highlight.js": "code.js", "maths.js": "main.js", "maths.css": "main.js"} {
		path := pathOf(t, list, name)
		require.Contains(t, dist[pathOf(t, list, from)]+dist[pathOf(t, list, "chunk.js")], "/"+path)
		require.NotContains(t, dist["index.html"], path, "a first visit does not load it")
		require.Equal(t, keepLater, keepWhen(name), "it is there without a network")
	}
}

func TestWhatReadsFilesIsOfScriptsOfItsOwn(t *testing.T) {
	root := project(t)
	list, err := bundle(root, "1")
	require.NoError(t, err)
	dist := readDist(t, root)
	for _, c := range []struct{ name, from, keep string }{
		{"incoming.js", "main.js", keepLater},
		{"documents.js", "main.js", keepLater},
		{"reader.js", "incoming.js", keepLater},
		{"reader.js", "documents.js", keepLater},
		{"reader.wasm", "reader.js", keepLater},
		{"pdfium.wasm", "reader.js", keepOnUse},
	} {
		path := pathOf(t, list, c.name)
		require.Contains(t, dist[pathOf(t, list, c.from)]+dist[pathOf(t, list, "chunk.js")], "/"+path)
		require.NotContains(t, dist["index.html"], path, "a first visit does not load it")
		require.Equal(t, c.keep, keepWhen(c.name), c.name)
	}
}

func TestWhatComesLaterIsAScriptOfItsOwn(t *testing.T) {
	root := project(t)
	list, err := bundle(root, "1")
	require.NoError(t, err)
	dist := readDist(t, root)
	main, shared, later, style := pathOf(t, list, "main.js"), pathOf(t, list, "chunk.js"), pathOf(t, list, "later.js"), pathOf(t, list, "later.css")
	require.Contains(t, dist["index.html"], `<link rel="modulepreload" href="/`+shared+`">`)
	require.NotContains(t, dist["index.html"], later, "a first visit does not wait for it")
	require.NotContains(t, dist["index.html"], style)
	require.Contains(t, dist[main], `import("/`+later+`")`)
	require.Contains(t, dist[main], "/"+style)
	for _, script := range []string{main, later} {
		require.Contains(t, dist[script], "/"+shared, "what both need is there once")
		require.NotContains(t, dist[script], "and hello again")
	}
	require.Equal(t, keepFirst, keepWhen("chunk.js"))
	require.Equal(t, keepLater, keepWhen("later.js"), "it is there without a network")
}

func TestWhatIsSharedIsOneFile(t *testing.T) {
	root := project(t)
	// Two scripts that come later share something that the page's script does not have.
	for _, name := range []string{"one", "two"} {
		require.NoError(t, writeFile(root, "web/src/app/"+name+".ts", []byte(`import { both } from "./both.js"; import { greet } from "./greet.js"; console.log(both, greet("`+name+`"));`)))
	}
	require.NoError(t, writeFile(root, "web/src/app/both.ts", []byte(`export const both = ["both", "of", "them"];`)))
	require.NoError(t, writeFile(root, "web/src/app/main.tsx", []byte(`import { greet } from "./greet.js"; import "../style/main.css"; console.log(greet("you"), import("./one.js"), import("./two.js"));`)))
	_, err := bundle(root, "1")
	require.EqualError(t, err, "the page's script falls into 2 shared files: import what comes later in one place")
}

func TestListTellsWhatIsThere(t *testing.T) {
	root := project(t)
	want, err := bundle(root, "1")
	require.NoError(t, err)
	// The server's own reader compares the sizes with the files.
	got, err := proxy.ReadBundle(os.DirFS(filepath.Join(root, "web", "dist")))
	require.NoError(t, err)
	require.Equal(t, want, got)

	dist := readDist(t, root)
	for _, f := range got.Files {
		digest := sha256.Sum256([]byte(dist[f.Path]))
		require.Equal(t, hex.EncodeToString(digest[:]), f.SHA256, f.Path)
		delete(dist, f.Path)
		if f.Brotli > 0 {
			text, err := io.ReadAll(brotli.NewReader(strings.NewReader(dist[f.Path+".br"])))
			require.NoError(t, err)
			require.Equal(t, digest, sha256.Sum256(text))
			delete(dist, f.Path+".br")
		}
		if f.Gzip > 0 {
			r, err := gzip.NewReader(strings.NewReader(dist[f.Path+".gz"]))
			require.NoError(t, err)
			text, err := io.ReadAll(r)
			require.NoError(t, err)
			require.Equal(t, digest, sha256.Sum256(text))
			delete(dist, f.Path+".gz")
		}
		wantSiblings := f.Name != "inter-latin-wght-normal.woff2"
		require.Equal(t, wantSiblings, f.Brotli > 0 && f.Gzip > 0, f.Name)
	}
	delete(dist, proxy.BundleFile)
	require.Empty(t, dist, "every other file is listed")
}

func TestTwoRunsGiveTheSameBytes(t *testing.T) {
	first, second := project(t), project(t)
	for _, root := range []string{first, second, second} { // the third run meets a warm cache
		_, err := bundle(root, "1")
		require.NoError(t, err)
	}
	require.Equal(t, readDist(t, first), readDist(t, second))
}

func TestStaleOutputIsRemoved(t *testing.T) {
	root := project(t)
	require.NoError(t, writeFile(root, "web/dist/.gitkeep", nil))
	require.NoError(t, writeFile(root, "web/dist/assets/old-123.js", []byte("old")))
	_, err := bundle(root, "1")
	require.NoError(t, err)
	before := readDist(t, root)
	require.Contains(t, before, ".gitkeep")
	require.NotContains(t, before, "assets/old-123.js")

	require.NoError(t, writeFile(root, "build/core.wasm", bytes.Repeat([]byte("other "), 50)))
	_, err = bundle(root, "1")
	require.NoError(t, err)
	after := readDist(t, root)
	require.Len(t, after, len(before))
	var changed []string
	hash := regexp.MustCompile(`-[0-9a-f]{10}\.`)
	for name := range after {
		if _, same := before[name]; !same {
			changed = append(changed, hash.ReplaceAllString(name, "."))
		}
	}
	slices.Sort(changed)
	require.Equal(t, []string{
		"assets/core.wasm", "assets/core.wasm.br", "assets/core.wasm.gz",
		"assets/main.js", "assets/main.js.br", "assets/main.js.gz",
		"assets/worker.js", "assets/worker.js.br", "assets/worker.js.gz",
	}, changed, "a new core renames what leads to it and nothing else")
}

func TestCacheHoldsThisBuildOnly(t *testing.T) {
	root := project(t)
	_, err := bundle(root, "1")
	require.NoError(t, err)
	cache := filepath.Join(root, "build", "compressed")
	before, err := os.ReadDir(cache)
	require.NoError(t, err)

	// A kept result is used as it is: what a later run returns came from there.
	core, err := os.ReadFile(filepath.Join(root, "build", "core.wasm"))
	require.NoError(t, err)
	digest := sha256.Sum256(core)
	kept := filepath.Join(cache, cacheName(hex.EncodeToString(digest[:]), ".br"))
	require.NoError(t, os.WriteFile(kept, []byte("kept"), 0o644))
	list, err := bundle(root, "1")
	require.NoError(t, err)
	require.Equal(t, "kept", readDist(t, root)[pathOf(t, list, "core.wasm")+".br"])

	require.NoError(t, writeFile(root, "build/core.wasm", []byte("another core, another core, another core")))
	_, err = bundle(root, "1")
	require.NoError(t, err)
	require.NoFileExists(t, kept)
	after, err := os.ReadDir(cache)
	require.NoError(t, err)
	require.Len(t, after, len(before))
}

// A page for this machine alone is the same page, compressed with less effort.
func TestQuickPageIsTheSamePage(t *testing.T) {
	root := project(t)
	want, err := bundle(root, "1")
	require.NoError(t, err)
	kept, err := os.ReadDir(filepath.Join(root, "build", "compressed"))
	require.NoError(t, err)

	dist := filepath.Join(root, "build", "quick")
	got, err := bundleInto(dist, root, "1", quick)
	require.NoError(t, err)
	require.Equal(t, want.Build, got.Build)
	for i, f := range want.Files {
		require.Equal(t, f.SHA256, got.Files[i].SHA256)
		require.Equal(t, f.Brotli > 0, got.Files[i].Brotli > 0, "%s has the same encodings", f.Path)
	}
	read, err := proxy.ReadBundle(os.DirFS(dist))
	require.NoError(t, err)
	require.Equal(t, got, read)
	after, err := os.ReadDir(filepath.Join(root, "build", "compressed"))
	require.NoError(t, err)
	require.Equal(t, kept, after, "what the best effort has made stays")
}

func TestWhatIsMissingIsNamedAndNothingIsWritten(t *testing.T) {
	for _, tt := range []struct{ remove, want string }{
		{"build/core.wasm", "build/core.wasm is missing: run `make build`"},
		{"internal/tokens/vocab/o200k_base.bin", "internal/tokens/vocab/o200k_base.bin is missing: run `go run ./tools/packvocab`"},
		{"internal/understand/languages", "internal/understand/languages/ is missing: it is in the repository"},
		{"web/node_modules", "web/node_modules is missing: run `make setup`"},
		{"web/src/core/worker.ts", `web/src/core/worker.ts does not compile: Could not resolve "web/src/core/worker.ts"`},
		{"web/src/app/greet.ts", `web/src/app/main.tsx does not compile: web/src/app/later.ts:1:23: Could not resolve "./greet.js"; web/src/app/main.tsx:1:23: Could not resolve "./greet.js"`},
		{"web/src/style/main.css", `web/src/app/main.tsx does not compile: web/src/app/main.tsx:2:8: Could not resolve "../style/main.css"`},
		{"index.html", "index.html is missing: it is the page's shell"},
	} {
		root := project(t)
		require.NoError(t, writeFile(root, "web/dist/former", []byte("page")))
		require.NoError(t, os.RemoveAll(filepath.Join(root, tt.remove)))
		_, err := bundle(root, "1")
		require.EqualError(t, err, tt.want)
		require.Equal(t, map[string]string{"former": "page"}, readDist(t, root), "the former page stays")
	}
}

func TestStaticFilesCannotReplaceBuiltOnes(t *testing.T) {
	for _, name := range []string{"index.html", "bundle.json", "assets/main.js"} {
		root := project(t)
		require.NoError(t, writeFile(root, "web/static/"+name, []byte("x")))
		_, err := bundle(root, "1")
		require.EqualError(t, err, "web/static/"+name+" has the name of a built file")
	}
	root := project(t)
	require.NoError(t, writeFile(root, "web/static/tool.exe", []byte("x")))
	_, err := bundle(root, "1")
	require.EqualError(t, err, "tool.exe has an extension the server does not know")
}
