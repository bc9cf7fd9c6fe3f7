package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The transcripts in testdata run the real program. `go test -update` writes what
// it prints into them; read the difference like code.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"burrow": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", Setup: startModel, Cmds: modelCommands})
}
