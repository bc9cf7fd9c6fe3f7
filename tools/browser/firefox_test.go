package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFirefoxIsFoundNamedOrInstalled(t *testing.T) {
	b := newBench(t)
	t.Setenv("FIREFOX", "")
	b.mayInstall = true
	b.command("apt-get", `[ "$1" = update ] && exit 0; `+installs("firefox-esr"))
	path, err := b.firefox(t.Context())
	require.NoError(t, err)
	require.Equal(t, filepath.Join(b.bin, "firefox-esr"), path)
	require.Equal(t, []string{"apt-get update -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3", "apt-get install -y firefox-esr -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3"}, b.calls())

	t.Setenv("FIREFOX", b.command("mine", "exit 0"))
	path, err = b.firefox(t.Context())
	require.NoError(t, err)
	require.Equal(t, filepath.Join(b.bin, "mine"), path)

	t.Setenv("FIREFOX", "/nowhere/firefox")
	_, err = b.firefox(t.Context())
	require.EqualError(t, err, `FIREFOX is "/nowhere/firefox", which does not start`)
}

func TestFirefoxIsInstalledOnlyWhereItMay(t *testing.T) {
	b := newBench(t)
	t.Setenv("FIREFOX", "")
	b.command("apt-get", "exit 0")
	_, err := b.firefox(t.Context())
	require.ErrorIs(t, err, errNoFirefox)
	require.NotContains(t, b.calls(), "apt-get update")
}
