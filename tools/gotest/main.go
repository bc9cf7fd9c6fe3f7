// Command gotest runs `go test` with the arguments it is given and says last what failed:
// of a long log often only the end is at hand. A package is a line, as `go test` prints it;
// of one that fails also what its failed tests said, or all of it with -v. With
// BURROW_TEST_RESULTS it appends what it found to that file, for the table of tools/suites.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"

	"burrow/tools/testresult"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	events, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		return 2
	}
	r := newReport(os.Stdout, slices.Contains(args, "-v"))
	r.read(events)
	err = cmd.Wait()
	r.end()
	if err := testresult.Append(r.Result); err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		return 2
	}
	if err != nil {
		return max(cmd.ProcessState.ExitCode(), 1)
	}
	return 0
}
