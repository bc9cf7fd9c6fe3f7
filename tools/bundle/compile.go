package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// compile bundles one entry point into a module and returns what came out. An
// output without a path has yet to be named by its content. Warnings are errors:
// most of esbuild's are about code that does not do what it says.
func compile(root, entry string, constants map[string]any) ([]output, error) {
	define := make(map[string]string)
	for name, value := range constants {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		define[name] = string(text)
	}
	outdir := filepath.Join(root, "web", "dist", "assets")
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     root,
		EntryPoints:       []string{entry},
		Outdir:            outdir,
		EntryNames:        "[name]",
		AssetNames:        "[name]-[hash]",
		PublicPath:        "/assets/",
		Bundle:            true,
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
		Plugins:           []api.Plugin{wasmExec},
		LogLevel:          api.LogLevelSilent,
	})
	if problems := append(result.Errors, result.Warnings...); len(problems) > 0 {
		return nil, fmt.Errorf("%s does not compile: %s", entry, describe(problems))
	}
	var outputs []output
	for _, f := range result.OutputFiles {
		name := filepath.Base(f.Path)
		if m := hashedName.FindStringSubmatch(name); m != nil {
			outputs = append(outputs, output{m[1] + m[2], path.Join("assets", name), f.Contents})
			continue
		}
		outputs = append(outputs, output{name: name, data: f.Contents})
	}
	return outputs, nil
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
