package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/say"
)

// attach reads a file that comes with the next question.
func (a *asker) attach(ctx context.Context, file string) error {
	d, _, err := keepDocument(ctx, a.history, file, "", false)
	if err != nil {
		return err
	}
	a.coming = append(a.coming, d.UID)
	for _, warning := range d.Warnings {
		fmt.Fprintf(a.std.err, "%s: %s\n", printable(file), warning)
	}
	return nil
}

// isAboutFiles does what a line says of the chat's files, if it says anything.
func (a *asker) isAboutFiles(ctx context.Context, session chat.UID, line string) bool {
	command, name, _ := strings.Cut(line, " ")
	name = strings.TrimSpace(name)
	var err error
	switch command {
	case "/attach":
		if name == "" {
			err = say.Error("name a file, as in /attach notes.md")
		} else if err = a.attach(ctx, name); err == nil {
			fmt.Fprintln(a.std.err, say.T("{name} comes with your next question.", "name", printable(name)))
		}
	case "/files":
		err = a.listFiles(ctx, session)
	case "/detach":
		err = a.detach(ctx, session, name)
	default:
		return false
	}
	if err != nil {
		fmt.Fprintln(a.std.err, sentence(err))
	}
	return true
}

// attached are the files that a chat asks, with those that come with its next question.
func (a *asker) attached(ctx context.Context, session chat.UID) (out []chat.Document, err error) {
	if !session.IsZero() {
		all, err := a.history.Attached(ctx, session)
		if err != nil {
			return nil, err
		}
		for _, d := range all {
			if d.Active {
				out = append(out, d.Document)
			}
		}
	}
	for _, uid := range a.coming {
		d, err := a.history.Document(ctx, uid)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

func (a *asker) listFiles(ctx context.Context, session chat.UID) error {
	all, err := a.attached(ctx, session)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		fmt.Fprintln(a.std.err, say.T("No file is attached. /attach FILE attaches one."))
	}
	for _, d := range all {
		fmt.Fprintf(a.std.out, "%9s  %s\n", size(d.Bytes), printable(d.Name))
	}
	return nil
}

func (a *asker) detach(ctx context.Context, session chat.UID, name string) error {
	all, err := a.attached(ctx, session)
	if err != nil {
		return err
	}
	for _, d := range all {
		if d.Name != name && !strings.HasSuffix(d.Name, "/"+name) {
			continue
		}
		for i, uid := range a.coming {
			if uid == d.UID {
				a.coming = append(a.coming[:i], a.coming[i+1:]...)
				fmt.Fprintln(a.std.err, say.T("{name} is no longer attached.", "name", printable(d.Name)))
				return nil
			}
		}
		if err := a.history.Detach(ctx, session, d.UID, now()); err != nil {
			return err
		}
		fmt.Fprintln(a.std.err, say.T("{name} is no longer attached.", "name", printable(d.Name)))
		return nil
	}
	return fault.New(fault.NotFound, "No file {name} is attached. /files lists what is.", "name", name)
}

// checkSources refuses a collection that is not there.
func (a *asker) checkSources(ctx context.Context) error {
	wanted := chat.Settings{Sources: a.sources}.Collections()
	if len(wanted) == 0 {
		return nil
	}
	there, err := a.history.Collections(ctx)
	for _, name := range wanted {
		if err == nil && !slices.ContainsFunc(there, func(c chat.Collection) bool { return c.Name == name }) {
			err = fault.New(fault.NotFound, "There is no source {name}. `burrow knowledge add --collection` makes a collection.", "name", printable(name))
		}
	}
	return err
}
