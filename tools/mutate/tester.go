package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// outcome is what became of a change.
type outcome string

const (
	killed    outcome = "killed"
	late      outcome = "late"      // the tests did not end
	alive     outcome = "alive"     // all tests passed
	unreached outcome = "unreached" // no test comes by
	equals    outcome = "equivalent"
)

// tester builds and runs the tests of a package.
type tester struct {
	p     *pkg
	tags  string
	limit time.Duration
	work  string
	log   io.Writer

	built bool
	tests []test
	// killers are the tests that have noticed changes of a function, the latest first.
	killers map[string][]string
}

// test is a test with the changes that it reaches.
type test struct {
	name   string
	took   time.Duration
	passes map[int]bool
}

// broken names a line that does not compile.
var broken = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: `)

// build makes the program of all changes and finds out what each test reaches. A
// change that does not compile is left out.
func (t *tester) build(ctx context.Context, all []*mutant) error {
	for range 20 {
		text, err := t.compile(ctx, t.program(), all)
		if err == nil {
			t.built = true
			return t.reach(ctx)
		}
		found := false
		for _, at := range broken.FindAllStringSubmatch(text, -1) {
			line, _ := strconv.Atoi(at[2])
			for _, m := range all {
				if m.id > 0 && !m.broken && m.line == line && filepath.Base(m.file) == filepath.Base(at[1]) {
					m.broken, found = true, true
				}
			}
		}
		if !found {
			return fmt.Errorf("the changed tests do not compile: %w\n%s", err, text)
		}
	}
	return errors.New("the changed tests do not compile")
}

func (t *tester) program() string { return filepath.Join(t.work, "all.test") }

// compile makes a test program with changes in it. The package itself stays as it is.
func (t *tester) compile(ctx context.Context, program string, changes []*mutant) (output string, err error) {
	replaced := map[string]string{}
	folder := program + ".files" // by their own names there: the compiler tells of them
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	put := func(path string, content []byte) error {
		replaced[path] = filepath.Join(folder, filepath.Base(path))
		return os.WriteFile(replaced[path], content, 0o644)
	}
	most := 0
	edits := map[string][]edit{}
	for _, m := range changes {
		if m.broken || m.id == 0 && len(changes) > 1 {
			continue
		}
		most = max(most, m.id)
		for _, e := range m.edits {
			edits[e.path] = append(edits[e.path], e)
		}
	}
	for _, f := range t.p.files {
		if list := edits[f.path]; len(list) > 0 {
			if err := put(f.path, apply(f.source, list)); err != nil {
				return "", err
			}
		}
	}
	code := "package " + t.p.Name + support + "\nconst mutantMost_ = " + strconv.Itoa(most) + "\n"
	if err := put(filepath.Join(t.p.root, t.p.dir, "zmutant.go"), []byte(code)); err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	name := program + ".json"
	if err := os.WriteFile(name, overlay, 0o644); err != nil {
		return "", err
	}
	c := exec.CommandContext(ctx, "go", "test", "-c", "-overlay", name, "-tags", t.tags, "-o", program, "./"+t.p.dir)
	c.Dir = t.p.root
	out, err := c.CombinedOutput()
	return string(out), err
}

// reach runs each test alone and unchanged.
func (t *tester) reach(ctx context.Context) error {
	list, _, err := t.run(ctx, t.program(), nil, time.Minute, "-test.list", "^(Test|Fuzz|Example)")
	if err != nil {
		return err
	}
	for name := range strings.FieldsSeq(list) {
		file := filepath.Join(t.work, "reached")
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			return err
		}
		began := time.Now()
		out, _, err := t.run(ctx, t.program(), []string{"MUTANT_REACHED=" + file}, 10*time.Minute, "-test.run", "^"+name+"$")
		if err != nil {
			return fmt.Errorf("%s fails by itself, without a change: %w\n%s", name, err, out)
		}
		one := test{name: name, took: time.Since(began), passes: map[int]bool{}}
		reached, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for line := range strings.FieldsSeq(string(reached)) {
			id, err := strconv.Atoi(line)
			if err != nil {
				return err
			}
			one.passes[id] = true
		}
		t.tests = append(t.tests, one)
	}
	slices.SortStableFunc(t.tests, func(a, b test) int { return int(a.took - b.took) })
	return nil
}

// quick is how long tests may take together that are tried before the slow ones;
// likely is how many that noticed another change of the same function are tried
// before all.
const (
	quick  = 2 * time.Second
	likely = 3
)

// round is tests that are run together.
type round struct {
	names []string
	took  time.Duration
}

func (r *round) add(one test) { r.names, r.took = append(r.names, one.name), r.took+one.took }

// rounds are the tests that reach a change, in the order in which they are run. A slow
// one is run alone: the next one may not be needed.
func (t *tester) rounds(m *mutant) []round {
	rounds := make([]round, 2)
	for _, one := range t.tests {
		switch {
		case m.id > 0 && !one.passes[m.id]:
		case slices.Contains(t.killers[m.place()], one.name):
			rounds[0].add(one)
		case rounds[1].took+one.took < quick:
			rounds[1].add(one)
		default:
			rounds = append(rounds, round{[]string{one.name}, one.took})
		}
	}
	return slices.DeleteFunc(rounds, func(r round) bool { return len(r.names) == 0 })
}

// failed names a test that failed.
var failed = regexp.MustCompile(`(?m)^--- FAIL: ([^\s/]+)`)

// learn notes which test has noticed a change.
func (t *tester) learn(m *mutant, output string) {
	found := failed.FindStringSubmatch(output)
	if found == nil {
		return
	}
	if t.killers == nil {
		t.killers = map[string][]string{}
	}
	others := slices.DeleteFunc(t.killers[m.place()], func(name string) bool { return name == found[1] })
	others = append([]string{found[1]}, others...)
	t.killers[m.place()] = others[:min(likely, len(others))]
}

// try runs the tests that reach a change.
func (t *tester) try(ctx context.Context, m *mutant) (outcome, error) {
	program := t.program()
	if m.id == 0 {
		program = filepath.Join(t.work, "one.test")
		if _, err := t.compile(ctx, program, []*mutant{m}); err != nil {
			// A constant that is another's size, or does not fit: the compiler is the test.
			return killed, ctx.Err()
		}
	}
	rounds := t.rounds(m)
	if len(rounds) == 0 {
		return unreached, nil
	}
	for _, round := range rounds {
		out, ended, err := t.run(ctx, program, []string{"MUTANT=" + strconv.Itoa(m.id)}, t.limit+10*round.took,
			"-test.failfast", "-test.run", "^("+strings.Join(round.names, "|")+")$")
		if ctx.Err() != nil {
			return "", nil
		}
		if err == nil {
			continue
		}
		fmt.Fprintf(t.log, "%s\n%s\n", m.name, out)
		if !ended {
			return late, nil
		}
		t.learn(m, out)
		return killed, nil
	}
	return alive, nil
}

// run runs a test program. ended is false if it had to be ended.
func (t *tester) run(ctx context.Context, program string, env []string, limit time.Duration, args ...string) (output string, ended bool, err error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	// A change may have a loop take memory for ever.
	const memory = `ulimit -d 4000000 2>/dev/null; exec "$0" "$@"`
	c := exec.CommandContext(limited, "sh", append([]string{"-c", memory, program, "-test.short"}, args...)...)
	c.Dir = filepath.Join(t.p.root, t.p.dir)
	c.Env = append(os.Environ(), env...)
	// What the tests have started ends with them.
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err = c.Run()
	return out.String(), limited.Err() == nil, err
}
