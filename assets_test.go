package burrow

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPageIsRootedAtDist(t *testing.T) {
	_, err := fs.Stat(Page(), ".gitkeep")
	require.NoError(t, err)
}
