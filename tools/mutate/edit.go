package main

import (
	"bytes"
	"cmp"
	"slices"
)

// edit puts text into a file: in the place of what is between at and to, or at a
// place if to is negative. Lines stay where they are.
type edit struct {
	path   string
	at, to int
	text   string
	// closes means that it ends what another edit of the same order has begun.
	closes bool
	// order says what is around what: a lower one is outside.
	order int
}

// apply makes edits of one file. None of them replaces what another is within.
func apply(source []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int {
		if a.at != b.at {
			return cmp.Compare(a.at, b.at)
		}
		switch {
		case a.closes && b.closes:
			return cmp.Compare(b.order, a.order)
		case a.closes:
			return -1
		case b.closes:
			return 1
		}
		return cmp.Compare(a.order, b.order)
	})
	var out bytes.Buffer
	done := 0
	for _, e := range edits {
		out.Write(source[done:e.at])
		out.WriteString(e.text)
		done = max(e.at, e.to)
	}
	out.Write(source[done:])
	return out.Bytes()
}

// support is what changed code calls. A test program makes the change that MUTANT
// names, and writes those that it comes by to the file of MUTANT_REACHED.
const support = `

import (
	mutantOS "os"
	mutantNumbers "strconv"
	mutantAtomic "sync/atomic"
)

var (
	mutantNow, _     = mutantNumbers.Atoi(mutantOS.Getenv("MUTANT"))
	mutantReached, _ = mutantOS.OpenFile(mutantOS.Getenv("MUTANT_REACHED"), mutantOS.O_WRONLY|mutantOS.O_APPEND, 0)
	mutantSeen       [mutantMost_ + 1]mutantAtomic.Bool
)

func mutantIs(id int) bool {
	if mutantReached != nil && !mutantSeen[id].Swap(true) {
		mutantReached.WriteString(mutantNumbers.Itoa(id) + "\n")
	}
	return id == mutantNow
}

type mutantNumber interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

type mutantOrdered interface{ mutantNumber | ~string }

// A border that nobody stands on is not reached.
func mutantLess[T mutantOrdered](id int, a, b T) bool  { return a < b || a == b && mutantIs(id) }
func mutantMost[T mutantOrdered](id int, a, b T) bool  { return a < b || a == b && !mutantIs(id) }
func mutantMore[T mutantOrdered](id int, a, b T) bool  { return a > b || a == b && mutantIs(id) }
func mutantLeast[T mutantOrdered](id int, a, b T) bool { return a > b || a == b && !mutantIs(id) }

func mutantPlus[T mutantNumber](id int, a, b T) T {
	if mutantIs(id) {
		return a - b
	}
	return a + b
}

func mutantMinus[T mutantNumber](id int, a, b T) T {
	if mutantIs(id) {
		return a + b
	}
	return a - b
}

func mutantTimes[T mutantNumber](id int, a, b T) T {
	if mutantIs(id) {
		return a / b
	}
	return a * b
}

func mutantOver[T mutantNumber](id int, a, b T) T {
	if mutantIs(id) {
		return a * b
	}
	return a / b
}

func mutantTwice[T mutantNumber](id int, v T) T {
	if mutantIs(id) && v == 0 {
		return 1
	} else if mutantIs(id) {
		return v + v
	}
	return v
}
`
