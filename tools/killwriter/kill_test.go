package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
)

// kills is how often each writer is killed. `make test-kill` asks for more.
func kills(t *testing.T, usual int) int {
	if n, err := strconv.Atoi(os.Getenv("KILLS")); err == nil {
		return n
	}
	return usual
}

func program(t *testing.T) string {
	out := filepath.Join(t.TempDir(), "killwriter")
	built, err := exec.Command("go", "build", "-o", out, ".").CombinedOutput()
	require.NoError(t, err, "%s", built)
	return out
}

// killOnce runs the writer, kills it at a random moment after its first commit,
// and returns the last number it acknowledged.
func killOnce(t *testing.T, r *rand.Rand, program, mode, journal, file string) (acked int) {
	cmd := exec.Command(program, "-journal", journal, mode, file)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	// The moment is drawn beforehand, not timed by what is to be found out: a
	// number of commits, and then a part of the next one.
	commits := 1 + r.IntN(3)
	part := time.Duration(r.Int64N(int64(60 * time.Millisecond)))
	for lines.Scan() {
		n, err := strconv.Atoi(strings.TrimPrefix(lines.Text(), "acked "))
		require.NoError(t, err)
		acked = n
		if commits--; commits == 0 {
			time.AfterFunc(part, func() { cmd.Process.Kill() })
		}
	}
	require.Error(t, cmd.Wait(), "the writer ended by itself")
	return acked
}

func TestKilledWritersLoseNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take their time: make test-kill")
	}
	program := program(t)
	for _, mode := range []string{"rows", "chat"} {
		t.Run(mode, func(t *testing.T) {
			r := rand.New(rand.NewPCG(4, uint64(len(mode))))
			file := filepath.Join(t.TempDir(), "killed.db")
			n := kills(t, 4)
			for i := range n {
				acked := killOnce(t, r, program, mode, "", file)
				last, wrong := look(t, mode, file, "")
				require.Empty(t, wrong, "kill %d", i+1)
				require.GreaterOrEqual(t, last, acked, "kill %d: an acknowledged commit is gone", i+1)
			}
			fmt.Printf("native, %s: %d kills, nothing lost, nothing torn\n", mode, n)
		})
	}
}

// TestWithoutAJournalKillsDoDamage is the control: the same harness sees it.
func TestWithoutAJournalKillsDoDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take their time: make test-kill")
	}
	program := program(t)
	r := rand.New(rand.NewPCG(4, 0))
	damaged, n := 0, kills(t, 10)
	for range n {
		file := filepath.Join(t.TempDir(), "control.db")
		acked := killOnce(t, r, program, "rows", "off", file)
		last, wrong := look(t, "rows", file, "off")
		if wrong != "" || last < acked {
			damaged++
		}
	}
	fmt.Printf("native, control without a journal: %d of %d kills did damage\n", damaged, n)
	require.NotZero(t, damaged)
}

func look(t *testing.T, mode, file, journal string) (last int, wrong string) {
	if mode == "chat" {
		last, wrong, err := verifyChat(file, sqlite.Options{Journal: journal})
		require.NoError(t, err)
		return last, wrong
	}
	db, err := sqlite.Open(file, sqlite.Options{Journal: journal})
	if err != nil {
		return 0, err.Error()
	}
	defer db.Close()
	last, wrong, err = verify(db)
	if err != nil {
		wrong = err.Error()
	}
	return last, wrong
}
