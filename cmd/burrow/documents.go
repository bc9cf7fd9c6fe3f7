package main

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/fault"
	"burrow/internal/store"
)

// keepDocument reads a file and keeps it, with its bytes.
func keepDocument(ctx context.Context, history *store.Store, name string, file []byte, stays bool) (out chat.Document, err error) {
	in, err := readText(name, file)
	if err != nil {
		return out, err
	}
	in.Kept = stays
	upload, err := history.NewUpload(ctx, now())
	if err != nil {
		return out, err
	}
	if err = history.Write(ctx, upload, file); err == nil {
		out, err = history.AddDocument(ctx, upload, in, now())
	}
	if err != nil {
		history.Drop(context.WithoutCancel(ctx), upload)
	}
	return out, err
}

// readText makes a document of a file that is text.
func readText(name string, text []byte) (in store.NewDocument, err error) {
	in = store.NewDocument{Name: name, Type: "text/plain"}
	blocks := []document.Block(nil)
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return in, fault.New(fault.Invalid, "The file is empty.")
	case bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text):
		return in, fault.New(fault.Invalid, "This file is not text. Save it as text or Markdown, then add that.")
	case strings.HasSuffix(strings.ToLower(name), ".md") || strings.HasSuffix(strings.ToLower(name), ".markdown"):
		in.Type = "text/markdown"
		blocks = document.Markdown(string(text))
	default:
		blocks = document.Plain(string(text))
	}
	in.Title = document.Title(blocks)
	in.Chunks = document.Cut(blocks)
	return in, nil
}
