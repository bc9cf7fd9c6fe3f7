// Package pythonenv makes Python environments below build/ for the tests and
// benchmarks that run somebody else's Python, and fetches packages for those that
// only want a file out of one. It decides where Python comes from: the PATH, or
// Debian's packages where they may be installed.
package pythonenv

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"burrow/tools/debian"
)

// ErrMissing says that this machine has no Python, or cannot have the packages.
var ErrMissing = errors.New("the packages for Python cannot be had")

// errNoPython is the sentence for a machine without Python.
var errNoPython = errors.New("there is no python3 with venv: install python3 and python3-venv")

// Make returns the Python of an environment in dir that has the packages of the
// list. It is made once for each list; flags are pip's.
func Make(dir, list string, flags ...string) (python string, err error) {
	return here().make(dir, list, flags...)
}

// Fetch puts the packages of the list into dir as they are in the registry, without
// installing them. The flags are pip's.
func Fetch(dir, list string, flags ...string) error {
	return here().fetch(dir, list, flags...)
}

// machine is what the package may use of the computer.
type machine struct {
	mayInstall bool
	log        io.Writer
}

func here() machine { return machine{debian.May(), os.Stderr} }

func (m machine) make(dir, list string, flags ...string) (python string, err error) {
	wanted, err := os.ReadFile(list)
	if err != nil {
		return "", err
	}
	// The command's directory may be another one.
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	python = filepath.Join(dir, "bin", "python")
	ready := filepath.Join(dir, "ready.txt")
	if have, err := os.ReadFile(ready); err == nil && string(have) == string(wanted) {
		return python, nil
	}
	if err := m.environment(dir); err != nil {
		return "", err
	}
	install := append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, flags...)
	if err := m.run(python, append(install, "-r", list)...); err != nil {
		return "", err
	}
	return python, os.WriteFile(ready, wanted, 0o644)
}

// fetch asks the pip that is there, and makes an environment only to have one: that
// takes longer than many a package.
func (m machine) fetch(dir, list string, flags ...string) error {
	python := "python3"
	if exec.Command(python, "-m", "pip", "--version").Run() != nil {
		env := dir + "-pip"
		if err := m.environment(env); err != nil {
			return err
		}
		python = filepath.Join(env, "bin", "python")
	}
	download := append([]string{"-m", "pip", "download", "--disable-pip-version-check", "--dest", dir}, flags...)
	return m.run(python, append(download, "-r", list)...)
}

// environment makes an empty one.
func (m machine) environment(dir string) error {
	// Debian's Python has venv, but not what venv needs.
	has := func() bool { return exec.Command("python3", "-c", "import venv, ensurepip").Run() == nil }
	if !has() && m.mayInstall {
		fmt.Fprintln(m.log, "pythonenv: installing Debian's python3 and python3-venv")
		debian.Install(context.Background(), m.log, "python3", "python3-venv")
	}
	if !has() {
		return fmt.Errorf("%w: %w", ErrMissing, errNoPython)
	}
	return m.run("python3", "-m", "venv", "--clear", dir)
}

func (m machine) run(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = m.log, m.log
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %w", ErrMissing, err)
	}
	return nil
}
