//go:build !js && !wasip1

package rpc

// pauser lets the host work between two slices of a long job. A native program
// has threads for that.
type pauser struct{}

func newPauser() *pauser { return &pauser{} }

func (*pauser) pause() {}

func (*pauser) close() {}
