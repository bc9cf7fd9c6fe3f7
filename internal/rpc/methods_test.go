//go:build !js

package rpc

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryMethodOfTheProtocolIsServedAndHasATranscript(t *testing.T) {
	var declared []string
	files, err := filepath.Glob(filepath.Join("..", "wire", "*.go"))
	require.NoError(t, err)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, found := range regexp.MustCompile(`= Method\[.*\]\{"(.*)"\}`).FindAllStringSubmatch(string(source), -1) {
			declared = append(declared, found[1])
		}
	}
	require.NotEmpty(t, declared)
	slices.Sort(declared)

	served := slices.DeleteFunc(slices.Sorted(maps.Keys(newCore(nil, Options{}).methods)), func(name string) bool {
		return strings.HasPrefix(name, "test.") // with the tag faults
	})
	require.Equal(t, declared, served)

	paths, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	var all strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		all.Write(text)
	}
	for _, name := range declared {
		require.Contains(t, all.String(), `"method":"`+name+`"`)
	}
}
