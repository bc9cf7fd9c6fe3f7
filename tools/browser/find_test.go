package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bench is a machine whose PATH holds only scripts of the test. Each command of
// an installer appends its arguments to the log file.
type bench struct {
	machine
	t   *testing.T
	bin string
	out strings.Builder
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, bin: t.TempDir()}
	b.machine = machine{web: t.TempDir(), log: &b.out}
	t.Setenv("PATH", b.bin)
	t.Setenv("CHROME", "")
	return b
}

// command puts a shell script on the PATH. It can use shell built-ins and $BIN.
func (b *bench) command(name, script string) string {
	b.t.Helper()
	path := filepath.Join(b.bin, name)
	text := "#!/bin/sh\nBIN=" + b.bin + "\necho \"" + name + " $*\" >>$BIN/calls\n" + script + "\n"
	require.NoError(b.t, os.WriteFile(path, []byte(text), 0o755))
	return path
}

// installs is a script that makes the given command a working one.
func installs(name string) string {
	return `printf '#!/bin/sh\n' >$BIN/` + name + ` && /bin/chmod +x $BIN/` + name
}

func (b *bench) calls() []string {
	text, _ := os.ReadFile(filepath.Join(b.bin, "calls"))
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func TestNamedBrowserIsUsedOrRefused(t *testing.T) {
	b := newBench(t)
	b.command("chromium", "exit 0")
	t.Setenv("CHROME", b.command("mine", "exit 0"))
	path, err := b.find(t.Context())
	require.NoError(t, err)
	require.Equal(t, filepath.Join(b.bin, "mine"), path)

	t.Setenv("CHROME", "/nowhere/chrome")
	_, err = b.find(t.Context())
	require.EqualError(t, err, `CHROME is "/nowhere/chrome", which does not start`)
}

func TestBrowserThatDoesNotStartIsPassedOver(t *testing.T) {
	b := newBench(t)
	b.command("chromium-browser", "echo install the snap >&2; exit 1")
	b.command("google-chrome", "exit 0")
	path, err := b.find(t.Context())
	require.NoError(t, err)
	require.Equal(t, filepath.Join(b.bin, "google-chrome"), path)
}

func TestRootOnDebianInstallsThePackage(t *testing.T) {
	b := newBench(t)
	b.mayInstall = true
	b.command("apt-get", `[ "$1" = update ] && exit 0; `+installs("chromium"))
	path, err := b.find(t.Context())
	require.NoError(t, err)
	require.Equal(t, filepath.Join(b.bin, "chromium"), path)
	require.Equal(t, []string{"apt-get update -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3", "apt-get install -y chromium -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3"}, b.calls())
}

func TestShellIsTakenInstalledOrDoneWithout(t *testing.T) {
	b := newBench(t)
	whole := b.command("chromium", "exit 0")
	path, err := b.shell(t.Context())
	require.NoError(t, err)
	require.Equal(t, whole, path, "the whole browser does the same")

	b.mayInstall = true
	b.command("apt-get", `[ "$1" = update ] && exit 0; `+installs("chromium-headless-shell"))
	path, err = b.shell(t.Context())
	require.NoError(t, err)
	require.Equal(t, filepath.Join(b.bin, "chromium-headless-shell"), path)
	require.Contains(t, b.calls(), "apt-get install -y chromium-headless-shell -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3")

	t.Setenv("CHROME", b.command("mine", "exit 0"))
	path, err = b.shell(t.Context())
	require.NoError(t, err)
	require.Equal(t, filepath.Join(b.bin, "mine"), path, "the one that is asked for is the one that is used")
}

func TestOthersInstallPlaywrightsBuild(t *testing.T) {
	b := newBench(t)
	b.command("apt-get", "exit 0")
	b.command("node", "echo $BIN/downloaded")
	b.command("npx", installs("downloaded"))
	path, err := b.find(t.Context())
	require.NoError(t, err)
	require.Equal(t, filepath.Join(b.bin, "downloaded"), path)
	require.Contains(t, b.calls(), "npx playwright install chromium")
	require.NotContains(t, strings.Join(b.calls(), "\n"), "apt-get")

	_, err = b.find(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(strings.Join(b.calls(), "\n"), "npx"), "the second time it is there")
}

func TestMachineWithoutABrowserGetsOneSentence(t *testing.T) {
	b := newBench(t)
	b.mayInstall = true
	b.command("apt-get", "exit 100")
	b.command("npx", "exit 1")
	_, err := b.find(t.Context())
	require.ErrorIs(t, err, errNone)
	require.Contains(t, b.out.String(), "apt-get: exit status 100", "what was tried is told")
	require.Contains(t, b.out.String(), "npx: exit status 1")
}
