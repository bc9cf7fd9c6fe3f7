//go:build !conformance

package tokens_test

// exhaustive is set by make conformance; other runs take a part of the cases.
const exhaustive = false
