package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/digest"
	"burrow/internal/document"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/tokens"
)

// documentEnds are the ends of the names of files that a folder's documents have.
var documentEnds = []string{".md", ".markdown", ".txt", ".pdf", ".docx", ".xlsx", ".pptx", ".html", ".htm", ".csv", ".tsv", ".json", ".jsonl"}

func isDocument(path string) bool {
	return slices.Contains(documentEnds, strings.ToLower(filepath.Ext(path)))
}

// keepDocument reads a file and keeps it, with its bytes. One that stays and has not
// changed since is not read again.
func keepDocument(ctx context.Context, history *store.Store, name, collection string, stays bool) (out chat.Document, isNew bool, err error) {
	file, err := os.Open(name)
	if err != nil {
		return out, false, plain(name, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return out, false, plain(name, err)
	}
	if stays {
		var sum digest.Hash
		if _, err := io.Copy(&sum, file); err != nil {
			return out, false, plain(name, err)
		}
		if out, err = history.FindKept(ctx, collection, name, sum.Sum()); err != nil || !out.UID.IsZero() {
			return out, false, err
		}
	}
	reader, close := documentReader()
	defer close()
	text, err := reader.Read(ctx, name, file, info.Size(), nil)
	if known := (*fault.Error)(nil); errors.As(err, &known) {
		return out, false, fmt.Errorf("%s: %s", printable(name), sentence(err))
	}
	if err != nil {
		return out, false, err
	}
	called := name
	if !stays {
		called = filepath.Base(name) // where it lies says nothing in a chat
	}
	in := store.NewDocument{Name: called, Type: text.Type, Title: text.Title, Warnings: text.Warnings, Chunks: document.Cut(text.Blocks), Kept: stays, Collection: collection}
	if in.Tokens, err = countChunks(in.Chunks); err != nil {
		return out, false, err
	}
	upload, err := history.NewUpload(ctx, now())
	if err != nil {
		return out, false, err
	}
	if err = keepBytes(ctx, history, upload, file); err == nil {
		out, err = history.AddDocument(ctx, upload, in, now())
	}
	if err != nil {
		history.Drop(context.WithoutCancel(ctx), upload)
	}
	return out, true, err
}

// countChunks counts the text that may be sent.
func countChunks(chunks []document.Chunk) (n int, err error) {
	encoding, err := tokens.Embedded(tokens.Cl100k)
	if err != nil {
		return 0, err
	}
	for _, c := range chunks {
		if c.Veil == document.Seen {
			n += encoding.Count(c.Text)
		}
	}
	return n, nil
}

// keepBytes keeps the bytes of a file, part by part.
func keepBytes(ctx context.Context, history *store.Store, upload *store.Upload, file io.ReaderAt) error {
	part := make([]byte, 1<<20)
	for at := int64(0); ; {
		n, err := file.ReadAt(part, at)
		if err != nil && err != io.EOF {
			return err
		}
		if writeErr := history.Write(ctx, upload, part[:n]); writeErr != nil || err == io.EOF {
			return writeErr
		}
		at += int64(n)
	}
}
