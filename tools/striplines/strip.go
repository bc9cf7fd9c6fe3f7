package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// The table of functions as Go 1.20 and later write it: runtime.pcHeader, then names,
// files, streams of values by program counter, and a record for each function.
const (
	magic       = "\xf1\xff\xff\xff\x00\x00\x01\x08"
	headerSize  = 8 + 8*8
	recordSize  = 44
	offStack    = 16 // the stream of stack depths
	offFile     = 20 // the stream of file numbers
	offLine     = 24 // the stream of lines
	offStreams  = 28 // how many more streams there are
	offUnit     = 32 // the compilation unit's place among the files
	offFirst    = 36 // the function's first line
	offPointers = 43 // how many pointers follow the streams
)

// strip blanks the lines in a module. Everything keeps its place and its size: blanks are
// what compresses away.
func strip(file []byte) error {
	segments, err := dataSegments(file)
	if err != nil {
		return err
	}
	memory := image(segments)
	if err := blankLines(memory); err != nil {
		return err
	}
	for _, s := range segments {
		copy(s.bytes, memory[s.at:])
	}
	return nil
}

// image is the memory that the segments make. The linker leaves out runs of zeros, also
// within tables.
func image(segments []segment) []byte {
	size := 0
	for _, s := range segments {
		size = max(size, s.at+len(s.bytes))
	}
	memory := make([]byte, size)
	for _, s := range segments {
		copy(memory[s.at:], s.bytes)
	}
	return memory
}

func blankLines(memory []byte) error {
	t, err := findTable(memory)
	if err != nil {
		return err
	}
	clear(t.files)
	shortenNames(t.names)
	kept := make([]bool, len(t.streams))
	kept[0] = true
	for _, record := range t.records {
		if err := t.blank(record, kept); err != nil {
			return err
		}
	}
	for i := range t.streams {
		if !kept[i] {
			t.streams[i] = 0
		}
	}
	return nil
}

// Names begin with these: of our own functions all but the type arguments is kept, of
// the runtime's only this, by which it knows its own goroutines.
var ours, runtimes = [][]byte{[]byte("burrow/"), []byte("main.")}, []byte("runtime.")

// shortenNames blanks the names of functions, each of which ends with a zero, as far as
// a report of a panic in our code does without.
func shortenNames(names []byte) {
	for len(names) > 0 {
		end := bytes.IndexByte(names, 0)
		if end < 0 {
			end = len(names)
		}
		name, keep := names[:end], 0
		switch {
		case slices.ContainsFunc(ours, func(prefix []byte) bool { return bytes.HasPrefix(name, prefix) }):
			if keep = bytes.IndexByte(name, '['); keep < 0 {
				keep = len(name)
			}
		case bytes.HasPrefix(name, runtimes):
			keep = len(runtimes)
		}
		clear(name[keep:])
		names = names[min(end+1, len(names)):]
	}
}

// A table is the program's table of functions.
type table struct {
	names   []byte
	files   []byte
	streams []byte
	records [][]byte
}

// findTable finds the one table of functions. What looks like its beginning by chance is
// told by its offsets.
func findTable(memory []byte) (table, error) {
	var found []table
	for at := 0; ; at++ {
		next := indexOf(memory, at)
		if next < 0 {
			break
		}
		at = next
		if t, err := readTable(memory[at:]); err == nil {
			found = append(found, t)
		}
	}
	if len(found) != 1 {
		return table{}, fmt.Errorf("found %d tables of functions instead of one: this version of Go writes another", len(found))
	}
	return found[0], nil
}

func indexOf(memory []byte, from int) int {
	for at := from; at+headerSize <= len(memory); at++ {
		if string(memory[at:at+len(magic)]) == magic {
			return at
		}
	}
	return -1
}

var errOther = errors.New("the table of functions is of another kind")

func readTable(memory []byte) (table, error) {
	count := binary.LittleEndian.Uint64(memory[8:])
	// Names, compilation units, files, streams, functions, each after the one before.
	offsets := []uint64{headerSize}
	for i := range 5 {
		offsets = append(offsets, binary.LittleEndian.Uint64(memory[32+8*i:]))
	}
	if !slices.IsSorted(offsets) || offsets[5] > uint64(len(memory)) || offsets[4] == offsets[5] || count == 0 {
		return table{}, errOther
	}
	functions := memory[offsets[5]:]
	// An entry is a place in the program and one in this table, 4 bytes each.
	if count > uint64(len(functions))/8 {
		return table{}, errOther
	}
	t := table{names: memory[offsets[1]:offsets[2]], files: memory[offsets[2]:offsets[4]], streams: memory[offsets[4]:offsets[5]]}
	for i := range count {
		at := binary.LittleEndian.Uint32(functions[8*i+4:])
		if uint64(at)+recordSize > uint64(len(functions)) || uint64(at) < 8*count {
			return table{}, errOther
		}
		t.records = append(t.records, functions[at:])
	}
	return t, nil
}

// blank takes a function's files and lines away, and marks the streams that it needs.
func (t table) blank(record []byte, kept []bool) error {
	for _, off := range []int{offFile, offLine, offUnit, offFirst} {
		clear(record[off : off+4])
	}
	more := int(binary.LittleEndian.Uint32(record[offStreams:]))
	if size := recordSize + 4*(more+int(record[offPointers])); more > 64 || size > len(record) {
		return errOther
	}
	if err := t.keep(record[offStack:], kept); err != nil {
		return err
	}
	for i := range more {
		if err := t.keep(record[recordSize+4*i:], kept); err != nil {
			return err
		}
	}
	return nil
}

// keep marks the stream whose place is at the front of the bytes: pairs of numbers, ended
// by a zero where a first number would be. The first pair may begin with a zero.
func (t table) keep(place []byte, kept []bool) error {
	start := int(binary.LittleEndian.Uint32(place))
	if start == 0 {
		return nil
	}
	at := start
	for at < len(t.streams) {
		value, size := binary.Uvarint(t.streams[at:])
		if size <= 0 {
			return errOther
		}
		first := at == start
		at += size
		if value == 0 && !first {
			for i := start; i < at; i++ {
				kept[i] = true
			}
			return nil
		}
		_, size = binary.Uvarint(t.streams[at:])
		if size <= 0 {
			return errOther
		}
		at += size
	}
	return errOther
}
