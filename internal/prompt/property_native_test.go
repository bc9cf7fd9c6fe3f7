//go:build !js && !wasip1

package prompt_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/tokens"
)

// Tokens of a text and of its parts differ: what stands beside it changes them.
func TestAnyMaterialWeighsWhatItIsSaidTo(t *testing.T) {
	encoding, err := tokens.Embedded(tokens.Cl100k)
	require.NoError(t, err)
	for seed := range uint64(200) {
		layAnything(t, func(role chat.Role, text string) int { return encoding.CountMessage(string(role), text) }, seed)
	}
}
