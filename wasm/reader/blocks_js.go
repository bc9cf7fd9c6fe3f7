package main

import (
	"context"
	"io"

	"burrow/internal/document"
	"burrow/internal/document/pdf"
	"burrow/internal/document/read"
	"burrow/internal/json"
	"burrow/internal/wire"
)

// partSize is how much JSON a part has at least before it ends. Only a block that is
// longer makes one that is much larger.
const partSize = 256 << 10

// blocksOf reads a document when its first part is asked for, and tells the worker how
// far it has come. Nothing else happens meanwhile: who wants it to stop ends the worker.
func blocksOf(s source) func() map[string]any {
	var d *blocks
	return func() map[string]any {
		if d == nil {
			text, err := read.Reader{PDF: s.pdf}.Read(context.Background(), s.host.Get("name").String(), s, s.size, s.tell())
			if err != nil {
				return failed(err)
			}
			d = &blocks{text: text}
		}
		return d.next()
	}
}

// pdf reads a PDF file with the PDFium that the worker has started for it.
func (s source) pdf(ctx context.Context, r io.ReaderAt, size int64, tell func(float64)) (out read.Text, err error) {
	engine := pdf.NewEngine(s.host.Get("pdfium"))
	defer engine.Close()
	out.Type = read.PDF
	out.Title, out.Blocks, out.Warnings, err = pdf.Read(ctx, engine, r, size, tell)
	return out, err
}

// tell tells the worker of each hundredth that has been read, and of the end.
func (s source) tell() func(done float64) {
	told := 0.0
	return func(done float64) {
		if done-told >= 0.01 || done == 1 && told < 1 {
			told = done
			s.host.Call("tell", done)
		}
	}
}

// blocks are what was read of a document. Those that were given are forgotten.
type blocks struct {
	text  read.Text
	given int
}

func (d *blocks) next() map[string]any {
	out := []byte{'['}
	for d.given < len(d.text.Blocks) && len(out) < partSize {
		b := &d.text.Blocks[d.given]
		if len(out) > 1 {
			out = append(out, ',')
		}
		out, _ = json.Append(out, wire.Block{Kind: string(b.Kind), Level: b.Level, Place: string(b.Place.Kind), Number: b.Place.Number, Label: b.Place.Label, Text: b.Text, Veil: string(b.Veil)})
		*b = document.Block{}
		d.given++
	}
	part := map[string]any{"blocks": string(append(out, ']')), "progress": float64(d.given) / float64(max(1, len(d.text.Blocks)))}
	if d.given == len(d.text.Blocks) {
		warnings := make([]any, len(d.text.Warnings))
		for i, w := range d.text.Warnings {
			warnings[i] = w
		}
		part["end"] = map[string]any{"type": d.text.Type, "title": d.text.Title, "warnings": warnings}
	}
	return part
}
