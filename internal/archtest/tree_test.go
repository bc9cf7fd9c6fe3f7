package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// project is the root of this project, seen from this directory.
const project = "../.."

const module = "burrow"

// A target is an operating system and processor of Go.
type target struct{ goos, goarch string }

var (
	native = target{}
	js     = target{"js", "wasm"}
	wasip1 = target{"wasip1", "wasm"}
)

// load returns the packages that match the patterns, with all they import.
func load(t *testing.T, root string, on target, patterns ...string) []*packages.Package {
	t.Helper()
	env := append(os.Environ(), "GOWORK=off")
	if on != native {
		env = append(env, "GOOS="+on.goos, "GOARCH="+on.goarch)
	}
	loaded, err := packages.Load(&packages.Config{
		Dir:  root,
		Env:  env,
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps,
	}, patterns...)
	require.NoError(t, err)
	// Rules over nothing hold: a pattern that matches no package must not pass.
	require.NotEmpty(t, loaded)
	for _, p := range loaded {
		require.Empty(t, p.Errors, p.PkgPath)
	}
	return loaded
}

// small writes a project from a txtar archive; a go.mod is added.
func small(t *testing.T, archive string) string {
	t.Helper()
	root := t.TempDir()
	files := txtar.Parse([]byte(archive)).Files
	files = append(files, txtar.File{Name: "go.mod", Data: []byte("module " + module + "\n\ngo 1.26\n")})
	for _, f := range files {
		file := filepath.Join(root, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, f.Data, 0o644))
	}
	return root
}

// sources returns the slash-separated paths of the files below root/dir with one
// of the extensions, without what is built, downloaded or test input.
func sources(t *testing.T, root, dir string, extensions ...string) []string {
	t.Helper()
	skipped := []string{".git", "build", "dist", "node_modules", "test-results", "testdata"}
	var found []string
	tree := os.DirFS(root)
	err := fs.WalkDir(tree, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains(skipped, d.Name()) {
			return fs.SkipDir
		}
		if !d.IsDir() && slices.Contains(extensions, path.Ext(name)) {
			found = append(found, name)
		}
		return nil
	})
	require.NoError(t, err)
	return found
}

func read(t *testing.T, root, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	require.NoError(t, err)
	return string(text)
}

// within returns the path of a package below the module, "." for its root; ok is
// false for packages of others.
func within(importPath string) (name string, ok bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}
