// Command suites runs targets of the Makefile one after another, goes on after one that
// fails, and ends with a table and the names of what failed. Exit code 1 says that
// something did.
//
//	suites gate-lint gate-go gate-page
//
// Nothing of the machine counts but its programs and the caches of Go, npm and pip: the
// settings of Burrow in the environment are taken away, its language and time zone are
// fixed, and what a suite writes for a while or leaves running is gone at the end.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"burrow/tools/testresult"
)

// suite is a target that was made.
type suite struct {
	name string
	took time.Duration
	err  error
	testresult.Result
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "suites: name the targets to make")
		os.Exit(2)
	}
	os.Exit(inRoom(os.Args[1:]))
}

// inRoom runs the suites in a folder for what they write, which it removes.
func inRoom(names []string) (code int) {
	// A short path: sockets stand in it.
	room, err := os.MkdirTemp("", "b")
	if err == nil {
		defer os.RemoveAll(room)
		// Servers that refuse to be root's run as another user, who must get through.
		err = errors.Join(os.Chmod(room, 0o711), alone(room))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "suites:", err)
		return 2
	}
	adoptOrphans()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := run(os.Stdout, room, names, func(name string) error {
		cmd := exec.CommandContext(ctx, "make", "--no-print-directory", name)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		err := cmd.Run()
		for _, left := range endOrphans() {
			fmt.Println("suites: " + name + " left " + left + " running; it was ended")
		}
		return errors.Join(ctx.Err(), err)
	})
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "suites:", err)
		return 2
	case !ok:
		return 1
	}
	return 0
}

// own matches the settings of Burrow.
var own = regexp.MustCompile(`^(BURROW|DB|SQL|OPENAI|GOOGLE|ANTHROPIC|MODEL|TOKEN|KEEP|MAX|CONVERSATION|PRIVACY|SECURE)_`)

// alone makes the environment one in which a machine's settings do not count.
func alone(room string) error {
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if own.MatchString(name) && !strings.HasPrefix(name, "BURROW_TEST_") {
			if err := os.Unsetenv(name); err != nil {
				return err
			}
		}
	}
	return errors.Join(os.Setenv("TMPDIR", room), os.Setenv("LC_ALL", "C.UTF-8"), os.Setenv("TZ", "UTC"))
}

func run(w io.Writer, dir string, names []string, target func(name string) error) (ok bool, err error) {
	var all []suite
	for _, name := range names {
		fmt.Fprintf(w, "\n%s\n", name)
		file := filepath.Join(dir, name+".json")
		if err := os.Setenv(testresult.File, file); err != nil {
			return false, err
		}
		s := suite{name: name}
		began := time.Now()
		s.err = target(name)
		s.took = time.Since(began)
		if s.Result, err = testresult.Sum(file); err != nil {
			return false, err
		}
		all = append(all, s)
	}
	return print(w, all), nil
}

// print writes the table, and below it the names of what failed or was flaky.
func print(w io.Writer, all []suite) (ok bool) {
	ok = true
	var sum suite
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w)
	fmt.Fprintln(table, "tests\tfailed\tflaky\tseconds\t  suite")
	for _, s := range all {
		fmt.Fprintf(table, "%s\t%d\t%d\t%.0f\t  %s%s\n", count(s.Tests), len(s.Failed), len(s.Flaky), s.took.Seconds(), s.name, verdict(s))
		sum.Tests += s.Tests
		sum.Failed = append(sum.Failed, s.Failed...)
		sum.Flaky = append(sum.Flaky, s.Flaky...)
		sum.took += s.took
		ok = ok && s.passed()
	}
	fmt.Fprintf(table, "%s\t%d\t%d\t%.0f\t  together\n", count(sum.Tests), len(sum.Failed), len(sum.Flaky), sum.took.Seconds())
	table.Flush()
	for _, name := range sum.Flaky {
		fmt.Fprintln(w, "  flaky "+name)
	}
	for _, name := range sum.Failed {
		fmt.Fprintln(w, "  failed "+name)
	}
	for _, s := range all {
		if !s.passed() && len(s.Failed) == 0 {
			fmt.Fprintf(w, "  failed %s: %v, see its log above\n", s.name, s.err)
		}
	}
	return ok
}

// passed is false for a suite that ran no test, too, if it could not run.
func (s suite) passed() bool { return s.err == nil && len(s.Failed) == 0 }

func verdict(s suite) string {
	if s.passed() {
		return ""
	}
	return "  FAILED"
}

// count leaves out a number where tests are not counted.
func count(tests int) string {
	if tests == 0 {
		return "-"
	}
	return fmt.Sprint(tests)
}
