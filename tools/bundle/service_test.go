package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"burrow/internal/proxy"

	"github.com/stretchr/testify/require"
)

func TestServiceWorkerKnowsEveryFileByItsDigest(t *testing.T) {
	root := project(t)
	list, err := bundle(root, "1.2.3")
	require.NoError(t, err)
	dist := readDist(t, root)
	script := dist[serviceScript]
	require.Contains(t, script, "1.2.3")
	require.Contains(t, script, list.Build)
	for _, f := range list.Files {
		switch f.Path {
		case serviceScript:
			continue
		case "index.html":
			require.Contains(t, script, `path:"/",`)
		default:
			require.Contains(t, script, `"/`+f.Path+`"`)
		}
		require.Contains(t, script, f.SHA256, f.Path)
	}
	require.Contains(t, dist["index.html"], `<meta name="build" content="`+list.Build+`">`)
	require.NotContains(t, script, "import", "it runs as a classic script")
	require.NotContains(t, script, "export")
}

func TestBuildIsNamedByWhatItIsMadeOf(t *testing.T) {
	root := project(t)
	built := func(version string) string {
		t.Helper()
		list, err := bundle(root, version)
		require.NoError(t, err)
		kept, err := proxy.ReadBundle(os.DirFS(filepath.Join(root, "web", "dist")))
		require.NoError(t, err)
		require.Equal(t, list.Build, kept.Build)
		return list.Build
	}
	first := built("1")
	require.Regexp(t, `^[0-9a-f]{16}$`, first)
	require.Equal(t, first, built("1"))
	names := map[string]bool{first: true}
	for _, change := range []func(){
		func() {},
		func() { edit(t, root, "index.html", "Fixture", "Another title") },
		func() { edit(t, root, "web/src/service/worker.ts", "console.log(", "console.log(2,") },
		func() { edit(t, root, "web/static/favicon.svg", `r="6"`, `r="5"`) },
		func() { edit(t, root, "build/core.wasm", "core core", "core gore") },
	} {
		change()
		names[built("2")] = true
	}
	require.Len(t, names, 6, "each change gives another name")
}

func TestSomeFilesAreKeptWhenTheyAreUsed(t *testing.T) {
	for name, want := range map[string]string{
		"core.wasm": keepFirst, "manifest.webmanifest": keepFirst,
		"o200k_base.bin": keepLater, "languages.txt": keepLater, "icon-512.png": keepLater, "inter-latin-ext-wght-normal.woff2": keepLater,
		"stix-two-math-latin-400-normal.woff2": keepOnUse, "model.js": keepOnUse, "wllama.wasm": keepOnUse, "pdfium.wasm": keepOnUse,
	} {
		require.Equal(t, want, keepWhen(name), name)
	}
}

func edit(t *testing.T, root, name, old, new string) {
	t.Helper()
	p := &page{root: root}
	data, err := p.read(name, "")
	require.NoError(t, err)
	require.Contains(t, string(data), old)
	require.NoError(t, writeFile(root, name, bytes.Replace(data, []byte(old), []byte(new), 1)))
}
