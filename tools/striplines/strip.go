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
	offName     = 4  // the name's place among the names
	offStack    = 16 // the stream of stack depths
	offFile     = 20 // the stream of file numbers
	offLine     = 24 // the stream of lines
	offStreams  = 28 // how many more streams there are
	offUnit     = 32 // the compilation unit's place among the files
	offFirst    = 36 // the function's first line
	offPointers = 43 // how many pointers follow the streams

	noPointer = 1<<32 - 1
)

// strip blanks the lines in a module and returns it with its memory in few parts.
// Everything keeps its place in memory: blanks are what compresses away.
func strip(file []byte) ([]byte, error) {
	m, err := readModule(file)
	if err != nil {
		return nil, err
	}
	memory := image(m.data)
	if err := blankLines(memory); err != nil {
		return nil, err
	}
	m.data = divide(memory)
	return m.write(), nil
}

// shortestGap is the fewest zeros that a module leaves out. The linker leaves out eight
// and more, in up to 100,000 segments: the places of these compress badly, and zeros
// well.
const shortestGap = 4096

// divide cuts a memory into segments that begin and end with other bytes than zeros.
func divide(memory []byte) []segment {
	var segments []segment
	start, end := -1, 0 // of the segment so far; none yet
	for at, b := range memory {
		if b == 0 {
			continue
		}
		if start >= 0 && at-end >= shortestGap {
			segments = append(segments, segment{start, memory[start:end]})
			start = -1
		}
		if start < 0 {
			start = at
		}
		end = at + 1
	}
	if start >= 0 {
		segments = append(segments, segment{start, memory[start:end]})
	}
	return segments
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
	t.shareNames()
	coarsen(memory, len(t.records))
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

// shareNames lets functions of which the same is left have one name: a place that is the
// same for a thousand functions compresses away.
func (t table) shareNames() {
	first := make(map[string][]byte)
	for _, record := range t.records {
		place := record[offName : offName+4]
		name := t.names[binary.LittleEndian.Uint32(place):]
		name = name[:bytes.IndexByte(name, 0)]
		if known, ok := first[string(name)]; ok {
			copy(place, known)
		} else {
			first[string(name)] = place
		}
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

// Of the streams and pointers of a function, those that nothing reads: where a signal may
// not stop it, since there are no signals, and what a report would say of its arguments.
var (
	unreadStreams  = []int{0, 3} // PCDATA_UnsafePoint, PCDATA_ArgLiveIndex
	unreadPointers = []int{5, 6} // FUNCDATA_ArgInfo, FUNCDATA_ArgLiveInfo
)

// blank takes away what of a function is not read, and marks the streams that it needs.
func (t table) blank(record []byte, kept []bool) error {
	for _, off := range []int{offFile, offLine, offUnit, offFirst} {
		clear(record[off : off+4])
	}
	more := int(binary.LittleEndian.Uint32(record[offStreams:]))
	pointers := int(record[offPointers])
	if size := recordSize + 4*(more+pointers); more > 64 || size > len(record) {
		return errOther
	}
	for _, i := range unreadStreams {
		if i < more {
			clear(record[recordSize+4*i:][:4])
		}
	}
	for _, i := range unreadPointers {
		if i < pointers {
			binary.LittleEndian.PutUint32(record[recordSize+4*(more+i):], noPointer)
		}
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
