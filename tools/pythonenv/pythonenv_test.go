package pythonenv

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnEnvironmentIsMadeOnceForEachList(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "env")
	list := filepath.Join(t.TempDir(), "requirements.txt")
	require.NoError(t, os.WriteFile(list, nil, 0o644))
	python, err := Make(dir, list)
	require.NoError(t, err)
	require.FileExists(t, python)

	mark := filepath.Join(dir, "mark")
	require.NoError(t, os.WriteFile(mark, nil, 0o644))
	_, err = Make(dir, list)
	require.NoError(t, err)
	require.FileExists(t, mark, "the same list is not made again")

	require.NoError(t, os.WriteFile(list, []byte("./no-such-package\n"), 0o644))
	_, err = Make(dir, list)
	require.ErrorIs(t, err, ErrMissing)
	require.NoFileExists(t, mark)
}
