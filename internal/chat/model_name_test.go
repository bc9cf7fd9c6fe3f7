package chat_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
)

//go:embed testdata/model_names.txt
var modelNames string

func TestModelsAreCalledAsPeopleKnowThem(t *testing.T) {
	for line := range strings.Lines(modelNames) {
		id, want, ok := strings.Cut(strings.TrimSpace(line), " = ")
		require.True(t, ok, line)
		require.Equal(t, want, chat.ModelName(id), id)
	}
}
