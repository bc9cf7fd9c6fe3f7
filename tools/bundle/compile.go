package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// compile bundles one entry point into a module and returns what came out, and
// which files of the project and its packages are in it. An output without a path
// has yet to be named by its content. Warnings are errors: most of esbuild's are
// about code that does not do what it says.
func compile(root, entry string, constants map[string]any, plugins ...api.Plugin) (outputs []output, parts []string, err error) {
	plugins = append(plugins, wasmExec)
	define := make(map[string]string)
	for name, value := range constants {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, nil, err
		}
		define[name] = string(text)
	}
	outdir := filepath.Join(root, "web", "dist", "assets")
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: root,
		EntryPoints:   []string{entry},
		Outdir:        outdir,
		EntryNames:    "[name]",
		AssetNames:    "[name]-[hash]",
		PublicPath:    "/assets/",
		Bundle:        true,
		// What is imported when it is wanted is a file of its own, and so is what it
		// shares with the rest.
		Splitting:         true,
		Format:            api.FormatESModule,
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		JSX:               api.JSXAutomatic,
		JSXImportSource:   "preact",
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsEndOfFile,
		Loader:            map[string]api.Loader{".woff2": api.LoaderFile, ".svg": api.LoaderFile},
		Define:            define,
		Plugins:           plugins,
		LogLevel:          api.LogLevelSilent,
		Metafile:          true,
	})
	if problems := append(result.Errors, result.Warnings...); len(problems) > 0 {
		return nil, nil, fmt.Errorf("%s does not compile: %s", entry, describe(problems))
	}
	for _, f := range result.OutputFiles {
		name := filepath.Base(f.Path)
		if m := hashedName.FindStringSubmatch(name); m != nil {
			outputs = append(outputs, output{m[1] + m[2], path.Join("assets", name), f.Contents})
			continue
		}
		outputs = append(outputs, output{name: name, data: f.Contents})
	}
	parts, err = partsOf(result.Metafile)
	return outputs, parts, err
}

// partsOf returns the files that esbuild's report names as part of an output.
func partsOf(metafile string) ([]string, error) {
	var report struct {
		Outputs map[string]struct {
			Inputs map[string]struct{ BytesInOutput int }
		}
	}
	if err := json.Unmarshal([]byte(metafile), &report); err != nil {
		return nil, fmt.Errorf("read esbuild's report: %w", err)
	}
	var parts []string
	for _, out := range report.Outputs {
		for file, in := range out.Inputs {
			if in.BytesInOutput > 0 {
				parts = append(parts, file)
			}
		}
	}
	return parts, nil
}

// compile compiles for the page, and notes whose work is in it.
func (p *page) compile(entry string, constants map[string]any, plugins ...api.Plugin) ([]output, error) {
	outputs, parts, err := compile(p.root, entry, constants, plugins...)
	p.use(parts...)
	return outputs, err
}

// hashedName matches the names esbuild gives to files that a style sheet refers
// to: eight characters of its base 32 before the extension.
var hashedName = regexp.MustCompile(`^(.+)-[A-Z0-9]{8}(\.[a-z0-9]+)$`)

func describe(problems []api.Message) string {
	lines := make([]string, len(problems))
	for i, m := range problems {
		lines[i] = m.Text
		if m.Location != nil {
			lines[i] = fmt.Sprintf("%s:%d:%d: %s", m.Location.File, m.Location.Line, m.Location.Column+1, m.Text)
		}
	}
	return strings.Join(lines, "; ")
}

// wasmExec resolves `import "wasm_exec"` to the loader of the Go that builds the
// core: the two must be of the same version.
var wasmExec = api.Plugin{
	Name: "wasm_exec",
	Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^wasm_exec$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			goroot, err := exec.Command("go", "env", "GOROOT").Output()
			if err != nil {
				return api.OnResolveResult{}, fmt.Errorf("ask go for its wasm_exec.js: %w", err)
			}
			return api.OnResolveResult{
				Path: filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"),
			}, nil
		})
	},
}

// leanSQLite leaves out of SQLite's JavaScript what the core does not call: its
// object API, its worker API, virtual tables, and the file systems that are not used. They are a
// third of it, and they register themselves, so that no bundler can tell.
var leanSQLite = api.Plugin{
	Name: "lean SQLite",
	Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `sqlite-wasm/dist/index\.mjs$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			source, err := os.ReadFile(args.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			lean, err := withoutInitializers(string(source))
			return api.OnLoadResult{Contents: &lean, Loader: api.LoaderJS}, err
		})
	},
}

// unusedInitializers are told by a line that each of them alone has.
var unusedInitializers = []string{
	"sqlite3.oo1 = {",
	"sqlite3.initWorker1API = function",
	"sqlite3.vtab = vtab;",
	"if (sqlite3.config.disable?.vfs?.kvvfs) return;",
	`if (sqlite3.config.disable?.vfs?.opfs && sqlite3.config.disable.vfs["opfs-vfs"]) return;`,
	"if (!sqlite3.opfs || sqlite3.config.disable?.vfs?.opfs) return;",
	`if (!sqlite3.opfs || sqlite3.config.disable?.vfs?.["opfs-wl"]) return;`,
}

// initializer matches a part of SQLite's JavaScript that registers itself.
var initializer = regexp.MustCompile(`(?s)\t\tglobalThis\.sqlite3ApiBootstrap\.initializers\.push\(function\(sqlite3\) \{\n.*?\n\t\t\}\);\n`)

// withoutInitializers fails if there is not exactly one of each, as in a version
// that is made otherwise.
func withoutInitializers(source string) (string, error) {
	found := make(map[string]int)
	lean := initializer.ReplaceAllStringFunc(source, func(part string) string {
		for _, line := range unusedInitializers {
			if strings.Contains(part, line) {
				found[line]++
				return ""
			}
		}
		return part
	})
	for _, line := range unusedInitializers {
		if found[line] != 1 {
			return "", fmt.Errorf("SQLite's JavaScript has %d parts with %q, not one: its build has changed", found[line], line)
		}
	}
	return lean, nil
}
