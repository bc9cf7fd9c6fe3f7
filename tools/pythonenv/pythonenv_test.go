package pythonenv

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnEnvironmentIsMadeOnceForEachList(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes real environments, which takes half a minute")
	}
	var log strings.Builder
	m := machine{false, &log} // a test installs nothing
	dir := filepath.Join(t.TempDir(), "env")
	list := filepath.Join(t.TempDir(), "requirements.txt")
	require.NoError(t, os.WriteFile(list, nil, 0o644))
	python, err := m.make(dir, list)
	if errors.Is(err, errNoPython) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	require.NoError(t, err, log.String())
	require.FileExists(t, python)

	mark := filepath.Join(dir, "mark")
	require.NoError(t, os.WriteFile(mark, nil, 0o644))
	_, err = m.make(dir, list)
	require.NoError(t, err)
	require.FileExists(t, mark, "the same list is not made again")

	require.NoError(t, os.WriteFile(list, []byte("./no-such-package\n"), 0o644))
	_, err = m.make(dir, list)
	require.ErrorIs(t, err, ErrMissing)
	require.NoFileExists(t, mark)
}

// A bench is a machine whose PATH holds only scripts of the test.
type bench struct {
	machine
	t    *testing.T
	bin  string
	list string
	log  strings.Builder
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, bin: t.TempDir(), list: filepath.Join(t.TempDir(), "list.txt")}
	b.machine = machine{false, &b.log}
	require.NoError(t, os.WriteFile(b.list, []byte("a-package\n"), 0o644))
	t.Setenv("PATH", b.bin)
	return b
}

// command puts a script on the PATH that notes how it was called.
func (b *bench) command(name, script string) {
	b.t.Helper()
	text := "#!/bin/sh\nBIN=" + b.bin + "\necho \"" + name + " $*\" >>$BIN/calls\n" + script + "\n"
	require.NoError(b.t, os.WriteFile(filepath.Join(b.bin, name), []byte(text), 0o755))
}

func (b *bench) calls() string {
	text, err := os.ReadFile(filepath.Join(b.bin, "calls"))
	require.NoError(b.t, err)
	return string(text)
}

func TestWithoutPythonThereIsASentence(t *testing.T) {
	b := newBench(t)
	_, err := b.make(filepath.Join(t.TempDir(), "env"), b.list)
	require.ErrorIs(t, err, ErrMissing)
	require.EqualError(t, err, "the packages for Python cannot be had: there is no python3 with venv: install python3 and python3-venv")
	require.ErrorIs(t, b.fetch(t.TempDir(), b.list), ErrMissing)
}

func TestPythonWithoutVenvIsAsGoodAsNone(t *testing.T) {
	b := newBench(t)
	b.command("python3", `[ "$1" != -c ]`)
	_, err := b.make(filepath.Join(t.TempDir(), "env"), b.list)
	require.ErrorIs(t, err, errNoPython)
	require.NotContains(t, b.calls(), "-m venv")
}

func TestPythonIsInstalledWhereItMay(t *testing.T) {
	b := newBench(t)
	b.mayInstall = true
	b.command("apt-get", `[ "$1" = update ] || printf '#!/bin/sh\n' >$BIN/python3; [ "$1" = update ] || /bin/chmod +x $BIN/python3`)
	err := b.environment(filepath.Join(t.TempDir(), "env"))
	require.NoError(t, err)
	require.Equal(t, "apt-get update -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3\napt-get install -y python3 python3-venv -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3\n", b.calls())
}

func TestAPackageIsFetchedWithThePipThatIsThere(t *testing.T) {
	b := newBench(t)
	b.command("python3", "")
	require.NoError(t, b.fetch("packages", b.list, "--no-deps"))
	require.Contains(t, b.calls(), "python3 -m pip download --disable-pip-version-check --dest packages --no-deps -r "+b.list+"\n")
	require.NotContains(t, b.calls(), "-m venv", "an environment would take longer than the package")
}

func TestWithoutPipAnEnvironmentHasOne(t *testing.T) {
	b := newBench(t)
	dir := filepath.Join(t.TempDir(), "packages")
	b.command("python3", `[ "$2" != pip ] || exit 1
[ "$2" != venv ] || { /bin/mkdir -p $4/bin; /bin/cp $BIN/asked $4/bin/python; }`)
	b.command("asked", "")
	require.NoError(t, b.fetch(dir, b.list))
	require.Contains(t, b.calls(), "asked -m pip download --disable-pip-version-check --dest "+dir)
}
