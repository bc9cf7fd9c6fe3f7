package archtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"
)

// A gate is a target of the Makefile and what it cannot do without.
type gate struct {
	tool   string
	hidden []string          // from the PATH
	fakes  map[string]string // scripts on the PATH instead
	target string
	want   string // the sentence where CI is set
	// otherwise is how the sentence begins where CI is not set, "" if it fails there, too.
	otherwise string
}

const (
	noPython = "there is no python3 with venv: install python3 and python3-venv"
	// A registry that cannot be reached, or has not got the packages.
	noPip = `[ "$2" != venv ] || { mkdir -p "$4/bin"; printf '#!/bin/sh\nexit 1\n' >"$4/bin/python"; chmod +x "$4/bin/python"; }`
	// Debian's Python, without the package for environments.
	noVenv = `[ "$1" != -c ]`
)

var gates = []gate{
	{"Go", []string{"go"}, nil, "build", "Go is missing: install Go 1.26 or newer", ""},
	{"Node.js", []string{"node"}, nil, "setup", "Node.js is missing or too old: install Node.js 20 or newer with npm", ""},
	{"Node.js 18", nil, map[string]string{"node": "exit 1"}, "setup", "Node.js is missing or too old: install Node.js 20 or newer with npm", ""},
	{"npm", []string{"npm"}, nil, "run", "Node.js is missing or too old: install Node.js 20 or newer with npm", ""},
	{"a C compiler", []string{"gcc", "cc", "clang"}, nil, "test-race", "test-race failed: the race detector needs a C compiler: install gcc.", "test-race skipped: "},
	{"Chromium", []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "npx"}, nil, "test-browser", "no Chromium was found and none could be installed: install one, or set CHROME to its path", ""},
	{"Chromium", []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "npx"}, nil, "gate-page", "no Chromium was found and none could be installed: install one, or set CHROME to its path", ""},
	{"Firefox", []string{"firefox", "firefox-esr"}, nil, "test-firefox", "test-firefox failed: there is no Firefox here: install firefox-esr, or set FIREFOX to its path.", "test-firefox skipped: "},
	{"MariaDB", []string{"mariadbd"}, nil, "test-mysql", "test-mysql failed: there is no MariaDB here: install mariadb-server-core, or set MARIADBD to the path of mariadbd.", "test-mysql skipped: "},
	{"Python", []string{"python3"}, nil, "test-clients", "the Python client cannot run: the packages for Python cannot be had: " + noPython, "skip  the Python client"},
	{"Python", []string{"python3"}, nil, "test-model", "test-model failed: the packages of the local model cannot be had: see above.", "test-model skipped: "},
	{"Python", []string{"python3"}, nil, "model", noPython, ""},
	{"Python's venv", nil, map[string]string{"python3": noVenv}, "test-clients", noPython, "skip  the Python client"},
	{"Python's venv", nil, map[string]string{"python3": noVenv}, "test-model", noPython, "test-model skipped: "},
	{"the registry", nil, map[string]string{"python3": noPip}, "test-clients", "the Python client cannot run: the packages for Python cannot be had: ", "skip  the Python client"},
	{"the registry", nil, map[string]string{"python3": noPip}, "test-model", "test-model failed: the packages of the local model cannot be had: see above.", "test-model skipped: "},
}

// machine is what the targets may find: of what they install with, nothing.
var machine = []string{
	"awk", "bash", "cat", "chmod", "cp", "date", "env", "find", "grep", "ln", "ls", "mkdir", "nproc", "printf", "rm", "sed", "sh", "touch", "uname",
	"go", "node", "npm", "npx", "gcc", "cc", "chromium", "google-chrome", "firefox-esr", "firefox", "python3",
}

// .ci/run promises that nothing passes there by being absent: each tool is hidden in
// turn. `go test -v -run Gate ./internal/archtest` prints the table.
func TestGatesAreNotPassedByAbsence(t *testing.T) {
	if testing.Short() {
		t.Skip("make runs once for each tool, and finds what the machine has")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the tools are hidden as Linux finds them")
	}
	copied := checkout(t)
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "without\tmake\tCI=true\tends with")
	for _, g := range gates {
		said, err := g.run(t, copied, "true")
		require.Error(t, err, "%s without %s: %s", g.target, g.tool, said)
		require.Contains(t, said, g.want, "%s without %s", g.target, g.tool)
		fmt.Fprintf(w, "%s\t%s\tfails\t%s\n", g.tool, g.target, lineWith(said, g.want))
	}
	w.Flush()
	t.Log("\n" + table.String())
}

// Outside CI what is missing is left out, with a sentence; tests/clients goes on with
// the clients that there are, which takes a program.
func TestOutsideCIWhatIsMissingIsLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("make runs once for each tool, and finds what the machine has")
	}
	copied := checkout(t)
	for _, g := range gates {
		if g.otherwise == "" || g.target == "test-clients" {
			continue
		}
		said, err := g.run(t, copied, "")
		require.NoError(t, err, "%s without %s: %s", g.target, g.tool, said)
		require.Contains(t, said, g.otherwise)
	}
}

// checkout is a copy of what make and its tools need, so that nothing that was built or
// installed here is found, or disturbed.
func checkout(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{"Makefile", "go.mod", "go.sum", "assets.go", "cmd", "internal", "tools", "tests", "wasm", "web/package.json", "web/package-lock.json", "web/dist/.gitkeep"} {
		from, to := filepath.Join(project, name), filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o755))
		info, err := os.Stat(from)
		require.NoError(t, err)
		if info.IsDir() {
			require.NoError(t, os.CopyFS(to, os.DirFS(from)))
			continue
		}
		data, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(to, data, info.Mode()))
	}
	return root
}

// run makes the target, as if what it is built from were there, on a machine without
// the tool that cannot install it.
func (g gate) run(t *testing.T, root, ci string) (said string, err error) {
	t.Helper()
	bin := t.TempDir()
	for _, name := range machine {
		path, err := exec.LookPath(name)
		if err != nil || slices.Contains(g.hidden, name) || g.fakes[name] != "" {
			continue
		}
		require.NoError(t, os.Symlink(path, filepath.Join(bin, name)))
	}
	for name, script := range g.fakes {
		require.NoError(t, os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	program, err := exec.LookPath("make")
	require.NoError(t, err)
	args := []string{"--no-print-directory", g.target}
	for _, made := range g.madeBefore(t, root) {
		args = append(args, "-o", made)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = root
	cmd.Env = []string{"PATH=" + bin, "HOME=" + t.TempDir(), "CI=" + ci}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS"} {
		value, err := exec.Command("go", "env", name).Output()
		require.NoError(t, err)
		cmd.Env = append(cmd.Env, name+"="+strings.TrimSpace(string(value)))
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// madeBefore are the prerequisites of a target of the tests: what is missing there is
// not what the gate is about.
func (g gate) madeBefore(t *testing.T, root string) []string {
	t.Helper()
	if !strings.HasPrefix(g.target, "test-") && !strings.HasPrefix(g.target, "gate-") {
		return nil
	}
	// make writes the rule with its variables filled in.
	out, _ := exec.Command("make", "-C", root, "--no-print-directory", "-pnq", g.target).Output()
	for line := range strings.Lines(string(out)) {
		if names, ok := strings.CutPrefix(line, g.target+": "); ok {
			return strings.Fields(names)
		}
	}
	t.Fatalf("the Makefile has no target %s with prerequisites", g.target)
	return nil
}

// lineWith returns the line of a text that holds a part.
func lineWith(text, part string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
