package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The test is run again as a process of its own, so that it adopts no orphans of others.
func TestWhatASuiteLeavesIsEnded(t *testing.T) {
	if os.Getenv("BURROW_TEST_ORPHANS") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestWhatASuiteLeavesIsEnded$", "-test.v")
		cmd.Env = append(os.Environ(), "BURROW_TEST_ORPHANS=1")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Contains(t, string(out), "--- PASS")
		return
	}
	adoptOrphans()
	// A session of its own, as browsers have. A shell says its name and its child's once
	// both run; until the child is another program, it is called as the shell is.
	ready := filepath.Join(t.TempDir(), "ready")
	script := "sleep 1000 & echo $$ $! >" + ready + ".part; mv " + ready + ".part " + ready + "; wait"
	require.NoError(t, exec.Command("sh", "-c", "setsid sh -c '"+script+"' >/dev/null 2>&1 &").Run())
	var left []string
	require.Eventually(t, func() bool {
		said, err := os.ReadFile(ready)
		left = strings.Fields(string(said))
		return err == nil
	}, time.Minute, time.Millisecond)
	require.Len(t, left, 2)
	ended := strings.Join(endOrphans(), " ")
	for _, pid := range left {
		require.Contains(t, ended, "("+pid+")")
		number, err := strconv.Atoi(pid)
		require.NoError(t, err)
		require.ErrorIs(t, syscall.Kill(number, 0), syscall.ESRCH)
	}
	require.Contains(t, ended, "sh (")
}
