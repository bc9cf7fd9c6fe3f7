package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"burrow/tools/benchtokens/peer"
)

// subject is one library with one of its functions, as a row of a table.
type subject struct {
	Lib     string
	Process *peer.Process
	// Missing says why the library cannot be measured here.
	Missing error
}

// setupNative builds the peers and returns them in the order of the tables, the
// subject of the ratios first.
func setupNative() []subject {
	var subjects []subject
	add := func(err error, command []string, env []string, libs ...string) {
		for _, lib := range libs {
			s := subject{Lib: lib, Missing: err}
			if err == nil {
				// A process for each function: what one of them caches would
				// otherwise be known to the other on text said to be new.
				s.Process = &peer.Process{Command: command, Env: env}
			}
			subjects = append(subjects, s)
		}
	}
	oneThread := []string{"GOMAXPROCS=1", "RAYON_NUM_THREADS=1", "TIKTOKEN_CACHE_DIR="}

	burrow, err := buildGo("burrow")
	add(err, []string{burrow}, oneThread, burrowCount, burrowEncode)
	python, vocabularies, err := setupPython()
	add(err, []string{python, filepath.Join(toolDir, "peers", "python", "peer.py"), vocabularies}, oneThread, pythonEncode)
	rust, err := buildRust()
	add(err, []string{rust}, oneThread, rustLibs...)
	tiktokenGo, err := buildGo("tiktokengo")
	add(err, []string{tiktokenGo}, oneThread, tiktokenGoEncode)
	return subjects
}

func buildGo(name string) (string, error) {
	progress("building %s", name)
	out, err := filepath.Abs(filepath.Join(buildDir, name))
	if err != nil {
		return "", err
	}
	return out, runIn(".", nil, "go", "build", "-trimpath", "-o", out, "./"+toolDir+"/peers/"+name)
}

func buildRust() (string, error) {
	if _, err := exec.LookPath("cargo"); err != nil {
		return "", fmt.Errorf("this machine has no cargo")
	}
	progress("building the Rust crates (the first time takes some minutes)")
	target, err := filepath.Abs(filepath.Join(buildDir, "rust"))
	if err != nil {
		return "", err
	}
	env := []string{"CARGO_TARGET_DIR=" + target}
	err = runIn(filepath.Join(toolDir, "peers", "rust"), env, "cargo", "build", "--release", "--locked")
	return filepath.Join(target, "release", "benchpeer"), err
}

// setupPython makes a virtual environment and finds the vocabularies that the
// offline loader of tiktoken-go carries; tiktoken would fetch the same files.
func setupPython() (python, vocabularies string, err error) {
	if _, err := exec.LookPath("python3"); err != nil {
		return "", "", fmt.Errorf("this machine has no python3")
	}
	venv, err := filepath.Abs(filepath.Join(buildDir, "python"))
	if err != nil {
		return "", "", err
	}
	python = filepath.Join(venv, "bin", "python")
	requirements := filepath.Join(toolDir, "peers", "python", "requirements.txt")
	err = once(venv, requirements, func() error {
		progress("installing tiktoken for Python")
		if err := runIn(".", nil, "python3", "-m", "venv", venv); err != nil {
			return err
		}
		return runIn(".", nil, python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)
	})
	if err != nil {
		return "", "", err
	}
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/pkoukk/tiktoken-go-loader")
	dir, err := list.Output()
	if err != nil {
		return "", "", fmt.Errorf("find the vocabularies: %w", err)
	}
	return python, filepath.Join(strings.TrimSpace(string(dir)), "assets"), nil
}

// setupNpm installs the browser's peers from their lock file.
func setupNpm() (string, error) {
	if _, err := exec.LookPath("npm"); err != nil {
		return "", fmt.Errorf("this machine has no npm")
	}
	source := filepath.Join(toolDir, "browser")
	dir, err := filepath.Abs(filepath.Join(buildDir, "npm"))
	if err != nil {
		return "", err
	}
	err = once(dir, filepath.Join(source, "package-lock.json"), func() error {
		progress("installing the npm packages")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		for _, name := range []string{"package.json", "package-lock.json"} {
			content, err := os.ReadFile(filepath.Join(source, name))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
				return err
			}
		}
		return runIn(dir, nil, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	})
	return filepath.Join(dir, "node_modules"), err
}

// once runs install unless the folder dir was made from the same list of
// versions before. A failed install leaves no mark, so it is tried again.
func once(dir, list string, install func() error) error {
	want, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	mark := filepath.Join(dir, ".installed")
	if got, err := os.ReadFile(mark); err == nil && bytes.Equal(got, want) {
		return nil
	}
	if err := install(); err != nil {
		return err
	}
	return os.WriteFile(mark, want, 0o644)
}

// runIn runs a command of the set-up. Its output is shown only if it fails, as
// the last line of the error.
func runIn(dir string, env []string, command ...string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.Writer(&output), &output
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(output.String()), "\n")
		return fmt.Errorf("%s: %w: %s", strings.Join(command[:min(2, len(command))], " "), err, lines[len(lines)-1])
	}
	return nil
}
