package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// A stripped program does what it did before, and its panics lack their lines only.
func TestProgramRunsWithoutLines(t *testing.T) {
	before := build(t)
	after, err := strip(bytes.Clone(before))
	if err != nil {
		t.Fatal(err)
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
	if again, err := strip(bytes.Clone(after)); err != nil || !bytes.Equal(again, after) {
		t.Errorf("a second time changes something, or fails: %v", err)
	}
}

// The memory of a stripped module is in a few parts; between them are zeros only.
func TestMemoryIsInFewParts(t *testing.T) {
	far, name := 3*shortestGap, []byte("near")
	m := module{before: []byte(header), after: []byte("\x00\x02\x01x")}
	m.data = []segment{{64, name}, {200, []byte{7, 0, 0, 8}}, {far, []byte{9, 0}}, {1<<28 + 63, []byte{1}}}
	read, err := readModule(m.write())
	if err != nil || !slices.EqualFunc(read.data, m.data, same) || string(read.before)+string(read.after) != string(m.before)+string(m.after) {
		t.Fatalf("%v became %v: %v", m, read, err)
	}
	divided := divide(image(m.data[:3]))
	want := []segment{{64, append(append(name[:4:4], make([]byte, 132)...), 7, 0, 0, 8)}, {far, []byte{9}}}
	if !slices.EqualFunc(divided, want, same) {
		t.Errorf("%v instead of %v", divided, want)
	}
	file := build(t)
	whole, _ := readModule(file)
	stripped, err := strip(bytes.Clone(file))
	if err != nil {
		t.Fatal(err)
	}
	if parts, _ := readModule(stripped); len(parts.data) > 20 || len(whole.data) < 1000 {
		t.Errorf("%d segments became %d", len(whole.data), len(parts.data))
	}
}

// Every function is found from the place where its bucket begins.
func TestBucketsBeginAtMostAGrainBefore(t *testing.T) {
	m, err := readModule(build(t))
	if err != nil {
		t.Fatal(err)
	}
	memory := image(m.data)
	functions, err := findTable(memory)
	if err != nil {
		t.Fatal(err)
	}
	before := bytes.Clone(memory)
	if !coarsen(memory, len(functions.records)) {
		t.Fatal("the buckets are not found")
	}
	changed, numbers := 0, make(map[uint32]bool)
	for at := 0; at+4 <= len(memory); at += 4 {
		was, is := binary.LittleEndian.Uint32(before[at:]), binary.LittleEndian.Uint32(memory[at:])
		if was == is {
			continue
		}
		changed++
		if is != 0 && (is > was || was-is >= grain) {
			t.Fatalf("%d became %d", was, is)
		}
		numbers[is] = true
	}
	if most := len(functions.records)/grain + 1; changed == 0 || len(numbers) > most {
		t.Errorf("%d places changed, to %d numbers; there should be at most %d", changed, len(numbers), most)
	}
	if coarsen(memory, len(functions.records)) {
		t.Error("coarse buckets are taken for the linker's")
	}
}

// Functions whose names were blanked have one name between them.
func TestBlankedNamesAreShared(t *testing.T) {
	file, err := strip(build(t))
	if err != nil {
		t.Fatal(err)
	}
	m, err := readModule(file)
	if err != nil {
		t.Fatal(err)
	}
	functions, err := findTable(image(m.data))
	if err != nil {
		t.Fatal(err)
	}
	places := make(map[uint32]string)
	for _, record := range functions.records {
		place := binary.LittleEndian.Uint32(record[offName:])
		name, _, _ := bytes.Cut(functions.names[place:], []byte{0})
		places[place] = string(name)
	}
	said := make(map[string]int)
	for _, name := range places {
		said[name]++
	}
	if said[""] != 1 || said["runtime."] != 1 || said["main.fails"] != 1 {
		t.Errorf("%v", said)
	}
}

func same(a, b segment) bool { return a.at == b.at && bytes.Equal(a.bytes, b.bytes) }

// Whatever is cut off, or no Go program, is said and not taken apart further.
func TestOtherFilesAreRefused(t *testing.T) {
	file := build(t)
	for _, size := range []int{0, 4, 8, 9, 100, len(file) / 2, len(file) * 3 / 4} {
		if _, err := strip(bytes.Clone(file[:size])); err == nil {
			t.Errorf("%d of %d bytes were taken for a program", size, len(file))
		}
	}
	empty := []byte(header + "\x0b\x01\x00")
	if _, err := strip(empty); err == nil || !strings.Contains(err.Error(), "0 tables") {
		t.Errorf("a module without a table: %v", err)
	}
	if _, err := strip([]byte(header + "\x0c\x01\x01\x0b\x01\x00")); err == nil || !strings.Contains(err.Error(), "counts its data") {
		t.Errorf("a module that counts its data: %v", err)
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
