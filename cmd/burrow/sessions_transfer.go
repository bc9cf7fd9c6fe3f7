package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"burrow/internal/chat"
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
		if err := transfer.Export(ctx, history, buffered, uids...); err != nil {
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
		if err != nil {
			return err
		}
		for _, problem := range report.Problems {
			fmt.Fprintf(call.std.err, "%s: %s\n", file, problem)
		}
		leftOut += report.Refused
		if call.json {
			if err := call.print(report); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(call.std.out, say.T(added, "file", file, "chats", say.Plural(report.Sessions, "{n} chat", "{n} chats"),
			"messages", say.Plural(report.Messages, "{n} message", "{n} messages"), "known", say.Plural(report.Known, "{n} message", "{n} messages")))
	}
	if leftOut > 0 && !call.preview {
		return say.Error("some of it was left out; the rest was imported")
	}
	return nil
}

// errPreview ends an import that is only to be looked at.
var errPreview = errors.New("a preview")

func (call *sessionsCall) importFile(ctx context.Context, history *store.Store, file string, count transfer.Counter) (report transfer.ImportReport, err error) {
	in := call.std.in
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return transfer.ImportReport{}, plain(file, err)
		}
		defer f.Close()
		in = f
	}
	if !call.preview {
		return transfer.Import(ctx, history, bufio.NewReaderSize(in, 1<<20), now(), count)
	}
	err = history.Together(ctx, func(ctx context.Context) error {
		if report, err = transfer.Import(ctx, history, bufio.NewReaderSize(in, 1<<20), now(), count); err != nil {
			return err
		}
		return errPreview
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return report, err
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
