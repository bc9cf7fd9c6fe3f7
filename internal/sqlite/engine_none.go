//go:build !js && nosqlite

package sqlite

import (
	"context"

	"burrow/internal/fault"
)

// errNone is what every database fails with: no engine is in this build. Compiling
// one takes as long as all else of a program that only serves the page, which is what
// a first `make run` builds.
var errNone = fault.New(fault.Unavailable, "This build only serves the page: run `make build`, then use build/burrow.")

type conn struct{}

func pragmas(string, Options) []string { return nil }

func (*conn) open(string, Options) error              { return errNone }
func (*conn) openImage(*Image) error                  { return errNone }
func (*conn) Home() Home                              { return Home{} }
func (*conn) defend(bool) error                       { return errNone }
func (*conn) close() error                            { return nil }
func (*conn) exec(string) error                       { return errNone }
func (*conn) prepare(string, *Stmt) error             { return errNone }
func (*conn) lastID() int64                           { return 0 }
func (*conn) changes() int                            { return 0 }
func (*conn) autocommit() bool                        { return true }
func (*conn) guard(_ context.Context, _ int32) func() { return func() {} }
func (*conn) image() (*Image, error)                  { return nil, errNone }

// A stmt is never made, since prepare fails.
type stmt struct{}

func (*stmt) parameters() int     { return 0 }
func (*stmt) bind([]any) error    { return errNone }
func (*stmt) step() (bool, error) { return false, errNone }
func (*stmt) reset() error        { return nil }
func (*stmt) finalize()           {}
func (*stmt) columns() int        { return 0 }
func (*stmt) name(int) string     { return "" }
func (*stmt) kind(int) Type       { return Null }
func (*stmt) int64(int) int64     { return 0 }
func (*stmt) float(int) float64   { return 0 }
func (*stmt) text(int) string     { return "" }
func (*stmt) bytes(int) []byte    { return nil }
