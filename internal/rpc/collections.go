package rpc

import (
	"context"
	"strconv"

	"burrow/internal/chat"
	"burrow/internal/digest"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// mostKnown is more files than a folder of documents has.
const mostKnown = 5_000

func (c *core) registerCollections() {
	registerStored(c, wire.DocumentsCollections, func(ctx context.Context, s *store.Store, _ wire.Nothing) (out wire.Collections, err error) {
		out.Collections, err = s.Collections(ctx)
		if out.Collections == nil {
			out.Collections = []chat.Collection{}
		}
		return out, err
	})
	registerStored(c, wire.DocumentsKnown, knownFiles)
	registerStored(c, wire.DocumentsRemoveCollection, func(ctx context.Context, s *store.Store, p wire.CollectionParams) (out wire.Nothing, err error) {
		n, err := s.RemoveCollection(ctx, p.Collection)
		if err == nil && n == 0 {
			err = fault.New(fault.NotFound, "There is no such collection. It may have been removed.")
		}
		return out, err
	})
}

func knownFiles(ctx context.Context, s *store.Store, p wire.DocumentsKnownParams) (out wire.KnownFiles, err error) {
	if len(p.Files) > mostKnown {
		return out, fault.New(fault.TooLarge, "These are more than {most} files.", "most", mostKnown)
	}
	out.Known = make([]bool, len(p.Files))
	for i, f := range p.Files {
		sum, ok := digestOf(f.Digest)
		if !ok {
			return out, fault.New(fault.Invalid, "A digest has 64 hexadecimal digits.")
		}
		d, err := s.FindKept(ctx, p.Collection, f.Name, sum)
		if err != nil {
			return out, err
		}
		out.Known[i] = !d.UID.IsZero()
	}
	return out, nil
}

// digestOf reads a digest. Package encoding/hex would bring fmt into the core.
func digestOf(text string) (sum [digest.Size]byte, ok bool) {
	if len(text) != 2*len(sum) {
		return sum, false
	}
	for i := range sum {
		n, err := strconv.ParseUint(text[2*i:2*i+2], 16, 8)
		if err != nil {
			return sum, false
		}
		sum[i] = byte(n)
	}
	return sum, true
}
