//go:build !faults

package rpc

func (*core) registerFaults() {}
