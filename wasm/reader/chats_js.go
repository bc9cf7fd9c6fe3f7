package main

import (
	"io"

	"burrow/internal/foreign"
	"burrow/internal/json"
)

// chatsOf reads the chats of another program, as lines that the core imports.
func chatsOf(s source) func() map[string]any {
	var file *foreign.File
	return func() map[string]any {
		if file == nil {
			var err error
			if file, err = foreign.Open(s, s.size); err != nil {
				return failed(err)
			}
		}
		part, err := file.Next()
		if err != nil && err != io.EOF {
			return failed(err)
		}
		report, _ := json.Marshal(file.Report())
		return map[string]any{"lines": string(part.Lines), "first": part.First, "progress": file.Progress(), "ended": err == io.EOF, "report": string(report)}
	}
}
