// Package pythonenv makes Python environments below build/ for the tests and
// benchmarks that run somebody else's Python.
package pythonenv

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// ErrMissing says that this machine has no Python, or cannot have the packages.
var ErrMissing = errors.New("the Python packages cannot be had")

// Make returns the Python of an environment in dir that has the packages of the
// list. It is made once for each list; flags are pip's.
func Make(dir, list string, flags ...string) (python string, err error) {
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
	install := append([]string{python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, flags...)
	for _, command := range [][]string{{"python3", "-m", "venv", "--clear", dir}, append(install, "-r", list)} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("%w: %w", ErrMissing, err)
		}
	}
	return python, os.WriteFile(ready, wanted, 0o644)
}
