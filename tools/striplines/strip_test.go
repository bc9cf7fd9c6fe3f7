package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// A stripped program does what it did before, and its panics lack their lines only.
func TestProgramRunsWithoutLines(t *testing.T) {
	file := build(t)
	before, after := bytes.Clone(file), file
	if err := strip(after); err != nil {
		t.Fatal(err)
	}
	if len(after) != len(before) {
		t.Fatalf("%d bytes became %d", len(before), len(after))
	}
	whole, stripped := run(t, before), run(t, after)
	for _, said := range []string{"depth 2800\n", "recovered runtime error: index out of range [3] with length 0\n", "main.fails("} {
		if !strings.Contains(whole, said) || !strings.Contains(stripped, said) {
			t.Errorf("%q is missing\nbefore: %s\nafter: %s", said, whole, stripped)
		}
	}
	if !strings.Contains(whole, "main.go:41") {
		t.Errorf("the program says no lines of itself: %s", whole)
	}
	for _, foreign := range []string{"runtime.goPanicIndex", "sync.(*Pool).Get"} {
		if !bytes.Contains(before, []byte(foreign)) || bytes.Contains(after, []byte(foreign)) {
			t.Errorf("the name %s was not there, or is still", foreign)
		}
	}
	if strings.Contains(stripped, ".go:") {
		t.Errorf("lines are still there: %s", stripped)
	}
	if again := bytes.Clone(after); strip(again) != nil || !bytes.Equal(again, after) {
		t.Error("a second time changes something")
	}
}

// Whatever is cut off, or no Go program, is said and not taken apart further.
func TestOtherFilesAreRefused(t *testing.T) {
	file := build(t)
	for _, size := range []int{0, 4, 8, 9, 100, len(file) / 2, len(file) * 3 / 4} {
		if err := strip(bytes.Clone(file[:size])); err == nil {
			t.Errorf("%d of %d bytes were taken for a program", size, len(file))
		}
	}
	empty := []byte(header + "\x0b\x01\x00")
	if err := strip(empty); err == nil || !strings.Contains(err.Error(), "0 tables") {
		t.Errorf("a module without a table: %v", err)
	}
}

func build(t *testing.T) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "busy.wasm")
	command := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", name, "./testdata/busy")
	command.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// run returns all that a program says before it panics and when it does.
func run(t *testing.T, file []byte) string {
	t.Helper()
	ctx := t.Context()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer runtime.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	var said bytes.Buffer
	_, err := runtime.InstantiateWithConfig(ctx, file, wazero.NewModuleConfig().WithStdout(&said).WithStderr(&said))
	if err == nil || !strings.Contains(err.Error(), "exit_code(2)") {
		t.Fatalf("the program ended by %v\n%s", err, said.String())
	}
	return said.String()
}
