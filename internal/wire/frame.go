// Package wire declares what a client and the core say to each other.
//
// A frame is one JSON object: a line on stdio, a string in postMessage. Frames
// form two unions told apart by their member "kind": ToCore is what a client
// sends, FromCore what it gets back. Every request is answered by exactly one
// result or error frame with its id; events with that id may come before it.
// An error with id 0 answers a frame in which no id could be read, or one whose
// id already belongs to another request under way.
//
// The TypeScript types in web/src/core/protocol.gen.ts are generated from this
// package by tools/gents, doc comments included: what is written here is what
// the page's authors read.
//
// Decoding is strict: a member that is unknown, missing, given twice or of
// another type is refused by name, so that a misspelt option cannot be ignored
// without anyone noticing. Package rpc decides what the methods do.
package wire

import (
	"burrow/internal/fault"
	"burrow/internal/json"
)

// MaxFrameBytes is the largest frame that the core reads.
const MaxFrameBytes = 64 << 20

// ToCore is a frame that a client sends.
type ToCore interface{ toCore() }

// RequestFrame asks the core to run a method.
type RequestFrame struct {
	Kind requestKind `json:"kind"`
	// ID is a whole number from 1 that no other request under way has.
	ID     int64  `json:"id"`
	Method string `json:"method"`
	// Params is the method's parameters as an object. Without it the core
	// reads {}.
	Params json.Raw `json:"params,omitempty"`
}

// CancelFrame asks the core to stop the request with this id, which is then
// answered by an error with code "cancelled". An id that is not under way is
// ignored, since the answer may have crossed the cancellation.
type CancelFrame struct {
	Kind cancelKind `json:"kind"`
	ID   int64      `json:"id"`
}

// FromCore is a frame that the core sends.
type FromCore interface{ fromCore() }

// ReadyFrame is the first frame, sent once: the core reads requests from now
// on. What was sent before is not lost.
type ReadyFrame struct {
	Kind    readyKind `json:"kind"`
	Version string    `json:"version"`
}

// ResultFrame ends a request well.
type ResultFrame struct {
	Kind resultKind `json:"kind"`
	ID   int64      `json:"id"`
	// Result has the type that Methods gives for the request's method.
	Result any `json:"result"`
}

// ErrorFrame ends a request that could not be answered.
type ErrorFrame struct {
	Kind errorKind  `json:"kind"`
	ID   int64      `json:"id"`
	Code fault.Code `json:"code"`
	// Message is a sentence that the user may see.
	Message string `json:"message"`
}

// EventFrame tells something about a request that is under way.
type EventFrame struct {
	Kind  eventKind `json:"kind"`
	ID    int64     `json:"id"`
	Event CoreEvent `json:"event"`
}

// CrashFrame reports a bug that stopped the core or one of its requests. The
// core may still serve; the page offers a reload.
type CrashFrame struct {
	Kind crashKind `json:"kind"`
	// Message is a sentence that the user may see.
	Message string `json:"message"`
	// Detail is for a bug report: what failed, and where in the program.
	Detail string `json:"detail"`
}

// CoreEvent is what an EventFrame may carry.
type CoreEvent interface{ event() }

// ProgressEvent says how far long work has come. Both figures are bytes of
// UTF-8.
type ProgressEvent struct {
	Kind  progressKind `json:"kind"`
	Done  int          `json:"done"`
	Total int          `json:"total"`
}

func (RequestFrame) toCore()  {}
func (CancelFrame) toCore()   {}
func (ReadyFrame) fromCore()  {}
func (ResultFrame) fromCore() {}
func (ErrorFrame) fromCore()  {}
func (EventFrame) fromCore()  {}
func (CrashFrame) fromCore()  {}
func (ProgressEvent) event()  {}
