//go:build !js && !wasip1

package rpc_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

func TestTranscriptsNative(t *testing.T) {
	programs := map[bool]string{
		false: build(t, "./testdata/stdio", "core"),
		true:  build(t, "./testdata/stdio", "core-faults", "-tags=faults"),
	}
	for _, tr := range readTranscripts(t) {
		t.Run(tr.name, func(t *testing.T) { tr.play(t, startProgram(t, programs[tr.faults])) })
	}
}

func TestTranscriptsWASI(t *testing.T) {
	if testing.Short() {
		t.Skip("wazero compiles the core anew in a fresh clone")
	}
	ctx := context.Background()
	// Compiling the module takes 20 s, reading it back half a second.
	cache, err := wazero.NewCompilationCacheWithDir(filepath.Join("..", "..", "build", "wazero"))
	require.NoError(t, err)
	defer cache.Close(ctx)
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	defer runtime.Close(ctx)
	_, err = wasi_snapshot_preview1.Instantiate(ctx, runtime)
	require.NoError(t, err)

	// Those without faults run on it too: it has a few methods more, and a second
	// module would take as long again to compile. That the core has none of them
	// without the tag is shown natively and in the browser.
	binary, err := os.ReadFile(build(t, "../../wasm", "core.wasm", "-tags=faults"))
	require.NoError(t, err)
	compiled, err := runtime.CompileModule(ctx, binary)
	require.NoError(t, err)
	native := build(t, "./testdata/stdio", "core-faults", "-tags=faults")
	for _, tr := range readTranscripts(t) {
		if tr.name == "unknown_method" {
			continue
		}
		t.Run(tr.name, func(t *testing.T) {
			module := startModule(t, runtime, compiled)
			tr.play(t, module)
			if !strings.HasPrefix(tr.name, "turn_") {
				return
			}
			// Clock and names are fixed in these: they are the same to the byte.
			program := startProgram(t, native)
			tr.play(t, program)
			require.Equal(t, program.heard, module.heard)
		})
	}
}

// build compiles a package into a directory of the test and returns the file.
func build(t *testing.T, pkg, name string, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	args := append([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}, flags...)
	cmd := exec.Command("go", append(args, pkg)...)
	if strings.HasSuffix(name, ".wasm") {
		cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	}
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "go build %s: %s", pkg, said)
	return out
}

// process is a core with an input, an output and a way to wait for its end.
type process struct {
	in     io.WriteCloser
	out    chan string
	heard  []string // all frames, in their order
	stderr *text
	wait   func() error
}

func (p *process) send(line string) error {
	_, err := io.WriteString(p.in, line+"\n")
	return err
}

func (p *process) frames() <-chan string { return p.out }

func (p *process) note(frame string) {
	if !strings.Contains(frame, `"kind":"ready"`) { // whose version differs
		p.heard = append(p.heard, frame)
	}
}

func (p *process) end() (string, error) {
	p.in.Close()
	err := p.wait()
	return p.stderr.String(), err
}

func startProgram(t *testing.T, path string) *process {
	t.Helper()
	p := &process{out: make(chan string), stderr: new(text)}
	cmd := exec.Command(path)
	cmd.Stderr = p.stderr
	stdout, stdoutWriter, err := os.Pipe()
	require.NoError(t, err)
	cmd.Stdout = stdoutWriter
	p.in, err = cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	require.NoError(t, stdoutWriter.Close())
	p.wait = sync.OnceValue(cmd.Wait)
	go pump(stdout, p.out)
	t.Cleanup(func() {
		p.in.Close()
		cmd.Process.Kill()
		p.wait()
		stdout.Close()
	})
	return p
}

// startModule runs a module on pipes of the system, as wazero can only wait for
// input in those.
func startModule(t *testing.T, runtime wazero.Runtime, module wazero.CompiledModule) *process {
	t.Helper()
	p := &process{out: make(chan string), stderr: new(text)}
	stdin, in, err := os.Pipe()
	require.NoError(t, err)
	p.in = in
	stdout, stdoutWriter, err := os.Pipe()
	require.NoError(t, err)
	config := wazero.NewModuleConfig().WithName("").WithArgs("core").WithStdin(stdin).WithStdout(stdoutWriter).WithStderr(p.stderr).
		WithSysNanotime().WithSysWalltime().WithSysNanosleep()
	ended := make(chan error, 1)
	go func() {
		instance, err := runtime.InstantiateModule(context.Background(), module, config)
		if instance != nil {
			instance.Close(context.Background())
		}
		stdoutWriter.Close()
		ended <- err
	}()
	p.wait = sync.OnceValue(func() error { return <-ended })
	go pump(stdout, p.out)
	t.Cleanup(func() {
		in.Close()
		if t.Failed() {
			return // a module cannot be killed, and may be busy for ever
		}
		p.wait()
		stdin.Close()
		stdout.Close()
	})
	return p
}

// text collects what a core writes to stderr.
type text struct {
	mu sync.Mutex
	b  strings.Builder
}

func (t *text) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.Write(p)
}

func (t *text) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.String()
}
