package archtest

import (
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// browserBorder are the packages that may touch JavaScript. The rest of the tree
// does not know that a browser exists.
var browserBorder = []string{"wasm", "wasm/reader", "internal/document/pdf", "internal/rpc", "internal/sqlite", "internal/llm"}

// borderViolations reads all files, whatever system they are for. Tools are left
// out: they are no part of the core, and one measures it in a browser.
func borderViolations(t *testing.T, root string) []string {
	var found []string
	for _, name := range sources(t, root, ".", ".go") {
		if strings.HasPrefix(name, "tools/") {
			continue
		}
		uses := usesOfJavaScript(t, name, read(t, root, name))
		base := strings.TrimSuffix(strings.TrimSuffix(name, ".go"), "_test")
		switch {
		case uses == "":
		case !slices.Contains(browserBorder, path.Dir(name)):
			found = append(found, name+" "+uses+" outside the border packages")
		case !strings.HasSuffix(base, "_js"):
			found = append(found, name+" "+uses+" in a file that is not named _js.go")
		}
	}
	return found
}

func usesOfJavaScript(t *testing.T, name, text string) string {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, i := range file.Imports {
		if i.Path.Value == `"syscall/js"` {
			return "imports syscall/js"
		}
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:wasmimport ") {
				return "has go:wasmimport"
			}
		}
	}
	return ""
}

func TestJavaScriptStaysAtTheBorder(t *testing.T) {
	require.Empty(t, borderViolations(t, project))
}

func TestBorderRuleFires(t *testing.T) {
	root := small(t, `
-- wasm/main_js.go --
package main
import _ "syscall/js"
-- internal/rpc/post_js.go --
package rpc
import _ "syscall/js"
-- internal/rpc/post_js_test.go --
package rpc
import _ "syscall/js"
-- internal/rpc/post.go --
package rpc
import _ "syscall/js"
-- internal/tokens/clock_js.go --
package tokens
import "syscall/js"
-- internal/tokens/call_js.go --
package tokens

//go:wasmimport sqlite step
func step()
-- tools/bench/main_js.go --
package main
import _ "syscall/js"
-- internal/tokens/prose.go --
package tokens

// A comment may name //go:wasmimport and "syscall/js".
`)
	require.ElementsMatch(t, []string{
		"internal/rpc/post.go imports syscall/js in a file that is not named _js.go",
		"internal/tokens/clock_js.go imports syscall/js outside the border packages",
		"internal/tokens/call_js.go has go:wasmimport outside the border packages",
	}, borderViolations(t, root))
}
