package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/fault"
	"burrow/internal/say"
	"burrow/internal/store"
)

const knowledgeHelp say.English = `Usage: burrow knowledge ACTION --db FILE [FLAGS] [ARGUMENTS]

Keeps documents beside the chats of a database file, and searches them. Name a
document by its file name or by the digits that list shows. The FAQ has questions
with the answers that they always get, without a model.

  add FILE…            PDF, Word, Excel, PowerPoint, HTML, CSV, JSON, Markdown and
                       text files, or folders of them; a file that is there already
                       is read again only if it has changed
  list                 the documents, newest first
  search WORDS…        the passages that fit best
  open DOCUMENT        its text; --original writes the file as it was added
  remove DOCUMENT…     for good, with its bytes and its place in the search index
  faq import FILE      adds questions from a CSV file, "-" for standard input: a row
                       has the question, the answer and, in further columns, other
                       wordings of the question; a question that is there already
                       gets the row's answer and wordings
  faq export           the questions as CSV
  faq list             the questions and the beginnings of their answers
  faq remove QUESTION… by its words or digits, for good; all with --all

  --db FILE         the database; add and faq import create it if needed
  --json            JSON objects, one per line
  --limit N         search: at most this many (20)
  --in DOCUMENT     search: in this one only; may be repeated
  --collection NAME add: to a collection, which chats ask as a whole; list and
                    search: those in it alone; remove: all of it
  --out FILE        open, faq export: to a file instead of standard output
  --preview         faq import: only say what would be done
  --all             faq remove: all questions
  --company C       the documents of a company
  --batch FILE      search: a question per line, {"id","query"}, "-" for standard
                    input; prints {"id","hits":[{"document","chunk","score","place"}]}
Exit status: 0; 1 if something failed; 2 for a wrong usage.
`

// knowledgeCall is one call of the command.
type knowledgeCall struct {
	db, out, company, batch string
	collection              string
	in                      []string
	json, original          bool
	preview, all            bool
	limit                   int
	action                  string
	args                    []string
	std                     streams
	history                 *store.Store
}

var knowledgeActions = map[string]struct {
	least, most int
	reads       bool
	run         func(context.Context, *knowledgeCall) error
}{
	"add":    {1, -1, false, addDocuments},
	"list":   {0, 0, true, listDocuments},
	"search": {0, -1, true, searchDocuments},
	"open":   {1, 1, true, openDocument},
	"remove": {1, -1, false, removeDocuments},

	"faq import": {1, 1, false, importFAQ},
	"faq export": {0, 0, true, exportFAQ},
	"faq list":   {0, 0, true, listFAQ},
	"faq remove": {0, -1, false, removeFAQ},
}

func runKnowledge(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("knowledge", flag.ContinueOnError)
	call := &knowledgeCall{std: std}
	flags.StringVar(&call.db, "db", "", "")
	flags.StringVar(&call.out, "out", "", "")
	flags.StringVar(&call.company, "company", "", "")
	flags.StringVar(&call.batch, "batch", "", "")
	flags.StringVar(&call.collection, "collection", "", "")
	flags.Func("in", "", func(name string) error { call.in = append(call.in, name); return nil })
	flags.BoolVar(&call.json, "json", false, "")
	flags.BoolVar(&call.original, "original", false, "")
	flags.BoolVar(&call.preview, "preview", false, "")
	flags.BoolVar(&call.all, "all", false, "")
	flags.IntVar(&call.limit, "limit", 0, "")
	rest, code, ok := parse(flags, knowledgeHelp, args, std)
	if !ok {
		return code
	}
	if err := call.check(rest); err != nil {
		return mistake("knowledge", err, std)
	}
	if err := call.perform(ctx); err != nil {
		fmt.Fprintf(std.err, "burrow knowledge %s: %s\n", call.action, sentence(err))
		return exitFailure
	}
	return exitOK
}

func (call *knowledgeCall) check(rest []string) error {
	if len(rest) == 0 {
		return say.Error("name an action, such as list")
	}
	call.action, call.args = rest[0], rest[1:]
	if call.action == "faq" && len(rest) > 1 {
		call.action, call.args = "faq "+rest[1], rest[2:]
	}
	action, known := knowledgeActions[call.action]
	least := action.least
	if call.action == "search" && call.batch == "" || call.action == "faq remove" && !call.all {
		least = 1
	}
	if call.action == "remove" && call.collection != "" {
		least = 0
	}
	switch {
	case !known:
		return say.Error("there is no action {action}", "action", strconv.Quote(call.action))
	case call.db == "":
		return say.Error("--db FILE is missing")
	case call.limit < 0:
		return say.Error("--limit must not be negative")
	case len(call.args) < least:
		return errors.New(say.Plural(least-len(call.args), "{action} needs {n} more argument", "{action} needs {n} more arguments", "action", call.action))
	case action.most >= 0 && len(call.args) > action.most:
		return say.Error("{action} does not take {argument}", "action", call.action, "argument", strconv.Quote(call.args[action.most]))
	}
	return nil
}

func (call *knowledgeCall) perform(ctx context.Context) error {
	if _, err := os.Stat(call.db); err != nil && call.action != "add" && call.action != "faq import" {
		return plain(call.db, err)
	}
	action, use := knowledgeActions[call.action], changes
	if action.reads {
		use = reads
	}
	return withHistory(call.db, use, call.std.err, func(history *store.Store) error {
		call.history = history.For(store.Scope{CompanyID: call.company})
		return action.run(ctx, call)
	})
}

// addDocuments adds files one by one: what cannot be read is said, and the others go on.
func addDocuments(ctx context.Context, call *knowledgeCall) error {
	failed := 0
	each := func(name string) error {
		err := call.add(ctx, name)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed++
			fmt.Fprintln(call.std.err, sentence(err))
		}
		return nil
	}
	for _, name := range call.args {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			failed++
			fmt.Fprintln(call.std.err, sentence(plain(name, err)))
		case info.IsDir():
			err = filepath.WalkDir(name, func(path string, entry fs.DirEntry, err error) error {
				hidden := strings.HasPrefix(entry.Name(), ".") && path != name
				switch {
				case err != nil || hidden && !entry.IsDir():
					return err
				case hidden:
					return fs.SkipDir
				case entry.Type().IsRegular() && isDocument(path):
					return each(path)
				}
				return nil
			})
		default:
			err = each(name)
		}
		if err != nil && ctx.Err() != nil {
			return err
		}
	}
	if failed > 0 {
		return errors.New(say.Plural(failed, "{n} file was left out.", "{n} files were left out."))
	}
	return nil
}

func (call *knowledgeCall) add(ctx context.Context, name string) error {
	document, isNew, err := keepDocument(ctx, call.history, name, call.collection, true)
	if err != nil {
		return err
	}
	if !isNew {
		return call.added(document, say.T("{name} has not changed.", "name", printable(document.Name)))
	}
	for _, warning := range document.Warnings {
		fmt.Fprintf(call.std.err, "%s: %s\n", printable(name), warning)
	}
	return call.added(document, say.Plural(document.Chunks, "{name}: {n} passage", "{name}: {n} passages", "name", printable(document.Name)))
}

func (call *knowledgeCall) added(document chat.Document, sentence string) error {
	if call.json {
		return call.print(documentLine(document))
	}
	_, err := fmt.Fprintln(call.std.out, sentence)
	return err
}

// documentOut is a document as --json prints it.
type documentOut struct {
	UID        string `json:"uid"`
	Name       string `json:"document"`
	Title      string `json:"title,omitempty"`
	Type       string `json:"type"`
	Bytes      int64  `json:"bytes"`
	Chunks     int    `json:"chunks"`
	Added      string `json:"added"`
	Collection string `json:"collection,omitempty"`
}

func documentLine(d chat.Document) documentOut {
	return documentOut{d.UID.String(), d.Name, d.Title, d.Type, d.Bytes, d.Chunks, date(d.AddedAt), d.Collection}
}

func listDocuments(ctx context.Context, call *knowledgeCall) error {
	all, err := call.history.Documents(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 && !call.json {
		fmt.Fprintln(call.std.err, say.T("There are no documents yet. `burrow knowledge add` adds one."))
	}
	for _, d := range all {
		if call.collection != "" && d.Collection != call.collection {
			continue
		}
		if call.json {
			if err := call.print(documentLine(d)); err != nil {
				return err
			}
			continue
		}
		where := ""
		if d.Collection != "" {
			where = "  [" + printable(d.Collection) + "]"
		}
		fmt.Fprintf(call.std.out, "%s  %s  %9s  %s%s\n", short(d.UID), date(d.AddedAt), size(d.Bytes), printable(d.Name), where)
	}
	return nil
}

// size is a number of bytes as people read it.
func size(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10) + " B"
	case n < 1000*1000:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " kB"
	}
	return strconv.FormatFloat(float64(n)/1000/1000, 'f', 1, 64) + " MB"
}

// resolve finds a document by its name, its whole uid or the last digits of it.
func (call *knowledgeCall) resolve(ctx context.Context, name string) (out chat.Document, err error) {
	all, err := call.history.Documents(ctx)
	if err != nil {
		return out, err
	}
	var found []chat.Document
	for _, d := range all {
		if d.Name == name || d.UID.String() == name {
			return d, nil
		}
		if filepath.Base(d.Name) == name || len(name) >= 4 && strings.HasSuffix(d.UID.String(), name) {
			found = append(found, d)
		}
	}
	switch len(found) {
	case 0:
		return out, fault.New(fault.NotFound, "There is no document {name}. `burrow knowledge list` shows what there is.", "name", name)
	case 1:
		return found[0], nil
	}
	return out, fault.New(fault.Invalid, "Several documents are called {name}. Name one by its digits.", "name", name)
}

func openDocument(ctx context.Context, call *knowledgeCall) error {
	d, err := call.resolve(ctx, call.args[0])
	if err != nil {
		return err
	}
	out := call.std.out
	if call.out != "" {
		file, err := os.OpenFile(call.out, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return plain(call.out, err)
		}
		defer file.Close()
		out = file
	}
	if call.original {
		return call.writeOriginal(ctx, out, d)
	}
	chunks, err := call.history.DocumentChunks(ctx, d.UID, 0, 0)
	for _, c := range chunks {
		if c.Veil != document.Seen {
			continue
		}
		text := c.Text
		if call.out == "" {
			text = printable(text)
		}
		if _, err := io.WriteString(out, text); err != nil {
			return err
		}
	}
	return err
}

func (call *knowledgeCall) writeOriginal(ctx context.Context, out io.Writer, d chat.Document) error {
	const part = 1 << 20
	for at := int64(0); at < d.Bytes; at += part {
		bytes, err := call.history.Original(ctx, d.UID, at, part)
		if err == nil {
			_, err = out.Write(bytes)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func removeDocuments(ctx context.Context, call *knowledgeCall) error {
	if call.collection != "" {
		n, err := call.history.RemoveCollection(ctx, call.collection)
		if err == nil && n == 0 {
			err = fault.New(fault.NotFound, "There is no collection {name}.", "name", printable(call.collection))
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(call.std.out, say.Plural(n, "{name} was removed, with {n} document.", "{name} was removed, with {n} documents.", "name", printable(call.collection)))
	}
	for _, name := range call.args {
		d, err := call.resolve(ctx, name)
		if err == nil {
			err = call.history.RemoveDocument(ctx, d.UID)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(call.std.out, "%s\n", say.T("{name} was removed.", "name", printable(d.Name)))
	}
	return nil
}

func (call *knowledgeCall) print(value any) error {
	text, err := json.Marshal(value)
	if err == nil {
		_, err = call.std.out.Write(append(text, '\n'))
	}
	return err
}
