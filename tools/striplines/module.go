package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Of WebAssembly's binary format, as far as the data section needs it.
const (
	header      = "\x00asm\x01\x00\x00\x00"
	dataSection = 11
	dataCount   = 12
	opI32Const  = 0x41
	opEnd       = 0x0b
)

// A module is a WebAssembly file around its data section.
type module struct {
	before, after []byte
	data          []segment
}

// A segment is a part of a module's initial memory.
type segment struct {
	at    int
	bytes []byte
}

var errCutOff = errors.New("the module is cut off")

// readModule finds what a module puts into its memory. The bytes are the file's own.
func readModule(file []byte) (module, error) {
	if len(file) < len(header) || string(file[:len(header)]) != header {
		return module{}, errors.New("this is no WebAssembly module")
	}
	rest := reader{bytes: file[len(header):]}
	for len(rest.bytes) > 0 {
		start := len(file) - len(rest.bytes)
		id := rest.byte()
		section := reader{bytes: rest.take(rest.number())}
		if rest.err != nil {
			return module{}, rest.err
		}
		switch id {
		case dataCount:
			return module{}, errors.New("the module counts its data: this version of Go writes it in another way")
		case dataSection:
			data, err := section.segments()
			return module{before: file[:start], data: data, after: rest.bytes}, err
		}
	}
	return module{}, errors.New("the module has no data")
}

// write puts the file together again.
func (m module) write() []byte {
	section := binary.AppendUvarint(nil, uint64(len(m.data)))
	for _, s := range m.data {
		section = append(section, 0, opI32Const)
		section = appendSigned(section, s.at)
		section = append(section, opEnd)
		section = binary.AppendUvarint(section, uint64(len(s.bytes)))
		section = append(section, s.bytes...)
	}
	file := append(bytes.Clone(m.before), dataSection)
	file = binary.AppendUvarint(file, uint64(len(section)))
	file = append(file, section...)
	return append(file, m.after...)
}

// appendSigned appends a LEB128 number whose last byte has its sign in bit 6.
func appendSigned(to []byte, n int) []byte {
	for ; n >= 1<<6; n >>= 7 {
		to = append(to, byte(n&0x7f|0x80))
	}
	return append(to, byte(n))
}

// A reader takes values off the front of bytes. After the first error it takes zeros.
type reader struct {
	bytes []byte
	err   error
}

func (r *reader) segments() ([]segment, error) {
	var segments []segment
	for range r.number() {
		if kind, op := r.number(), r.byte(); r.err == nil && (kind != 0 || op != opI32Const) {
			return nil, fmt.Errorf("segment %d of the data is not at a fixed place in the first memory", len(segments))
		}
		at := r.number()
		if r.byte() != opEnd && r.err == nil {
			return nil, fmt.Errorf("segment %d of the data has a place that is computed", len(segments))
		}
		segments = append(segments, segment{at, r.take(r.number())})
		if r.err != nil {
			return nil, r.err
		}
	}
	return segments, nil
}

func (r *reader) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// number takes a LEB128 number; places in memory are signed, but below 2 GiB.
func (r *reader) number() int {
	n, size := binary.Uvarint(r.bytes)
	if size <= 0 || n > 1<<31 {
		r.err = errCutOff
		return 0
	}
	r.bytes = r.bytes[size:]
	return int(n)
}

func (r *reader) take(n int) []byte {
	if r.err != nil || n > len(r.bytes) {
		r.err = errCutOff
		return nil
	}
	taken := r.bytes[:n:n]
	r.bytes = r.bytes[n:]
	return taken
}
