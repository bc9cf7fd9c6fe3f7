// Node is package pdf as a module that a script of node runs: see run.mjs.
package main

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"syscall/js"

	"burrow/internal/document/pdf"
	"burrow/internal/fault"
)

func main() {
	js.Global().Set("burrowPDF", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[1].Length())
		js.CopyBytesToGo(data, args[1])
		return golden(pdf.NewEngine(args[0]), data)
	}))
	select {}
}

// golden is what golden of read_test.go gives natively.
func golden(e pdf.Engine, data []byte) string {
	defer e.Close()
	title, blocks, warnings, err := pdf.Read(context.Background(), e, bytes.NewReader(data), int64(len(data)), nil)
	if err != nil {
		return "error: " + fault.From(err).Message + "\n"
	}
	var b strings.Builder
	b.WriteString("title: " + title + "\n")
	for _, w := range warnings {
		b.WriteString("warning: " + w + "\n")
	}
	for _, block := range blocks {
		b.WriteString(string(block.Kind))
		if block.Level > 0 {
			b.WriteString(" " + strconv.Itoa(block.Level))
		}
		b.WriteString("\t" + block.Place.String() + "\t" + string(block.Veil) + "\t" + block.Text + "\n")
	}
	return b.String()
}
