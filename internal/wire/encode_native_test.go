//go:build !js

package wire_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEveryTypeIsCompared keeps the table of encode_test.go complete.
func TestEveryTypeIsCompared(t *testing.T) {
	var declared, compared []string
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || !spec.Name.IsExported() || spec.TypeParams != nil {
				return true
			}
			if _, ok := spec.Type.(*ast.StructType); ok {
				declared = append(declared, spec.Name.Name)
			}
			return false
		})
	}
	for _, message := range messages {
		compared = append(compared, reflect.TypeOf(message).Name())
	}
	require.ElementsMatch(t, declared, compared)
}
