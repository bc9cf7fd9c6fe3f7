package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"burrow/internal/proxy"

	"github.com/stretchr/testify/require"
)

func TestLicencesOfAllThatIsBundledComeAlong(t *testing.T) {
	root := project(t)
	list, err := bundle(root, "1")
	require.NoError(t, err)
	text := readDist(t, root)[pathOf(t, list, licensesFile)]
	for _, want := range []string{
		"preact 11\n\nPreact's licence", "@font/inter 5.0.1\n\nThe Open Font License", "@wllama/wllama 3\n\nMIT License",
		"@sqlite.org/sqlite-wasm 3.50\n\nThe author disclaims copyright", "under the Apache License 2.0:\n\nApache License\n\nVersion 2.0, January 2004",
		"\nGo\n\nCopyright", "github.com/ncruces/go-sqlite3 v", "github.com/pkoukk/tiktoken-go-loader v",
		"The ggml authors\n\nPermission is hereby granted", "SmolLM2",
	} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "typescript", "what only helps to build is not passed on")
	require.NotContains(t, text, "esbuild")
	require.NotContains(t, readDist(t, root)["index.html"], licensesFile, "a first visit does not load it")
	require.Equal(t, keepOnUse, keepWhen(licensesFile))
	require.Equal(t, "text/plain; charset=utf-8", proxy.ContentType(licensesFile))
}

func TestPackageWithoutALicenceIsNotBundled(t *testing.T) {
	for _, missing := range []string{"preact/LICENSE", "@font/inter/LICENSE", "@wllama/wllama/LICENCE", "@sqlite.org/sqlite-wasm/dist/index.mjs"} {
		root := project(t)
		file := filepath.Join(root, "web", "node_modules", missing)
		require.NoError(t, os.WriteFile(file, []byte(" \n"), 0o600))
		_, err := bundle(root, "1")
		require.ErrorIs(t, err, errNoLicence, missing)
		require.NoError(t, os.Remove(file))
		_, err = bundle(root, "1")
		require.Error(t, err, missing)
		require.NoDirExists(t, filepath.Join(root, "web", "dist"))
	}
}

// The real packages: each one that is compiled in has a text that says something.
func TestEveryPackageOfThePageHasALicence(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	p := newPage(root)
	p.use("web/node_modules/" + sqlitePackage + "/dist/sqlite3.wasm")
	require.NoError(t, p.addScripts(map[string]string{}, "1"))
	for _, name := range []string{
		"preact", "@preact/signals", "@preact/signals-core", "lucide", "highlight.js", "temml", "@wllama/wllama", "@hyzyla/pdfium",
		"@fontsource-variable/inter", "@fontsource/stix-two-math", sqlitePackage,
	} {
		require.Contains(t, p.packages, name)
	}
	text, err := p.licenses()
	require.NoError(t, err)
	for name := range p.packages {
		_, after, ok := strings.Cut(string(text), "\n"+name+" ")
		require.True(t, ok, name)
		notice, _, _ := strings.Cut(after, strings.Repeat("-", 72))
		require.Greater(t, len(notice), 300, "%s: %s", name, notice)
	}
	require.NotContains(t, string(text), root)
	require.NotContains(t, string(text), os.Getenv("HOME")+"/")
}

func TestThirdPartyNoticesAreCurrent(t *testing.T) {
	want, err := noticesOf("../..")
	require.NoError(t, err)
	committed, err := os.ReadFile("../../THIRD-PARTY-NOTICES")
	require.NoError(t, err)
	require.True(t, string(want) == string(committed), "THIRD-PARTY-NOTICES is old: run `make gen`")
	for _, part := range []string{"\n@fontsource-variable/inter ", "SmolLM2", "wink-embeddings", "dolthub/go-mysql-server"} {
		require.Contains(t, string(committed), part)
	}
}
