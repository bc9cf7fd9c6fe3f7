//go:build 386 || amd64 || arm || arm64 || loong64 || riscv64 || wasm

package tokens

import "unsafe"

// load64 reads eight bytes of s at i, the first lowest. The caller has checked
// that they are there. It is unsafe because the safe form is eight loads and a
// bounds check under WebAssembly.
func load64(s string, i int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
}
