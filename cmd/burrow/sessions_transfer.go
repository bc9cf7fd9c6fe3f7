package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"burrow/internal/chat"
	"burrow/internal/foreign"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/transfer"
)

func exportSessions(ctx context.Context, history *store.Store, call *sessionsCall) error {
	sessions, err := call.resolve(ctx, history, call.args...)
	if err != nil {
		return err
	}
	uids := make([]chat.UID, len(sessions))
	for i, s := range sessions {
		uids[i] = s.UID
	}
	write := func(w io.Writer) error {
		buffered := bufio.NewWriter(w)
		export := transfer.Export
		if call.markdown {
			export = transfer.ExportMarkdown
		}
		if err := export(ctx, history, buffered, uids...); err != nil {
			return err
		}
		return buffered.Flush()
	}
	if call.out == "" {
		return write(call.std.out)
	}
	return writeFile(call.out, write)
}

func importSessions(ctx context.Context, history *store.Store, call *sessionsCall) error {
	encoding, err := tokens.Embedded(tokens.Cl100k)
	if err != nil {
		return err
	}
	count := func(role, content string) (int, string) {
		return encoding.CountMessage(role, content), string(encoding.Name())
	}
	files := call.args
	if len(files) == 0 {
		files = []string{"-"}
	}
	leftOut, added := 0, say.English("{file}: {chats} and {messages} added, {known} already there")
	if call.preview {
		added = "{file}: {chats} and {messages} to be added, {known} already there"
	}
	for _, file := range files {
		report, err := call.importFile(ctx, history, file, count)
		for _, problem := range report.Problems {
			fmt.Fprintf(call.std.err, "%s: %s\n", file, problem)
		}
		if err != nil {
			return err
		}
		leftOut += report.Refused
		if call.json {
			if err := call.print(report); err != nil {
				return err
			}
			continue
		}
		for _, found := range report.Formats {
			fmt.Fprintln(call.std.out, say.T("{file}: {chats} and {messages} from {format}", "file", file, "format", string(found.Format),
				"chats", say.Plural(found.Chats, "{n} chat", "{n} chats"), "messages", say.Plural(found.Messages, "{n} message", "{n} messages")))
		}
		fmt.Fprintln(call.std.out, say.T(added, "file", file, "chats", say.Plural(report.Sessions, "{n} chat", "{n} chats"),
			"messages", say.Plural(report.Messages, "{n} message", "{n} messages"), "known", say.Plural(report.Known, "{n} message", "{n} messages")))
	}
	if leftOut > 0 && !call.preview {
		return say.Error("some of it was left out; the rest was imported")
	}
	return nil
}

// fileReport is what was found in a file, and what became of it.
type fileReport struct {
	Formats  []foreign.Found `json:"formats"`
	Sessions int             `json:"sessions"`
	Messages int             `json:"messages"`
	Known    int             `json:"known"`
	Refused  int             `json:"refused"`
	Problems []string        `json:"problems"`
}

// errPreview ends an import that is only to be looked at.
var errPreview = errors.New("a preview")

// importFile imports a file, or says what that would do. What was there before an
// error is in the report.
func (call *sessionsCall) importFile(ctx context.Context, history *store.Store, name string, count transfer.Counter) (report fileReport, err error) {
	file, err := call.openFile(name)
	if err != nil {
		return report, plain(name, err)
	}
	defer file.Close()
	about, err := file.Stat()
	if err != nil {
		return report, plain(name, err)
	}
	if !call.preview {
		return importParts(ctx, history, file, about.Size(), count)
	}
	err = history.Together(ctx, func(ctx context.Context) error {
		if report, err = importParts(ctx, history, file, about.Size(), nil); err != nil {
			return err
		}
		return errPreview
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return report, err
}

func importParts(ctx context.Context, history *store.Store, file io.ReaderAt, size int64, count transfer.Counter) (sum fileReport, err error) {
	in, err := foreign.Open(file, size)
	if err != nil {
		return sum, err
	}
	var problems []string
	for err == nil {
		var part foreign.Part
		if part, err = in.Next(); err != nil {
			break
		}
		var report transfer.ImportReport
		report, err = transfer.ImportPart(ctx, history, bytes.NewReader(part.Lines), max(part.First, 1), now(), count)
		sum.Sessions += report.Sessions
		sum.Messages += report.Messages
		sum.Known += report.Known
		sum.Refused += report.Refused
		problems = append(problems, report.Problems...)
	}
	found := in.Report()
	sum.Formats, sum.Refused = found.Formats, sum.Refused+found.Refused
	sum.Problems = append(found.Problems, problems...)
	if err == io.EOF {
		err = nil
	}
	return sum, err
}

// openFile opens a file. Of standard input and of a pipe it opens a copy: an archive
// is read from its end.
func (call *sessionsCall) openFile(name string) (*os.File, error) {
	in := call.std.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		about, err := file.Stat()
		if err != nil || about.Mode().IsRegular() {
			return file, err
		}
		defer file.Close()
		in = file
	}
	f, err := os.CreateTemp("", "burrow-import-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name())
	if _, err = io.Copy(f, in); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func backupSessions(ctx context.Context, history *store.Store, call *sessionsCall) error {
	made, err := transfer.NewBackup(ctx, history)
	if err != nil {
		return err
	}
	defer made.Close()
	return writeFile(call.args[0], func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(made, 0, int64(made.Len())))
		return err
	})
}

// writeFile writes through a second file, so that a failure leaves the first.
func writeFile(name string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".burrow-*")
	if err != nil {
		return plain(name, err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := write(f); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(0o600), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
