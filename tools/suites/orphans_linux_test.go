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
	// A session of its own, as browsers have.
	ready := filepath.Join(t.TempDir(), "ready")
	cmd := exec.Command("sh", "-c", "setsid sh -c 'sleep 1000 & : >"+ready+"; wait' >/dev/null 2>&1 & echo $!")
	said, err := cmd.Output()
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(said)))
	require.NoError(t, err)
	require.Eventually(t, func() bool { _, err := os.Stat(ready); return err == nil }, time.Minute, time.Millisecond)
	require.NoError(t, syscall.Kill(pid, 0), "it runs still")
	left := strings.Join(endOrphans(), " ")
	require.Contains(t, left, "sh (")
	require.Contains(t, left, "sleep (")
	require.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH)
}
