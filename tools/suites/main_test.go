package main

import (
	"errors"
	"os"
	"strings"
	"testing"

	"burrow/tools/testresult"

	"github.com/stretchr/testify/require"
)

func TestSuitesGoOnAfterAFailure(t *testing.T) {
	t.Setenv(testresult.File, "") // put back after the test
	var w strings.Builder
	ok, err := run(&w, t.TempDir(), []string{"lint", "go", "page"}, func(name string) error {
		switch name {
		case "lint":
			return errors.New("exit status 2")
		case "go":
			require.NoError(t, testresult.Append(testresult.Result{Tests: 3}))
			return testresult.Append(testresult.Result{Tests: 2, Failed: []string{"p TestA"}})
		}
		require.NoError(t, testresult.Append(testresult.Result{Tests: 7, Failed: []string{"a.spec.ts:1 b"}, Flaky: []string{"a.spec.ts:9 c"}}))
		return errors.New("exit status 1")
	})
	require.NoError(t, err)
	require.False(t, ok)
	require.Equal(t, "\nlint\n\ngo\n\npage\n\n"+
		"  tests  failed  flaky  seconds  suite\n"+
		"      -       0      0        0  lint  FAILED\n"+
		"      5       1      0        0  go  FAILED\n"+
		"      7       1      1        0  page  FAILED\n"+
		"     12       2      1        0  together\n"+
		"  flaky a.spec.ts:9 c\n"+
		"  failed p TestA\n"+
		"  failed a.spec.ts:1 b\n"+
		"  failed lint: exit status 2, see its log above\n", w.String())
}

func TestAllGreenIsGreen(t *testing.T) {
	t.Setenv(testresult.File, "")
	ok, err := run(&strings.Builder{}, t.TempDir(), []string{"a", "b"}, func(string) error { return nil })
	require.NoError(t, err)
	require.True(t, ok)
}

func TestSettingsOfTheMachineDoNotCount(t *testing.T) {
	for _, name := range []string{"DB_HOST", "OPENAI_API_KEY", "BURROW_SERVER_1_URL", "BURROW_TEST_WORKERS", "GOPROXY", "TMPDIR", "LC_ALL", "TZ"} {
		t.Setenv(name, "set")
	}
	require.NoError(t, alone("/room"))
	for name, want := range map[string]string{"DB_HOST": "", "OPENAI_API_KEY": "", "BURROW_SERVER_1_URL": "", "BURROW_TEST_WORKERS": "set", "GOPROXY": "set", "TMPDIR": "/room", "LC_ALL": "C.UTF-8", "TZ": "UTC"} {
		require.Equal(t, want, os.Getenv(name), name)
	}
}
