package debian

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOnlyRootOnDebianMayInstall(t *testing.T) {
	here, nowhere := filepath.Join(t.TempDir(), "debian_version"), filepath.Join(t.TempDir(), "none")
	require.NoError(t, os.WriteFile(here, []byte("12.11\n"), 0o644))
	require.True(t, may(0, here))
	require.False(t, may(1000, here))
	require.False(t, may(0, nowhere))
}

func TestInstallUpdatesFirstAndSaysWhyItFailed(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	script := "#!/bin/sh\necho \"apt-get $* $DEBIAN_FRONTEND\"\n[ \"$3\" != no-such-package ] || exit 100\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "apt-get"), []byte(script), 0o755))
	var log strings.Builder
	require.True(t, Install(t.Context(), &log, "one", "two"))
	require.Equal(t, "apt-get update -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 noninteractive\napt-get install -y one two -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 noninteractive\n", log.String())

	log.Reset()
	require.False(t, Install(t.Context(), &log, "no-such-package"))
	require.Contains(t, log.String(), "apt-get: exit status 100")
}
