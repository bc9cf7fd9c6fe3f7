//go:build !(386 || amd64 || arm || arm64 || loong64 || riscv64 || wasm)

package tokens

import (
	"encoding/binary"
	"unsafe"
)

func load64(s string, i int) uint64 {
	return binary.LittleEndian.Uint64(unsafe.Slice(unsafe.StringData(s), len(s))[i:])
}
